// What a browser keeps of somebody's own playing, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownPanel, ownPuzzles } from "../../gamekit/web/play/history_panel.js";
import { LocalHistory, resultsOf } from "../../gamekit/web/play/local_history.js";
import { Share } from "../../gamekit/web/play/share.js";
import { newPage, press } from "./page.js";
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

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);
const cellsOf = (node) => node.querySelectorAll("tr").map((row) => row.children.map((one) => one.textContent));

test("results are written as the page's language does, and deleted at the second press only", () => {
  const root = newPage("de");
  const own = new LocalHistory(shelf());
  for (const [id, win] of [
    ["a", 0.5],
    ["b", 1 / 3],
  ])
    own.count({ ...game(id, win), returns: [1, 2, 3] });
  let forgotten = 0;
  const panel = ownPanel({ own, say, forgotten: () => (forgotten += 1) });
  root.append(panel);
  panel.open = true;
  panel.dispatchEvent({ type: "toggle" });
  assert.deepEqual(cellsOf(root), [
    ["own_game", "own_others", "own_played", "own_won", "own_even"],
    ["Pig", "Strong", "2", "0,8", "0,7"],
  ]);
  press(root, "own_delete");
  assert.deepEqual([own.games().length, forgotten], [2, 0]);
  press(root, "own_sure");
  assert.deepEqual([own.games().length, forgotten], [0, 1]);
  assert.ok(root.textContent.includes("own_none") && !root.textContent.includes("own_take"));
});

test("of puzzles the counts are told, and how large a share was found from twenty answers on", () => {
  newPage("de");
  const card = { box: 0, due: 0, tried: 1, found: 1 };
  const games = { pig: { a: card, b: { ...card, box: 2, found: 0 }, c: card } };
  const answers = Array.from({ length: 24 }, (_, at) => ["pig", Number(at >= 10)]);
  const kept = { now: 2, best: 5, titles: { pig: "Pig" }, answers, games };
  const [, table, streak, figure] = ownPuzzles(kept, say);
  assert.deepEqual(cellsOf(table)[1], ["Pig", "3", "2", "1"]);
  assert.equal(streak.textContent, 'puzzles_streak {"now":2,"best":5}');
  const drawn = figure.querySelector("svg");
  assert.equal(drawn.attributes["aria-label"], 'puzzles_curve_alt {"from":50,"to":70,"best":70}');
  assert.equal(
    drawn.querySelector("polyline").attributes.points,
    "0.0,40.0 100.0,36.0 200.0,32.0 300.0,28.0 400.0,24.0",
  );
  assert.equal(ownPuzzles({ ...kept, answers: answers.slice(4) }, say)[3], null);
  assert.deepEqual(ownPuzzles(null, say), []);
});

test("a link that is sent has the page's address without the link that opened it", async () => {
  newPage();
  window.location.href = "http://here/play#g.old";
  const given = { session: () => "session", seats: () => [null] };
  const link = await Share.prototype.link.call(given, async (session, { seats }) => `g.${session}.${seats.length}`);
  assert.equal(link, "http://here/play#g.session.1");
  assert.equal(await Share.prototype.link.call(given, async () => null), null);
});
