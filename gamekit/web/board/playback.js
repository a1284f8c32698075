// The frames of a game as each viewer sees them (frame_builder.js), and steps that follow each other, each shown as long as
// it deserves.
import { make, replace, prefersReducedMotion } from "../shared/dom.js";

/** @import { Seat, Step, View } from "../shared/types" */

/** @type {Record<string, number>} */
const LASTING = { short: 1100, long: 2000 };
const ROLLING = 700;
const FACE = 90;
const NOTE = 750; // between two things that happen in one step, such as the scoring of run after run
const MOST_ONE_BY_ONE = 6;
const MOST_TOLD = 4;
/** Where the pips of a die lie, in thirds. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export class Moments {
  node = make("div", { class: "gk-moment", "aria-hidden": "true", hidden: true });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  rolling;
  /** How far the page was scrolled before it went on to a table. @type {?number} */
  scrolled = null;

  /** How long a step is shown before the next one, at `usual` milliseconds for one that is nothing special. @param {?Step} step @param {number} usual */
  measureTime(step, usual) {
    if (!step?.moment) return usual;
    const more = prefersReducedMotion() ? 0 : Math.min(step.notes.length, MOST_ONE_BY_ONE) - 1;
    return Math.max(usual, LASTING[step.moment] + (step.die ? ROLLING : 0) + Math.max(more, 0) * NOTE);
  }

  /** What the board stops for stands below it, in a table: a row for each player, persons first, with what happened and, if it
   * did not happen to all, how they stand; then what is about no player. @param {Step} step @param {Standing} given */
  showTable({ notes }, { isOurs, players, standing }) {
    clearInterval(this.rolling);
    const sorted = [...players.keys()].toSorted((a, b) => Number(isOurs(b)) - Number(isOurs(a)));
    const told = [...sorted, -1].map((player) => {
      const about = notes.filter((note) => (players[note.player ?? -1] ? note.player : -1) === player);
      return { player, letter: players[player]?.letter ?? "", text: about.map((note) => note.text).join(" ") };
    });
    const isWhole = told.every(({ text, letter }) => text || !letter);
    const rows = told.map(({ player, letter, text }) => {
      const head = letter ? make("th", { scope: "row" }, letter) : make("td");
      const how = !isWhole && letter && make("p", "gk-quiet", standing(letter));
      return make("tr", isOurs(player) ? "gk-own" : {}, head, make("td", {}, make("p", {}, text), how));
    });
    this.node.hidden = false;
    this.node.classList.add("gk-told");
    this.node.removeAttribute("aria-hidden");
    replace(this.node, make("table", {}, make("tbody", {}, ...rows)));
    this.scrolled ??= window.scrollY;
    this.node.scrollIntoView({ block: "nearest" });
    return told.map(({ text }) => text).join(" ");
  }

  /** @param {?Step} step */
  show(step) {
    this.clear();
    this.node.classList.remove("gk-told");
    this.node.hidden = !step?.moment;
    this.node.ariaHidden = "true"; // it is announced
    if (!step?.moment) return;
    const told = [step.text, ...step.notes.slice(1).map((note) => note.text)];
    /** @param {number} place */
    const delayOf = (place) => `animation-delay: ${Math.min(place, MOST_ONE_BY_ONE) * NOTE}ms`;
    const words = make("div", {}, ...told.map((text, place) => make("p", { style: delayOf(place) }, text)));
    const result = step.die ?? 0;
    const die = result in PIPS ? make("span", "gk-dice") : null;
    replace(this.node, die, words);
    if (die) this.roll(die, words, result);
  }

  /** Without animation, what was to be watched is told all at once, below the board: there it may stay while the next move
   * is chosen, and hides no card. @param {Step[]} steps */
  tell(steps) {
    const watched = steps.filter((step) => step.moment);
    const told = watched.filter((step, place) => step.moment === "long" || place >= watched.length - MOST_TOLD);
    this.node.hidden = !told.length;
    this.node.classList.add("gk-told");
    const lines = told.flatMap(({ moment, notes, text }) =>
      moment === "long" ? notes.map((note) => note.text) : [text],
    );
    replace(this.node, make("div", {}, ...lines.map((text) => make("p", {}, text))));
  }

  hide() {
    this.clear();
    this.node.hidden = true;
  }

  // Whoever was led to a table is led back.
  clear() {
    clearInterval(this.rolling);
    if (this.scrolled !== null) window.scrollTo(0, this.scrolled);
    this.scrolled = null;
  }

  /** @param {HTMLElement} die @param {HTMLElement} words @param {number} result */
  roll(die, words, result) {
    const places = Array.from({ length: 9 }, () => make("i"));
    die.append(...places);
    /** @param {number} value */
    const face = (value) => places.forEach((place, i) => place.classList.toggle("gk-pip", PIPS[value].includes(i)));
    face(result);
    if (prefersReducedMotion()) return;
    const until = performance.now() + ROLLING;
    words.style.visibility = "hidden";
    die.classList.add("gk-rolling");
    this.rolling = setInterval(() => {
      const over = performance.now() >= until;
      face(over ? result : 1 + Math.floor(6 * Math.random()));
      if (!over) return;
      clearInterval(this.rolling);
      words.style.visibility = "";
      die.classList.remove("gk-rolling");
    }, FACE);
  }
}

/** @typedef {ReturnType<typeof setTimeout>} Timer */
/** @typedef {{isOurs: (player: number) => boolean, players: Seat[], standing: (letter: string) => string}} Standing whether a player is a person, and how a player stands */

const FASTEST_TOLD_MS = 120;
const CATCH_UP_MS = 450;
const CATCH_UP_WHOLE_MS = 3500;

/**
 * @typedef {object} Given
 * @property {Moments} moments
 * @property {(yes: boolean) => void} playing hears whether steps follow each other
 * @property {() => ?Step} step the one that is shown
 * @property {() => boolean} forward goes to the next, and says whether it is the last
 * @property {(how: {animate: boolean}) => void} refresh
 * @property {(step: Step) => boolean} known whether a person did it, and need not be told
 * @property {(step: ?Step) => boolean} stops whether the board stops there until somebody goes on
 * @property {Standing} standing
 * @property {(text: string) => void} announce
 */

export class Playback {
  /** Until the next one. @type {Timer | undefined} */
  timer;
  /** Until what is told over the board goes. @type {Timer | undefined} */
  ebb;
  /** Whether the steps have just happened, and are not only replayed. */
  following = false;
  /** The next one at once. */
  onward = () => {};

  /** @param {Given} given */
  constructor(given) {
    this.given = given;
  }

  /** Whether the board stands still until somebody goes on. */
  held = false;

  get running() {
    return this.timer !== undefined || this.held;
  }

  /** Step after step until the last. Of what has just happened every moment is shown, however many steps there are: but for
   * what somebody did themselves, if no rule marks it as long. @param {number} interval */
  run(interval, following = false) {
    this.stop();
    const { moments, playing, step, forward, refresh, known, stops } = this.given;
    const quick = interval <= FASTEST_TOLD_MS;
    const takeStep = () => {
      const shown = step();
      return (following ? shown?.moment !== "long" && shown && known(shown) : quick) ? null : shown;
    };
    const on = () => {
      const done = forward();
      this.held = false;
      if (done) this.stop();
      else rest();
      refresh({ animate: !quick });
      const shown = takeStep();
      if (this.held || (done && following && stops(shown))) this.hold(shown, this.held ? on : null);
      else moments.show(shown);
      if (done && !stops(shown)) this.fade(shown);
    };
    const rest = () => {
      this.held = following && stops(step());
      this.timer = this.held ? undefined : setTimeout(on, moments.measureTime(takeStep(), interval));
    };
    this.onward = () => (clearTimeout(this.timer), on());
    this.following = following;
    rest();
    if (this.held) this.hold(step(), on);
    else moments.show(takeStep());
    playing(true);
  }

  /** What happened stands in a table; `on` goes on, where something comes after it. @param {?Step} step @param {?() => void} on */
  hold(step, on = null) {
    const { moments, standing, announce } = this.given;
    if (step) announce(moments.showTable(step, standing));
    this.held = Boolean(on);
    if (on) this.onward = on;
  }

  /** Several steps that have just happened: the more there are, the quicker they follow each other. @param {number} steps */
  catchUp(steps) {
    this.run(Math.min(CATCH_UP_MS, CATCH_UP_WHOLE_MS / steps), true);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.ebb);
    this.given.moments.hide();
    this.timer = undefined;
    this.held = false;
    this.following = false;
    this.given.playing(false);
  }

  /** A single step that somebody wants to watch. @param {Step} step */
  flash(step) {
    this.given.moments.show(step);
    this.fade(step);
  }

  /** @param {?Step} step */
  fade(step) {
    const { moments } = this.given;
    this.ebb = setTimeout(() => moments.hide(), moments.measureTime(step, 0));
  }

  // A click on the board: the next step while they follow each other; else what is told over the board goes.
  press() {
    if (this.following || this.held) this.onward();
    else this.given.moments.hide();
  }
}

export class Film {
  /** @type {Map<string, View>} */
  views = new Map();

  /** @param {Record<string, View>} views */
  constructor(views = {}) {
    for (const [viewer, view] of Object.entries(views)) this.put(viewer, view);
  }

  /** @param {string} viewer @param {View} view */
  put(viewer, { frames, steps }) {
    this.views.set(viewer, { frames: [...frames], steps: [...steps] });
  }

  /** @param {string} viewer */
  has(viewer) {
    return this.views.has(viewer);
  }

  /** Keep the first `step` steps of every view and lengthen those that bring new frames;
   * the others are forgotten, and asked for again when somebody wants to see them. @param {number} step @param {Record<string, View>} additions */
  splice(step, additions) {
    for (const [viewer, view] of [...this.views]) {
      const more = additions[viewer];
      if (!more) {
        this.views.delete(viewer);
        continue;
      }
      view.frames.length = step + 1;
      view.steps.length = step;
      view.frames.push(...more.frames);
      view.steps.push(...more.steps);
    }
  }

  /** @param {string} viewer */
  of(viewer) {
    const view = this.views.get(viewer);
    if (!view) throw new RangeError(`nothing is known of the view ${viewer}`);
    return view;
  }

  /** @param {string} viewer */
  last(viewer) {
    return this.of(viewer).frames.length - 1;
  }

  /** @param {string} viewer */
  steps(viewer) {
    return this.of(viewer).steps;
  }

  /** @param {string} viewer @param {number} number */
  step(viewer, number) {
    return number > 0 ? this.of(viewer).steps[number - 1] : null;
  }

  /** @param {string} viewer @param {number} number */
  description(viewer, number) {
    return this.of(viewer).frames[number].description;
  }

  /** The whole table of changes at a step: element id -> what to set. A frame is drawn when somebody looks at it. @param {string} viewer @param {number} number */
  table(viewer, number) {
    return new Map(Object.entries(this.of(viewer).frames[number].whole));
  }
}
