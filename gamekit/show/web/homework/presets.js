// What a homework sets in a lesson's panels: the same for all, or drawn for each pupil from the name that they type, so that
// another device draws the same. Nothing of a page; nothing that is read here is trusted.
import { CodeError, clean, sumText } from "./code.js";

/**
 * A setting is one value, or several of which each pupil has one. The luck of a panel is a number, or each pupil's own.
 * @typedef {number | string | boolean} Value
 * @typedef {Value | Value[]} Setting
 * @typedef {{panel: number, values: Record<string, Setting>, seed: number | "each" | null}} Preset
 * @typedef {{values: Record<string, Value>, seed: ?number}} Drawn what a panel is set with for one pupil
 * @typedef {{name: string, title: string, kind: string, value: any, low?: number, high?: number, step?: number, unit?: string,
 *   choices?: {key: string, name: string}[], fixed?: boolean}} Control
 * @typedef {{title: string, step: number, luck: boolean, controls: Control[]}} Panel as a lesson offers it
 */

export const MOST_DRAWN_FROM = 60;
export const MOST_LUCKS = 1_000_000;
const MOST_PANELS = 40;
const MOST_CONTROLS = 40;
const LONGEST_VALUE = 80;
const LONGEST_NAME = 40;
const CONTROL_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,59}$/u;

// ---- as data --------------------------------------------------------------------------------------

/** @param {Preset[]} presets */
export function presetsData(presets) {
  return presets.map(({ panel, values, seed }) => [panel, values, ...(seed === null ? [] : [seed])]);
}

/** @param {any} data @returns {Preset[]} */
export function readPresets(data) {
  if (!Array.isArray(data) || !data.length || data.length > MOST_PANELS) throw new CodeError("code_strange");
  const presets = data.map((one) => {
    const [panel, values, seed = null, ...rest] = Array.isArray(one) ? one : [];
    const fine = isPanel(panel) && isTableOf(values, isSetting) && (seed === null || seed === "each" || isSeed(seed)) && !rest.length;
    if (!fine) throw new CodeError("code_strange");
    return { panel, values, seed };
  });
  if (new Set(presets.map(({ panel }) => panel)).size < presets.length) throw new CodeError("code_strange");
  return presets;
}

// What panels were set with, by their numbers; null where that is not what it was written as.
/** @param {any} data @returns {?Record<string, Drawn>} */
export function readDrawn(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const all = Object.entries(data);
  const fine = all.length <= MOST_PANELS && all.every(([panel, one]) => isPanel(Number(panel)) && isTableOf(one?.values, isValue) && (one.seed === null || isSeed(one.seed)));
  return fine ? data : null;
}

/** @param {unknown} value */
const isPanel = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000;
/** @param {unknown} value */
const isSeed = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < MOST_LUCKS;
/** @param {unknown} value */
const isValue = (value) => typeof value === "boolean" || Number.isFinite(value) || (typeof value === "string" && value.length <= LONGEST_VALUE);
/** @param {unknown} value */
const isSetting = (value) => (Array.isArray(value) ? value.length > 0 && value.length <= MOST_DRAWN_FROM && value.every(isValue) : isValue(value));

/** @param {any} table @param {(value: unknown) => boolean} fits */
function isTableOf(table, fits) {
  if (typeof table !== "object" || table === null || Array.isArray(table)) return false;
  const all = Object.entries(table);
  return all.length <= MOST_CONTROLS && all.every(([name, value]) => CONTROL_NAME.test(name) && fits(value));
}

// ---- for each pupil -------------------------------------------------------------------------------

// Whether a pupil must have a name before the panels can be set.
/** @param {Preset[]} presets */
export function areDrawn(presets) {
  return presets.some(({ values, seed }) => seed === "each" || Object.values(values).some(Array.isArray));
}

// A name as it is drawn from: however it is typed, with what capitals and blanks, on what keyboard, it is the same.
/** @param {string} who */
export function nameDrawnFrom(who) {
  return clean(clean(who, LONGEST_NAME).normalize("NFKC").toLowerCase().normalize("NFKC"), 4 * LONGEST_NAME);
}

// What each panel is set with for this pupil, by its number. `id` is the homework's: another one draws otherwise.
/** @param {Preset[]} presets @param {string} who @param {string} id @returns {Record<string, Drawn>} */
export function drawFor(presets, who, id) {
  const name = nameDrawnFrom(who);
  /** @param {number} panel @param {string} control @param {number} most */
  const draw = (panel, control, most) => mixText(`${id}\n${panel}\n${control}\n${name}`) % most;
  return Object.fromEntries(presets.map(({ panel, values, seed }) => {
    const drawn = Object.entries(values).map(([control, value]) => [control, Array.isArray(value) ? value[draw(panel, control, value.length)] : value]);
    return [panel, { values: Object.fromEntries(drawn), seed: seed === "each" ? draw(panel, "", MOST_LUCKS) : seed }];
  }));
}

// A number of 32 bits, whose last bits do not follow from the last letters alone.
/** @param {string} text */
function mixText(text) {
  let sum = parseInt(sumText(text), 36);
  for (const [shift, factor] of [[16, 0x7feb352d], [15, 0x846ca68b]]) sum = Math.imul(sum ^ (sum >>> shift), factor);
  return (sum ^ (sum >>> 16)) >>> 0;
}

// ---- for a panel ----------------------------------------------------------------------------------

// The value as this control takes it; undefined where it does not. A page with recordings offers numbers as a list of words.
/** @param {Control} control @param {Value} value @returns {Value | undefined} */
export function fitValue({ kind, low = 0, high = 0, step = 1, choices = [], fixed = false, value: standing }, value) {
  if (fixed) return value === standing ? value : undefined;
  if (kind === "yes") return typeof value === "boolean" ? value : undefined;
  if (kind === "choice") return choices.find(({ key }) => key === value || Number(key) === value)?.key;
  if (kind !== "number" || typeof value === "boolean" || value === "") return undefined;
  const number = Number(value);
  const steps = (number - low) / step;
  return number >= low && number <= high && Math.abs(steps - Math.round(steps)) < 1e-6 ? number : undefined;
}

// The values that each pupil may have one of: all of them, or some from end to end where there are many.
/** @param {Control} control @returns {Value[]} */
export function drawable({ kind, low = 0, high = 0, step = 1, choices = [], fixed = false }) {
  if (fixed) return [];
  if (kind === "yes") return [false, true];
  if (kind === "choice") return choices.slice(0, MOST_DRAWN_FROM).map(({ key }) => key);
  if (kind !== "number") return [];
  const steps = Math.floor((high - low) / step + 1e-9);
  const count = Math.min(steps + 1, MOST_DRAWN_FROM);
  return Array.from({ length: count }, (_, place) => Number((low + step * Math.round((place * steps) / Math.max(1, count - 1))).toFixed(9)));
}

// "Games 100, heads yes, luck 7": what a panel is set with, in words.
/** @param {Panel | undefined} panel @param {Drawn} drawn @param {import("../shared/types").Say} say */
export function describeDrawn(panel, { values, seed }, say) {
  const parts = Object.entries(values).map(([name, value]) => {
    const control = panel?.controls.find((one) => one.name === name);
    const called = control?.choices?.find(({ key }) => key === String(value))?.name ?? String(value);
    const shown = typeof value === "boolean" ? say(value ? "preset_yes" : "preset_no") : `${called}${control?.choices ? "" : ` ${control?.unit ?? ""}`}`.trim();
    return say("preset_value", { control: control?.title ?? name, value: shown });
  });
  if (seed !== null) parts.push(say("preset_luck", { seed }));
  return parts.join(", ");
}
