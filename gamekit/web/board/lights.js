// A way through the picture that lights up when what it belongs to is pointed at or touched: a contract's route.
import { drawElement } from "../shared/dom.js";

export class Lights {
  lit = "";
  /** @type {?SVGElement} */
  trail = null;
  /** @type {Element[]} */
  ends = [];

  // `element(name)` is an element of the picture.
  /** @param {(name: string) => Element | undefined} element */
  constructor(element) {
    this.element = element;
  }

  // `node`: what is pointed at; itself or what it is part of may name the elements of a way, in order.
  /** @param {Element | undefined} node */
  on(node) {
    const way = node?.closest("[data-gk-lights]")?.getAttribute("data-gk-lights") ?? "";
    if (way === this.lit) return;
    this.out();
    const stops = way
      .split(" ")
      .map(this.element)
      .filter((stop) => stop !== undefined);
    if (stops.length < 2) return;
    this.lit = way;
    const places = stops.map(
      (stop) =>
        stop
          .getAttribute("transform")
          ?.match(/translate\(([-\d.]+)[ ,]+([-\d.]+)/)
          ?.slice(1) ?? [0, 0],
    );
    this.trail = drawElement("path", { class: "gk-trail", d: `M${places.map((place) => place.join(" ")).join("L")}` });
    const first = stops.reduce((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? other : one,
    );
    first.before(this.trail);
    this.ends = [stops[0], stops[stops.length - 1]];
    for (const end of this.ends) end.classList.add("gk-lit");
  }

  out() {
    this.lit = "";
    this.trail?.remove();
    this.trail = null;
    for (const end of this.ends) end.classList.remove("gk-lit");
    this.ends = [];
  }
}
