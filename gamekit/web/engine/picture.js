// A game's picture, translated from its picture.py: what to draw once, and what to set in it for each position. Positions come
// as bytes; what leaves here are plain objects and texts, as playback.js and board.js know them.

import { python } from "./python_semantics.js";

const BYTES = Symbol("bytes"),
  NUMBERS = Symbol("numbers");

/** The fields of a record by name, each read out of its bytes when it is asked for: {name: [first number, ...shape]}. */
function recordOf(fields) {
  class Fields {
    constructor(bytes) {
      this[BYTES] = bytes;
      this[NUMBERS] = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    }
  }
  for (const [name, [first, ...shape]] of Object.entries(fields)) {
    const kept = Symbol(name);
    Object.defineProperty(Fields.prototype, name, {
      get() {
        return (this[kept] ??= shape.length ? groupNumbers(this[NUMBERS], first, shape) : this[NUMBERS][first]);
      },
    });
  }
  return Fields;
}

/**
 * @param {Int32Array} numbers
 * @param {number} first
 * @param {number[]} shape
 * @returns {any[]}
 */
function groupNumbers(numbers, first, [length, ...inner]) {
  if (!inner.length) return Array.from(numbers.subarray(first, first + length));
  const width = inner.reduce((a, b) => a * b);
  return Array.from({ length }, (_, i) => groupNumbers(numbers, first + i * width, inner));
}

/** What makes the picture of a game, out of the text of its file: picture(game, shipped). */
export async function loadPicture(text) {
  const page = typeof document !== "undefined";
  const url = page
    ? URL.createObjectURL(new Blob([text], { type: "text/javascript" }))
    : `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    const make = (await import(url)).default;
    return (game, shipped) => new Picture(game, make, shipped);
  } finally {
    if (page) URL.revokeObjectURL(url);
  }
}

export class Picture {
  #face;
  #drawn;
  #State;

  /** `make` is what the game's file exports; `shipped` what Python tells of a box of one's own. */
  constructor(game, make, shipped = null) {
    const { machine, sayer, layout } = game;
    this.#drawn = make(python, shipped);
    const fields = Object.entries(layout.state.fields).map(([name, [first, , , ...shape]]) => [
      name,
      [first, ...shape],
    ]);
    this.#State = recordOf(Object.fromEntries(fields));
    const Tables = recordOf(this.#drawn.tables);
    const bytes = (s) => s[BYTES];
    this.#face = {
      name: game.name,
      title: game.title,
      players: game.players,
      options: game.options,
      num_actions: game.numActions,
      tables: new Tables(machine.tables),
      rulebook: {
        words: sayer.book.words,
        heading: (s) => sayer.heading(bytes(s)),
        phase: (s) => sayer.phase(bytes(s)),
      },
      action_text: (action) => game.actionText(action),
      player: (s) => machine.player(bytes(s)),
      legal: (s) => machine.legal(bytes(s)),
      weights: (s) => machine.weights(bytes(s)),
      view: (s, player) => new this.#State(machine.view(bytes(s), player)),
    };
  }

  /** The whole scene as SVG, everything movable at its place of rest. */
  scene() {
    return this.#drawn.scene(this.#face);
  }

  /** What to set in the scene so that it shows a position as `viewer` sees it (null sees everything), for every element. */
  changes(position, viewer = null) {
    return python.plain(this.#drawn.changes(this.#face, new this.#State(position), viewer));
  }

  /** Where to click for each of these actions: names of elements separated by spaces. */
  targets(position, actions) {
    return python.plain(this.#drawn.targets(this.#face, new this.#State(position), actions));
  }

  /** With which cards some of these actions are done: names of elements separated by spaces. */
  sources(position, actions) {
    return this.#drawn.sources ? python.plain(this.#drawn.sources(this.#face, new this.#State(position), actions)) : {};
  }

  /** What some of these actions mean here, in words. */
  hints(position, actions) {
    return this.#drawn.hints ? python.plain(this.#drawn.hints(this.#face, new this.#State(position), actions)) : {};
  }

  /** The picture in words. */
  describe(position, viewer = null) {
    return this.#drawn.describe(this.#face, new this.#State(position), viewer);
  }
}
