// How the end of a game is told, where what is right can be said beforehand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ChanceCourse } from "../../gamekit/web/engine/review.js";
import {
  courseScale,
  courseWords,
  letterHeights,
  ReviewPanel,
  writeChange,
} from "../../gamekit/web/review/review_panel.js";
import { tellCost } from "../../gamekit/web/table/coach_answer.js";
import { newPage, press } from "./page.js";

const say = (key, values = {}) => `${key}${JSON.stringify(values)}`;
const at = (step, ...values) => ({ step, chances: values.map((value) => ({ value, low: value, high: value })) });

test("a click on the picture means the step that is drawn there", () => {
  for (const last of [1, 40, 5000]) {
    const { x, step } = courseScale(last);
    for (const one of [0, Math.round(last / 3), last]) assert.equal(step(x(one) / 640), one);
    assert.equal(step(0), 0, "beside the picture: its beginning");
    assert.equal(step(1), last);
  }
});

test("letters at the ends of lines lie beside their line, or next to each other", () => {
  const [a, b, c, d] = letterHeights([221, 221, 221, 17]);
  assert.equal(d, 17, "who has room stays");
  const low = [a, b, c].sort((one, other) => one - other);
  assert.ok(low[1] - low[0] >= 17 && low[2] - low[1] >= 17 && low[2] <= 222);
  assert.deepEqual(letterHeights([50, 120]), [50, 120]);
});

test("the course in words has each player's beginning, height and end", () => {
  const words = courseWords({
    course: [at(0, 0.5, 0.5), at(7, 0.8, 0.2), at(9, 0, 1)],
    turning: 9,
    letters: "AB",
    say,
  });
  assert.ok(words.includes('"letter":"A","from":50,"highest":80,"step":7,"to":0'));
  assert.ok(words.includes('"letter":"B","from":50,"highest":100,"step":9,"to":100'));
  assert.ok(words.includes('review_alt_turning{"step":9}'));
});

test("a decision with one possible move is none that the review could find costly", () => {
  const machine = { legal: (/** @type {number} */ step) => (step === 1 ? [4] : [0, 1]) };
  const session = { game: { machine }, log: [0, 0, 0].map((player) => ({ player })), positionAt: (step) => step };
  assert.deepEqual(new ChanceCourse(session, {}).free, [1, 3]);
});

test("of a shared win the turning point is what brought most to the winners together", () => {
  const machine = { legal: () => [0, 1], player: () => 0, returns: () => [] };
  const session = {
    game: { players: 3, machine },
    log: [0, 1, 2, 0].map((player) => ({ player })),
    positionAt: (step) => step,
  };
  const course = new ChanceCourse(session, {});
  // A gains most of all in the second step, B in the third; A and B together in the fourth, at whose end they share the win.
  const shares = [
    [0.3, 0.3, 0.4],
    [0.3, 0.3, 0.4],
    [0.5, 0.1, 0.4],
    [0.3, 0.35, 0.35],
    [0.5, 0.5, 0],
  ];
  shares.forEach((one, step) => course.known.set(step, [Float64Array.from(one)]));
  const turn = course.turn();
  assert.deepEqual([turn.from, turn.to], [3, 4]);
  course.known.set(4, [Float64Array.from([0.4, 0.6, 0])]);
  assert.deepEqual(course.turn().to, 4, "and of a win alone what brought most to that player");
});

test("what a chance changed by is put down to whoever decided, to the others or to luck", () => {
  const machine = { legal: () => [0, 1], player: (step) => (step === 3 ? -2 : 0) };
  const log = [0, -1, 1].map((player) => ({ player }));
  const course = new ChanceCourse({ game: { players: 2, machine }, log, positionAt: (step) => step }, {});
  for (const [step, a] of [0.5, 0.6, 0.8, 0].entries()) course.known.set(step, [Float64Array.of(a, 1 - a, a, 1 - a)]);
  const rows = course
    .tell()
    .rows.map(({ start, own, luck, others, unseen, end }) =>
      [start, own, luck, others, unseen, end].map(({ value }) => Math.round(100 * value)),
    );
  assert.deepEqual(rows, [
    [50, 10, 20, -80, 0, 0],
    [50, 80, -20, -10, 0, 100],
  ]);
});

test("what a move cost is told with its reason and both moves, or that it cannot be told", () => {
  const reason = { decisions: 8, parts: [{ kind: "share", said: "it rains", best: 1, second: 0.5 }] };
  const found = { played: "stay", better: "go", reason };
  const clear = tellCost({ ...found, cost: { value: 0.2, low: 0.1, high: 0.3 } }, say);
  assert.ok(clear.startsWith('choice_cost{"played":"stay","better":"go","n":20,"low":10,"high":30}'));
  const told = clear.replaceAll("\\", "");
  assert.ok(told.includes('"best":"go"') && told.includes('"second":"stay"') && told.includes("it rains"));
  const open = tellCost({ ...found, cost: { value: 0.2, low: -0.1, high: 0.5 } }, say);
  assert.equal(open, 'choice_open{"played":"stay","better":"go"}');
});

test("what luck and choices have brought is told with half of its interval on either side", () => {
  assert.equal(writeChange({ value: 0.2, low: 0.1, high: 0.3 }, say), 'review_shift{"n":"+20","half":"10"}');
  assert.equal(writeChange({ value: 0.2, low: -0.1, high: 0.5 }, say), "review_open{}");
});

// The review of a game of three, in German, at which B looks back.
function panelOf(...whose) {
  newPage("de");
  const went = [];
  const root = { scrollIntoView() {} };
  const player = { root, goto: (step) => went.push(step) };
  const session = { game: { players: 3, data: { reasons: { share: [10, 9, 8] } } }, returns: () => [1200, 3400, 1200] };
  return { panel: new ReviewPanel({ say }, () => player, whose), session, went };
}

test("at the end of a game that went on here it is looked back at, and of one that was only opened when asked", () => {
  const { panel } = panelOf(1);
  let begun = 0;
  panel.begin = () => (begun += 1);
  const follow = (over, step) => {
    panel.table = { session: { over, step } };
    panel.follow();
    return begun;
  };
  assert.deepEqual([follow(true, 9), follow(false, 8), follow(true, 0), follow(true, 9)], [0, 0, 0, 1]);
});

test("standings have who is best first, equals in one place, and what luck and choices have brought", () => {
  const { panel, session } = panelOf(1);
  const figure = (value) => ({ value, low: value - 0.02, high: value + 0.02 });
  const none = { value: 0, low: 0, high: 0 };
  const row = { start: figure(0.333), luck: figure(-0.1), own: figure(0.126), others: figure(0.01), unseen: none };
  const rows = () =>
    panel
      .createStandings({ rows: [row, row, row] }, session)
      .querySelectorAll("tr")
      .slice(1);
  const told = rows().map((one) => one.children.map((cell) => cell.textContent));
  const figures = [
    'review_percent{"n":"33"}',
    'review_shift{"n":"−10","half":"2"}',
    'review_shift{"n":"+13","half":"2"}',
    "review_open{}",
  ];
  assert.deepEqual(told, [
    ["1", "B review_you{}", "3.400", ...figures],
    ["2", "A", "1.200", ...figures],
    ["2", "C", "1.200", ...figures],
  ]);
  row.unseen = figure(0.2);
  assert.equal(rows()[0].children.at(-1).textContent, 'review_shift{"n":"+20","half":"2"}');
  const early = panel.createStandings({ rows: [] }, session).querySelectorAll("tr")[1];
  assert.deepEqual(
    early.children.slice(3).map((cell) => cell.textContent),
    Array(4).fill("…"),
  );
});

test("choices are told with the dearest first, their doubt and reason, and a look at where each was made", () => {
  const { panel, session, went } = panelOf(1);
  const choice = (step, value, low, reason = null) => {
    return {
      step,
      player: 1,
      played: `played ${step}`,
      better: "better",
      cost: { value, low, high: value + 0.1 },
      reason,
    };
  };
  const reason = { decisions: 8, parts: [{ kind: "share", said: "it rains" }] };
  const choices = [choice(7, 0.051, -0.02), choice(9, 0.204, 0.1, reason), choice(3, -0.1, -0.2)];
  const shown = panel.createChoices({ choices, done: 1 }, session);
  const items = shown.querySelectorAll("li").map((one) => one.textContent);
  assert.equal(items.length, 2);
  assert.ok(items[0].startsWith('review_choice{"played":"played 9","better":"better","letter":"B","n":"20"'), items[0]);
  assert.ok(items[0].includes("review_because") && !items[0].includes("review_doubt"));
  assert.ok(items[1].includes("review_doubt") && !items[1].includes("review_because"));
  assert.ok(shown.textContent.endsWith('table_coach_rate{"count":10,"signs":9,"sizes":8}'));
  press(shown, 'review_look{"step":9}');
  assert.deepEqual(went, [8], "the position in which it was decided");
  assert.ok(panel.createChoices({ choices: [], done: 1 }, session).textContent.endsWith("review_none{}"));
  assert.equal(panel.createChoices({ choices: [], done: 0.5 }, session), null);
});
