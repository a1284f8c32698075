// What homework sets in panels: in its code, for each name, for each control. Without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeError, seal } from "../../gamekit/show/web/homework/code.js";
import { homeworkCode, readHomework } from "../../gamekit/show/web/homework/homework.js";
import { setPanel } from "../../gamekit/show/web/homework/panels.js";
import { areDrawn, drawFor, drawable, fitValue, nameDrawnFrom, readDrawn } from "../../gamekit/show/web/homework/presets.js";
import { doubtsAbout, readResult, resultCode } from "../../gamekit/show/web/homework/result.js";

const ODDS = { name: "odds", title: "Odds", kind: "number", low: 1, high: 9, step: 1, value: 5, unit: "of 10" };
const GAMES = { name: "n", title: "Games", kind: "choice", value: "100", choices: [{ key: "100", name: "100" }, { key: "1000", name: "1,000" }] };
const DEEP = { name: "deep", title: "Deep", kind: "yes", value: false };
const PRESETS = [{ panel: 0, values: { odds: drawable(ODDS), n: "1000", deep: [false, true] }, seed: "each" }, { panel: 3, values: { k: 4 }, seed: null }];
const PLAN = { title: "T", sentence: "", due: "", items: [{ kind: "lesson", lesson: "coin", steps: [], presets: PRESETS }] };
const NAMES = ["Ana", "Ιωάννα", "李小龙", "مریم", "Zoë", "O’Neill", "Łukasz", "यश", "Иван", "👩🏽"];
const say = (key, values = {}) => [key, ...Object.values(values)].join(" ");

test("what a homework sets comes back from its code, and whoever reads an older one finds none", async () => {
  const { id, ...back } = await readHomework(await homeworkCode(PLAN));
  assert.deepEqual(back, PLAN);
  assert.equal(id.length, 7);
  assert.deepEqual((await readHomework(await seal("h", { t: "T", s: "", d: "", i: [["l", "coin", [1]]] }))).items[0].presets, []);
});

test("what no page of ours sets is refused", async () => {
  const wrong = [[], {}, null, "x", [[0]], [[0, []]], [[-1, {}]], [[1.5, {}]], [[0, {}, "all"]], [[0, {}, -1]], [[0, {}, 1e6]], [[0, {}, 1, 2]],
    [[0, { "a b": 1 }]], [[0, { a: null }]], [[0, { a: [] }]], [[0, { a: [[1]] }]], [[0, { a: { x: 1 } }]], [[0, { a: "x".repeat(81) }]],
    [[0, { a: Array(61).fill(1) }]], [[0, {}], [0, {}]], Array.from({ length: 41 }, (_, panel) => [panel, {}])];
  for (const presets of wrong) {
    const code = await seal("h", { t: "T", s: "", d: "", i: [["l", "coin", [], presets]] });
    await assert.rejects(readHomework(code), (error) => error instanceof CodeError && error.message === "code_strange", JSON.stringify(presets));
  }
  for (const drawn of [null, [], 1, { x: { values: {}, seed: null } }, { 0: null }, { 0: { values: { a: [1] }, seed: null } }, { 0: { values: {}, seed: "each" } }]) assert.equal(readDrawn(drawn), null, JSON.stringify(drawn));
});

test("a name of any script has the same values on every device, however it is typed", () => {
  for (const name of NAMES) {
    const drawn = drawFor(PRESETS, name, "abcdefg");
    for (const same of [` ${name}\n`, name.normalize("NFD"), name.toUpperCase(), name.toLowerCase(), `\u202e${name}`]) assert.deepEqual(drawFor(PRESETS, same, "abcdefg"), drawn, same);
    assert.deepEqual(drawn[3], { values: { k: 4 }, seed: null });
    assert.equal(drawn[0].values.n, "1000");
  }
  assert.deepEqual(drawFor(PRESETS, "Ana  Maria", "x"), drawFor(PRESETS, "Ａna Maria", "x")); // typed on a Japanese keyboard
  assert.equal(new Set(NAMES.map((name) => drawFor(PRESETS, name, "abcdefg")[0].seed)).size, NAMES.length);
  assert.notDeepEqual(drawFor(PRESETS, "Ana", "abcdefg"), drawFor(PRESETS, "Ana", "abcdefh")); // another homework
  assert.equal(nameDrawnFrom(" \u202e\n"), "");
  assert.deepEqual([areDrawn(PRESETS), areDrawn([PRESETS[1]]), areDrawn([])], [true, false, false]);
});

test("over many names no value comes much oftener than another, and two controls are drawn apart", () => {
  const pupils = Array.from({ length: 9000 }, (_, number) => drawFor(PRESETS, `pupil ${number}`, "abcdefg")[0].values);
  const counts = new Map();
  for (const { odds, deep } of pupils) counts.set(`${odds} ${deep}`, (counts.get(`${odds} ${deep}`) ?? 0) + 1);
  assert.equal(counts.size, 18);
  for (const [both, count] of counts) assert.ok(Math.abs(count - 500) < 5 * Math.sqrt(500), `${both}: ${count}`);
});

test("a control takes what it allows, as a number or out of a list, and nothing else", () => {
  for (const [control, value, taken] of [
    [ODDS, 3, 3], [ODDS, "3", 3], [ODDS, 10, undefined], [ODDS, 2.5, undefined], [ODDS, "", undefined], [ODDS, "x", undefined], [ODDS, true, undefined],
    [GAMES, "1000", "1000"], [GAMES, 1000, "1000"], [GAMES, 500, undefined], [GAMES, "__proto__", undefined],
    [DEEP, true, true], [DEEP, 1, undefined], [{ ...DEEP, fixed: true }, true, undefined], [{ ...DEEP, kind: "list", value: [1] }, "1", undefined],
  ]) assert.equal(fitValue(control, value), taken, `${control.name} ${value}`);
  for (const control of [ODDS, GAMES, DEEP, { ...ODDS, low: 0, high: 1, step: 0.05 }, { ...ODDS, low: 100, high: 100_000, step: 100 }]) {
    const values = drawable(control);
    assert.ok(values.length > 1 && values.length <= 60);
    for (const value of values) assert.notEqual(fitValue(control, value), undefined, `${value}`);
  }
});

test("a panel begins as it was set, says so, and says what this page does not have", () => {
  const panel = () => ({ title: "Heads", controls: [ODDS, GAMES], luck: true, seeds: [1, 2, 3], result: ["of the lesson"] });
  const data = panel();
  const told = setPanel(data, { values: { odds: 7, n: 1000 }, seed: 4 }, say);
  assert.deepEqual([data.controls.map(({ value }) => value), data.first, data.result], [[7, "1000"], 2, null]);
  assert.deepEqual(told.taken, { values: { odds: 7, n: 1000 }, seed: 4 });
  assert.match(told.text, /^keeper_set preset_value Odds 7 of 10, preset_value Games 1,000, preset_luck 2$/);
  for (const drawn of [{ values: { odds: 70 }, seed: null }, { values: { gone: 1 }, seed: null }]) {
    const other = panel();
    assert.deepEqual(setPanel(other, drawn, say), { taken: { values: {}, seed: null }, text: "keeper_not_set" });
    assert.deepEqual(other, panel());
  }
});

test("a result says with what a pupil began, and what is not of this name is found", async () => {
  const homework = await readHomework(await homeworkCode(PLAN));
  const read = async (used, who = "Ana") => {
    const state = { who, mark: "abcdefg", began: Date.now() - 1e5, edited: false, back: false, lessons: {}, moves: {}, seconds: {}, used };
    const result = await readResult(await resultCode(state, homework, [0]));
    return { result, doubts: doubtsAbout(result, [{ done: false, right: 0, of: 0, tries: 0, seconds: 0, odd: [] }], homework) };
  };
  const mine = { 0: drawFor(PRESETS, "Ana", homework.id) };
  assert.deepEqual((await read(mine)).result.used, mine);
  assert.deepEqual((await read(mine, "ANA ")).doubts, []);
  assert.deepEqual((await read({ 0: { 0: { values: { n: 1000 }, seed: null } } })).doubts, []); // a page without the others
  assert.deepEqual((await read({})).doubts, []);
  const seed = { 0: { 0: { values: {}, seed: (mine[0][0].seed + 1) % 1e6 } } };
  for (const used of [{ 0: drawFor(PRESETS, "Ben", homework.id) }, seed, { 0: { 7: { values: {}, seed: null } } }, { 9: {} }, { 0: { 0: { values: { gone: 1 }, seed: null } } }]) assert.deepEqual((await read(used)).doubts, ["odd_preset"], JSON.stringify(used));
  for (const used of [{ x: {} }, { 0: 1 }, { 0: { 0: { values: { a: {} }, seed: null } } }]) await assert.rejects(read(used), CodeError);
});
