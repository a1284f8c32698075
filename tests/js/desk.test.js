// What a teacher's desk shows of answers, of one pupil and of a tournament, and its clock; who sits at a class's table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTablePage } from "../../gamekit/web/class/class_table.js";
import { OnePupil } from "../../gamekit/web/class/desk_pupils.js";
import { EarlierQuestions } from "../../gamekit/web/class/desk_questions.js";
import { Countdown, Spread, createOrder } from "../../gamekit/web/class/live_page.js";
import { Standings } from "../../gamekit/web/class/standings.js";
import { make } from "../../gamekit/web/shared/dom.js";
import { newPage, outline, press, type } from "./page.js";
import { shelf } from "./shelf.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

test("of a pupil who has only gone through steps these are told", () => {
  newPage();
  const panel = new OnePupil({ say, base: "/", titles: { fair: "Fair" }, remove: async () => true });
  const step = { lesson: "fair", number: 2, steps: 5, name: "Predict", done: 1, at: 0 };
  panel.show({ answers: [], steps: [step], entered: null, tables: [], elsewhere: "" });
  const told = panel.body.textContent;
  assert.ok(told.startsWith("Fair") && told.includes('"name":"Predict"') && !told.includes("pupil_nothing"), told);
});

test("a clock waits while screens are dimmed, and only then", (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"], now: 0 });
  newPage();
  const node = document.createElement("p");
  const clock = new Countdown(node, say);
  const seen = [null, 1000].map((paused) => {
    clock.set({ timer: 1090, paused }, 1000);
    t.mock.timers.tick(30_000);
    return node.textContent;
  });
  assert.deepEqual(seen, ["1:00", "1:30"]);
});

test("a clock is seen until a minute after its end", (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"], now: 0 });
  newPage();
  const node = document.createElement("p");
  const clock = new Countdown(node, say);
  const seen = [61, 9.5, 0, -60, -60.5].map((timer) => {
    clock.set({ timer, paused: null }, 0);
    return node.hidden ? "" : `${node.textContent} ${node.className}`;
  });
  assert.deepEqual(seen, ["1:01 ", "0:10 ", "over over", "over over", ""]);
});

test("a pupil's record is fetched, folded, and closed when the pupil is let go", async () => {
  newPage();
  let removes = true;
  const person = { id: 7, name: "Ada", number: 3 };
  const panel = new OnePupil({ say, base: "/", titles: {}, remove: async () => removes });
  const seen = [];
  for (const answer of [{ ok: true, status: 200 }, { ok: false, status: 404 }, null]) {
    globalThis.fetch = async (address) => {
      seen.push(String(address));
      if (!answer) throw new TypeError("no network");
      return {
        headers: new Headers(),
        json: async () => ({ answers: [], steps: [], entered: null, tables: [], elsewhere: "" }),
        ...answer,
      };
    };
    panel.menu.open = true;
    await panel.open(person);
    seen.push(panel.title.textContent, panel.body.textContent, panel.menu.open, panel.node.open);
  }
  const told = (text) => ["/class/pupil/7", "Ada (3)", text, false, true];
  assert.deepEqual(seen, [...told("pupil_nothing"), ...told("left"), ...told("lost")]);
  removes = false;
  for (const isOpen of [true, false]) {
    press(panel.node, "removed");
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
    assert.equal(panel.node.open, isOpen);
    removes = true;
  }
});

test("what came out of a question is marked by hand where the lesson does not say it", () => {
  const page = newPage();
  page.append(make("p", { id: "none-yet" }), make("div", { id: "questions" }));
  const sent = [];
  const cards = new EarlierQuestions(say, {}, async (order) => sent.push(order));
  const show = (columns, outcome = [], count = 1) => {
    const rounds = [
      {
        number: 1,
        count,
        bars: ["x", "y"].map((text, at) => ({ text, count: at * count, right: null })),
        middle: null,
      },
    ];
    const question = {
      lesson: "fair",
      key: `${columns}`,
      kind: "bet",
      title: "",
      place: "",
      text: "?",
      outcome,
      changes: null,
    };
    cards.show({ questions: [{ ...question, stage: null, rounds, columns, free: false }], settings: { shown: null } });
    return page.querySelector("details");
  };
  const choice = show(false);
  choice.querySelector("select").value = "1";
  show(false, [], 2).querySelector("form").dispatchEvent({ type: "submit" }); // marked before somebody else answered
  press(choice, "unmark");
  const number = show(true);
  number.querySelector("form").dispatchEvent({ type: "submit" });
  type(number.querySelector("input"), "4.5");
  number.querySelector("form").dispatchEvent({ type: "submit" });
  assert.deepEqual(
    sent.map(({ do: does, key, value }) => `${does} ${key} ${value}`),
    ["result false 1", "result false null", "result true 4.5"],
  );
  const outcome = [{ at: null, low: null, high: null, exact: 1, text: "1" }];
  assert.deepEqual([number.hidden, show(true, outcome).hidden], [false, true]);
});

test("an answer of a pupil is told with its verdict, and with the last one where there were several tries", () => {
  newPage();
  const panel = new OnePupil({ say, base: "/", titles: { fair: "Fair" }, remove: async () => true });
  const answer = { lesson: "fair", kind: "quiz", place: "2", text: "Which?", answer: "x", last: "y", at: 0 };
  const rows = [
    { right: true, round: 1, tries: 1 },
    { right: false, round: 2, tries: 3 },
    { right: null, round: 1, tries: 1 },
  ].map((more) => panel.row({ ...answer, ...more }));
  const seen = rows.map((row) => outline(row.querySelector("em")) + outline(row.parts.at(-1)));
  assert.deepEqual(seen, [
    "em.good(✓ right)em.good(✓ right)",
    'em.bad(✗ wrong)span.quiet( pupil_tries {"tries":3,"last":"y"})',
    "em.bad()em.bad()",
  ]);
  assert.deepEqual(
    rows.map((row) => row.textContent.includes("pupil_round")),
    [false, true, false],
  );
  panel.show({
    answers: [{ ...answer, ...rows[0], right: true, round: 1, tries: 1 }],
    steps: [],
    entered: null,
    tables: ["AB", "CD"],
    elsewhere: "",
  });
  assert.ok(panel.body.textContent.includes('"codes":"AB, CD"'));
  assert.equal(panel.means.textContent, 'remove_means {"count":1}');
});

function spreadOf(more = {}) {
  newPage();
  const spread = new Spread(say);
  const rounds = [
    {
      number: 1,
      count: 8,
      middle: null,
      bars: [
        { text: "x", count: 6 },
        { text: "y", count: 2, right: true },
      ],
    },
    {
      number: 2,
      count: 0,
      middle: null,
      bars: [
        { text: "x", count: 0 },
        { text: "y", count: 0, right: true },
      ],
    },
  ];
  const show = (given) => spread.show({ lesson: "fair", rounds, columns: false, unit: "km", outcome: [], ...given });
  show(more);
  return { spread, rounds, show };
}

test("bars are as long as their share of the longest, and each has its number where anybody chose it", () => {
  const { spread, show, rounds } = spreadOf();
  const bars = (which) => spread.bars.map((one) => [one[which].style["--share"], one[which].children[1].textContent]);
  assert.deepEqual(bars(0), [
    ["1", "6"],
    [String(0.25 / 0.75), "2"],
  ]);
  assert.deepEqual(bars(1), [
    ["0", ""],
    ["0", ""],
  ]);
  assert.deepEqual(
    spread.list.children.map((one) => one.children[1].textContent),
    ["x km", "y km ✓ right"],
  );
  show({ lesson: "moves/pig", rounds: rounds.slice(0, 1), outcome: [] });
  assert.equal(bars(0)[1][1], 'share {"count":2,"percent":25}');
});

test("rounds are told apart where there are several, and who changed which way", () => {
  const { spread, show, rounds } = spreadOf({ changes: { stayed: 3, ways: [{ text: "x to y", count: 2 }] } });
  assert.deepEqual(
    spread.legend.children.map((one) => one.textContent),
    ['round {"number":1,"count":8}', 'round {"number":2,"count":0}'],
  );
  const changes = () => spread.changes.children.map((one) => one.textContent);
  assert.deepEqual(changes(), ['way {"way":"x to y","count":2}', 'changed {"count":3}']);
  show({ changes: { stayed: 3, ways: [], closer: 4, away: 1 } });
  assert.deepEqual(changes(), ['closer {"count":4}', 'went_away {"count":1}', 'changed {"count":3}']);
  show({ rounds: rounds.slice(0, 1), outcome: [{ at: 5, low: 4, high: 6, exact: null, text: "5" }] });
  assert.deepEqual([spread.legend.children.length, spread.result.textContent], [0, 'result {"value":"5"}']);
  assert.deepEqual(
    spread.marks.children.map((one) => [...one.classList, one.attributes.style]),
    [["simulated", "--from: 4; --to: 6"]],
  );
  show({ result: { bar: 1, text: "y" } });
  const looks = () => [
    ...spread.list.children.map((one) => one.className),
    ...spread.legend.children.map((one) => one.className),
    ...spread.bars.flat().map((bar) => bar.title),
  ];
  const pairs = [
    ["x", 6],
    ["x", 0],
    ["y", 2],
    ["y", 0],
  ].map(([name, value]) => `pair ${JSON.stringify({ name, value })}`);
  assert.deepEqual(looks(), ["", "right is-result", "round round-before", "round round-last", ...pairs]);
  const middle = { median: "1", mean: "2" };
  const first = [{ ...rounds[0], middle }];
  const middles = [first, [...first, rounds[1]]].map((given) => {
    show({ rounds: given });
    return spread.middle.textContent;
  });
  assert.deepEqual(middles, [`middle ${JSON.stringify(middle)}`, ""]);
});

test("a tournament is told with its shares in whole percent, who may be first, and the rest in one line", () => {
  newPage();
  const standings = new Standings(say);
  const row = (name, value, says = name) => ({ name, says, value, low: value - 0.05, high: value + 0.05 });
  const rows = [row("a", 0.576), row("b", 0.5, "bold"), row("c", 0.3), row("d", 0.2)];
  const contest = { title: "Pig", running: false, share: 0.5, round: 3, of: 3, games: 60, failed: "", rows, even: 0.5 };
  standings.show(contest, 2);
  const told = () => standings.how.textContent;
  assert.equal(standings.how.attributes.role, "status", "it is heard while it changes");
  assert.ok(told().endsWith('contest_done · contest_open {"count":2}'), told());
  const lines = standings.list.children.map((one) => one.textContent);
  assert.deepEqual(lines.slice(0, 2), ['1apercent {"percent":58}', '2b boldpercent {"percent":50}']);
  assert.deepEqual([lines.length, lines[2]], [3, 'contest_others {"count":2}contest_all']);
  standings.show({ ...contest, rows: rows.slice(1), running: true, share: 0.246 }, 2);
  assert.ok(told().endsWith('contest_running {"percent":25} · contest_first'), told());
  const last = standings.list.children.at(-1).textContent;
  assert.equal(last, '3dpercent {"percent":20}', "a line for one row would be no shorter");
  standings.show({ ...contest, failed: "It broke." });
  assert.equal(told(), "It broke.");
  standings.show(null);
  assert.deepEqual([told(), standings.list.children.length], ["contest_none", 0]);
});

test("it is told who sits where, and a free seat can be taken by whoever has none", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const root = newPage();
  const sent = [];
  /** @type {any} */
  let socket;
  class Socket {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      socket = this;
    }
    send = (text) => sent.push(JSON.parse(text));
    close() {}
  }
  Object.assign(globalThis, {
    WebSocket: Socket,
    sessionStorage: shelf(),
    location: { href: "http://here/table" },
    gamekit: { load: async () => ({}) },
  });
  window.sessionStorage = globalThis.sessionStorage;
  const words = { seat_you: "{name}, you", seat_gone: "{name} is away", seat_computer_for: "a computer for {name}" };
  const table = await createTablePage(root, {
    game: "made",
    words,
    guide: null,
    base: "/",
    live: "/live",
    polled: "/polled",
  });
  const tell = (news) => socket.onmessage({ data: JSON.stringify({ begun: false, frames: [], ...news }) });
  const seats = [
    { letter: "A", name: "Ann", here: true },
    { letter: "B", name: "Bob", here: false },
    { letter: "C", name: "Cy", here: true, computer: true },
    { letter: "D", name: null, computer: true },
    { letter: "E", name: null },
  ];
  const rows = () => root.querySelectorAll("li").map((row) => row.parts[1].textContent);
  tell({ you: null, seats });
  assert.deepEqual(rows(), ["Ann", "Bob is away", "a computer for Cy", "seat_computer", "seat_free"]);
  root.querySelectorAll("li")[4].querySelector("button").click();
  socket.onmessage({ data: JSON.stringify({ refused: "Not now." }) });
  assert.match(root.textContent, /Not now\./);
  tell({ you: 0, seats });
  assert.doesNotMatch(root.textContent, /Not now\./, "the game has gone on");
  assert.equal(rows()[0], "Ann, you");
  assert.equal(root.querySelectorAll("li")[4].querySelector("button"), null);
  press(root, "seat_begin");
  await Promise.resolve();
  assert.deepEqual(sent, [{ do: "sit", seat: 4 }, { do: "begin" }]);
  const learned = [];
  table.learn = ({ begun }) => learned.push((table.begun = begun));
  for (const begun of [false, true, true]) tell({ you: 0, seats, begun });
  assert.deepEqual(learned, [true], "that it has begun is news");
});

test("why an order was refused is said until one is carried out", async () => {
  const page = newPage();
  page.append(make("p", { id: "told" }));
  page.dataset.base = "/";
  const answers = [
    [400, { refused: "Not now." }],
    [200, {}],
    [403, {}],
  ];
  globalThis.fetch = async () => {
    const [status, told] = answers.shift();
    const headers = new Headers({ "Content-Type": "application/json" });
    return { ok: status === 200, status, headers, json: async () => told };
  };
  const order = createOrder(page, "class/teacher", say);
  const seen = [];
  for (let at = 0; at < 3; at += 1) seen.push([await order({ do: "stop" }), page.textContent]);
  assert.deepEqual(seen, [
    [false, "Not now."],
    [true, ""],
    [false, "ended"],
  ]);
});

test("of two questions with one key only that of the lesson that is shown cannot be shown again", () => {
  const page = newPage();
  page.append(make("p", { id: "none-yet" }), make("div", { id: "questions" }));
  const questions = ["fair", "start"].map((lesson) => ({
    ...{ lesson, key: "bet-1", kind: "quiz", title: lesson, place: "", text: "?", outcome: [], changes: null },
    ...{ stage: null, rounds: [{ number: 1, count: 0, bars: [], middle: null }], columns: false, free: false },
  }));
  const cards = new EarlierQuestions(say, {}, async () => true);
  cards.show({ questions, settings: { shown: { lesson: "start", key: "bet-1" } } });
  assert.deepEqual(
    page.querySelectorAll("button").map((one) => one.disabled),
    [false, true],
  );
});

test("who is out of the class reads so on the page of its tournament, which asks no more", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const page = newPage();
  const contest = make("main", { id: "contest" });
  Object.assign(contest.dataset, { base: "/", words: JSON.stringify({ out: "You are out." }) });
  page.append(contest, ...["stands", "told", "mine"].map((id) => make("div", { id })));
  const answers = [
    { ok: true, status: 200, json: async () => ({ contest: null }) },
    { ok: false, status: 403 },
  ];
  globalThis.fetch = async () => ({ headers: new Headers(), ...answers.shift() });
  await import("../../gamekit/web/class/contest.js");
  const asked = [];
  for (let at = 0; at < 3; at += 1) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    asked.push([answers.length, document.getElementById("told").textContent, !document.getElementById("mine")]);
    t.mock.timers.tick(4000);
  }
  assert.deepEqual(asked, [
    [1, "", false],
    [0, "You are out.", true],
    [0, "You are out.", true],
  ]);
});
