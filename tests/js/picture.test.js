// The board saved as a picture (web/board/image_export.js) without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { savePicture } from "../../gamekit/web/board/image_export.js";
import { newPage } from "./page.js";

const MIXED = { "color(grey)": [1, 2, 3, 255], "color(faint)": [4, 5, 6, 102] };

/** An element of the drawing, and how it looks on the page. */
class Shape {
  kept = new Map();
  constructor(tag, look, shapes = []) {
    const style = { transform: "none", filter: "none", display: "inline", stroke: "none", ...look };
    Object.assign(this, { tag, look, shapes, style: { ...style, getPropertyValue: (name) => look[name] ?? "" } });
  }
  get attributes() {
    return [...this.kept.keys()].map((name) => ({ name }));
  }
  getAttribute = (name) => this.kept.get(name) ?? null;
  setAttribute(name, value) {
    this.kept.set(name, value);
  }
  removeAttribute(name) {
    this.kept.delete(name);
  }
  matches = (selectors) => selectors.split(", ").includes(this.tag);
  cloneNode() {
    const copy = new Shape(this.tag, this.look, []);
    copy.shapes = this.shapes.map((one) => Object.assign(one.cloneNode(), { within: copy }));
    copy.kept = new Map(this.kept);
    return copy;
  }
  querySelectorAll = (selector) => (selector === "*" ? [...this.shapes] : []);
  remove() {
    this.within.shapes = this.within.shapes.filter((one) => one !== this);
  }
  prepend() {}
}

test("a saved picture has the colours that are seen, what is mixed of others worked out, and nothing that is hidden", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  newPage();
  const create = document.createElement;
  const context = {
    ...{ clearRect() {}, fillRect() {} },
    getImageData: () => ({ data: MIXED[context.fillStyle] }),
  };
  document.createElement = (tag) => Object.assign(create(tag), tag === "canvas" && { getContext: () => context });
  document.styleSheets = [];
  const saved = [];
  Object.assign(globalThis, {
    getComputedStyle: ({ style }) => style,
    XMLSerializer: class {
      serializeToString = ({ shapes }) => JSON.stringify(shapes.map((one) => [one.tag, Object.fromEntries(one.kept)]));
    },
  });
  URL.createObjectURL = (blob) => `kept:${saved.push(blob)}`;
  URL.revokeObjectURL = () => {};
  const moved = { transform: "matrix(1, 0, 0, 1, 5, 5)" };
  const svg = new Shape("svg", {}, [
    new Shape("path", { fill: "color(grey)", stroke: "color(faint)", opacity: "1", "stroke-width": "2px", ...moved }),
    new Shape("rect", { fill: "rgb(7, 8, 9)", stroke: "none", opacity: "0.5", "stroke-width": "2px", width: "30px" }),
    new Shape("g", { opacity: "0.5", fill: "red" }),
    new Shape("path", { display: "none", fill: "red" }),
  ]);
  svg.shapes[0].setAttribute("class", "road");
  const given = { say: (key) => key, board: { svg, caption: { textContent: "" } }, file: () => "made" };
  savePicture({ ...given, tell: (text) => saved.push(text) })[0].click();
  while (!saved.length) await new Promise((done) => globalThis.setImmediate(done));
  assert.deepEqual(JSON.parse((await saved[0].text()).split("\n")[1]), [
    ["path", { ...moved, fill: "rgb(1, 2, 3)", stroke: "rgba(4, 5, 6, 0.400)", "stroke-width": "2px" }],
    ["rect", { fill: "rgb(7, 8, 9)", stroke: "none", opacity: "0.5", width: "30" }],
    ["g", { opacity: "0.5" }],
  ]);
});
