// A position that was put to the class (web/class/position.js), and the button that puts one (web/class/ask_class.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClassPosition } from "../../gamekit/web/class/position.js";
import { newPage } from "./page.js";

class Rect {
  constructor(x, y, width, height) {
    Object.assign(this, { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height });
  }
}

/** A picture 1000 wide with places of these measures, and what it draws for so many answers each. */
async function drawShares(boxes, places, counts) {
  newPage();
  const svg = document.createElement("svg");
  const part = (tag, id, box) => {
    const one = document.createElement(tag);
    one.setAttribute("id", id);
    one.getBoundingClientRect = () => new Rect(...box);
    svg.append(one);
  };
  for (const [id, box] of Object.entries(boxes)) part(id === "words" ? "text" : "g", id, box);
  svg.getBoundingClientRect = () => new Rect(0, 0, 1000, 500);
  Object.assign(svg, { viewBox: { baseVal: { width: 1000 } }, getScreenCTM: () => ({ inverse: () => 1 }) });
  document.adoptNode = (node) => node;
  Object.assign(globalThis, {
    ...{
      DOMRect: Rect,
      ResizeObserver: class {
        observe() {}
      },
    },
    DOMPoint: class {
      constructor(x, y) {
        Object.assign(this, { x, y, matrixTransform: () => this });
      }
    },
    DOMParser: class {
      parseFromString = () => ({ documentElement: svg });
    },
    fetch: async () => ({ ok: true, status: 200, headers: new Headers(), json: async () => ({ svg: "", places }) }),
  });
  const position = new ClassPosition({ key: "move-3" }, "/", (key) => key);
  position.root.getElementById = (id) => svg.querySelector(`#${id}`);
  position.show(counts.map((count, choice) => ({ text: "", count, right: null, choice })));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return svg.querySelectorAll(".share").map((share) => {
    const { cx, cy } = share.children[0].attributes;
    return `${share.dataset.place} ${share.textContent} at ${Math.round(cx)},${Math.round(cy)}`;
  });
}

test("moves to one place are added up there, and a move to none or of nobody has no mark", async () => {
  const boxes = { a: [100, 100, 20, 20], b: [300, 100, 20, 20], unseen: [0, 0, 0, 0] };
  const places = [["unseen", "a"], ["b"], ["a"], ["nowhere"], ["unseen"]];
  assert.deepEqual(await drawShares(boxes, places, [2, 5, 1, 0, 2]), [
    "a 30\u00a0% at 110,110",
    "b 50\u00a0% at 310,110",
  ]);
  assert.deepEqual(await drawShares(boxes, places, [0, 0, 0, 4, 0]), []);
});

test("a share lies on a small place, and at the edge of a large one, where it hides nothing that is written", async () => {
  const boxes = { card: [100, 100, 200, 100], words: [200, 100, 100, 100] };
  const shown = await drawShares(boxes, [["card"]], [1]);
  assert.deepEqual(shown, ["card 100\u00a0% at 106,103"]);
});

test("what the class's teacher puts to it is sent, and how that went is said", async () => {
  const ask = async (teaches) => {
    newPage();
    Object.assign(document, {
      ...{ currentScript: { dataset: { base: "/here/" } } },
      cookie: `other=1; _xsrf=token${teaches ? "; gamekit-teaching-host-8000-c1=1" : ""}`,
    });
    delete globalThis.gamekitAsk;
    globalThis.location = { href: "http://host:8000/here/play", host: "host:8000" };
    await import(`../../gamekit/web/class/ask_class.js?${teaches}`);
    return globalThis.gamekitAsk;
  };
  assert.equal(await ask(false), undefined, "only a teacher has the button");
  const put = await ask(true);
  const sent = [];
  const said = [];
  const answers = [{ status: 200 }, { status: 403 }, { status: 400, told: { refused: "Too late." } }, null];
  globalThis.fetch = async (address, { body, headers }) => {
    sent.push([address, headers["X-XSRFToken"], body]);
    const answer = answers.shift();
    if (!answer) throw new TypeError("no network");
    return { ok: answer.status === 200, status: answer.status, json: async () => answer.told ?? {} };
  };
  while (answers.length) said.push(await put("saved", 4));
  assert.deepEqual(said, [
    ["ask_class_done", {}],
    ["ask_class_not", {}],
    ["ask_class_refused", { reason: "Too late." }],
    ["ask_class_lost", {}],
  ]);
  assert.deepEqual(sent[0], ["/here/class/move/ask", "token", '{"file":"saved","step":4}']);
  answers.push({ status: 200 });
  await globalThis.gamekitAskPuzzle("pig", "p1");
  assert.equal(sent.at(-1)[2], '{"game":"pig","puzzle":"p1"}');
});
