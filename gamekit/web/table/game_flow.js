// How a game goes on at the table: lines of play, who sits where, what happens without a person, what a page has kept, where
// the game stands for whoever follows it. No page is told anything here; that is table.js.
import { moveOf } from "./coach_answer.js";
import { CHANCE, OVER, countShared } from "./frame_builder.js";

/** @import { Say, Snapshot } from "../shared/types" */
/** @typedef {import("../engine/session.js").Session} Session */
/** @typedef {{name: string, title: string, description: string, [more: string]: any}} Player a strategy, a level or a guest */

export const MOST_STEPS_AT_ONCE = 400;
const MOST_LINES = 12;
const MOST_KEPT = 50_000;

// A guest was not waited for any longer: nothing is wrong, and nothing was done.
export class GivenUp extends Error {}

export class Flow {
  // What comes with a game is given by `begin`.
  /** The lines of play. @type {any[]} */
  lines = [];
  /** Their numbers. @type {number[]} */
  numbers = [];
  /** Which of them is shown. */
  line = 0;
  /** A strategy's name for each player, or null for a person. @type {(string | null)[]} */
  seats = [];
  notice = "";
  unfit = false;
  touched = false;
  /** What Python last told, counted there. */
  turn = 0;
  /** How many lines have had a number. */
  named = 0;
  viewer = "";
  /** @type {?number} */
  shownStep = null;
  /** Whether a person's only move is played by itself, where the page has that setting. @type {boolean | undefined} */
  forcedActs;
  /** Whether the person is to play it nevertheless, where a rule asks. @type {(rule: string) => boolean} */
  awaits = () => false;

  // `levels`: opponents in plain words (coach_answer.js). `guests`: strategies that were brought along; whoever has them, `python`
  // (kernel_link.js), is asked what they choose.
  /** @param {{gamekit: any, say: Say, opponents?: boolean, chanceActs?: boolean, levels?: Player[], guests?: Player[], python?: any}} given */
  constructor({ gamekit, say, opponents = true, chanceActs = true, levels = [], guests = [], python = null }) {
    this.gamekit = gamekit;
    this.say = say;
    this.opponents = opponents;
    this.chanceActs = chanceActs;
    this.python = python;
    /** @type {Record<string, Player>} */
    this.levels = Object.fromEntries(levels.map((one) => [one.name, one]));
    /** @type {Record<string, Player>} */
    this.guests = Object.fromEntries(guests.map((one) => [one.name, one]));
  }

  /** Another game: one line of play, no memory of the one before. `number` is the line's, if it has one. @param {any} session @param {?(string | null)[]} seats @param {number} number */
  begin(session, seats = null, number = (this.named += 1)) {
    this.lines = [session];
    this.numbers = [number];
    this.line = 0;
    this.seats = seats ?? Array(session.game.players).fill(null);
  }

  get session() {
    return this.lines[this.line];
  }

  get game() {
    return this.session.game;
  }

  // Who may take a seat.
  strategies(game = this.game) {
    return { ...this.levels, ...game.strategies, ...this.guests };
  }

  // Where the game stands, for whoever follows it: the line that is shown, with the steps that were undone.
  state() {
    const { session, turn, viewer, shownStep } = this;
    return {
      turn,
      shown_step: shownStep,
      record: recordOf(session),
      line: this.numbers[this.line],
      actions: session.actions,
      step: session.step,
      viewer,
      ...this.settings(),
    };
  }

  settings() {
    const { seats, opponents, chanceActs: chance_acts, forcedActs: forced_acts } = this;
    return { seats: [...seats], opponents, chance_acts, forced_acts };
  }

  // The players who are persons.
  people() {
    return this.seats.flatMap((seat, player) => (seat === null ? [player] : []));
  }

  // Whether a person decides now.
  person() {
    return this.people().includes(this.session.player);
  }

  // Who decides now, or of the people the one who decided last, or will first.
  lastPerson() {
    const people = this.people();
    if (this.person()) return this.session.player;
    return this.session.log.findLast((/** @type {any} */ step) => people.includes(step.player))?.player ?? people[0];
  }

  // Let everything happen that happens by itself before the first decision of a person.
  async start() {
    await this.goOn();
    this.touched = false;
  }

  /** Play an action. A line that was undone is kept as a line of its own if another is begun here. @param {number} action */
  put(action) {
    const { session } = this;
    if (session.step < session.length) {
      if (session.actions[session.step] === action) session.redo();
      else {
        const branch = session.branch();
        branch.play(action);
        this.newLine(branch);
      }
    } else session.play(action);
    this.touched = true;
  }

  // One step of whoever is to move and is no person. Only for a guest, and for who thinks, is anybody waited for.
  async act() {
    const { session } = this;
    const { player } = session;
    if (player === CHANCE) return this.put(session.drawn());
    const name = player >= 0 ? this.seats[player] : null;
    if (this.isForced()) return this.put(session.legal()[0]);
    if (name === null) throw new this.gamekit.OptionError(this.say("table_persons_turn"));
    if (Object.hasOwn(this.levels, name)) return this.put(await moveOf(session, this.levels[name]));
    if (!Object.hasOwn(this.guests, name)) return this.put(session.choose(name));
    if (!this.python) throw new this.gamekit.OptionError(this.say("table_no_guest"));
    return this.put(await this.python.choose(name, this.state()));
  }

  // Chance and strategies act until a person has to decide, as far as they act by themselves.
  async goOn(always = false) {
    for (let step = 0; step < MOST_STEPS_AT_ONCE && this.actsAlone(always); step += 1) await this.act();
  }

  // Whether the next step needs no person; `always` lets strategies act even if they wait to be asked.
  actsAlone(always = false) {
    const { player, step } = this.session;
    if (player === OVER || this.isPersonAsked(step)) return false;
    if (this.isForced()) return !this.awaits(this.session.phase().rule);
    return player < 0 || this.opponents || always;
  }

  /** Whether a person decides after `step` steps, about a move or about chance. @param {number} step */
  isPersonAsked(step) {
    const player = this.game.machine.player(this.session.positionAt(step));
    if (player === CHANCE) return !this.chanceActs;
    return player >= 0 && this.seats[player] === null && !this.isForced(step);
  }

  /** Whether a person's only move is played by itself: not the first one of all, nor where people hide cards from each other. */
  isForced(step = this.session.step) {
    if (!this.forcedActs || this.viewer === "turn") return false;
    const { machine } = this.game;
    const position = this.session.positionAt(step);
    const isPerson = (/** @type {number} */ player) => this.seats[player] === null;
    if (!isPerson(machine.player(position)) || machine.legal(position).length > 1) return false;
    return this.session.log.slice(0, step).some((/** @type {any} */ one) => isPerson(one.player));
  }

  /** @param {number} step */
  stopBefore(step) {
    for (let earlier = step - 1; earlier >= 0; earlier -= 1) if (this.isPersonAsked(earlier)) return earlier;
    return null;
  }

  /** @param {Session} session */
  newLine(session, number = (this.named += 1)) {
    this.lines.push(session);
    this.numbers.push(number);
    for (const kept of [this.lines, this.numbers]) kept.splice(0, Math.max(kept.length - MOST_LINES, 0));
    this.line = this.lines.length - 1;
    this.touched = true;
  }

  /** Go on with the game a page has kept. One that does not fit is left alone, and `unfit` says so; if it began as this one
   * did, `notice` tells why. @param {any} snapshot @param {string} originHere */
  async takeUp(snapshot, originHere) {
    if (snapshot.origin !== originHere) return this.leave(snapshot);
    let session;
    try {
      session = await fromSnapshot(snapshot, this.gamekit, this.say, this.loadGame);
    } catch (error) {
      this.notice = `${this.say("table_kept_unfit", { reason: error instanceof Error ? error.message : error })} ${this.say("table_set_aside")}`;
      return this.leave(snapshot);
    }
    if (String(session.history) === String(this.session.history)) return false;
    this.begin(session, this.fitSeats(session.game, snapshot.seats));
    this.opponents = Boolean(snapshot.opponents);
    this.chanceActs = Boolean(snapshot.chance_acts);
    this.notice = this.say("table_taken_up");
    this.touched = true;
    return true;
  }

  /** @param {{actions: number[]}} given */
  leave({ actions }) {
    this.unfit = Array.isArray(actions) && actions.length > 0;
    return false;
  }

  /** A game with other options. What a browser cannot make by itself, a box of one's own or figures written out, Python makes.
   * `made`: what Python has made of it already. @type {(name: string, options: Record<string, any>, box?: ?string, made?: any) => Promise<any>} */
  loadGame = async (name, options, box = null, made = null) => {
    const { game, python } = this;
    const { players = game.data.players[2], ...rest } = options;
    const chosen = Object.fromEntries(
      Object.entries(rest).filter(([key, value]) => !same(value, game.data.options[key]?.default)),
    );
    if (name === game.name && box === game.box && players === game.players && same(chosen, game.changedOptions))
      return game;
    if (!python) return this.gamekit.loadPlain(name, options, box);
    await python.bring(name);
    /** @param {string} key */
    const needsPython = (key) => name !== game.name || game.data.options[key]?.kind === "python";
    const needed = box !== null || Object.keys(chosen).some(needsPython);
    return this.gamekit.load(name, options, made ?? (needed ? await python.make(name, options, box) : null));
  };

  /** The seats for another number of players: whoever is new plays like the last. @param {any} game @param {?(string | null)[]} seats */
  fitSeats(game, seats = null) {
    const wanted = Array.isArray(seats) && seats.length ? seats : this.seats;
    const strategies = this.strategies(game);
    const known = wanted.map((seat) => (typeof seat === "string" && Object.hasOwn(strategies, seat) ? seat : null));
    const fitting = known.slice(0, game.players);
    return [...fitting, ...Array(game.players - fitting.length).fill(fitting.at(-1) ?? null)];
  }
}

/** Whether two values, such as the records of two games, say the same. @param {any} one @param {any} other @returns {boolean} */
export function same(one, other) {
  if (!isTable(one) || !isTable(other)) return JSON.stringify(one) === JSON.stringify(other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

/** @param {any} value */
export const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** By which a page knows that the game it has kept began as this one. @param {Session} session */
export function originOf(session) {
  const { game, step } = session;
  return JSON.stringify([game.name, game.players, game.changedOptions, game.box, step]);
}

/** A session without its steps, as a page keeps it. A seed too large for a number of JavaScript is kept as text. @param {Session} session */
export function recordOf(session) {
  const { game, seed } = session;
  const { name, players, changedOptions: options, box } = game;
  return {
    format: "gamekit-replay",
    game: name,
    players,
    options,
    box,
    seed: typeof seed === "bigint" ? String(seed) : seed,
  };
}

/** The session a page has kept: the head of a replay and the bare actions; whatever is no action of this game is refused.
 * `load` is what loads its game, if it is not the engine alone. @param {any} kept @param {any} gamekit @param {Say} say @param {Function} load */
export async function fromSnapshot({ record, actions }, gamekit, say, load = gamekit.loadPlain) {
  if (!isTable(record) || !Array.isArray(actions) || actions.length > MOST_KEPT)
    throw new gamekit.ReplayError(say("table_incomplete"));
  const seed = JSON.stringify(record.seed ?? null).replaceAll('"', "");
  const head = JSON.stringify({ ...record, seed: 0, steps: [] }).replace(
    '"seed":0',
    () => `"seed":${/^\d+$/.test(seed) ? seed : "null"}`,
  );
  const session = await gamekit.open(head, say("table_kept_game"), load);
  for (const action of actions) session.play(action);
  return session;
}

/** Bring a session to where another one, given by all its actions and a step, stands. How many steps they share. @param {Session} session @param {number[]} actions @param {number} step */
export function moveSession(session, actions, step) {
  session.goto(session.length);
  const shared = countShared(session.actions, actions);
  if (shared < actions.length) {
    session.goto(shared);
    for (const action of actions.slice(shared)) session.play(action);
  }
  session.goto(step);
  return shared;
}
