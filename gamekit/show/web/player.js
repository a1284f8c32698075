// The stepper: one game seen, replayed and played. It works without a kernel (`send` is null);
// with one, `send(message)` asks Python and `receive(message)` takes its answers.
import { button, labelled, make, ownKeys, replace, select, speaker, stillness } from "./dom.js";
import { download } from "./files.js";
import { Film } from "./film.js";
import { furnish } from "./furniture.js";
import { badge } from "./log.js";
import { distribution, ruleNote, whyNotForm } from "./panels.js";
import { Memory } from "./memory.js";

const CATCH_UP_MS = 450;
const CATCH_UP_WHOLE_MS = 3500;
const SLOW_ANSWER_MS = 400;
const NO_ANSWER_MS = 15000;
const ANNOUNCE_AFTER_MS = 250;

export class Player {
  constructor(root, data, send) {
    this.root = root;
    this.ask = send;
    this.waiting = 0;
    this.memory = new Memory(data.key);
    ownKeys(root);
    this.begin(data);
  }

  // Everything anew: at the start, after "new game", after opening a file.
  begin(data) {
    this.data = data;
    this.say = speaker(data.words);
    this.film = new Film();
    for (const [viewer, view] of Object.entries(data.views)) this.film.put(viewer, view);
    this.viewer = data.viewer;
    this.cursor = data.step ?? this.film.last(this.viewer);
    this.preview = null;
    this.playing = null;
    this.refusal = null;
    furnish(this);
    this.board.mount(data.scene);
    this.log.fill(this.film.steps(this.viewer));
    this.refresh({ animate: false });
    if (data.notice) this.tell(data.notice);
    this.keep();
  }

  get last() {
    return this.film.last(this.viewer);
  }

  get live() {
    return this.preview === null && this.cursor === this.last;
  }

  get on() {
    return this.ask !== null;
  }

  // Send a request to Python and show, if it takes long, that we are waiting.
  send(message) {
    if (!this.on) return;
    this.waiting += 1;
    clearTimeout(this.slow);
    clearTimeout(this.lost);
    this.slow = setTimeout(() => this.root.classList.add("gk-busy"), SLOW_ANSWER_MS);
    this.lost = setTimeout(() => this.tell(this.say("no_answer")), NO_ANSWER_MS);
    this.ask(message);
  }

  answered() {
    clearTimeout(this.slow);
    clearTimeout(this.lost);
    this.root.classList.remove("gk-busy");
  }

  receive(message) {
    this.answered();
    const handlers = {
      all: () => this.begin(message.data),
      update: () => this.update(message),
      view: () => {
        this.data.now = message.now;
        this.see(message.viewer, message);
      },
      why: () => this.refuse(message),
      moves: () => this.fillMoves(message.moves),
      chances: () => this.why.fill(message),
      coach: () => this.coach.answer(message),
      progress: () => this.coach.progress(message),
      file: () => download(message.name, message.text),
      settings: () => Object.assign(this.data, message.settings) && this.keep(),
      error: () => this.tell(message.text, message.rule),
    };
    handlers[message.type]?.();
  }

  // New steps, or fewer. The picture follows step by step when several came at once.
  update(message) {
    const { data, film } = this;
    this.followed = this.goingOn;
    this.stop();
    film.splice(message.cut, message.views);
    data.actions.length = message.cut;
    data.actions.push(...message.actions);
    Object.assign(data, { now: message.now, lines: message.lines, line: message.line });
    if (!film.has(this.viewer)) this.viewer = Object.keys(message.views)[0];
    this.refusal = null;
    this.coach.forget();
    this.tell("");
    this.log.fill(film.steps(this.viewer), message.cut);
    this.keep();
    const fresh = this.last - message.cut;
    this.untold = this.untold ?? message.cut + 1;
    this.goingOn = Boolean(message.going_on);
    if (!this.goingOn) {
      this.announceSteps(this.untold, this.last);
      this.untold = null;
      if (this.whyNotBox?.open) this.send({ do: "moves" });
    }
    if (fresh <= 1 || stillness()) {
      this.cursor = this.last;
      this.refresh({ animate: fresh === 1 });
    } else {
      // Several steps at once are shown one by one; the first follows at once what is already seen.
      this.cursor = message.cut + (this.cursor === message.cut && message.cut > 0 && this.followed ? 0 : 1);
      this.refresh({ animate: true });
      this.run(Math.min(CATCH_UP_MS, CATCH_UP_WHOLE_MS / fresh));
    }
  }

  see(viewer, view) {
    this.film.put(viewer, view);
    this.viewer = viewer;
    this.data.viewer = viewer;
    this.log.fill(this.film.steps(viewer));
    this.cursor = Math.min(this.cursor, this.last);
    this.refresh({ animate: false });
    this.keep();
  }

  chooseViewer(viewer) {
    if (this.on) this.send({ do: "view", viewer });
    else this.see(viewer, this.film.views.get(viewer));
  }

  // ---- time ---------------------------------------------------------------------------------

  goto(step, { animate = true } = {}) {
    this.stop();
    const goal = Math.min(Math.max(step, 0), this.last);
    const near = Math.abs(goal - this.cursor) === 1;
    this.cursor = goal;
    this.preview = null;
    this.refusal = null;
    this.refresh({ animate: animate && near });
    clearTimeout(this.later);
    this.later = setTimeout(() => this.announceSteps(goal, goal), ANNOUNCE_AFTER_MS);
  }

  run(interval) {
    this.stop();
    this.playing = setInterval(() => {
      this.cursor = Math.min(this.cursor + 1, this.last);
      if (this.cursor === this.last) this.stop();
      this.refresh({ animate: interval > 120 });
    }, interval);
    this.transport.playing(true);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.transport?.playing(false);
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return this.refresh({ animate: false });
    }
    if (this.cursor >= this.last) this.cursor = 0;
    this.refresh({ animate: false });
    this.run(this.transport.interval());
  }

  hover(step) {
    if (this.preview === step || (step !== null && this.playing)) return;
    this.preview = step;
    this.refresh({ animate: false });
  }

  // ---- playing ------------------------------------------------------------------------------

  play(action) {
    this.send({ do: "play", action, step: this.last });
  }

  // A place was chosen. Several moves may end there: then ask which.
  picked(actions) {
    if (this.data.now.chance && actions.length > 1) return this.send({ do: "roll" });
    if (actions.length === 1) return this.play(actions[0].action);
    const choices = actions.map((one) => button(one.text, () => this.play(one.action), { class: "gk-button gk-move" }));
    const back = button(this.say("cancel"), () => {
      this.refresh({ animate: false });
      this.board.focus();
    });
    replace(this.moves, make("p", { class: "gk-ask" }, this.say("which_move")), ...choices, back);
    this.settleMoves();
    choices[0].focus({ preventScroll: false });
  }

  refused(names) {
    if (!this.live || this.data.now.over) return;
    if (this.data.now.legal.length || this.data.now.chance) this.send({ do: "why", places: names });
  }

  refuse({ text, rule }) {
    this.refusal = { text, rule };
    this.paintRefusal();
    this.announce(text);
  }

  // ---- painting -----------------------------------------------------------------------------

  refresh({ animate }) {
    const { data, film, viewer } = this;
    const number = this.preview ?? this.cursor;
    const targets = new Map();
    const placeless = [];
    if (this.live && !this.playing && !this.goingOn && this.on && (data.now.human || data.now.chance)) {
      for (const one of data.now.legal) {
        // A move may have several places: two equal cards of a hand.
        for (const place of (one.target ?? "").split(" ").filter(Boolean)) targets.set(place, [...(targets.get(place) ?? []), one]);
        if (!one.target) placeless.push(one);
      }
    }
    const where = this.say("step_of", { step: number, last: this.last });
    this.board.show(film.table(viewer, number), {
      title: this.say("board_title", { title: data.title, where }),
      description: film.description(viewer, number),
      animate,
      targets,
    });
    this.paintTurn(number);
    // A preview changes the picture only: if panels grew or shrank, the log would slip away below the pointer.
    if (this.preview !== null) return;
    this.paintMoves(placeless, targets.size);
    this.paintRefusal();
    this.why.paint(number);
    this.log.mark(this.cursor);
    this.transport.show(this.cursor, this.last, this.busyUndo());
    this.paintChance();
    this.coach.paint();
    this.paintLines();
  }

  busyUndo() {
    return { undo: this.on && this.data.now.can_undo, redo: this.on && this.data.now.can_redo };
  }

  paintTurn(number) {
    const { now, players } = this.data;
    // During a preview nothing below may move, or the log would slip away from the pointer.
    this.turn.style.height = this.preview === null ? "" : `${this.turn.offsetHeight}px`;
    if (number === this.last) {
      const mine = this.on && (now.human || now.chance) && !now.over;
      this.turn.className = `gk-turn${mine ? " gk-yours" : ""}`;
      replace(this.turn, now.over ? null : badge(players[now.player], now.player, this.say), make("span", {}, now.over ?? now.prompt));
      return;
    }
    this.turn.className = "gk-turn gk-past";
    const step = this.film.step(this.viewer, number);
    const back = button(this.say("to_now"), () => this.goto(this.last));
    const branch = button(this.say("branch"), () => this.send({ do: "branch", step: number }));
    replace(
      this.turn,
      step ? badge(players[step.player], step.player, this.say) : null,
      make("span", {}, step ? step.text : this.say("beginning")),
      this.on && this.preview === null && !this.playing && make("span", { class: "gk-turn-buttons" }, back, branch),
    );
  }

  paintMoves(placeless, places) {
    const { now } = this.data;
    const parts = [];
    if (this.live && this.on && !this.playing && !this.goingOn && !now.over) {
      if (now.chance) {
        parts.push(button(this.say("roll"), () => this.send({ do: "roll" }), { class: "gk-button gk-main-button" }));
        parts.push(button(this.say("roll_on"), () => this.send({ do: "roll", on: true })));
      } else if (!now.human) {
        parts.push(button(this.say("others_play"), () => this.send({ do: "others" }), { class: "gk-button gk-main-button" }));
        parts.push(button(this.say("others_step"), () => this.send({ do: "others", once: true })));
      }
    }
    if (!now.chance) {
      for (const one of placeless) parts.push(button(one.text, () => this.play(one.action), { class: "gk-button gk-move" }));
    }
    if (places && !now.chance) parts.push(make("p", { class: "gk-hint" }, this.say("click_place")));
    // Whoever plays by keyboard goes on where the next moves are: the button that was pressed is gone.
    const byKey = this.moves.matches(":focus-visible, :has(:focus-visible)");
    replace(this.moves, ...parts);
    this.settleMoves();
    if (!byKey) return;
    const onBoard = places && !now.chance && this.board.focus();
    if (!onBoard) (this.moves.querySelector("button") ?? this.moves).focus({ preventScroll: true });
  }

  paintRefusal() {
    const show = this.refusal && this.live;
    this.refusalBox.hidden = !show;
    if (!show) return;
    const { text, rule } = this.refusal;
    replace(this.refusalBox, make("p", {}, text), rule ? ruleNote(this.data.rules, rule, this.say) : null);
  }

  paintChance() {
    const { chance, chance_text: text } = this.data.now;
    const show = this.live && this.on && !this.playing && !this.goingOn && Boolean(chance);
    this.chancePanel.hidden = !show;
    if (!show) return;
    const body = chance.length
      ? [make("p", { class: "gk-quiet" }, this.say("chance_choose")), distribution(chance, { say: this.say, choose: (action) => this.play(action) })]
      : [make("p", { class: "gk-quiet" }, text)];
    replace(this.chancePanel.lastElementChild, ...body);
  }

  paintLines() {
    const { lines, line } = this.data;
    this.linesBox.hidden = !this.on || !lines || lines.length < 2;
    if (this.linesBox.hidden) return;
    const entries = lines.map((name, index) => ({ key: index, name }));
    replace(this.linesBox, labelled(this.say("lines"), select(entries, line, (value) => this.send({ do: "line", line: Number(value) }))));
  }

  fillMoves(moves) {
    replace(this.movesBox, moves.length ? whyNotForm(moves, { say: this.say, send: (message) => this.send(message) }) : make("p", { class: "gk-quiet" }, this.say("why_not_none")));
  }

  // ---- speaking -----------------------------------------------------------------------------

  announceSteps(first, last) {
    const steps = this.film.steps(this.viewer).slice(Math.max(first - 1, 0), last);
    const told = steps.filter((step) => !step.chance).slice(-4);
    const words = (told.length ? told : steps.slice(-1)).map((step) => step.text);
    if (last === this.last) words.push(this.data.now.over ?? this.data.now.prompt);
    else words.unshift(this.say("step_of", { step: last, last: this.last }));
    this.announce(words.join(" "));
  }

  announce(text) {
    this.speech.textContent = text;
  }

  // A sentence above the board: an error, or that an earlier game was taken up again.
  tell(text, rule = null) {
    this.notice.hidden = !text;
    if (!text) return;
    const close = button(this.say("close"), () => this.tell(""));
    replace(this.notice, make("p", {}, text), rule ? ruleNote(this.data.rules, rule, this.say) : null, close);
    this.announce(text);
    this.coach.fail();
  }

  keep() {
    const { record, actions, origin, seats, opponents, chance_acts, viewer } = this.data;
    if (this.on && origin) this.memory.keep({ origin, record, actions, seats, opponents, chance_acts, viewer });
  }
}

export function createPlayer(root, data, send = null) {
  return new Player(root, data, send);
}
