// What one worker does: a chunk of a simulation, or a batch of a coach's playouts. The same streams as in Python
// (gamekit/lab/chunks.py, playouts.py), so that the same seed gives the same games there and here.

import { streamWords } from "./random.js";
import { happenings } from "./reasons.js";

export const CHUNK = 256;
export const BATCH = 100;
const FROM_THE_VIEW = -1;

/** One chunk of a simulation: {returns, counts}, a row for each game. */
function playChunk(machine, { seats, seed, games, chunk }) {
  const n = Math.min(CHUNK, games - chunk * CHUNK), room = machine.batch(CHUNK, seats.length);
  machine.fillLuck(room, n, streamWords([seed], [chunk, 0]));
  machine.bytes(room.starts, machine.size).set(machine.start());
  return machine.play(room, n, 1, seats, FROM_THE_VIEW, streamWords([seed], [chunk, 1]));
}

/** One batch of playouts after `action`: {returns, counts}. */
function playBatch(machine, { seats, seed, view, player, action, batch, size }) {
  const room = machine.batch(size, seats.length);
  machine.deal(room, size, view, player, streamWords([seed], [batch, 0]));
  machine.fillLuck(room, size, streamWords([seed], [batch, 1]));
  return machine.play(room, size, size, seats, action, streamWords([seed], [batch, 2]));
}

const LABOURS = {
  chunk: ({ machine }, task) => playChunk(machine, task),
  batch: ({ machine }, task) => playBatch(machine, task),
  happenings,
};

/** Do one task for a game. */
export function labour(game, task) {
  const done = LABOURS[task.kind](game, task);
  if (!done.fine) throw new Error("The game did not come to an end.");
  return done;
}
