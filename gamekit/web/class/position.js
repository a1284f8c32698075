// A position that was put to the class, with the share of each move drawn where it leads. The bars beside it say the same
// in words. The picture has a shadow root of its own, because two of them on one page would have the same names in them.
import { askClass } from "./requests.js";
import { drawElement, make } from "../shared/dom.js";
import { figure } from "../shared/numbers.js";

/** @import { Bar, MovePicture, Question, Say } from "../shared/class_types" */

const AGAIN_MS = 1500;
// Radius of a disc for no share and for all, in parts of the picture's width.
const SMALLEST = 0.022;
const LARGEST = 0.04;
// So far from the middle of a place, in parts of its size, a disc lies beside what stands there: still on its place.
const EDGE = 0.47;
const STYLE = `svg { display: block; width: 100%; max-height: inherit; }
.shares .share circle { fill: var(--gk-accent); stroke: var(--gk-paper); fill-opacity: .92; }
.shares .share text { fill: var(--gk-on-accent); font-family: var(--gk-font); font-weight: 700; text-anchor: middle; dominant-baseline: central; }`;

export class ClassPosition {
  /** @type {?SVGSVGElement} */
  svg = null;
  /** Names of the places where each choice leads. @type {string[][]} */
  places = [];
  /** The round that counts. @type {Bar[]} */
  bars = [];

  /** @param {Question} question @param {string} base @param {Say} say */
  constructor({ key }, base, say) {
    this.address = `${base}class/move/${key.slice("move-".length)}.json`;
    this.node = make("div", { class: "position", role: "group", "aria-label": say("board") });
    this.root = this.node.attachShadow({ mode: "open" });
    this.load();
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  async load() {
    const answer = await askClass(this.address);
    if (!answer) return void setTimeout(() => this.load(), AGAIN_MS); // no connection now
    if (!answer.ok) return; // the rules have changed since: the bars stay
    const { svg, places } = /** @type {MovePicture} */ (answer.told);
    this.places = places;
    const picture = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
    this.root.replaceChildren(make("style", {}, STYLE), picture);
    this.svg = this.root.querySelector("svg");
    this.draw();
  }

  /** @param {Bar[]} bars */
  show(bars) {
    this.bars = bars;
    this.draw();
  }

  // One mark for each place; moves that lead to the same place are added up.
  draw() {
    const { svg } = this;
    if (!svg?.getBoundingClientRect().width) return;
    const all = this.bars.reduce((sum, bar) => sum + bar.count, 0);
    /** @type {Map<string, number>} */
    const shares = new Map();
    for (const { choice, count } of this.bars) {
      const places = choice === undefined ? [] : this.places[choice];
      const place = places.find((name) => measureBox(svg, this.root.getElementById(name)));
      if (place && count) shares.set(place, (shares.get(place) ?? 0) + count / all);
    }
    svg.querySelector(".shares")?.remove();
    const written = [...svg.querySelectorAll("text")].flatMap((text) => measureBox(svg, text) ?? []);
    const wide = svg.viewBox.baseVal.width || svg.getBBox().width;
    const layer = drawElement("g", { class: "shares", "aria-hidden": "true" });
    for (const [place, share] of [...shares].sort(([, one], [, other]) => one - other)) {
      const box = measureBox(svg, this.root.getElementById(place));
      if (box) layer.append(drawShare(place, box, share, wide, written));
    }
    svg.append(layer);
  }
}

/** The disc with a share at a place; its box joins those that others hide as little as possible. @param {string} place @param {DOMRect} box @param {number} share @param {number} wide @param {DOMRect[]} written */
function drawShare(place, box, share, wide, written) {
  const radius = wide * (SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(share));
  const disc = placeDisc(box, radius, wide * LARGEST, written);
  written.push(disc);
  const [x, y] = [disc.x + radius, disc.y + radius];
  const text = drawElement("text", { x, y, "font-size": radius * 0.74 });
  text.textContent = `${figure(100 * share)}\u00a0%`;
  const circle = drawElement("circle", { cx: x, cy: y, r: radius, "stroke-width": radius * 0.1 });
  return drawElement("g", { class: "share", "data-place": place }, circle, text);
}

/** Where a part of a picture is, in the picture's own measure; null where it is not to be seen. @param {SVGSVGElement} svg @param {?Element} part */
function measureBox(svg, part) {
  const box = part?.getBoundingClientRect();
  const own = svg.getScreenCTM()?.inverse();
  if (!own || !box || (!box.width && !box.height)) return null;
  const [one, other] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((point) =>
    point.matrixTransform(own),
  );
  return new DOMRect(one.x, one.y, other.x - one.x, other.y - one.y);
}

/** The square around a disc that belongs to a place. What is as small as a space of a road it lies on; what is larger, such as
 * a card, says something itself: there it lies on the edge, where it hides the least of what is written, and of other discs.
 * @param {DOMRect} box @param {number} radius @param {number} largest @param {DOMRect[]} written */
function placeDisc(box, radius, largest, written) {
  const roomy = Math.min(box.width, box.height) > 2 * largest;
  const steps = roomy ? [EDGE, 0, -EDGE] : [0];
  const squares = steps.flatMap((down) =>
    steps.map((right) => {
      const [x, y] = [box.x + box.width * (0.5 + right), box.y + box.height * (0.5 - down)];
      return new DOMRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }),
  );
  /** @param {DOMRect} disc */
  const measureHidden = (disc) => written.reduce((sum, text) => sum + measureCommon(disc, text), 0);
  return squares.reduce((best, disc) => (measureHidden(disc) < measureHidden(best) ? disc : best));
}

/** The area that two boxes have in common. @param {DOMRect} one @param {DOMRect} other */
function measureCommon(one, other) {
  const right = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(right, 0) * Math.max(down, 0);
}
