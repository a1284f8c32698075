// The stepper: one game seen, replayed and played. `send(message)` asks the table it is played at (table.js), and
// `receive(message)` takes its answers.
import { Beside } from "./beside.js";
import { choices } from "./choices.js";
import { Cover } from "./cover.js";
import { button, make, ownKeys, replace, speaker, stillness, touched } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { Film } from "./film.js";
import { furnish } from "./furniture.js";
import { badge } from "./log.js";
import { ruleNote, whyNotForm } from "./panels.js";
import { Memory } from "../shared/memory.js";

const CATCH_UP_MS = 450;
const CATCH_UP_WHOLE_MS = 3500;
const FASTEST_TOLD_MS = 120;
const SLOW_ANSWER_MS = 400;
const NO_ANSWER_MS = 15000;
const ANNOUNCE_AFTER_MS = 250;

export class Player {
  // `extras`, from a page that is all about playing: `plain` leaves out what is for taking a game apart, `cover` hides
  // cards between the turns of several people, `kept(snapshot)` keeps the game, `ending()` makes buttons for its end;
  // `remote`: the game is not this page's, so there is nothing to take back, to branch from or to set.
  constructor(root, data, send, extras = {}) {
    this.root = root;
    this.ask = send;
    this.extras = extras;
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
    this.cover = this.extras.cover ? new Cover(this) : null;
    furnish(this);
    this.beside = new Beside(this);
    this.board.mount(data.scene);
    this.beside.fill();
    this.refresh({ animate: false });
    this.beside.paint();
    if (data.notice) this.tell(data.notice);
    this.keep();
    if (this.viewer === "turn" && data.now.human) this.cover?.put(data.now.player, []);
  }

  get last() {
    return this.film.last(this.viewer);
  }

  get live() {
    return this.preview === null && this.cursor === this.last;
  }

  // Send a request to the table and show, if it takes long, that we are waiting.
  send(message) {
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
    if (this.cover?.holds(message)) return;
    const handlers = {
      all: () => this.begin(message.data),
      update: () => this.update(message),
      view: () => {
        this.data.now = message.now;
        this.see(message.viewer, message);
        // Whoever comes back to the screen is shown what has happened since the own last move.
        if (message.handed !== undefined) this.missed = message.steps.findLastIndex((step) => step.player === message.handed) + 1 || null;
      },
      why: () => this.refuse(message),
      moves: () => this.fillMoves(message.moves),
      chances: () => this.why.fill(message),
      coach: () => this.coach.answer(message),
      progress: () => this.coach.progress(message),
      file: () => download(message.name, message.text),
      put: async () => this.tell(this.say(...(await globalThis.gamekitAsk(message.text, this.cursor)))),
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
    this.card = null;
    this.coach.forget();
    this.tell("");
    this.beside.changed(message.cut);
    this.keep();
    const from = this.missed ?? message.cut;
    const fresh = this.last - from;
    this.missed = null;
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
      const steps = film.steps(this.viewer).slice(from);
      if (stillness()) this.moments.tell(steps);
      else if (steps[0]?.moment && !this.goingOn) this.flash(steps[0]);
    } else {
      // Several steps at once are shown one by one; the first follows at once what is already seen.
      this.cursor = from + (this.cursor === from && from > 0 && this.followed ? 0 : 1);
      this.run(Math.min(CATCH_UP_MS, CATCH_UP_WHOLE_MS / fresh), true);
      this.refresh({ animate: true });
    }
  }

  flash(step) {
    this.moments.show(step);
    this.ebb = setTimeout(() => this.moments.hide(), this.moments.lasting(step, 0));
  }

  see(viewer, view) {
    this.film.put(viewer, view);
    this.viewer = viewer;
    this.data.viewer = viewer;
    this.beside.fill();
    this.cursor = Math.min(this.cursor, this.last);
    this.refresh({ animate: false });
    this.keep();
  }

  chooseViewer(viewer) {
    this.send({ do: "view", viewer });
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

  // Step after step until the last; each is shown as long as it deserves. `following`: what has just happened; of that
  // nobody has to be told what they did themselves.
  run(interval, following = false) {
    this.stop();
    const calm = interval <= FASTEST_TOLD_MS;
    const step = () => {
      const shown = this.film.step(this.viewer, this.cursor);
      const own = following && shown?.player >= 0 && this.data.seats?.[shown.player] === null;
      return own || calm ? null : shown;
    };
    const on = () => {
      this.cursor = Math.min(this.cursor + 1, this.last);
      const done = this.cursor === this.last;
      if (done) this.stop();
      else later();
      this.refresh({ animate: !calm });
      this.moments.show(step());
      if (done) this.ebb = setTimeout(() => this.moments.hide(), this.moments.lasting(step(), 0));
    };
    const later = () => (this.playing = setTimeout(on, this.moments.lasting(step(), interval)));
    this.onward = () => (clearTimeout(this.playing), on());
    this.following = following;
    later();
    this.moments.show(step());
    this.transport.playing(true);
  }

  stop() {
    clearTimeout(this.playing);
    clearTimeout(this.ebb);
    this.moments?.hide();
    this.playing = null;
    this.following = false;
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
    const buttons = actions.map((one) => button(one.text, () => this.play(one.action), { class: "gk-button gk-move" }));
    const back = button(this.say("cancel"), () => {
      this.refresh({ animate: false });
      this.board.focus();
    });
    replace(this.moves, make("p", { class: "gk-ask" }, this.say("which_move")), ...buttons, back);
    this.settleMoves();
    buttons[0].focus({ preventScroll: false });
  }

  // A card was chosen, or let go: only where it leads glows.
  sourced(card) {
    this.card = this.card === card ? null : card;
    this.refresh({ animate: false });
    this.board.focus(card);
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
    const open = this.live && !this.playing && !this.goingOn && (data.now.human || data.now.chance);
    const { targets, sources, placeless } = choices(open ? data.now.legal : [], this.card);
    const where = this.say("step_of", { step: number, last: this.last });
    // The board measures: whatever else changes the page has changed it by then, so that it is laid out once.
    this.paintTurn(number);
    const byKey = this.preview === null && this.paintMoves(placeless, targets.size, sources.size);
    if (this.preview === null) {
      this.paintRefusal();
      this.transport.show(this.cursor, this.last, this.busyUndo());
    }
    this.board.show(film.table(viewer, number), {
      title: this.say("board_title", { title: data.title, where }),
      description: film.description(viewer, number),
      animate,
      targets,
      sources,
    });
    // A preview changes the picture only: if panels grew or shrank, the log would slip away below the pointer.
    if (this.preview !== null) return;
    if (byKey) this.focusMoves(targets.size);
    this.beside.follow();
  }


  busyUndo() {
    return { undo: this.data.now.can_undo, redo: this.data.now.can_redo };
  }

  paintTurn(number) {
    const { now, players } = this.data;
    // During a preview nothing below may move, or the log would slip away from the pointer.
    this.turn.style.height = this.preview === null ? "" : `${this.turn.offsetHeight}px`;
    if (number === this.last) {
      const mine = (now.human || now.chance) && !now.over;
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
      this.preview === null && !this.playing && make("span", { class: "gk-turn-buttons" }, back, !this.extras.remote && branch),
    );
  }

  // Whether the keyboard was on the moves that are replaced.
  paintMoves(placeless, places, cards) {
    const { now } = this.data;
    const parts = [];
    if (this.live && !this.playing && !this.goingOn && !now.over) {
      if (now.chance) {
        parts.push(button(this.say("roll"), () => this.send({ do: "roll" }), { class: "gk-button gk-main-button" }));
        parts.push(button(this.say("roll_on"), () => this.send({ do: "roll", on: true })));
      } else if (!now.human && !this.extras.remote) {
        parts.push(button(this.say("others_play"), () => this.send({ do: "others" }), { class: "gk-button gk-main-button" }));
        parts.push(button(this.say("others_step"), () => this.send({ do: "others", once: true })));
      }
    }
    if (!now.chance) {
      for (const one of placeless) parts.push(button(one.text, () => this.play(one.action), { class: "gk-button gk-move" }));
    }
    if (places && !now.chance) parts.push(make("p", { class: "gk-hint" }, this.say(cards ? "choose_card" : touched() ? "touch_place" : "click_place")));
    if (now.over && this.live) parts.push(...(this.extras.ending?.() ?? []));
    const byKey = this.moves.matches(":focus-visible, :has(:focus-visible)");
    replace(this.moves, ...parts);
    this.settleMoves();
    this.moves.parentNode?.classList.toggle("gk-many", placeless.length > 0 && !now.chance);
    return byKey;
  }

  // Whoever plays by keyboard goes on where the next moves are: the button that was pressed is gone.
  focusMoves(places) {
    const onBoard = places && !this.data.now.chance && this.board.focus();
    if (!onBoard) (this.moves.querySelector("button") ?? this.moves).focus({ preventScroll: true });
  }

  paintRefusal() {
    const show = this.refusal && this.live;
    this.refusalBox.hidden = !show;
    if (!show) return;
    const { text, rule } = this.refusal;
    replace(this.refusalBox, make("p", {}, text), rule ? ruleNote(this.data.rules, rule, this.say) : null);
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
    if (!origin) return;
    const snapshot = { origin, record, actions, seats, opponents, chance_acts, viewer };
    if (this.extras.kept) this.extras.kept(snapshot);
    else this.memory.keep(snapshot);
  }
}

export function createPlayer(root, data, send, extras = {}) {
  return new Player(root, data, send, extras);
}
