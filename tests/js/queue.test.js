// What a page has still to send to the class, without a server and without a browser.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Queue } from "../../gamekit/web/class/send_queue.js";
import { shelf } from "./shelf.js";

beforeEach(() => Object.assign(globalThis, { window: globalThis, localStorage: shelf() }));

// Resolves when a queue has nothing left to send.
async function settled(queue) {
  while (queue.sending) await new Promise((done) => setTimeout(done, 1));
}
const bet = (value, more = {}) => ({ kind: "bet", lesson: "pig", key: "b1", round: 1, value, ...more });

// A queue whose server answers as `outcomes` say, then stores all; what was delivered, and what the cards heard.
function opened(...outcomes) {
  const delivered = [],
    heard = [];
  const deliver = async (report) => (delivered.push(report.value), outcomes.shift() ?? "stored");
  const queue = new Queue({
    own: "me:",
    deliver,
    mark: (report, key, values) => heard.push([report.value, key, values?.reason].filter(Boolean).join(" ")),
    wait: 1,
  });
  return { queue, delivered, heard };
}

test("what the server could not take is sent again, in its order, and is known when it is there", async () => {
  const { queue, delivered, heard } = opened("later");
  queue.add(bet(1));
  queue.add(bet(2, { key: "b2" }));
  await settled(queue);
  assert.deepEqual(delivered, [1, 1, 2]);
  assert.deepEqual(heard, ["1 waiting", "2 waiting", "1 sent", "2 sent"]);
  assert.deepEqual(queue.lastSent("pig", "b2"), { round: 1, value: 2 });
  assert.equal(queue.lastSent("pig", "b3"), undefined);
});

test("of a bet that waits only the last value is sent, of answers every one", async () => {
  const { queue, delivered } = opened();
  queue.sending = true; // nothing gets through for now
  for (const kind of ["bet", "answer"]) for (const value of [1, 2]) queue.add(bet(`${kind} ${value}`, { kind }));
  queue.sending = false;
  await queue.send();
  assert.deepEqual(delivered, ["bet 2", "answer 1", "answer 2"]);
});

test("a card that is answered anew while its answer is on the way is told when the last one is there", async () => {
  const { queue, delivered, heard } = opened();
  queue.add(bet(1));
  queue.add(bet(2, { round: 2 }));
  await settled(queue);
  assert.deepEqual([delivered, heard], [[1, 2], ["2 sent"]]);
});

test("a bet of a second vote does not take the place of the first one that waits", async () => {
  const { queue, delivered } = opened();
  queue.sending = true;
  queue.add(bet(1));
  queue.add(bet(2, { round: 2 }));
  queue.sending = false;
  await queue.send();
  assert.deepEqual(delivered, [1, 2]);
});

test("what the server has of one card is known beside what it has of others", async () => {
  const { queue } = opened();
  queue.add(bet(1));
  queue.add(bet(2, { key: "b2" }));
  await settled(queue);
  assert.deepEqual([queue.lastSent("pig", "b1")?.value, queue.lastSent("pig", "b2")?.value], [1, 2]);
});

test("what the server refuses is not sent again, and its card says why", async () => {
  const { queue, delivered, heard } = opened("too late");
  queue.add(bet(1));
  await settled(queue);
  await queue.send();
  assert.deepEqual([delivered, heard], [[1], ["1 refused too late"]]);
});

test("another tab sends what this one left, and turns grow across tabs", async () => {
  const { queue } = opened();
  queue.sending = true;
  queue.add(bet(1));
  const other = opened();
  other.queue.add(bet(2, { key: "b2" }));
  await settled(other.queue);
  assert.deepEqual(other.delivered, [1, 2]);
  assert.ok(queue.nextTurn() > 0 && other.queue.nextTurn() < queue.nextTurn());
});

test("when the class is over nothing is kept, and nothing is sent any more", async () => {
  const { queue, delivered } = opened("later");
  queue.add(bet(1));
  queue.end();
  queue.add(bet(2));
  await settled(queue);
  assert.deepEqual([delivered, localStorage.kept.size], [[1], 0]);
});

test("without room in the browser all is sent nevertheless, in its order", async (t) => {
  t.mock.method(console, "info", () => {});
  globalThis.localStorage = shelf({ letters: 0 });
  const { queue, delivered } = opened("later");
  for (const value of [1, 2]) queue.add(bet(value, { kind: "answer" }));
  await settled(queue);
  assert.deepEqual([delivered, queue.all()], [[1, 1, 2], []]);
});
