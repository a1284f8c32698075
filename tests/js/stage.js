// A page on which a whole board stands, without a browser: places are as large as their buttons say, and time is mocked.
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { newPage } from "./page.js";
import { shelf } from "./shelf.js";

const FRAME = { left: 0, top: 0, width: 100, height: 100 };
const SIDE = 10;

const boxOf = (box) => ({ ...box, right: box.left + box.width, bottom: box.top + box.height });

/** Where an element lies: a part of the picture where it was moved to, a button on a place around its middle. */
function whereIs(node) {
  if (node.classList.has("gk-inner")) return boxOf(FRAME);
  const [, x, y] = /translate\((\S+) (\S+?)\)/.exec(node.attributes.transform ?? "") ?? [];
  if (x !== undefined) return boxOf({ left: Number(x), top: Number(y), width: SIDE, height: SIDE });
  const [left, top, width, height] = ["left", "top", "width", "height"].map((name) =>
    parseFloat(node.style[name] ?? "0"),
  );
  return boxOf({ left: left - width / 2, top: top - height / 2, width, height });
}

/** A picture of elements with these names. */
function drawScene(names) {
  const svg = document.createElementNS("", "svg");
  for (const name of names.split(" ")) {
    const node = document.createElementNS("", "g");
    node.setAttribute("id", name);
    svg.append(node);
  }
  for (const { attributes } of [svg, ...svg.everything()])
    Object.defineProperty(attributes, Symbol.iterator, {
      *value() {
        for (const [name, value] of Object.entries(this)) yield { name, value };
      },
    });
  return svg;
}

/** A page for boards; `reduced`: who wants nothing to move. What was animated and scrolled to is told. */
export function stage(t, { reduced = false, wide = true, kept = shelf() } = {}) {
  t.after(() => mock.timers.reset());
  mock.timers.reset(); // of a page before
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const root = newPage("en", kept);
  const seen = { moved: [], scrolled: [] };
  const Part = root.constructor;
  Object.assign(Part.prototype, {
    getBoundingClientRect() {
      return whereIs(this);
    },
    animate(frames) {
      seen.moved.push([this.dataset.gkName, ...frames]);
    },
    scrollIntoView() {
      seen.scrolled.push(this);
    },
    blur() {},
    prepend(...nodes) {
      this.parts = [...nodes, ...this.parts];
      for (const node of nodes) node.parent = this;
    },
    insertBefore(node) {
      this.prepend(node);
      return node;
    },
    compareDocumentPosition: () => 0,
    showModal() {
      this.open = true;
    },
    close() {
      this.open = false;
    },
  });
  if (!("id" in Part.prototype))
    Object.defineProperty(Part.prototype, "id", {
      get() {
        return this.attributes.id ?? "";
      },
    });
  const body = document.createElement("body");
  body.append(root);
  Object.assign(document, { body, importNode: (node) => node, querySelector: () => null });
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
    },
    DOMParser: class {
      parseFromString = (names) => ({ documentElement: drawScene(names) });
    },
    PointerEvent: class {},
    Node: { DOCUMENT_POSITION_FOLLOWING: 4 },
    CustomEvent: class {},
    requestAnimationFrame: (done) => setTimeout(done, 1),
    addEventListener() {},
  });
  Object.assign(window, {
    matchMedia: (query) => ({ matches: reduced && query.includes("reduced"), addEventListener() {} }),
    innerWidth: wide ? 1200 : 400,
    innerHeight: 800,
    scrollY: 0,
    scrollTo: (_x, y) => seen.scrolled.push(y),
    addEventListener() {},
    location: { pathname: "/play/made", hash: "", href: "http://here/play/made", protocol: "http:" },
    history: { replaceState: (_state, _title, href) => (window.location.href = href) },
    sessionStorage: shelf(),
  });
  return { root, seen };
}

/** Let so much time pass, and everything happen that was waited for. */
export async function pass(ms = 10) {
  const parts = 20;
  for (let part = 0; part < parts; part += 1) {
    mock.timers.tick(Math.ceil(ms / parts));
    await setImmediate();
  }
}
