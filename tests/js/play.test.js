// Setting up a game and what the Play page remembers of it, the buttons for time, and questions to a server that may be gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Turn, transport } from "../../gamekit/web/board/transport.js";
import { Remote, Served } from "../../gamekit/web/cards/server_link.js";
import { Setup } from "../../gamekit/web/play/game_setup.js";
import { LocalHistory } from "../../gamekit/web/play/local_history.js";
import { PlayPage } from "../../gamekit/web/play/play_page.js";
import { optionForm, subtitle } from "../../gamekit/web/table/option_controls.js";
import { newPage, outline, press, type } from "./page.js";
import { shelf } from "./shelf.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);
const players = ["A", "B"].map((letter) => ({ name: `Player ${letter}`, letter }));

const game = (more = {}) => ({
  name: "made",
  title: "Made",
  players: 3,
  minPlayers: 2,
  maxPlayers: 4,
  options: { start: -1, twos: true, limit: null, cards: [2, 3] },
  changedOptions: {},
  strategies: { random: { name: "random", title: "any" }, bold: { name: "bold", title: "Bold" } },
  data: {
    players: [2, 4, 3],
    options: {
      start: { kind: "whole", low: -1, high: 3, default: -1, description: "M-01: who begins", cells: [1] },
      twos: { kind: "yes", default: true, description: "M-02: whether twos count (as in the box)", cells: [2] },
      limit: { kind: "whole", low: 100, high: 900, default: null, description: "house rule: the limit", cells: [3] },
      rounds: { kind: "whole", low: 1, high: 3, default: null, description: "M-03: rounds", cells: [5] },
      cards: { kind: "list", default: [2, 3], description: "the cards; two of them", cells: [4] },
      looks: { kind: "yes", default: false, description: "how it looks", cells: [] },
      speeds: { kind: "python", default: "", description: "the speeds, such as: stop 0", cells: [] },
    },
  },
  ...more,
});

test("an option is offered without its rule's number, and the line below the title says what is unusual", () => {
  const [count, start] = optionForm(game(), say);
  assert.deepEqual([count.name, count.value, start.title], ["players", 3, "Who begins"]);
  assert.deepEqual([optionForm(game(), say).length, optionForm(game(), say, true).length], [7, 8]);
  const changed = { start: 1, twos: false, limit: 1500, cards: [4, 5], looks: true, speeds: "stop 1" };
  assert.deepEqual(subtitle(game({ changedOptions: changed }), say).split(" · "), [
    'form_count {"count":3}',
    'form_begins {"player":"B"}',
    'form_without {"option":"Whether twos count"}',
    'form_with {"name":"House rule: the limit","value":1500}',
    'form_with {"name":"The cards","value":"4, 5"}',
    'form_with {"name":"The speeds","value":"stop 1"}',
  ]);
  assert.ok(subtitle(game({ changedOptions: { twos: true } }), say).endsWith("· Whether twos count"));
});

function setupOf(usual = null) {
  const root = newPage("de");
  const begun = [];
  const setup = new Setup({
    game: game(),
    levels: [{ name: "easy", title: "Easy" }],
    say: (key, values) => (key === "form_house" ? "House rule:" : say(key, values)),
    usual,
    also: [],
    rarely: [],
    begin: async (chosen) => void begun.push(chosen),
  });
  root.append(setup.node);
  return { root, setup, begun };
}

test("a game is set up with what was chosen, and a sentence says who plays", () => {
  const { root, setup, begun } = setupOf();
  assert.equal(setup.told.textContent, 'play_told {"count":2,"title":"Easy"}');
  assert.equal(setup.covers.hidden, true);
  const [, second, third] = setup.table.querySelectorAll("select");
  type(second, "");
  assert.equal(setup.told.textContent, 'play_told_people {"people":2,"computers":1}');
  assert.equal(setup.covers.hidden, false);
  type(third, "bold");
  const begins = setup.begins.querySelector("select");
  assert.deepEqual(
    begins.children.map((one) => one.attributes.value),
    ["-1", "0", "1", "2"],
  );
  type(begins, "2");
  const rounds = root.querySelectorAll("select").find((one) => one.textContent.startsWith("play_as_rules"));
  assert.equal(rounds.value, "");
  for (const one of ["3", ""]) type(rounds, one);
  const limit = root.querySelectorAll("input").find((one) => one.attributes.placeholder === "play_as_rules");
  type(limit, "1.500");
  setup.node.dispatchEvent({ type: "submit" });
  assert.deepEqual(begun, [], "what can be read in two ways is asked back");
  type(limit, "500");
  setup.node.dispatchEvent({ type: "submit" });
  const seats = [null, null, "bold"];
  assert.deepEqual(begun.at(-1), { options: { start: 2, limit: 500, players: 3 }, seats, seed: null, cover: true });
  const two = root.querySelectorAll("input").find((one) => one.attributes.value === "2");
  two.dispatchEvent({ type: "change" });
  type(limit, "");
  setup.node.dispatchEvent({ type: "submit" });
  assert.deepEqual(begun.at(-1).options, { players: 2 }, "who would begin does not play");
  type(setup.begins.querySelector("select"), "1");
  const four = root.querySelectorAll("input").find((one) => one.attributes.value === "4");
  four.dispatchEvent({ type: "change" });
  assert.equal(setup.begins.querySelector("select").value, "1", "who was chosen to begin still does");
  setup.game.data.options.start.low = 0;
  setup.beginner();
  assert.deepEqual(
    setup.begins.querySelectorAll("option").map((one) => one.attributes.value),
    ["0", "1", "2", "3"],
    "a game without lots offers none",
  );
});

function pageOf(returns, seats, levels = ["easy", "medium", "best"]) {
  newPage();
  const session = { game: { ...game(), players: seats.length }, seed: 3n, over: true, returns: () => returns };
  const started = [];
  const strategies = () => ({ medium: { title: "Medium" }, bold: { title: "Bold" } });
  const page = Object.assign(Object.create(PlayPage.prototype), {
    say,
    data: { game: "made", levels: levels.map((name) => ({ name, title: name })) },
    table: { session, seats, strategies, game: session.game },
    own: new LocalHistory(shelf()),
    won: { kept: ["easy"], keep: (value) => (page.won.kept = value), recall: () => page.won.kept },
    counts: true,
    start: (chosen) => started.push(chosen),
  });
  return { page, started };
}

test("a finished game counts with its share of the win, and a beaten level leads to the next", () => {
  const { page, started } = pageOf([9, 4, 3], [null, "medium", "medium"]);
  page.count();
  const [kept] = page.own.games();
  assert.deepEqual([kept.me, kept.win, kept.others, kept.title], [0, 1, ["Medium", "Medium"], "Made"]);
  assert.deepEqual(page.won.kept, ["easy", "medium"]);
  const next = page.offerNext();
  assert.equal(next.textContent, 'play_next_level {"title":"best"}');
  next.click();
  assert.deepEqual(started[0].seats, [null, "best", "best"]);
  for (const [returns, win] of [
    [[9, 9, 3], 0.5],
    [[3, 9, 9], 0],
  ]) {
    const other = pageOf(returns, [null, "bold", "medium"]).page;
    other.count();
    assert.equal(other.own.games()[0].win, win);
    assert.equal(other.offerNext(), null);
  }
  const last = pageOf([9, 1], [null, "best"]).page;
  assert.ok(!last.offerNext(), "nothing is stronger than the best");
});

test("the buttons for time say where the game stands and which way it goes on", () => {
  const root = newPage("de");
  const went = [];
  const acts = { goto: (to) => went.push(to), go: (by) => went.push(`${by}`), setSpeed: (ms) => went.push(ms) };
  const bar = transport({ say, acts });
  root.append(bar.node);
  const dim = () => root.querySelectorAll("button").map((one) => one.attributes["aria-disabled"] === "true");
  bar.show(0, 9, { can_undo: false, can_redo: true });
  assert.deepEqual(dim().slice(0, 5), [true, true, false, false, false]);
  assert.deepEqual(
    [bar.undo.disabled, root.querySelector("output").textContent],
    [true, 'step_of {"step":0,"last":9}'],
  );
  bar.show(8, 9, { can_undo: true, can_redo: false });
  assert.deepEqual(dim().slice(0, 5), Array(5).fill(false));
  bar.show(9, 9, { can_undo: true, can_redo: false });
  assert.deepEqual(dim().slice(0, 5), [false, false, false, true, true]);
  assert.equal(bar.undo.disabled, false);
  for (const key of ["first", "back", "next", "end"]) press(root, key);
  const slider = root.querySelector("input");
  Object.assign(slider, { value: 4 }).dispatchEvent({ type: "input" });
  type(root.querySelector("select"), "300");
  assert.deepEqual([...went, bar.interval()], [0, "-1", "1", Infinity, 4, 300, 300]);
  bar.mark([2, 5]);
  assert.equal(root.querySelector("datalist").children.length, 2);
  bar.showPlaying(true);
  press(root.querySelector(".gk-buttons"), "first");
  assert.ok(outline(root).includes("(pause)"));
});

test("above the board stands whose turn it is, and moves that need no place are buttons", () => {
  newPage();
  const sent = [];
  const acts = {
    send: (message) => sent.push(message),
    play: (action) => sent.push(action),
    goto: (to) => sent.push(to),
  };
  const turn = new Turn({ say, players, acts, extras: {} });
  const now = { over: null, prompt: "Roll?", human: true, chance: null, player: 1 };
  const look = {
    onward: null,
    open: true,
    live: true,
    placeless: [{ action: 7, text: "Pass" }],
    places: true,
    cards: true,
  };
  turn.tellNow(now);
  assert.deepEqual([turn.line.textContent, turn.line.className], ["BRoll?", "gk-turn gk-yours"]);
  turn.paint(now, look);
  press(turn.moves, "Pass");
  assert.ok(turn.moves.textContent.endsWith("choose_card"));
  turn.paint({ ...now, human: false }, { ...look, placeless: [], places: false });
  press(turn.moves, "others_step");
  turn.paint({ ...now, chance: [1] }, look);
  press(turn.moves, "roll_on");
  turn.tellNow({ ...now, human: false, chance: [1], player: -1 });
  assert.deepEqual([turn.line.textContent, turn.line.className], ["⚄Roll?", "gk-turn gk-yours"]);
  assert.equal(turn.moves.textContent, "rollroll_on");
  turn.tellPast({ text: "A rolls.", player: 0 }, 4, true);
  press(turn.line, "branch");
  press(turn.line, "to_now");
  assert.deepEqual(sent, [
    7,
    { do: "others", once: true },
    { do: "roll", on: true },
    { do: "branch", step: 4 },
    Infinity,
  ]);
  turn.tellPast(null, 0, false);
  assert.equal(turn.line.textContent, "beginning");
});

const settle = () => new Promise((done) => setTimeout(done, 5));

// A server that answers each question with a text, or is not there; what was asked of it.
function serverOf(t, ...answers) {
  t.mock.method(console, "info", () => {});
  newPage();
  Object.assign(document, { body: document.createElement("body"), addEventListener() {}, hidden: false });
  const looks = [];
  Object.assign(globalThis, { addEventListener() {}, setInterval: (look) => looks.push(look) });
  const asked = [];
  globalThis.fetch = async (address, { body } = {}) => {
    if (address.endsWith("alive")) return {};
    asked.push([address, JSON.parse(body)]);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("no network");
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter(); // in pieces, as networks bring it
    for (const piece of answer.match(/.{1,9}/gs)) writer.write(new TextEncoder().encode(piece));
    writer.close();
    return { body: readable };
  };
  return { served: new Served({ root: "/", lesson: "fair", language: "de" }), asked, looks };
}

test("a question is asked again when the server is back, and heard to its end once", async (t) => {
  const answer = '{"type":"progress","done":0.5}\n{"type":"result","value":7}\n{"type":"result","value":8}\n';
  const { served, asked } = serverOf(t, undefined, answer);
  const heard = [];
  const hear = (message) => heard.push(message.value ?? message.text ?? message.done);
  served.ask("panel", { do: "run" }, hear, "Nobody is there.");
  await settle();
  assert.deepEqual([heard, document.body.classList.has("gk-unanswered")], [["Nobody is there."], true]);
  await served.checkServer();
  await settle();
  assert.deepEqual([heard.slice(1), document.body.classList.has("gk-unanswered")], [[0.5, 7], false]);
  assert.deepEqual(asked, Array(2).fill(["/panel", { lesson: "fair", language: "de", do: "run" }]));
});

test("a page in sight looks by itself whether the server is there, and says so until it is", async (t) => {
  const { looks } = serverOf(t);
  const here = globalThis.fetch;
  const lost = async () => {
    looks[0]();
    await settle();
    return document.body.classList.has("gk-unanswered");
  };
  globalThis.fetch = async () => Promise.reject(new TypeError("no network"));
  document.hidden = true;
  assert.equal(await lost(), false, "out of sight nobody looks");
  document.hidden = false;
  assert.equal(await lost(), true);
  globalThis.fetch = here;
  assert.equal(await lost(), false);
});

test("what Python chooses or refuses for a board reaches who asked", async (t) => {
  const { served, asked } = serverOf(t, '{"type":"result","value":4}\n', '{"type":"error","text":"No box."}\n');
  globalThis.gamekit = { OptionError: class extends Error {} };
  const remote = new Remote(served, "b1");
  const choice = remote.choose("mine", { step: 3 });
  assert.equal(remote.choosing, 1);
  assert.deepEqual([await choice, remote.choosing], [4, 0]);
  await assert.rejects(remote.make("made", { players: 2 }, null), /No box/);
  assert.deepEqual(
    asked.map(([, { board, do: what, state, options }]) => [board, what, state ?? options]),
    [
      ["b1", "choose", { step: 3, seat: "mine" }],
      ["b1", "make", { players: 2 }],
    ],
  );
});

test("a game that the page lacks is fetched once for all its boards, and one that cannot be fetched is told and tried again", async (t) => {
  const { served } = serverOf(t);
  const fetched = [];
  document.head = { append: (script) => fetched.push(script) };
  document.querySelector = (selector) => (selector.includes("shared/here.js") ? {} : null);
  globalThis.gamekitShelf = undefined;
  const [one, other] = [new Remote(served, "b1"), new Remote(served, "b2")];
  await one.bring("here");
  assert.equal(fetched.length, 0);
  const brought = [one.bring("made"), other.bring("made")];
  assert.deepEqual(
    fetched.map(({ src }) => src),
    ["/shared/made.js"],
  );
  fetched[0].onload();
  await Promise.all(brought);
  const failed = one.bring("gone");
  fetched[1].onerror(new Error("no such file"));
  await assert.rejects(failed, /no such file/);
});
