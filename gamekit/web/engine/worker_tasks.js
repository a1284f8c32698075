// What one worker does: a batch of playouts. It draws from the same streams as gamekit/lab/engine/playouts.py, so that
// the same seed gives the same games there and here.
import { streamWords } from "./random.js";
import { happenings } from "./reasons.js";

/** @import { Game, Machine, Played, Task } from "./types" */

export const BATCH = 100;
const FROM_THE_VIEW = -1;

/** One batch of playouts from a position as it is, whoever may know it: {returns, counts}. @param {Machine} machine @param {Task} given */
function playPosition(machine, { seats, seed, position, batch, size }) {
  const room = machine.batch(size, seats.length);
  machine.fillLuck(room, size, streamWords([seed], [batch, 1]));
  machine.bytes(room.starts, machine.size).set(position);
  return machine.play(room, size, 1, seats, FROM_THE_VIEW, streamWords([seed], [batch, 2]));
}

/** One batch of playouts after `action`: {returns, counts}. @param {Machine} machine @param {Task} given */
function playBatch(machine, { seats, seed, view, player, action, batch, size }) {
  const room = machine.batch(size, seats.length);
  machine.deal(room, size, view, player, streamWords([seed], [batch, 0]));
  machine.fillLuck(room, size, streamWords([seed], [batch, 1]));
  return machine.play(room, size, size, seats, action, streamWords([seed], [batch, 2]));
}

/**
 * One batch of playouts after `action`, from which the tree learns: {returns, counts, nodes, edges}. The tree goes from task
 * to task with the action it belongs to; without one it begins. @param {Game} game @param {Task} given
 */
function searchBatch(game, { seats, seed, view, player, action, batch, size, ahead, playouts, tree }) {
  const { machine } = game,
    settings = game.data.search,
    room = machine.batch(size, seats.length);
  machine.deal(room, size, view, player, streamWords([seed], [batch, 0]));
  machine.fillLuck(room, size, streamWords([seed], [batch, 1]));
  const grown = tree ?? newTree(playouts, settings);
  return machine.search(room, size, seats, action, streamWords([seed], [batch, 2]), {
    player,
    ahead,
    settings,
    ...grown,
  });
}

/** An empty tree with room for so many nodes, as many as the settings allow at most. @param {number} playouts @param {{most_nodes: number, edges_a_node: number, node: number, edge: number}} given */
function newTree(playouts, { most_nodes, edges_a_node, node, edge }) {
  const rows = Math.max(2, Math.floor((Math.min(playouts, most_nodes) * 4) / 3) + 2);
  return { nodes: new BigInt64Array(rows * node), edges: new Float64Array(rows * edges_a_node * edge) };
}

/** @type {Record<string, (game: Game, task: any) => Played>} */
const TASKS = {
  position: ({ machine }, task) => playPosition(machine, task),
  batch: ({ machine }, task) => playBatch(machine, task),
  search: searchBatch,
  happenings,
};

/** The memory of an answer, or of a task, that goes from worker to page and back without being copied. @param {any} given */
export const listHandedOver = ({ returns, counts, nodes, edges }) =>
  [returns, counts, nodes, edges].filter(Boolean).map(({ buffer }) => buffer);

/** Do one task for a game. @param {Game} game @param {Partial<Task>} task */
export function runTask(game, task) {
  const done = TASKS[task.kind ?? ""](game, task);
  if (!done.fine) throw new Error("The game did not come to an end.");
  return done;
}
