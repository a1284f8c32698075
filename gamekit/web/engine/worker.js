// The script of a worker: it loads one game and does the tasks it is handed, one after another.

import { sentenceOf } from "./errors.js";
import { Game, unpack } from "./game.js";
import { listHandedOver, labour } from "./worker_tasks.js";

let game = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.task) {
      const done = labour(game, data.task);
      self.postMessage({ done }, { transfer: listHandedOver(done) });
    } else {
      game = new Game(await unpack(data.pack), data.given, data.made);
      self.postMessage({ ready: true });
    }
  } catch (error) {
    self.postMessage({ error: sentenceOf(error) });
  }
};
