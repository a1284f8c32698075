// The rules of one game as WebAssembly, with its memory: positions go in and come out as bytes; and where the numbers of a
// position lie. Which words people use, and what a session remembers, is said elsewhere.

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
    this.tables = new Uint8Array(tables.buffer, tables.byteOffset, tables.length * 4);
    this.bytes(this.at.tables, tables.length * 4).set(this.tables);
  }

  room(bytes) {
    const at = (this.free + 63) & ~63;
    this.free = at + bytes;
    const missing = this.free - this.run.memory.buffer.byteLength;
    if (missing > 0) this.run.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  bytes(at, length) {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }

  put(position) {
    this.bytes(this.at.state, this.size).set(position);
    return this.at.state;
  }

  got() {
    return this.bytes(this.at.state, this.size).slice();
  }

  stream(words) {
    new BigUint64Array(this.run.memory.buffer, this.at.stream, 5).set(words);
    return this.at.stream;
  }

  ints(n) {
    return Array.from(new Int32Array(this.run.memory.buffer, this.at.actions, n));
  }

  // The rules, each on one position given as bytes

  start() {
    this.bytes(this.at.state, this.size).fill(0);
    this.run.setup(this.at.state, this.at.tables);
    return this.got();
  }

  player(position) {
    return this.run.player(this.put(position), this.at.tables);
  }

  legal(position) {
    const n = this.run.legal(this.put(position), this.at.tables, this.at.actions, this.actions);
    return this.ints(n);
  }

  weights(position) {
    const n = this.legal(position).length;
    new BigInt64Array(this.run.memory.buffer, this.at.weights, this.actions).fill(0n);
    this.run.weights(this.at.state, this.at.tables, this.at.weights, this.actions);
    return Array.from(new BigInt64Array(this.run.memory.buffer, this.at.weights, n), Number);
  }

  draw(position, r) {
    return this.run.draw(this.put(position), this.at.tables, r);
  }

  apply(position, action) {
    this.run.apply(this.put(position), this.at.tables, action);
    return this.got();
  }

  reason(position, action) {
    return this.run.reason(this.put(position), this.at.tables, action);
  }

  returns(position, players) {
    new Float64Array(this.run.memory.buffer, this.at.returns, players).fill(0);
    this.run.returns(this.put(position), this.at.tables, this.at.returns, players);
    return Array.from(new Float64Array(this.run.memory.buffer, this.at.returns, players));
  }

  view(position, player) {
    this.run.hide(this.put(position), this.at.tables, player);
    return this.got();
  }

  redeal(view, player, words) {
    this.run.redeal(this.put(view), this.at.tables, player, this.stream(words));
    return this.got();
  }

  /** What strategy number `which` does; it sees what `player` knows. */
  choose(which, position, player, words) {
    const view = this.view(position, player);
    const n = this.legal(view).length;
    const { at } = this;
    return this.run.choose(which, at.state, at.tables, player, at.actions, n, n, this.stream(words));
  }

  // Many games at once

  /** Room for `games` games from as many or fewer starts; the same as long as no more is wanted. */
  batch(games, players) {
    if (this.batchFor && this.batchFor.games >= games && this.batchFor.players === players) return this.batchFor;
    this.free = this.batchAt;
    this.batchFor = {
      games,
      players,
      positions: this.room(games * this.size),
      starts: this.room(games * this.size),
      luck: this.room(games * LUCK * 8),
      returns: this.room(games * players * 8),
      counts: this.room(games * TALLY * 8),
    };
    return this.batchFor;
  }

  /** Put `games` rows of luck into the batch, drawn from the stream that `words` begins. */
  fillLuck(room, games, words) {
    this.run.fill(this.stream(words), room.luck, games * LUCK);
  }

  /** Deal `games` times what `player` does not know in `view`, as starts of the batch. */
  deal(room, games, view, player, words) {
    for (let i = 0; i < games; i++) this.bytes(room.starts + i * this.size, this.size).set(view);
    if (player !== null) this.run.redeal_all(room.starts, games, this.at.tables, player, this.stream(words));
  }

  /** Play `games` games of the batch to their end from its first `starts` starts, after `action` (−1: none). */
  play(room, games, starts, seats, action, words) {
    const { at } = this,
      n = seats.length;
    new Int32Array(this.run.memory.buffer, at.seats, n).set(seats);
    const status = this.run.play_games(
      action,
      room.positions,
      games,
      room.starts,
      starts,
      at.tables,
      at.seats,
      n,
      at.actions,
      this.actions,
      room.luck,
      games,
      LUCK,
      this.stream(words),
      room.returns,
      games,
      n,
      room.counts,
      games,
      2,
      at.tally,
      TALLY,
    );
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
   */
  search(room, games, seats, action, words, { player, ahead, settings, nodes, edges }) {
    const { at } = this,
      n = seats.length,
      { node, edge, bold, trust } = settings;
    const grown = this.searchRoom(room, nodes, edges, ahead);
    new Int32Array(this.run.memory.buffer, at.seats, n).set(seats);
    new BigInt64Array(this.run.memory.buffer, grown.nodes, nodes.length).set(nodes);
    new Float64Array(this.run.memory.buffer, grown.edges, edges.length).set(edges);
    const status = this.run.search_games(
      action,
      room.positions,
      1,
      room.starts,
      games,
      at.tables,
      player,
      at.seats,
      n,
      at.actions,
      this.actions,
      room.luck,
      games,
      LUCK,
      this.stream(words),
      room.returns,
      games,
      n,
      at.tally,
      TALLY,
      at.view,
      1,
      at.view,
      this.size / 4,
      grown.nodes,
      nodes.length / node,
      node,
      grown.edges,
      edges.length / edge,
      edge,
      grown.path,
      ahead,
      bold,
      trust,
    );
    const { buffer } = this.run.memory;
    nodes.set(new BigInt64Array(buffer, grown.nodes, nodes.length));
    edges.set(new Float64Array(buffer, grown.edges, edges.length));
    const returns = new Float64Array(buffer, room.returns, games * n).slice();
    return { fine: status !== this.layout.fault, returns, counts: new Int32Array(0), nodes, edges };
  }

  /** Room behind the batch for a tree of this size; the same until it, or the batch, is another one. */
  searchRoom(room, nodes, edges, ahead) {
    const had = room.tree;
    if (had?.sizes.every((size, i) => size === [nodes.length, edges.length, ahead][i])) return had;
    this.free = room.counts + room.games * TALLY * 8;
    room.tree = {
      nodes: this.room(nodes.length * 8),
      edges: this.room(edges.length * 8),
      path: this.room(ahead * 4),
      sizes: [nodes.length, edges.length, ahead],
    };
    return room.tree;
  }

  /**
   * Play start number `row` of the batch on after `action`, with its luck and the stream as it stands, until `player` has
   * decided `decisions` times more (one action alone is no decision); `seen` is told each position.
   */
  follow(room, row, { seats, action, player, decisions }, seen) {
    const { run, at } = this,
      { state, tables } = at,
      bytes = this.bytes(state, this.size);
    const luck = new Float64Array(run.memory.buffer, room.luck + row * LUCK * 8, LUCK);
    const one = new Float64Array(run.memory.buffer, at.weights, 1);
    bytes.set(this.bytes(room.starts + row * this.size, this.size));
    let events = 0,
      left = decisions;
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
  constructor(data) {
    this.data = data;
    this.state = data.state;
    this.num_actions = data.num_actions;
    this.fault = data.fault;
  }

  /** A field of a position: a number, or lists of them. */
  read(position, name) {
    const field = this.state.fields[name];
    if (!field) throw new RangeError(`A position has no field ${name}.`);
    const numbers = new Int32Array(position.buffer, position.byteOffset, position.byteLength / 4);
    const [first, , , ...shape] = field;
    if (!shape.length) return numbers[first];
    const all = Array.from(numbers.subarray(first, first + shape.reduce((a, b) => a * b)));
    return shape.slice(1).reduceRight((rows, width) => {
      const grouped = [];
      for (let i = 0; i < rows.length; i += width) grouped.push(rows.slice(i, i + width));
      return grouped;
    }, all);
  }

  /** Whether every number of a position lies where its field may lie. */
  allows(numbers) {
    return Object.values(this.state.fields).every(([first, least, most, ...shape]) =>
      numbers
        .subarray(first, first + shape.reduce((a, b) => a * b, 1))
        .every((number) => number >= least && number <= most),
    );
  }

  /** The notes the last step left, each a code and three numbers. */
  notes(position) {
    return this.read(position, "notes").slice(0, this.read(position, "num_notes"));
  }
}
