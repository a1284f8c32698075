// What pages say and keep, and how they notice that Python is gone, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alphabetical, list, moment, speaker } from "../../gamekit/web/shared/dom.js";
import { figure, groupThousands, percent, stepFrom } from "../../gamekit/web/shared/numbers.js";
import { deflate, fileChooser, inflate, textOf } from "../../gamekit/web/shared/files.js";
import { Lifeline, viewOf } from "../../gamekit/web/shared/widget_view.js";
import { SharedTable } from "../../gamekit/web/table/shared_table.js";
import { Memory, recallGreeting } from "../../gamekit/web/shared/storage.js";
import { KernelLink } from "../../gamekit/web/table/kernel_link.js";
import { GivenUp } from "../../gamekit/web/table/game_flow.js";
import { newPage } from "./page.js";
import { shelf } from "./shelf.js";

globalThis.window = { location: { pathname: "/play/pig" } };

function kernel() {
  const sent = [],
    ears = new Map();
  const on = (name, hear) => ears.set(name, [...(ears.get(name) ?? []), hear]);
  const send = (message, callbacks) => sent.push({ message, callbacks });
  const tell = (name, told) => (ears.get(name) ?? []).forEach((hear) => hear(told));
  return { sent, on, send, tell, off: () => {}, get: () => ({}) };
}

test("a sentence is filled in, and what has no value stays to be seen", () => {
  const say = speaker({ step_of: "Step {step} of {last}" });
  assert.equal(say("step_of", { step: 0, last: 8 }), "Step 0 of 8");
  assert.equal(say("step_of", { step: 3 }), "Step 3 of {last}");
  assert.equal(say("nobody_said_this"), "nobody_said_this");
  newPage("de");
  assert.equal(say("step_of", { step: -1.5, last: 8 }), "Step −1,5 of 8");
  newPage("en");
});

test("a share has a decimal where it is small, and none where it is nothing", () => {
  const told = ["0", "1.2", "10.0", "10", "50", "100"].map((number) => `${number}\u00a0%`);
  assert.deepEqual([0, 0.0123, 0.0999, 0.1, 0.5, 1].map(percent), told);
});

test("what is rounded to nothing has no minus", () => {
  globalThis.document = { documentElement: { lang: "de" } };
  assert.deepEqual([figure(-0.04, 1), figure(-0.3), figure(-0.06, 1), groupThousands(-0)], ["0,0", "0", "−0,1", "0"]);
});

test("numbers, dates and names are written as the language of the page does", () => {
  const written = (lang) => {
    globalThis.document = { documentElement: { lang } };
    const day = moment(new Date(2026, 10, 27, 14, 30), { dateStyle: "long", timeStyle: "short" });
    return [
      percent(0.0123),
      `${figure(1234.56, 1)} ${groupThousands(-16800)}`,
      day,
      alphabetical(["Zürich", "Österreich", "Oslo", "École", "Erfurt"]).join(),
      list(["A", "B", "C"]),
    ];
  };
  const names = "École,Erfurt,Oslo,Österreich,Zürich";
  const [german, french, english] = ["de", "fr", "en"].map(written);
  delete globalThis.document;
  assert.deepEqual(german, ["1,2\u00a0%", "1234,6 −16.800", "27. November 2026 um 14:30", names, "A, B und C"]);
  assert.deepEqual(
    [...french.slice(0, 2), ...french.slice(3)],
    ["1,2\u00a0%", "1234,6 −16\u202f800", names, "A, B et C"],
  );
  assert.match(french[2], /^27 novembre 2026 à 14:30$/);
  assert.deepEqual([...english.slice(0, 2), english[3]], ["1.2\u00a0%", "1234.6 −16,800", names]);
  assert.match(english[2], /^(November 27, 2026|27 November 2026) at (2:30\sPM|14:30)$/);
});

test("a text is read as its editor marks it", async () => {
  const read = (...bytes) => textOf(new Blob([new Uint8Array(bytes)]));
  assert.equal(await read(0xef, 0xbb, 0xbf, 0xc3, 0xa4), "ä");
  assert.equal(await read(0xff, 0xfe, 0xe4, 0), "ä");
  assert.equal(await read(0xfe, 0xff, 0, 0xe4), "ä");
  assert.deepEqual([await read(), await read(0x78)], ["", "x"]);
});

test("the same file can be chosen a second time, and one that is far too large is not read", async () => {
  newPage();
  const told = [];
  const input = fileChooser((key) => key, { tell: (text) => told.push(text), send: ({ name }) => told.push(name) });
  for (const size of [1, 1, 1e9]) {
    Object.assign(input, { value: "game.json", files: [Object.assign(new Blob(["{}"]), { name: "game.json" })] });
    Object.defineProperty(input.files[0], "size", { value: size });
    input.dispatchEvent({ type: "change" });
    assert.equal(input.value, "", "else a browser says nothing of the same choice");
    await new Promise((done) => setTimeout(done, 0));
  }
  assert.deepEqual(told, ["game.json", "game.json", "file_too_large"]);
});

test("what unfolds to more than is expected is read no further", async () => {
  const folded = await deflate("0".repeat(10_000));
  assert.equal((await inflate(folded, 10_000)).length, 10_000);
  await assert.rejects(inflate(folded, 9_999), RangeError);
  const long = `a${"ü".repeat(200_000)}`; // it comes in parts, which end between the bytes of a letter
  assert.equal(await inflate(await deflate(long), 1e6), long);
});

test("a game is kept, set aside and recalled, each place of its own", () => {
  const memory = new Memory("game", shelf());
  assert.equal(memory.recall(), null);
  assert.ok(memory.keep({ actions: [1, 2] }));
  memory.setAside();
  assert.equal(memory.recall(), null);
  assert.deepEqual(memory.aside.recall(), { actions: [1, 2] });
});

test("a page takes up its own game only; one that does not fit waits, and one that goes on waits no more", () => {
  newPage();
  window.sessionStorage = shelf();
  new Memory("game").keep({ actions: [1] });
  recallGreeting("game").onRestored({ unfit: true });
  assert.deepEqual([recallGreeting("game").snapshot, recallGreeting("game").aside], [null, { actions: [1] }]);
  window.location.pathname = "/another";
  assert.equal(recallGreeting("game").aside, null);
  window.location.pathname = "/lesson";
  recallGreeting("game").onRestored({ returned: true });
  assert.equal(recallGreeting("game").aside, null);
});

test("without room for it a game is not lost by setting it aside", (t) => {
  t.mock.method(console, "info", () => {});
  const memory = new Memory("game", shelf({ keys: 1 }));
  memory.keep({ actions: [7] });
  memory.setAside();
  assert.deepEqual(memory.recall(), { actions: [7] });
});

test("where nothing may be kept, nothing fails", (t) => {
  t.mock.method(console, "info", () => {});
  const memory = new Memory("game", null);
  assert.equal(memory.keep({}), false);
  assert.equal(memory.recall(), null);
  memory.forget();
});

test("what cannot be read counts as nothing kept", (t) => {
  t.mock.method(console, "info", () => {});
  const store = shelf(),
    memory = new Memory("game", store);
  store.kept.set(memory.key, "{ half");
  assert.equal(memory.recall(), null);
});

test("a kernel that has done with a message and said nothing is another one", () => {
  const model = { ...kernel(), get: () => ({ gone: "Python is gone." }) };
  let lost = 0;
  const line = new Lifeline(model, () => (lost += 1));
  const status = (state) => model.sent.at(-1).callbacks.iopub.status({ content: { execution_state: state } });
  line.send({ do: "hello" });
  status("busy");
  model.tell("msg:custom", { type: "heard" });
  status("idle");
  assert.equal(lost, 0);
  line.send({ do: "follow" });
  status("busy");
  status("idle");
  assert.equal(lost, 1);
});

test("a board whose kernel is gone waits for no strategy in Python any more", () => {
  const model = { ...kernel(), get: () => ({ gone: "Python is gone." }) };
  const { line, wire } = new SharedTable(model);
  let given = 0;
  wire.giveUp = () => (given += 1);
  line.send({ do: "hello" });
  for (const state of ["busy", "idle"])
    model.sent.at(-1).callbacks.iopub.status({ content: { execution_state: state } });
  assert.equal(given, 1);
});

test("each view of a card is made once, hears what is new, is told of a lost kernel, and ends with its view", () => {
  const root = newPage();
  const model = { ...kernel(), get: () => ({ gone: "Python is gone." }) };
  const heard = [];
  const create = (_root, data) => ({
    receive: ({ type }) => heard.push(`${data} ${type}`),
    onDisconnect: () => heard.push(`${data} lost`),
    stop: () => heard.push(`${data} stop`),
  });
  root.prepend = (...nodes) => root.append(...nodes);
  const off = [];
  model.off = (name) => off.push(name);
  const end = viewOf(create, () => ({ page: 7 }))({ model, el: root });
  assert.deepEqual(model.sent[0].message, { do: "hello", page: 7 });
  model.tell("msg:custom", { type: "stored" });
  for (const data of ["one", "two"]) model.tell("msg:custom", { type: "all", data });
  model.tell("msg:custom", { type: "stored" });
  assert.deepEqual(heard, ["one all", "one stored"]);
  model.tell("comm_live_update");
  assert.deepEqual([heard.at(-1), root.textContent], ["one lost", "Python is gone."]);
  end();
  assert.deepEqual([heard.at(-1), off.toSorted()], ["one stop", ["comm_live_update", "msg:custom", "msg:custom"]]);
});

test("answers reach who asked, by their number, and errors as such", async () => {
  const model = kernel(),
    heard = [],
    wire = new KernelLink(model, model, (message) => heard.push(message.type));
  const [one, other] = [wire.ask({ do: "make" }), wire.ask({ do: "make" })];
  const [first, second] = model.sent.map(({ message }) => message.number);
  model.tell("msg:custom", { type: "answer", number: second, value: 2 });
  model.tell("msg:custom", { type: "answer", number: first, error: "No such game." });
  model.tell("msg:custom", { type: "moved" });
  assert.equal(await other, 2);
  await assert.rejects(one, /No such game/);
  assert.deepEqual(heard, ["moved"]);
});

test("choices alone are given up, and where the game stands is told once", async () => {
  const model = kernel(),
    wire = new KernelLink(model, model, () => {});
  const choice = wire.choose(1, {});
  assert.equal(wire.choosing, 1);
  wire.giveUp();
  await assert.rejects(choice, GivenUp);
  assert.equal(wire.choosing, 0);
  wire.tell({ step: 3 });
  wire.tell({ step: 3 });
  wire.tell({ step: 4 });
  assert.deepEqual(
    model.sent.filter(({ message }) => message.do === "follow").map(({ message }) => message.step),
    [3, 4],
  );
});

test("an arrow steps on the steps of a range and never beside them", () => {
  const allowed = { low: 1, high: 10, step: 4 };
  const from = [1, 5, 9, 10, null, 6];
  assert.deepEqual(
    from.map((number) => stepFrom(number, 1, allowed)),
    [5, 9, 9, 9, 1, 9],
  );
  assert.deepEqual(
    from.map((number) => stepFrom(number, -1, allowed)),
    [1, 1, 5, 9, 1, 5],
  );
});

test("an engine is handed out when it knows the game, which is fetched once for all boards, and again where it did not come", async () => {
  const games = [];
  const gamekit = { add: async (pack) => games.push(pack.name), OptionError: Error };
  globalThis.gamekitShelf = new Map([["e1 engine", Promise.resolve(gamekit)]]);
  const models = [kernel(), kernel()];
  const wires = models.map((model) => Object.assign(new KernelLink(model, model, () => {}), { edition: "e1" }));
  const brought = wires.map((wire) => wire.bring("made"));
  const early = [];
  brought.forEach((one) =>
    one.then(
      () => early.push(true),
      () => {},
    ),
  );
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual([early, models.map(({ sent }) => sent.length)], [[], [1, 0]]);
  const answer = (model, more) => {
    const { number, what } = model.sent.at(-1).message;
    model.tell("msg:custom", { type: "answer", number, ...more });
    return what;
  };
  answer(models[0], { error: "No such game." });
  await assert.rejects(brought[0], /No such game/);
  await new Promise((done) => setTimeout(done, 0));
  assert.equal(answer(models[1], { value: '{"name":"made"}' }), "made");
  assert.deepEqual([await brought[1], games], [gamekit, ["made"]]);
  const ended = wires[0].choose("mine", {});
  models[0].tell("destroy");
  await assert.rejects(ended, GivenUp);
});
