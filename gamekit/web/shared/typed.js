// Fields in which numbers are typed. They are text fields: a browser's number field takes its interface's language, not the
// page's, and drops what it cannot read. What was typed stays as it is; what cannot be read is said beside the field.
import { make } from "./dom.js";
import { listReadings, retype, sayNumber, splitList, stepFrom } from "./numbers.js";

/** @import { Say } from "./types" */

/** What is wrong with what was typed, in a sentence; empty for a number. @param {string} text @param {Say} say */
function findFault(text, say) {
  const readings = listReadings(text);
  if (readings.length === 1) return "";
  if (!text.trim()) return say("number_missing");
  if (!readings.length) return say("number_unread", { text: text.trim() });
  const [one, other] = readings.map(retype);
  return say("number_two", { text: text.trim(), one, other });
}

/** The number that was typed; null while there is none. @param {string} text */
export function readTyped(text) {
  const readings = listReadings(text);
  return readings.length === 1 && Number.isFinite(Number(readings[0])) ? Number(readings[0]) : null;
}

/** A whole number that may be too large for a number; null while there is none. @param {string} text */
export function readWhole(text) {
  const readings = listReadings(text);
  return readings.length === 1 && /^-?\d+$/.test(readings[0]) ? BigInt(readings[0]) : readTyped(text);
}

/** The numbers of a list; null for each that cannot be read. @param {string} text */
const readList = (text) => splitList(text).map((one) => (one.includes(",") ? null : readTyped(one)));

/**
 * Say beside a field what is wrong with it, until something else is typed there.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} fault empty if all is well
 */
export function complain(field, fault) {
  const before = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  if (before?.textContent === fault) return;
  before?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
  if (!fault) return;
  const id = `gk-fault-${Math.random().toString(36).slice(2)}`;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  (field.closest("label") ?? field).after(make("span", { id, class: "gk-fault", role: "alert" }, fault));
}

/** Say what is wrong with a field and go there, even if it is folded away. @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} fault */
function checkField(field, fault) {
  complain(field, fault);
  if (!fault) return true;
  field.closest("details")?.setAttribute("open", "");
  field.focus();
  return false;
}

/**
 * A field for a number. `value()` is null while none can be read; `check()` says beside the field what is wrong and goes
 * there; arrow keys step as in a number field of the browser.
 *
 * @param {{low?: number, high?: number, step?: number | "any", value?: ?number, optional?: boolean, negative?: boolean}} allowed
 *   `optional`: it may stay empty; `negative`: a number below 0 may be typed, so keys on a screen need a minus
 * @param {Say} say
 * @param {Record<string, any>} [attributes]
 */
export function typedNumber(
  { low, high, step = "any", value = null, optional = false, negative = low === undefined || low < 0 },
  say,
  attributes = {},
) {
  const keys = negative ? null : Number.isInteger(step) ? "numeric" : "decimal";
  const node = make("input", {
    type: "text",
    class: "gk-typed",
    role: "spinbutton",
    inputmode: keys,
    autocomplete: "off",
    "aria-valuemin": low,
    "aria-valuemax": high,
    ...attributes,
  });
  const fault = () => (optional && !node.value.trim() ? "" : findFault(node.value, say));
  const tell = () => {
    const now = readTyped(node.value);
    if (now === null) node.removeAttribute("aria-valuenow");
    else node.setAttribute("aria-valuenow", String(now));
  };
  /** @param {?number} to */
  const set = (to) => {
    node.value = to === null ? "" : sayNumber(to);
    complain(node, "");
    tell();
  };
  node.addEventListener("input", () => {
    complain(node, "");
    tell();
  });
  node.addEventListener("change", () => node.value.trim() && complain(node, fault()));
  node.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (node.value.trim() && fault()) return complain(node, fault());
    set(stepFrom(readTyped(node.value), way, { low, high, step: step === "any" ? 1 : step }));
    node.dispatchEvent(new Event("input", { bubbles: true }));
  });
  set(value);
  return {
    node,
    value: () => readTyped(node.value),
    whole: () => readWhole(node.value),
    check: () => checkField(node, fault()),
    complain: (/** @type {string} */ text) => complain(node, text),
    set,
  };
}

/**
 * A field for a list of whole numbers. In `value()` is null for each that cannot be read.
 *
 * @template {"input" | "textarea"} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {Say} say
 */
export function typedList(tag, attributes, say) {
  const node = make(tag, attributes);
  const fault = () => {
    const wrong = splitList(node.value).find((one) => readList(one).includes(null));
    return wrong === undefined ? "" : say("number_list", { text: wrong });
  };
  node.addEventListener("input", () => complain(node, ""));
  node.addEventListener("change", () => complain(node, fault()));
  return { node, value: () => readList(node.value), check: () => checkField(node, fault()) };
}
