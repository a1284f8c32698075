// The Play page as a whole, with a game of three cards made up for it: what is begun, kept, taken up again, counted and looked at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HowTo } from "../../gamekit/web/board/how_to_play.js";
import { PlayPage } from "../../gamekit/web/play/play_page.js";
import { Share } from "../../gamekit/web/play/share.js";
import { reviewWidget } from "../../gamekit/web/review/review_board.js";
import { linkOf } from "../../gamekit/web/play/game_link.js";
import { gameOfPlaces } from "./made.js";
import { press, type } from "./page.js";
import { shelf } from "./shelf.js";
import { pass, stage } from "./stage.js";

const GUIDE = {
  stops: [{ rule: "M-1", text: "Play a card.", points: ["pile"] }],
  parts: [],
  aim: "Win.",
  players: 2,
  actions: [2],
  pictures: [],
};

function gamekitOf() {
  class GamekitError extends Error {}
  const game = gameOfPlaces();
  const newSession = game.session;
  game.session = (seed) =>
    Object.assign(newSession(seed ?? 8n), { phase: () => ({ text: "Which card?", rule: "M-1" }) });
  game.strategies = { random: { name: "random", title: "any" }, bold: { name: "bold", title: "Bold" } };
  const load = async (name) => {
    if (name !== "made") throw new GamekitError("There is no such game.");
    return game;
  };
  const open = async (text) => {
    const { game: name } = JSON.parse(text);
    return (await load(name)).session(8n);
  };
  return {
    GamekitError,
    ReplayError: GamekitError,
    OptionError: GamekitError,
    notice: () => "",
    load,
    loadPlain: load,
    open,
  };
}

async function pageOf(t, { kept = shelf(), hash = "", guide = null } = {}) {
  const { root, seen } = stage(t, { kept });
  window.location.hash = hash;
  const bar = document.createElement("div");
  const levels = [{ name: "easy", title: "Easy", share: 0, playouts: 0 }];
  const words = {
    play_go_on: "go on {step}",
    link_puzzle: "puzzle {letter}",
    play_not_kept: "not kept",
    table_kept_unfit: "unfit {reason}",
  };
  const page = new PlayPage(root, { game: "made", words, levels, guide, puzzles: null }, gamekitOf(), bar);
  await page.begin();
  await pass();
  const start = async (...seats) => {
    root
      .querySelectorAll("select")
      .slice(0, 2)
      .forEach((one, player) => type(one, seats[player] ?? ""));
    root.querySelectorAll("form")[0].dispatchEvent({ type: "submit" });
    await pass(3000);
  };
  const move = async () => {
    page.player.play(2);
    await pass(9000);
  };
  return { root, page, bar, seen, start, move, kept, own: () => page.own.games() };
}

const notice = ({ page }) => page.player.parts.spoken.notice.querySelectorAll("p").map((one) => one.textContent)[0];

test("a game against the computer counts at its end, once, and is looked back at; of several people it does not", async (t) => {
  const alone = await pageOf(t);
  await alone.start("", "bold");
  assert.deepEqual([alone.page.table.seats, alone.page.table.viewer], [[null, "bold"], "0"]);
  for (let move = 0; move < 3; move += 1) {
    assert.ok(alone.page.review.node.hidden);
    assert.equal(alone.own().length, 0);
    await alone.move();
  }
  assert.deepEqual([alone.own().length, alone.page.review.node.hidden], [1, false]);
  assert.deepEqual(
    alone.page.player.parts.turn.moves.querySelectorAll("button").map((one) => one.textContent),
    ["play_rematch", "review_button", "new_game"],
  );
  const review = alone.page.review.looking;
  press(alone.page.player.parts.turn.moves, "play_rematch");
  await pass(3000);
  assert.ok(review.signal.aborted, "nobody looks at it any more");
  assert.deepEqual([alone.page.table.session.step, alone.page.table.seats], [1, [null, "bold"]]);

  const two = await pageOf(t);
  await two.start("", "");
  assert.deepEqual([two.page.cover, two.page.table.viewer], [true, "turn"]);
  for (let move = 0; move < 6; move += 1) {
    if (two.page.player.cover.waiting.length || !two.page.player.cover.node.hidden)
      press(two.page.player.cover.node, "cover_open");
    await pass();
    await two.move();
  }
  assert.deepEqual([two.page.table.session.over, two.own().length], [true, 0]);
});

test("a game that was left goes on after a reload or on another day, with its seats, and says so", async (t) => {
  const first = await pageOf(t);
  await first.start("", "bold");
  await first.move();
  const { kept } = first;
  const other = await pageOf(t, { kept });
  press(other.root, "go on 3");
  await pass(3000);
  assert.deepEqual(
    [other.page.table.session.history, other.page.table.seats],
    [
      [2, 2, 2],
      [null, "bold"],
    ],
  );
  assert.equal(notice(other), "table_taken_up");
  press(other.bar, "new_game");
  assert.ok(other.root.querySelectorAll("button").some((one) => one.textContent === "go on 3"));
  assert.equal(other.bar.children.length, 0);
});

test("a game that these rules cannot play waits for another page, and only it is put aside", async (t) => {
  t.mock.method(console, "info", () => {});
  const { page, root } = await pageOf(t);
  const strange = { record: { game: "chess" }, actions: [1], seats: [] };
  const mine = { record: { game: "made" }, actions: [2], seats: [] };
  page.shelf.keep(mine);
  page.memory.keep(strange);
  assert.equal(await page.goOn(strange, true), true);
  assert.deepEqual([page.aside.recall(), page.shelf.recall(), page.memory.recall()], [strange, mine, null]);
  assert.equal(page.note.textContent, "unfit There is no such game. play_set_aside");
  assert.ok(root.querySelectorAll("button").some((one) => one.textContent === "play_go_on_aside"));
});

test("a link opens its game, or says in the page's words why not", async (t) => {
  const { page, start, move } = await pageOf(t);
  await start("", "bold");
  await move();
  const link = await linkOf(page.table.session, { seats: [null, "bold"] });
  const opened = await pageOf(t, { hash: `#${link}` });
  await pass(3000);
  assert.deepEqual(
    [opened.page.table.session.history, opened.page.table.seats],
    [
      [2, 2, 2],
      [null, "bold"],
    ],
  );
  assert.equal(notice(opened), "link_opened");
  const wrong = await pageOf(t, { hash: "#g.x.y" });
  assert.deepEqual([wrong.page.note.hidden, wrong.page.note.textContent], [false, "link_strange"]);
});

test("without a browser's room the game goes on, and that it is not kept is said once", async (t) => {
  t.mock.method(console, "info", () => {});
  const at = await pageOf(t, { kept: shelf({ letters: 1 }) });
  await at.start("", "bold");
  assert.equal(notice(at), "not kept");
  press(at.page.player.parts.spoken.notice, "close");
  await at.move();
  assert.ok(at.page.player.parts.spoken.notice.hidden);
});

test("whoever begins a first game is guided until it is left, and may ask for it again", async (t) => {
  const at = await pageOf(t, { guide: GUIDE });
  await at.start("", "bold");
  const { guide } = at.page;
  assert.deepEqual([guide.node.hidden, guide.words.textContent, at.page.guided.recall()], [false, "Play a card.", []]);
  press(guide.node, "guide_leave");
  assert.deepEqual([guide.node.hidden, at.page.guided.recall()], [true, true]);
  press(at.bar, "play_rematch");
  await pass(3000);
  assert.ok(at.page.guide.node.hidden);
  await at.page.howTo.show();
  press(at.page.howTo.keys, "guide_again");
  assert.deepEqual([at.page.guide.node.hidden, at.page.guide.words.textContent], [false, "Play a card."]);
});

test("how to play shows each moment in its frame, with what it points at and says, after the aim", (t) => {
  stage(t);
  const howTo = new HowTo({ say: (key) => key, ask: () => {} });
  const picture = (text, points, frame) => ({
    text,
    points,
    frame,
    description: `d ${text}`,
    changes: { edge: { x: 5, y: 5 } },
  });
  howTo.fill({
    scene: "pile edge",
    aim: "Win.",
    pictures: [picture("one", ["pile"], "0 0 9 9"), picture("two", ["edge"], "1 1 3 6")],
  });
  const shown = howTo.list
    .querySelectorAll("svg")
    .map((svg) => [
      svg.attributes.viewBox,
      svg.children.filter((one) => one.classList.has("gk-pointed")).map((one) => one.dataset.gkName),
      svg.children.find((one) => one.dataset.gkName === "edge").attributes.transform,
    ]);
  assert.deepEqual(shown, [
    ["0 0 9 9", ["pile"], "translate(5 5)"],
    ["1 1 3 6", ["edge"], "translate(5 5)"],
  ]);
  assert.deepEqual(
    howTo.list.querySelectorAll("figcaption").map((one) => one.textContent),
    ["one", "two"],
  );
  assert.equal(howTo.node.querySelectorAll("p")[0].textContent, "Win.");
});

test("a game taken up from a position does not count, and can neither be saved nor sent", async (t) => {
  const { page, bar, start } = await pageOf(t);
  const labels = () => bar.querySelectorAll("button").map((one) => one.textContent);
  await start("", "bold");
  assert.deepEqual(
    [page.counts, labels().includes("play_save"), labels().includes("share_button")],
    [true, true, true],
  );
  const session = Object.assign(page.game.session(8n), { hasPast: true });
  await page.sit(session, { seats: [null, "bold"] });
  assert.deepEqual(
    [page.counts, labels().includes("play_save"), labels().includes("share_button")],
    [false, false, false],
  );
});

test("a game is sent as a link that can be copied or pointed at, and a link is opened or says why not", async (t) => {
  const { root } = stage(t);
  const opened = [];
  const session = gamekitOf()
    .load("made")
    .then((game) => game.session(8n));
  const share = new Share({
    say: (key) => key,
    session: () => Object.assign(played, { view: () => new Uint8Array(8) }),
    seats: () => [null, "bold"],
    open: async (text) => (opened.push(text), text === "#bad" ? "No such game." : undefined),
  });
  const played = await session;
  played.play(2);
  window.location.href = "http://here/play/made#old";
  await share.show();
  assert.deepEqual(
    [share.node.open, share.body.querySelectorAll("h4").map((one) => one.textContent)],
    [true, ["share_game", "share_puzzle", "share_open"]],
  );
  const [whole, puzzle, field] = share.body.querySelectorAll("input");
  assert.ok(whole.value.startsWith("http://here/play/made#g.") && puzzle.value.startsWith("http://here/play/made#p."));
  const fold = share.body.querySelectorAll("details")[0];
  globalThis.gamekitQR = () => ({
    ...{ addData: (text) => (fold.coded = text), make() {}, getModuleCount: () => 2 },
    isDark: (row, column) => row === 0 && column === 1,
  });
  fold.open = true;
  for (let times = 0; times < 2; times += 1) fold.dispatchEvent({ type: "toggle" });
  assert.deepEqual([fold.coded, fold.children.length], [whole.value, 2]);
  assert.equal(fold.querySelectorAll("path")[0].attributes.d, "M1 0h1v1h-1z");
  const copied = [];
  const clipboard = { writeText: async (text) => void copied.push(text) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  whole.select = () => {};
  press(share.body, "share_copy");
  await pass();
  clipboard.writeText = async () => Promise.reject(new Error("forbidden"));
  document.execCommand = () => false;
  puzzle.select = () => {};
  share.body
    .querySelectorAll("button")
    .filter((one) => one.textContent === "share_copy")[1]
    .click();
  await pass();
  assert.deepEqual(copied, [whole.value]);
  assert.deepEqual(
    share.body.querySelectorAll("span.gk-quiet").map((one) => one.textContent),
    ["share_copied", "share_by_hand"],
  );
  const wrong = share.body.querySelectorAll("p.gk-refusal")[0];
  for (const [text, told] of [
    ["#bad", [false, "No such game.", true]],
    ["#good", [true, "", false]],
  ]) {
    field.value = text;
    share.body.querySelectorAll("form")[0].dispatchEvent({ type: "submit" });
    await pass();
    assert.deepEqual([wrong.hidden, wrong.textContent, share.node.open], told);
  }
  assert.deepEqual([opened, root.parent === document.body], [["#bad", "#good"], true]);
});

test("views of one board in a notebook play at one table, follow Python, and the review below goes when the game goes on", async (t) => {
  const { root } = stage(t);
  t.mock.method(console, "info", () => {});
  const gamekit = gamekitOf();
  const game = await gamekit.load("made");
  gamekit.open = async () => game.session(8n);
  gamekit.add = async () => {};
  const ears = {};
  const sent = [];
  const model = {
    on: (name, hear) => (ears[name] ??= []).push(hear),
    ...{ off() {}, get: () => ({}), send: (message) => sent.push(message) },
  };
  const tell = (message) => ears["msg:custom"].forEach((hear) => hear(message));
  const record = { game: "made", players: 2, options: {}, box: null, seed: 8 };
  const greeting = {
    ...{ record, actions: [2, 2, 2, 2, 2, 2, 2], at: 7, made: null, line: 0, origin: "o", turn: 0, touched: false },
    ...{
      words: {},
      seats: [null, null],
      viewer: "all",
      key: "k",
      edition: "e",
      step: null,
      opponents: true,
      chance_acts: true,
    },
  };
  globalThis.gamekitShelf = new Map([
    ["e engine", Promise.resolve(gamekit)],
    ["e made", Promise.resolve()],
  ]);
  reviewWidget.initialize({ model });
  tell({ type: "error", text: "An earlier error.", rule: "" });
  const ends = [reviewWidget.render({ el: root }), reviewWidget.render({ el: root })];
  await pass();
  tell({ type: "answer", number: sent.find((one) => one.do === "hello").number, value: greeting });
  await pass();
  assert.equal(sent.filter((one) => one.do === "hello").length, 1, "one table for both");
  const [first, second] = root.children.filter(
    (one) => one.tag === "section" && one.attributes["aria-label"] === "Made",
  );
  const [review] = root.querySelectorAll("section.gkp-review");
  const where = () => [first, second].map((one) => one.querySelectorAll("output")[0].textContent);
  assert.deepEqual([where(), review.hidden], [["step_of", "step_of"], false]);
  assert.ok(root.textContent.includes("An earlier error."), "before anybody looked");
  const rows = () =>
    [first, second].map((one) => one.querySelectorAll("div.gk-log")[0].querySelectorAll("button").length);
  assert.deepEqual(rows(), [7, 7]);
  press(first, "undo");
  await pass(3000);
  const follow = sent.filter((one) => one.do === "follow").at(-1);
  assert.deepEqual([rows(), review.hidden, follow.step, follow.actions.length], [[6, 6], true, 6, 7]);
  const moved = { type: "moved", turn: 1, line: 0, record: follow.record, actions: [2, 2, 2], step: 3, made: null };
  tell({ ...moved, page: follow.page });
  await pass(3000);
  assert.deepEqual(rows(), [6, 6], "what this page told itself");
  tell({ ...moved, page: "another" });
  await pass(3000);
  assert.deepEqual(rows(), [3, 3]);
  assert.equal(sent.filter((one) => one.do === "follow").at(-1), follow, "who is led does not lead");
  for (const end of ends) end();
  await pass();
});
