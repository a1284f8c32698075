// Many games at once, and what they tell: the words of gamekit.lab.simulate.

import { work } from "./crew.js";
import { alike, difference, meanFrom, share, SHIFTS, winShares } from "./estimate.js";
import { OptionError, StrategyError, isWhole, quote } from "./faults.js";
import { CHUNK } from "./labour.js";
import { checkSeed } from "./session.js";

const MOST_GAMES = 1e10, KEPT_GAMES = 1_000_000;

/** For each seat the number of its strategy: one name for all, or a list with one for each player. */
export function seatsFor(game, strategies) {
  const names = Array.isArray(strategies) ? strategies : Array(game.players).fill(strategies ?? "random");
  const known = Object.keys(game.strategies);
  if (names.length !== game.players)
    throw new StrategyError(
      `There are ${game.players} players and ${names.length} strategies: give one for all, or one for each player.`,
    );
  for (const name of names)
    if (!known.includes(name))
      throw new StrategyError(`${game.title} has no strategy ${quote(name)}. Its strategies are: ${known.join(", ")}.`);
  return { names, seats: names.map((name) => game.strategies[name].number) };
}

/** The outcome of many games. */
export class Simulation {
  constructor(game, strategies, seed, wanted) {
    this.game = game;
    this.strategies = strategies;
    this.seed = seed;
    this.wanted = wanted;
    this.games = 0;
    this.columns = {};
    const players = strategies.map((_, p) => p);
    for (const name of ["steps", "decisions", ...players.flatMap((p) => [`return_${p}`, `win_${p}`])])
      this.columns[name] = { total: 0, squares: 0, low: Infinity, high: -Infinity };
    this.parts = [];
  }

  add({ returns, counts }) {
    const n = this.strategies.length, wins = winShares(returns, n), rows = returns.length / n;
    const count = (name, value) => {
      const column = this.columns[name];
      column.total += value;
      column.squares += value * value;
      if (value < column.low) column.low = value;
      if (value > column.high) column.high = value;
    };
    for (let row = 0; row < rows; row++) {
      count("steps", counts[2 * row]);
      count("decisions", counts[2 * row + 1]);
      for (let p = 0; p < n; p++) {
        count(`return_${p}`, returns[row * n + p]);
        count(`win_${p}`, wins[row * n + p]);
      }
    }
    this.games += rows;
    if (this.wanted <= KEPT_GAMES) this.parts.push(returns);
  }

  /** Whether it was stopped before all games were played. */
  get cancelled() {
    return this.games < this.wanted;
  }

  /** Every game's returns, a row for each game. */
  get returns() {
    if (this.wanted > KEPT_GAMES)
      throw new OptionError("The single returns of more than 1,000,000 games are not kept.");
    const n = this.strategies.length;
    return this.parts.flatMap((part) =>
      Array.from({ length: part.length / n }, (_, row) => Array.from(part.subarray(row * n, row * n + n))),
    );
  }

  /** How often a player wins, shared wins counted as parts. */
  winRate(player) {
    return this.mean(`win_${this.game.checkPlayer(player)}`);
  }

  meanReturn(player) {
    return this.mean(`return_${this.game.checkPlayer(player)}`);
  }

  /** By how much a player's win rate exceeds another's, from the same games. */
  advantage(player, other) {
    const a = this.game.checkPlayer(player), b = this.game.checkPlayer(other), n = this.strategies.length;
    const wins = this.parts.map((part) => winShares(part, n));
    const column = (p) => wins.flatMap((part) => Array.from(part).filter((_, i) => i % n === p));
    return difference(column(a), column(b), SHIFTS);
  }

  /** The mean of "steps", "decisions", "return_0", "win_0" …; of "win_0" the win rate. */
  mean(name) {
    if (!Object.hasOwn(this.columns, name))
      throw new OptionError(`There is no statistic ${quote(name)}. There are: ${Object.keys(this.columns).join(", ")}.`);
    const { total, squares, low, high } = this.columns[name];
    if (name.startsWith("win_")) return share(total, this.games);
    const bounds = name.startsWith("return_") ? this.game.returnBounds : null;
    return bounds && low === high ? alike(this.games, low, bounds) : meanFrom(this.games, total, squares, bounds);
  }
}

/**
 * Play many games; the same seed gives the same result here and in Python. `progress` is told the share that is done;
 * `signal` (an AbortSignal) stops early.
 * @param {import("./game.js").Game} game
 * @param {string | string[]} strategies
 * @param {{games?: number, seed?: number | bigint, progress?: (share: number) => void, signal?: AbortSignal}} settings
 */
export async function simulateGames(game, strategies, { games = 100_000, seed = 1, progress, signal } = {}) {
  if (!isWhole(games, 1, MOST_GAMES))
    throw new OptionError(`The number of games must be a whole number from 1 to 10,000,000,000, not ${quote(games)}.`);
  const { names, seats } = seatsFor(game, strategies);
  const simulation = new Simulation(game, names, checkSeed(seed), games);
  const waiting = new Map();
  function* tasks() {
    for (let chunk = 0; chunk * CHUNK < games; chunk++) yield { kind: "chunk", seats, seed: simulation.seed, games, chunk };
  }
  let following = 0;
  await work(game, tasks(), (played, number) => {
    waiting.set(number, played); // counted in order, so that sums do not depend on who is faster
    for (; waiting.has(following); following++) {
      simulation.add(waiting.get(following));
      waiting.delete(following);
    }
    progress?.(simulation.games / games);
  }, signal);
  return simulation;
}
