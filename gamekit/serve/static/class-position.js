// A position that was put to the class, with the share of each move drawn where it leads. The bars beside it say the same
// in words. The picture has a shadow root of its own, because two of them on one page would have the same names in them.
import { make } from "./class-parts.js";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN_MS = 1500;
const STYLE = `svg { display: block; width: 100%; max-height: inherit; }
.shares .share circle { fill: var(--gk-accent); stroke: var(--gk-paper); fill-opacity: .92; }
.shares .share text { fill: var(--gk-on-accent); font-family: var(--gk-font); font-weight: 700; text-anchor: middle; dominant-baseline: central; }`;

export class Position {
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
      if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
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
      const place = this.places[choice]?.find((name) => this.at(name));
      if (place && count) shares.set(place, (shares.get(place) ?? 0) + count / all);
    }
    this.svg.querySelector(".shares")?.remove();
    const layer = drawn("g", { class: "shares", "aria-hidden": "true" });
    for (const [place, share] of [...shares].sort(([, one], [, other]) => one - other)) layer.append(this.mark(place, share));
    this.svg.append(layer);
  }

  mark(place, share) {
    const { x, y } = this.at(place);
    const wide = this.svg.viewBox.baseVal.width || this.svg.getBBox().width;
    const radius = wide * (0.022 + 0.022 * Math.sqrt(share));
    const text = drawn("text", { x, y, "font-size": radius * 0.74 });
    text.textContent = `${Math.round(100 * share)} %`;
    const group = drawn("g", { class: "share" });
    group.append(drawn("circle", { cx: x, cy: y, r: radius, "stroke-width": radius * 0.1 }), text);
    return group;
  }

  // The middle of a place, in the picture's own measure; null where it is not to be seen.
  at(name) {
    const box = this.root.getElementById(name)?.getBoundingClientRect();
    if (!box?.width && !box?.height) return null;
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    return middle.matrixTransform(this.svg.getScreenCTM().inverse());
  }
}

function drawn(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
