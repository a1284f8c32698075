// The teacher's board (web/class/desk.js) without a browser: all that stands on it, and each key's order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClassPosition } from "../../gamekit/web/class/position.js";
import { NOW, newClassPage, readSaid, writeOrder } from "./class_page.js";
import { outline } from "./page.js";

const READ = readSaid("board_page");
/** Words whose sentences have something to fill in; of all others the key is said. */
const FILLED = {
  ...{ of: "{count} of {of}", step: "{number} {name}", percent: "{percent} %", plans: "plans {count}" },
  ...{ now_question: "question", now_vote: "vote {round}", next_step: "to {number} {name}", call: "call {number}" },
  ...{
    people: "{online} in",
    people_away: "{online} in, {away} away",
    people_asking: "{count} ask",
    behind: "{count} behind",
  },
  ...{ away_since: "away {minutes}", pupil: "pupil {number}", ready: "ready {languages}", earlier: "earlier {count}" },
  ...{ did_send: "sent {count}", remove: "remove {who}" },
};
const PERSON = { online: true, elsewhere: "", lesson: "fair", step: 1, step_name: "Play", steps: 5, said: false };
const person = (id, more = {}) => ({
  ...PERSON,
  id,
  number: id,
  name: `P${id}`,
  done: 0,
  changed: null,
  since: null,
  ...more,
});
const STEPS = ["Play", "Predict", "Run", "Look", "End"];
const LESSON = {
  kind: "lesson",
  lesson: "fair",
  step: 2,
  steps: STEPS,
  counts: [1, 2, 0, 0, 0],
  held: false,
  count: 2,
  of: 3,
};
const ASKED = { kind: "question", count: 1, of: 2, step: 2, steps: STEPS };
const SHOWN = { lesson: "fair", key: "bet-1", shares: false, outcome: false, names: false };
const bars = (...right) => right.map((one, index) => ({ text: `b${index}`, count: index, right: one }));
const QUESTION = {
  ...{
    lesson: "fair",
    key: "bet-1",
    kind: "bet",
    title: "T",
    place: "Predict",
    exit: false,
    order: 1,
    text: "How many?",
  },
  ...{ unit: "", free: false, stage: null, columns: true, changes: null, outcome: [], result: null },
  rounds: [{ number: 1, count: 1, bars: bars(null, null), middle: null }],
};
const row = (name, pupil, value) => ({
  name,
  says: "",
  pupil,
  number: pupil,
  value,
  low: value - 0.1,
  high: value + 0.1,
});
const CONTEST = {
  ...{ title: "Game", running: false, share: 0.25, round: 3, of: 3, games: 9, even: 0.5, failed: "" },
  rows: [row("P2", 2, 0.7), row("own", 0, 0.3)],
};
const SETTINGS = {
  ...{ names_hidden: false, is_closed: false, pace: {}, sent: null, shown: null, results: [], timer: null },
  ...{ paused: null, moves: [], move: null, contest: { players: 2 } },
};
const QUIET = {
  ...{ people: [], questions: [], settings: SETTINGS, now: NOW, contest: null, entered: [], asking: 0, code: "c" },
  ...{
    runs: { kind: "waiting", count: 0, of: 0 },
    projectors: 0,
    did: null,
    ready: { lesson: "", languages: {} },
    seats: 4,
  },
};

/** The board as it is loaded; `show` lets it hear how the class stands. */
async function openBoard(t) {
  const board = newClassPage(t, { template: "teacher.html", path: "/class/teacher" });
  const { at } = board;
  const [words, lessons] = [JSON.stringify(FILLED), '{"fair":"Fair","start":"Start"}'];
  Object.assign(at("board").dataset, { base: "/", xsrf: "x", words, lessons, code: "c" });
  at("lesson").value = "fair";
  at("begun").dataset.at = String(NOW);
  board.answer = (address) => (/\.json$|pupil/.test(address) ? { status: 404 } : {});
  board.show = (more) => {
    board.now = { ...QUIET, ...more, settings: { ...SETTINGS, ...more.settings } };
    board.tell(board.now);
  };
  await board.run("desk.js");
  return board;
}

/** What the board says now, above and below its chart, and what each of its keys orders. */
async function readNow(board) {
  const { at } = board;
  const said = ["now-title", "now-text", "count", "counted", "note"].map((id) => at(id).textContent);
  const looks = ["getin", "way"].filter((id) => !at(id).hidden);
  looks.push(...["counting", "chart"].map((id) => at(id).className), at("now").dataset.kind, at("chart").textContent);
  const keys = [];
  for (const key of at("keys").children) {
    keys.push([key.textContent, ...(await board.orders(key.onclick))].join(": "));
  }
  return [said.join(" | "), looks.join(" | "), ...keys];
}

test("the board says what runs, and has the keys that make sense then", async (t) => {
  const board = await openBoard(t);
  const asked = (question, shown = {}, more = {}) => ({
    runs: ASKED,
    questions: [{ ...QUESTION, ...question }],
    settings: { shown: { ...SHOWN, ...shown } },
    ...more,
  });
  const second = [QUESTION.rounds[0], { number: 2, count: 0, bars: bars(null, null), middle: null }];
  const right = [{ number: 1, count: 1, bars: bars(false, true), middle: null }];
  const told = {
    waiting: {},
    lesson: { runs: LESSON },
    held: { runs: { ...LESSON, held: true, step: 5 } },
    free: { runs: { kind: "free", count: 0, of: 3 } },
    question: asked({}),
    open: asked({ stage: "open" }),
    unanswered: asked({ stage: "open", rounds: [{ ...QUESTION.rounds[0], count: 0 }] }),
    again: asked({ stage: "open", rounds: second }),
    talk: asked({ stage: "talk" }),
    told: asked({ stage: "told" }, { shares: true }),
    solvable: asked({ stage: "told", rounds: right }, { shares: true }),
    cameOut: asked({ outcome: [{ at: 0.5, low: 0.4, high: 0.6, exact: null, text: "5" }] }, { shares: true }),
    solved: asked({ rounds: right }, { shares: true, outcome: true }),
    contest: { runs: { kind: "contest", count: 0, of: 3 }, entered: [{ pupil: 1, name: "P1", says: "" }] },
    played: {
      runs: { kind: "contest", count: 0, of: 3 },
      contest: CONTEST,
      settings: { shown: { ...SHOWN, names: true } },
    },
    move: asked({ lesson: "moves/game", kind: "move" }, { lesson: "moves/game" }),
    playing: { runs: { kind: "contest", count: 0, of: 3 }, contest: { ...CONTEST, running: true } },
  };
  const seen = {};
  for (const [stage, one] of Object.entries(told)) {
    board.show(one);
    seen[stage] = await readNow(board);
  }
  assert.deepEqual(seen, READ.now);
  const rows = Array.from({ length: 12 }, (_one, place) => row(`P${place}`, place + 1, 0.5));
  board.show({ runs: { kind: "contest", count: 0, of: 3 }, contest: { ...CONTEST, rows } });
  assert.deepEqual(
    ["chart", "stands"].map((id) => board.at(id).querySelectorAll("li").length),
    [9, 12],
  );
});

test("who is where is told of each, in a word or two, with what runs", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  const people = [
    person(1, { name: null }),
    person(2, { step: 5, step_name: "End", said: true }),
    person(3, { online: false, since: NOW - 150, said: true }),
    person(4, { online: false, lesson: null, step: 0 }),
    person(5, { elsewhere: "plays", said: true, changed: true }),
    person(6, { lesson: "start", said: true, changed: false }),
    person(7, { lesson: null, step: 0, step_name: "" }),
    person(8, { step: 2, step_name: "Predict" }),
  ];
  const told = {
    lesson: { runs: { ...LESSON, step: 4 } },
    asked: { runs: { ...ASKED, step: 4 }, questions: [QUESTION], settings: { shown: SHOWN } },
    open: {
      runs: { ...ASKED, step: 4 },
      questions: [{ ...QUESTION, stage: "open" }],
      settings: { shown: SHOWN },
      asking: 2,
    },
    contest: {
      runs: { kind: "contest", count: 0, of: 3 },
      entered: [{ pupil: 1, name: "P1", says: "" }],
      contest: CONTEST,
    },
  };
  const seen = {};
  for (const [stage, one] of Object.entries(told)) {
    board.show({ people, ...one });
    const tiles = at("tiles").querySelectorAll(".tile");
    seen[stage] = [
      ...tiles.map((one) => `${outline(one)} ${one.title}`),
      ...["in", "asking", "sum"].map((id) => at(id).textContent),
      at("call").hidden || at("call").textContent,
    ];
  }
  assert.deepEqual(seen, READ.people);
  const [all, tile] = [at("tiles").children, at("tiles").querySelector(".tile")];
  assert.deepEqual(
    [all.length, at("tiles").style["--across"], at("tiles").style["--down"], tile.tabIndex],
    [8, "5", "6", 0],
  );
  tile.focus();
  board.show({ people: [...people.slice(0, 2), person(9)] });
  assert.deepEqual(
    [at("tiles").children.map((one) => one.textContent), document.activeElement === tile],
    [["pupil 1Fair", "P2Fair", "P9Fair", "4"], true],
    "seats that are free have their number; whoever is looked at keeps the focus",
  );
  board.show({ people: Array.from({ length: 48 }, (_one, id) => person(id)) });
  assert.equal(at("tiles").style["--across"], "6");
  at("tiles").querySelectorAll(".tile")[7].click();
  assert.equal(board.asked.at(-1), "/class/pupil/7");
  board.show({ people: Array.from({ length: 49 }, (_one, id) => person(id)), seats: 60 });
  assert.deepEqual(
    [at("tiles").children.length, at("tiles").style["--across"], at("tiles").style["--down"]],
    [49, "8", "7"],
  );
  board.show({ seats: 60 });
  assert.deepEqual([at("in").textContent, at("tiles").children.length], ["nobody", 30]);
});

test("each switch of the board says how it stands, and orders the other way", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  at("pause").click();
  assert.deepEqual(board.sent, [], "nothing can be pressed before the server has said how the class stands");
  const ids = ["pause", "door", "names", "projector", "look-back", "stop"];
  const read = () =>
    ids.map((id) =>
      [at(id).children[0]?.textContent ?? at(id).textContent, at(id).attributes["aria-pressed"], at(id).hidden].join(
        " ",
      ),
    );
  const press = (id) => (at(id).tag === "form" ? board.submit(id) : at(id).click());
  const pressed = ["pause", "door", "names", "call", "back", "stop", "compete", "start", "renew", "send", "time"];
  const seen = [];
  for (const more of [
    { runs: LESSON },
    {
      projectors: 1,
      questions: [QUESTION],
      runs: ASKED,
      settings: { paused: NOW, is_closed: true, names_hidden: true, timer: NOW + 60, shown: SHOWN },
    },
  ]) {
    board.show(more);
    seen.push(read(), await board.orders(() => pressed.forEach(press)));
  }
  assert.deepEqual(seen, READ.switches);
});

test("what comes next is chosen, and its questions are fetched once they can be", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  const asked = () => [
    at("ask-it").disabled,
    ...at("question").children.map((one) => `${one.attributes.value} ${one.textContent}`),
  ];
  board.answer = (_address, body) => (body ? {} : null); // it is not reached
  board.show({});
  await board.settle();
  assert.deepEqual(
    [board.sent, asked()],
    [[["/class/teacher", { do: "choose", lesson: "fair" }]], [true, " no_questions"]],
  );
  board.answer = () => ({ questions: [{ key: "bet-1", text: "How many?" }] });
  board.show({ ready: { lesson: "fair", languages: { en: true, de: false } } });
  assert.deepEqual([at("ready").textContent, at("ready").className], ["being_drawn", ""]);
  await board.settle();
  assert.deepEqual(asked(), [false, "bet-1 How many?"]);
  board.sent.length = 0;
  board.submit("ask");
  board.show({
    ready: { lesson: "fair", languages: { en: true, de: true } },
    entered: [{ pupil: 1, name: "", says: "" }],
  });
  assert.deepEqual(
    ["ready", "plans", "ends"].map((id) => at(id).textContent),
    ["ready en, de", "plans 1", ""],
  );
  assert.deepEqual([at("ready").className, at("start").disabled], ["good", false]);
  at("lesson").value = "start";
  at("lesson").dispatchEvent({ type: "change" });
  assert.deepEqual(board.sent.map(writeOrder), [
    "teacher do=ask lesson=fair key=bet-1",
    "teacher do=choose lesson=start",
  ]);
  for (const [stage, ends] of [
    ["open", "ends_vote"],
    ["talk", "ends_vote"],
    ["told", ""],
  ]) {
    const questions = [{ ...QUESTION, stage }];
    board.show({
      runs: ASKED,
      questions,
      settings: { shown: SHOWN },
      ready: board.now.ready,
      contest: { ...CONTEST, running: true },
    });
    assert.deepEqual(
      ["ready", "plans", "ends"].map((id) => at(id).textContent),
      ["", "contest_runs", ends],
    );
  }
  assert.equal(at("start").disabled, true);
});

test("the last order is told, and can be taken back as long as the server takes it back", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  board.show({ did: { do: "send", at: NOW - 4, count: 3, until: NOW + 6 } });
  assert.deepEqual([at("did").textContent, at("back").hidden], ["sent 3", false]);
  t.mock.timers.tick(5999);
  assert.equal(at("back").hidden, false);
  t.mock.timers.tick(1);
  assert.equal(at("back").hidden, true);
  const until = NOW + 16;
  for (const now of [NOW + 6, NOW + 10]) {
    board.show({ now, did: { do: "send", at: NOW, count: 3, until: now === NOW + 6 ? NOW + 8 : until } });
    t.mock.timers.tick(1500);
  }
  t.mock.timers.tick(4000);
  assert.equal(at("back").hidden, false, "the time of the order before does not count");
  board.show({ did: { do: "send", at: NOW - 4, count: 3, until: 0 } });
  assert.equal(at("back").hidden, true);
  board.show({});
  assert.equal(at("did").textContent, "");
});

test("it is said when half and when all have answered, and not at each answer", async (t) => {
  const board = await openBoard(t);
  const heard = [1, 2, 3, 4].map((count) => {
    board.show({ runs: { ...ASKED, count, of: 4 }, questions: [QUESTION], settings: { shown: SHOWN } });
    return board.at("heard").textContent;
  });
  board.show({ runs: LESSON });
  assert.deepEqual(
    [...heard, board.at("heard").textContent],
    ["", "half_answered", "half_answered", "all_answered", ""],
  );
});

test("a letter presses the key that has it, space the main one, and nothing while something is typed", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  board.show({ runs: LESSON, people: [person(1)] });
  await board.settle();
  const pressed = async (key, more = {}) => {
    return (await board.orders(() => board.press(key, more))).join();
  };
  const next = "teacher do=pace lesson=fair open=3 go=true";
  const field = at("seed");
  assert.deepEqual(
    [
      await pressed(" "),
      await pressed("ArrowRight"),
      await pressed("p"),
      await pressed("O"),
      await pressed("z"),
      await pressed("q"),
    ],
    [next, next, "teacher do=pause on=true", "teacher do=pace lesson=fair open=2", "", ""],
    "what is hidden or disabled has no key",
  );
  for (const more of [
    { target: field },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { repeat: true },
    { defaultPrevented: true },
  ])
    assert.deepEqual([await pressed("p", more), await pressed(" ", more)], ["", ""], Object.keys(more)[0]);
  assert.equal(await pressed(" ", { target: at("pause") }), "", "a button that has the focus is pressed itself");
  board.press("f");
  assert.equal(document.activeElement, at("tiles").querySelector(".tile"));
  at("letters").checked = false;
  at("letters").dispatchEvent({ type: "change" });
  assert.deepEqual([await pressed("p"), await pressed("ArrowRight"), await pressed(" ")], ["", next, next]);
  assert.equal(localStorage.getItem("gamekit:letters:/"), "false");
});

test("what was chosen by hand lets the focus go, and what was chosen by key keeps it", async (t) => {
  const board = await openBoard(t);
  const { at, heard } = board;
  for (const [type, isKept] of [
    ["pointerdown", false],
    ["keydown", true],
  ])
    for (const id of ["lesson", "question"]) {
      at(id).focus();
      for (const hear of heard[type]) hear({ type, target: at(id), key: "Tab" });
      for (const hear of heard.change) hear({ type: "change", target: at(id) });
      assert.equal(document.activeElement === at(id), isKept, `${type} ${id}`);
    }
});

test("a position shows the round that counts", async (t) => {
  const board = await openBoard(t);
  const { mock } = t.mock.method(ClassPosition.prototype, "show");
  const rounds = [1, 2].map((number) => ({
    number,
    count: number,
    bars: bars(null, null).slice(-number),
    middle: null,
  }));
  const questions = [{ ...QUESTION, lesson: "moves/game", key: "move-3", kind: "move", rounds }];
  board.show({ runs: ASKED, questions, settings: { shown: { ...SHOWN, lesson: "moves/game", key: "move-3" } } });
  assert.deepEqual(mock.calls.at(-1).arguments, [rounds[1].bars]);
});

test("arrows go over the tiles as they lie", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  board.show({ people: Array.from({ length: 12 }, (_one, id) => person(id)), seats: 12 });
  const tiles = at("tiles").querySelectorAll(".tile");
  tiles[0].focus();
  const seen = ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"].map(
    (key) => {
      at("tiles").dispatchEvent({ type: "keydown", key, target: document.activeElement });
      return [tiles.indexOf(document.activeElement), tiles.findIndex((one) => one.tabIndex === 0)].join();
    },
  );
  assert.deepEqual(seen, ["1,1", "6,6", "11,11", "11,11", "10,10", "5,5", "11,11", "0,0"]);
});

test("a position is put from the form or from a file, which is then forgotten", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  board.show({});
  await board.settle();
  board.sent.length = 0;
  at("game").value = "kartenspiel";
  at("decisions").value = "7";
  at("position").showPopover();
  board.answer = () => ({ refused: "No." });
  board.submit("move");
  await board.settle();
  assert.deepEqual([at("told").textContent, at("position").attributes.popover], ["No.", "shown"]);
  board.answer = () => ({});
  at("saved").files = [new Blob(["a game"])];
  at("saved").value = "a.json";
  board.submit("move");
  while (board.sent.length < 2) await new Promise((done) => globalThis.setImmediate(done));
  await board.settle();
  assert.deepEqual(board.sent, [
    ["/class/move/ask", { game: "kartenspiel", players: 3, decisions: 7, seed: 1 }],
    ["/class/move/ask", { file: "a game" }],
  ]);
  assert.deepEqual([at("saved").value, at("position").attributes.popover], ["", ""]);
});

test("a class is ended by whoever confirms it, and its board says so", async (t) => {
  const board = await openBoard(t);
  const { at } = board;
  board.show({ code: "c" });
  window.confirm = () => false;
  for (const id of ["end", "renew"]) at(id).click();
  await board.settle();
  assert.deepEqual(
    board.sent.filter(([, order]) => order.do !== "choose"),
    [],
  );
  window.confirm = (text) => (board.confirmed = text);
  at("end").click();
  await board.settle();
  assert.deepEqual([board.confirmed, board.sent.at(-1)], ["end", ["/class/teacher", { do: "end" }]]);
  assert.ok(at("board").textContent.startsWith("ended deleted"), at("board").textContent);
  assert.equal(at("board").querySelector("a").attributes.href, "/");
});

test("a board whose code has been renewed loads itself anew, and one that is lost says so", async (t) => {
  const board = await openBoard(t);
  board.show({ code: "another" });
  assert.deepEqual([board.went, board.at("now-title").textContent], [["again"], ""]);
  board.socket.onclose({ code: 1006 });
  assert.deepEqual(
    [board.at("told").textContent, board.at("line").textContent, document.body.className],
    ["lost", "", "lost"],
  );
});

test("a board that hears by asking says so", async (t) => {
  const board = await openBoard(t);
  board.answer = () => ({ line: "a", told: [] });
  board.socket.onclose({ code: 1006 });
  await board.settle();
  assert.deepEqual([board.at("told").textContent, board.at("line").textContent], ["", "asking"]);
});
