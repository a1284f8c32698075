// A guided first round: beside the board one sentence at a time, and on it what the sentence speaks of. Every stop comes once,
// in this game or in the next one; it can be left at any time and asked for again. Its stops are the game's business.
import { button, make, replace } from "../shared/dom.js";

/** @import { Say } from "../shared/types" */

export class GuidedRound {
  /** @type {any[]} */
  stops = [];
  at = 0;
  running = false;
  /** The step at which the stop was told. @type {?number} */
  told = null;
  /** The same of the stop before. */
  before = -1;

  /** `anew`: whether a game begins, and not goes on. `now()`: the step, and the rule by which a decision is open; `memory` keeps which stops were seen, and that all is told. @param {{say: Say, stops: any, now: any, memory: any, anew: boolean}} given */
  constructor({ say, stops, now, memory, anew }) {
    this.say = say;
    this.every = stops;
    this.now = now;
    this.memory = memory;
    const kept = memory.recall();
    /** Whether it is to begin: nobody has seen anything of it, or it has neither come to its end nor been left. */
    this.due = Array.isArray(kept) || (anew && !kept);
    this.goOn(Array.isArray(kept) ? kept : []);
    this.words = make("p", { "aria-live": "polite" });
    this.keys = make("div", "gkp-go");
    const look = { class: "gk-guide", "aria-label": say("guide_title"), hidden: true };
    this.node = make("section", look, this.words, this.keys);
  }

  /** The stops that were seen, by their number, and then the others. @param {number[]} seen */
  goOn(seen) {
    const isSeen = (/** @type {any} */ _, /** @type {number} */ number) => seen.includes(number);
    const before = this.every.filter(isSeen);
    this.stops = [...before, ...this.every.filter((/** @type {any} */ one) => !before.includes(one))];
    this.at = before.length;
    this.told = null;
    this.before = -1;
  }

  /** From the start, or where it stood in the last game. @param {boolean} anew */
  begin(anew) {
    if (anew) this.goOn([]);
    this.due = this.running = true;
    this.keep();
  }

  /** Whether it has something to tell of the decisions of a rule, which are waited for then. @param {string} rule */
  awaits(rule) {
    return this.due && this.stops.slice(this.at).some((stop) => stop.rule === rule);
  }

  keep() {
    this.memory.keep(this.stops.slice(0, this.at).map((one) => this.every.indexOf(one)));
  }

  /** @param {any} board */
  leave(board) {
    this.due = this.running = false;
    this.memory.keep(true);
    this.node.hidden = true;
    board.focus();
    board.pointing.at([]);
  }

  /** The board shows something else now. `mine`: a decision of the person is open. @param {any} board @param {boolean} mine */
  follow(board, mine) {
    if (!this.running) return;
    const { step, rule } = this.now();
    if (mine && this.told !== null && step > this.told) this.next();
    if (this.at >= this.stops.length) return this.end(board);
    if (mine) this.bringForward(rule);
    const stop = this.stops[this.at];
    const due = mine && stop.rule === rule && (!stop.later || step > this.before);
    if (due) this.told = step;
    this.tell(board, due ? stop : null);
  }

  /** A kind of decision may come earlier in this game than in the guide: its first sentence is told then. @param {string} rule */
  bringForward(rule) {
    const first = this.stops.findIndex((stop) => stop.rule === rule);
    if (first > this.at) this.stops.splice(this.at, 0, ...this.stops.splice(first, 1));
  }

  next() {
    this.before = this.told ?? this.before;
    this.told = null;
    this.at += 1;
    this.keep();
  }

  /** @param {any} board @param {any} stop */
  tell(board, stop) {
    const { say } = this;
    this.node.hidden = false;
    this.node.classList.toggle("gk-telling", Boolean(stop));
    const focused = this.keys.contains(document.activeElement);
    const text = stop ? stop.text : say("guide_wait");
    const fresh = this.words.textContent !== text;
    if (fresh) this.words.textContent = text;
    const got = stop && button(say("guide_got"), () => (this.next(), this.follow(board, true)), "gk-main-button");
    const number = make("span", "gk-quiet", say("guide_stop", { number: this.at + 1, count: this.stops.length }));
    const leave = button(say("guide_leave"), () => this.leave(board));
    replace(this.keys, got, leave, number);
    if (focused) this.keys.querySelector("button")?.focus({ preventScroll: true });
    board.pointing.at(stop ? stop.points : []);
    // On a phone the sentence stays above while what it speaks of comes into sight below it.
    if (fresh && stop && !this.node.closest(".gk-right"))
      board.pointing.pointed[0]?.scrollIntoView({ block: "center" });
  }

  /** @param {any} board */
  end(board) {
    this.running = false;
    this.memory.keep(true);
    this.node.classList.remove("gk-telling");
    this.words.textContent = this.say("guide_end");
    const close = button(this.say("close"), () => this.leave(board));
    replace(this.keys, close);
    board.pointing.at([]);
  }
}
