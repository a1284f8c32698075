// What a table tells, what a link keeps and what setting up a game hands on, with a game of three cards made up for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { roundAnswer } from "../../gamekit/web/cards/quiz.js";
import { LinkError, linkOf, openLink } from "../../gamekit/web/play/game_link.js";
import { Setup } from "../../gamekit/web/play/game_setup.js";
import { bytesFrom, deflate, inflate, letters } from "../../gamekit/web/shared/files.js";
import { splitList } from "../../gamekit/web/shared/numbers.js";
import { readWhole } from "../../gamekit/web/shared/typed.js";
import {
  ALL,
  FrameCache,
  TURN,
  seerAt,
  buildFrames,
  legalMoves,
  otherMoves,
  outcomes,
  playersOf,
  prompt,
  result,
  seesMoves,
  whyHere,
} from "../../gamekit/web/table/frame_builder.js";
import { Flow } from "../../gamekit/web/table/game_flow.js";
import { makeAsker } from "../../gamekit/web/table/transport.js";
import { PlayTable } from "../../gamekit/web/table/table.js";
import { gameOfPlaces, madeGame, played } from "./made.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

const gamekit = (game) => ({ load: async () => game });

test("a link brings back what people chose, and who sat where", async () => {
  const game = madeGame();
  const session = played(game, 8n, 2, 1, 0);
  const made = await linkOf(session, { seats: [null, null] });
  const opened = await openLink(`#${made}`, gamekit(game));
  assert.deepEqual(opened.session.history, [2, 1, 0]);
  assert.deepEqual([opened.session.seed, opened.seats, opened.asks], [8n, [null, null], false]);
});

test("what chance did by its seed and a strategy by what it knows is not in a link; what a person chose instead is", async () => {
  const game = madeGame();
  const usual = await linkOf(played(game, 8n, 2, 2, 2), { seats: ["bold", "bold"] });
  assert.equal(usual.split(".")[2], "AQ"); // the number 1: no choice at all
  const odd = played(game, 8n, 0, 2, 1);
  const opened = await openLink(await linkOf(odd, { seats: ["bold", "bold"] }), gamekit(game));
  assert.deepEqual(opened.session.history, [0, 2, 1]);
  const levels = await openLink(await linkOf(odd, { seats: ["easy", "bold"] }), gamekit(game));
  assert.deepEqual([levels.session.history, levels.seats], [odd.history, ["easy", "bold"]]);
});

test("hostile and damaged links are told as such", async () => {
  const game = madeGame();
  const load = async (name, options) => {
    if (name !== "made" || JSON.stringify(options) !== '{"players":2}') throw new Error("no such game");
    return game;
  };
  const told = (link) =>
    openLink(link, { load }).then(
      () => "opened",
      ({ message }) => message,
    );
  const made = await linkOf(played(game, 8n, 2));
  const head = JSON.parse(await inflate(bytesFrom(made.split(".")[1]), 9999));
  const of = async (change) => `g.${letters(await deflate(JSON.stringify({ ...head, ...change })))}.AQ`;
  const empty = `g.${letters(await deflate("{}"))}.AQ`;
  for (const link of ["", "g", "g.a.b", "g.<b>.x", empty, "x".repeat(1e6), `g.${"A".repeat(1e6)}.A`])
    assert.equal(await told(link), "link_strange", link.slice(0, 9));
  for (const change of [
    { g: "chess" }, { g: "__proto__" }, { g: 3 }, { n: 99 }, { o: { wheels: 1 } }, { o: { players: 2 } }, { o: [] },
    { s: "-1" }, { s: "1e9" }, { s: 8 }, { p: [1e9, 0] }, { p: 1 }, { p: [9, 0] }, { v: ["nobody"] }, { v: {} },
    { v: ["constructor", null] }, { v: [null] }, { x: [[0, 999]] }, { x: [[0]] }, { x: 1 }, { y: 1 },
    { o: { start: "x".repeat(1e5) } },
  ]) // prettier-ignore
    assert.equal(await told(await of(change)), "link_strange", JSON.stringify(change).slice(0, 40));
  assert.equal(await told(await of({ p: [1, 0] })), "link_rules");
  assert.equal(await told(await of({})), "opened");
});

test("a table waits for a level that thinks, and plays what it chose", async () => {
  const session = played(madeGame(), 8n);
  let think = () => {};
  session.consider = (best, playouts) => new Promise((done) => (think = () => done(best === "bold" && playouts - 99)));
  const levels = [{ name: "best", share: 0, playouts: 100 }];
  const flow = new Flow({ gamekit: {}, say, levels });
  flow.begin(session, ["best", null]);
  const waited = flow.goOn();
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual([session.history, flow.person()], [[2], false]);
  think();
  await waited;
  assert.deepEqual([session.history, flow.person()], [[2, 1], true]);
});

test("a link of other rules or of nobody's making is refused, each in its own words", async () => {
  const made = await linkOf(played(madeGame(), 8n, 2, 1));
  const refused = (text, game, key) =>
    assert.rejects(openLink(text, gamekit(game)), (error) => error instanceof LinkError && error.message === key);
  await refused(made, madeGame({ rules: 9 }), "link_rules");
  await refused(made.replace(".", ".A"), madeGame(), "link_strange");
  await refused("https://elsewhere", madeGame(), "link_strange");
  await refused(await linkOf(played(madeGame(), 8n, 2), { seats: ["stranger", null] }), madeGame(), "link_strange");
  await refused(
    await linkOf(played(madeGame({ players: 3 }), 8n, 2), { seats: [null, null, null] }),
    madeGame(),
    "link_strange",
  );
});

test("a link longer than an address may be is none", async () => {
  const text = Array.from({ length: 4000 }, (_, i) => String.fromCharCode(33 + (((i * i * 7919) % 5003) % 90))).join(
    "",
  );
  assert.equal(await linkOf(played(madeGame({ changedOptions: { text } }), 8n, 2)), null);
});

test("who won is told with everybody's score, and a shared win names all", () => {
  const ended = (...scores) => result(played(madeGame({ scores }), 8n), say);
  assert.equal(ended(1234.5, -3), 'table_won {"winner":"A","scores":"A 1,234.5, B −3"}');
  assert.equal(
    ended(1 / 3, 1 / 3, 0),
    'table_shared {"winners":"table_and {\\"others\\":\\"A\\",\\"last\\":\\"B\\"}","scores":"A 0.3333333333, B 0.3333333333, C 0"}',
  );
});

test("whose turn it is depends on who looks", () => {
  const session = played(madeGame(), 8n, 2);
  assert.match(prompt(session, true, true, say), /^table_yours .*"A"/);
  assert.match(prompt(session, true, false, say), /^table_persons/);
  assert.match(prompt(session, false, false, say), /^table_theirs/);
  assert.equal(prompt(played(madeGame(), 8n), true, true, say), "Which card?");
  session.legal = () => [1];
  assert.match(prompt(session, true, true, say), /^table_only .*card 1/);
});

test("legal moves have their places, cards and hints; all others can be asked about", () => {
  const game = madeGame();
  assert.deepEqual(legalMoves(game, null, [0, 1, 2], say), [
    { action: 0, text: "card 0", target: "pile", source: "hand" },
    { action: 1, text: 'table_hinted {"action":"card 1","hint":"a risk"}', target: "pile", source: null },
    { action: 2, text: "card 2", target: null, source: null },
  ]);
  assert.deepEqual(otherMoves(game, [0, 2]), [
    { action: 1, text: "card 1" },
    { action: 3, text: "card 3" },
  ]);
  assert.deepEqual(
    playersOf(game, say).map(({ letter }) => letter),
    ["A", "B"],
  );
});

test("of the moves that end at a place the refusal is told that was meant, the rarest of its kind", () => {
  const game = madeGame();
  const why = (refusals, ...places) => whyHere(game, null, [2], places, (action) => refusals[action] ?? null, say).text;
  const rare = { text: "not now", rule: "M-2" };
  const lacking = { text: "no card", rule: "M-1" };
  assert.equal(why({ 0: lacking, 1: rare, 3: lacking }, "pile"), "no card"); // two ask for a card, as is asked now: the first
  assert.equal(why({ 3: rare }, "edge"), "not now"); // nothing else ends there
  assert.equal(why({ 0: lacking }, "pile"), "table_possible");
  assert.equal(why({}, "elsewhere"), "table_no_move_here");
  const four = madeGame({ picture: { ...game.picture, targets: () => ({ 0: "pile", 1: "pile", 2: "pile" }) } });
  assert.equal(whyHere(four, null, [2], ["pile"], (action) => (action === 1 ? rare : lacking), say).rule, "M-2");
});

test("what chance may do is told to those who know it, and moves to whose they are", () => {
  const open = played(madeGame(), 8n);
  assert.deepEqual(
    outcomes(open, "0", 0, say)[0].map(({ weight }) => weight),
    [1, 2, 3],
  );
  const hidden = played(madeGame({ secret: true }), 8n);
  assert.deepEqual(outcomes(hidden, "0", 0, say), [[], "table_hidden_chances"]);
  assert.deepEqual(outcomes(hidden, ALL, 0, say)[1], "");
  assert.ok(!seesMoves(hidden, "0", say) && seesMoves(hidden, ALL, say));
  const asked = played(madeGame(), 8n, 2);
  assert.deepEqual(
    [ALL, TURN, "0", "1"].map((viewer) => seesMoves(asked, viewer, say)),
    [true, true, true, false],
  );
});

test("whoever is to move sees; before the first decision and after the last it is the player who decided last, or will", () => {
  const session = played(madeGame(), 8n, 2, 1, 1);
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => seerAt(session, TURN, step)),
    [0, 0, 1, 0],
  );
  assert.deepEqual([seerAt(session, ALL, 2), seerAt(session, "1", 2)], [null, 1]);
  assert.equal(seerAt(played(madeGame(), 8n, 2, 1, 1, 0, 0), TURN, 5), 1);
});

test("what others did without a word of the rules is not told, and a film draws only what is new", () => {
  const session = played(madeGame(), 8n, 2, 1, 0);
  assert.deepEqual(
    buildFrames(session, "1", 1, 3, say).steps.map(({ text }) => text),
    ["2", 'table_moved {"letter":"A"}', "0"],
  );
  assert.deepEqual(
    buildFrames(session, ALL, 1, 3, say).steps.map(({ text }) => text),
    ["2", "1", "0"],
  );
  const reels = new FrameCache(say);
  const before = reels.film(session, ALL);
  assert.equal(before.frames.length, 4);
  session.history = [2, 1, 2];
  const after = reels.film(session, ALL);
  assert.deepEqual(
    before.frames.map((frame, i) => frame === after.frames[i]),
    [true, true, true, false],
  );
  assert.deepEqual(after.frames[3].whole, { position: [7, 2, 1, 2], seer: null });
});

// A game in which A's second move is the only one: the table, and what asks it and gives the steps that are told.
async function tableWithForcedMove(forcedActs, forced = 4) {
  const game = madeGame();
  game.machine.legal = ({ length }) => (length === forced ? [1] : [0, 1, 2]);
  const session = game.session(8n);
  session.legal = () => game.machine.legal(session.position);
  const table = new PlayTable(session, { gamekit: {}, say, seats: [null, "bold"] });
  table.forcedActs = forcedActs;
  await table.start();
  const ask = async (message) => {
    const told = [];
    for await (const { views = {} } of table.answer(message))
      told.push(...Object.values(views).flatMap((one) => one.steps));
    return told;
  };
  return { table, session, ask };
}

test("a person's only move is played by itself and says so, and undo goes back to what could be decided", async () => {
  const { session, ask } = await tableWithForcedMove(true);
  const told = await ask({ do: "play", action: 0 });
  assert.ok(session.over);
  assert.deepEqual(
    told.map(({ only }) => Boolean(only)),
    [false, false, true, false],
  );
  assert.deepEqual([told[2].text, told[2].moment], ['table_only_move {"move":"1"}', "short"]);
  await ask({ do: "undo" });
  assert.equal(session.step, 1);
});

test("a forced move waits for the person where that is chosen, and where a guide has something to tell", async () => {
  const { session, ask } = await tableWithForcedMove(true);
  await ask({ do: "seats", seats: [null, "bold"], opponents: true, chance: true, forced: false });
  const told = await ask({ do: "play", action: 0 });
  assert.equal(session.step, 3);
  assert.ok(told.every(({ only }) => !only));
  const guided = await tableWithForcedMove(true);
  guided.table.awaits = () => true;
  await guided.ask({ do: "play", action: 0 });
  assert.equal(guided.session.step, 3);
});

test("nobody is told that another player's move was the only one, and a board without the setting plays none", async () => {
  const { table, session, ask } = await tableWithForcedMove(true);
  table.viewer = "1";
  await ask({ do: "play", action: 0 });
  assert.ok(table.frames.build(session, "1", 1).steps.every(({ only }) => !only));
  const plain = await tableWithForcedMove(undefined);
  await plain.ask({ do: "play", action: 0 });
  assert.equal(plain.session.step, 3);
});

test("a second press on a position that is gone plays nothing, and the coach tells nothing of it", async () => {
  const { table, session } = await tableWithForcedMove(undefined);
  const told = async (message) => {
    const all = [];
    for await (const one of table.answer(message)) all.push(one.type);
    return all;
  };
  let found = () => {};
  table.gamekit.notice = () => "";
  const branch = session.branch.bind(session);
  session.branch = (step) => Object.assign(branch(step), { coach: () => new Promise((done) => (found = done)) });
  session.game.data.reasons = {};
  const rows = () => Object.assign([{ text: "a", win: {}, returns: {}, playouts: 1 }], { why: async () => null });
  const asked = told({ do: "coach" });
  await Promise.resolve();
  assert.deepEqual(await told({ do: "play", action: 0, step: session.step }), ["update", "update"]);
  found(rows());
  assert.deepEqual(await asked, []);
  const { step } = session;
  assert.deepEqual(await told({ do: "play", action: 0, step: step - 1 }), ["idle"]);
  assert.equal(session.step, step);
});

test("who throws by hand may throw on until somebody decides", async () => {
  const game = madeGame();
  game.machine.player = ({ length }) => (length < 4 ? -1 : 0);
  const session = game.session(8n);
  const table = new PlayTable(session, { gamekit: {}, say, seats: [null, null], chanceActs: false });
  for await (const _told of table.answer({ do: "roll" }));
  assert.equal(session.step, 1);
  for await (const _told of table.answer({ do: "roll", on: true }));
  assert.equal(session.step, 3);
});

test("a kept game goes on with its seats and settings, one that is the same is none, and who opens a file keeps the seats", async () => {
  const game = gameOfPlaces();
  const other = played(game, 8n, 2, 1);
  const gamekit = { open: async () => game.session(8n), OptionError: Error };
  const table = new PlayTable(played(game, 8n, 2), { gamekit, say, seats: [null, "bold"] });
  const kept = { origin: "o", record: {}, actions: [2], seats: ["bold", null], opponents: false, chance_acts: false };
  assert.equal(await table.takeUp(kept, "o"), false, "it is this one");
  assert.deepEqual([table.opponents, table.chanceActs, table.seats], [true, true, [null, "bold"]]);
  assert.equal(await table.takeUp({ ...kept, actions: other.history }, "o"), true);
  assert.deepEqual([table.opponents, table.chanceActs, table.seats], [false, false, ["bold", null]]);
  assert.equal(await table.takeUp({ ...kept, actions: [2, 1, 1] }, "another"), false);
  assert.ok(table.unfit);
  table.viewer = TURN;
  for await (const _told of table.answer({ do: "open", text: "", name: "a.json" }));
  assert.deepEqual([table.seats, table.viewer, table.notice], [["bold", null], TURN, 'table_opened {"name":"a.json"}']);
});

test("of many lines the latest twelve are kept, each with its number", () => {
  const flow = new Flow({ gamekit: {}, say });
  const game = madeGame();
  flow.begin(game.session(8n));
  for (let line = 0; line < 14; line += 1) flow.newLine(game.session(8n));
  assert.deepEqual([flow.lines.length, flow.numbers, flow.line], [12, Array.from({ length: 12 }, (_, i) => i + 4), 11]);
});

test("what goes wrong at a table is told with its rule; what nobody foresaw in words of the page, and logged", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  class GamekitError extends Error {}
  const table = {
    ...{ gamekit: { GamekitError }, say, python: null },
    async *answer({ error }) {
      yield { type: "idle" };
      throw error;
    },
  };
  const heard = [];
  const ask = makeAsker(table, (message) => heard.push(message));
  await ask({ error: Object.assign(new GamekitError("M-1: No."), { sentence: "No.", rule: "M-1" }) });
  await ask({ error: new GamekitError("Not at all.") });
  assert.equal(logged.mock.callCount(), 0);
  await ask({ error: new TypeError("x is undefined") });
  assert.deepEqual(
    heard.filter(({ type }) => type === "error"),
    [
      { type: "error", text: "No.", rule: "M-1" },
      { type: "error", text: "Not at all.", rule: "" },
      { type: "error", text: "table_failed", rule: "" },
    ],
  );
  assert.equal(logged.mock.callCount(), 1);
});

test("the first move of all is left to the person, even if it is the only one", async () => {
  const { session } = await tableWithForcedMove(true, 2);
  assert.equal(session.step, 1);
});

test("the right number is told as exactly as it has to be answered", () => {
  assert.equal(roundAnswer({ answer: 18.62045531770304, tolerance: 0.1 }), 18.6);
  assert.equal(roundAnswer({ answer: 18.62045531770304, tolerance: 0.05 }), 18.62);
  assert.equal(roundAnswer({ answer: 1 / 3 }), 0.3333333333);
  assert.equal(roundAnswer({ answer: 1234.4, tolerance: 10 }), 1234);
});

test("a list is parted where its signs can mean nothing else", () => {
  const parted = (lang, text) => {
    globalThis.document = { documentElement: { lang } };
    return splitList(text).join("|");
  };
  assert.deepEqual(
    ["en", "de"].map((lang) => parted(lang, " 3, 4;5  6 ")),
    ["3|4|5|6", "3|4|5|6"],
  );
  assert.deepEqual(
    ["en", "de"].map((lang) => parted(lang, "27,5")),
    ["27|5", "27,5"],
  );
  assert.deepEqual(
    ["en", "de"].map((lang) => parted(lang, "40,60,80 200,350")),
    ["40|60|80|200,350", "40|60|80|200,350"],
  );
  delete globalThis.document;
});

test("setting up hands on who sits where, the luck that was written, and hidden cards only between several people", () => {
  const chosen = (seats, luck, players = 3) =>
    Setup.prototype.readChosen.call({
      seats,
      players,
      values: { start: 1 },
      seed: { whole: () => readWhole(luck) },
      cover: { checked: true },
    });
  assert.deepEqual(chosen([null, "strong", null, null], " 12345678901234567 "), {
    options: { start: 1, players: 3 },
    seats: [null, "strong", null],
    seed: 12345678901234567n,
    cover: true,
  });
  assert.equal(readWhole("−12345678901234567"), -12345678901234567n);
  const { seed, cover } = chosen([null, "strong", null], "", 2);
  assert.deepEqual([seed, cover], [null, false]);
  assert.equal(chosen([null], "1.5", 1).seed, 1.5); // the game says what is wrong with it
});

test("the computer is offered by strength, then by the way it plays, whoever plays anything last", () => {
  const strategies = { random: { name: "random", title: "any" }, bold: { name: "bold", title: "Bold" } };
  const entries = Setup.prototype.computers.call({
    game: { strategies },
    levels: [{ name: "easy", title: "Easy" }],
    say,
  });
  assert.deepEqual(
    entries.map(({ key }) => key),
    ["easy", "bold", "random"],
  );
  assert.equal(entries[2].name, 'play_weakest {"title":"any"}');
});
