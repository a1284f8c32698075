// A quiz: one question after another, each answered at once with its reason and the rule behind it.
import { Board } from "../board/board.js";
import { button, frameCard, make, panel, replace, announceSaid, speaker, followVotes } from "../shared/dom.js";
import { ruleNote } from "../board/panel_contents.js";
import { sayNumber } from "../shared/numbers.js";
import { picture } from "../shared/results.js";
import { readTyped, typedNumber } from "../shared/typed.js";

/** The right number, no more exact than it has to be answered: 18.6, not 18.62045531770304. @param {any} given */
export function roundAnswer({ answer, tolerance }) {
  if (!tolerance) return Number(answer.toPrecision(10));
  return Number(answer.toFixed(Math.min(10, Math.max(0, Math.ceil(-Math.log10(tolerance))))));
}

/** @param {any} given @param {any} answer */
function isRight({ choices, answer: right, tolerance }, answer) {
  return choices ? answer === right : Math.abs(answer - right) <= (tolerance ?? 0);
}

export class Quiz {
  verdict = make("div", "gk-verdict");
  seen = make("div", "gk-seen");
  /** @type {any} */
  board;
  /** How the class's votes on its questions stand. @type {Map<number, import("../shared/class_types").VoteTold>} */
  votes = new Map();
  counted = new Set();
  /** The question that has been answered. @type {?number} */
  judged = null;
  tried = 0;

  /** @param {HTMLElement} root @param {any} data @param {?(message: any) => void} send */
  constructor(root, data, send) {
    this.root = root;
    this.data = data;
    this.say = speaker(data.words);
    this.send = send;
    this.number = 0;
    this.right = 0;
    this.questions = data.questions;
    this.score = make("p", "gk-quiet");
    this.body = make("div", "gk-question");
    this.speech = frameCard(root, data.title);
    replace(root, make("header", "gk-head", make("h3", {}, data.title), this.score), this.body, this.speech);
    if (data.scene) {
      this.board = new Board({ say: this.say, refused: (names) => this.look(names) });
      this.board.mount(data.scene);
    }
    this.ask();
    followVotes(root, data.key, (vote) => this.hear(vote));
  }

  /** While a class votes nobody is told what is right: answers are kept, and judged when the vote is over. @param {import("../shared/class_types").VoteTold} vote */
  hear(vote) {
    const { number, stage, value, again } = vote;
    if (number >= this.questions.length) return;
    const before = this.votes.get(number);
    this.votes.set(number, vote);
    if (!again && before?.stage === stage && before.value === value) return;
    if (again || (stage === "open" && number !== this.number)) {
      this.number = number;
      this.judged = null;
      this.ask();
    } else if (number === this.number) this.follow();
  }

  // As the vote on this question stands.
  follow() {
    const vote = this.votes.get(this.number);
    if (!vote?.stage) return;
    if (this.judged !== this.number && vote.value !== null) {
      this.judged = this.number;
      this.chosen = vote.value;
    }
    if (this.judged === this.number) this.settle();
    else if (vote.stage !== "open") this.close(vote.text, vote.stage === "told");
  }

  // Neither by a choice nor by a number.
  endAnswers() {
    for (const part of this.body.querySelectorAll("fieldset :is(button, input)")) part.setAttribute("disabled", "");
  }

  /** Nothing can be answered here any more; perhaps one can go on. @param {string} text @param {boolean} on */
  close(text, on) {
    this.endAnswers();
    const further = on && this.number + 1 < this.questions.length;
    const next = further && button(this.say("quiz_next"), () => this.next());
    replace(this.verdict, make("p", "gk-quiet", text), next);
    this.speech.textContent = text;
  }

  // What was answered: kept until the vote is over, else judged at once.
  settle(mine = false) {
    const vote = this.votes.get(this.number);
    if (!vote?.stage || vote.stage === "told") return this.tellRight(mine);
    this.close(vote.text, false);
    for (const [index, key] of this.body.querySelectorAll(".gk-answer").entries())
      key.classList.toggle("gk-chosen", index === this.chosen);
    const input = /** @type {?HTMLInputElement} */ (this.body.querySelector("fieldset input"));
    if (input && readTyped(input.value) !== this.chosen) input.value = sayNumber(this.chosen);
  }

  /** After the answer every place of the board tells what may be done there, and which rule says so. @param {any} names */
  look(names) {
    const places = this.questions[this.number].board?.places;
    if (!places || this.judged !== this.number) return;
    const none = { text: this.say("no_move_here") };
    const found = names.map((/** @type {string} */ name) => places[name]).find(Boolean) ?? none;
    replace(this.seen, make("p", {}, found.text), found.rule ? ruleNote(this.data.rules, found.rule, this.say) : null);
    this.speech.textContent = found.text;
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "question") {
      this.questions.push(message.question);
      if (this.waiting) this.next();
    } else if (message.type === "error") replace(this.body, make("p", "gk-refusal", message.text));
  }

  ask(focus = false) {
    const question = this.questions[this.number];
    this.tried = 0;
    const tally = { number: this.number + 1, right: this.right, answered: this.number };
    const alone = this.questions.length === 1 && !this.data.endless;
    this.score.textContent = alone ? "" : this.say(this.number ? "quiz_score" : "quiz_first", tally);
    const legend = make("legend", { tabindex: -1 }, question.text);
    const field = make("fieldset", "gk-answers", legend);
    if (question.choices) {
      const keys = question.choices.map((/** @type {string} */ text, /** @type {number} */ index) =>
        button(text, () => this.judge(index), "gk-answer"),
      );
      field.append(make("div", "gk-moves", ...keys));
    } else {
      // A keypad without a minus is for a quiz that never needs one: of a single question it would tell the sign.
      const negative = this.questions.some((/** @type {any} */ { answer }) => answer < 0);
      const name = { "aria-label": this.say("quiz_answer") };
      const typed = typedNumber({ negative, value: this.votes.get(this.number)?.last }, this.say, name);
      const judge = () => typed.check() && this.judge(typed.value());
      const check = button(this.say("quiz_check"), judge, "gk-main-button");
      typed.node.addEventListener("keydown", (event) => event.key === "Enter" && check.click());
      field.append(make("div", "gk-moves", typed.node, question.unit ? make("span", {}, question.unit) : null, check));
    }
    replace(this.verdict);
    replace(this.seen);
    const looks = question.board ? this.board.node : question.picture ? picture(question.picture) : null;
    const folds = (this.data.folds ?? []).map((/** @type {string[]} */ [title, text]) =>
      panel(title, {}, make("p", {}, text)),
    );
    replace(this.body, looks, field, this.verdict, this.seen, ...folds);
    if (question.board) {
      const { changes, description, title } = question.board;
      this.board.show(new Map(Object.entries(changes)), { title, description, animate: false, targets: new Map() });
    }
    if (focus) legend.focus();
    this.follow();
  }

  /** The first answer counts. Who practises may try again, unless a class votes. @param {any} answer */
  judge(answer) {
    const question = this.questions[this.number];
    if (this.judged === this.number) return;
    const right = isRight(question, answer);
    if (!this.tried)
      announceSaid(this.root, { kind: "answer", key: `${this.data.key}/${this.number}`, value: answer, right });
    this.tried += 1;
    if (!right && this.tried < (this.data.tries ?? 1) && !this.votes.get(this.number)?.stage)
      return this.tryAgain(answer);
    this.judged = this.number;
    this.chosen = answer;
    this.settle(true);
  }

  /** @param {any} answer */
  tryAgain(answer) {
    const key = /** @type {?HTMLButtonElement} */ (this.body.querySelectorAll(".gk-answer")[answer]);
    if (key) Object.assign(key, { disabled: true }).classList.add("gk-wrong");
    this.speech.textContent = this.say("quiz_again");
    replace(this.verdict, make("p", "gk-bad", this.say("quiz_again")));
    const next = /** @type {HTMLElement} */ (this.body.querySelector("fieldset input, .gk-answer:enabled"));
    next.focus({ preventScroll: true });
  }

  /** @param {boolean} mine */
  tellRight(mine) {
    const question = this.questions[this.number];
    const answer = this.chosen;
    const right = isRight(question, answer);
    if (!this.counted.has(this.number)) this.right += right ? 1 : 0;
    this.counted.add(this.number);
    this.send?.({ do: "answered", right, answer });
    this.endAnswers();
    for (const [index, key] of this.body.querySelectorAll(".gk-answer").entries()) {
      key.classList.remove("gk-chosen");
      key.classList.toggle("gk-right", index === question.answer);
      key.classList.toggle("gk-wrong", index === answer && !right);
    }
    const shown = question.choices
      ? question.choices[question.answer]
      : `${sayNumber(roundAnswer(question), true)}${question.unit ? ` ${question.unit}` : ""}`;
    // A choice may be a sentence; the verdict has its own full stop.
    const verdict = right ? this.say("quiz_right") : this.say("quiz_wrong", { answer: shown.replace(/\.$/, "") });
    const reason = question.reasons?.[String(answer)] ?? question.why;
    const more = this.data.endless || this.number + 1 < this.questions.length;
    if (this.data.endless || this.number + 1 >= this.questions.length) this.root.classList.add("gk-done");
    // Where there was one question, it needs no summing up.
    const tally = { right: this.right, answered: this.number + 1 };
    const end = this.number > 0 ? make("p", "gk-quiet", this.say("quiz_done", tally)) : null;
    const on = more ? button(this.say("quiz_next"), () => this.next(), "gk-main-button") : end;
    const rules = question.rules ?? [];
    replace(
      this.verdict,
      make("p", right ? "gk-good" : "gk-bad", verdict),
      reason ? make("p", {}, reason) : null,
      ...rules.map((/** @type {string} */ number) => ruleNote(this.data.rules, number, this.say)),
      question.board && make("p", "gk-quiet", this.say("quiz_look")),
      on,
    );
    this.speech.textContent = `${verdict} ${reason ?? ""}`;
    if (more && mine) on?.focus({ preventScroll: true });
    if (this.data.endless && this.send && this.number + 2 > this.questions.length) this.send({ do: "next" });
  }

  next() {
    const isLast = this.number + 1 >= this.questions.length;
    this.waiting = isLast && this.send !== null;
    if (this.waiting) return;
    if (isLast) this.number = -1; // without Python an endless quiz begins again when its questions are used up
    this.number += 1;
    this.judged = null;
    this.ask(true);
  }
}

/** @param {HTMLElement} root @param {any} data @param {?(message: any) => void} send */
export const createQuiz = (root, data, send = null) => new Quiz(root, data, send);
