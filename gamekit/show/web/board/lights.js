// A way through the picture that lights up when what it belongs to is pointed at or touched: a contract's route.

export class Lights {
  constructor(board) {
    this.board = board;
    this.lit = "";
    this.ends = [];
  }

  // `node`: what is pointed at; itself or what it is part of may name the elements of a way, in order.
  on(node) {
    const way = node?.closest?.("[data-gk-lights]")?.dataset.gkLights ?? "";
    if (way === this.lit) return;
    this.out();
    const stops = way.split(" ").map((name) => this.board.elements.get(name)?.node).filter(Boolean);
    if (stops.length < 2) return;
    this.lit = way;
    const places = stops.map((stop) => stop.getAttribute("transform")?.match(/translate\(([-\d.]+)[ ,]+([-\d.]+)/)?.slice(1) ?? [0, 0]);
    this.trail = document.createElementNS("http://www.w3.org/2000/svg", "path");
    this.trail.setAttribute("class", "gk-trail");
    this.trail.setAttribute("d", `M${places.map((place) => place.join(" ")).join("L")}`);
    const first = stops.reduce((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? other : one));
    first.parentNode.insertBefore(this.trail, first);
    this.ends = [stops[0], stops.at(-1)];
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
