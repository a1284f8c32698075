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
  roll() {
    this.play(this.drawn());
  }
  review = async () => {};
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

/** The same with all that a board and its page need: places, and three moves for each player. */
export function gameOfPlaces() {
  const options = {};
  const game = madeGame({
    title: "Made",
    minPlayers: 2,
    maxPlayers: 2,
    options,
    box: null,
    rulebook: { "M-1": { title: "Cards", text: "As it is.", marks: ["settled", "option"] } },
  });
  Object.assign(game.data, { options, players: [2, 2, 2] });
  game.machine.player = ({ length }) => (length === 1 ? -1 : length > 7 ? -2 : length % 2);
  Object.assign(game.picture, {
    scene: () => "pile hand edge shelf",
    targets: () => ({ 0: "pile", 1: "pile", 2: "edge", 3: "shelf" }),
    changes: (position, seer) => ({
      pile: { x: 10 * position.length, y: 0 },
      hand: { x: 40, y: 60 },
      edge: { x: 80, y: 80, text: `${position.at(-1)} ${seer}` },
    }),
    describe: (position) => `Made\nA : ${position.length} cards.\nB : none.`,
  });
  return game;
}
