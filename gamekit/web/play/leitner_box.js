// Which puzzle comes next, and when one that was missed comes again: Leitner's boxes, and how many were found in a row. All of
// it is the reader's own (local_history.js); what a puzzle is, and how it looks, is not said here.

import { isTable } from "../table/game_flow.js";

/** @import { LocalHistory } from "./local_history.js" */

/** After so many days a puzzle comes again that was missed, and each time it was found then. */
export const SPACING = [1, 2, 4, 8, 16];
const MOST_ANSWERS = 1000;

/**
 * What is kept of a puzzle: in which box it lies (0: in none, it comes no more), when its day begins, how often it was asked, and
 * how often it was found.
 * @typedef {{box: number, due: number, tried: number, found: number}} Card
 * `now` and `best`: how many in a row; `titles`: what the games are called.
 * @typedef {{now: number, best: number, titles: Record<string, string>, answers: [string, number][], games: Record<string, Record<string, Card>>}} Kept
 * @typedef {{key: string, difficulty: number}} Asked
 */

export class PuzzleBox {
  /** What could not be kept, as long as the page lives. @type {?Kept} */
  unkept = null;

  /** @param {LocalHistory} own @param {string} game @param {string} title @param {() => Date} now */
  constructor(own, game, title, now = () => new Date()) {
    this.own = own;
    this.game = game;
    this.title = title;
    this.now = now;
  }

  /** @returns {Kept} */
  read() {
    return this.unkept ?? repairKept(this.own.part("puzzles"));
  }

  /** What is kept of a puzzle, or null. @param {string} key @returns {?Card} */
  card(key) {
    return cardOf(this.read(), this.game, key);
  }

  /** Those that are new, that come again today, and that come again later. @template {Asked} T @param {T[]} puzzles */
  sort(puzzles) {
    const kept = this.read();
    const now = this.now().getTime();
    /** @type {{fresh: T[], due: T[], later: T[]}} */
    const found = { fresh: [], due: [], later: [] };
    for (const one of puzzles) {
      const card = cardOf(kept, this.game, one.key);
      if (!card) found.fresh.push(one);
      else if (card.box) found[card.due <= now ? "due" : "later"].push(one);
    }
    return found;
  }

  /** The next one: first what has waited, the longest first, then what is new, the easiest first; null if neither is left. @template {Asked} T @param {T[]} puzzles @returns {?T} */
  next(puzzles) {
    const { fresh, due } = this.sort(puzzles);
    const kept = this.read();
    const day = (/** @type {T} */ { key }) => cardOf(kept, this.game, key)?.due ?? 0;
    return (
      due.sort((one, other) => day(one) - day(other))[0] ??
      fresh.sort((one, other) => one.difficulty - other.difficulty)[0] ??
      null
    );
  }

  /** A puzzle was answered: after how many days it comes again (0: no more), and whether that could be kept. @param {string} key @param {boolean} right */
  answer(key, right) {
    const kept = this.read();
    const before = cardOf(kept, this.game, key) ?? { box: 0, due: 0, tried: 0, found: 0 };
    const early = before.box > 0 && before.due > this.now().getTime();
    const box = !right ? 1 : !before.box || before.box === SPACING.length ? 0 : early ? before.box : before.box + 1;
    const due = right && early ? before.due : box ? this.day(SPACING[box - 1]) : 0;
    const counts = { tried: before.tried + 1, found: before.found + Number(right) };
    const card = { box: right && early ? before.box : box, due, ...counts };
    const now = right ? kept.now + 1 : 0;
    /** @type {Kept} */
    const all = {
      now,
      best: Math.max(kept.best, now),
      titles: { ...kept.titles, [this.game]: this.title },
      answers: [...kept.answers.slice(1 - MOST_ANSWERS), [this.game, Number(right)]],
      games: { ...kept.games, [this.game]: { ...kept.games[this.game], [key]: card } },
    };
    const fine = this.own.keep("puzzles", all);
    this.unkept = fine ? null : all;
    return { kept: fine, days: card.box ? SPACING[card.box - 1] : 0, waited: before.box > 0 };
  }

  forget() {
    this.unkept = null;
  }

  /** When the day begins that comes after so many. @param {number} days */
  day(days) {
    const now = this.now();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
  }
}

/** For each game how many were asked, how many found at once, and how many wait to come again. @param {Kept} kept */
export function countsOf({ games, titles }) {
  return Object.entries(games).map(([game, cards]) => {
    const all = Object.values(cards);
    return {
      title: titles[game] ?? game,
      tried: all.length,
      found: all.filter((card) => card.tried > 0 && card.found === card.tried).length,
      again: all.filter(({ box }) => box > 0).length,
    };
  });
}

/** Whatever is kept: what of it is damaged is as if it had never been. @param {any} part @returns {Kept} */
export function repairKept(part) {
  const readCount = (/** @type {unknown} */ value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
  /** @type {Kept["games"]} */
  const games = {};
  for (const [game, cards] of tableOf(part?.games)) {
    const fine = tableOf(cards).filter(
      ([, card]) => card && Number.isInteger(card.box) && card.box >= 0 && card.box <= SPACING.length,
    );
    games[game] = Object.fromEntries(
      fine.map(([key, card]) => [
        key,
        { box: card.box, due: readCount(card.due), tried: readCount(card.tried), found: readCount(card.found) },
      ]),
    );
  }
  const answers = (Array.isArray(part?.answers) ? part.answers : []).filter(
    (/** @type {any} */ one) => Array.isArray(one) && typeof one[0] === "string" && (one[1] === 0 || one[1] === 1),
  );
  const titles = Object.fromEntries(tableOf(part?.titles).filter(([, title]) => typeof title === "string"));
  return { now: readCount(part?.now), best: readCount(part?.best), titles, answers, games };
}

/** @param {any} value @returns {[string, any][]} */
const tableOf = (value) => (isTable(value) ? Object.entries(value) : []);

/** @param {Kept} kept @param {string} game @param {string} key @returns {?Card} */
function cardOf({ games }, game, key) {
  const cards = Object.hasOwn(games, game) ? games[game] : {};
  return Object.hasOwn(cards, key) ? cards[key] : null;
}
