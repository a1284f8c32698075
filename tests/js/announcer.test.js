// What a screen reader is told of steps, without one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Announcer } from "../../gamekit/web/board/announcer.js";

function reading(steps, now = { over: null, prompt: "Roll?" }) {
  const heard = [];
  const say = (key, { step, last }) => `${step} of ${last}:`;
  const announcer = new Announcer({
    data: { now },
    say,
    look: () => ({ steps }),
    announce: (text) => heard.push(text),
  });
  return { announcer, heard, steps };
}

const acts = (...texts) => texts.map((text) => ({ text, chance: false }));
const dice = (text) => ({ text, chance: true });

test("what has happened is told without the dice, of many moves the last four, and then what is asked", () => {
  const { announcer, heard } = reading([...acts("A", "B", "C", "D"), dice("6"), ...acts("E")]);
  announcer.follow(1, false);
  assert.deepEqual(heard, ["B C D E Roll?"]);
});

test("a move that was the only one and played by itself is told, however many followed it", () => {
  const steps = acts("A", "B", "C", "D", "E", "F");
  steps[0].only = true;
  const { announcer, heard } = reading(steps);
  announcer.follow(1, false);
  assert.deepEqual(heard, ["A C D E F Roll?"]);
});

test("where nothing but dice fell the last one is told, and of a game that is over its end", () => {
  const { announcer, heard } = reading([...acts("A"), dice("5"), dice("6")], { over: "A wins", prompt: "" });
  announcer.follow(2, false);
  assert.deepEqual(heard, ["6 A wins"]);
});

test("a move of which more is to come is told once, as a whole", () => {
  const { announcer, heard, steps } = reading(acts("A"));
  announcer.follow(1, true);
  assert.deepEqual(heard, []);
  steps.push(...acts("B"));
  announcer.follow(2, false);
  steps.push(...acts("C"));
  announcer.follow(3, false);
  assert.deepEqual(heard, ["A B Roll?", "C Roll?"]);
});

test("of steps that are passed only the one is told at which somebody stays, with its number", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { announcer, heard } = reading(acts("A", "B", "C"));
  for (const step of [1, 2]) announcer.goto(step);
  t.mock.timers.runAll();
  assert.deepEqual(heard, ["2 of 3: B"]);
});
