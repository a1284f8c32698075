// A whole board without a browser: a player at a table, with a game of three cards made up for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tryAgain } from "../../gamekit/web/review/try_again.js";
import { seat } from "../../gamekit/web/table/transport.js";
import { PlayTable } from "../../gamekit/web/table/table.js";
import { ViewTable } from "../../gamekit/web/table/view_table.js";
import { gameOfPlaces } from "./made.js";
import { press } from "./page.js";
import { pass, stage } from "./stage.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);
const WORDS = { step_of: "{step} of {last}", board_title: "{title}: {where}" };

async function played(t, { seats = [null, "bold"], extras = {}, given = {}, ...how } = {}) {
  const { root, seen } = stage(t, how);
  const session = gameOfPlaces().session(8n);
  class GamekitError extends Error {}
  class IllegalAction extends GamekitError {}
  const gamekit = { GamekitError, IllegalAction, OptionError: GamekitError, notice: () => "" };
  const table = new PlayTable(session, { gamekit, say, words: WORDS, seats, ...given });
  await table.start();
  const player = await seat(table, root, extras);
  await pass();
  const { board, turn, transport, sidePanels, spoken, moments } = player.parts;
  const where = () => transport.node.querySelectorAll("output")[0].textContent;
  const places = () => board.buttons().map((one) => [one.dataset.target, one.dataset.label]);
  const click = (name) =>
    board.places.dispatchEvent({
      ...{ type: "click", detail: 0 },
      target: board.buttons().find((one) => one.dataset.target === name),
    });
  return { root, seen, session, table, player, board, turn, sidePanels, spoken, moments, where, places, click };
}

const labels = (node) => node.querySelectorAll("button").map((one) => one.textContent);
const rows = ({ sidePanels }) =>
  sidePanels.log.node
    .querySelectorAll("li:not([hidden])")
    .map(({ parts: [row] }) => row.textContent + ("aria-current" in row.attributes ? " <" : ""));

test("a move is chosen on the board, seen at once and answered, heard, kept, and taken back", async (t) => {
  const at = await played(t);
  const { root, session, player, board, spoken, turn, where, places, click } = at;
  assert.deepEqual(
    [where(), turn.line.textContent],
    ["1 of 1", 'Atable_yours {"letter":"A","question":"Which card?"}'],
  );
  const before = places();
  assert.deepEqual(before, [
    ["pile", 'choices_here (card 0 and table_hinted {"action":"card 1","hint":"a risk"})'],
    ["edge", "card 2"],
    ["hand", "card_leads: card 0"],
  ]);
  const { left, top, width, height } = board.buttons()[1].style;
  assert.deepEqual([left, top, width, height], ["85%", "85%", "10%", "10%"]);
  click("edge");
  await pass(0);
  assert.deepEqual([where(), board.elements.get("edge").node.textContent], ["2 of 2", "2 0"]);
  assert.deepEqual([labels(turn.moves), places()], [[], []], "while others play nothing can be chosen");
  await pass(9000);
  assert.deepEqual([session.history, where()], [[2, 2, 2], "3 of 3"]);
  assert.deepEqual(
    [board.svg.attributes["aria-label"], board.words.children.map((one) => one.textContent)],
    ["Made: 3 of 3", ["Made", "A : 4 cards.", "B : none."]],
  );
  assert.deepEqual(rows(at), ["⚄2", "A2", 'Btable_moved {"letter":"B"} <']);
  assert.equal(
    spoken.speech.textContent,
    '2 table_moved {"letter":"B"} table_yours {"letter":"A","question":"Which card?"}',
  );
  const kept = () => JSON.parse(window.sessionStorage.kept.values().next().value);
  assert.deepEqual(kept().actions, [2, 2, 2]);
  press(root, "undo");
  await pass(9000);
  assert.deepEqual([session.step, where(), places(), rows(at)], [1, "1 of 1", before, ["⚄2 <"]]);
  assert.deepEqual([kept().actions, player.data.actions], [[2], [2]]);
  assert.throws(() => press(root, "undo"), "there is nothing before it that a person decided");
  press(root, "redo");
  await pass(9000);
  assert.deepEqual([session.step, where()], [3, "3 of 3"]);
});

test("of a chosen card only its own places are left, until it is pressed again; where several moves end it is asked which", async (t) => {
  const { session, turn, board, places, click } = await played(t);
  const before = places();
  click("hand");
  assert.deepEqual(places(), [
    ["pile", "card 0"],
    ["hand", "card_leads: card 0"],
  ]);
  assert.equal(board.buttons().at(-1).attributes["aria-pressed"], "true");
  assert.ok(board.elements.get("hand").node.classList.has("gk-legal"));
  assert.equal(document.activeElement.dataset.target, "hand");
  click("hand");
  assert.deepEqual(places(), before);
  assert.ok(!board.elements.get("hand").node.classList.has("gk-legal"));
  click("pile");
  const hinted = 'table_hinted {"action":"card 1","hint":"a risk"}';
  assert.deepEqual(labels(turn.moves), ["card 0", hinted, "cancel"]);
  assert.equal(document.activeElement.textContent, "card 0");
  press(turn.moves, "cancel");
  assert.deepEqual([labels(turn.moves), document.activeElement.dataset.target], [[], "pile"]);
  click("pile");
  press(turn.moves, hinted);
  await pass(9000);
  assert.deepEqual(session.history, [2, 1, 2]);
});

test("a click beside the legal places is told why, until something is played; pieces that hold others come after them", async (t) => {
  const { player, board, spoken, places } = await played(t);
  assert.equal(places().length, 3);
  board.inner.dispatchEvent({ type: "click", target: board.elements.get("shelf").node });
  await pass();
  assert.deepEqual(
    [spoken.refusal.hidden, spoken.refusal.querySelectorAll("p")[0].textContent, spoken.speech.textContent],
    [false, "no card 3", "no card 3"],
  );
  assert.ok(spoken.refusal.textContent.includes("M-1 Cards mark_settledmark_option"));
  player.go(-1);
  assert.ok(spoken.refusal.hidden, "it is about the last position");
  player.go(1);
  player.askWhy(["shelf"]);
  await pass();
  player.play(2);
  await pass(9000);
  assert.ok(spoken.refusal.hidden);
  const inside = document.createElementNS("", "g");
  inside.dataset.gkName = "card";
  board.elements.get("shelf").node.append(inside);
  assert.deepEqual(board.namesAt({ target: inside }), ["card", "shelf"]);
});

test("by key one steps through time, plays it, goes on, takes back and enlarges, but not while one types", async (t) => {
  const { root, player, board, where, click, session } = await played(t);
  click("edge");
  await pass(9000);
  const key = (one, more = {}) => {
    const told = { prevented: false, key: one, preventDefault: () => (told.prevented = true), ...more };
    root.onkeydown(told);
    return told.prevented;
  };
  const stays = {};
  for (const [name, wanted] of [
    ...[
      ["b", "2 of 3"],
      ["b", "1 of 3"],
      ["n", "2 of 3"],
      ["f", "0 of 3"],
      ["b", "0 of 3"],
      ["l", "3 of 3"],
      ["n", "3 of 3"],
    ],
  ]) {
    assert.ok(key(name));
    assert.equal(where(), wanted, name);
  }
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.ok(!key("b", { [held]: true }));
  assert.ok(!key("x") && !key(" "));
  assert.equal(where(), "3 of 3", stays);
  key("f");
  key("p");
  await pass(900);
  assert.deepEqual([where(), player.playback.running], ["1 of 3", true]);
  assert.equal(root.querySelectorAll("button.gk-play")[0].textContent, "pause");
  key("p");
  await pass(9000);
  assert.equal(where(), "1 of 3");
  key("l");
  key("p");
  assert.equal(where(), "0 of 3", "from the end it begins anew");
  await pass(9000);
  assert.deepEqual([where(), player.playback.running], ["3 of 3", false]);
  key("+");
  assert.equal(board.inner.style.width, "135%");
  key("-");
  assert.equal(board.inner.style.width, "100%");
  key("m");
  assert.equal(document.activeElement.dataset.target, "pile");
  key("u");
  await pass(9000);
  assert.equal(session.step, 1);
});

test("what is pointed at in the log is only looked at, and nothing below the board moves meanwhile", async (t) => {
  const at = await played(t);
  const { player, board, turn, where, places, click, sidePanels, session } = at;
  click("edge");
  await pass(9000);
  const before = places();
  const over = (row) => sidePanels.log.node.dispatchEvent({ type: "pointerover", pointerType: "mouse", target: row });
  over(sidePanels.log.node.querySelectorAll("button")[1]);
  assert.deepEqual(
    [board.elements.get("edge").node.textContent, where(), turn.line.textContent, places()],
    ["2 0", "3 of 3", "A2", []],
  );
  assert.ok(turn.line.style.height);
  sidePanels.log.node.dispatchEvent({ type: "pointerleave" });
  assert.deepEqual([turn.line.style.height, places()], ["", before]);
  sidePanels.log.node.dispatchEvent({ type: "click", target: sidePanels.log.node.querySelectorAll("button")[1] });
  await pass(300);
  assert.deepEqual([where(), places(), rows(at)[1]], ["2 of 3", [], "A2 <"]);
  assert.equal(turn.line.textContent, "A2to_nowbranch");
  press(turn.line, "branch");
  await pass(9000);
  assert.deepEqual([session.history.length, at.table.session.history, where()], [3, [2, 2], "2 of 2"]);
  assert.deepEqual(
    at.sidePanels.lines.querySelectorAll("option").map((one) => one.textContent),
    ['table_line {"number":1,"steps":3}', 'table_line {"number":2,"steps":2}'],
  );
  assert.equal(player.data.line, 1);
});

test("two people at one screen see nothing of each other before they say so", async (t) => {
  const { root, player, session, click, where, places } = await played(t, {
    ...{ seats: [null, null], given: { viewer: "turn" }, extras: { cover: true, plain: true } },
  });
  const covered = () => [root.classList.has("gkp-covered"), player.cover.node.hidden];
  assert.deepEqual(covered(), [true, false]);
  root
    .querySelectorAll("button")
    .find((one) => one.textContent === "cover_open")
    .click();
  await pass();
  assert.deepEqual(covered(), [false, true]);
  click("edge");
  await pass(9000);
  assert.deepEqual([session.step, covered(), where()], [2, [true, false], "1 of 1"]);
  press(player.cover.node, "cover_open");
  await pass(9000);
  assert.deepEqual([covered(), where(), places().length], [[false, true], "2 of 2", 3]);
});

test("who throws by hand chooses what falls or lets chance do it, and whose turn it is not lets the others play", async (t) => {
  const { root, table, turn, sidePanels, where } = await played(t, {
    given: { chanceActs: false, opponents: false },
  });
  assert.deepEqual([labels(turn.moves), where(), table.session.step], [["roll", "roll_on"], "0 of 0", 0]);
  assert.deepEqual(labels(sidePanels.chances).length, 3);
  press(turn.moves, "roll");
  await pass(9000);
  assert.equal(table.session.step, 1);
  press(root, "undo");
  await pass(9000);
  sidePanels.chances.querySelectorAll("button")[0].click();
  await pass(9000);
  assert.deepEqual([table.session.history, sidePanels.chancePanel.hidden], [[0], true]);
  turn.acts.play(2);
  await pass(9000);
  assert.deepEqual([table.session.step, labels(turn.moves)], [2, ["others_play", "others_step"]]);
  press(turn.moves, "others_step");
  await pass(9000);
  assert.equal(table.session.step, 3);
});

test("at its end nothing can be chosen, the result is told and heard, and what comes next is offered", async (t) => {
  const ending = () => [document.createElement("hr")];
  const { session, table, turn, spoken, board, where, places } = await played(t, { extras: { plain: true, ending } });
  for (let move = 0; move < 3; move += 1) {
    board.picked([{ action: 2 }]);
    await pass(9000);
  }
  assert.ok(session.over);
  const won = 'table_won {"winner":"A","scores":"A 1, B 0"}';
  assert.deepEqual([turn.line.textContent, places(), where()], [won, [], "7 of 7"]);
  assert.ok(spoken.speech.textContent.endsWith(won));
  assert.equal(turn.moves.querySelectorAll("hr").length, 1);
  table.viewer = "turn";
  assert.equal(table.findViewer(), "turn", "nobody is to move, so all see all");
});

test("what moves glides from where it was, what is the same stays, and who wants nothing to move has all at once", async (t) => {
  const { seen, click, where } = await played(t);
  click("edge");
  await pass(0);
  assert.deepEqual(
    seen.moved.map(([name, from, to]) => [name, from.transform, to.transform]),
    [["pile", "translate(20px, 0px) rotate(0deg)", "translate(30px, 0px) rotate(0deg)"]],
  );
  await pass(9000);
  assert.equal(where(), "3 of 3");
});

test("who wants nothing to move has the answer at once", async (t) => {
  const { seen, click, where } = await played(t, { reduced: true });
  click("edge");
  await pass(10);
  assert.deepEqual([where(), seen.moved], ["3 of 3", []]);
});

test("a table that takes long says so, and one that says nothing is told", async (t) => {
  const { root, player, spoken } = await played(t);
  player.ask = () => {};
  player.send({ do: "undo" });
  await pass(350);
  assert.ok(!root.classList.has("gk-busy"));
  await pass(100);
  assert.ok(root.classList.has("gk-busy"));
  await pass(15000);
  assert.equal(spoken.notice.querySelectorAll("p")[0].textContent, "no_answer");
  player.receive({ type: "error", text: "No.", rule: "M-1" });
  assert.deepEqual([root.classList.has("gk-busy"), spoken.speech.textContent], [false, "No."]);
  assert.ok(spoken.notice.textContent.includes("Cards"));
  press(spoken.notice, "close");
  assert.ok(spoken.notice.hidden);
});

test("parts that are pointed at stand out until others are, and a number stands for each", async (t) => {
  const { board } = await played(t);
  const marked = () => [...board.elements.values()].filter(({ node }) => node.classList.has("gk-pointed"));
  const names = () => marked().map(({ name }) => name);
  board.elements.set("card12", { ...board.elements.get("hand"), name: "card12" });
  board.pointing.at(["pile", "card#"]);
  assert.deepEqual(names().toSorted(), ["card12", "hand", "pile"]);
  board.pointing.at(["edge"]);
  assert.deepEqual(names(), ["edge"]);
  board.elements.get("edge").node.style.display = "none";
  board.pointing.at(["edge", "car#", "pil"]);
  assert.deepEqual(names(), []);
});

test("where places overlap a click means the nearest, and a finger that may have meant others is asked", async (t) => {
  const { board, turn } = await played(t);
  const chosen = [];
  board.picked = (moves) => chosen.push(moves.map(({ action }) => action));
  board.sourced = (name) => chosen.push(name);
  const press = (clientX, clientY, finger) => {
    const top = board.buttons().find((one) => Math.abs(parseFloat(one.style.left) - clientX) < 12);
    const event = { detail: 1, pointerType: "touch", clientX, clientY, target: top };
    board.choose(finger ? Object.setPrototypeOf(event, globalThis.PointerEvent.prototype) : event);
  };
  board.show(new Map([["edge", { x: 25, y: 4 }]]), { title: "", description: "", animate: false, ...board });
  assert.deepEqual(
    board.buttons().map(({ style }) => style.left),
    ["25%", "30%", "45%"],
  );
  press(26, 6, false);
  press(29, 8, false);
  press(27, 6, true);
  press(45, 65, true);
  assert.deepEqual(chosen, [[0, 1], [2], [0, 1, 2], "hand"]);
  assert.equal(turn.moves.textContent.includes("which_move"), false);
});

test("what was hidden appears in its place, what is there again is no more, and texts, classes and names follow", async (t) => {
  const { board, seen } = await played(t);
  const { node } = board.elements.get("hand");
  const show = (change) => {
    seen.moved.length = 0;
    board.show(new Map([["hand", change]]), { title: "", description: "", animate: true, targets: new Map() });
    const { transform, "aria-label": label } = node.attributes;
    return [node.style.display, transform, label ?? "", seen.moved.map(([, from]) => Object.keys(from)[0]).join()];
  };
  assert.deepEqual(show({ x: 1, hidden: true }), ["none", "translate(1 0)", "", ""]);
  assert.deepEqual(show({ x: 2, y: 3, hidden: false, label: "Hand" }), ["", "translate(2 3)", "Hand", "opacity"]);
  assert.deepEqual(show({ x: 4, y: 3, r: 90, class: "gk-card" }), [
    "",
    "translate(4 3) rotate(90)",
    "Hand",
    "transform",
  ]);
  assert.ok(node.classList.has("gk-card"));
  assert.deepEqual(show({ x: 4, y: 3, r: 90, class: "gk-card" }).at(-1), "", "nothing moves where nothing is new");
});

test("pieces explain themselves to who points at them or comes to them by key, the first that fits", async (t) => {
  const pieces = [
    { names: ["pile#", "hand"], look: "gk-own", text: "Yours.", rule: "M-1" },
    { names: ["hand", "pile"], text: "A hand.", rule: "M-1" },
  ];
  const { root, board } = await played(t, { extras: { plain: true, pieces } });
  const told = () => root.querySelectorAll("div.gk-explained")[0].querySelectorAll("p")[0].textContent;
  const point = (name) => board.inner.dispatchEvent({ type: "pointerover", target: board.elements.get(name).node });
  point("edge");
  assert.equal(told(), "explain_how");
  point("hand");
  assert.equal(told(), "A hand.");
  board.elements.get("hand").node.classList.add("gk-own");
  point("hand");
  assert.equal(told(), "Yours.");
  const place = board.buttons().find((one) => one.dataset.target === "pile");
  board.inner.dispatchEvent({ type: "focusin", target: place });
  assert.equal(told(), "Yours.", "a mouse has focused it");
  const closest = place.closest.bind(place);
  place.closest = (selector) => (selector === ":focus-visible" ? place : closest(selector));
  board.inner.dispatchEvent({ type: "focusin", target: place });
  assert.equal(told(), "A hand.");
});

function viewedTable(t, you) {
  const { root } = stage(t);
  const game = gameOfPlaces();
  game.layout.state = { size: 8 };
  game.machine.reason = (_position, action) => (action === 3 ? 1 : 0);
  game.texts.refusal = (code, text, seer) => ({ text: `${text} ${code} ${seer}`, rule: "M-1" });
  const sent = [];
  const table = new ViewTable(game, WORDS, { place: root, send: (wish) => sent.push(wish) });
  const step = (player, text, more = {}) => ({ player, text, chance: player < 0, notes: [], heading: "", ...more });
  const learn = (more) =>
    table.learn({ ...{ you, begun: true, fresh: false, cut: 0, frames: [] }, now: { ...table.told }, ...more });
  const now = { player: 0, prompt: "Go?", human: you === 0, legal: you === 0 ? [0, 2] : [], over: null };
  learn({
    fresh: true,
    frames: [
      { changed: [0, 5], step: null },
      { changed: [1, 9], step: step(1, "one") },
    ],
    now,
  });
  return { table, sent, learn, step, game, now };
}

test("a table of several people tells each step once, plays nobody else's moves and says why one's own are not possible", async (t) => {
  const { table, sent, learn, step, game } = viewedTable(t, 0);
  const log = () =>
    table.player.parts.sidePanels.log.node.querySelectorAll("button").map((row) => row.parts[1].textContent);
  await pass();
  assert.deepEqual([log(), [...new Int32Array(table.position.buffer)]], [["one"], [5, 9]]);
  assert.deepEqual(
    [0, 1].map((player) => table.player.isPerson(player)),
    [true, false],
  );
  learn({ cut: 1, frames: [{ changed: [0, 6], step: step(-1, "die", { odds: true, action: 2, draw: true }) }] });
  await pass(3000);
  assert.deepEqual(
    [log(), [...new Int32Array(table.position.buffer)]],
    [
      ["one", "die"],
      [6, 9],
    ],
  );
  table.player.play(2);
  assert.deepEqual(sent, [{ do: "play", action: 2, step: 2 }]);
  const heard = [];
  table.hear = (message) => heard.push(message);
  table.ask({ do: "why", action: 3 });
  table.ask({ do: "why", action: 0 });
  game.machine.legal = () => [0, 1, 2];
  table.ask({ do: "chances", step: 2 });
  table.ask({ do: "chances", step: 1 });
  table.ask({ do: "moves" });
  table.told = { ...table.told, human: false };
  table.ask({ do: "moves" });
  table.ask({ do: "why", action: 3 });
  assert.deepEqual(
    heard.map(({ text, rule, outcomes, happened, moves }) => [text, rule, outcomes?.length, happened, moves?.length]),
    [
      ["card 3 1 0", "M-1", undefined, undefined, undefined],
      ["table_possible", "", undefined, undefined, undefined],
      ["", undefined, 3, 2, undefined],
      ["seat_no_odds", undefined, 0, null, undefined],
      [undefined, undefined, undefined, undefined, 2],
      [undefined, undefined, undefined, undefined, 0],
      ["Go?", "", undefined, undefined, undefined],
    ],
  );
});

test("who watches a table plays nothing and is told so", async (t) => {
  const { table } = viewedTable(t, null);
  await pass();
  assert.equal(table.player.parts.spoken.notice.querySelectorAll("p")[0].textContent, "seat_watching");
  assert.deepEqual(table.player.parts.board.buttons(), []);
});

test("a costly moment tried again praises the better move alone, and tells what each other costs", async (t) => {
  const { root } = stage(t);
  const game = gameOfPlaces();
  game.layout.state = { size: 8 };
  const compared = [];
  game.compare = async (...given) => {
    compared.push(given.slice(1));
    return { cost: { value: 0.1, low: 0.05, high: 0.2 }, played: "a", better: "b" };
  };
  const session = game.session(8n);
  for (const action of [0, 2, 1]) session.play(action);
  session.view = () => new Uint8Array(8);
  session.branch = () => session;
  tryAgain(root, { say, words: WORDS, session, choice: { step: 2, player: 0, action: 1 } });
  await pass();
  const verdict = () => root.children.at(-1).textContent;
  assert.equal(verdict(), "puzzle_what");
  const player = () => root.children[0];
  assert.equal(player().attributes["aria-label"], "2 of 3");
  const places = () => root.querySelectorAll("div.gk-places")[0];
  const press = async (target) => {
    const [place] = places().children.filter((one) => one.dataset.target === target);
    places().dispatchEvent({ type: "click", detail: 0, target: place });
    await pass();
  };
  await press("edge");
  assert.deepEqual([compared, verdict().startsWith("choice_cost")], [[[0, 1, 2]], true]);
  await press("pile");
  const [, hinted] = root.querySelectorAll("div.gk-moves")[0].querySelectorAll("button");
  hinted.click();
  await pass();
  assert.deepEqual([compared.length, verdict()], [1, 'again_right {"move":"card 1"}']);
});

test("what a rule marks as long is held in a table until somebody goes on, and then it is said whose turn it is", async (t) => {
  const { player, board, turn, spoken, moments, table, click } = await played(t);
  const { texts, layout } = table.game;
  layout.notes = (position) => (position.length === 3 ? [{ text: "All score.", moment: "long", player: null }] : []);
  texts.note = (note) => ({ rule: "M-1", die: 0, ...note });
  click("edge");
  await pass(3000);
  assert.deepEqual([labels(turn.moves), moments.node.hidden, player.cursor], [["go_on"], false, 2]);
  assert.equal(moments.node.querySelectorAll("tr").length, 3);
  assert.ok(spoken.speech.textContent.includes("All score."));
  press(turn.moves, "go_on");
  await pass(9000);
  assert.deepEqual([moments.node.hidden, player.cursor, board.buttons().length], [true, 3, 3]);
  assert.equal(spoken.speech.textContent, 'table_yours {"letter":"A","question":"Which card?"}');
});

test("a single step that is long is held as well", async (t) => {
  const { player, moments, table } = await played(t, { seats: [null, null] });
  table.game.layout.notes = () => [{ text: "All score.", moment: "long", player: null }];
  table.game.texts.note = (note) => ({ rule: "M-1", die: 0, ...note });
  player.play(2);
  await pass(20000);
  assert.deepEqual([moments.node.hidden, moments.node.classList.has("gk-told")], [false, true]);
});

test("arrows lead over the board to the place that lies ahead, rather than to one aside", async (t) => {
  const { board } = await played(t);
  const at = (target) => board.buttons().find((one) => one.dataset.target === target);
  const places = { pile: [20, 0], edge: [40, 30], hand: [80, 0] };
  for (const [name, [left, top]] of Object.entries(places))
    Object.assign(at(name).style, { left: `${left}%`, top: `${top}%` });
  const from = (name, key) => {
    board.places.dispatchEvent({ type: "keydown", key, target: at(name) });
    return document.activeElement.dataset.target;
  };
  assert.deepEqual(
    [from("pile", "ArrowRight"), from("pile", "ArrowDown"), from("edge", "ArrowUp")],
    ["hand", "edge", "pile"],
  );
  assert.deepEqual([from("hand", "Home"), from("pile", "End")], ["pile", "hand"]);
});

test("a scene that has an arrangement for phones is framed by it where the board is narrow", async (t) => {
  const { board } = await played(t);
  board.svg.setAttribute("data-narrow", "0 0 3 6");
  board.wide = "0 0 8 4";
  const look = (clientWidth) => {
    board.node.clientWidth = clientWidth;
    board.arrange();
    return [board.svg.classList.has("gk-narrow"), board.svg.attributes.viewBox, board.node.style["--gk-ratio"]];
  };
  assert.deepEqual(look(480), [true, "0 0 3 6", "0.5"]);
  assert.deepEqual(look(481), [false, "0 0 8 4", "2"]);
});

test("a page about one game hears keys anywhere, undoes beside the picture, and asks why of every other move", async (t) => {
  const { root, player, board, where } = await played(t, { extras: { plain: true } });
  assert.equal(board.zooms.children[0].textContent, "undo");
  document.onkeydown({ key: "f", preventDefault() {} });
  assert.deepEqual([where(), root.onkeydown], ["0 of 1", undefined]);
  player.goto(1);
  const { node } = player.parts.whyNot;
  node.open = true;
  node.dispatchEvent({ type: "toggle" });
  await pass();
  assert.deepEqual(
    node.querySelectorAll("option").map((one) => one.textContent),
    ["card 3"],
  );
  press(node, "why_not_ask");
  await pass();
  assert.equal(player.parts.spoken.refusal.querySelectorAll("p")[0].textContent, "no card 3");
  player.parts.whyNot.fill([]);
  assert.ok(node.textContent.endsWith("why_not_none"));
});
