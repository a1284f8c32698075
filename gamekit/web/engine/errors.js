// What goes wrong, in sentences for people. Each kind is named as in Python.

/**
 * A sentence in the reader's language with its {places} filled; game_bundle.py puts those said in these files into the page.
 * @param {string} sentence
 * @param {Record<string, any>} places
 */
export function _(sentence, places = {}) {
  const said = globalThis.gamekitSentences?.[sentence] ?? sentence;
  return said.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(places, name) ? fillPlace(places[name]) : place));
}

/** What stands in a place: a number as the reader's language writes it, where that is not English, as in Python. @param {any} value */
function fillPlace(value) {
  const language = globalThis.gamekitLanguage;
  if (!language || typeof value !== "number") return String(value);
  return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 }).replace("-", "−");
}

/** A number as the reader's language writes it. @param {any} number */
export const writeNumber = (number) => number.toLocaleString(globalThis.gamekitLanguage ?? "en");

export class GamekitError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = new.target.name;
  }
}
export class UnknownGame extends GamekitError {}
export class OptionError extends GamekitError {}
export class ReplayError extends GamekitError {}
/** This browser cannot do what is asked. */
export class BrowserError extends GamekitError {}

/** An action the rules do not allow now; `rule` is the number of the rule it would break. */
export class IllegalAction extends GamekitError {
  /** @param {string} sentence @param {string} rule */
  constructor(sentence, rule) {
    super(rule ? `${sentence} (${rule})` : sentence);
    this.sentence = sentence;
    this.rule = rule;
  }
}

/** What went wrong, whatever was thrown. @param {any} error */
export const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether a value is a whole number in low…high; as in Python, true and false are none. @param {any} value @param {any} low @param {any} high */
export function isWhole(value, low, high) {
  const number = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  return number && value >= low && value <= high;
}

const MOST_SHOWN = 200;

/** A value as Python would show it in a sentence, in at most 200 characters. @param {any} value @returns {string} */
export function quote(value) {
  let text;
  if (typeof value === "string") text = `'${value}'`;
  else if (value === null || value === undefined) text = "None";
  else if (typeof value === "boolean") text = value ? "True" : "False";
  else if (Array.isArray(value)) text = `[${value.map(quote).join(", ")}]`;
  else text = String(value);
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 2)} …`;
}
