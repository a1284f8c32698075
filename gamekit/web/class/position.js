// A position that was put to the class, with the share of each move drawn where it leads. The bars beside it say the same
// in words. The picture has a shadow root of its own, because two of them on one page would have the same names in them.
import { drawElement, figure, make, checkUnreached } from "./live_page.js";

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
  /** @type {any} */
  svg = null;

  constructor({ key }, base, say) {
    this.address = `${base}class/move/${key.slice("move-".length)}.json`;
    this.node = make("div", { class: "position", role: "group", "aria-label": say("board") });
    this.root = this.node.attachShadow({ mode: "open" });
    this.bars = [];
    this.load();
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  async load() {
    try {
      const answer = await fetch(this.address);
      if (!answer.ok) return; // the rules have changed since: the bars stay
      const { svg, places } = await answer.json();
      this.places = places;
      this.svg = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
      this.root.replaceChildren(make("style", {}, STYLE), this.svg);
      this.draw();
    } catch (problem) {
      checkUnreached(problem);
      setTimeout(() => this.load(), AGAIN_MS); // no connection now
    }
  }

  // The bars of the round that counts: [{choice, count}].
  show(bars) {
    this.bars = bars;
    this.draw();
  }

  // One mark for each place; moves that lead to the same place are added up.
  draw() {
    if (!this.svg || !this.svg.getBoundingClientRect().width) return;
    const all = this.bars.reduce((sum, bar) => sum + bar.count, 0);
    const shares = new Map();
    for (const { choice, count } of this.bars) {
      const place = this.places[choice]?.find((name) => this.box(this.root.getElementById(name)));
      if (place && count) shares.set(place, (shares.get(place) ?? 0) + count / all);
    }
    this.svg.querySelector(".shares")?.remove();
    const written = [...this.svg.querySelectorAll("text")].map((text) => this.box(text)).filter(Boolean);
    const layer = drawElement("g", { class: "shares", "aria-hidden": "true" });
    for (const [place, share] of [...shares].sort(([, one], [, other]) => one - other))
      layer.append(this.mark(place, share, written));
    this.svg.append(layer);
  }

  mark(place, share, written) {
    const wide = this.svg.viewBox.baseVal.width || this.svg.getBBox().width;
    const radius = wide * (SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(share));
    const disc = beside(this.box(this.root.getElementById(place)), radius, wide * LARGEST, written);
    written.push(disc);
    const [x, y] = [disc.x + radius, disc.y + radius];
    const text = drawElement("text", { x, y, "font-size": radius * 0.74 });
    text.textContent = `${figure(100 * share)}\u00a0%`;
    return drawElement(
      "g",
      { class: "share", "data-place": place },
      drawElement("circle", { cx: x, cy: y, r: radius, "stroke-width": radius * 0.1 }),
      text,
    );
  }

  // Where a part of the picture is, in the picture's own measure; null where it is not to be seen.
  box(part) {
    const box = part?.getBoundingClientRect();
    if (!box?.width && !box?.height) return null;
    const own = this.svg.getScreenCTM().inverse();
    const [one, other] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((point) =>
      point.matrixTransform(own),
    );
    return new DOMRect(one.x, one.y, other.x - one.x, other.y - one.y);
  }
}

// The square around a disc that belongs to a place. What is as small as a space of a road it lies on; what is larger, such as
// a card, says something itself: there it lies on the edge, where it hides the least of what is written, and of other discs.
function beside(place, radius, largest, written) {
  const roomy = Math.min(place.width, place.height) > 2 * largest;
  const steps = roomy ? [EDGE, 0, -EDGE] : [0];
  const tried = steps.flatMap((down) =>
    steps.map(
      (right) =>
        new DOMRect(
          place.x + place.width * (0.5 + right) - radius,
          place.y + place.height * (0.5 - down) - radius,
          2 * radius,
          2 * radius,
        ),
    ),
  );
  const measureHidden = (disc) => written.reduce((sum, text) => sum + common(disc, text), 0);
  return tried.reduce((best, disc) => (measureHidden(disc) < measureHidden(best) ? disc : best));
}

// How much two boxes have in common.
function common(one, other) {
  const right = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(right, 0) * Math.max(down, 0);
}
