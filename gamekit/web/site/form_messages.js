// A field that does not fit says so in the page's own words and language; which field, and what is allowed there. A field with
// data-low is for a whole number: it is read as the page's language writes numbers, and arrow keys step it.
import { listReadings, retype, sayNumber, stepFrom } from "../shared/numbers.js";

/** @type {any} */
const forms = document.getElementById("gk-forms");
const { missing, number, two, between, step } = forms.dataset;
/** @param {string} text @param {any} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);

/** @param {any} field */
function limits(field) {
  const { low, high, step } = field.dataset;
  return { low: Number(low), high: Number(high), step: Number(step) };
}

/** What is wrong with a field; empty if all is well. @param {any} field */
function sentence(field) {
  const name = field.labels?.[0]?.textContent.trim() || field.name;
  const text = field.value.trim();
  if (field.validity.valueMissing || (field.dataset.low && !text)) return fill(missing, { name });
  if (!field.dataset.low) return "";
  const readings = listReadings(text);
  if (!readings.length) return fill(number, { name });
  const [one, other] = readings.map(retype);
  if (other) return fill(two, { name, text, one, other });
  const { low, high, step: size } = limits(field);
  const value = Number(readings[0]);
  /** @param {Record<string, string>} numbers */
  const told = (numbers) => fill(step, { name, step: size, ...numbers });
  if (value < low || value > high) return fill(between, { name, min: sayNumber(low), max: sayNumber(high) });
  const below = low + Math.floor((value - low) / size) * size;
  return below === value ? "" : told({ below: sayNumber(below), above: sayNumber(below + size) });
}

/** @param {any} field */
function check(field) {
  field.setCustomValidity?.("");
  field.setCustomValidity?.(sentence(field));
}

/** @param {any} event */
function stepField(event) {
  const field = event.target;
  const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
  if (!way || !field.dataset?.low) return;
  event.preventDefault();
  const readings = listReadings(field.value);
  if (field.value.trim() && readings.length !== 1) return field.reportValidity();
  field.value = sayNumber(stepFrom(readings.length ? Number(readings[0]) : null, way, limits(field)));
  check(field);
}

document.addEventListener("invalid", ({ target }) => check(target), true);
document.addEventListener("input", ({ target }) => check(target), true);
document.addEventListener("keydown", stepField);
