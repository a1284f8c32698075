// The engine's figures and the levels' choices, where what is right can be said beforehand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { _, writeNumber } from "../../gamekit/web/engine/errors.js";
import { difference, mean, share, winShares } from "../../gamekit/web/engine/estimate.js";
import { tablesFor } from "../../gamekit/web/engine/options.js";
import { python } from "../../gamekit/web/engine/python_semantics.js";
import { Stream } from "../../gamekit/web/engine/random.js";
import { reasonFrom } from "../../gamekit/web/engine/reasons.js";
import { RuleTexts } from "../../gamekit/web/engine/rulebook.js";
import { work } from "../../gamekit/web/engine/worker_pool.js";
import { isLevel, moveOf, strongest } from "../../gamekit/web/table/coach_answer.js";
import { countShared } from "../../gamekit/web/table/frame_builder.js";

test("a share lies within its interval, and the interval within 0 and 1", () => {
  for (const games of [1, 2, 10, 1000]) {
    for (const wins of [0, 0.5, games / 2, games]) {
      const { value, low, high } = share(wins, games);
      assert.ok(0 <= low && low <= value && value <= high && high <= 1, `${wins} of ${games}`);
      assert.ok(low < high);
    }
  }
  assert.ok(Number.isNaN(share(0, 0).value));
});

test("more games narrow the interval, and equal samples differ by nothing", () => {
  assert.ok(share(50, 100).high - share(50, 100).low > share(500, 1000).high - share(500, 1000).low);
  assert.equal(mean([1, 2, 3, 4]).value, 2.5);
  assert.equal(difference([1, 2, 3], [1, 2, 3]).value, 0);
});

test("who wins together shares the win", () => {
  assert.deepEqual([...winShares(Float64Array.of(3, 1, 3, 0, 5, 5, 2, 2), 4)], [0.5, 0, 0.5, 0, 0.5, 0.5, 0, 0]);
});

test("a sentence has as many forms as its language", () => {
  const said = (
    /** @type {string} */ language,
    /** @type {Record<string, string>} */ forms,
    /** @type {number[]} */ ...numbers
  ) => {
    const texts = new RuleTexts({ language, words: {} }, null);
    return numbers.map((number) => texts.say({ text: "?", args: ["n"], forms }, [number]));
  };
  assert.deepEqual(said("pl", { one: "{n} karta", few: "{n} karty", many: "{n} kart" }, 1, 3, 5, 22), [
    "1 karta",
    "3 karty",
    "5 kart",
    "22 karty",
  ]);
  assert.deepEqual(said("fr", { one: "{n} carte", other: "{n} cartes" }, 0, 1, 2), ["0 carte", "1 carte", "2 cartes"]);
});

test("where no worker is, tasks are done here, and none once somebody has stopped them", async () => {
  const game = { source: { pack: { name: "made" }, given: {}, made: null } };
  assert.deepEqual(await work(game, [{ kind: "batch" }, { kind: "position" }], AbortSignal.abort()), []);
});

test("places are counted from the end too, as in Python, and what is not there is an error", () => {
  const at = python.at.bind(python);
  assert.deepEqual([at([1, 2, 3], -1), at("abc", -3), at("abc", 2), at({ a: 5 }, "a")], [3, "a", "c", 5]);
  for (const [what, place] of [
    [[1], 1],
    [[1], -2],
    ["", 0],
    [{}, "toString"],
    [new Map(), 1],
  ])
    assert.throws(() => at(what, place), RangeError);
});

test("streams with the same seed are the same, with another key another", () => {
  const drawn = (seed, ...key) => {
    const stream = new Stream([seed], key);
    return [stream.next64(), stream.next64()];
  };
  assert.deepEqual(drawn(7n, 1), drawn(7n, 1));
  assert.notDeepEqual(drawn(7n, 1), drawn(7n, 2));
  assert.notDeepEqual(drawn(7n, 1), drawn(8n, 1));
});

test("a level looks ahead, stumbles or plays the game's best strategy", () => {
  const session = {
    game: { strategies: { random: {}, planner: {}, greedy: {} } },
    consider: (...given) => ["considered", ...given],
    chooseWithSlips: (...given) => ["stumbled", ...given],
    choose: (...given) => ["chosen", ...given],
  };
  assert.equal(strongest(session.game), "planner");
  assert.deepEqual(moveOf(session, { share: 0, playouts: 200 }), ["considered", "planner", 200]);
  assert.deepEqual(moveOf(session, { share: 0.3, playouts: 0 }), ["stumbled", "planner", 0.3]);
  assert.deepEqual(moveOf(session, { share: 0, playouts: 0 }), ["chosen", "planner"]);
  assert.ok(isLevel("easy") && !isLevel("planner"));
});

test("two games share their steps until the first that differs", () => {
  assert.equal(countShared([1, 2, 3], [1, 2, 4, 5]), 2);
  assert.equal(countShared([1, 2], [1, 2, 3]), 2);
  assert.equal(countShared([], [1]), 0);
});

test("a refusal writes its numbers as its reader's language does", () => {
  const said = () => [_("at most {n}, {name}", { n: -1234.5, name: "1.5" }), writeNumber(50_000)];
  assert.deepEqual(said(), ["at most -1234.5, 1.5", "50,000"]);
  Object.assign(globalThis, { gamekitLanguage: "de", gamekitSentences: { "at most {n}, {name}": "{name}: bis {n}" } });
  assert.deepEqual(said(), ["1.5: bis −1234,5", "50.000"]);
  for (const name of ["gamekitLanguage", "gamekitSentences"]) delete globalThis[name];
});

test("a large average of a reason is told without decimals, whatever its sign, and halves are rounded up", () => {
  const book = { notes: { 1: { event: "{km} km", args: ["km"] } } };
  const rows = (amount) => Float64Array.from({ length: 300 }, (_one, place) => (place % 3 ? -1 : amount));
  const tell = (amount) => reasonFrom({ data: { book } }, rows(amount), rows(1000)).parts[0].of_best;
  assert.deepEqual([150.5, 100, 99.94, 2.25, -2.25, -99.94, -100, -150.5].map(tell), [
    "151 km",
    "100 km",
    "99.9 km",
    "2.3 km",
    "-2.2 km",
    "-99.9 km",
    "-100 km",
    "-150 km",
  ]);
});

test("as many players as a game is for may play, the usual number where none is given", () => {
  const data = {
    title: "Made",
    players: [2, 4, 3],
    options: {},
    tables: { cells: [0], changed: { 2: [], 3: [], 4: [] } },
  };
  const asked = [undefined, null, 2, 4, 0, 1, 5, 2.5].map((players) => {
    try {
      return tablesFor(data, { players }).players;
    } catch ({ name }) {
      return name;
    }
  });
  assert.deepEqual(asked, [3, 3, 2, 4, ...Array(4).fill("OptionError")]);
});
