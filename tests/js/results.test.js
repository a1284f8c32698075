// What pupils did as codes: kept, made, read back, marked anew, put side by side. Without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeError, codesIn, seal } from "../../gamekit/show/web/homework/code.js";
import { homeworkCode, readHomework } from "../../gamekit/show/web/homework/homework.js";
import { doubtsAbout, markAll, readResult, resultCode } from "../../gamekit/show/web/homework/result.js";
import { formOf, moodleLines, rowsOf, sumItems, writeTable } from "../../gamekit/show/web/homework/table.js";
import { Work } from "../../gamekit/show/web/homework/work.js";
import { shelf } from "./shelf.js";

const START = Date.UTC(2026, 10, 27, 8);
const PLAN = { title: "Bets", sentence: "", due: "2026-12-04", items: [{ kind: "lesson", lesson: "coin", steps: [], presets: [] }, { kind: "ticket", lesson: "coin" }, { kind: "puzzle", game: "pig", puzzle: "0123456789ab" }] };
const HOMEWORK = await readHomework(await homeworkCode(PLAN));
const number = { text: "How far?", answer: 10, tolerance: 0.5, choices: null, step: 1, open: false };
const choice = { text: "Which?", answer: 1, tolerance: 0, choices: ["a", "b"], step: 2, open: false };
const asked = { ticket: "t", questions: { "q/0": number, "t/0": choice, "e/0": { ...number, open: true } }, bets: { bet: { text: "?", step: 1 } } };
const LESSON = { asked, steps: 2, legal: null, best: null };
const KEYS = [LESSON, LESSON, { asked: null, steps: 0, legal: [3, 5], best: 5 }];

// A pupil who has done all of it; `change` does it otherwise.
function pupil(who, change = () => {}) {
  let now = START;
  const kept = shelf(), work = new Work(HOMEWORK.id, kept, () => (now += 10_000));
  work.begin("code", "Bets");
  work.change((state) => (state.who = who));
  work.addAnswer("coin", "bet", 42);
  work.addAnswer("coin", "q/0", 12);
  work.addAnswer("coin", "q/0", 10);
  work.addAnswer("coin", "t/0", 1);
  work.setSteps("coin", [1, 2]);
  work.addSeconds("coin", 30);
  work.addMove(2, 5, 8);
  change(work, kept);
  return work;
}

async function codeOf(work, claims = null, made = START + 600_000) {
  const state = work.read();
  return resultCode(state, HOMEWORK, claims ?? markAll(HOMEWORK, state, KEYS).map(({ right }) => right), made);
}

const read = async (code, now = START / 1000 + 3600) => {
  const result = await readResult(code), marked = markAll(HOMEWORK, result, KEYS);
  return { result, marked, doubts: doubtsAbout(result, marked, HOMEWORK, now) };
};

const refused = (promise) => promise.then(() => assert.fail("it was taken"), (error) => (assert.ok(error instanceof CodeError, String(error.stack)), error.message));

test("what was done comes back from its code, the first answers marked anew", async () => {
  const { result, marked, doubts } = await read(await codeOf(pupil("Ιωάννα")));
  assert.equal(result.who, "Ιωάννα");
  assert.deepEqual(marked.map(({ done, right, of, tries }) => [done, right, of, tries]), [[true, 1, 2, 3], [true, 1, 1, 1], [true, 1, 1, 1]]);
  assert.deepEqual(doubts, []);
});

test("what the page says once more is no new try, and kept work survives another visit", () => {
  const kept = shelf(), work = new Work("x", kept);
  work.begin("c", "T");
  work.addAnswer("coin", "bet", 1, true);
  work.addAnswer("coin", "bet", 1, true);
  work.begin("c", "T");
  assert.equal(work.read().lessons.coin.said.bet[2], 1);
  assert.equal(new Work("x", null).begin("c", "T"), false);
});

test("edits by hand are found: in the browser, in the claims, in answers, moves and times", async () => {
  const edit = (work, { kept }) => {
    const [[key, text]] = kept;
    kept.set(key, text.replace('\\"q/0\\":[12,', '\\"q/0\\":[10,'));
    work.addAnswer("coin", "bet", 7); // and the page goes on keeping
  };
  const edited = await read(await codeOf(pupil("A", edit)));
  assert.equal(edited.marked[0].right, 2);
  assert.deepEqual(edited.doubts, ["odd_edited"]);
  assert.deepEqual((await read(await codeOf(pupil("A"), [2, 1, 1]))).doubts, ["odd_edited"]);
  assert.deepEqual((await read(await codeOf(pupil("A"), [1, 1]))).doubts, ["odd_edited"]);
  for (const [key, value] of [["z/0", 1], ["t/0", 2], ["t/0", 0.5]]) {
    const work = pupil("A", (one) => one.change((state) => (state.lessons.coin.said[key] = [value, value, 1, 5])));
    assert.ok((await read(await codeOf(work))).doubts.includes("odd_answers"), key);
  }
  const cheated = await read(await codeOf(pupil("A", (work) => work.change((state) => (state.moves[2] = [4, 4, 1, 5])))));
  assert.deepEqual([cheated.doubts, cheated.marked[2].done], [["odd_move"], false]);
  const late = (work) => work.change((state) => (state.lessons.coin.said["q/0"][3] = 90_000));
  for (const change of [(work) => work.addSeconds("coin", 9000), late]) assert.deepEqual((await read(await codeOf(pupil("A", change)))).doubts, ["odd_time"]);
});

test("wrong clocks and a passed date are said, and nothing is concluded from such times", async () => {
  const day = 86_400_000;
  assert.deepEqual((await read(await codeOf(pupil("A"), null, START - day))).doubts, ["odd_clock"]);
  assert.deepEqual((await read(await codeOf(pupil("A"), null, START + 9 * day))).doubts, ["odd_clock"]); // in the reader's future
  assert.deepEqual((await read(await codeOf(pupil("A"), null, START + 9 * day), (START + 10 * day) / 1000)).doubts, ["odd_late"]);
  let now = START;
  const back = new Work("x", shelf(), () => now);
  back.begin("c", "T");
  now -= day;
  back.addAnswer("coin", "bet", 1);
  assert.equal(back.read().back, true);
});

test("results that no page of ours has made are refused", async () => {
  const fine = { h: HOMEWORK.id, w: "0000000", n: "A", b: 1, m: 2, f: 0, l: { coin: [0, [], { bet: [1, 1, 1] }] }, p: {}, s: {}, c: [] };
  await readResult(await seal("r", fine));
  const wrong = [null, [], {}, { ...fine, x: 1 }, ...Object.entries({
    h: "x", w: 7, n: null, b: -1, m: "2", f: 9, p: { 0: [1, 0, 1] }, s: { 0: -1 }, c: [0.5],
  }).map(([key, value]) => ({ ...fine, [key]: value })), ...[[], 1, [0, [], []], [-1, [], {}], [0, [99], {}], [0, [], { a: [null, 1, 1] }], [0, [], { a: [1, 1] }]].map((coin) => ({ ...fine, l: { coin } }))];
  for (const data of wrong) assert.equal(await refused(readResult(await seal("r", data))), "result_strange", JSON.stringify(data));
  assert.equal(await refused(readResult(await homeworkCode(PLAN))), "code_is_homework");
});

test("a class side by side: later counts, equal names are told apart, copies are named, the hardest comes first", async () => {
  const first = pupil("Ana"), early = await read(await codeOf(first));
  first.addAnswer("coin", "bet", 9);
  const later = await read(await codeOf(first, null, START + 700_000));
  const other = await read(await codeOf(pupil("Ana", (work) => work.addAnswer("coin", "e/0", 3))));
  const copy = { ...other, result: { ...other.result, who: "Ben" } };
  const none = await read(await codeOf(new (class extends Work {})(HOMEWORK.id, (() => { const kept = shelf(); new Work(HOMEWORK.id, kept, () => START).begin("c", "T"); return kept; })())));
  const rows = rowsOf([early, later, other, copy, none], (place) => `nameless ${place}`);
  assert.deepEqual(rows.map(({ name, doubts }) => [name, doubts]), [["Ana", ["odd_name"]], ["Ana (2)", ["odd_copy", "odd_name"]], ["Ben", ["odd_copy"]], ["nameless 4", []]]);
  assert.equal(rows[0].result.made, later.result.made);
  assert.equal(rowsOf([later, early], String)[0].result.made, later.result.made, "whichever was read first");
  const sums = sumItems(HOMEWORK, rows);
  assert.deepEqual(sums.map(({ place, done, right, of, tries }) => [place, done, right, of, tries]), [[0, 3, 3, 6, 9], [1, 3, 3, 3, 3], [2, 3, 3, 3, 3]]);
  const points = moodleLines(rows, "Bets").map(([name, value]) => [name, value]);
  assert.deepEqual([points[0], points[1], points.at(-1)], [["username", "Bets"], ["Ana", 75], ["nameless 4", 0]]);
});

test("two who answer alike in the same seconds are not called copies, the same work under two names is", async () => {
  const one = await read(await codeOf(pupil("Ana"))), began = one.result.began;
  const twin = { ...one, result: { ...one.result, who: "Ben", mark: "zzzzzzz", began: began + 40 } };
  const copy = { ...one, result: { ...one.result, who: "Ben", mark: "zzzzzzz" } };
  assert.deepEqual(rowsOf([one, twin], String).map(({ doubts }) => doubts), [[], []]);
  assert.deepEqual(rowsOf([one, copy], String).map(({ doubts }) => doubts), [["odd_copy"], ["odd_copy"]]);
});

test("tables are in the reader's form, and no spreadsheet carries anything out", () => {
  assert.deepEqual([formOf("de"), formOf("en")], [{ separator: ";", decimal: "," }, { separator: ",", decimal: "." }]);
  const lines = [["=1+1", "a;b", 'say "x"', 2.25, "@x", "-1"]];
  assert.equal(writeTable(lines, formOf("de")), `\ufeff'=1+1;"a;b";"say ""x""";2,3;'@x;'-1\r\n`);
  assert.equal(writeTable([["a,b", 0.5, "x\ny"]], formOf("en")), `\ufeff"a,b",0.5,"x\ny"\r\n`);
});

test("all codes of a text are found, each with what follows it", async () => {
  const codes = await Promise.all(["A", "B"].map(async (who) => codeOf(pupil(who))));
  const found = codesIn(`From: A\n${codes[0].replace(/(.{60})/g, "$1\n> ")}\n--\nFrom: B\n${codes[1]} bye`);
  assert.deepEqual(await Promise.all(found.map(async (one) => (await readResult(one)).who)), ["A", "B"]);
});
