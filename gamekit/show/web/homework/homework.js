// A homework: what a teacher has put together, and its code. Nothing of a page; nothing that is read here is trusted.
import { CodeError, clean, seal, sumText, unseal } from "./code.js";
import { presetsData, readPresets } from "./presets.js";

/** @import { Preset } from "./presets.js" */

/**
 * `steps` are numbers from 1 on, none for the whole lesson; `presets` what its panels are set with; `puzzle` is the name of one;
 * `link` a game's own (play/link.js).
 * @typedef {{kind: "lesson", lesson: string, steps: number[], presets: Preset[]} | {kind: "ticket", lesson: string}
 *   | {kind: "puzzle", game: string, puzzle: string} | {kind: "move", game: string, link: string}} Item
 * @typedef {{title: string, sentence: string, due: string, items: Item[]}} Plan
 * @typedef {Plan & {id: string}} Homework
 */

export const MOST_ITEMS = 200;
export const LONGEST_TITLE = 80;
export const LONGEST_SENTENCE = 400;
const MOST_STEPS = 60;
const LESSON_NAME = /^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u;
const GAME_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MOVE_LINK = /^g\d{1,4}\.[\w-]+\.[\w-]*$/;
const LONGEST_MOVE = 8000;

// As data: short names, for the code.
/** @param {Plan} plan */
export function planData({ title, sentence, due, items }) {
  return { t: title, s: sentence, d: due, i: items.map(shortenItem) };
}

/** @param {Item} item */
function shortenItem(item) {
  if (item.kind === "lesson") return ["l", item.lesson, ...(item.steps.length || item.presets.length ? [item.steps] : []), ...(item.presets.length ? [presetsData(item.presets)] : [])];
  if (item.kind === "ticket") return ["t", item.lesson];
  return item.kind === "puzzle" ? ["p", item.game, item.puzzle] : ["m", item.game, item.link];
}

// By which its results know it: another one wherever a letter of it is another.
/** @param {Plan} plan */
export function idOf(plan) {
  return sumText(JSON.stringify(planData(plan)));
}

// The code of a homework. Raises CodeError where something is missing.
/** @param {Plan} plan */
export async function homeworkCode(plan) {
  return seal("h", planData(checkPlan(planData(plan))));
}

// The homework of a code, wherever it stands in a text. Raises CodeError.
/** @param {string} text @returns {Promise<Homework>} */
export async function readHomework(text) {
  const plan = checkPlan(await unseal("h", text));
  return { ...plan, id: idOf(plan) };
}

// A homework that is not whole yet, as this browser has kept it; what is damaged in it is left out.
/** @param {any} data @returns {Plan} */
export function readDraft(data) {
  const items = (Array.isArray(data?.i) ? data.i : []).slice(0, MOST_ITEMS).flatMap((/** @type {any} */ one) => {
    try {
      return [readItem(one)];
    } catch {
      return [];
    }
  });
  return { title: clean(data?.t, LONGEST_TITLE), sentence: clean(data?.s, LONGEST_SENTENCE), due: isDate(data?.d) ? data.d : "", items };
}

/** @param {any} data @returns {Plan} */
function checkPlan(data) {
  if (!isRecord(data) || Object.keys(data).sort().join("") !== "dist" || !Array.isArray(data.i)) throw new CodeError("code_strange");
  const title = clean(data.t, LONGEST_TITLE);
  if (!title) throw new CodeError("homework_untitled");
  if (!data.i.length) throw new CodeError("homework_empty");
  if (data.i.length > MOST_ITEMS) throw new CodeError("homework_long", { most: MOST_ITEMS, items: data.i.length });
  if (data.d !== "" && !isDate(data.d)) throw new CodeError("homework_date");
  return { title, sentence: clean(data.s, LONGEST_SENTENCE), due: data.d, items: data.i.map(readItem) };
}

/** @param {any} given @returns {Item} */
function readItem(given) {
  const [kind, about, more, ...rest] = Array.isArray(given) ? given : [];
  const named = typeof about === "string" && about.length <= 200 && LESSON_NAME.test(about);
  const game = typeof about === "string" && GAME_NAME.test(about);
  if (kind === "l" && named && rest.length === 1 && (isSteps(more) || (Array.isArray(more) && !more.length))) {
    return { kind: "lesson", lesson: about, steps: more, presets: readPresets(rest[0]) };
  }
  if (!rest.length) {
    if (kind === "l" && named && (more === undefined || isSteps(more))) return { kind: "lesson", lesson: about, steps: more ?? [], presets: [] };
    if (kind === "t" && named && more === undefined) return { kind: "ticket", lesson: about };
    if (kind === "p" && game && typeof more === "string" && /^[0-9a-f]{12}$/.test(more)) return { kind: "puzzle", game: about, puzzle: more };
    if (kind === "m" && game && typeof more === "string" && more.length <= LONGEST_MOVE && MOVE_LINK.test(more)) return { kind: "move", game: about, link: more };
  }
  throw new CodeError("code_strange");
}

/** @param {any} steps */
function isSteps(steps) {
  const whole = Array.isArray(steps) && steps.length > 0 && steps.length <= MOST_STEPS && steps.every((one) => Number.isInteger(one) && one >= 1 && one <= MOST_STEPS);
  return whole && steps.every((one, place) => place === 0 || one > steps[place - 1]);
}

// A day as calendars write it, and one that there is.
/** @param {any} text */
function isDate(text) {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** @param {unknown} value */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
