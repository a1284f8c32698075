// The rules of one game as WebAssembly, with its memory: positions go in and come out as bytes; and where the numbers of a
// position lie. Which words people use, and what a session remembers, is said elsewhere.

/** @import { BatchRoom, Field } from "./types" */

const TALLY = 6;
const LUCK = 256;

export class Machine {
  /**
   * @param {WebAssembly.Module} module
   * @param {import("./machine.js").Layout} layout
   * @param {Int32Array} tables
   */
  constructor(module, layout, tables) {
    this.layout = layout;
    this.run = /** @type {import("./types").RulesExports} */ (new WebAssembly.Instance(module, {}).exports);
    this.free = this.run.__heap_base.value;
    this.size = layout.state.size;
    this.actions = layout.num_actions;
    this.at = {
      state: this.room(this.size),
      tables: this.room(tables.length * 4),
      actions: this.room(this.actions * 4),
      weights: this.room(this.actions * 8),
      returns: this.room(8 * 16),
      stream: this.room(40),
      seats: this.room(4 * 16),
      tally: this.room(8 * TALLY),
      view: this.room(this.size),
    };
    this.batchAt = this.free;
    /** @type {?BatchRoom} */
    this.batchFor = null;
    this.tables = new Uint8Array(tables.buffer, tables.byteOffset, tables.length * 4);
    this.bytes(this.at.tables, tables.length * 4).set(this.tables);
  }

  /** @param {number} bytes */
  room(bytes) {
    const at = (this.free + 63) & ~63;
    this.free = at + bytes;
    const missing = this.free - this.run.memory.buffer.byteLength;
    if (missing > 0) this.run.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }

  /** @param {Uint8Array} position */
  put(position) {
    this.bytes(this.at.state, this.size).set(position);
    return this.at.state;
  }

  got() {
    return this.bytes(this.at.state, this.size).slice();
  }

  /** @param {BigUint64Array} words */
  stream(words) {
    new BigUint64Array(this.run.memory.buffer, this.at.stream, 5).set(words);
    return this.at.stream;
  }

  /** @param {number} n */
  ints(n) {
    return Array.from(new Int32Array(this.run.memory.buffer, this.at.actions, n));
  }

  // The rules, each on one position given as bytes

  start() {
    this.bytes(this.at.state, this.size).fill(0);
    this.run.setup(this.at.state, this.at.tables);
    return this.got();
  }

  /** @param {Uint8Array} position */
  player(position) {
    return this.run.player(this.put(position), this.at.tables);
  }

  /** @param {Uint8Array} position */
  legal(position) {
    const n = this.run.legal(this.put(position), this.at.tables, this.at.actions, this.actions);
    return this.ints(n);
  }

  /** @param {Uint8Array} position */
  weights(position) {
    const n = this.legal(position).length;
    new BigInt64Array(this.run.memory.buffer, this.at.weights, this.actions).fill(0n);
    this.run.weights(this.at.state, this.at.tables, this.at.weights, this.actions);
    return Array.from(new BigInt64Array(this.run.memory.buffer, this.at.weights, n), Number);
  }

  /** @param {Uint8Array} position @param {number} r */
  draw(position, r) {
    return this.run.draw(this.put(position), this.at.tables, r);
  }

  /** @param {Uint8Array} position @param {number} action */
  apply(position, action) {
    this.run.apply(this.put(position), this.at.tables, action);
    return this.got();
  }

  /** @param {Uint8Array} position @param {number} action */
  reason(position, action) {
    return this.run.reason(this.put(position), this.at.tables, action);
  }

  /** @param {Uint8Array} position @param {number} players */
  returns(position, players) {
    new Float64Array(this.run.memory.buffer, this.at.returns, players).fill(0);
    this.run.returns(this.put(position), this.at.tables, this.at.returns, players);
    return Array.from(new Float64Array(this.run.memory.buffer, this.at.returns, players));
  }

  /** @param {Uint8Array} position @param {number} player */
  view(position, player) {
    this.run.hide(this.put(position), this.at.tables, player);
    return this.got();
  }

  /** @param {Uint8Array} view @param {number} player @param {BigUint64Array} words */
  redeal(view, player, words) {
    this.run.redeal(this.put(view), this.at.tables, player, this.stream(words));
    return this.got();
  }

  /** What strategy number `which` does; it sees what `player` knows. @param {number} which @param {Uint8Array} position @param {number} player @param {BigUint64Array} words */
  choose(which, position, player, words) {
    const view = this.view(position, player);
    const n = this.legal(view).length;
    const { at } = this;
    return this.run.choose(which, at.state, at.tables, player, at.actions, n, n, this.stream(words));
  }

  // Many games at once

  /** Room for `games` games from as many or fewer starts; the same as long as no more is wanted. @param {number} games @param {number} players */
  batch(games, players) {
    if (this.batchFor && this.batchFor.games >= games && this.batchFor.players === players) return this.batchFor;
    this.free = this.batchAt;
    /** @type {BatchRoom} */
    const room = {
      games,
      players,
      positions: this.room(games * this.size),
      starts: this.room(games * this.size),
      luck: this.room(games * LUCK * 8),
      returns: this.room(games * players * 8),
      counts: this.room(games * TALLY * 8),
    };
    return (this.batchFor = room);
  }

  /** Put `games` rows of luck into the batch, drawn from the stream that `words` begins. @param {BatchRoom} room @param {number} games @param {BigUint64Array} words */
  fillLuck(room, games, words) {
    this.run.fill(this.stream(words), room.luck, games * LUCK);
  }

  /** Deal `games` times what `player` does not know in `view`, as starts of the batch. @param {BatchRoom} room @param {number} games @param {Uint8Array} view @param {number} player @param {BigUint64Array} words */
  deal(room, games, view, player, words) {
    for (let i = 0; i < games; i++) this.bytes(room.starts + i * this.size, this.size).set(view);
    if (player !== null) this.run.redeal_all(room.starts, games, this.at.tables, player, this.stream(words));
  }

  /** What playing and searching are both told: seats, room for moves, luck and results. @param {BatchRoom} room @param {number} games @param {number[]} seats @param {BigUint64Array} words */
  lineup(room, games, seats, words) {
    const { at, actions } = this;
    const n = seats.length;
    new Int32Array(this.run.memory.buffer, at.seats, n).set(seats);
    return [at.seats, n, at.actions, actions, room.luck, games, LUCK, this.stream(words), room.returns, games, n];
  }

  /** Play `games` games of the batch to their end from its first `starts` starts, after `action` (−1: none). @param {BatchRoom} room @param {number} games @param {number} starts @param {number[]} seats @param {number} action @param {BigUint64Array} words */
  play(room, games, starts, seats, action, words) {
    const [before, after] = [
      [action, room.positions, games, room.starts, starts, this.at.tables],
      [room.counts, games, 2, this.at.tally, TALLY],
    ];
    const n = seats.length;
    const status = this.run.play_games(...before, ...this.lineup(room, games, seats, words), ...after);
    const { buffer } = this.run.memory;
    return {
      fine: status !== this.layout.fault,
      returns: new Float64Array(buffer, room.returns, games * n).slice(),
      counts: Int32Array.from(new BigInt64Array(buffer, room.counts, games * 2), Number),
    };
  }

  /**
   * Play a game from each start of the batch after `action`, while the tree of `player` grows over `ahead` own decisions:
   * {fine, returns, counts, nodes, edges}. As gamekit/lab/engine/tree_search.py has it.
   * @param {BatchRoom} room @param {number} games @param {number[]} seats @param {number} action @param {BigUint64Array} words @param {{player: number, ahead: number, settings: any, nodes: BigInt64Array, edges: Float64Array}} given
   */
  search(room, games, seats, action, words, { player, ahead, settings, nodes, edges }) {
    const { at } = this;
    const { node, edge, bold, trust } = settings;
    const grown = this.searchRoom(room, nodes, edges, ahead);
    new BigInt64Array(this.run.memory.buffer, grown.nodes, nodes.length).set(nodes);
    new Float64Array(this.run.memory.buffer, grown.edges, edges.length).set(edges);
    const before = [action, room.positions, 1, room.starts, games, at.tables, player];
    const after = [at.tally, TALLY, at.view, 1, at.view, this.size / 4];
    const tree = [grown.nodes, nodes.length / node, node, grown.edges, edges.length / edge, edge, grown.path, ahead];
    const shared = this.lineup(room, games, seats, words);
    const status = this.run.search_games(...before, ...shared, ...after, ...tree, bold, trust);
    const { buffer } = this.run.memory;
    nodes.set(new BigInt64Array(buffer, grown.nodes, nodes.length));
    edges.set(new Float64Array(buffer, grown.edges, edges.length));
    const returns = new Float64Array(buffer, room.returns, games * seats.length).slice();
    return { fine: status !== this.layout.fault, returns, counts: new Int32Array(0), nodes, edges };
  }

  /** Room behind the batch for a tree of this size; the same until it, or the batch, is another one. @param {BatchRoom} room @param {BigInt64Array} nodes @param {Float64Array} edges @param {number} ahead */
  searchRoom(room, nodes, edges, ahead) {
    const had = room.tree;
    if (had?.sizes.every((size, i) => size === [nodes.length, edges.length, ahead][i])) return had;
    this.free = room.counts + room.games * TALLY * 8;
    const [at, sizes] = [this.room(nodes.length * 8), [nodes.length, edges.length, ahead]];
    return (room.tree = { nodes: at, edges: this.room(edges.length * 8), path: this.room(ahead * 4), sizes });
  }

  /**
   * Play start number `row` of the batch on after `action`, with its luck and the stream as it stands, until `player` has
   * decided `decisions` times more (one action alone is no decision); `seen` is told each position.
   * @param {BatchRoom} room @param {number} row @param {{seats: number[], action: number, player: number, decisions: number}} given @param {(position: Uint8Array) => void} seen
   */
  follow(room, row, { seats, action, player, decisions }, seen) {
    const { run, at } = this;
    const { state, tables } = at;
    const bytes = this.bytes(state, this.size);
    const luck = new Float64Array(run.memory.buffer, room.luck + row * LUCK * 8, LUCK);
    const one = new Float64Array(run.memory.buffer, at.weights, 1);
    bytes.set(this.bytes(room.starts + row * this.size, this.size));
    let [events, left] = [0, decisions];
    for (;;) {
      run.apply(state, tables, action);
      seen(bytes);
      const p = run.player(state, tables);
      if (p === this.layout.data.over) return;
      if (p === this.layout.data.chance) {
        const total = run.total(state, tables);
        let r = 0;
        if (total > 1) {
          if (events >= LUCK) run.fill(at.stream, at.weights, 1);
          r = Math.floor((events < LUCK ? luck[events] : one[0]) * total);
          events += 1;
        }
        action = run.draw(state, tables, r);
        continue;
      }
      const n = run.legal(state, tables, at.actions, this.actions);
      if (p === player && n > 1) {
        if (left === 0) return;
        left -= 1;
      }
      action = run.choose(seats[p], state, tables, p, at.actions, this.actions, n, at.stream);
    }
  }
}

export class Layout {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    /** @type {{size: number, fields: Record<string, Field>}} */
    this.state = data.state;
    this.num_actions = data.num_actions;
    this.fault = data.fault;
  }

  /** A field of a position: a number, or lists of them. @param {Uint8Array} position @param {string} name @returns {any} */
  read(position, name) {
    const field = this.state.fields[name];
    if (!field) throw new RangeError(`A position has no field ${name}.`);
    const numbers = new Int32Array(position.buffer, position.byteOffset, position.byteLength / 4);
    const [first, , , ...shape] = field;
    if (!shape.length) return numbers[first];
    return groupNumbers(numbers, first, shape);
  }

  /** Whether every number of a position lies where its field may lie. @param {Int32Array} numbers */
  allows(numbers) {
    return Object.values(this.state.fields).every(([first, least, most, ...shape]) =>
      numbers
        .subarray(first, first + shape.reduce((a, b) => a * b, 1))
        .every((number) => number >= least && number <= most),
    );
  }

  /** The notes the last step left, each a code and three numbers. @param {Uint8Array} position */
  notes(position) {
    return this.read(position, "notes").slice(0, this.read(position, "num_notes"));
  }
}

/** Numbers of a record from `first` on, as lists in lists. @param {Int32Array} numbers @param {number} first @param {number[]} shape @returns {any[]} */
export function groupNumbers(numbers, first, [length, ...inner]) {
  if (!inner.length) return Array.from(numbers.subarray(first, first + length));
  const width = inner.reduce((a, b) => a * b);
  return Array.from({ length }, (_, i) => groupNumbers(numbers, first + i * width, inner));
}
