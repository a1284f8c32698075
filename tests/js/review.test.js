// How the end of a game is told, where what is right can be said beforehand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { courseScale, courseWords, letterHeights } from "../../gamekit/show/web/play/reviewchart.js";

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
  const words = courseWords({ course: [at(0, 0.5, 0.5), at(7, 0.8, 0.2), at(9, 0, 1)], turning: 9, letters: "AB", say });
  assert.ok(words.includes('"letter":"A","from":50,"highest":80,"step":7,"to":0'));
  assert.ok(words.includes('"letter":"B","from":50,"highest":100,"step":9,"to":100'));
  assert.ok(words.includes('review_alt_turning{"step":9}'));
});
