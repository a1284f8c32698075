// A result in pieces, each for a QR code that a camera reads at once, and put together again: pieces come in any order, twice,
// and those of several pupils in turn. Touches no page.
import { sumText } from "./code.js";

export const LONGEST_PIECE = 320; // letters: a larger code is too fine for the camera of a laptop
export const MOST_PIECES = 24;
const PIECE = /^p1\.([0-9a-z]{7})\.(\d{1,2})\.(\d{1,2})\.([\w.-]+)\.([0-9a-z]{7})$/;

/**
 * What a scanned text is: a whole code, or one piece. `missing` has the numbers of its pieces that are not here yet, `again` says
 * that it has been here before, `other` that pieces of another result wait; `code` is there when nothing is missing any more.
 * @typedef {{number: number, all: number, missing: number[], again: boolean, other: boolean, code: ?string}} Scanned
 */

// A code as the texts of its QR codes: itself, where it fits into one; none, where it would take too many.
/** @param {string} code @returns {string[]} */
export function cutIntoPieces(code) {
  if (code.length <= LONGEST_PIECE) return [code];
  const all = Math.ceil(code.length / LONGEST_PIECE);
  if (all > MOST_PIECES) return [];
  const size = Math.ceil(code.length / all);
  return Array.from({ length: all }, (_, place) => {
    const piece = `p1.${sumText(code)}.${place + 1}.${all}.${code.slice(place * size, (place + 1) * size)}`;
    return `${piece}.${sumText(piece)}`;
  });
}

export class Pieces {
  /** @type {Map<string, (string | undefined)[]>} by the sum and number of pieces of their code */
  begun = new Map();
  last = "";

  // What this text is; null for what is no result and no piece of one.
  /** @param {string} text @returns {?Scanned} */
  take(text) {
    if (/^r\d/.test(text)) return { number: 1, all: 1, missing: [], again: false, other: false, code: text };
    const [, id, numberText, allText, part, sum] = text.match(PIECE) ?? [];
    const [number, all] = [Number(numberText), Number(allText)];
    if (!id || sum !== sumText(text.slice(0, -8)) || number < 1 || number > all || all > MOST_PIECES) return null;
    const key = `${id}.${all}`;
    const here = this.begun.get(key) ?? new Array(all).fill(undefined);
    const again = here[number - 1] !== undefined;
    here[number - 1] = part;
    this.begun.set(key, here);
    const other = this.last !== "" && this.last !== key && listMissing(this.begun.get(this.last)).length > 0;
    this.last = key;
    const missing = listMissing(here);
    return { number, all, missing, again, other, code: missing.length ? null : here.join("") };
  }
}

/** @param {(string | undefined)[]} here @returns {number[]} */
function listMissing(here = []) {
  return [...here.entries()].flatMap(([place, part]) => (part === undefined ? [place + 1] : []));
}
