// A page's line to the class, without a server and without a browser: its WebSocket, and the questions in its place.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Line } from "../../gamekit/web/class/line.js";
import { shelf } from "./shelf.js";

const sockets = [];
class Socket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(address) {
    this.address = String(address);
    sockets.push(this);
  }
  close() {
    this.closed = true;
  }
  send(text) {
    this.sent.push(text);
  }
  hear(message) {
    this.readyState = 1;
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  sockets.length = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, {
    window: globalThis,
    sessionStorage: shelf(),
    location: { href: "http://here/class" },
    WebSocket: Socket,
  });
});

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

// A line; `answers` is what the server says to each question, null where it is not reached.
function opened(...answers) {
  const asked = [],
    heard = [],
    stood = [];
  let ended = 0;
  globalThis.fetch = async (address, options = {}) => {
    asked.push({ address: String(address), ...options });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError("no network");
    return { ok: true, json: async () => answer };
  };
  const line = new Line({
    base: "/",
    live: "/live",
    polled: "/polled",
    xsrf: "x",
    onMessage: (message) => heard.push(message),
    onState: (state) => stood.push(state),
    onEnd: () => (ended += 1),
  });
  return { line, asked, heard, stood, ended: () => ended };
}

test("a line that answers is the only one, and nothing is asked", async () => {
  const { line, asked, heard, stood } = opened(null);
  sockets[0].hear({ number: 1 });
  mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([asked.length, heard, stood, sockets.length], [0, [{ number: 1 }], ["live"], 1]);
  assert.equal(await line.send({ do: "sit" }), true);
  assert.deepEqual(sockets[0].sent, ['{"do":"sit"}']);
});

test("a line that is swallowed is given up after eight seconds, and the page asks", async () => {
  const { line, asked, heard, stood } = opened({ line: "k", told: [[1, '{"number":1}']] }, { line: "k", told: [] });
  mock.timers.tick(7_900);
  await settle();
  assert.equal(asked.length, 0);
  mock.timers.tick(200);
  await settle();
  assert.equal(sockets[0].closed, true);
  assert.deepEqual([heard, stood], [[{ number: 1 }], ["polling"]]);
  mock.timers.tick(300);
  await settle();
  assert.match(asked[1].address, /line=k&seen=1/);
  assert.equal(await line.send({ do: "sit" }), true);
  assert.deepEqual(
    [asked.at(-1).method, asked.at(-1).body, asked.at(-1).headers["X-XSRFToken"]],
    ["POST", '{"do":"sit"}', "x"],
  );
});

test("the next page of the tab asks at once, until a line gets through again", async () => {
  opened({ line: "k", told: [] });
  mock.timers.tick(8_100);
  await settle();
  const next = opened({ line: "l", told: [] });
  await settle();
  assert.deepEqual(next.stood, ["polling"]);
  sockets.at(-1).hear({});
  assert.deepEqual(next.stood, ["polling", "live"]);
  const last = opened({ line: "m", told: [] });
  await settle();
  assert.equal(last.asked.length, 0);
});

test("a line is tried again more and more seldom, up to once a minute", async () => {
  const { line } = opened({ line: "k", told: [] });
  for (const [count, pause] of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].entries()) {
    sockets[count].onclose({ code: 1006 });
    mock.timers.tick(pause - 1);
    assert.equal(sockets.length, count + 1);
    mock.timers.tick(1);
    assert.equal(sockets.length, count + 2);
  }
  line.state = "ended";
  await settle();
});

test("a line that is refused at once is replaced at once", async () => {
  const { stood } = opened({ line: "k", told: [] });
  sockets[0].onclose({ code: 1006 });
  await settle();
  assert.deepEqual(stood, ["polling"]);
});

test("a server that is gone is said, and its return is found by the line as well", async () => {
  const { stood } = opened(null, { line: "k", told: [] });
  sockets[0].hear({});
  sockets[0].onclose({ code: 1006 });
  mock.timers.tick(2_000); // the second line
  sockets[1].onclose({ code: 1006 });
  await settle();
  assert.deepEqual(stood, ["live", "lost"]);
  mock.timers.tick(2_000);
  await settle();
  sockets.at(-1).hear({});
  assert.deepEqual(stood, ["live", "lost", "polling", "live"]);
});

test("what a server that was started anew says is not taken for what is known", async () => {
  const { asked, heard } = opened(
    { line: "k", told: [[5, "5"]] },
    { line: "l", told: [] },
    { line: "l", told: [[1, "6"]] },
  );
  sockets[0].onclose({ code: 1006 });
  await settle();
  for (let i = 0; i < 2; i += 1) {
    mock.timers.tick(300);
    await settle();
  }
  assert.match(asked[2].address, /line=l&seen=0/);
  assert.deepEqual(heard, [5, 6]);
});

test("who does not belong to the class any more is told so, by either way, and nothing is asked again", async () => {
  for (const close of [(socket) => socket.onclose({ code: 4001 }), (socket) => socket.onclose({ code: 1006 })]) {
    const { asked, stood, ended } = opened({ closed: 4001 });
    close(sockets.at(-1));
    await settle();
    const before = asked.length;
    mock.timers.tick(90_000);
    await settle();
    assert.deepEqual([stood, ended(), asked.length], [["ended"], 1, before]);
  }
});

test("after its end nothing is heard that a line still says", () => {
  const { line, heard, stood, ended } = opened(null);
  sockets[0].hear({ number: 1 });
  line.end();
  sockets[0].hear({ number: 2 });
  sockets[0].onclose({ code: 4001 });
  assert.deepEqual([heard, stood, ended(), sockets[0].closed], [[{ number: 1 }], ["live", "ended"], 1, true]);
});
