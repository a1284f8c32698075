// A game of three cards made up for tests: one is turned up by chance, then A and B play a card each.
import { CHANCE, OVER } from "../../gamekit/web/table/frame_builder.js";

// Who is to move lies in the number of steps.
export class Made {
  actions = [];
  step = 0;
  constructor(game, seed) {
    Object.assign(this, { game, seed });
  }
  get history() {
    return this.actions.slice(0, this.step);
  }
  set history(actions) {
    Object.assign(this, { actions, step: actions.length });
  }
  get player() {
    return this.game.machine.player(this.position);
  }
  get over() {
    return this.player === OVER;
  }
  get position() {
    return this.positionAt(this.step);
  }
  positionAt(step) {
    return Uint8Array.from([this.game.rules, ...this.actions.slice(0, step)]);
  }
  get log() {
    return this.history.map((action, step) => ({
      action,
      text: `${action}`,
      heading: "",
      player: this.game.machine.player(this.positionAt(step)),
    }));
  }
  get length() {
    return this.actions.length;
  }
  legal = () => (this.over ? [] : [0, 1, 2]);
  drawn = () => Number(BigInt(this.seed) % 3n);
  choose = () => 2;
  phase = () => ({ text: "Which card?" });
  returns = () => this.game.scores;
  whyNot = (action) => (this.legal().includes(action) ? null : { text: `no card ${action}`, rule: "M-1" });
  save = () => JSON.stringify(this.history);
  play(action) {
    if (!this.legal().includes(action)) throw new Error("illegal");
    this.history = [...this.history, action];
  }
  goto(step) {
    this.step = step;
  }
  redo() {
    this.step += 1;
  }
  branch(step = this.step) {
    const branch = this.game.session(this.seed);
    branch.history = this.actions.slice(0, step);
    return branch;
  }
}

export function madeGame(more = {}) {
  const game = {
    name: "made",
    players: 2,
    numActions: 5,
    changedOptions: {},
    rules: 7,
    scores: [1, 0],
    strategies: { random: {}, bold: { name: "bold" } },
    actionText: (action) => `card ${action}`,
    data: {
      actions: [["play"], ["play"], ["play"], ["pass"], ["deal"]],
      book: { actions: { play: {}, pass: {}, deal: { chance: true } } },
    },
    picture: {
      targets: () => ({ 0: "pile", 1: "pile", 3: "edge pile" }),
      sources: () => ({ 0: "hand" }),
      hints: () => ({ 1: "a risk" }),
      remark: () => "",
      changes: (position, seer) => ({ position: [...position], seer }),
      describe: () => "cards",
    },
    machine: {
      player: ({ length }) => (length === 1 ? CHANCE : length > 5 ? OVER : length % 2),
      legal: () => [0, 1, 2],
      weights: (position) => (position.hidden ? [1, 1, 1] : [1, 2, 3]),
      view: (position) => Object.assign(Uint8Array.from(position), { hidden: position.length === 1 && game.secret }),
    },
    layout: { notes: () => [] },
    texts: { note: (note) => note },
    ...more,
  };
  game.session = (seed) => new Made(game, seed);
  return game;
}

export function played(game, seed, ...actions) {
  const session = game.session(seed);
  for (const action of actions) session.play(action);
  return session;
}
