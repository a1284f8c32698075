// A result: what a pupil did as a code, read back, and marked anew from what the lessons and the rules say is right. Nothing of a
// page; nothing that is read is trusted, and what somebody set on forging could still forge is said where results are shown.
import { CodeError, clean, seal, unseal } from "./code.js";
import { isRecord } from "./homework.js";
import { drawFor, readDrawn } from "./presets.js";

/** @import { Homework, Item } from "./homework.js" */
/** @import { Asked } from "./library.js" */
/** @import { Given, LessonWork, Presets, WorkState } from "./work.js" */

/**
 * @typedef {{id: string, mark: string, who: string, began: number, made: number, edited: boolean, back: boolean,
 *   lessons: Record<string, LessonWork>, moves: Record<string, Given>, seconds: Record<string, number>, claims: number[], used: Presets}} Result
 * What an item is marked by: what its lesson asks and how many steps it has, or what is legal and best in its position.
 * @typedef {{asked: ?Asked, steps: number, legal: ?number[], best: ?number}} Key
 * @typedef {{done: boolean, right: number, of: number, tries: number, seconds: number, odd: string[]}} Marked
 */

export const LONGEST_WHO = 40;
const EDITED = 1;
const BACK = 2;
const MOST_SECONDS = 10 * 366 * 86_400;
const MOST_ANSWERS = 500;
const SLACK_S = 120; // a page counts what it has seen, a clock is set right now and then
const EARLIEST = Date.UTC(2020, 0, 1) / 1000;

// ---- as a code ----------------------------------------------------------------------------------

/** @param {WorkState} state @param {Homework} homework @param {number[]} claims how many are right in each item, -1 for unknown */
export async function resultCode(state, homework, claims, now = Date.now()) {
  const { who, mark, began, edited, back, lessons, moves, seconds, used = {} } = state;
  const wanted = new Set(homework.items.flatMap((item) => ("lesson" in item ? [item.lesson] : [])));
  /** @param {Given} given */
  const short = ([first, , tries, at]) => [first, tries, at];
  const all = Object.entries(lessons).filter(([name]) => wanted.has(name));
  const lessonData = all.map(([name, { seconds: spent, steps, said }]) => [name, [spent, steps, mapValues(said, short)]]);
  const data = {
    h: homework.id, w: mark, n: clean(who, LONGEST_WHO), b: Math.round(began / 1000), m: Math.round(now / 1000),
    f: (edited ? EDITED : 0) + (back ? BACK : 0), l: Object.fromEntries(lessonData), p: mapValues(moves, short), s: seconds, c: claims,
    ...(Object.keys(used).length ? { v: used } : {}),
  };
  checkResult(data);
  return seal("r", data);
}

// The result of a code, wherever it stands in a text. Raises CodeError.
/** @param {string} text @returns {Promise<Result>} */
export async function readResult(text) {
  return checkResult(await unseal("r", text));
}

/** @param {any} data @returns {Result} */
function checkResult(data) {
  const known = isRecord(data) && /^bcfhlmnpsv?w$/.test(Object.keys(data).sort().join(""));
  const fine =
    known && /^[0-9a-z]{7}$/.test(data.h) && /^[0-9a-z]{7}$/.test(data.w) && typeof data.n === "string" &&
    [data.b, data.m].every((one) => whole(one, 1e11)) && whole(data.f, EDITED + BACK) &&
    isRecord(data.l) && isRecord(data.p) && isRecord(data.s) && Array.isArray(data.c) && data.c.length <= MOST_ANSWERS &&
    data.c.every((/** @type {unknown} */ one) => one === -1 || whole(one, MOST_ANSWERS)) &&
    Object.values(data.l).every(isLesson) && areGiven(data.p) && (data.v === undefined || areUsed(data.v)) && Object.values(data.s).every((one) => whole(one, MOST_SECONDS));
  if (!fine) throw new CodeError("result_strange");
  const lessons = mapValues(data.l, ([seconds, steps, said]) => ({ seconds, steps, said: mapValues(said, long) }));
  const flags = { edited: (data.f & EDITED) > 0, back: (data.f & BACK) > 0 };
  return { id: data.h, mark: data.w, who: clean(data.n, LONGEST_WHO), began: data.b, made: data.m, ...flags, lessons, moves: mapValues(data.p, long), seconds: data.s, claims: data.c, used: data.v ?? {} };
}

/** @param {[number, number, number]} given @returns {Given} */
const long = ([first, tries, at]) => [first, first, tries, at];

/** @param {unknown} value @param {number} most */
function whole(value, most) {
  return Number.isInteger(value) && /** @type {number} */ (value) >= 0 && /** @type {number} */ (value) <= most;
}

/** @param {any} one */
function isLesson(one) {
  if (!Array.isArray(one) || one.length !== 3) return false;
  const [seconds, steps, said] = one;
  return whole(seconds, MOST_SECONDS) && Array.isArray(steps) && steps.length <= 60 && steps.every((step) => whole(step, 60)) && isRecord(said) && areGiven(said);
}

/** @param {any} table */
function areGiven(table) {
  const all = Object.values(table);
  return all.length <= MOST_ANSWERS && all.every((one) => Array.isArray(one) && one.length === 3 && Number.isFinite(one[0]) && whole(one[1], 999) && one[1] > 0 && whole(one[2], MOST_SECONDS));
}

/** @param {any} table */
function areUsed(table) {
  const all = isRecord(table) ? Object.entries(table) : [];
  return all.length > 0 && all.length <= MOST_ANSWERS && all.every(([place, drawn]) => whole(Number(place), MOST_ANSWERS) && readDrawn(drawn) !== null);
}

/** @template A, B @param {Record<string, A>} table @param {(value: A) => B} change @returns {Record<string, B>} */
function mapValues(table, change) {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}

// ---- marked anew --------------------------------------------------------------------------------

// How each item of a homework was done, from the answers alone. `keys` has what each item is marked by.
/** @param {Homework} homework @param {Pick<Result, "lessons" | "moves" | "seconds">} work @param {(?Key)[]} keys @returns {Marked[]} */
export function markAll({ items }, work, keys) {
  return items.map((item, place) => (item.kind === "puzzle" || item.kind === "move" ? markMove(work, place, keys[place]) : markLesson(item, work, keys[place])));
}

/** @param {Pick<Result, "moves" | "seconds">} work @param {number} place @param {?Key} key @returns {Marked} */
function markMove({ moves, seconds }, place, key) {
  const given = Object.hasOwn(moves, place) ? moves[place] : null;
  const best = key?.best ?? null;
  const odd = given && key?.legal && !key.legal.includes(given[0]) ? ["odd_move"] : [];
  return { done: given !== null && !odd.length, right: Number(best !== null && given?.[0] === best), of: Number(best !== null), tries: given?.[2] ?? 0, seconds: Number(seconds[place] ?? 0), odd };
}

// The first answer to each question counts: after it the page has said what is right. Practice without an end is not marked.
/** @param {Extract<Item, {lesson: string}>} item @param {Pick<Result, "lessons">} work @param {?Key} key @returns {Marked} */
function markLesson(item, { lessons }, key) {
  const work = Object.hasOwn(lessons, item.lesson) ? lessons[item.lesson] : { seconds: 0, steps: [], said: {} };
  const asked = key?.asked ?? null;
  const wanted = item.kind === "lesson" ? item.steps : [];
  const ofItem = ([name, { step, open }]) => !open && (item.kind === "ticket" ? asked !== null && name.startsWith(`${asked.ticket}/`) : !wanted.length || wanted.includes(step));
  const questions = asked ? Object.entries(asked.questions).filter(ofItem) : [];
  const answered = questions.filter(([name]) => Object.hasOwn(work.said, name));
  const right = answered.filter(([name, question]) => isRight(question, work.said[name][0])).length;
  const odd = asked && Object.entries(work.said).some(([name, given]) => isOdd(asked, name, given)) ? ["odd_answers"] : [];
  const tries = answered.reduce((sum, [name]) => sum + work.said[name][2], 0);
  const steps = wanted.length ? wanted : Array.from({ length: key?.steps ?? 0 }, (_, place) => place + 1);
  const ticked = steps.length > 0 && steps.every((step) => work.steps.includes(step));
  const done = item.kind === "ticket" ? questions.length > 0 && answered.length === questions.length : ticked;
  return { done, right, of: questions.length, tries, seconds: work.seconds, odd };
}

/** @param {import("./library.js").Question} question @param {number} value */
function isRight({ answer, tolerance, choices }, value) {
  return choices ? value === answer : Math.abs(value - answer) <= (tolerance ?? 0);
}

// Whether nobody can have given this answer on the lesson's page.
/** @param {Asked} asked @param {string} name @param {Given} given */
function isOdd(asked, name, [value]) {
  if (Object.hasOwn(asked.bets, name)) return false;
  if (!Object.hasOwn(asked.questions, name)) return true;
  const { choices } = asked.questions[name];
  return choices !== null && !(Number.isInteger(value) && value >= 0 && value < choices.length);
}

// What about a result does not fit together, as keys of sentences.
/** @param {Result} result @param {Marked[]} marked @param {Pick<Homework, "due"> & Partial<Homework>} homework @param {number} now in seconds */
export function doubtsAbout(result, marked, { due, id = "", items = [] }, now = Date.now() / 1000) {
  const { began, made, claims } = result;
  const doubts = marked.flatMap(({ odd }) => odd);
  const claimed = claims.length === marked.length && marked.every(({ right, of }, place) => claims[place] === -1 || !of || claims[place] === right);
  if (result.edited || !claimed) doubts.push("odd_edited");
  if (Object.entries(result.used).some(([place, drawn]) => !isDrawnFor(items[Number(place)], drawn, result.who, id))) doubts.push("odd_preset");
  const given = [...Object.values(result.lessons).flatMap(({ said }) => Object.values(said)), ...Object.values(result.moves)];
  const spent = [...Object.values(result.lessons).map(({ seconds }) => seconds), ...Object.values(result.seconds)].reduce((sum, one) => sum + one, 0);
  const clock = result.back || made < began || made > now + 86_400 || began < EARLIEST;
  if (clock) doubts.push("odd_clock");
  else if (spent > made - began + SLACK_S || given.some(([, , , at]) => at > made - began + SLACK_S)) doubts.push("odd_time");
  if (!clock && due && made > new Date(`${due}T23:59:59`).getTime() / 1000) doubts.push("odd_late");
  return [...new Set(doubts)];
}

// Whether the panels of this item were set as its homework says, for somebody of this name.
/** @param {Item | undefined} item @param {Presets[string]} used @param {string} who @param {string} id */
function isDrawnFor(item, used, who, id) {
  if (item?.kind !== "lesson") return false;
  const drawn = drawFor(item.presets, who, id);
  return Object.entries(used).every(([panel, { values, seed }]) => {
    const wanted = Object.hasOwn(drawn, panel) ? drawn[panel] : null;
    const same = wanted && Object.entries(values).every(([name, value]) => String(wanted.values[name]) === String(value));
    return same && (seed === null || seed === wanted.seed);
  });
}
