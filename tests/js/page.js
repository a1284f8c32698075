// A page without a browser: as much of the DOM as cards need, and what stands on it as text.
import { readFileSync } from "node:fs";
import { shelf } from "./shelf.js";

class Listed extends Set {
  add(...names) {
    for (const name of names) super.add(name);
  }
  remove(name) {
    this.delete(name);
  }
  contains(name) {
    return this.has(name);
  }
  toggle(name, on = !this.has(name)) {
    if (on) this.add(name);
    else this.delete(name);
  }
}

class Part {
  parent = null;
  parts = [];
  attributes = {};
  heard = {};
  dataset = {};
  classList = new Listed();
  typed = null;
  title = "";
  style = {
    setProperty: (name, value) => {
      this.style[name] = value;
    },
    getPropertyValue: (name) => this.style[name] ?? "",
  };

  constructor(tag) {
    this.tag = tag;
  }
  setAttribute(name, value) {
    if (name === "class") this.classList = new Listed(value.split(" ").filter(Boolean));
    else this.attributes[name] = String(value);
    if (name.startsWith("data-")) this.dataset[name.slice(5)] = String(value);
  }
  getAttribute(name) {
    return name === "class" ? [...this.classList].join(" ") : (this.attributes[name] ?? null);
  }
  hasAttribute = (name) => name in this.attributes;
  removeAttribute(name) {
    delete this.attributes[name];
  }
  get value() {
    const chosen = this.parts.find((one) => "selected" in one.attributes) ?? this.parts[0];
    return this.typed ?? this.attributes.value ?? chosen?.attributes?.value ?? "";
  }
  set value(text) {
    this.typed = String(text);
  }
  toggleAttribute(name, is) {
    if (is) this.attributes[name] = "";
    else delete this.attributes[name];
  }
  get className() {
    return [...this.classList].join(" ");
  }
  set className(names) {
    this.setAttribute("class", names);
  }
  get tabIndex() {
    return Number(this.attributes.tabindex ?? -1);
  }
  set tabIndex(number) {
    this.attributes.tabindex = String(number);
  }
  get children() {
    return this.parts.filter((one) => one instanceof Part);
  }
  get nextSibling() {
    return this.parent.parts[this.parent.parts.indexOf(this) + 1];
  }
  get parentElement() {
    return this.parent;
  }
  get href() {
    return this.attributes.href ?? "";
  }
  set href(address) {
    this.attributes.href = address;
  }
  get isConnected() {
    return this.parent !== null;
  }
  get textContent() {
    return this.parts.map((one) => one.textContent ?? one).join("");
  }
  set textContent(text) {
    this.replaceChildren(text);
  }
  append(...more) {
    for (const one of more) {
      one.remove?.();
      if (one instanceof Part) one.parent = this;
      this.parts.push(one instanceof Part ? one : String(one));
    }
  }
  prepend(...more) {
    this.replaceChildren(...more, ...this.parts);
  }
  replaceChildren(...more) {
    for (const one of this.parts) {
      if (!(one instanceof Part)) continue;
      one.blur();
      one.parent = null;
    }
    this.parts = [];
    if (this.tag === "select") this.typed = null; // what was chosen is gone with its options
    this.append(...more);
  }
  after(node, place = 1) {
    node.parent = this.parent;
    this.parent.parts.splice(this.parent.parts.indexOf(this) + place, 0, node);
  }
  before(node) {
    this.after(node, 0);
  }
  remove() {
    this.blur();
    if (this.parent) this.parent.parts = this.parent.parts.filter((one) => one !== this);
    this.parent = null;
  }
  getBoundingClientRect() {
    return { top: 100, bottom: 120, width: 0, height: 20 };
  }
  getClientRects() {
    return [this.getBoundingClientRect()];
  }
  scrollIntoView() {}
  attachShadow() {
    return new Part("shadow");
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  showPopover() {
    this.attributes.popover = "shown";
  }
  hidePopover() {
    this.attributes.popover = "";
  }
  focus() {
    globalThis.document.activeElement = this;
  }
  /** What is taken off the page loses the focus, too. */
  blur() {
    const { document } = globalThis;
    if (document.activeElement && this.contains(document.activeElement)) document.activeElement = null;
  }
  click = () => this.dispatchEvent({ type: "click" });
  addEventListener(type, listener) {
    (this.heard[type] ??= []).push(listener);
  }
  dispatchEvent(event) {
    const told = event instanceof globalThis.Event ? event : { preventDefault() {}, stopPropagation() {}, ...event };
    if (!("target" in told)) told.target = this;
    for (const listener of [this[`on${told.type}`], ...(this.heard[told.type] ?? [])]) listener?.(told);
  }
  isLike(selector) {
    if (selector === "*") return true;
    const parts = selector.match(/[.#]?[\w-]+|:not\([^)]*\)|:[\w-]+|\[[^\]]+\]/g) ?? ["?"];
    return parts.every((part) => {
      if (part.startsWith(".")) return this.classList.has(part.slice(1));
      if (part.startsWith("#")) return this.attributes.id === part.slice(1);
      if (part.startsWith(":not(.")) return !this.classList.has(part.slice(6, -1));
      if (part === ":focus-visible") return false; // a mouse has focused it
      if (part.startsWith(":"))
        return (part === ":disabled") === (part === ":not([hidden])" ? "hidden" : "disabled") in this.attributes;
      if (!part.startsWith("[")) return part === this.tag;
      const [, key, value] = /^\[([\w-]+)(?:=["'](.*)["'])?\]$/.exec(part);
      const own = this.attributes[key] ?? this.dataset[key.replace(/^data-/, "")];
      return value === undefined ? own !== undefined : own === value;
    });
  }
  matches = (selectors) =>
    selectors.split(", ").some((selector) => {
      const [inner, outer] = selector.split(" ").reverse();
      return this.isLike(inner) && (!outer || Boolean(this.closest(outer)));
    });
  contains = (node) => node === this || [...this.everything()].includes(node);
  closest(selector) {
    return this.matches(selector) ? this : (this.parent?.closest(selector) ?? null);
  }
  *everything() {
    for (const one of this.parts)
      if (one instanceof Part) {
        yield one;
        yield* one.everything();
      }
  }
  // Selectors as cards have them: several, each of up to two parts.
  querySelectorAll(selectors) {
    const all = selectors.replace(":scope > ", "").replace(/:is\((.*?), (.*?)\)/, "$1, fieldset $2");
    return [...this.everything()].filter((one) => one.matches(all));
  }
  querySelector = (selectors) => this.querySelectorAll(selectors)[0] ?? null;
}

for (const name of ["checked", "disabled", "hidden", "open"])
  Object.defineProperty(Part.prototype, name, {
    get() {
      return name in this.attributes;
    },
    set(is) {
      this.toggleAttribute(name, is);
    },
  });

const VOID = ["br", "img", "input", "link", "meta"];

/** What stands on a page of the server (gamekit/server/templates), with nothing filled in. */
export function readTemplate(name) {
  const file = new URL(`../../gamekit/server/templates/${name}`, import.meta.url);
  const field = /\{\{ number_field\("(\w+)"[^)]*?(\d*)\) \}\}/g;
  const filled = readFileSync(file, "utf8").replace(field, '<input id="$1" value="$2">');
  const text = filled.replace(/\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}/gs, "");
  const root = new Part("body");
  let at = root;
  for (const [, end, tag, inside, plain] of text.matchAll(/<(\/?)(\w+)((?:"[^"]*"|[^">])*)>|([^<]+)/g)) {
    if (plain !== undefined) {
      if (plain.trim()) at.append(plain.trim());
    } else if (end) at = at.parent;
    else {
      const part = new Part(tag);
      for (const [, key, value] of inside.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) part.setAttribute(key, value ?? "");
      at.append(part);
      if (!VOID.includes(tag)) at = part;
    }
  }
  return root;
}

/** A new page in a language, in a browser that has kept something; the card's root. */
export function newPage(lang = "en", kept = shelf()) {
  const root = new Part("div");
  globalThis.document = {
    documentElement: { lang },
    activeElement: null,
    body: new Part("body"),
    createElement: (tag) => new Part(tag),
    createElementNS: (_space, tag) => new Part(tag),
    querySelectorAll: (selectors) => root.querySelectorAll(selectors),
    getElementById: (id) => [...root.everything()].find((one) => one.attributes.id === id) ?? null,
  };
  globalThis.Element = globalThis.HTMLElement = Part;
  globalThis.localStorage = kept;
  globalThis.window = { location: { pathname: "/lesson" }, localStorage: globalThis.localStorage };
  globalThis.gamekitSaid = [];
  return root;
}

const TOLD = ["aria-label", "aria-valuenow", "aria-valuetext", "aria-invalid", "disabled", "inputmode", "scope"];

/** What stands in an element, as text: classes behind their tag, in brackets what people hear or cannot press. */
export function outline(node) {
  if (typeof node === "string") return node;
  const head = [node.tag, ...node.classList].join(".").replaceAll("gk-", "");
  const told = TOLD.filter((name) => name in node.attributes).map((name) => `${name}=${node.attributes[name]}`);
  const typed = ["input", "textarea"].includes(node.tag) ? [`“${node.value}”`] : [];
  const inside = node.parts.map(outline);
  return `${head}${told.length ? `[${told.join(" ")}]` : ""}(${[...typed, ...inside].join(" ")})`;
}

/** Press what is called so. */
export function press(root, label) {
  const key = [...root.everything()].find((one) => one.tag === "button" && one.textContent === label);
  if (!key || "disabled" in key.attributes) throw new Error(`There is no button ${label} to press.`);
  key.click();
}

/** Type into a field, as a person does. */
export function type(field, text) {
  field.value = text;
  for (const name of ["input", "change"]) field.dispatchEvent({ type: name });
}
