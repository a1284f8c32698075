// A page without a browser: as much of the DOM as cards need, and what stands on it as text.
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
  style = {
    setProperty: (name, value) => {
      this.style[name] = value;
    },
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
  get children() {
    return this.parts.filter((one) => one instanceof Part);
  }
  get nextSibling() {
    return this.parent.parts[this.parent.parts.indexOf(this) + 1];
  }
  get parentElement() {
    return this.parent;
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
  replaceChildren(...more) {
    for (const one of this.parts) if (one instanceof Part) one.parent = null;
    this.parts = [];
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
    if (this.parent) this.parent.parts = this.parent.parts.filter((one) => one !== this);
    this.parent = null;
  }
  focus() {
    globalThis.document.activeElement = this;
  }
  click = () => this.dispatchEvent({ type: "click" });
  addEventListener(type, listener) {
    (this.heard[type] ??= []).push(listener);
  }
  dispatchEvent(event) {
    const told = event instanceof globalThis.Event ? event : { preventDefault() {}, stopPropagation() {}, ...event };
    if (!("target" in told)) told.target = this;
    for (const listener of this.heard[told.type] ?? []) listener(told);
  }
  isLike(selector) {
    if (selector === "*") return true;
    const [, tag, name, state, key, value] =
      /^([\w-]*)(?:\.([\w-]+))?(:enabled|:not\(\[hidden\]\))?(?:\[([\w-]+)="(.*)"\])?$/.exec(selector) ?? [null, "?"];
    const without = state && (state === ":enabled" ? "disabled" : "hidden") in this.attributes;
    const like = (!tag || tag === this.tag) && (!name || this.classList.has(name));
    return like && !without && (!key || this.attributes[key] === value);
  }
  matches = (selector) => this.isLike(selector);
  contains = (node) => node === this || [...this.everything()].includes(node);
  closest(selector) {
    return this.isLike(selector) ? this : (this.parent?.closest(selector) ?? null);
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
    const all = selectors.replace(/:is\((.*?), (.*?)\)/, "$1, fieldset $2").split(", ");
    return [...this.everything()].filter((one) =>
      all.some((selector) => {
        const [inner, outer] = selector.split(" ").reverse();
        return one.isLike(inner) && (!outer || one.closest(outer));
      }),
    );
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

/** A new page in a language, in a browser that has kept something; the card's root. */
export function newPage(lang = "en", kept = shelf()) {
  const root = new Part("div");
  globalThis.document = {
    documentElement: { lang },
    activeElement: null,
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
