// Results side by side: who is who, what was handed in twice, each item against the class, and tables for spreadsheets and
// for Moodle. Nothing of a page.

/** @import { Homework } from "./homework.js" */
/** @import { Marked, Result } from "./result.js" */

/** @typedef {{result: Result, marked: Marked[], doubts: string[]}} Read */
/** @typedef {Read & {name: string}} Row */
/** @typedef {{place: number, done: number, right: number, of: number, tries: number, minutes: number, share: number}} Summed */

const FORMULA = /^[=+\-@\t\r]/;

// One row for each pupil. Of one who sends again the later counts; the same work under two names is said of both.
/** @param {Read[]} all @param {(number: number) => string} nameless what somebody without a name is called */
export function rowsOf(all, nameless) {
  /** @type {Map<string, Read>} */
  const latest = new Map();
  for (const one of all) {
    const key = `${one.result.mark} ${one.result.who}`;
    const before = latest.get(key);
    if (!before || before.result.made <= one.result.made) latest.set(key, one);
  }
  const kept = [...latest.values()];
  const work = kept.map(({ result: { began, lessons, moves } }) => JSON.stringify([began, lessons, moves])); // two who are quick may answer alike
  const named = kept.map(({ result }, place) => result.who || nameless(place + 1));
  return kept.map((one, place) => {
    const doubts = [...one.doubts];
    const answers = Object.values(one.result.moves).length + Object.values(one.result.lessons).reduce((sum, { said }) => sum + Object.keys(said).length, 0);
    const copied = kept.some(({ result }, other) => other !== place && (result.mark === one.result.mark || (answers > 0 && work[other] === work[place])));
    if (copied) doubts.push("odd_copy");
    const before = named.slice(0, place + 1).filter((name) => name === named[place]).length;
    if (named.filter((name) => name === named[place]).length > 1) doubts.push("odd_name");
    return /** @type {Row} */ ({ ...one, doubts, name: before > 1 ? `${named[place]} (${before})` : named[place] });
  });
}

// Each item against the class, the hardest first: fewest right of what was asked, then fewest who did it, then most tries.
/** @param {Homework} homework @param {Row[]} rows @returns {Summed[]} */
export function sumItems({ items }, rows) {
  const sums = items.map((_, place) => {
    const all = rows.map(({ marked }) => marked[place]);
    const begun = all.filter(({ tries, done }) => tries > 0 || done);
    const add = (/** @type {(one: Marked) => number} */ of) => begun.reduce((sum, one) => sum + of(one), 0);
    const [right, of] = [add((one) => one.right), add((one) => one.of)];
    return { place, done: all.filter(({ done }) => done).length, right, of, tries: add((one) => one.tries), minutes: median(begun.map(({ seconds }) => seconds / 60)), share: of ? right / of : 1 };
  });
  return sums.sort((one, other) => one.share - other.share || one.done - other.done || other.tries - one.tries || one.place - other.place);
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length ? (sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2) : 0;
}

/** @param {Marked[]} marked */
export function totalOf(marked) {
  return marked.reduce((sum, one) => ({ done: sum.done + Number(one.done), right: sum.right + one.right, of: sum.of + one.of, tries: sum.tries + one.tries, seconds: sum.seconds + one.seconds }), { done: 0, right: 0, of: 0, tries: 0, seconds: 0 });
}

// ---- for other programs -----------------------------------------------------------------------

// A table as text; numbers with this decimal sign, and nothing in it that a spreadsheet would carry out.
/** @param {(string | number)[][]} lines @param {{separator: string, decimal: string}} form */
export function writeTable(lines, { separator, decimal }) {
  const cell = (/** @type {string | number} */ value) => {
    if (typeof value === "number") return String(Math.round(value * 10) / 10).replace(".", decimal);
    const safe = FORMULA.test(value) ? `'${value}` : value;
    return safe.includes(separator) || /["\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${lines.map((line) => line.map(cell).join(separator)).join("\r\n")}\r\n`;
}

// How a reader's country writes numbers, and what its spreadsheets part columns with.
/** @param {string} [language] */
export function formOf(language) {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
  return { separator: decimal === "," ? ";" : ",", decimal };
}

// For Moodle's import of grades: whoever typed their user name as their name is found; of 100, items that ask nothing count when done.
/** @param {Row[]} rows @param {string} title */
export function moodleLines(rows, title) {
  const points = (/** @type {Marked[]} */ marked) => {
    const counted = marked.map(({ done, right, of }) => (of ? [right, of] : [Number(done), 1]));
    const [got, all] = counted.reduce(([right, of], one) => [right + one[0], of + one[1]], [0, 0]);
    return all ? (100 * got) / all : 0;
  };
  return [["username", title], ...rows.map(({ name, marked }) => [name, points(marked)])];
}
