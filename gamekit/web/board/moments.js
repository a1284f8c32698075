// What a player wants to watch is given time: a card turned up, a die that rolls, a run scored, a finish. How long a step
// is shown while several follow each other, and the words and the die shown over the board meanwhile.
import { make, replace, stillness } from "../shared/dom.js";

/** @import { Step } from "../shared/types" */

/** @type {Record<string, number>} */
const LASTING = { short: 1100, long: 2000 };
const ROLLING = 700;
const FACE = 90;
const NOTE = 750; // between two things that happen in one step, such as the scoring of run after run
const MOST_ONE_BY_ONE = 6;
const MOST_TOLD = 4;
// Where the pips of a die lie, in thirds.
/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export class Moments {
  node = make("div", { class: "gk-moment", "aria-hidden": "true", hidden: true });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  rolling;

  // How long a step is shown before the next one, at `usual` milliseconds for one that is nothing special.
  /** @param {?Step} step @param {number} usual */
  measureTime(step, usual) {
    if (!step?.moment) return usual;
    const more = stillness() ? 0 : Math.min(step.notes.length, MOST_ONE_BY_ONE) - 1;
    return Math.max(usual, LASTING[step.moment] + (step.die ? ROLLING : 0) + Math.max(more, 0) * NOTE);
  }

  /** @param {?Step} step */
  show(step) {
    clearInterval(this.rolling);
    this.node.classList.remove("gk-told");
    this.node.hidden = !step?.moment;
    if (!step?.moment) return;
    const told = step.notes.length ? step.notes.map((note) => note.text) : [step.text];
    /** @param {number} place */
    const later = (place) => `animation-delay: ${Math.min(place, MOST_ONE_BY_ONE) * NOTE}ms`;
    const words = make("div", {}, ...told.map((text, place) => make("p", { style: later(place) }, text)));
    const result = step.die ?? 0;
    const die = result in PIPS ? make("span", { class: "gk-dice" }) : null;
    replace(this.node, die, words);
    if (die) this.roll(die, words, result);
  }

  // Without animation, what was to be watched is told all at once, below the board: there it may stay while the next move
  // is chosen, and hides no card.
  /** @param {Step[]} steps */
  tell(steps) {
    const told = steps.filter((step) => step.moment).slice(-MOST_TOLD);
    this.node.hidden = !told.length;
    this.node.classList.add("gk-told");
    replace(this.node, make("div", {}, ...told.map((step) => make("p", {}, step.text))));
  }

  hide() {
    clearInterval(this.rolling);
    this.node.hidden = true;
  }

  /** @param {HTMLElement} die @param {HTMLElement} words @param {number} result */
  roll(die, words, result) {
    /** @param {number} value */
    const face = (value) =>
      replace(
        die,
        ...Array.from({ length: 9 }, (_, i) => make("i", { class: PIPS[value].includes(i) ? "gk-pip" : "" })),
      );
    face(result);
    if (stillness()) return;
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
