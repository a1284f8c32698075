// Homework and its results as a code that travels in a link, a chat or a file: a mark, a version, how long it is, what it
// says, and a sum by which a slip is found. What it says is checked by whoever asked for it (homework.js for one).
import { bytesFrom, deflate, inflate, letters, sumOf } from "../shared/packing.js";

/** @typedef {"h" | "r"} Mark "h" is a homework, "r" a result */

const CODE_VERSION = 1;
export const LONGEST_CODE = 500_000;
const UNFOLDS_TO = 8;
const BREAK = String.raw`(?:[ \t]*\r?\n[\s>]*)?`; // a mail breaks lines anywhere, and marks those it quotes
const HEAD = String.raw`(?<![\w.-])([hr])${BREAK}(\d(?:${BREAK}\d){0,3})${BREAK}\.${BREAK}([0-9a-z](?:${BREAK}[0-9a-z]){0,5})${BREAK}\.`;
const SIGNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu; // what is not seen, and turns text around
const JOINERS = /[\u200c\u200d]/; // Persian, Hindi and others write with them

// A code that cannot be used: `message` is the key of a sentence, `values` what stands in it.
export class CodeError extends Error {
  /** @param {string} key @param {Record<string, unknown>} values */
  constructor(key, values = {}) {
    super(key);
    this.values = values;
  }
}

/** @param {Mark} mark @param {unknown} data */
export async function seal(mark, data) {
  const packed = letters(await deflate(JSON.stringify(data)));
  return `${mark}${CODE_VERSION}.${packed.length.toString(36)}.${packed}.${sumText(packed)}`;
}

// What a code says, wherever it stands in a text: a link, a mail that has broken it into lines, a file. Raises CodeError.
/** @param {Mark} mark @param {string} text */
export async function unseal(mark, text) {
  if (!text.trim()) throw new CodeError("code_empty");
  if (text.length > 4 * LONGEST_CODE) throw new CodeError("code_strange");
  const begun = text.match(new RegExp(`${HEAD}([\\s\\S]*)$`));
  if (!begun) throw new CodeError("code_strange");
  const [kind, version, length, joined] = begun.slice(1).map(join);
  if (kind !== mark) throw new CodeError(mark === "r" ? "code_is_homework" : "code_is_result");
  if (Number(version) !== CODE_VERSION) throw new CodeError("code_version");
  const all = parseInt(length, 36);
  if (all > LONGEST_CODE) throw new CodeError("code_strange");
  const packed = joined.slice(0, all).match(/^[\w-]*/)?.[0] ?? "";
  if (packed.length < all) throw new CodeError("code_half", { have: packed.length, all });
  const [sum] = joined.slice(all).match(/^\.[0-9a-z]{7}/) ?? [];
  if (!sum) throw new CodeError("code_half", { have: packed.length, all: all + 8 });
  if (sum.slice(1) !== sumText(packed)) throw new CodeError("code_slip");
  try {
    return JSON.parse(await inflate(bytesFrom(packed), UNFOLDS_TO * LONGEST_CODE));
  } catch {
    throw new CodeError("code_slip");
  }
}

// The codes in a text, each with what follows it up to the next; of any kind, so that a wrong one is named as such.
/** @param {string} text */
export function codesIn(text) {
  const begins = [...text.matchAll(new RegExp(HEAD, "g"))].map(({ index }) => index);
  return begins.map((begin, place) => text.slice(begin, begins[place + 1]).trim());
}

// Lines that a mail has broken, as one.
/** @param {string} text */
function join(text) {
  return text.replace(/[\s>]+/g, "");
}

/** @param {string} text */
export function sumText(text) {
  return sumOf(new TextEncoder().encode(text)).toString(36).padStart(7, "0");
}

// Words that people have typed, in any script: one line, nothing unseen in them, at most so many signs.
/** @param {unknown} text @param {number} most */
export function clean(text, most) {
  if (typeof text !== "string") return "";
  const seen = text.slice(0, 20 * most).normalize("NFC").replace(/\s+/g, " ").replace(SIGNS, (sign) => (JOINERS.test(sign) ? sign : ""));
  return Array.from(seen.trim()).slice(0, most).join("").trim();
}
