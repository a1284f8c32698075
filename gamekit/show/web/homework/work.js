// What one pupil has done for a homework, as this browser keeps it: first and last answers, how often tried, when, how long.
// Touches no page. The sum finds what was edited here by hand; whoever reads this file can compute it, too.
import { Entry } from "../shared/memory.js";
import { sumText } from "./code.js";

/**
 * An answer: the first, the last, how often, and how many seconds after the beginning the first was given.
 * @typedef {[number, number, number, number]} Given
 * @typedef {{seconds: number, steps: number[], said: Record<string, Given>}} LessonWork
 * @typedef {{code: string, title: string, who: string, mark: string, began: number, seen: number, edited: boolean, back: boolean,
 *   lessons: Record<string, LessonWork>, moves: Record<string, Given>, seconds: Record<string, number>, presets?: Presets, used?: Presets}} WorkState
 * What panels are set with, by the place of the item and the number of the panel: as drawn, and as a lesson has taken it.
 * @typedef {Record<string, Record<string, import("./presets.js").Drawn>>} Presets
 */

const KEPT_AS = "gamekit:homework:";
const MOST_TRIES = 999;
const BACKWARDS_MS = 60_000;

export class Work {
  /** @param {string} id the homework's @param {?Storage} store @param {() => number} clock */
  constructor(id, store, clock = Date.now) {
    this.entry = new Entry(`${KEPT_AS}${id}`, store);
    this.clock = clock;
  }

  // What is kept, or null; what is damaged is nothing, what was edited says so ever after.
  /** @returns {?WorkState} */
  read() {
    const kept = this.entry.recall();
    if (typeof kept?.work !== "string") return null;
    try {
      const state = JSON.parse(kept.work);
      return kept.sum === sumText(kept.work) ? state : { ...state, edited: true };
    } catch (problem) {
      console.info("gamekit: what was done for homework cannot be read:", problem.message);
      return null;
    }
  }

  // Whether it could be kept.
  /** @param {WorkState} state */
  keep(state) {
    const now = this.clock();
    const work = JSON.stringify({ ...state, seen: now, back: state.back || now < state.seen - BACKWARDS_MS });
    return this.entry.keep({ sum: sumText(work), work });
  }

  // Begin, or go on. Whether it could be kept.
  /** @param {string} code @param {string} title */
  begin(code, title) {
    const state = this.read();
    if (state) return this.keep({ ...state, code, title });
    const mark = sumText(`${this.clock()} ${Math.random()}`);
    return this.keep({ code, title, who: "", mark, began: this.clock(), seen: 0, edited: false, back: false, lessons: {}, moves: {}, seconds: {} });
  }

  /** @param {(state: WorkState) => void} change */
  change(change) {
    const state = this.read();
    if (!state) return false;
    change(state);
    return this.keep(state);
  }

  // Somebody has predicted or answered in a lesson. `recalled`: the page only says once more what it has kept.
  /** @param {string} lesson @param {string} key @param {number} value */
  addAnswer(lesson, key, value, recalled = false) {
    return this.change((state) => {
      const { said } = lessonOf(state, lesson);
      if (!(recalled && key in said)) said[key] = this.makeGiven(state, said[key], value);
    });
  }

  /** @param {string} lesson @param {number[]} steps those that are done, from 1 on */
  setSteps(lesson, steps) {
    return this.change((state) => (lessonOf(state, lesson).steps = steps));
  }

  /** @param {string} lesson @param {number} seconds */
  addSeconds(lesson, seconds) {
    return this.change((state) => (lessonOf(state, lesson).seconds += seconds));
  }

  // A move was chosen for the item at this place of the homework, after so many seconds of looking.
  /** @param {number} place @param {number} action @param {number} seconds */
  addMove(place, action, seconds) {
    return this.change((state) => {
      state.moves[place] = this.makeGiven(state, state.moves[place], action);
      state.seconds[place] = (state.seconds[place] ?? 0) + seconds;
    });
  }

  // The lesson of the item at this place has set its panels so.
  /** @param {string} place @param {Record<string, import("./presets.js").Drawn>} drawn */
  took(place, drawn) {
    return this.change((state) => (state.used = { ...state.used, [place]: drawn }));
  }

  /** @param {WorkState} state @param {Given | undefined} before @param {number} value @returns {Given} */
  makeGiven(state, before, value) {
    if (before) return [before[0], value, Math.min(before[2] + 1, MOST_TRIES), before[3]];
    return [value, value, 1, Math.max(0, Math.round((this.clock() - state.began) / 1000))];
  }
}

// What is kept of a lesson, from its first answer, step or second on.
/** @param {WorkState} state @param {string} lesson */
function lessonOf(state, lesson) {
  return (state.lessons[lesson] ??= { seconds: 0, steps: [], said: {} });
}
