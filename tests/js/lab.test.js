// Panels as they stand on a page: what they ask, what they show meanwhile and afterwards, with Python and without.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLab } from "../../gamekit/web/cards/panel.js";
import { createRecording } from "../../gamekit/web/cards/recorded_panel.js";
import { createField } from "../../gamekit/web/cards/text_field.js";
import { newPage, outline, press, type } from "./page.js";

const WORDS = { recorded_predicted: "You said {value}.", recorded_luck: "{count} shuffles" };
const NUMBER = { kind: "number", name: "n", title: "N", low: 0, high: 9, step: 0.5, value: 2.5 };
const KM = { kind: "list", name: "km", title: "Km", value: [3, 5] };
const parts = (text) => [{ kind: "text", text }];
const result = (text, more = {}) => ({ type: "result", parts: parts(text), seed: null, live: false, ...more });

function labOf(more = {}, root = newPage("de")) {
  const sent = [];
  const data = {
    title: "Try",
    button: "Run",
    words: WORDS,
    controls: [NUMBER, { kind: "yes", name: "deep", title: "Deep", value: false }],
    result: null,
    luck: false,
    held: false,
    seed: null,
    instant: false,
    live: false,
    closed: false,
    ...more,
  };
  const lab = createLab(root, data, (message) => sent.push(message));
  return { root, sent, lab, field: lab.fields[0].node.querySelector(".gk-typed") };
}

test("a run has what stands in the controls, can be stopped, and shows what came out", () => {
  const { root, sent, lab, field } = labOf();
  type(field, "1,5");
  press(root, "Run");
  press(root, "cancel");
  assert.throws(() => press(root, "Run"), "one run at a time");
  lab.receive({ type: "progress", done: 0.5, text: "half" });
  lab.receive({ type: "partly", parts: parts("so far") });
  assert.deepEqual(
    [lab.progress.textContent, outline(lab.out), lab.progress.hidden],
    ["halfcancel", "div.out(p(so far))", false],
  );
  lab.receive(result("seven"));
  assert.deepEqual([outline(lab.out), lab.speech.textContent], ["div.out(p(seven))", "lab_done seven"]);
  assert.ok(lab.progress.hidden && root.classList.has("gk-done"));
  const [asked, stop] = sent;
  assert.deepEqual([asked.do, asked.values, asked.seed, stop.do], ["run", { n: 1.5, deep: false }, null, "stop"]);
});

test("without a number nothing runs, and after an error or a lost kernel it can run again", () => {
  const { root, sent, lab, field } = labOf();
  type(field, "x");
  press(root, "Run");
  assert.equal(sent.length, 0);
  assert.ok(root.querySelector(".gk-fault"));
  type(field, "2");
  press(root, "Run");
  lab.receive({ type: "error", text: "Too few." });
  assert.deepEqual([outline(lab.out), lab.speech.textContent], ["div.out(p.refusal(Too few.))", "Too few."]);
  press(root, "Run");
  lab.onDisconnect();
  press(root, "Run");
  assert.equal(sent.length, 3);
});

test("what answers at once follows its controls, of several moves only the last, and is not yet the reader's doing", () => {
  const { root, sent, lab, field } = labOf({ instant: true });
  lab.receive(result("first", { live: true }));
  assert.ok(!root.classList.has("gk-done"));
  for (const text of ["1", "2", "3"]) type(field, text);
  assert.deepEqual(
    sent.map(({ values }) => values.n),
    [2.5, 1],
  );
  lab.receive(result("second", { live: true }));
  assert.deepEqual([sent.at(-1).values.n, sent.length], [3, 3]);
  lab.receive(result("third", { live: true }));
  assert.deepEqual([sent.length, root.classList.has("gk-done"), lab.hint.hidden], [3, true, false]);
});

test("luck is shown to be had again, and stays while controls move only where it is held", () => {
  for (const held of [true, false]) {
    const { root, sent, lab, field } = labOf({ instant: true, luck: true, held });
    lab.receive(result("a", { live: true, seed: 7 }));
    assert.deepEqual([lab.luck.hidden, lab.seed.value()], [false, 7]);
    type(field, "1");
    assert.equal(sent.at(-1).seed, held ? 7 : null);
    lab.receive(result("b", { live: true, seed: 8 }));
    lab.seed.set(5);
    press(root, "lab_again");
    assert.equal(sent.at(-1).seed, 5);
  }
});

test("Enter in the field of luck runs again, and that a panel follows its controls is said where it does", () => {
  const { sent, lab } = labOf({ luck: true, seed: 7, held: true });
  let prevented = 0;
  const press = (key) => lab.seed.node.dispatchEvent({ type: "keydown", key, preventDefault: () => (prevented += 1) });
  press("5");
  assert.deepEqual([sent.length, prevented], [0, 0]);
  press("Enter");
  assert.deepEqual([sent.length, sent[0]?.do, prevented], [1, "run", 1]);
  assert.deepEqual([lab.hint.hidden, labOf({ live: true }).lab.hint.hidden], [true, false]);
});

test("a panel keeps to itself until its prediction is stored or somebody asks", () => {
  const { root, sent, lab } = labOf({ closed: true, instant: true });
  assert.deepEqual([lab.form.hidden, sent.length], [true, 0]);
  press(root, "lab_open");
  assert.deepEqual([lab.form.hidden, sent.length, lab.gate], [false, 1, null]);
  assert.equal(document.activeElement.tag, "input");
});

test("a list that was typed is there again on every panel of the page and after a reload", () => {
  const { lab } = labOf({ controls: [KM] });
  const area = lab.fields[0].node.querySelector("textarea");
  assert.equal(area.value, "3 5");
  type(area, "8; 9");
  const kept = globalThis.localStorage;
  const again = labOf({ controls: [KM], result: parts("of 3 and 5") }, newPage("de", kept));
  assert.deepEqual([again.lab.fields[0].value(), outline(again.lab.out)], [[8, 9], "div.out()"]);
  type(again.lab.fields[0].node.querySelector("textarea"), " ");
  assert.deepEqual(labOf({ controls: [KM] }, newPage("de", kept)).lab.fields[0].value(), [3, 5]);
  assert.equal(labOf({ controls: [{ ...KM, value: "1 2", fixed: true }] }).lab.fields[0].value(), "1 2");
});

const answered = () => new Promise((done) => setTimeout(done, 1));

test("a panel without Python shows what was recorded for its settings, luck by luck, beside the prediction", async () => {
  const root = newPage();
  const choice = (name, ...keys) => {
    const choices = keys.map((key) => ({ key, name: key }));
    return { kind: "choice", name, title: name, choices, value: keys[0] };
  };
  const grid = [
    ["1", "2", "3"],
    ["a", "b", "c"],
  ];
  const outcomes = Array.from({ length: 18 }, (_, n) => parts(`outcome ${n}`));
  const heard = [];
  const bets = new Map([["cell.1", { tell: () => "40 km", whenStored: (call) => heard.push(call) }]]);
  const data = {
    title: "Try",
    button: "Run",
    words: WORDS,
    controls: [choice("n", ...grid[0]), choice("way", ...grid[1])],
    grid,
    outcomes,
    seeds: [1, 2],
    results: outcomes.map((_, n) => 17 - n),
    complete: true,
    bet: "cell.1",
    closed: true,
    luck: true,
    held: false,
    seed: null,
    instant: false,
    live: false,
    result: null,
  };
  const lab = createRecording(root, data, bets);
  assert.equal(root.querySelector(".gk-recorded").textContent, "recorded_all 2 shuffles");
  heard[0]();
  assert.equal(lab.form.hidden, false);
  const [n, way] = lab.form.querySelectorAll("select");
  const shown = [];
  for (const [one, other] of [
    ["1", "a"],
    ["3", "a"],
    ["2", "b"],
  ]) {
    type(n, one);
    type(way, other);
    press(root, "Run");
    await answered();
    shown.push([lab.out.textContent, lab.seed.value()]);
  }
  press(root, "lab_again");
  await answered();
  shown.push([lab.out.textContent, lab.seed.value()]);
  const said = "You said 40 km.";
  assert.deepEqual(shown, [
    [`outcome 17${said}`, 1],
    [`outcome 4${said}`, 2],
    [`outcome 9${said}`, 1],
    [`outcome 9${said}`, 1],
  ]);
  lab.seed.set(3);
  press(root, "lab_again");
  await answered();
  assert.equal(lab.out.textContent, "recorded_outside");
  const told = [{ complete: false }, { controls: [], grid: [], results: [0], seeds: [1] }].map((more) => {
    const page = newPage();
    createRecording(page, { ...data, ...more, luck: false }, new Map());
    return page.querySelector(".gk-recorded").textContent;
  });
  assert.deepEqual(told, ["recorded_some", "recorded_one"]);
});

test("what is written into a field is kept, told and there again after a reload", () => {
  const [root, sent] = [newPage(), []];
  const data = { key: "cell.3", title: "Why?", lines: 3, words: {} };
  createField(root, data, (message) => sent.push(message));
  const area = root.querySelector("textarea");
  const seen = () => [root.classList.has("gk-done"), root.querySelector(".gk-quiet").textContent];
  assert.deepEqual(seen(), [false, ""]);
  area.value = "because";
  area.dispatchEvent({ type: "change" });
  assert.deepEqual([sent, ...seen()], [[{ do: "written", text: "because" }], true, "field_kept"]);
  const again = newPage("en", globalThis.localStorage);
  createField(again, data);
  assert.equal(again.querySelector("textarea").value, "because");
  area.value = " ";
  area.dispatchEvent({ type: "change" });
  assert.deepEqual(seen(), [false, ""]);
});
