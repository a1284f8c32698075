// Yours alone: what this browser keeps of somebody's own playing. It is never sent; one text to take away, one call to delete.
// Each part has a name ("games", "puzzles") and is whatever its room makes of it, as JSON.
import { alphabetical } from "../shared/dom.js";
import { Entry, storeOf } from "../shared/storage.js";

const OWN_KEY = "gamekit:own"; // one for all games and pages of an address
const OWN_FORMAT = "gamekit-own";
const MOST_OWN_GAMES = 1000;

/**
 * A game of one's own that came to its end: `me` is which player, `win` that player's share of the win; `title` and `others`
 * (who else played) are as the page called them.
 * @typedef {{id: string, when: string, game: string, title: string, others: string[], me: number, returns: number[], win: number}} OwnGame
 */

export class LocalHistory {
  /** @param {?Storage} store */
  constructor(store = storeOf("localStorage")) {
    this.entry = new Entry(OWN_KEY, store);
  }

  /** Everything; what is damaged is nothing. @returns {Record<string, any>} */
  read() {
    const all = this.entry.recall();
    return all?.format === OWN_FORMAT && typeof all.parts === "object" ? (all.parts ?? {}) : {};
  }

  /** What is kept under a name, or null. @param {string} name */
  part(name) {
    return this.read()[name] ?? null;
  }

  /** Whether it could be kept. @param {string} name @param {unknown} value */
  keep(name, value) {
    return this.entry.keep({ format: OWN_FORMAT, parts: { ...this.read(), [name]: value } });
  }

  // All of it as a text to take away.
  text() {
    return `${JSON.stringify({ format: OWN_FORMAT, parts: this.read() }, null, 1)}\n`;
  }

  // All of it goes, whatever its room.
  forget() {
    this.entry.forget();
  }

  /** @returns {OwnGame[]} */
  games() {
    const kept = this.part("games");
    return Array.isArray(kept)
      ? kept.filter((one) => Array.isArray(one?.others) && Array.isArray(one.returns) && Number.isFinite(one.win))
      : [];
  }

  /** Count a game once: one that is taken back and ended otherwise counts as it ended first. Whether it could be kept. @param {OwnGame} game */
  count(game) {
    const games = this.games();
    return games.some(({ id }) => id === game.id) || this.keep("games", [...games, game].slice(-MOST_OWN_GAMES));
  }
}

/** For each game and kind of opponents how many were played and won, the latest first. `even`: how many wins would have been
 * one's share if all had played equally well. @param {OwnGame[]} games */
export function resultsOf(games) {
  /** @type {Map<string, {title: string, others: string[], played: number, won: number, even: number}>} */
  const rows = new Map();
  for (const { game, title, others: all, returns, win } of games.toReversed()) {
    const others = alphabetical(new Set(all));
    const key = JSON.stringify([game, others]);
    const row = rows.get(key) ?? { title, others, played: 0, won: 0, even: 0 };
    rows.set(key, { ...row, played: row.played + 1, won: row.won + win, even: row.even + 1 / returns.length });
  }
  return [...rows.values()];
}
