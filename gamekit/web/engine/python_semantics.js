// What Python means where JavaScript means something else, for pictures translated by tools/js/pictures.py: in those
// this is `$`. Lists and tuples are arrays, dictionaries are maps. No game is known here.

/** @import { Python } from "./types" */

/** What arguments given by name come as. */
class Named {
  /** @param {Record<string, any>} given */
  constructor(given) {
    this.given = given;
  }
}

/** −1, 0 or 1: numbers, texts, and lists of them. @param {any} a @param {any} b @returns {number} */
function compare(a, b) {
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  const differs = a.findIndex((one, i) => i >= b.length || compare(one, b[i]));
  return differs < 0 || differs >= b.length ? a.length - b.length : compare(a[differs], b[differs]);
}

/** The first of the greatest (`sign` 1) or the least (−1), as `max` and `min` have it. @param {any[]} given @param {number} sign */
function choose(given, sign) {
  const named = given.at(-1) instanceof Named ? given.pop().given : {};
  const { key = (/** @type {any} */ one) => one, default: other } = named;
  const all = given.length === 1 ? $.arr(given[0]) : given;
  if (all.length) return all.reduce((found, one) => (compare(key(one), key(found)) * sign > 0 ? one : found));
  if (other === undefined) throw new RangeError("There is nothing to choose from.");
  return other;
}

/** A number to some places, halves to the even neighbour: both are exact about what the number is in binary. @param {number} x @param {number} places */
function roundTo(x, places) {
  const text = x.toFixed(places);
  const twice = x * 2 ** (places + 1);
  if (!Number.isInteger(twice) || twice % 2 === 0) return text;
  const lower = Math.floor(Math.abs(x) * 10 ** places);
  const even = (lower % 2 ? lower + 1 : lower) / 10 ** places;
  return (x < 0 ? "-" : "") + even.toFixed(places);
}

/** A number as the language of the page writes it, from how English does. @param {string} text */
function localise(text) {
  const parts = new Intl.NumberFormat(globalThis.gamekitLanguage).formatToParts(12345.6);
  const sign = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? "";
  return text.replace(/[,.]/g, (mark) => sign(mark === "," ? "group" : "decimal")).replace(/^-/, "−");
}

/** @param {number} x @param {number} digits */
function general(x, digits) {
  const text = x.toPrecision(digits);
  if (text.includes("e")) throw new RangeError(`${x} is too large or too small for a picture.`);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const toNumber = (/** @type {any} */ x) => (typeof x === "boolean" ? Number(x) : x);
const several = (/** @type {any} */ x) => typeof x === "object" || typeof x === "string";
const SPEC = /^(\+?)(0?)(\d*)(,?)(?:\.(\d+))?([dfg]?)$/;
/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
/** Sentences in the reader's language, as a page that is not English brings them. */
const translated = new Set();

/** @type {Python} */
const $ = {
  /** Arguments given by name come last. */
  giveNamed: (given) => new Named(given),

  dict: (pairs = []) => (pairs instanceof Map ? new Map(pairs) : new Map($.arr(pairs))),
  set(values = []) {
    const found = new Set($.arr(values));
    if ([...found].some((one) => typeof one === "object")) throw new TypeError("A set holds numbers and texts.");
    return found;
  },

  /** Anything that can be walked along as an array. */
  arr(x) {
    if (Array.isArray(x)) return x;
    if (x instanceof Map) return [...x.keys()];
    if (typeof x?.[Symbol.iterator] !== "function") throw new TypeError(`${x} is no list.`);
    return Array.from(x);
  },
  list: (x = []) => $.arr(x).slice(),
  items: (x) => (x instanceof Map ? [...x] : Object.entries(x)),
  keys: (x) => $.items(x).map(([key]) => key),
  values: (x) => $.items(x).map(([, value]) => value),

  truth(x) {
    if (Array.isArray(x) || typeof x === "string") return x.length > 0;
    if (x instanceof Map || x instanceof Set) return x.size > 0;
    return Boolean(x);
  },
  either: (x, other) => ($.truth(x) ? x : other()),
  both: (x, other) => ($.truth(x) ? other() : x),
  eq(a, b) {
    if (!Array.isArray(a) || !Array.isArray(b)) return toNumber(a) === toNumber(b);
    return a.length === b.length && a.every((one, i) => $.eq(one, b[i]));
  },
  has(x, value) {
    if (typeof x === "string") return x.includes(value);
    if (x instanceof Map || x instanceof Set) return x.has(value);
    return $.arr(x).some((one) => $.eq(one, value));
  },

  at(x, i) {
    if (x instanceof Map) {
      if (!x.has(i)) throw new RangeError(`There is no entry ${i}.`);
      return x.get(i);
    }
    if (Array.isArray(x) || typeof x === "string") {
      const place = i < 0 ? x.length + i : i;
      if (!(place >= 0 && place < x.length)) throw new RangeError(`There is no place ${i} among ${x.length}.`);
      return x[place];
    }
    if (!Object.hasOwn(x, i)) throw new RangeError(`There is no entry ${i}.`);
    return x[i];
  },
  put(x, i, value) {
    if (x instanceof Map) x.set(i, value);
    else x[i < 0 ? x.length + i : i] = value;
  },
  slice(x, from, to, step) {
    if (step === null || step === 1) return x.slice(from ?? 0, to ?? undefined);
    if (step !== -1 || from !== null || to !== null) throw new RangeError("A slice goes by 1, or is [::-1].");
    return typeof x === "string" ? [...x].reverse().join("") : $.arr(x).slice().reverse();
  },

  add(a, b) {
    if (Array.isArray(a)) return [...a, ...$.arr(b)];
    return a + b;
  },
  add_in(a, b) {
    if (!Array.isArray(a)) return a + b;
    for (const one of $.arr(b)) a.push(one);
    return a;
  },
  mul: (a, b) => (several(a) || several(b) ? $.times(a, b) : a * b),
  /** A list or text several times over. */
  times(a, b) {
    const [what, n] = several(a) ? [a, b] : [b, a];
    if (typeof what === "string") return what.repeat(Math.max(0, n));
    return Array.from({ length: Math.max(0, n) }, () => what).flat(1);
  },
  mod(a, b) {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
  },
  divmod: (a, b) => [Math.floor(a / b), $.mod(a, b)],
  or(a, b) {
    if (a instanceof Map) return new Map([...a, ...b]);
    return typeof a === "boolean" && typeof b === "boolean" ? a || b : a | b;
  },
  or_in(a, b) {
    if (!(a instanceof Map)) return $.or(a, b);
    for (const [key, value] of b) a.set(key, value);
    return a;
  },

  // Python's own functions

  len: (x) => x.length ?? x.size,
  int(x) {
    const number = Math.trunc(x);
    if (!Number.isFinite(number) || x === "") throw new TypeError(`${x} is no number.`);
    return number + 0;
  },
  float: Number,
  range(...given) {
    const [from, to, step] = given.length === 1 ? [0, given[0], 1] : [given[0], given[1], given[2] ?? 1];
    const found = [],
      length = Math.ceil((to - from) / step);
    for (let i = 0; i < length; i++) found.push(from + i * step);
    return found;
  },
  enumerate(x, start = 0) {
    const from = start instanceof Named ? start.given.start : start;
    return $.arr(x).map((one, i) => [from + i, one]);
  },
  zip(...all) {
    const lists = all.map((one) => $.arr(one));
    const n = Math.min(...lists.map((one) => one.length));
    return $.range(n).map((i) => lists.map((one) => one[i]));
  },
  pairwise: (x) =>
    $.arr(x)
      .slice(1)
      .map((one, i) => [$.arr(x)[i], one]),
  reversed: (x) => $.list(x).reverse(),
  any: (x) => $.arr(x).some($.truth),
  all: (x) => $.arr(x).every($.truth),
  sum: (x, start = 0) => $.arr(x).reduce((a, b) => a + (Array.isArray(b) ? $.sum(b) : Number(b)), start),
  map: (f, x) => $.arr(x).map((one) => f(one)),
  next(x, other) {
    const all = $.arr(x);
    if (all.length) return all[0];
    if (other === undefined) throw new RangeError("There is no first one.");
    return other;
  },
  min: (...given) => choose(given, -1),
  max: (...given) => choose(given, 1),
  sorted(x, how) {
    const { key = (/** @type {any} */ one) => one, reverse = false } = how?.given ?? {};
    const ranked = $.arr(x).map((one) => [key(one), one]);
    return ranked.sort(([a], [b]) => (reverse ? -1 : 1) * compare(a, b)).map(([, one]) => one);
  },
  round(x, places) {
    if (x === true || x === false) return Number(x);
    return Number.isInteger(x) ? x : Number(roundTo(x, places ?? 0));
  },
  _: (sentence) => {
    const said = globalThis.gamekitSentences?.[sentence];
    if (said === undefined) return sentence;
    translated.add(said);
    return said;
  },
  str(x) {
    if (typeof x === "string") return x;
    if (typeof x === "boolean") return x ? "True" : "False";
    if (x === null) return "None";
    if (typeof x !== "number") throw new TypeError("Only texts and numbers are shown.");
    return String(x);
  },

  /** What stands in Python's format: sign, zeros, width, thousands, places. */
  fmt(x, spec) {
    if (spec === "") return $.str(x);
    const found = SPEC.exec(spec);
    if (!found) throw new TypeError(`The format ${spec} is not known.`);
    const [, plus, zero, width, comma, places, kind] = found;
    const digits = Number(places ?? 6);
    let text = kind === "f" ? roundTo(x, digits) : kind === "g" ? general(x, digits) : $.str(x);
    if (Object.is(x, -0) && kind === "f") text = `-${text}`;
    if (comma) text = text.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
    if (plus && x >= 0) text = `+${text}`;
    if (!width) return text;
    if (!zero) return text.padStart(Number(width));
    const sign = /^[+-]/.test(text) ? text[0] : "";
    return sign + text.slice(sign.length).padStart(Number(width) - sign.length, "0");
  },
  /** A number beside sentences. */
  number(x, spec) {
    return globalThis.gamekitLanguage ? localise($.fmt(x, spec)) : $.fmt(x, spec);
  },
  /** A sentence with its {places} filled: never anything but a name and its format. */
  format: (text, names) =>
    text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, spec) => {
      const value = $.at(names, name),
        shown = $.fmt(value, spec ?? "");
      return typeof value === "number" && translated.has(text) ? localise(shown) : shown;
    }),
  escape: (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]),
  join: (glue, parts) => $.arr(parts).join(glue),
  strip: (text) => text.trim(),
  split: (text, by) => (by === undefined ? text.trim().split(/\s+/).filter(Boolean) : text.split(by)),
  replace: (text, old, other) => text.replaceAll(old, () => other),
  startswith: (text, start) => text.startsWith(start),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),

  // Lists and dictionaries

  append: (x, one) => void x.push(one),
  extend: (x, more) => void $.add_in(x, more),
  index(x, value) {
    const place = typeof x === "string" ? x.indexOf(value) : $.arr(x).findIndex((one) => $.eq(one, value));
    if (place < 0) throw new RangeError(`${value} is not there.`);
    return place;
  },
  count: (x, value) => $.arr(x).filter((one) => $.eq(one, value)).length,
  get: (x, key, other = null) => (x.has(key) ? x.get(key) : other),
  update: (x, more) => void $.or_in(x, more),
  setdefault(x, key, value) {
    if (!x.has(key)) x.set(key, value);
    return x.get(key);
  },
  radians: (degrees) => degrees * (Math.PI / 180),
  degrees: (angle) => angle * (180 / Math.PI),
  dist: (a, b) => Math.hypot(...a.map((x, i) => x - b[i])),

  /** A function that remembers its answers. */
  remember(function_) {
    const answers = new Map();
    return (...given) => {
      let found = answers;
      for (const one of given) {
        if (!found.has(one)) found.set(one, new Map());
        found = found.get(one);
      }
      if (!found.has($)) found.set($, function_(...given));
      return found.get($);
    };
  },

  /** Maps as plain objects, all the way down: what leaves a picture. */
  plain(x) {
    if (Array.isArray(x)) return x.map($.plain);
    if (!(x instanceof Map)) return x;
    return Object.fromEntries([...x].map(([key, value]) => [key, $.plain(value)]));
  },
};
const { PI: pi, abs, atan2, cos, floor, hypot, log, sin, sqrt, tan } = Math;
export const python = Object.assign($, { abs, atan2, cos, floor, hypot, log, pi, sin, sqrt, tan });
