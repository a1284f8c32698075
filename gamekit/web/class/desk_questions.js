// All questions of the class with their answers, folded away at the desk; one of them can be brought back to all.
import { Spread, at, isMove, lastRound, setChildren } from "./live_page.js";
import { button, make, makeForm } from "../shared/dom.js";
import { typedNumber } from "../shared/typed.js";

/** @import { BoardData, Order, Question, Say } from "../shared/class_types" */
/** @typedef {{node: HTMLElement, show: (question: Question, isShown: boolean) => void}} Card */

export class EarlierQuestions {
  /** @type {Map<string, Card>} */
  cards = new Map();

  /** @param {Say} say @param {Record<string, string>} titles @param {Order} order */
  constructor(say, titles, order) {
    this.say = say;
    this.titles = titles;
    this.order = order;
  }

  /** @param {BoardData} now */
  show({ questions, settings: { shown } }) {
    at("none-yet").hidden = questions.length > 0;
    const nodes = questions.map((question) => {
      const name = `${question.lesson}|${question.key}`;
      const card = this.cards.get(name) ?? this.createCard(question);
      this.cards.set(name, card);
      card.show(question, shown?.key === question.key && shown.lesson === question.lesson);
      return card.node;
    });
    setChildren(at("questions"), nodes);
  }

  /** @param {Question} question @returns {Card} */
  createCard(question) {
    const { say } = this;
    const { lesson, key } = question;
    const spread = new Spread(say);
    const count = make("span", "quiet");
    const show = async () => (await this.order({ do: "show", lesson, key })) && at("earlier").hidePopover();
    const project = button(say("project"), show, { class: null });
    const result = question.kind === "bet" && !isMove(question) ? this.createResultForm(question) : null;
    const above = [isMove(question) ? "" : (this.titles[lesson] ?? lesson), question.place, question.title];
    const head = make("p", "above", [...new Set(above)].filter(Boolean).join(" · "));
    const ways = make("p", "ways", count, project);
    const node = make("article", "question", head, make("h3", {}, question.text), spread.node, ways, result?.node);
    return {
      node,
      show(asked, isShown) {
        spread.show(asked);
        result?.update(asked);
        count.textContent = `${lastRound(asked).count} ${say("answered")}`;
        project.disabled = isShown;
      },
    };
  }

  /** What came out, marked in the distribution by hand where the lesson does not say it. @param {Question} question */
  createResultForm({ lesson, key, columns }) {
    const { say } = this;
    const number = columns ? typedNumber({}, say) : null;
    const choice = make("select", {});
    const send = (/** @type {?number} */ value) => this.order({ do: "result", lesson, key, value });
    const submit = () => {
      if (!number) send(Number(choice.value));
      else if (number.check()) send(number.value());
    };
    const drop = button(say("unmark"), () => send(null), { class: null });
    const field = make("label", {}, say("mark"), " ", number?.node ?? choice);
    const form = makeForm("line", submit, field, make("button", {}, say("mark_it")), drop);
    const node = make("details", "more", make("summary", {}, say("result_more")), form);
    let drawn = "";
    const update = (/** @type {Question} */ { rounds: [{ bars }], outcome }) => {
      node.hidden = outcome.length > 0; // the lesson has said it itself
      if (columns || drawn === JSON.stringify(bars)) return;
      drawn = JSON.stringify(bars);
      const marked = choice.value;
      choice.replaceChildren(...bars.map(({ text }, index) => make("option", { value: index }, text)));
      if (marked !== "") choice.value = marked;
    };
    return { node, update };
  }
}
