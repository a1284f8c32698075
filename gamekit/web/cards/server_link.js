// The server behind a lesson's page: it is asked what only Python can say, over HTTP, and looked after. Where nobody answers
// the page says so, and asks again by itself when somebody does (gamekit/server/panel_handlers.py has the other end).
import { GivenUp } from "../table/game_flow.js";

const LOOK_MS = 1000;
const LONG_GONE_MS = 5000; // after this what was asked before is asked again, even where its connection seems to be alive

export class Served {
  asked = new Set();
  /** @type {?number} */
  lostSince = null;
  /** @type {Function[]} */
  waiting = [];

  /** `server`: the way to the site, the lesson, its language. @param {{root: HTMLElement, lesson: any, language: string}} given */
  constructor({ root, lesson, language }) {
    this.root = root;
    this.about = { lesson, language };
    setInterval(() => document.hidden || this.checkServer(), LOOK_MS);
    document.addEventListener("visibilitychange", () => document.hidden || this.checkServer());
    addEventListener("offline", () => this.markLost());
    addEventListener("online", () => this.checkServer());
  }

  /** Put a question; `hear` is told everything that is said to it, at the end a result or an error. Gives a function that ends
   * the waiting. `unanswered` is what is said while nobody answers. @param {string} address @param {any} question @param {(message: any) => void} hear */
  ask(address, question, hear, unanswered = "") {
    const one = { body: JSON.stringify({ ...this.about, ...question }), hear, unanswered, over: false };
    this.asked.add(one);
    this.keepAsking(address, one);
    return () => this.end(one);
  }

  /** @param {any} one */
  end(one) {
    one.over = true;
    one.stop?.abort();
    this.asked.delete(one);
  }

  /** @param {string} address @param {any} one */
  async keepAsking(address, one) {
    while (!one.over) {
      one.stop = new AbortController();
      try {
        for await (const message of this.answer(address, one)) {
          if (one.over) return;
          if (message.type === "result" || message.type === "error") this.end(one);
          one.hear(message);
        }
      } catch (problem) {
        if (one.over) return;
        console.info("gamekit: no answer:", problem);
      }
      if (one.over) return;
      this.markLost();
      one.hear({ type: "progress", done: 0, text: one.unanswered });
      await new Promise((found) => this.waiting.push(found));
    }
  }

  /** What is said to a question, one message a line. @param {string} address @param {any} given */
  async *answer(address, { body, stop }) {
    const answer = await fetch(`${this.root}${address}`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
      signal: stop.signal,
    });
    const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
    let left = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (left + value).split("\n");
      left = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  }

  // Whether somebody answers.
  async checkServer() {
    try {
      await fetch(`${this.root}alive`, { cache: "no-store", signal: AbortSignal.timeout(LOOK_MS) });
      this.find();
    } catch {
      if (!document.hidden) this.markLost();
    }
  }

  markLost() {
    this.lostSince ??= Date.now();
    document.body.classList.add("gk-unanswered");
  }

  find() {
    if (this.lostSince === null) return;
    const long = Date.now() - this.lostSince > LONG_GONE_MS;
    this.lostSince = null;
    document.body.classList.remove("gk-unanswered");
    if (long) for (const { stop } of this.asked) stop?.abort();
    for (const goOn of this.waiting.splice(0)) goOn();
  }
}

// What only Python has, for one board: strategies that a lesson has brought, games that a browser cannot make.
export class Remote {
  choosing = 0;

  /** @param {any} served @param {any} board */
  constructor(served, board) {
    this.served = served;
    this.board = board;
  }

  /** What a strategy does where the game stands. @param {string} seat @param {any} state */
  async choose(seat, state) {
    this.choosing += 1;
    try {
      return await new Promise((resolve, reject) => {
        const end = this.ask({ do: "choose", state: { ...state, seat } }, resolve, reject);
        this.giveUp = () => {
          end();
          reject(new GivenUp());
        };
      });
    } finally {
      this.choosing -= 1;
    }
  }

  /** A game as Python loads it. @param {string} game @param {Record<string, any>} options @param {?string} box */
  make(game, options, box) {
    return new Promise((resolve, reject) => this.ask({ do: "make", game, options, box }, resolve, reject));
  }

  /** A game that is not in the page yet. @param {string} name */
  async bring(name) {
    const shelf = (globalThis.gamekitShelf ??= new Map());
    if (document.querySelector(`script[src*="shared/${name}.js"]`)) return;
    if (!shelf.has(name)) shelf.set(name, loadScript(`${this.served.root}shared/${name}.js`));
    await shelf.get(name);
  }

  /** @param {any} question @param {(value: any) => void} resolve @param {(reason: any) => void} reject */
  ask(question, resolve, reject) {
    return this.served.ask(
      "board",
      { board: this.board, ...question },
      (/** @type {{type: any, value: any, text: string}} */ { type, value, text }) => {
        if (type === "result") resolve(value);
        else if (type === "error") reject(new globalThis.gamekit.OptionError(text));
      },
    );
  }
}

/** @param {string} src */
function loadScript(src) {
  return new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror })),
  );
}
