// A pupil's page in a class (web/class/pupil.js) without a browser: its strip, where it goes, and what it sends and tells cards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOW, newClassPage } from "./class_page.js";

const BASE = new URL("../../gamekit/", import.meta.url).pathname;
const WORDS = {
  ...{
    in: "in as {who}",
    pupil: "pupil {number}",
    talk_alone: "alone",
    talk_differ: "differ from {who}",
    talk_same: "as {who}",
  },
  ...{ timer: "{minutes} minutes", opened: "opened", refused: "no: {reason}" },
};
const STATE = {
  ...{
    class: "c1",
    me: "me",
    number: 7,
    name: "Ada",
    pace: {},
    sent: null,
    timer: null,
    paused: null,
    page: "lessons/fair.html",
  },
  ...{ move: null, rounds: {}, votes: {}, talk: null, now: NOW },
};
const SENT = { lesson: "fair", number: 1, key: null, step: null };

/** A browser's storage whose keys can be listed. */
function storage(kept = {}) {
  const methods = {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => (kept[key] = String(value)),
    removeItem: (key) => delete kept[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(kept, name, { value });
  return kept;
}

/** A page of a pupil; `state` is what the server says first, `local` and `session` what the browser has kept. */
async function openPupil(
  t,
  { path = "lessons/fair.html", state = {}, local = {}, session = {}, cookies = ["c1"], said = [] } = {},
) {
  const page = newClassPage(t, { path: BASE + path, kept: storage(local) });
  globalThis.sessionStorage = window.sessionStorage = storage(session);
  const hears = {};
  const told = (page.told = []);
  Object.assign(document, {
    currentScript: { dataset: { base: BASE }, src: `http://here${BASE}web/class/pupil.js` },
    head: document.createElement("head"),
    cookie: cookies.map((one) => `gamekit-in-here-${one}=1`).join("; "),
    addEventListener: (type, hear) => (hears[type] ??= []).push(hear),
    removeEventListener: (type, hear) => (hears[type] = hears[type].filter((one) => one !== hear)),
    dispatchEvent: ({ type, detail }) => told.push([type, detail]),
    querySelectorAll: (selectors) => page.root.querySelectorAll(selectors),
    querySelector: (selectors) => page.root.querySelector(selectors),
  });
  Object.assign(globalThis, { CSS: { escape: (text) => text }, innerHeight: 800, gamekitSaid: said });
  /** What the page says of itself: an answer or a step. */
  page.say = (type, detail, target = null) => {
    for (const hear of hears[`gamekit:${type}`] ?? []) hear({ detail, target });
  };
  page.card = (key) => {
    const card = document.createElement("section");
    card.setAttribute("data-key", key);
    card.heardOf = [];
    card.addEventListener("gamekit:vote", ({ detail }) => card.heardOf.push(detail));
    card.addEventListener("gamekit:reveal", () => (page.revealed = key));
    page.root.append(card);
    return card;
  };
  page.state = { ...STATE, ...state };
  page.me = () => ({ state: page.state, words: WORDS, xsrf: "x" });
  page.report = ({ turn }) => ({ stored: turn });
  page.answer = (address, body) => (address.endsWith("class/me") ? page.me() : body ? page.report(body) : null);
  page.hear = (more) => page.tell((page.state = { ...page.state, ...more }));
  page.read = () => {
    const [strip] = document.body.children;
    const [, status, clock, way] = strip.children;
    const led = way.hidden ? "" : `${way.textContent} ${(way.href ?? "").replace(BASE, "")}`;
    const dark = document.body.children.some((one) => one.tag === "dialog" && one.open);
    const look = strip.className.replace("gk-class gk-look", "").replaceAll("gk-class-", "").trim();
    return [look, status.textContent, clock.hidden ? "" : clock.textContent, led, dark ? "dark" : ""].join(" | ");
  };
  page.load = async () => {
    await page.run("pupil.js");
    while (cookies.length && !page.socket) await new Promise((done) => globalThis.setImmediate(done));
  };
  return page;
}

test("the strip says what matters most", async (t) => {
  const page = await openPupil(t);
  await page.load();
  page.hear({});
  const talk = { lesson: "fair", key: "bet-1", with: ["Ben", "12"], differ: true };
  const votes = { "moves/game": { "move-3": "open" } };
  const states = {
    named: {},
    unnamed: { name: null },
    elsewhere: { sent: SENT, page: "lessons/start.html" },
    here: { sent: SENT },
    differ: { talk },
    same: { talk: { ...talk, differ: false } },
    alone: { talk: { ...talk, with: [] } },
    move: { sent: { ...SENT, lesson: "moves/game" }, move: 3, votes, page: "class/move" },
    closed: {
      sent: { ...SENT, lesson: "moves/game" },
      move: 3,
      votes: { "moves/game": { "move-3": "told" } },
      page: "class/move",
    },
    dark: { paused: NOW },
    timer: { timer: NOW + 90 },
    waits: { timer: NOW + 90, paused: NOW + 30 },
    over: { timer: NOW - 60 },
    past: { timer: NOW - 61 },
  };
  sessionStorage["gamekit:class:c1:me:followed"] = "1";
  const seen = {};
  for (const [name, state] of Object.entries(states)) {
    page.hear({ ...STATE, ...state });
    seen[name] = page.read();
  }
  assert.deepEqual(seen, {
    named: "quiet | in as Ada (7) |  |  | ",
    unnamed: "quiet | in as pupil 7 |  |  | ",
    elsewhere: "quiet | in as Ada (7) |  | lesson lessons/start.html | ",
    here: "quiet | in as Ada (7) |  |  | ",
    differ: "asks wraps | differ from Ben and pupil 12 |  |  | ",
    same: "asks wraps | as Ben and pupil 12 |  |  | ",
    alone: "asks wraps | alone |  |  | ",
    move: "asks | move |  | answer class/move | ",
    closed: "quiet | in as Ada (7) |  | lesson class/move | ",
    dark: "quiet | in as Ada (7) |  |  | dark",
    timer: "quiet | 2 minutes | 1:30 |  | ",
    waits: "quiet | 2 minutes | 1:00 |  | dark",
    over: "quiet | in as Ada (7) | over |  | ",
    past: "quiet | in as Ada (7) |  |  | ",
  });
  assert.equal(page.line, `ws://here${BASE}class/live/pupil?at=lessons%2Ffair.html`);
  page.hear({ ...STATE, paused: NOW });
  page.socket.onclose({ code: 1006 });
  assert.equal(page.read(), "lost | lost |  |  | ", "where there is no line to the class, no screen is dark");
});

test("each goes once to where all are sent: a page, and what is asked or open there", async (t) => {
  const GO = "gamekit:class:c1:me:go";
  const STEP = "gamekit:class:c1:me:step";
  const FOLLOWED = "gamekit:class:c1:me:followed";
  const goes = async (sent, more = {}) => {
    t.mock.timers.reset();
    const page = await openPupil(t, { ...more, state: { sent: { ...SENT, ...sent }, ...more.state } });
    await page.load();
    t.mock.timers.tick(899);
    const early = page.went.length;
    t.mock.timers.tick(1);
    const kept = [GO, STEP, FOLLOWED].map((name) => sessionStorage[name] ?? "");
    return [early, ...page.went.map((one) => one.replace(BASE, "")), kept.join(), localStorage[FOLLOWED] ?? ""].join(
      " ",
    );
  };
  const key = "bet-1";
  const moves = { lesson: "moves/game", key: "move-3" };
  assert.deepEqual(
    [
      await goes({ lesson: "start", key, number: 3 }),
      await goes({ lesson: "start", step: 2 }),
      await goes({ key, step: 2 }),
      await goes(moves, { state: { move: 3 } }),
      await goes(moves),
      await goes({ lesson: "tournament" }),
      await goes({ lesson: "tournament" }, { path: "class/tournament" }),
      await goes({ lesson: "start", number: 3 }, { local: { [FOLLOWED]: "3" } }),
      await goes({ lesson: "start", number: 3 }, { local: { [FOLLOWED]: "3" }, session: { [FOLLOWED]: "2" } }),
    ],
    [
      "0 lessons/start.html bet-1,,3 3",
      "0 lessons/start.html ,2,1 1",
      "0 bet-1,,1 1",
      "0 class/move ,,1 1",
      "0 ,,0 ",
      "0 class/tournament ,,1 1",
      "0 ,,1 1",
      "0 ,,3 3",
      "0 lessons/start.html ,,3 3",
    ],
  );
});

test("whoever is sent twice within a moment goes to the second", async (t) => {
  const page = await openPupil(t, { state: { sent: { ...SENT, lesson: "start" } } });
  await page.load();
  assert.equal(page.read().split(" | ")[1], "go");
  t.mock.timers.tick(500);
  page.hear({ sent: { ...SENT, lesson: "third", number: 2 } });
  t.mock.timers.tick(899);
  assert.deepEqual(page.went, []);
  t.mock.timers.tick(1);
  page.hear({ sent: { ...SENT, lesson: "fourth", number: 3 } });
  t.mock.timers.tick(2000);
  assert.deepEqual(page.went, [`${BASE}lessons/third.html`]);
});

test("a question that all are sent to is marked, gone to and stands in the strip until it is answered or closed", async (t) => {
  const page = await openPupil(t);
  const [card, other] = [page.card("bet-1"), page.card("quiz-1")];
  await page.load();
  page.hear({ sent: { ...SENT, key: "bet-1" }, votes: { fair: { "bet-1": "open" } } });
  const isAsked = () => [card, other].map((one) => one.classList.has("gk-class-asked")).join();
  assert.deepEqual([page.read(), isAsked(), page.revealed], ["asks | asked |  | answer  | ", "true,false", "bet-1"]);
  page.say("said", { kind: "bet", key: "bet-1", value: 3, recalled: false }, card);
  await page.settle();
  const sent = "done | sent |  |  | "; // the card's own line is out of sight
  assert.deepEqual([page.read(), isAsked()], [sent, "false,false"]);
  page.hear({ sent: { ...SENT, key: "quiz-1/2", number: 2 }, votes: { fair: { "quiz-1/2": "open" } } });
  assert.deepEqual([page.read(), isAsked(), page.revealed], ["asks | asked |  | answer  | ", "false,true", "quiz-1"]);
  page.revealed = null;
  document.body.children[0].children[3].click();
  assert.equal(page.revealed, "quiz-1");
  page.hear({ votes: { fair: { "quiz-1/2": "told" } } });
  assert.deepEqual([page.read(), isAsked()], ["quiet | in as Ada (7) |  |  | ", "false,false"]);
});

test("a card is told how the vote on it stands, what was answered in it, and that it is called off", async (t) => {
  const page = await openPupil(t);
  const card = page.card("bet-1");
  await page.load();
  page.say("said", { kind: "bet", key: "bet-1", value: 3, recalled: false }, card);
  await page.settle();
  const stages = [{ "bet-1": "open" }, { "bet-1": "talk" }, { "bet-1": "told" }, {}];
  const seen = stages.map((votes) => {
    page.hear({ votes: { fair: votes, start: { "bet-1": "open" } } });
    const { number, stage, text, value, last, again } = card.heardOf.at(-1);
    return [number, stage, text, value, last, again, card.classList.has("gk-voting")].join(" ");
  });
  assert.deepEqual(seen, [
    "0 open vote_open 3 3 false true",
    "0 talk vote_talk 3 3 false true",
    "0 told vote_told 3 3 false false",
    "0   3 3 false false",
  ]);
  const count = card.heardOf.length;
  page.hear({ rounds: { fair: { "bet-1": 2 } }, votes: { fair: { "bet-1": "open" } } });
  const told = card.heardOf.slice(count).map(({ value, last, again }) => [value, last, again].join(" "));
  assert.deepEqual(told, [" 3 true", " 3 false"], "it is put again once");
  assert.equal(card.querySelector(".gk-class-note").textContent, "again");
  page.hear({});
  assert.equal(card.heardOf.filter(({ again }) => again).length, 1);
  const again = await page.orders(() =>
    page.say("said", { kind: "bet", key: "bet-1", value: 5, recalled: false }, card),
  );
  assert.match(again.join(), /^report lesson=fair key=bet-1 round=2 value=5 turn=/);
});

test("an answer is sent, and its card says how that stands", async (t) => {
  const page = await openPupil(t);
  const card = page.card("bet-1");
  await page.load();
  const note = () => {
    const line = card.querySelector(".gk-class-note");
    return `${line?.textContent ?? ""} ${line?.classList.has("gk-class-waiting") ?? ""}`;
  };
  const say = (value, recalled = false) =>
    page.orders(() => page.say("said", { kind: "bet", key: "bet-1", value, recalled }, card));
  const sent = /^report lesson=fair key=bet-1 round=1 value=(\d) turn=\d+$/;
  assert.equal(sent.exec((await say(3)).join())?.[1], "3");
  assert.equal(note(), "sent false");
  assert.deepEqual(await say(3, true), [], "what the class has is not sent again");
  assert.equal(sent.exec((await say(4, true)).join())?.[1], "4");
  page.report = () => ({ refused: "Too late." });
  await say(5);
  assert.equal(note(), "no: Too late. true");
  page.report = () => null;
  await say(6);
  assert.equal(note(), "waiting true");
  page.report = ({ turn }) => ({ stored: turn + 1 });
  t.mock.timers.tick(2000);
  await page.settle();
  assert.equal(note(), "waiting true", "somebody else's answer confirms nothing");
  page.report = ({ turn }) => ({ stored: turn });
  t.mock.timers.tick(2000);
  await page.settle();
  assert.equal(note(), "sent false");
  localStorage["gamekit:class:c1:me:sent"] = JSON.stringify({ "fair|bet-1": { round: 1, value: 9 } });
  for (const key of ["other", "gamekit:class:c1:me:sent"]) {
    for (const hear of page.heard.storage) hear({ key });
    assert.equal(note(), key === "other" ? "sent false" : "elsewhere true");
  }
});

test("what the strip says stays while a card's own line is on the screen", async (t) => {
  const page = await openPupil(t);
  const card = page.card("bet-1");
  await page.load();
  document.body.children[0].getBoundingClientRect = () => ({ top: 0, bottom: 40 });
  page.hear({ sent: { ...SENT, lesson: "start" } });
  await page.orders(() => page.say("said", { kind: "bet", key: "bet-1", value: 3, recalled: false }, card));
  assert.deepEqual([page.read(), card.textContent], ["done | go |  |  | ", "sent"]);
});

test("a card that comes later than who was sent to it is gone to when it is there", async (t) => {
  const page = await openPupil(t, { session: { "gamekit:class:c1:me:go": "bet-1" } });
  await page.load();
  const card = page.card("bet-1");
  page.say("card", { key: "bet-1" });
  await page.settle();
  assert.deepEqual([page.revealed, card.classList.has("gk-class-asked")], ["bet-1", true]);
});

test("a step is told where somebody stays, and once", async (t) => {
  const page = await openPupil(t);
  await page.load();
  const step = (number, done = 0) => page.say("step", { lesson: "fair", number, done, steps: 5, name: "Play" });
  const sent = await page.orders(async () => {
    step(1);
    t.mock.timers.tick(1199);
    step(2);
    t.mock.timers.tick(1200);
    await page.settle();
    step(2);
    t.mock.timers.tick(1200);
    await page.settle();
    step(2, 1);
    t.mock.timers.tick(1200);
  });
  assert.deepEqual(
    sent.map((one) => one.replace(/turn=.*/, "")),
    ["report lesson=fair number=2 done=0 ", "report lesson=fair number=2 done=1 "],
  );
});

test("steps of the page's lesson are held, and open where somebody was sent to one", async (t) => {
  const session = { "gamekit:class:c1:me:step": "3" };
  const page = await openPupil(t, { session, state: { pace: { fair: 2, start: 9 } } });
  await page.load();
  const paces = () =>
    page.told.filter(([type]) => type === "gamekit:pace").map(([, { open, sentTo, opened }]) => [open, sentTo, opened]);
  page.hear({ pace: {} });
  assert.deepEqual(paces(), [
    [2, 3, "opened"],
    [null, 0, "opened"],
  ]);
  assert.deepEqual(
    page.told.filter(([type]) => type === "gamekit:class").map(([, now]) => now.pace),
    [{ fair: 2, start: 9 }, {}],
  );
});

test("what was kept for somebody else is forgotten, for another class of this browser it stays", async (t) => {
  const kept = () =>
    Object.fromEntries(["c1:me", "c1:you", "c2:me", "c3:me"].map((one) => [`gamekit:class:${one}:queue`, "[]"]));
  const page = await openPupil(t, { cookies: ["c1", "c2"], local: { ...kept(), other: "1" }, session: kept() });
  await page.load();
  const stays = ["gamekit:class:c1:me:queue", "gamekit:class:c2:me:queue"];
  assert.deepEqual(Object.keys(localStorage), [...stays, "other"]);
  assert.deepEqual(
    Object.keys(sessionStorage).filter((one) => one.endsWith("queue")),
    stays,
  );
});

test("whoever is out of the class reads why, and nothing is sent or kept any more", async (t) => {
  const page = await openPupil(t, {
    session: { "gamekit:class:c1:me:go": "x" },
    local: { "gamekit:class:c1:me:followed": "1" },
  });
  const card = page.card("bet-1");
  await page.load();
  page.report = () => ({ status: 403 });
  page.me = () => ({ status: 403, refused: "You are out." });
  await page.orders(() => page.say("said", { kind: "bet", key: "bet-1", value: 3, recalled: false }, card));
  assert.equal(page.read(), "lost | You are out. |  |  | ");
  assert.equal(document.cookie, `gamekit-in-here-c1=; path=${BASE}; max-age=0`);
  assert.deepEqual([Object.keys(localStorage), Object.keys(sessionStorage)], [[], []]);
  assert.deepEqual(
    page.told.slice(-2).map(([type, detail]) => [type, detail && detail.open]),
    [
      ["gamekit:class", null],
      ["gamekit:pace", null],
    ],
  );
});

test("what another tab has left unsent is sent when the line comes back, and not when it goes", async (t) => {
  const page = await openPupil(t);
  await page.load();
  const report = { kind: "answer", lesson: "fair", key: "bet-1", round: 1, value: 3, turn: 1 };
  const leave = () => (localStorage["gamekit:class:c1:me:queue"] = JSON.stringify([report]));
  page.hear({});
  await page.settle();
  leave();
  assert.deepEqual(await page.orders(() => page.socket.onclose({ code: 1006 })), []);
  t.mock.timers.tick(2000);
  assert.equal((await page.orders(() => page.hear({}))).length, 1);
});

test("a token that has changed is asked for, and the answer sent again", async (t) => {
  const page = await openPupil(t);
  const card = page.card("bet-1");
  await page.load();
  const answers = [{ status: 403 }, null];
  page.report = ({ turn }) => answers.shift() ?? { stored: turn };
  const first = await page.orders(() =>
    page.say("said", { kind: "bet", key: "bet-1", value: 3, recalled: false }, card),
  );
  t.mock.timers.tick(2000);
  await page.settle();
  assert.deepEqual([first.length, page.asked.filter((one) => one.endsWith("me")).length], [1, 2]);
  assert.equal(card.querySelector(".gk-class-note").textContent, "sent");
});

test("who is in no class is asked nothing", async (t) => {
  const page = await openPupil(t, { cookies: [] });
  await page.load();
  assert.deepEqual([page.asked, document.body.children, page.socket], [[], [], undefined]);
});
