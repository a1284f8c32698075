// Which sounds a board makes when, with a browser's loudspeaker played by a list.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Sounds, TONES } from "../../gamekit/web/board/sounds.js";
import { shelf } from "./shelf.js";

let played = [];
let time = 0;

class Loudspeaker {
  state = "running";
  currentTime = 0;
  destination = {};
  createOscillator() {
    const pipe = {
      frequency: { value: 0 },
      connect: (next) => next,
      start: () => played.push(pipe.frequency.value),
      stop: () => {},
    };
    return pipe;
  }
  createGain() {
    return {
      gain: { setValueAtTime: () => {}, linearRampToValueAtTime: (loud) => assert.ok(loud <= 0.05) },
      connect: (next) => next,
    };
  }
}

beforeEach(() => Object.assign(globalThis, { AudioContext: Loudspeaker }));
afterEach(() => {
  delete globalThis.AudioContext;
  played = [];
});

const sounds = ({ store = shelf(), still = false } = {}) =>
  new Sounds({ store, still: () => still, clock: () => (time += 1000) });
const switched = (given) => {
  const made = sounds(given);
  made.choose(true);
  played = [];
  return made;
};
const by = (...players) => players.map((player) => ({ player, chance: player < 0 }));
const hertz = (name) => TONES[name].map((tone) => tone.hertz);
const heard = (made, shown) => {
  played = [];
  made.follow({ open: true, ...shown, now: { player: 0, human: true, over: null, ...shown.now } });
  return played;
};

test("nothing is heard until somebody switches sounds on, and a look at the end of a game is none", () => {
  const made = sounds();
  assert.deepEqual(heard(made, { step: 1, steps: by(1) }), []);
  made.choose(true);
  made.begin(1);
  assert.deepEqual(heard(made, { step: 1, steps: by(1), now: { over: "A wins" } }), []);
});

test("the switch is kept for every board of the browser, and a full or missing store is none", () => {
  const store = shelf();
  sounds({ store }).choose(true);
  assert.ok(sounds({ store }).on);
  sounds({ store }).choose(false);
  assert.equal(sounds({ store }).on, false);
  for (const poor of [null, shelf({ letters: 0 })]) {
    const made = sounds({ store: poor });
    made.choose(true);
    assert.ok(made.on);
    assert.equal(sounds({ store: poor }).on, false);
  }
});

test("an action clicks, the own turn is told once the others have played, and the end is a chord", () => {
  const made = switched();
  assert.deepEqual(heard(made, { step: 1, steps: by(0) }), hertz("action"), "still one's own turn");
  assert.deepEqual(heard(made, { step: 2, steps: by(0, 1, 1), open: false }), hertz("action"));
  assert.deepEqual(heard(made, { step: 3, steps: by(0, 1, 1) }), hertz("turn"));
  assert.deepEqual(heard(made, { step: 3, steps: by(0, 1, 1) }), [], "drawn again");
  assert.deepEqual(heard(made, { step: 4, steps: by(0, 1, 1, -1) }), [], "chance is none of anybody's actions");
  assert.deepEqual(heard(made, { step: 1, steps: by(0, 1, 1, -1), open: false }), [], "looking back");
  assert.deepEqual(
    heard(made, { step: 5, steps: by(0, 1, 1, -1, 0), now: { human: false, over: "A wins" } }),
    hertz("end"),
  );
});

test("what was taken back and played again is heard again", () => {
  const made = switched();
  heard(made, { step: 2, steps: by(0, 1) });
  assert.deepEqual(heard(made, { step: 0, steps: [] }), []);
  assert.deepEqual(heard(made, { step: 1, steps: by(0), open: false }), hertz("action"));
  assert.deepEqual(heard(made, { step: 2, steps: by(0, 1) }), hertz("turn"));
});

test("who wants nothing to move, a page out of sight and a browser without sound hear nothing", () => {
  const still = switched({ still: true });
  assert.deepEqual(heard(still, { step: 1, steps: by(0) }), []);
  const made = switched();
  delete globalThis.AudioContext;
  assert.deepEqual(heard(made, { step: 1, steps: by(0) }), []);
});

test("actions that follow at once are one click", () => {
  const made = new Sounds({ store: shelf(), still: () => false, clock: () => 5 });
  made.on = true;
  heard(made, { step: 1, steps: by(1, 1, 1), open: false });
  assert.deepEqual(heard(made, { step: 2, steps: by(1, 1, 1), open: false }), []);
});
