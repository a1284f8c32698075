// What a browser keeps of somebody's own playing, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalHistory, resultsOf } from "../../gamekit/web/play/local_history.js";
import { shelf } from "./shelf.js";
import { PlayPage } from "../../gamekit/web/play/play_page.js";

const game = (id, win, others = ["Strong"]) => ({
  id,
  when: "2026-01-01",
  game: "pig",
  title: "Pig",
  others,
  me: 0,
  returns: [1, 2],
  win,
});

test("each part is kept beside the others, taken away as one text and deleted at once", () => {
  const store = shelf(),
    own = new LocalHistory(store);
  assert.ok(own.keep("puzzles", { streak: 3 }));
  assert.ok(own.count(game("a", 1)));
  assert.deepEqual(own.part("puzzles"), { streak: 3 });
  const taken = JSON.parse(own.text());
  assert.deepEqual(Object.keys(taken.parts).sort(), ["games", "puzzles"]);
  assert.equal(taken.parts.games[0].title, "Pig");
  own.forget();
  assert.equal(store.kept.size, 0);
  assert.equal(own.part("puzzles"), null);
});

test("a game counts once, as it ended first", () => {
  const own = new LocalHistory(shelf());
  for (const win of [0, 1]) own.count(game("same", win));
  assert.deepEqual(
    own.games().map(({ win }) => win),
    [0],
  );
});

test("a full, missing or damaged store loses nothing else and says so", () => {
  const full = new LocalHistory(shelf({ letters: 10 }));
  assert.equal(full.count(game("a", 1)), false);
  const none = new LocalHistory(null);
  assert.equal(none.keep("games", []), false);
  none.forget();
  for (const text of [
    "{",
    "[]",
    "null",
    '{"format":"x","parts":{"games":[1]}}',
    '{"format":"gamekit-own","parts":{"games":[1,{}]}}',
  ]) {
    const store = shelf();
    store.kept.set("gamekit:own", text);
    assert.deepEqual(new LocalHistory(store).games(), [], text);
    assert.ok(new LocalHistory(store).count(game("b", 1)), text);
  }
});

test("results are added up by game and opponents, with the even share beside them", () => {
  const rows = resultsOf([game("a", 1), game("b", 0.5), game("c", 0, ["Strong", "Best", "Strong"])]);
  assert.deepEqual(
    rows.map(({ others, played, won, even }) => [others.join(), played, won, even]),
    [
      ["Best,Strong", 1, 0, 0.5],
      ["Strong", 2, 1.5, 1],
    ],
  );
});

test("a level is beaten by one person who wins alone against nobody but that level", () => {
  const beaten = (returns, ...seats) =>
    PlayPage.prototype.findBeatenLevel.call({ table: { session: { returns: () => returns }, seats } });
  assert.equal(beaten([9, 1, 2], null, "medium", "medium"), "medium");
  assert.equal(beaten([9, 9, 2], null, "medium", "medium"), null, "a shared win");
  assert.equal(beaten([1, 9, 2], null, "medium", "medium"), null, "lost");
  assert.equal(beaten([9, 1, 2], null, "medium", "easy"), null, "two levels");
  assert.equal(beaten([9, 1, 2], null, null, "easy"), null, "two people");
  assert.equal(beaten([9, 1], null, "stroller"), null, "a strategy, which is no level");
});
