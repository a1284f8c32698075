// What stands beside the board of a puzzle: what is asked, then whether it was found, and why, in words and figures.
import { button, make, replace } from "../shared/dom.js";
import { percent } from "../shared/numbers.js";
import { HARDEST } from "./puzzle_set.js";

/** @import { Say } from "../shared/types" */
/** @import { Puzzle } from "./puzzle_set.js" */

export class PuzzleCard {
  // `levels`: their names and titles; `give()`, `next()` and `put(key)` are what the buttons do.
  /** @param {{say: Say, levels: {name: string, title: string}[], give: () => void, next: () => void, put: (key: string) => void}} given */
  constructor({ say, levels, give, next, put }) {
    this.say = say;
    this.levels = levels;
    this.give = give;
    this.next = next;
    this.put = put;
    this.node = make("section", { class: "gkp-puzzle", "aria-label": say("puzzle_what") });
  }

  // The board's business is its own: there is nothing to follow.
  follow() {}

  /** @param {Puzzle} one @param {boolean} waited */
  ask({ key, difficulty }, waited) {
    const { say } = this;
    const hard = make("span", { class: "gk-quiet" }, say("puzzle_hard", { number: difficulty, all: HARDEST }));
    const keys = make(
      "div",
      { class: "gkp-go" },
      button(say("puzzle_give_up"), () => this.give()),
      this.toClass(key),
      hard,
    );
    this.node.classList.remove("gkp-solved");
    replace(this.node, make("h3", {}, say("puzzle_what")), waited && make("p", {}, say("puzzle_due")), keys);
  }

  // `chosen`: the move that was made, null if none was; `days`: after how many it comes again.
  /** @param {Puzzle} one @param {{right: boolean, chosen: ?string, best: string, days: number, waited: boolean}} came */
  tell({ key, theme, why, lead, found }, { right, chosen, best, days, waited }) {
    const { say } = this;
    const verdict = right ? "puzzle_right" : chosen === null ? "puzzle_shown" : "puzzle_wrong";
    const again =
      days === 1 ? say("puzzle_returns_one") : days ? say("puzzle_returns", { days }) : waited && say("puzzle_rests");
    const next = button(say("puzzle_next"), () => this.next(), { class: "gk-button gk-main-button" });
    this.node.classList.add("gkp-solved");
    replace(
      this.node,
      make("h3", { role: "status", class: right ? "gk-good" : "gk-bad" }, say(verdict, { move: best, chosen })),
      again && make("p", {}, again),
      make("div", { class: "gkp-go" }, next, this.toClass(key)),
      make("p", {}, make("b", {}, say("puzzle_theme", { theme })), ` ${why}`),
      make("p", { class: "gk-quiet" }, lead),
      make("h4", {}, say("puzzle_finds")),
      this.finds(found),
    );
    next.focus({ preventScroll: true });
  }

  // On a phone it stands above the board: there it comes into sight.
  show() {
    const { top } = this.node.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) this.node.scrollIntoView({ block: "start" });
  }

  /** @param {Puzzle["found"]} found */
  finds(found) {
    const rows = this.levels.map(({ name, title }) => {
      const share = Math.min(Math.max(found[name] ?? 0, 0), 1);
      const bar = make("span", { class: "gk-share" }, make("i", { style: `width:${100 * share}%` }));
      return make(
        "li",
        { class: "gk-chances-row" },
        make("span", { class: "gk-outcome" }, title),
        bar,
        make("span", { class: "gk-odds" }, percent(share)),
      );
    });
    return make("ul", { class: "gk-chances" }, ...rows);
  }

  /** @param {string} key */
  toClass(key) {
    return globalThis.gamekitAskPuzzle && button(this.say("ask_class"), () => this.put(key));
  }
}
