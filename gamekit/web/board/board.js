// The picture: one scene, drawn once, and per step a table of changes applied to it. Above it lie
// real buttons on the places where something can be played, because an image has no focusable parts.
import {
  button,
  closest,
  drawElement,
  list,
  make,
  makeGroup,
  precedes,
  prefersReducedMotion,
  replace,
  rove,
} from "../shared/dom.js";

/** @import { Change, Move, Say } from "../shared/types" */

/** @typedef {{node: SVGElement, name: string, base: string}} Part an element of the picture, its name and its own class */
/** @typedef {{on: boolean, moves: Move[]}} Source a card: whether its moves alone are shown, and which they are */
/** @typedef {{name: string, moves: Move[], actions?: Move[], on?: boolean, glows: boolean}} Place where something can be chosen */
/** @typedef {Place & {node: SVGElement, box: DOMRect, alike: number, again: boolean}} Laid the same, measured; how many are alike */
/** @typedef {{place: HTMLElement, far: number}} Under a place below a finger */

const GLIDE = { duration: 320, easing: "cubic-bezier(.25,.8,.3,1)" };
const NARROW_PX = 480;
const ZOOMS = [1, 1.35, 1.8, 2.4, 3.2];
// A finger covers this much around where it is felt, and is felt this far from where it was meant, in CSS pixels.
const FINGER_PX = 22;
const UNSURE_PX = 10;
let mounted = 0;

export class Board {
  /** @type {Map<string, Part>} */
  elements = new Map();
  /** @type {Map<string, Change>} */
  shown = new Map();
  /** @type {Map<string, Move[]>} */
  targets = new Map();
  /** @type {Map<string, Source>} */
  sources = new Map();
  /** @type {Element[]} */
  glowing = [];
  /** @type {HTMLElement | undefined} */
  hovered;
  svg = drawElement("svg");
  caption = drawElement("desc");
  wide = "0 0 1 1";
  zoom = 0;

  /**
   * `picked(actions)` hears which place was chosen, `refused(ids)` which other place was clicked, `sourced(name)`
   * which card, to see where it leads. `crowd`: what a place is called where several moves end, if not by them.
   * `fixed`: the frame is somebody else's business.
   * @param {{say: Say, picked?: (actions: Move[]) => void, refused?: (names: string[]) => void,
   *   sourced?: (name: string) => void, crowd?: () => ?string, fixed?: boolean}} given
   */
  constructor({ say, picked = () => {}, refused = () => {}, sourced = () => {}, fixed = false, crowd = () => null }) {
    this.say = say;
    this.picked = picked;
    this.refused = refused;
    this.sourced = sourced;
    this.lights = new Lights((name) => this.elements.get(name)?.node);
    this.crowd = crowd;
    this.fixed = fixed;
    this.pointing = new Highlight(this.elements);
    this.inner = make("div", "gk-inner");
    this.places = makeGroup(say("places"), "gk-places");
    this.view = make("div", { class: "gk-view", tabindex: -1 }, this.inner);
    // The picture in words, for who does not see it: heading, each player, cards.
    this.words = make("ul", { class: "gk-live", "aria-label": say("board_words") });
    this.zoomOut = button(say("zoom_out"), () => this.magnify(-1));
    this.zoomIn = button(say("zoom_in"), () => this.magnify(1));
    this.zooms = makeGroup(say("zoom"), "gk-zooms", this.zoomOut, this.zoomIn);
    this.node = make("div", "gk-board", this.view, this.words);
    this.settle = rove(this.places, "button", neighbour);
    this.places.addEventListener("click", (event) => this.choose(event));
    this.places.addEventListener("pointermove", (event) => this.hover(event));
    this.places.addEventListener("pointerout", (event) => this.hover(event));
    this.inner.addEventListener("click", (event) => this.other(event));
    this.inner.addEventListener("pointerover", (event) => {
      if (!closest(event, ".gk-place")) this.lights.on(closest(event, "*") ?? undefined);
    });
    new ResizeObserver(() => this.arrange()).observe(this.node);
    this.magnify(0);
  }

  /** Draw the scene. Its ids get a prefix of their own, so that two boards on one page never mix. @param {string} scene */
  mount(scene) {
    const prefix = `gk${(mounted += 1)}-`;
    const parsed = new DOMParser().parseFromString(scene, "image/svg+xml");
    this.svg = /** @type {SVGElement} */ (/** @type {Element} */ (document.importNode(parsed.documentElement, true)));
    this.elements.clear();
    this.shown.clear();
    for (const node of [this.svg, .../** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll("*"))]) {
      for (const attribute of [...node.attributes]) {
        const value = attribute.value;
        if (attribute.name === "id") node.setAttribute("id", prefix + value);
        else if (/^(xlink:)?href$/.test(attribute.name) && value.startsWith("#")) {
          node.setAttribute(attribute.name, `#${prefix}${value.slice(1)}`);
        } else if (value.includes("url(#"))
          node.setAttribute(attribute.name, value.replaceAll("url(#", `url(#${prefix}`));
        else if (attribute.name === "aria-labelledby" || attribute.name === "aria-describedby")
          node.removeAttribute(attribute.name);
      }
      if (node.id) {
        const name = node.id.slice(prefix.length);
        this.elements.set(name, { node, name, base: node.getAttribute("class") ?? "" });
        node.dataset.gkName = name;
      }
    }
    this.svg.setAttribute("role", "img");
    this.svg.classList.add("gk-scene");
    this.wide = this.svg.getAttribute("viewBox") ?? "0 0 1 1";
    this.targets = new Map();
    this.sources = new Map();
    this.glowing = [];
    this.lights.clear();
    this.frame(this.wide);
    this.caption = this.svg.querySelector("desc") ?? this.svg.insertBefore(drawElement("desc"), this.svg.firstChild);
    replace(this.inner, this.svg, this.places);
    this.arrange();
  }

  // A scene may have a second arrangement for phones: `data-narrow` is its frame, and by the class gk-narrow its own
  // style moves the parts there.
  arrange() {
    const other = this.svg.getAttribute("data-narrow");
    const width = this.node.clientWidth;
    const narrow = width > 0 && width <= NARROW_PX;
    if (this.fixed || !other || narrow === this.svg.classList.contains("gk-narrow")) return;
    this.svg.classList.toggle("gk-narrow", narrow);
    this.frame(narrow ? other : this.wide);
    this.mark(this.targets, this.sources);
  }

  /** @param {string} box */
  frame(box) {
    const [, , width, height] = box.split(/[ ,]+/).map(Number);
    this.svg.setAttribute("viewBox", box);
    this.node.style.setProperty("--gk-ratio", String(width / height));
  }

  /**
   * Show a table of changes. All attributes are final at once; gliding is only decoration on top.
   * `targets` are measured before it starts, so a button lies where its card will come to rest.
   * @param {Map<string, Change>} table
   * @param {{title: string, description: string, animate: boolean, targets: Map<string, Move[]>, sources?: Map<string, Source>}} shown
   */
  show(table, { title, description, animate, targets, sources = new Map() }) {
    /** @type {[SVGElement, Change, Change, boolean][]} */
    const moves = [];
    for (const [name, change] of table) {
      const before = this.shown.get(name);
      if (isSameChange(before, change)) continue;
      const element = this.elements.get(name);
      if (!element) continue;
      const moved = set(element, change);
      if (animate && before) moves.push([element.node, before, change, moved]);
      this.shown.set(name, change);
    }
    this.svg.setAttribute("aria-label", title);
    if (this.caption.textContent !== description) {
      const lines = description.split("\n");
      this.caption.textContent = description;
      this.svg.setAttribute("aria-description", lines[0]);
      replace(this.words, ...lines.map((line) => make("li", {}, line)));
    }
    this.mark(targets, sources);
    if (animate && !prefersReducedMotion()) for (const move of moves) glide(...move);
  }

  /** Lay buttons on the places of `targets`: element name -> [{action, text}]; and on the cards of `sources`. @param {Map<string, Move[]>} targets @param {Map<string, Source>} sources */
  mark(targets, sources) {
    this.targets = targets;
    this.sources = sources;
    const active = document.activeElement;
    const focused = this.places.contains(active) || active === this.view;
    const chosen = active?.getAttribute("data-target");
    /** @type {Place[]} */
    const wanted = [
      ...[...targets].map(([name, actions]) => ({ name, actions, moves: actions, glows: true })),
      ...[...sources].filter(([name]) => !targets.has(name)).map(([name, one]) => ({ name, ...one, glows: one.on })),
    ];
    // Equal cards have the same moves. By key and by ear one button stands for all of them.
    const keyOf = (/** @type {Place} */ { moves, actions }) =>
      `${Boolean(actions)} ${moves.map(({ action }) => action).join()}`;
    /** @type {Map<string, Place[]>} */
    const alike = new Map();
    for (const one of wanted) alike.set(keyOf(one), [...(alike.get(keyOf(one)) ?? []), one]);
    // Everything is measured before anything is changed: a change in between would lay out the page anew each time.
    const frame = wanted.length ? this.inner.getBoundingClientRect() : null;
    const laid = frame?.width ? wanted.flatMap((one) => this.measure(one, alike.get(keyOf(one)) ?? [])) : [];
    for (const node of this.glowing) node.classList.remove("gk-legal", "gk-hover");
    this.glowing = laid.map(({ node }) => node);
    for (const { node, glows } of laid) if (glows) node.classList.add("gk-legal");
    const buttons = frame ? laid.map((one) => this.button(one, frame)) : [];
    replace(this.places, ...buttons);
    this.settle();
    // Whoever plays by keyboard stays on the board, also while the others play and there is nothing to choose.
    if (focused && !this.focus(chosen)) this.view.focus({ preventScroll: true });
  }

  /** @param {Place} one @param {Place[]} alike @returns {Laid[]} */
  measure(one, alike) {
    const node = this.elements.get(one.name)?.node;
    const rank = { alike: alike.length, again: alike[0] !== one };
    return node ? [{ ...one, ...rank, node, box: node.getBoundingClientRect() }] : [];
  }

  /** A button on a place: a move, several to choose from, or a card that shows where it leads. @param {Laid} laid @param {DOMRect} frame */
  button({ name, moves, actions, on, alike, again, node, box }, frame) {
    const { say } = this;
    const leads = `${say("card_leads")}: ${list(moves.map(({ text }) => text))}`;
    const texts = (actions ?? []).map((one) => one.text);
    const several = () => this.crowd() ?? `${say("choices_here", { count: texts.length })} (${list(texts)})`;
    const text = !actions ? leads : texts.length > 1 ? several() : texts[0];
    const label = alike > 1 ? say("equal_cards", { text, count: alike }) : text;
    const look = { title: text, class: actions ? "gk-place" : "gk-place gk-source" };
    const pressed = on === undefined ? null : String(on);
    const told = { type: "button", "aria-label": label, "aria-pressed": pressed, tabindex: -1 };
    const place = make(again ? "div" : "button", { ...look, ...(again ? { "aria-hidden": "true" } : told) });
    place.style.left = `${(100 * (box.left + box.width / 2 - frame.left)) / frame.width}%`;
    place.style.top = `${(100 * (box.top + box.height / 2 - frame.top)) / frame.height}%`;
    place.style.width = `${(100 * box.width) / frame.width}%`;
    place.style.height = `${(100 * box.height) / frame.height}%`;
    place.dataset.target = name;
    place.dataset.label = text;
    place.gkActions = actions;
    place.addEventListener("focus", () => {
      if (!place.matches(":focus-visible")) return; // after a click the mouse shows what is meant
      node.classList.add("gk-hover");
      this.lights.on(node);
    });
    place.addEventListener("blur", () => node.classList.remove("gk-hover"));
    return place;
  }

  buttons() {
    return /** @type {HTMLElement[]} */ ([...this.places.children]);
  }

  /** @param {?string} [name] */
  focus(name = null) {
    const places = /** @type {HTMLElement[]} */ ([...this.places.querySelectorAll("button")]);
    const goal = places.find((place) => place.dataset.target === name) ?? places[0];
    goal?.blur(); // who asks by key for where the mouse has been is told of it
    goal?.focus({ preventScroll: true });
    return Boolean(goal);
  }

  /** Buttons are at least 44 px wide and may overlap; a click belongs to the nearest place. A finger that may as well have
   * meant another place is asked which move it meant. @param {MouseEvent} event */
  choose(event) {
    const under = event.detail > 0 ? this.placesUnder(event) : [];
    const place = event.detail > 0 ? under[0]?.place : closest(event, ".gk-place");
    const byFinger = event.detail > 0 && event instanceof PointerEvent && event.pointerType === "touch";
    if (place?.gkActions) this.picked(byFinger ? findMeant(under) : place.gkActions);
    else if (place?.dataset.target) this.sourced(place.dataset.target);
  }

  /** The places under a pointer, the nearest first. @param {MouseEvent} event @returns {Under[]} */
  placesUnder(event) {
    const top = closest(event, ".gk-place");
    if (!top) return [];
    const boxes = this.buttons().map((place) => ({ place, box: place.getBoundingClientRect() }));
    /** @param {DOMRect} box */
    const far = ({ left, top, width, height }) =>
      Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
    const found = boxes
      .filter(({ place, box }) => place === top || isInside(box, event))
      .map(({ place, box }) => ({ place, far: far(box) }));
    return found.sort((one, other) => one.far - other.far);
  }

  /** The place that a click would choose stands out, also where buttons overlap. @param {PointerEvent} event */
  hover(event) {
    const place = event.type === "pointermove" ? this.placesUnder(event)[0]?.place : undefined;
    if (place === this.hovered) return;
    /** @param {HTMLElement | undefined} button */
    const part = (button) => this.elements.get(button?.dataset.target ?? "")?.node;
    part(this.hovered)?.classList.remove("gk-hover");
    part(place)?.classList.add("gk-hover");
    this.hovered = place;
    this.lights.on(part(place));
    const top = closest(event, ".gk-place");
    if (place && top) top.title = place.dataset.label ?? "";
  }

  /** A click beside the legal places: tell which parts of the scene lie there. @param {Event} event */
  other(event) {
    const names = closest(event, ".gk-place") ? [] : this.namesAt(event);
    if (names.length) this.refused(names);
  }

  /** The parts of the scene under a pointer, the innermost first. @param {Event} event */
  namesAt(event) {
    /** @type {string[]} */
    const names = [];
    for (let node = closest(event, "*"); node && node !== this.inner; node = node.parentElement) {
      if (node.dataset.gkName) names.push(node.dataset.gkName);
    }
    return names;
  }

  /** @param {number} by */
  magnify(by) {
    this.zoom = Math.min(Math.max(this.zoom + by, 0), ZOOMS.length - 1);
    this.inner.style.width = `${100 * ZOOMS[this.zoom]}%`;
    this.node.classList.toggle("gk-zoomed", this.zoom > 0);
    this.zoomOut.disabled = this.zoom === 0;
    this.zoomIn.disabled = this.zoom === ZOOMS.length - 1;
  }
}

/** @param {Change} change */
function writeTransform(change) {
  const turn = change.r ? ` rotate(${change.r})` : "";
  return `translate(${change.x ?? 0} ${change.y ?? 0})${turn}`;
}

/** @param {Change} change */
const moves = (change) => "x" in change || "y" in change || "r" in change;

/** @param {Part} part @param {Change} change */
function set({ node, base }, change) {
  let moved = false;
  if (moves(change)) {
    const transform = writeTransform(change);
    moved = node.getAttribute("transform") !== transform;
    if (moved) node.setAttribute("transform", transform);
  }
  if (change.text !== undefined) node.textContent = change.text;
  if ("class" in change) node.setAttribute("class", `${base} ${change.class}`.trim());
  if (change.d !== undefined) node.setAttribute("d", change.d);
  if ("hidden" in change) node.style.display = change.hidden ? "none" : "";
  if (change.lights !== undefined) node.dataset.gkLights = change.lights;
  if (change.label !== undefined) node.setAttribute("aria-label", change.label);
  return moved;
}

/** @param {Element} node @param {Change} before @param {Change} change @param {boolean} moved */
function glide(node, before, change, moved) {
  if (change.hidden) return;
  if (before.hidden) node.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
  else if (moved && moves(before)) {
    /** @param {Change} one */
    const at = (one) => `translate(${one.x ?? 0}px, ${one.y ?? 0}px) rotate(${one.r ?? 0}deg)`;
    node.animate([{ transform: at(before) }, { transform: at(change) }], GLIDE);
  }
}

/** Every move that a finger may have meant, of the places under it. @param {Under[]} under */
function findMeant(under) {
  const near = under.filter(
    ({ place, far }, rank) => place.gkActions && (rank === 0 || far <= Math.min(under[0].far + UNSURE_PX, FINGER_PX)),
  );
  return [...new Map(near.flatMap(({ place }) => place.gkActions ?? []).map((one) => [one.action, one])).values()];
}

/** @param {DOMRect} box @param {MouseEvent} event */
function isInside(box, { clientX, clientY }) {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/** The next place in the direction of an arrow key: near, and more ahead than aside. @type {Record<string, [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {HTMLElement} current @param {string} key @param {HTMLElement[]} all */
function neighbour(current, key, all) {
  const [dx, dy] = WAYS[key];
  /** @param {HTMLElement} node */
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(current);
  /** @type {?HTMLElement} */
  let best = null;
  let least = Infinity;
  for (const other of all) {
    if (other === current) continue;
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [other, ahead + 3 * aside];
  }
  return best ?? all[(all.indexOf(current) + (dx + dy > 0 ? 1 : all.length - 1)) % all.length];
}

/** @param {Record<string, any> | undefined} one @param {Record<string, any>} other */
export function isSameChange(one, other) {
  if (one === other) return true;
  if (!one || !other) return false;
  const keys = Object.keys(other);
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key]);
}

/** `legal`: [{action, text, target, source}]; `card`: the one whose moves alone are shown, or null. @param {Move[]} legal @param {?string} card */
export function choices(legal, card) {
  /** @type {Map<string, Move[]>} */
  const targets = new Map();
  /** @type {Map<string, Source>} */
  const sources = new Map();
  /** @type {Move[]} */
  const placeless = [];
  for (const one of legal) {
    const cards = names(one.source);
    for (const name of cards)
      sources.set(name, { on: name === card, moves: [...(sources.get(name)?.moves ?? []), one] });
    if (card && !cards.includes(card)) continue;
    // A move may have several places: two equal cards of a hand.
    for (const place of names(one.target)) targets.set(place, [...(targets.get(place) ?? []), one]);
    if (!one.target) placeless.push(one);
  }
  return { targets, sources, placeless };
}

/** @param {?string} text */
const names = (text) => (text ?? "").split(" ").filter(Boolean);

class Lights {
  lit = "";
  /** @type {?SVGElement} */
  trail = null;
  /** @type {Element[]} */
  ends = [];

  /** `element(name)` is an element of the picture. @param {(name: string) => Element | undefined} element */
  constructor(element) {
    this.element = element;
  }

  /** `node`: what is pointed at; itself or what it is part of may name the elements of a way, in order. @param {Element | undefined} node */
  on(node) {
    const way = node?.closest("[data-gk-lights]")?.getAttribute("data-gk-lights") ?? "";
    if (way === this.lit) return;
    this.clear();
    const stops = way.split(" ").flatMap((name) => this.element(name) ?? []);
    if (stops.length < 2) return;
    this.lit = way;
    const places = stops.map((stop) => {
      const transform = stop.getAttribute("transform") ?? "";
      return /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(transform)?.slice(1) ?? [0, 0];
    });
    this.trail = drawElement("path", { class: "gk-trail", d: `M${places.map((place) => place.join(" ")).join("L")}` });
    stops.reduce((one, other) => (precedes(other, one) ? other : one)).before(this.trail);
    this.ends = [stops[0], stops[stops.length - 1]];
    for (const end of this.ends) end.classList.add("gk-lit");
  }

  clear() {
    this.lit = "";
    this.trail?.remove();
    this.trail = null;
    for (const end of this.ends) end.classList.remove("gk-lit");
    this.ends = [];
  }
}

class Highlight {
  /** @type {Element[]} */
  pointed = [];

  /** `elements`: those of the picture by name. @param {Map<string, Part>} elements */
  constructor(elements) {
    this.elements = elements;
  }

  /** `patterns`: names, in which # stands for any number; what was pointed at before no longer stands out. @param {string[]} patterns */
  at(patterns) {
    for (const node of this.pointed) node.classList.remove("gk-pointed");
    const names = patterns.map(pattern);
    this.pointed = [...this.elements.values()]
      .filter(({ name, node }) => names.some((one) => one.test(name)) && node.style.display !== "none")
      .map(({ node }) => node);
    for (const node of this.pointed) node.classList.add("gk-pointed");
  }
}

/** @param {string} name */
export const pattern = (name) => new RegExp(`^${name.replaceAll("#", "\\d+")}$`);
