// What the board's parts work out without a page: choices, frames, steps that follow each other.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Board, isSameChange, choices } from "../../gamekit/web/board/board.js";
import { Film, Moments, Playback } from "../../gamekit/web/board/playback.js";
import { Player } from "../../gamekit/web/board/player.js";
import { newPage, press } from "./page.js";

const LEGAL = [
  { action: 1, text: "", target: "run pile", source: "five" },
  { action: 2, text: "", target: "run", source: "six" },
  { action: 3, text: "", target: "", source: "six" },
  { action: 4, text: "", target: null, source: null },
];
const numbers = (moves) => moves.map((one) => one.action);
const view = (count) => ({
  frames: Array.from({ length: count + 1 }, (_, i) => ({ description: `after ${i}`, whole: { car: { x: i } } })),
  steps: Array.from({ length: count }, (_, i) => ({ text: `step ${i + 1}`, player: i % 2 })),
});

test("every place has its moves, every card is a source, and what needs no place is a button", () => {
  const { targets, sources, placeless } = choices(LEGAL, null);
  assert.deepEqual(
    [...targets].map(([name, moves]) => [name, numbers(moves)]),
    [
      ["run", [1, 2]],
      ["pile", [1]],
    ],
  );
  assert.deepEqual(
    [...sources].map(([name, { on, moves }]) => [name, on, numbers(moves)]),
    [
      ["five", false, [1]],
      ["six", false, [2, 3]],
    ],
  );
  assert.deepEqual(numbers(placeless), [3, 4]);
});

test("of a chosen card only its own moves are left, and it alone is marked", () => {
  const { targets, sources, placeless } = choices(LEGAL, "six");
  assert.deepEqual(
    [...targets].map(([name, moves]) => [name, numbers(moves)]),
    [["run", [2]]],
  );
  assert.deepEqual(
    [...sources].map(([name, { on }]) => [name, on]),
    [
      ["five", false],
      ["six", true],
    ],
  );
  assert.deepEqual(numbers(placeless), [3]);
});

test("two changes are alike where every entry is, and none is like nothing", () => {
  assert.ok(isSameChange({ x: 1, text: "A" }, { x: 1, text: "A" }));
  assert.ok(!isSameChange({ x: 1 }, { x: 1, text: "A" }));
  assert.ok(!isSameChange({ x: 1, text: "A" }, { x: 1 }));
  assert.ok(!isSameChange(undefined, { x: 1 }));
});

test("a film is cut where steps were taken back, and forgets the views that bring nothing new", () => {
  const film = new Film();
  film.put("all", view(3));
  film.put("0", view(3));
  film.splice(1, { all: { frames: [{ description: "another", whole: {} }], steps: [{ text: "anew" }] } });
  assert.equal(film.last("all"), 2);
  assert.deepEqual(
    film.steps("all").map((step) => step.text),
    ["step 1", "anew"],
  );
  assert.equal(film.description("all", 2), "another");
  assert.deepEqual(film.table("all", 1).get("car"), { x: 1 });
  assert.equal(film.step("all", 0), null);
  assert.ok(!film.has("0"));
  assert.throws(() => film.last("0"), RangeError);
});

test("what is put into a film stays as it was given", () => {
  const given = view(2);
  const film = new Film();
  film.put("all", given);
  film.splice(0, { all: { frames: [], steps: [] } });
  assert.equal(given.steps.length, 2);
});

// One after the other: a timer set by a timer counts from the moment it is set.
function pass(...intervals) {
  for (const ms of intervals) mock.timers.tick(ms);
}

function played(steps, known = () => false) {
  const seen = { at: 0, shown: [], running: [], tables: [] };
  const moments = {
    show: (step) => seen.shown.push(step?.text ?? null),
    showTable: ({ notes }) => seen.tables.push(notes[0].text),
    hide: () => {},
    measureTime: (step, usual) => usual,
  };
  const playback = new Playback({
    moments,
    playing: (yes) => seen.running.push(yes),
    step: () => steps[seen.at - 1] ?? null,
    forward: () => (seen.at += 1) >= steps.length,
    refresh: () => {},
    known,
    stops: (step) => Boolean(step?.stops),
    announce: () => {},
  });
  return { playback, seen };
}

test("steps follow each other until the last, one at a time", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { playback, seen } = played(view(3).steps);
  playback.run(500);
  assert.deepEqual([seen.at, playback.running], [0, true]);
  pass(500);
  assert.deepEqual([seen.at, playback.running], [1, true]);
  pass(500, 500);
  assert.deepEqual([seen.at, playback.running], [3, false]);
  pass(5000, 5000);
  assert.equal(seen.at, 3);
  assert.deepEqual(seen.shown, [null, "step 1", "step 2", "step 3"]);
  assert.equal(seen.running.at(-1), false);
});

test("stopped steps stay, and a press goes on only while they have just happened", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { playback, seen } = played(view(4).steps);
  playback.run(500);
  playback.press();
  assert.equal(seen.at, 0);
  playback.run(500, true);
  playback.press();
  assert.equal(seen.at, 1);
  playback.stop();
  pass(5000, 5000);
  assert.deepEqual([seen.at, playback.running, playback.following], [1, false, false]);
});

test("nobody is told what they did themselves, nor anything at the fastest speed", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const own = played(view(2).steps, (step) => step.player === 0);
  own.playback.run(500, true);
  pass(500, 500);
  assert.deepEqual(own.seen.shown, [null, null, "step 2"]);
  const fast = played(view(2).steps);
  fast.playback.run(80);
  pass(80, 80);
  assert.deepEqual(fast.seen.shown, [null, null, null]);
});

test("in a batch however long, what a rule marks as long stands until somebody goes on", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { steps } = view(60);
  Object.assign(steps[29], { moment: "long", notes: [{ text: "scored" }], stops: true });
  const { playback, seen } = played(steps);
  playback.catchUp(steps.length);
  pass(...Array(600).fill(1000));
  assert.deepEqual([seen.at, playback.running, playback.held], [30, true, true]);
  assert.deepEqual(seen.tables, ["scored"]);
  playback.onward();
  pass(...Array(600).fill(1000));
  assert.deepEqual([seen.at, playback.running, playback.held], [60, false, false]);
});

test("in a batch however long every moment of others is shown, of one's own what is long or was the only move", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { steps } = view(60);
  Object.assign(steps[29], { moment: "long", notes: [] });
  const { playback, seen } = played(steps, ({ text }) => !["step 20", "step 40"].includes(text));
  playback.catchUp(steps.length);
  pass(...Array(600).fill(1000));
  assert.deepEqual(seen.shown.filter(Boolean), ["step 20", "step 30", "step 40"]);
  assert.equal(seen.at, 60);
});

test("a die rolls, then shows what fell beside its words, and stops where the board goes on", (t) => {
  newPage();
  globalThis.window = { matchMedia: () => ({ matches: false }) };
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const fallen = t.mock.method(Math, "random", () => 0.99);
  const moments = new Moments();
  const step = { moment: "short", text: "A 3", notes: [{ text: "A 3" }, { text: "So it is." }], die: 3 };
  const look = () => {
    const [die, words] = moments.node.children;
    const pips = die.children.flatMap((one, place) => (one.classList.has("gk-pip") ? [place] : []));
    return [pips, die.classList.has("gk-rolling"), words.style.visibility];
  };
  moments.show(step);
  assert.deepEqual(look(), [[0, 4, 8], true, "hidden"]);
  mock.timers.tick(90);
  assert.deepEqual(look(), [[0, 2, 3, 5, 6, 8], true, "hidden"]);
  now = 700;
  mock.timers.tick(90);
  assert.deepEqual(look(), [[0, 4, 8], false, ""]);
  assert.equal(moments.node.textContent, "A 3So it is.");
  now = 0;
  moments.show(step);
  moments.hide();
  const before = fallen.mock.callCount();
  mock.timers.tick(900);
  assert.deepEqual([fallen.mock.callCount(), moments.node.hidden], [before, true]);
});

test("what somebody missed is shown once, and after it only what is new", () => {
  globalThis.window = { matchMedia: () => ({ matches: true }) };
  const nothing = () => {};
  const sidePanels = { coach: { forget: nothing }, change: nothing };
  const seen = [];
  const player = {
    ...{ missed: 3, last: 9, data: { actions: [] }, announcer: { follow: nothing } },
    film: { splice: nothing, has: () => true, steps: () => [], step: nothing },
    parts: { spoken: { refuse: nothing }, sidePanels, whyNot: { node: {} } },
    ...{ stop: nothing, tell: nothing, keep: nothing, skip: (from) => seen.push(from) },
  };
  for (const cut of [7, 9]) Player.prototype.update.call(player, { cut, views: {}, actions: [] });
  assert.deepEqual(seen, [3, 9]);
});

test("a picture is made larger and smaller step by step, and each button is off at its end", () => {
  newPage();
  globalThis.ResizeObserver = class {
    observe() {}
  };
  const board = new Board({ say: (key) => key });
  const look = () => [
    Math.round(parseFloat(board.inner.style.width)),
    ...[board.zoomOut, board.zoomIn].map(({ disabled }) => disabled),
    board.node.classList.has("gk-zoomed"),
  ];
  const seen = [look()];
  for (const key of ["in", "in", "in", "in", "out", "out", "out", "out"]) {
    press(board.zooms, `zoom_${key}`);
    seen.push(look());
  }
  const up = [100, 135, 180, 240, 320];
  assert.deepEqual(
    seen,
    [...up, ...up.slice(0, -1).reverse()].map((size) => [size, size === 100, size === 320, size > 100]),
  );
});
