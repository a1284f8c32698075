// A reader's puzzles without a browser: which comes next, and when it comes again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LocalHistory } from "../../gamekit/web/play/local_history.js";
import { PuzzleBox, SPACING, countsOf, repairKept } from "../../gamekit/web/play/leitner_box.js";
import { GuidedRound } from "../../gamekit/web/play/guided_round.js";
import { createPuzzlePage, dayOf } from "../../gamekit/web/play/puzzle_page.js";
import { newPage, press } from "./page.js";
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

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

// A page of which the game cannot be brought, so that its puzzles and its board can be put in by hand.
async function pageOf(puzzles) {
  const root = newPage("de");
  class GamekitError extends Error {}
  const load = async () => Promise.reject(new GamekitError("There is no such game."));
  globalThis.gamekit = { load, GamekitError };
  const levels = ["easy", "best"].map((name) => ({ name, title: name }));
  const page = createPuzzlePage(root, { game: "pig", words: {}, levels, guide: null, kept: "" });
  await new Promise((done) => setTimeout(done, 0));
  assert.equal(root.textContent, "There is no such game.");
  const learned = [];
  page.say = page.card.say = say;
  page.card.show = () => {};
  page.puzzles = puzzles;
  page.table = {
    player: { endWait() {}, focus() {} },
    game: {
      actionText: (action) => `move ${action}`,
      compare: async () => ({ cost: { low: 0 }, played: "a", better: "b" }),
    },
    steps: [1, 2],
    learn: (news) => learned.push(news),
  };
  return { root, page, learned };
}

const PUZZLE = { key: "a", best: 3, player: 1, now: { legal: [3, 5], prompt: "?" }, found: { easy: 0.0234, best: 1.2 },
  theme: "risk", difficulty: 2, why: "So it is.", lead: "By far." }; // prettier-ignore

test("a right answer is told with its reason, a wrong one with what it cost, and the best move alone glows then", async () => {
  const { page, learned } = await pageOf([PUZZLE]);
  const text = () => page.card.node.textContent;
  const tell = async (action) => {
    page.open = PUZZLE;
    page.answer(action);
    await new Promise((done) => setTimeout(done, 0));
    return page.card.node.querySelectorAll("h3")[0].textContent;
  };
  assert.equal(await tell(3), 'puzzle_right {"move":"move 3","chosen":"move 3"}');
  assert.ok(text().includes(" So it is.") && text().includes("By far.") && !text().includes("puzzle_returns"));
  assert.equal(await tell(5), 'puzzle_wrong {"move":"move 3","chosen":"move 5"}');
  assert.ok(text().includes("puzzle_returns_one") && text().includes('choice_open {"played":"a","better":"b"}'));
  assert.ok(!text().includes("So it is."));
  assert.equal(await tell(null), 'puzzle_shown {"move":"move 3","chosen":null}');
  const bars = [...page.card.node.everything()].filter((one) => one.classList.has("gk-odds"));
  assert.deepEqual(
    bars.map((one) => one.textContent),
    ["2,3\u00a0%", "100\u00a0%"],
  );
  const now = { legal: [3], prompt: 'puzzle_best {"move":"move 3"}' };
  for (const news of learned) assert.deepEqual([news.you, news.fresh, news.cut, news.now], [1, false, 2, now]);
});

test("puzzles are chosen by theme and difficulty together", async () => {
  const other = { ...PUZZLE, key: "b", theme: "haste", difficulty: 10 };
  const { page } = await pageOf([PUZZLE, other, { ...PUZZLE, key: "c", difficulty: 3 }]);
  page.goOn = () => {};
  page.fillFilters();
  const [theme, difficulty] = page.filters.querySelectorAll("select");
  const entries = (node) => node.children.map((one) => one.attributes.value);
  assert.deepEqual(
    [entries(theme), entries(difficulty).toSorted()],
    [
      ["", "haste", "risk"],
      ["", "10", "2", "3"],
    ],
  );
  page.choose({ theme: "risk" });
  assert.deepEqual(
    page.chosen.map(({ key }) => key),
    ["a", "c"],
  );
  page.choose({ difficulty: 2 });
  assert.deepEqual(
    page.chosen.map(({ key }) => key),
    ["a"],
  );
  page.choose({ theme: "haste" });
  assert.deepEqual(page.chosen, []);
});

test("a guide tells a stop where its decision comes, each once, and goes on in the next game where it was left", () => {
  newPage();
  const stops = [
    { rule: "X-1", text: "Roll.", points: ["die"] },
    { rule: "X-1", text: "Again.", points: ["road"], later: true },
    { rule: "X-2", text: "Buy.", points: ["shop"] },
  ];
  const memory = { kept: null, keep: (value) => (memory.kept = value), recall: () => memory.kept };
  const at = { step: 1, rule: "X-1" };
  const seen = [];
  const pointing = { at: (points) => seen.push(points.join()), pointed: [] };
  const guide = new GuidedRound({ say, stops, now: () => at, memory, anew: true });
  guide.begin(false);
  const follow = (step, rule, mine = true) => {
    Object.assign(at, { step, rule });
    guide.follow({ pointing }, mine);
    return guide.words.textContent;
  };
  assert.equal(follow(1, "X-1"), "Roll.");
  press(guide.node, "guide_got");
  assert.equal(guide.words.textContent, "guide_wait", "what comes later waits for another decision");
  assert.deepEqual([follow(2, "X-1", false), follow(3, "X-2")], ["guide_wait", "Buy."]);
  assert.deepEqual(seen, ["die", "", "", "shop"]);
  assert.deepEqual([follow(4, "X-1"), memory.kept], ["Again.", [0, 2]]);
  const next = new GuidedRound({ say, stops, now: () => at, memory, anew: false });
  assert.ok(next.due && next.awaits("X-1") && !next.awaits("X-2"));
  press(guide.node, "guide_got");
  assert.deepEqual([guide.words.textContent, memory.kept, seen.slice(-2)], ["guide_end", true, ["road", ""]]);
  assert.equal(new GuidedRound({ say, stops, now: () => at, memory, anew: true }).due, false);
});
