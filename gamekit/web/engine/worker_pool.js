// Web Workers on all cores. Where a page may have none, the same tasks are done here, a little at a time, so that the
// page stays alive. Which tasks there are is said in worker_tasks.js.

import { BrowserError } from "./errors.js";
import { listHandedOver, labour } from "./worker_tasks.js";

const SLICE = 12;
const READY_WITHIN = 5000;

/** The text of the workers' script (worker.js and all it needs), set by `equip`. */
let script = "";
let blocked = false;

/** Hand over the workers' script: whoever joins the engine into a page does this. */
export function equip(text) {
  script = text;
}

/** Whether games are played beside the page, and if not, the sentence that says so. */
export function crewNotice() {
  return blocked ? "This page may not use more than one core (workers are blocked); everything works, but slower." : "";
}

const pools = new Map();
const keyOf = ({ source }) => JSON.stringify([source.pack.name, source.given, source.made]);

/** Workers for a game with these options, started on first use. */
function poolOf(game) {
  const key = keyOf(game);
  if (!pools.has(key)) {
    for (const [other, pool] of pools) if (!pool.some((worker) => worker.busy)) dismiss(other);
    pools.set(key, startPool(game));
  }
  return pools.get(key);
}

function startPool(game) {
  if (blocked || !script || typeof Worker === "undefined") return [];
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const many = Math.max(1, Math.min(16, globalThis.navigator?.hardwareConcurrency ?? 2));
    return Array.from({ length: many }, () => new Hand(url, game));
  } catch {
    blocked = true;
    return [];
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), READY_WITHIN);
  }
}

function dismiss(key) {
  for (const hand of pools.get(key) ?? []) hand.worker.terminate();
  pools.delete(key);
}

/** One worker. */
class Hand {
  constructor(url, game) {
    this.asked = 0;
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

  get busy() {
    return this.asked > 0;
  }

  /** One task after another, whoever asks. */
  ask(task) {
    this.asked += 1;
    const answer = this.turn.then(() => this.answer(task)).finally(() => (this.asked -= 1));
    this.turn = answer.catch(() => {});
    return answer;
  }

  answer(task) {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.error ? reject(new BrowserError(data.error)) : resolve(data.done));
      this.worker.onerror = (event) => reject(new BrowserError(event.message || "A worker failed."));
      this.worker.postMessage({ task }, listHandedOver(task.tree ?? {}));
    });
  }
}

/**
 * Do tasks on all cores. `tasks` is any iterable; `done(result, number)` is told each result as it comes. Ends early,
 * between two tasks, once `signal` is aborted.
 */
export async function work(game, tasks, done, signal) {
  const queue = tasks[Symbol.iterator]();
  let number = 0;
  const takeNext = () => {
    if (signal?.aborted) return null;
    const { value, done: empty } = queue.next();
    return empty ? null : { task: value, number: number++ };
  };
  const pool = poolOf(game);
  const usable = (
    await Promise.all(
      pool.map((hand) =>
        hand.ready.then(
          () => hand,
          () => null,
        ),
      ),
    )
  ).filter(Boolean);
  if (pool.length && !usable.length) {
    blocked = true;
    dismiss(keyOf(game));
  }
  if (!usable.length) return workHere(game, takeNext, done);
  const serve = async (hand) => {
    for (let next = takeNext(); next; next = takeNext()) done(await hand.ask(next.task), next.number);
  };
  return void (await Promise.all(usable.map(serve)));
}

async function workHere(game, takeNext, done) {
  let since = performance.now();
  for (let next = takeNext(); next; next = takeNext()) {
    done(labour(game, next.task), next.number);
    if (performance.now() - since > SLICE) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = performance.now();
    }
  }
}
