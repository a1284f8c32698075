// Web Workers on all cores. Where a page may have none, the same tasks are done here, a little at a time, so that the
// page stays alive. Which tasks there are is said in worker_tasks.js.
import { BrowserError } from "./errors.js";
import { listHandedOver, runTask } from "./worker_tasks.js";

/** @import { Game, Played, Task } from "./types" */

const SLICE = 12;
const READY_WITHIN = 5000;

/** The text of the workers' script (worker.js and all it needs), set by `equip`. */
let script = "";
let blocked = false;

/** Hand over the workers' script: whoever joins the engine into a page does this. @param {string} text */
export function equip(text) {
  script = text;
}

/** Whether games are played beside the page, and if not, the sentence that says so. */
export function poolNotice() {
  return blocked ? "This page may not use more than one core (workers are blocked); everything works, but slower." : "";
}

/** @type {Map<string, PoolWorker[]>} */
const pools = new Map();
/** @param {Game} game */
const keyOf = ({ source }) => JSON.stringify([source.pack.name, source.given, source.made]);

/** Workers for a game with these options, started on first use. @param {Game} game */
function poolOf(game) {
  const key = keyOf(game);
  const running = pools.get(key);
  if (running) return running;
  for (const [other, pool] of pools) if (!pool.some((worker) => worker.asked)) dismiss(other);
  const pool = startPool(game);
  pools.set(key, pool);
  return pool;
}

/** @param {Game} game */
function startPool(game) {
  if (blocked || !script || typeof Worker === "undefined") return [];
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const many = Math.max(1, Math.min(16, globalThis.navigator?.hardwareConcurrency ?? 2));
    return Array.from({ length: many }, () => new PoolWorker(url, game));
  } catch {
    blocked = true;
    return [];
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), READY_WITHIN);
  }
}

/** @param {string} key */
function dismiss(key) {
  for (const one of pools.get(key) ?? []) one.worker.terminate();
  pools.delete(key);
}

/** One worker. */
class PoolWorker {
  /** @param {string} url @param {Game} game */
  constructor(url, game) {
    this.asked = 0;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.worker = new Worker(url);
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new BrowserError("A worker did not start.")), READY_WITHIN);
      this.worker.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.ready) resolve();
        else reject(new BrowserError(data.error));
      };
      this.worker.onerror = (event) => {
        event.preventDefault?.();
        clearTimeout(late);
        reject(new BrowserError("Workers are blocked."));
      };
    });
    this.ready.catch(() => {});
    this.worker.postMessage(game.source);
  }

  /** One task after another, whoever asks. @param {Partial<Task>} task @returns {Promise<Played>} */
  ask(task) {
    this.asked += 1;
    const answer = this.turn.then(() => this.answer(task)).finally(() => (this.asked -= 1));
    this.turn = answer.catch(() => {});
    return answer;
  }

  /** @param {Partial<Task>} task @returns {Promise<Played>} */
  answer(task) {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.error ? reject(new BrowserError(data.error)) : resolve(data.done));
      this.worker.onerror = (event) => reject(new BrowserError(event.message || "A worker failed."));
      this.worker.postMessage({ task }, listHandedOver(task.tree ?? {}));
    });
  }
}

/**
 * Do tasks on all cores; gives what came of each, in their order. Ends early, between two tasks, once `signal` is aborted.
 * @param {Game} game @param {Partial<Task>[]} tasks @param {AbortSignal} [signal] @returns {Promise<Played[]>}
 */
export async function work(game, tasks, signal) {
  /** @type {Played[]} */
  const done = [];
  let next = 0;
  const takeNext = () => (signal?.aborted || next >= tasks.length ? -1 : next++);
  const pool = poolOf(game);
  const started = await Promise.allSettled(pool.map((one) => one.ready));
  const usable = pool.filter((_, i) => started[i].status === "fulfilled");
  if (pool.length && !usable.length) {
    blocked = true;
    dismiss(keyOf(game));
  }
  const serve = async (/** @type {PoolWorker} */ worker) => {
    for (let i = takeNext(); i >= 0; i = takeNext()) done[i] = await worker.ask(tasks[i]);
  };
  if (usable.length) await Promise.all(usable.map(serve));
  else await workHere(game, tasks, takeNext, done);
  return done;
}

/** @param {Game} game @param {Partial<Task>[]} tasks @param {() => number} takeNext @param {Played[]} done */
async function workHere(game, tasks, takeNext, done) {
  let since = performance.now();
  for (let i = takeNext(); i >= 0; i = takeNext()) {
    done[i] = runTask(game, tasks[i]);
    if (performance.now() - since <= SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
}
