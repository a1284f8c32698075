// A game's picture, translated from its picture.py: what to draw once, and what to set in it for each position. Positions come
// as bytes; what leaves here are plain objects and texts, as playback.js and board.js know them.
import { groupNumbers } from "./machine.js";
import { python } from "./python_semantics.js";

/** @import { Game } from "./types" */

const BYTES = Symbol("bytes"),
  NUMBERS = Symbol("numbers");

/** The fields of a record by name, each read out of its bytes when it is asked for: {name: [first number, ...shape]}. @param {Record<string, number[]>} fields */
function recordOf(fields) {
  class Fields {
    /** @param {Uint8Array} bytes */
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

/** What makes the picture of a game, out of the text of its file: picture(game, shipped). @param {string} text */
export async function loadPicture(text) {
  const page = typeof document !== "undefined";
  const url = page
    ? URL.createObjectURL(new Blob([text], { type: "text/javascript" }))
    : `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    const make = (await import(url)).default;
    return (/** @type {Game} */ game, /** @type {any} */ shipped) => new Picture(game, make, shipped);
  } finally {
    if (page) URL.revokeObjectURL(url);
  }
}

/** Functions of a position's bytes as functions of its record. @param {Record<string, (s: Uint8Array, player: number) => any>} given */
function callable(given) {
  const wrap =
    (/** @type {(s: Uint8Array, player: number) => any} */ call) =>
    (/** @type {any} */ s, /** @type {number} */ player) =>
      call(s[BYTES], player);
  return Object.fromEntries(Object.entries(given).map(([name, call]) => [name, wrap(call)]));
}

export class Picture {
  /** The game as picture.py knows it. @type {any} */
  #face;
  /** @type {any} */
  #drawn;
  #State;

  /** `make` is what the game's file exports; `shipped` what Python tells of a box of one's own. @param {Game} game @param {any} make */
  constructor(game, make, shipped = null) {
    const { machine, texts, layout } = game;
    this.#drawn = make(python, shipped);
    const fields = Object.entries(layout.state.fields).map(([name, [at, , , ...shape]]) => [name, [at, ...shape]]);
    this.#State = recordOf(Object.fromEntries(fields));
    const Tables = recordOf(this.#drawn.tables);
    const face = {
      name: game.name,
      title: game.title,
      players: game.players,
      options: game.options,
      num_actions: game.numActions,
      tables: new Tables(machine.tables),
      rulebook: {
        words: texts.book.words,
        ...callable({ heading: (s) => texts.heading(s), phase: (s) => texts.phase(s) }),
      },
      action_text: (/** @type {number} */ action) => game.actionText(action),
    };
    const known = callable({
      player: (s) => machine.player(s),
      legal: (s) => machine.legal(s),
      weights: (s) => machine.weights(s),
      view: (s, player) => new this.#State(machine.view(s, player)),
    });
    this.#face = { ...face, ...known };
  }

  /** The whole scene as SVG, everything movable at its place of rest. */
  scene() {
    return this.#drawn.scene(this.#face);
  }

  /** What to set in the scene so that it shows a position as `viewer` sees it (null sees everything), for every element. @param {Uint8Array} position @param {?number} viewer */
  changes(position, viewer = null) {
    return python.plain(this.#drawn.changes(this.#face, new this.#State(position), viewer));
  }

  /** Where to click for each of these actions: names of elements separated by spaces. @param {Uint8Array} position @param {number[]} actions */
  targets(position, actions) {
    return python.plain(this.#drawn.targets(this.#face, new this.#State(position), actions));
  }

  /** With which cards some of these actions are done: names of elements separated by spaces. @param {Uint8Array} position @param {number[]} actions */
  sources(position, actions) {
    return this.#drawn.sources ? python.plain(this.#drawn.sources(this.#face, new this.#State(position), actions)) : {};
  }

  /** What some of these actions mean here, in words. @param {Uint8Array} position @param {number[]} actions */
  hints(position, actions) {
    return this.#drawn.hints ? python.plain(this.#drawn.hints(this.#face, new this.#State(position), actions)) : {};
  }

  /** What is weighed at the open question, or how far a refused action is from possible; "" for nothing. @param {Uint8Array} position @param {number[]} actions */
  remark(position, actions) {
    return this.#drawn.remark?.(this.#face, new this.#State(position), actions) ?? "";
  }

  /** The picture in words. @param {Uint8Array} position @param {?number} viewer */
  describe(position, viewer = null) {
    return this.#drawn.describe(this.#face, new this.#State(position), viewer);
  }
}
