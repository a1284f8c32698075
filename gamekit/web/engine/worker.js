// The script of a worker: it loads one game and does the tasks it is handed, one after another.
import { sentenceOf } from "./errors.js";
import { Game, unpack } from "./game.js";
import { listHandedOver, runTask } from "./worker_tasks.js";

/** @type {Game} */
let game;

self.onmessage = async ({ data }) => {
  try {
    if (data.task) {
      const done = runTask(game, data.task);
      self.postMessage({ done }, { transfer: listHandedOver(done) });
    } else {
      game = new Game(await unpack(data.pack), data.given, data.made);
      self.postMessage({ ready: true });
    }
  } catch (error) {
    self.postMessage({ error: sentenceOf(error) });
  }
};
