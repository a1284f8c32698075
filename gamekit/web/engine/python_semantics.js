// What Python means where JavaScript means something else, for pictures translated by tools.js.pictures: in those
// this is `$`. Lists and tuples are arrays, dictionaries are maps. No game is known here.

export const python = (() => {
  class Named {
    constructor(given) {
      Object.assign(this, given);
    }
  }
  /** Arguments given by name come last. */
  const giveNamed = (given) => new Named(given);
  const split_ = (given) => (given.at(-1) instanceof Named ? [given.slice(0, -1), given.at(-1)] : [given, {}]);

  const dict = (pairs = []) => (pairs instanceof Map ? new Map(pairs) : new Map(arr(pairs)));
  function set(values = []) {
    const found = new Set(arr(values));
    if ([...found].some((one) => typeof one === "object")) throw new TypeError("A set holds numbers and texts.");
    return found;
  }

  /** Anything that can be walked along as an array. */
  function arr(x) {
    if (Array.isArray(x)) return x;
    if (x instanceof Map) return [...x.keys()];
    if (typeof x?.[Symbol.iterator] !== "function") throw new TypeError(`${x} is no list.`);
    return Array.from(x);
  }
  const list = (x = []) => arr(x).slice();
  const items = (x) => (x instanceof Map ? [...x] : Object.entries(x));
  const keys = (x) => items(x).map(([key]) => key);
  const values = (x) => items(x).map(([, value]) => value);

  function truth(x) {
    if (Array.isArray(x) || typeof x === "string") return x.length > 0;
    if (x instanceof Map || x instanceof Set) return x.size > 0;
    return Boolean(x);
  }
  const either = (x, other) => (truth(x) ? x : other());
  const both = (x, other) => (truth(x) ? other() : x);

  const toNumber = (x) => (typeof x === "boolean" ? Number(x) : x);
  function eq(a, b) {
    if (!Array.isArray(a) || !Array.isArray(b)) return toNumber(a) === toNumber(b);
    return a.length === b.length && a.every((one, i) => eq(one, b[i]));
  }
  function has(x, value) {
    if (typeof x === "string") return x.includes(value);
    if (x instanceof Map || x instanceof Set) return x.has(value);
    return arr(x).some((one) => eq(one, value));
  }
  /** −1, 0 or 1: numbers, texts, and lists of them. */
  function compare(a, b) {
    if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const one = compare(a[i], b[i]);
      if (one) return one;
    }
    return a.length - b.length;
  }

  function at(x, i) {
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
  }
  function put(x, i, value) {
    if (x instanceof Map) x.set(i, value);
    else x[i < 0 ? x.length + i : i] = value;
  }
  function slice(x, from, to, step) {
    if (step === null || step === 1) return x.slice(from ?? 0, to ?? undefined);
    if (step !== -1 || from !== null || to !== null) throw new RangeError("A slice goes by 1, or is [::-1].");
    return typeof x === "string" ? [...x].reverse().join("") : arr(x).slice().reverse();
  }

  function add(a, b) {
    if (Array.isArray(a)) return [...a, ...arr(b)];
    return a + b;
  }
  function add_in(a, b) {
    if (!Array.isArray(a)) return a + b;
    for (const one of arr(b)) a.push(one);
    return a;
  }
  const several = (x) => typeof x === "object" || typeof x === "string";
  const mul = (a, b) => (several(a) || several(b) ? times(a, b) : a * b);
  /** A list or text several times over. */
  function times(a, b) {
    const [what, n] = several(a) ? [a, b] : [b, a];
    if (typeof what === "string") return what.repeat(Math.max(0, n));
    return Array.from({ length: Math.max(0, n) }, () => what).flat(1);
  }
  function mod(a, b) {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
  }
  const divmod = (a, b) => [Math.floor(a / b), mod(a, b)];
  function or(a, b) {
    if (a instanceof Map) return new Map([...a, ...b]);
    return typeof a === "boolean" && typeof b === "boolean" ? a || b : a | b;
  }
  function or_in(a, b) {
    if (!(a instanceof Map)) return or(a, b);
    for (const [key, value] of b) a.set(key, value);
    return a;
  }

  // Python's own functions

  const len = (x) => x.length ?? x.size;
  const abs = Math.abs;
  function int(x) {
    const number = Math.trunc(x);
    if (!Number.isFinite(number) || x === "") throw new TypeError(`${x} is no number.`);
    return number + 0;
  }
  const float = Number;
  function range(...given) {
    const [from, to, step] = given.length === 1 ? [0, given[0], 1] : [given[0], given[1], given[2] ?? 1];
    const found = [],
      length = Math.ceil((to - from) / step);
    for (let i = 0; i < length; i++) found.push(from + i * step);
    return found;
  }
  /** @param {any} start */
  function enumerate(x, start = 0) {
    const from = start instanceof Named ? /** @type {any} */ (start).start : start;
    return arr(x).map((one, i) => [from + i, one]);
  }
  function zip(...all) {
    const lists = all.map(arr),
      n = Math.min(...lists.map((one) => one.length));
    return range(n).map((i) => lists.map((one) => one[i]));
  }
  const pairwise = (x) =>
    arr(x)
      .slice(1)
      .map((one, i) => [arr(x)[i], one]);
  const reversed = (x) => list(x).reverse();
  const any = (x) => arr(x).some(truth);
  const all = (x) => arr(x).every(truth);
  const sum = (x, start = 0) => arr(x).reduce((a, b) => a + (Array.isArray(b) ? sum(b) : Number(b)), start);
  const map = (f, x) => arr(x).map((one) => f(one));
  function next(x, other) {
    const all = arr(x);
    if (all.length) return all[0];
    if (other === undefined) throw new RangeError("There is no first one.");
    return other;
  }
  function best(given, sign) {
    const [plain, { key = (one) => one, default: other }] = split_(given);
    const all = plain.length === 1 ? arr(plain[0]) : plain;
    if (!all.length) {
      if (other === undefined) throw new RangeError("There is nothing to choose from.");
      return other;
    }
    return all.slice(1).reduce(
      ([found, rank], one) => {
        const other_ = key(one);
        return compare(other_, rank) * sign > 0 ? [one, other_] : [found, rank];
      },
      [all[0], key(all[0])],
    )[0];
  }
  const min = (...given) => best(given, -1);
  const max = (...given) => best(given, 1);
  function sorted(x, how = {}) {
    const key = how.key ?? ((one) => one),
      sign = how.reverse ? -1 : 1;
    const ranked = arr(x).map((one) => [key(one), one]);
    return ranked.sort(([a], [b]) => sign * compare(a, b)).map(([, one]) => one);
  }

  /** A number to some places, halves to the even neighbour: both are exact about what the number is in binary. */
  function roundTo(x, places) {
    const text = x.toFixed(places),
      twice = x * 2 ** (places + 1);
    if (!Number.isInteger(twice) || twice % 2 === 0) return text;
    const lower = Math.floor(Math.abs(x) * 10 ** places);
    const even = (lower % 2 ? lower + 1 : lower) / 10 ** places;
    return (x < 0 ? "-" : "") + even.toFixed(places);
  }
  function round(x, places) {
    if (x === true || x === false) return Number(x);
    return Number.isInteger(x) ? x : Number(roundTo(x, places ?? 0));
  }

  // Texts

  /** A sentence in the reader's language; a page that is not English brings them (gamekitSentences, gamekitLanguage). */
  const translated = new Set();
  const _ = (sentence) => {
    const said = globalThis.gamekitSentences?.[sentence];
    if (said === undefined) return sentence;
    translated.add(said);
    return said;
  };
  /** A number as the language of the page writes it, from how English does. */
  function localise(text) {
    const parts = new Intl.NumberFormat(globalThis.gamekitLanguage).formatToParts(12345.6);
    const sign = (type) => parts.find((part) => part.type === type)?.value ?? "";
    return text.replace(/[,.]/g, (mark) => sign(mark === "," ? "group" : "decimal")).replace(/^-/, "−");
  }
  function str(x) {
    if (typeof x === "string") return x;
    if (typeof x === "boolean") return x ? "True" : "False";
    if (x === null) return "None";
    if (typeof x !== "number") throw new TypeError("Only texts and numbers are shown.");
    return String(x);
  }
  function general(x, digits) {
    const text = x.toPrecision(digits);
    if (text.includes("e")) throw new RangeError(`${x} is too large or too small for a picture.`);
    return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  }
  const thousands = (text) => text.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  const SPEC = /^(\+?)(0?)(\d*)(,?)(?:\.(\d+))?([dfg]?)$/;

  /** What stands in Python's format: sign, zeros, width, thousands, places. */
  function fmt(x, spec) {
    if (spec === "") return str(x);
    const found = SPEC.exec(spec);
    if (!found) throw new TypeError(`The format ${spec} is not known.`);
    const [, plus, zero, width, comma, places, kind] = found;
    const digits = Number(places ?? 6);
    let text = kind === "f" ? roundTo(x, digits) : kind === "g" ? general(x, digits) : str(x);
    if (Object.is(x, -0) && kind === "f") text = `-${text}`;
    if (comma) text = thousands(text);
    if (plus && x >= 0) text = `+${text}`;
    if (!width) return text;
    if (!zero) return text.padStart(Number(width));
    const sign = /^[+-]/.test(text) ? text[0] : "";
    return sign + text.slice(sign.length).padStart(Number(width) - sign.length, "0");
  }
  /** A number beside sentences. */
  function number(x, spec) {
    return globalThis.gamekitLanguage ? localise(fmt(x, spec)) : fmt(x, spec);
  }
  /** A sentence with its {places} filled: never anything but a name and its format. */
  const format = (text, names) =>
    text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, spec) => {
      const value = at(names, name),
        shown = fmt(value, spec ?? "");
      return typeof value === "number" && translated.has(text) ? localise(shown) : shown;
    });
  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  const escape = (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]);
  const join = (glue, parts) => arr(parts).join(glue);
  const strip = (text) => text.trim();
  const split = (text, by) => (by === undefined ? text.trim().split(/\s+/).filter(Boolean) : text.split(by));
  const replace = (text, old, other) => text.replaceAll(old, () => other);
  const startswith = (text, start) => text.startsWith(start);
  const lower = (text) => text.toLowerCase();
  const upper = (text) => text.toUpperCase();

  // Lists and dictionaries

  const append = (x, one) => void x.push(one);
  const extend = (x, more) => void add_in(x, more);
  function index(x, value) {
    const place = typeof x === "string" ? x.indexOf(value) : arr(x).findIndex((one) => eq(one, value));
    if (place < 0) throw new RangeError(`${value} is not there.`);
    return place;
  }
  const count = (x, value) => arr(x).filter((one) => eq(one, value)).length;
  const get = (x, key, other = null) => (x.has(key) ? x.get(key) : other);
  const update = (x, more) => void or_in(x, more);
  function setdefault(x, key, value) {
    if (!x.has(key)) x.set(key, value);
    return x.get(key);
  }

  // Geometry

  const { PI, cos, sin, tan, log, atan2, hypot, sqrt, floor } = Math;
  const pi = PI;
  const radians = (degrees) => degrees * (PI / 180);
  const degrees = (angle) => angle * (180 / PI);
  const dist = (a, b) => hypot(...a.map((x, i) => x - b[i]));

  /** A function that remembers its answers. */
  function remember(function_) {
    const answers = new Map();
    return (...given) => {
      let found = answers;
      for (const one of given) {
        if (!found.has(one)) found.set(one, new Map());
        found = found.get(one);
      }
      if (!found.has(remember)) found.set(remember, function_(...given));
      return found.get(remember);
    };
  }

  /** Maps as plain objects, all the way down: what leaves a picture. */
  function plain(x) {
    if (Array.isArray(x)) return x.map(plain);
    if (!(x instanceof Map)) return x;
    const found = {};
    for (const [key, value] of x) found[key] = plain(value);
    return found;
  }

  return {
    _,
    abs,
    add,
    add_in,
    all,
    any,
    append,
    arr,
    at,
    atan2,
    both,
    cos,
    count,
    degrees,
    dict,
    dist,
    divmod,
    either,
    enumerate,
    eq,
    escape,
    extend,
    float,
    floor,
    fmt,
    format,
    get,
    giveNamed,
    has,
    hypot,
    index,
    int,
    items,
    join,
    keys,
    len,
    list,
    log,
    lower,
    map,
    max,
    min,
    mod,
    mul,
    next,
    number,
    or,
    or_in,
    pairwise,
    pi,
    plain,
    put,
    radians,
    range,
    remember,
    replace,
    reversed,
    round,
    set,
    setdefault,
    sin,
    slice,
    sorted,
    split,
    sqrt,
    startswith,
    str,
    strip,
    sum,
    tan,
    times,
    truth,
    update,
    upper,
    values,
    zip,
  };
})();
