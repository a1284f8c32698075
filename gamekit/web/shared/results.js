// Results: sentences, tables and charts. Charts are SVG of our own making, parsed as such.
import { make, makeGroup, select } from "./dom.js";
import { sayNumber } from "./numbers.js";
import { typedList, typedNumber } from "./typed.js";

/** @import { Child, Option, Say } from "./types" */

/**
 * @typedef {{kind: "chart", svg: string, narrow?: string}} Chart
 * @typedef {{kind: "table", caption: string, head: string[], rows: string[][]}} Rows
 * @typedef {{kind: "judged", text: string, right: ?boolean}} Judged
 * @typedef {{kind: "text", text: string, pieces?: string[]}} Told
 */

/** @param {string} svg */
function parseDrawing(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** A picture, and the same drawn for a phone if there is such a drawing. @param {string} svg */
export function picture(svg, narrow = "") {
  return make("figure", "gk-chart", parseDrawing(svg), narrow && parseDrawing(narrow));
}

// From so many letters on, a table's cells are stacked on a phone.
const WORDY = 40;

/** What is judged has its sign already; in a table it has its colour as well. @param {string} cell */
const kind = (cell) =>
  cell.startsWith("✓ ") ? "gk-number gk-good" : cell.startsWith("✗ ") ? "gk-number gk-bad" : "gk-number";

/** A table: the names of its columns, and the cells of each row. @param {string[]} head @param {Node[][]} rows @param {{class?: string}} look @param {Child[]} before */
export function dataTable(head, rows, look = {}, ...before) {
  const names = make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)));
  const lines = rows.map((cells) => make("tr", {}, ...cells));
  return make("table", look, ...before, make("thead", {}, names), make("tbody", {}, ...lines));
}

/** @param {Chart | Rows | Judged | Told} one */
export function part(one) {
  if (one.kind === "chart") return picture(one.svg, one.narrow);
  if (one.kind === "table") {
    const wordy = one.rows.some((row) => row.some((cell) => cell.length > WORDY));
    const rows = one.rows.map(([first, ...others]) => [
      make("th", { scope: "row" }, first),
      ...others.map((cell, i) => make("td", { class: kind(cell), "data-name": one.head[i + 1] }, cell)),
    ]);
    const look = { class: wordy ? "gk-coach gk-wordy" : "gk-coach" };
    const scroll = makeGroup(
      one.caption,
      "gk-scroll",
      dataTable(one.head, rows, look, make("caption", {}, one.caption)),
    );
    scroll.tabIndex = 0;
    return scroll;
  }
  if (one.kind === "judged") {
    const verdict = one.right === null ? "gk-open" : one.right ? "gk-good" : "gk-bad";
    return make("p", { class: `gk-judged ${verdict}` }, one.text);
  }
  const pieces = one.pieces ?? [one.text]; // every second one stood between stars
  return make("p", {}, ...pieces.map((piece, index) => (index % 2 ? make("strong", {}, piece) : piece)));
}

/**
 * A number with a slider beside it; both have a name, and both say the same. Its value is null while no number can be read in
 * the field: an empty one is not 0.
 * @param {{low: number, high: number, step: number | "any", value: number | string, title: string, unit?: string}} control
 * @param {Say} say
 * @param {() => void} [changed]
 */
export function numberField({ low, high, step, value, title, unit }, say, changed) {
  const range = { min: low, max: high, step, value };
  const slider = make("input", { type: "range", class: "gk-slider", "aria-label": title, ...range });
  const field = typedNumber({ low, high, step, value: Number(value) }, say, { "aria-label": title });
  /** @param {number} now */
  const tell = (now) => {
    slider.setAttribute("aria-valuetext", `${sayNumber(now)}${unit ? ` ${unit}` : ""}`);
    changed?.();
  };
  slider.addEventListener("input", () => {
    field.set(Number(slider.value));
    tell(Number(slider.value));
  });
  field.node.addEventListener("input", () => {
    const now = field.value();
    if (now === null) return;
    slider.value = String(now);
    tell(now);
  });
  const node = make("span", "gk-number-field", slider, field.node, unit ? make("span", {}, unit) : null);
  return { node, value: field.value, check: field.check, complain: field.complain };
}

/**
 * What an option of a game is chosen with. Its value is undefined where nothing stands; `check` says beside it what cannot be
 * read.
 * @param {Pick<Option, "kind" | "value" | "low" | "high" | "choices">} option
 * @param {Say} say
 * @param {Record<string, any>} attributes
 * @param {(value: any) => void} changed
 * @returns {{node: HTMLElement, value: () => any, check: () => boolean}}
 */
export function optionControl({ kind, value, low, high, choices = [] }, say, attributes = {}, changed = () => {}) {
  const check = () => true;
  if (kind === "choice") {
    const entries = choices.map((one) => ({ key: one, name: one }));
    const node = select(entries, value, changed);
    for (const [name, of] of Object.entries(attributes)) node.setAttribute(name, of);
    return { node, value: () => node.value, check };
  }
  if (kind === "whole" || kind === "number") {
    const step = kind === "whole" ? 1 : "any";
    const field = typedNumber({ low, high, step, value, optional: true }, say, attributes);
    const read = () => field.value() ?? undefined;
    field.node.addEventListener("input", () => changed(read()));
    return { node: field.node, value: read, check: field.check };
  }
  if (kind === "list") {
    const shape = { type: "text", value: (value ?? []).join(", ") };
    const { node, ...field } = typedList("input", { ...shape, ...attributes }, say);
    node.addEventListener("input", () => changed(field.value()));
    return { node, ...field };
  }
  const shape = kind === "yes" ? { type: "checkbox", checked: value } : { type: "text", value: value ?? "" };
  const node = make("input", { ...shape, ...attributes, oninput: () => changed(read()) });
  const read = () => (kind === "yes" ? node.checked : node.value === "" ? undefined : node.value);
  return { node, value: read, check };
}
