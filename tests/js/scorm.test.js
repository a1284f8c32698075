// A lesson inside a learning platform, with a platform and a browser's storage made up for it: what is told, kept and come back to.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { MOST_KEPT, Platform, tellPlatform } from "../../gamekit/web/site/scorm.js";
import { newPage } from "./page.js";
import { shelf } from "./shelf.js";

const PAGE = "/package/lessons/coin%20two.html";
const OWN = `gamekit:${PAGE}:`;

/** A platform that keeps what it is told: `how` may refuse, fields it does not know are refused with a code. */
function platformOf(kept = {}, how = {}) {
  const said = [];
  const api = {
    LMSInitialize: () => String(!how.away),
    LMSGetValue: (field) => (how.throws ? how.throws() : (kept[field] ?? "")),
    LMSSetValue(field, value) {
      said.push(field);
      if (how.refuses?.includes(field)) return "false";
      kept[field] = value;
      return "true";
    },
    LMSCommit: () => (said.push("commit"), String(!how.uncommitted)),
    LMSFinish: () => (said.push("finish"), "true"),
    LMSGetLastError: () => how.code ?? "101",
  };
  return { api, kept, said, how };
}

/** The page of a lesson: its own window around it has the platform; `fire` lets something happen on it. */
function lessonPage(api, store = shelf()) {
  newPage("en", store);
  Object.assign(store, { key: (place) => [...store.kept.keys()][place] });
  Object.defineProperty(store, "length", { get: () => store.kept.size, configurable: true });
  const [heard, notices] = [new EventTarget(), []];
  const body = Object.assign(document.createElement("body"), { prepend: (node) => body.append(node) });
  const links = [];
  Object.assign(document, {
    currentScript: { dataset: { ticket: "cell.9", questions: "3", lost: "Not told." } },
    addEventListener: (...given) => heard.addEventListener(...given),
    querySelectorAll: () => links,
    querySelector: () => null,
    body,
  });
  globalThis.location = { pathname: PAGE };
  const top = {};
  top.parent = top;
  globalThis.window = { parent: { API: api, parent: top } };
  window.addEventListener = globalThis.addEventListener = (...given) => heard.addEventListener(...given);
  const fire = (type, detail) => {
    heard.dispatchEvent(Object.assign(new globalThis.Event(type), { detail }));
    mock.timers.tick(0);
  };
  return { store, fire, body, links, notices };
}

const answer = (key, value, right) => ({ kind: "answer", key, value, right });

test("what is told later is committed as well, and nothing is committed twice", () => {
  const { api, said } = platformOf();
  const platform = new Platform(api);
  platform.set("a", "1");
  assert.equal(platform.send(), false, "before it has begun");
  platform.begin();
  for (const field of ["a", "b", null]) {
    if (field) platform.set(field, "2");
    assert.ok(platform.send());
  }
  assert.deepEqual(said, ["a", "cmi.core.lesson_status", "commit", "b", "commit"]);
});

test("a field that a platform does not know is not missed, one that it refuses is sent again", () => {
  const { api, how, kept } = platformOf({}, { refuses: ["b"], code: "401" });
  const platform = new Platform(api);
  platform.begin();
  for (const field of ["a", "b", "c"]) platform.set(field, "1");
  assert.ok(platform.send());
  how.code = "101";
  platform.set("b", "2");
  platform.set("d", "2");
  assert.equal(platform.send(), false);
  assert.equal(kept.d, undefined);
  how.refuses = [];
  assert.ok(platform.send());
  assert.deepEqual([kept.b, kept.c, kept.d], ["2", "1", "2"]);
  how.uncommitted = true;
  platform.set("e", "1");
  assert.deepEqual([platform.send(), platform.send()], [false, false]);
  how.uncommitted = false;
  assert.ok(platform.send());
});

test("a state that a platform has of a pupil stays, and one that it cannot have is begun anew", () => {
  const after = (state) => {
    const { api, kept } = platformOf(state ? { "cmi.core.lesson_status": state } : {});
    const platform = new Platform(api);
    platform.begin();
    platform.send();
    return kept["cmi.core.lesson_status"];
  };
  const states = ["passed", "completed", "failed", "incomplete", "browsed", "not attempted", ""];
  assert.deepEqual(states.map(after), [...states.slice(0, 5), "incomplete", "incomplete"]);
});

test("how long a visit was is told in hours, minutes and seconds, up to what the standard has room for", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["Date"] });
  const platform = new Platform({});
  const told = [1.4, 60, 3599, 3600 * 25 + 62, 3600 * 12345].map((seconds) => {
    mock.timers.setTime(1000 * seconds);
    platform.keep("");
    return platform.waiting.get("cmi.core.session_time");
  });
  assert.deepEqual(told, ["0000:00:01", "0000:01:00", "0000:59:59", "0025:01:02", "9999:00:00"]);
});

test("a platform hears steps, first answers of the exit ticket and how many were right of all its questions", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { api, kept, said } = platformOf();
  const { store, fire } = lessonPage(api);
  tellPlatform();
  store.setItem("gamekit:done:coin two", "S");
  fire("gamekit:step", { name: "Begin", done: 1, steps: 2 });
  assert.deepEqual([kept["cmi.core.lesson_location"], kept["cmi.core.lesson_status"]], ["Begin", "incomplete"]);
  for (const one of [
    answer("cell.9/0", 3, false),
    answer("cell.9/0", 2, true),
    answer("cell.9/1", 1, true),
    answer("cell.91/2", 1, true),
    { kind: "bet", key: "cell.9/2", value: 1, right: true },
  ])
    fire("gamekit:said", one);
  assert.deepEqual(
    ["min", "max", "raw"].map((end) => kept[`cmi.core.score.${end}`]),
    ["0", "100", "33"],
  );
  assert.deepEqual(JSON.parse(kept["cmi.suspend_data"]), {
    ...{ steps: "S", page: {} },
    answered: { "cell.9/0": { right: false, value: 3 }, "cell.9/1": { right: true, value: 1 } },
  });
  fire("gamekit:step", { name: "End", done: 2, steps: 2 });
  assert.equal(kept["cmi.core.lesson_status"], "completed");
  fire("pagehide");
  assert.equal(kept["cmi.core.exit"], "suspend");
  assert.deepEqual(said.slice(-2), ["commit", "finish"]);
});

test("of what a browser has kept of this page the longest is left out where a platform has no room for all", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { api, kept } = platformOf();
  const { store, fire } = lessonPage(api);
  tellPlatform();
  store.setItem("gamekit:/another:x", "other");
  for (const length of [3000, 10, 2000, 500]) store.setItem(`${OWN}${length}`, "x".repeat(length));
  const keptLengths = () => {
    fire("gamekit:said", answer("cell.1/0", 1, true));
    const text = kept["cmi.suspend_data"];
    assert.ok(text.length <= MOST_KEPT);
    return Object.keys(JSON.parse(text).page).map(Number);
  };
  assert.deepEqual(keptLengths(), [10, 500, 2000]);
  const used = kept["cmi.suspend_data"].length;
  const added = (length) => (store.setItem(`${OWN}700`, "x".repeat(length)), keptLengths());
  const room = MOST_KEPT - used - ',"700":""'.length;
  assert.deepEqual(
    [added(room), added(room + 1)],
    [
      [10, 500, 700, 2000],
      [10, 500, 700],
    ],
  );
});

test("what a platform has kept comes back, and what was done before it answered stays", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(console, "info", () => {});
  const page = { bet: "old", quiz: "old" };
  const answered = { "cell.9/0": { right: true, value: 1 }, "cell.9/1": { right: false, value: 2 } };
  const suspended = JSON.stringify({ steps: "S", answered, page });
  const open = (how) => {
    const platform = platformOf({ "cmi.suspend_data": suspended }, how);
    const store = shelf();
    store.setItem(`${OWN}bet`, "new");
    const lesson = lessonPage(platform.api, store);
    tellPlatform();
    return { ...platform, ...lesson, read: () => ["bet", "quiz"].map((name) => store.getItem(OWN + name)) };
  };
  const here = open({});
  assert.deepEqual([here.read(), here.store.getItem("gamekit:done:coin two")], [["old", "old"], "S"]);

  const late = open({ away: true });
  late.fire("gamekit:said", answer("cell.9/0", 3, false));
  assert.deepEqual([late.read(), late.body.textContent], [["new", null], "Not told."]);
  mock.timers.tick(5000);
  assert.equal(late.body.textContent, "Not told.", "once");
  late.how.away = false;
  mock.timers.tick(5000);
  assert.deepEqual([late.read(), late.body.textContent], [["new", "old"], ""]);
  assert.deepEqual(JSON.parse(late.kept["cmi.suspend_data"]).answered, {
    ...answered,
    "cell.9/0": { right: false, value: 3 },
  });
});

test("without a platform, or behind another site's window, a lesson is as it always is", (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(console, "info", () => {});
  const { store, fire } = lessonPage(undefined);
  tellPlatform();
  fire("gamekit:step", { name: "End", done: 2, steps: 2 });
  Object.defineProperty(window.parent, "API", {
    get() {
      throw new Error("another site");
    },
  });
  tellPlatform();
  assert.equal(store.kept.size, 0);
  window.opener = { API: platformOf({ "cmi.suspend_data": '{"page":{"bet":"kept"}}' }).api };
  tellPlatform();
  assert.equal(store.getItem(`${OWN}bet`), "kept");
});
