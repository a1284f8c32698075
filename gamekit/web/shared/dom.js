// Making elements and sentences. Whatever comes from data is set as text, never as markup.
import { language, sayNumber } from "./numbers.js";

/** @import { Child, Say } from "./types" */
/** @import { AnswerSaid, VoteTold } from "./class_types" */

const UNSEEN_MS = 500;

/**
 * Attributes that are missing are left out; one that begins with "on" is a listener; a text alone is the class.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string | Record<string, any>} attributes
 * @param {Child[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (typeof attributes === "string") attributes = { class: attributes };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...listPresent(children));
  return node;
}

/** An element of a drawing. @param {string} tag @param {Record<string, string | number>} attributes @param {Node[]} children */
export function drawElement(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** @param {Element} node @param {Child[]} children */
export function replace(node, ...children) {
  node.replaceChildren(...listPresent(children));
}

/** @param {Child[]} children */
const listPresent = (children) => children.filter((child) => child !== null && child !== undefined && child !== false);

/** The translated sentences of the interface: say("step_of", {step: 3, last: 8}). Numbers are written as in the page's language. @param {Record<string, string>} words @returns {Say} */
export function speaker(words) {
  return (key, values = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? fillIn(values[name]) : whole));
}

/** @param {unknown} value */
const fillIn = (value) => (typeof value === "number" ? sayNumber(value) : String(value));

/** A button; a text instead of attributes is its second class. @param {string} label @param {(event: Event) => void} onclick @param {string | Record<string, any>} attributes */
export function button(label, onclick, attributes = {}) {
  const more = typeof attributes === "string" ? { class: `gk-button ${attributes}` } : attributes;
  return make("button", { type: "button", class: "gk-button", ...more, onclick }, label);
}

/** The frame of a card, and what is told of it to screen readers. @param {HTMLElement} root @param {string} label @param {string[]} classes */
export function frameCard(root, label, ...classes) {
  root.classList.add("gk", "gk-card", ...classes);
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", label);
  claimKeys(root);
  return make("div", { class: "gk-live", role: "status", "aria-live": "polite" });
}

/** A panel that can be folded. `open` is remembered only while the page lives. @param {string} title @param {Record<string, any>} attributes @param {Child[]} children */
export function panel(title, attributes, ...children) {
  return make("details", { class: "gk-panel", ...attributes }, make("summary", {}, title), ...children);
}

/** A group with a name for those who hear it. @param {string} label @param {string} name its class @param {Child[]} children */
export function makeGroup(label, name, ...children) {
  return make("div", { class: name, role: "group", "aria-label": label }, ...children);
}

/** A form that leads to no other page: `submit()` does what it is for. @param {string} name its class @param {() => unknown} submit @param {Child[]} children */
export function makeForm(name, submit, ...children) {
  const onsubmit = (/** @type {Event} */ event) => (event.preventDefault(), submit());
  return make("form", { class: name, novalidate: true, onsubmit }, ...children);
}

/** A dialog with its title; a click beside it closes it. @param {string} title @param {Child[]} children */
export function makeDialog(title, ...children) {
  const node = make("dialog", { class: "gk gk-dialog", "aria-label": title }, make("h3", {}, title), ...children);
  node.addEventListener("click", (event) => event.target === node && node.close());
  return node;
}

/** A sentence about what went wrong, in the place of what was to be there. @param {Element} root @param {unknown} problem */
export function showProblem(root, problem) {
  replace(root, make("p", { class: "gk gk-notice", role: "alert" }, messageOf(problem)));
}

/** @param {string} text @param {Child} control @param {Record<string, any>} attributes */
export function labelField(text, control, attributes = {}) {
  return make("label", { class: "gk-field", ...attributes }, make("span", {}, text), control);
}

/** @param {{key: string | number, name: string}[]} entries @param {unknown} value @param {(value: string) => void} onchange */
export function select(entries, value, onchange = () => {}) {
  const node = make("select", { class: "gk-select", onchange: () => onchange(node.value) });
  for (const entry of entries) {
    node.append(make("option", { value: entry.key, selected: String(entry.key) === String(value) }, entry.name));
  }
  return node;
}

/**
 * A group of buttons that is one tab stop: arrows move inside it, Home and End to its ends.
 * `next(current, key)` may choose by geometry; without it the order in the document counts.
 * @param {HTMLElement} group
 * @param {string} selector
 * @param {?(current: HTMLElement, key: string, all: HTMLElement[]) => HTMLElement} next
 */
export function rove(group, selector, next = null) {
  const items = () =>
    /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]).filter((item) => !item.hidden);
  /** @param {?HTMLElement} chosen */
  const setTabStop = (chosen) => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  group.addEventListener("focusin", (event) => {
    const item = closest(event, selector);
    if (item) setTabStop(item);
  });
  group.addEventListener("keydown", (event) => {
    const all = items();
    const item = closest(event, selector);
    const current = item ? all.indexOf(item) : -1;
    if (current < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    let goal = null;
    if (event.key === "Home") goal = all[0];
    else if (event.key === "End") goal = all[all.length - 1];
    else if (event.key in steps) {
      goal = next ? next(all[current], event.key, all) : all[current + steps[event.key]];
    } else return;
    event.preventDefault();
    event.stopPropagation();
    if (goal) {
      setTabStop(goal);
      goal.focus();
    }
  });
  return () => {
    const all = items();
    const marked = all.find((item) => item.tabIndex === 0 && item.contains(document.activeElement));
    setTabStop(marked ?? all[0]);
  };
}

/** The element an event came from, or one around it, that a selector names. @param {Event} event @param {string} selector */
export function closest(event, selector) {
  const { target } = event;
  return target instanceof Element ? /** @type {?HTMLElement} */ (target.closest(selector)) : null;
}

/** Whether an element comes before another one in the document, or around it. @param {Element} one @param {Node} other */
export const precedes = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** What somebody has stored or answered in a card. Whoever wants to know listens on the page: a class, for example. Its script
 * may come after cards that remember; then it looks. @param {HTMLElement} root @param {AnswerSaid} detail */
export function announceSaid(root, detail) {
  (globalThis.gamekitSaid ??= []).push({ type: "gamekit:said", target: root, detail });
  root.dispatchEvent(new CustomEvent("gamekit:said", { bubbles: true, detail }));
}

/** A card is there: whoever leads a vote on what it asks finds it by its name, and tells it how the vote stands in an event
 * "gamekit:vote". @param {HTMLElement} root @param {string} key @param {(vote: VoteTold) => void} hear */
export function followVotes(root, key, hear) {
  root.dataset.key = key;
  root.addEventListener("gamekit:vote", ({ detail }) => hear(detail));
  root.dispatchEvent(new CustomEvent("gamekit:card", { bubbles: true, detail: { key } }));
}

// --- as the page's language writes it -------------------------------------------------------------------------------
/** The same for dates and clocks: English has several, and the reader's own is taken. */
function dateLocale() {
  const page = language();
  return (page === "en" && globalThis.navigator?.languages?.find((one) => /^en(-|$)/.test(one))) || page;
}

/** Some things as a sentence lists them. @param {string[]} items */
export const list = (items) => new Intl.ListFormat(language()).format(items);

/** A date, a time of day or both. @param {Date} at @param {Intl.DateTimeFormatOptions} form */
export const moment = (at, form) => new Intl.DateTimeFormat(dateLocale(), form).format(at);

/** Names in their alphabetical order. @param {Iterable<string>} names */
export const alphabetical = (names) => [...names].sort(new Intl.Collator(language()).compare);

/** What went wrong, whatever was thrown. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A card may be in a closed text or steps away, on a phone on another screen: whoever is sent there finds it open. @param {HTMLElement} card @param {ScrollBehavior} behavior */
export function goTo(card, behavior = "auto") {
  card.dispatchEvent(new CustomEvent("gamekit:reveal", { bubbles: true }));
  card.scrollIntoView({ behavior, block: "center" });
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
}

/** When what was done has been painted. A page that nobody sees paints nothing, and does not wait for it. @returns {Promise<void>} */
export function awaitPaint() {
  return new Promise((done) => {
    const late = setTimeout(done, UNSEEN_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => (clearTimeout(late), done())));
  });
}

// Whether fingers point here, and no mouse.
export const isTouched = () => window.matchMedia("(hover: none) and (pointer: coarse)").matches;

/** JupyterLab has shortcuts of one letter ("a" inserts a cell) that would also hold for focused parts of a widget,
 * unless the focused element itself says no. @param {HTMLElement} root */
export function claimKeys(root) {
  root.tabIndex = -1; // a click anywhere on it takes the keyboard from JupyterLab
  root.addEventListener(
    "focusin",
    ({ target }) => target instanceof Element && target.setAttribute("data-lm-suppress-shortcuts", "true"),
  );
}
