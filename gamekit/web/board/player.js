// The stepper: one game seen, replayed and played. `send(message)` asks the table it is played at (table.js), and
// `receive(message)` takes its answers.
import { claimKeys, speaker, prefersReducedMotion, closest } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { Memory } from "../shared/storage.js";
import { Announcer } from "./announcer.js";
import { choices } from "./board.js";
import { Film, Playback } from "./playback.js";
import { furnish } from "./layout.js";
import { Cover } from "./turn_cover.js";

/** @import { Acts, Answer, Extras, GameData, Message, Move, Say, Seat, Step, View } from "../shared/types" */
/** @import { Look } from "./side_panels.js" */

/** @implements {Acts} */
export class Player {
  viewer = "";
  cursor = 0;
  /** The step that is only looked at, over the log. @type {?number} */
  preview = null;
  /** The card whose moves alone glow. @type {?string} */
  card = null;

  /** Whether it has more to tell of the same move, and had before. */
  goingOn = false;
  followed = false;
  /** Whether the board stood still until somebody went on. */
  wasHeld = false;
  /** The step from which a person missed what happened. @type {?number} */
  missed = null;

  /** @param {HTMLElement} root @param {GameData} data @param {(message: Message) => void} send @param {Extras} extras */
  constructor(root, data, send, extras = {}) {
    this.root = root;
    this.ask = send;
    this.extras = extras;
    this.memory = new Memory(data.key);
    this.patience = new Patience(root, () => this.tell(this.say("no_answer")));
    claimKeys(root);
    const made = this.make(data);
    this.data = made.data;
    this.say = made.say;
    this.film = made.film;
    this.cover = made.cover;
    this.parts = made.parts;
    this.announcer = made.announcer;
    this.playback = made.playback;
    this.open(data);
  }

  /** Everything anew: after "new game", after opening a file. @param {GameData} data */
  begin(data) {
    this.stop();
    Object.assign(this, this.make(data));
    this.open(data);
  }

  /**
   * What comes with a game.
   * @param {GameData} data
   * @returns {{data: GameData, say: Say, film: Film, cover: ?Cover, parts: ReturnType<typeof furnish>, announcer: Announcer, playback: Playback}}
   */
  make(data) {
    const { root, extras } = this;
    const say = speaker(data.words);
    const film = new Film(data.views);
    const cover = extras.cover ? this.makeCover(say, data.players) : null;
    const look = () => this.look();
    const parts = furnish(root, { data, say, acts: this, extras, look, cover: cover?.node ?? null });
    const announcer = new Announcer({ data, say, look, announce: (text) => this.announce(text) });
    const playback = new Playback({
      moments: parts.moments,
      playing: (yes) => parts.transport.showPlaying(yes),
      step: () => film.step(this.viewer, this.cursor),
      forward: () => (this.cursor = Math.min(this.cursor + 1, this.last)) === this.last,
      refresh: (how) => this.refresh(how),
      known: ({ player, only }) => !only && this.isPerson(player),
      stops: (step) => this.stopsAt(step),
      standing: {
        isOurs: (player) => this.isPerson(player),
        players: data.players,
        standing: (letter) => this.findStanding(letter),
      },
      announce: (text) => this.announce(this.live ? `${text} ${data.now.over ?? data.now.prompt}` : text),
    });
    return { data, say, film, cover, parts, announcer, playback };
  }

  /** @param {GameData} data */
  open(data) {
    this.viewer = data.viewer;
    this.cursor = data.step ?? this.film.last(this.viewer);
    this.preview = null;
    this.parts.sounds.begin(this.last);
    this.parts.board.mount(data.scene);
    this.parts.sidePanels.fill();
    this.refresh({ animate: false });
    this.parts.sidePanels.paint();
    if (data.notice) this.tell(data.notice);
    this.keep();
    if (this.viewer === "turn" && data.now.human) this.cover?.put(data.now.player, []);
  }

  /** @param {Say} say @param {Seat[]} players */
  makeCover(say, players) {
    /** @param {string} title */
    const coverUp = (title) => {
      this.stop();
      this.root.classList.add("gkp-covered");
      this.announce(title);
    };
    /** @param {Answer[]} messages */
    const liftOff = (messages) => {
      this.root.classList.remove("gkp-covered");
      for (const message of messages) this.receive(message);
      this.focus();
    };
    return new Cover({ say, players, covered: coverUp, lifted: liftOff });
  }

  /** @param {?number} [player] */
  isPerson(player) {
    return typeof player === "number" && player >= 0 && this.data.seats?.[player] === null;
  }

  /** How a player stands in the position that is shown: the first sentence of its description that names the player. @param {string} letter */
  findStanding(letter) {
    const lines = this.film.description(this.viewer, this.cursor).split("\n").slice(1);
    const line = lines.find((one) => one.split(/[^\p{L}\d]+/u).includes(letter)) ?? "";
    return line.replace(/^\p{L}\s?: /u, "");
  }

  /** Whether the board stops here until somebody goes on: what a rule marks as long, of a person or of all, and the end. @param {?Step} step */
  stopsAt(step) {
    const isEnd = Boolean(this.data.now.over) && step === this.film.step(this.viewer, this.last);
    const isOurs = (/** @type {Step["notes"][0]} */ { long, player }) =>
      long && (isEnd || player === null || this.isPerson(player));
    return Boolean(step?.notes.some(isOurs)) && Boolean(this.data.seats?.includes(null));
  }

  get last() {
    return this.film.last(this.viewer);
  }

  get live() {
    return this.preview === null && this.cursor === this.last;
  }

  // Whether the last position is shown, and nothing runs.
  get isOpen() {
    return this.live && !this.playback.running && !this.goingOn;
  }

  /** @returns {Look} */
  look() {
    const { viewer, cursor, last, live, isOpen: open } = this;
    return {
      viewer,
      steps: this.film.steps(viewer),
      cursor,
      told: this.playback.following ? cursor : last,
      live,
      open,
    };
  }

  /** Send a request to the table and show, if it takes long, that we are waiting. @param {Message} message */
  send(message) {
    this.patience.begin();
    this.ask(message);
  }

  endWait() {
    this.patience.end();
  }

  /** @param {Answer} message */
  receive(message) {
    this.endWait();
    if (this.cover?.holds(message)) return;
    /** @type {Record<string, () => unknown>} */
    const handlers = {
      all: () => this.begin(message.data),
      update: () => this.update(message),
      view: () => {
        this.data.now = message.now;
        this.see(message.viewer, { frames: message.frames, steps: message.steps });
        // Whoever comes back to the screen is shown what has happened since the own last move.
        if (message.handed !== undefined)
          this.missed =
            message.steps.findLastIndex((/** @type {Step} */ step) => step.player === message.handed) + 1 || null;
      },
      why: () => this.refuse(message),
      moves: () => this.parts.whyNot.fill(message.moves),
      how: () => this.parts.howTo?.fill(message),
      chances: () => this.parts.sidePanels.why.fill(message),
      coach: () => this.parts.sidePanels.coach.answer(message),
      progress: () => this.parts.sidePanels.coach.progress(message),
      file: () => download(message.name, message.text),
      put: () => this.put(message.text),
      settings: () => Object.assign(this.data, message.settings) && this.keep(),
      error: () => this.tell(message.text, message.rule),
    };
    handlers[message.type]?.();
  }

  /** To the class of whoever teaches. @param {string} game */
  async put(game) {
    if (globalThis.gamekitAsk) this.tell(this.say(...(await globalThis.gamekitAsk(game, this.cursor))));
  }

  /** New steps, or fewer. The picture follows step by step when several came at once. @param {Answer} message */
  update(message) {
    const { data, film } = this;
    this.followed = this.goingOn;
    this.stop();
    film.splice(message.cut, message.views);
    data.actions.length = message.cut;
    data.actions.push(...message.actions);
    Object.assign(data, { now: message.now, lines: message.lines, line: message.line });
    if (!film.has(this.viewer)) this.viewer = Object.keys(message.views)[0];
    this.parts.spoken.refuse(null);
    this.card = null;
    this.parts.sidePanels.coach.forget();
    this.tell("");
    this.parts.sidePanels.change(message.cut);
    this.keep();
    const from = this.missed ?? message.cut;
    const fresh = this.last - from;
    this.missed = null;
    this.goingOn = Boolean(message.going_on);
    this.announcer.follow(message.cut + 1, this.goingOn);
    if (!this.goingOn && this.parts.whyNot.node.open) this.send({ do: "moves" });
    const steps = film.steps(this.viewer).slice(from);
    // What the last message stopped at stands on until somebody goes on to what this one brings.
    const stands = this.followed && this.cursor === from && this.stopsAt(film.step(this.viewer, from));
    if (prefersReducedMotion()) this.skip(stands ? from - 1 : from);
    else if (fresh <= 1 && !stands && !(steps[0]?.only && this.followed)) {
      this.cursor = this.last;
      this.refresh({ animate: fresh === 1 });
      if (steps[0] && this.stopsAt(steps[0])) this.playback.hold(steps[0]);
      else if (steps[0]?.moment && !this.goingOn) this.playback.flash(steps[0]);
    } else {
      // Several steps at once are shown one by one; the first follows at once what is already seen.
      this.cursor = from + (this.cursor === from && from > 0 && this.followed ? 0 : 1);
      this.playback.catchUp(fresh);
      this.refresh({ animate: true });
    }
  }

  /** Without animation: on to the next step at which the board stops, or to the last. @param {number} from */
  skip(from) {
    const steps = this.film.steps(this.viewer);
    const at = steps.findIndex((step, number) => number >= from && number + 1 < this.last && this.stopsAt(step));
    this.cursor = at < 0 ? this.last : at + 1;
    if (at >= 0) this.playback.hold(steps[at], () => (this.stop(), this.skip(at + 1)));
    this.refresh({ animate: false });
    const end = steps.at(-1);
    if (at < 0 && end && this.stopsAt(end)) this.playback.hold(end);
    else if (at < 0) this.parts.moments.tell(steps.slice(from));
  }

  /** @param {string} viewer @param {View} view */
  see(viewer, view) {
    this.film.put(viewer, view);
    this.viewer = viewer;
    this.data.viewer = viewer;
    this.parts.sidePanels.fill();
    this.cursor = Math.min(this.cursor, this.last);
    this.refresh({ animate: false });
    this.keep();
  }

  /** @param {number} step @param {{animate?: boolean}} how */
  goto(step, { animate = true } = {}) {
    this.stop();
    const goal = Math.min(Math.max(step, 0), this.last);
    const near = Math.abs(goal - this.cursor) === 1;
    this.cursor = goal;
    this.preview = null;
    this.parts.spoken.refuse(null);
    this.refresh({ animate: animate && near });
    this.announcer.goto(goal);
  }

  /** @param {number} by */
  go(by) {
    this.goto(this.cursor + by);
  }

  stop() {
    this.playback.stop();
  }

  toggle() {
    const stopped = this.playback.running;
    if (stopped) this.stop();
    else if (this.cursor >= this.last) this.cursor = 0;
    this.refresh({ animate: false });
    if (!stopped) this.playback.run(this.parts.transport.interval());
  }

  /** @param {number} interval */
  setSpeed(interval) {
    if (this.playback.running) this.playback.run(interval);
  }

  press() {
    this.playback.press();
  }

  /** @param {?number} step */
  hover(step) {
    if (this.preview === step || (step !== null && this.playback.running)) return;
    this.preview = step;
    this.refresh({ animate: false });
  }

  /** @param {number} action */
  play(action) {
    this.send({ do: "play", action, step: this.last });
  }

  /** A place was chosen. Several moves may end there: then ask which. @param {Move[]} actions */
  pick(actions) {
    if (this.data.now.chance && actions.length > 1) return this.send({ do: "roll" });
    if (actions.length === 1) return this.play(actions[0].action);
    this.parts.turn.ask(actions);
  }

  returnToBoard() {
    this.refresh({ animate: false });
    this.parts.board.focus();
  }

  /** A card was chosen, or let go: only where it leads glows. @param {string} card */
  pickSource(card) {
    this.card = this.card === card ? null : card;
    this.refresh({ animate: false });
    this.parts.board.focus(card);
  }

  /** @param {string[]} names */
  askWhy(names) {
    if (!this.live || this.data.now.over) return;
    if (this.data.now.legal.length || this.data.now.chance) this.send({ do: "why", places: names });
  }

  /** @param {Answer} told */
  refuse({ text, rule }) {
    this.parts.spoken.refuse({ text, rule });
    this.parts.spoken.paint(this.live);
    this.parts.spoken.refusal.scrollIntoView({ block: "nearest" });
    this.announce(text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.root.isConnected || this.cover?.waiting.length) return;
    pressKey(event, this, this.playback.following || this.playback.held ? () => this.playback.onward() : null);
  }

  undo() {
    if (this.data.now.can_undo) this.send({ do: "undo" });
  }

  roll() {
    if (this.live && this.data.now.chance) this.send({ do: "roll" });
  }

  focus() {
    return this.parts.board.focus() || this.parts.turn.focus();
  }

  /** @param {number} by */
  magnify(by) {
    this.parts.board.magnify(by);
  }

  /** @param {{animate: boolean}} how */
  refresh({ animate }) {
    const { data, film, viewer, parts, live, isOpen: open } = this;
    const { now } = data;
    const number = this.preview ?? this.cursor;
    const { targets, sources, placeless } = choices(open && (now.human || now.chance) ? now.legal : [], this.card);
    const where = this.say("step_of", { step: number, last: this.last });
    // The board measures: whatever else changes the page has changed it by then, so that it is laid out once.
    parts.turn.hold(this.preview !== null);
    if (number === this.last) parts.turn.tellNow(now);
    else parts.turn.tellPast(film.step(viewer, number), number, this.preview === null && !this.playback.running);
    const places = targets.size;
    const onward = this.playback.held ? () => this.playback.onward() : null;
    const byKey =
      this.preview === null && parts.turn.paint(now, { onward, open, live, placeless, places, cards: sources.size });
    if (this.preview === null) {
      parts.spoken.paint(live);
      parts.transport.show(this.cursor, this.last, now);
    }
    parts.board.show(film.table(viewer, number), {
      title: this.say("board_title", { title: data.title, where }),
      description: film.description(viewer, number),
      animate,
      targets,
      sources,
    });
    this.extras.guide?.follow(parts.board, open && now.human);
    // A preview changes the picture only: if panels grew or shrank, the log would slip away below the pointer.
    if (this.preview !== null) return;
    parts.sounds.follow({ step: number, steps: film.steps(viewer), open, now });
    // Whoever was on a choice goes on where the next ones are: the button that was pressed is gone.
    const onBoard = byKey && places && !now.chance && parts.board.focus();
    const isLeft = byKey || document.activeElement === parts.board.view;
    if (isLeft && !onBoard && !parts.turn.focus() && byKey) parts.turn.moves.focus({ preventScroll: true });
    if (this.wasHeld && !onward && live) this.announce(now.over ?? now.prompt);
    this.wasHeld = Boolean(onward);
    parts.sidePanels.follow();
  }

  /** @param {string} text */
  announce(text) {
    this.parts.spoken.announce(text);
  }

  /** @param {string} text @param {?string} [rule] */
  tell(text, rule = null) {
    this.parts.spoken.tell(text, rule);
    if (text) this.parts.sidePanels.coach.fail();
  }

  keep() {
    const { record, actions, origin, seats, opponents, chance_acts, viewer } = this.data;
    if (!origin) return;
    const snapshot = { origin, record, actions, seats, opponents, chance_acts, viewer };
    if (this.extras.save) this.extras.save(snapshot);
    else this.memory.keep(snapshot);
  }
}

const TYPING = "input:not([type=range]):not([type=checkbox]), select, textarea";
const PRESSED = "button, summary, a, input";
/** @type {Record<string, (acts: Acts) => unknown>} */
const DONE_BY_KEY = {
  b: (acts) => acts.go(-1),
  n: (acts) => acts.go(1),
  f: (acts) => acts.goto(0),
  l: (acts) => acts.goto(Infinity),
  p: (acts) => acts.toggle(),
  u: (acts) => acts.undo(),
  r: (acts) => acts.roll(),
  m: (acts) => acts.focus(),
  "+": (acts) => acts.magnify(1),
  "-": (acts) => acts.magnify(-1),
};

/** `onward` goes to the next step while steps follow each other, else it is null. @param {KeyboardEvent} event @param {Acts} acts @param {?() => void} onward */
function pressKey(event, acts, onward) {
  if (document.querySelector("dialog[open]") || closest(event, TYPING)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = (event.key === " " || event.key === "Enter") && !closest(event, PRESSED) ? onward : null;
  if (!next && !Object.hasOwn(DONE_BY_KEY, event.key)) return;
  event.preventDefault();
  if (next) next();
  else DONE_BY_KEY[event.key](acts);
}

const SLOW_ANSWER_MS = 400;
const NO_ANSWER_MS = 15000;

class Patience {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  slow;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  lost;

  /** `root` is marked when it takes a while; `up` hears that nothing comes. @param {Element} root @param {() => void} up */
  constructor(root, up) {
    this.root = root;
    this.up = up;
  }

  begin() {
    this.end();
    this.slow = setTimeout(() => this.root.classList.add("gk-busy"), SLOW_ANSWER_MS);
    this.lost = setTimeout(this.up, NO_ANSWER_MS);
  }

  end() {
    clearTimeout(this.slow);
    clearTimeout(this.lost);
    this.root.classList.remove("gk-busy");
  }
}
