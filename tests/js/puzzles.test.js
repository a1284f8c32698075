// A reader's puzzles without a browser: which comes next, and when it comes again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LocalHistory } from "../../gamekit/web/play/local_history.js";
import { PuzzleBox, SPACING, countsOf, repairKept } from "../../gamekit/web/play/leitner_box.js";
import { dayOf } from "../../gamekit/web/play/puzzle_page.js";
import { shelf } from "./shelf.js";

const DAY = 24 * 3600 * 1000;
const noon = new Date(2026, 4, 5, 12).getTime();

function boxAt(store = shelf()) {
  const clock = { days: 0 };
  const box = new PuzzleBox(new LocalHistory(store), "pig", "Pig", () => new Date(noon + clock.days * DAY));
  return { box, clock, store };
}

const asked = (...keys) => keys.map((key, number) => ({ key, difficulty: 3 - (number % 3) }));
const keys = (found) =>
  Object.fromEntries(Object.entries(found).map(([name, all]) => [name, all.map(({ key }) => key).join("")]));

test("what is found at once comes no more; what is missed comes again after each of the published days", () => {
  const { box, clock } = boxAt();
  assert.deepEqual(box.answer("a", true), { kept: true, days: 0, waited: false });
  assert.deepEqual(box.answer("b", false), { kept: true, days: 1, waited: false });
  for (const [times, days] of SPACING.entries()) {
    clock.days += days - 0.6;
    if (days > 1) assert.equal(box.next(asked("a", "b")), null, "not before its day");
    clock.days += 0.6;
    assert.equal(box.next(asked("a", "b")).key, "b");
    assert.equal(box.answer("b", true).days, SPACING[times + 1] ?? 0);
  }
  clock.days += 1000;
  assert.equal(box.next(asked("a", "b")), null);
});

test("the days of the waits are published", () => {
  const [first, ...later] = SPACING;
  const told = readFileSync(new URL("../../docs/learn/player.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
  assert.equal(first, 1);
  assert.ok(
    told.includes(
      `comes again after a day, and each time you find it then, after ${later.slice(0, -1).join(", ")} and ${later.at(-1)} days`,
    ),
  );
});

test("its day begins at midnight, not a full day later", () => {
  const { box, clock } = boxAt();
  box.answer("a", false);
  clock.days = 0.45;
  assert.deepEqual(keys(box.sort(asked("a"))), { fresh: "", due: "", later: "a" });
  clock.days = 0.55;
  assert.deepEqual(keys(box.sort(asked("a"))), { fresh: "", due: "a", later: "" });
});

test("missed again begins anew; found before its day changes nothing", () => {
  const { box, clock } = boxAt();
  box.answer("a", false);
  clock.days = 1;
  box.answer("a", true);
  const { due } = box.card("a");
  assert.equal(box.answer("a", true).days, SPACING[1]);
  assert.equal(box.card("a").due, due);
  assert.equal(box.answer("a", false).days, SPACING[0]);
});

test("first comes what has waited longest, then what is new, the easiest first", () => {
  const { box, clock } = boxAt();
  box.answer("b", false);
  clock.days = 1;
  box.answer("a", false);
  clock.days = 3;
  const all = asked("a", "b", "c", "d");
  assert.equal(box.next(all).key, "b");
  box.answer("b", true);
  assert.equal(box.next(all).key, "a");
  box.answer("a", true);
  assert.equal(box.next(all).key, "c");
});

test("a row grows with what is found, ends with what is missed, and its longest is kept", () => {
  const { box } = boxAt();
  for (const right of [true, true, false, true]) box.answer("a", right);
  const { now, best } = box.read();
  assert.deepEqual([now, best], [1, 2]);
  assert.deepEqual(countsOf(box.read()), [{ title: "Pig", tried: 1, found: 0, again: 1 }]);
});

test("two pages of one browser do not lose each other's answers, and other parts stay", () => {
  const store = shelf();
  new LocalHistory(store).keep("games", [1]);
  boxAt(store).box.answer("a", true);
  boxAt(store).box.answer("b", false);
  assert.deepEqual(Object.keys(new LocalHistory(store).part("puzzles").games.pig), ["a", "b"]);
  assert.deepEqual(new LocalHistory(store).part("games"), [1]);
});

test("a full store says so, and the page still knows what was missed", () => {
  const { box } = boxAt(shelf({ letters: 20 }));
  assert.equal(box.answer("a", false).kept, false);
  assert.equal(box.answer("b", true).kept, false);
  assert.deepEqual(keys(box.sort(asked("a", "b"))), { fresh: "", due: "", later: "a" });
  box.forget();
  assert.equal(box.card("a"), null);
});

test("what is kept and damaged is as if it had never been", () => {
  const good = { box: 2, due: 5, tried: 1, found: 0 };
  for (const part of [
    null,
    3,
    [],
    "x",
    { games: 1 },
    { games: { pig: [1] } },
    {
      games: { pig: { a: null, b: { box: 9 }, c: { box: "1" } } },
      answers: [
        [1, 1],
        ["pig", 2],
      ],
      now: -1,
      best: "x",
    },
  ]) {
    const { now, best, answers, games } = repairKept(part);
    assert.deepEqual([now, best, answers, Object.values(games).flatMap(Object.keys)], [0, 0, [], []]);
  }
  assert.deepEqual(repairKept({ games: { pig: { a: good, b: 1 } } }).games, { pig: { a: good } });
  const { box } = boxAt();
  assert.equal(box.card("constructor"), null);
});

test("a day has one puzzle, at whatever hour, and as many days as there are puzzles have all of them", () => {
  const puzzles = Array.from({ length: 114 }, (_, key) => ({ key }));
  const of = (day, hour) => dayOf(new Date(2026, 0, day, hour), puzzles).key;
  assert.equal(of(9, 0), of(9, 23));
  assert.equal(new Set(puzzles.map((_, day) => of(day + 1, 12))).size, puzzles.length);
});
