// The line between a board in a page and the session in Python that follows it (gamekit/widgets/stepper.py has the other end).
// The engine and the games come over it too: once a page, however many boards it has. Nobody has to be there to play on.
import { GivenUp } from "./game_flow.js";

/** @import { Lifeline, Model } from "../shared/widget_view.js" */

export class KernelLink {
  /** Which engine and games Python has. */
  edition = "";
  /** How many choices are waited for. */
  choosing = 0;
  /** @type {Map<string, {resolve: (value: any) => void, reject: (problem: Error) => void, about: string}>} */
  waiting = new Map();
  page = Math.random().toString(36).slice(2);
  /** Where Python was told that the game stands. */
  said = "";
  /** @type {any} */
  gamekit = null;

  /** `told(message)` hears what Python tells by itself. @param {Model} model @param {Lifeline} line what is said to Python goes along it @param {(message: any) => unknown} told */
  constructor(model, line, told) {
    this.line = line;
    model.on("msg:custom", (message) => {
      if (message.type !== "answer") return told(message);
      const waits = this.waiting.get(message.number);
      this.waiting.delete(message.number);
      return message.error === undefined ? waits?.resolve(message.value) : waits?.reject(this.problem(message.error));
    });
    model.on("destroy", () => this.waiting.forEach(({ reject }) => reject(new GivenUp())));
  }

  /** Ask, and wait for the answer. @param {any} message */
  ask(message) {
    const number = Math.random().toString(36).slice(2); // other pages of the same kernel hear the answer as well
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject, about: message.do });
      this.line.send({ ...message, number });
    });
  }

  /** @param {string} sentence */
  problem(sentence) {
    return this.gamekit ? new this.gamekit.OptionError(sentence) : new Error(sentence);
  }

  /** Say where the game stands, if that is new. Where no kernel is alive any more, the game goes on without it. @param {any} state */
  tell(state) {
    const text = JSON.stringify(state);
    if (text === this.said) return;
    this.said = text;
    this.line.send({ do: "follow", page: this.page, ...state });
  }

  /** The engine with a game in it: from this page, if another board has brought it, else from Python. @param {string} name */
  async bring(name) {
    this.gamekit = await this.once("engine", execute);
    await this.once(name, (/** @type {any} */ pack) => this.gamekit.add(JSON.parse(pack)));
    return this.gamekit;
  }

  /** @param {any} what @param {any} take */
  async once(what, take) {
    const shelf = (globalThis.gamekitShelf ??= new Map());
    const key = `${this.edition} ${what}`;
    for (;;) {
      const mine = !shelf.has(key);
      if (mine) shelf.set(key, this.ask({ do: "bring", what }).then(take));
      const coming = shelf.get(key);
      try {
        return await coming;
      } catch (problem) {
        if (shelf.get(key) === coming) shelf.delete(key);
        if (mine) throw problem; // whoever only waited asks again, by an own line
      }
    }
  }

  /** What a strategy that was brought along does where the game stands. @param {string} seat @param {any} state */
  async choose(seat, state) {
    this.choosing += 1;
    try {
      return await this.ask({ ...state, do: "choose", seat });
    } finally {
      this.choosing -= 1;
    }
  }

  // Wait for no choice any longer.
  giveUp() {
    for (const [number, { reject, about }] of [...this.waiting]) {
      if (about !== "choose") continue;
      this.waiting.delete(number);
      reject(new GivenUp());
    }
  }

  /** A game as Python loads it, where a browser cannot. @param {string} game @param {Record<string, any>} options @param {?string} box */
  make(game, options, box) {
    return this.ask({ do: "make", game, options, box });
  }
}

/** @param {string} text */
async function execute(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    await import(url);
    return globalThis.gamekit;
  } finally {
    URL.revokeObjectURL(url);
  }
}
