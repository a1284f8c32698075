// Numbers as the page's language reads and writes them, the same as gamekit/core/i18n/numbers.py; tests/numbers.json holds both to it.

/** The language of this page. */
export const language = () => globalThis.document?.documentElement.lang || "en";

/** A number with so many decimals; a minus is longer than a hyphen. @param {number} value @param {number} digits */
export function figure(value, digits = 0) {
  return writeWith(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}

/** A number as it is told, with its thousands apart. @param {number} value */
export const groupThousands = (value) => writeWith(value, {});

/** A number with the decimals it has, at most ten digits. With its thousands apart it may have two readings. @param {number} value */
export function sayNumber(value, useGrouping = false) {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(10));
  return writeWith(rounded, { maximumFractionDigits: 20, useGrouping });
}

/** A share; its sign never stands alone on a line. @param {number} value */
export function percent(value) {
  const hundred = 100 * value;
  return `${figure(hundred, hundred !== 0 && hundred < 10 ? 1 : 0)}\u00a0%`;
}

/** @param {number} value @param {Intl.NumberFormatOptions} form */
function writeWith(value, form) {
  return new Intl.NumberFormat(language(), { ...form, signDisplay: "negative" }).format(value).replace("-", "−");
}

const LONGEST_NUMBER = 40;
const NUMBER_SIGN = /^[+\-−–]/;
const WHOLE_NUMBER = /^\d+$/;
const SPACED_NUMBER = /^[1-9]\d{0,2}([ \u00a0\u2009\u202f'’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;
const MARKED_NUMBER = /^[1-9]\d{0,2}([.,])\d{3}(?:(?:\1\d{3})+(?:(?!\1)[.,]\d+)?|(?!\1)[.,]\d+)$/;
const DECIMAL_NUMBER = /^(\d*)([.,])(\d+)$/;

/** The decimal sign of a language: a comma, or else a point. */
function decimalSign(code = language()) {
  const parts = new Intl.NumberFormat(code).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}

/**
 * What a typed number may mean, as a program writes it ("-1234.5"): nothing if it is no number; two readings, thousands
 * first, if one sign stands before three digits and is not the decimal sign of the language ("1.000" in German).
 *
 * @param {string} text
 * @param {string} [code]
 */
export function listReadings(text, code) {
  const typed = text.trim();
  if (typed.length > LONGEST_NUMBER) return [];
  const minus = /^[-−–]/.test(typed) ? "-" : "";
  const body = typed.replace(NUMBER_SIGN, "");
  const plain = (/** @type {string} */ digits) => minus + digits.replace(/^0+(?=\d)/, "");
  if (WHOLE_NUMBER.test(body)) return [plain(body)];
  const grouped = SPACED_NUMBER.exec(body) ?? MARKED_NUMBER.exec(body);
  if (grouped) return [plain(body.replaceAll(grouped[1], "").replace(",", "."))];
  const found = DECIMAL_NUMBER.exec(body);
  if (!found) return [];
  const [, whole, mark, rest] = found;
  const decimal = plain(`${whole || 0}.${rest}`);
  const clear = mark === decimalSign(code) || rest.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole);
  return clear ? [decimal] : [plain(whole + rest), decimal];
}

/** A reading as it would be typed on this page, so that it has no other. @param {string} reading */
export const retype = (reading) => reading.replace(".", decimalSign()).replace("-", "−");

/**
 * The numbers of a list as they were typed, spaces, semicolons or commas between them. A comma without a space parts two
 * numbers only where it can be nothing else: not in "27,5" where it is the decimal sign, nor in "200,350" anywhere.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function splitList(text) {
  const words = text.split(/[ \t\r\n;]+/).map((word) => word.replace(/,+$/, ""));
  return words.filter(Boolean).flatMap((word) => {
    const parts = word.split(",");
    const one = parts.slice(1).every((part) => part.length === 3) || (parts.length === 2 && decimalSign() === ",");
    return one ? [word] : parts.filter(Boolean);
  });
}

/**
 * The next number above or below on the steps from `low`, within what is allowed.
 *
 * @param {?number} from
 * @param {number} way
 * @param {{low?: number, high?: number, step: number}} allowed
 */
export function stepFrom(from, way, { low = -Infinity, high = Infinity, step }) {
  const base = Number.isFinite(low) ? low : 0;
  const places = ((from ?? 0) - base) / step;
  const near = Math.round(places);
  const next = Math.abs(places - near) < 1e-9 ? near + way : way > 0 ? Math.ceil(places) : Math.floor(places);
  const top = Number.isFinite(high) ? base + Math.floor((high - base) / step + 1e-9) * step : high;
  return Number(Math.min(top, Math.max(low, base + next * step)).toPrecision(12));
}
