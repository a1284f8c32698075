// The coach: what each legal action is worth, as far as the player to move can know. The same race for the same seed
// as in gamekit/lab/coach.py and race.py, with the same tree where a game has one.
import { work } from "./worker_pool.js";
import { difference, Estimate, mean, NORMAL, quantile, share, SHIFTS, sum, winShares } from "./estimate.js";
import { BATCH } from "./worker_tasks.js";
import { streamWords } from "./random.js";
import { reasonFrom } from "./reasons.js";
import { checkSeed } from "./session.js";

/** @import { CoachSettings, Game, Task } from "./types" */

/** How many standard errors an action must lie behind the best before it gets no more playouts. */
const SURE = 3.3;
/** More actions than this get no more playouts together than so many. */
const WIDEST = 16;
/** How many actions, at most, share the last part of the budget. */
const LAST = 2;
/** What a game counts is a multiple of one of so many: sums are then the same in whatever order they are added up. */
const FINE = 2 ** 20;
/** Playouts in a batch, at least: fewer say nothing. */
const LEAST = 5;
/** By how many standard errors an action must be ahead of the strategy's own choice to be preferred to it. */
const DOUBT = 0.5;
/** The stream from which the strategy draws for its own choice. */
const HABIT = 3;

/**
 * What a game counts for a player in the race, if the game has a swing: the lead over the best of the others, a half for
 * being level, 3/4 for a swing ahead, 1/4 for a swing behind. @param {Float64Array} returns @param {number} player @param {number} swing
 */
function worthOf(returns, player, swing) {
  const lead = returns[player] - Math.max(...returns.filter((_, p) => p !== player));
  return Math.floor((0.5 + (0.5 * lead) / (swing + Math.abs(lead))) * FINE + 0.5) / FINE;
}

class Arm {
  /** @param {number} action @param {number} swing */
  constructor(action, swing) {
    this.action = action;
    this.swing = swing;
    /** @type {number[]} */
    this.wins = [];
    /** @type {number[]} */
    this.worths = swing ? [] : this.wins;
    /** @type {number[]} */
    this.returns = [];
    /** @type {?{nodes: BigInt64Array, edges: Float64Array}} */
    this.tree = null;
  }

  /** @param {Float64Array} returns @param {number} players @param {number} player */
  add(returns, players, player) {
    const wins = winShares(returns, players);
    for (let row = 0; row < returns.length; row += players) {
      this.wins.push(wins[row + player]);
      this.returns.push(returns[row + player]);
      if (this.swing) this.worths.push(worthOf(returns.subarray(row, row + players), player, this.swing));
    }
  }

  /** What its playouts count so far, on average. */
  get worth() {
    return sum(this.worths) / this.worths.length;
  }

  get meanReturn() {
    return sum(this.returns) / this.returns.length;
  }

  /** [how much more this action counts than another one on the same deals, the standard error of it] @param {Arm} other */
  compareWith(other) {
    const gap = this.worths.map((worth, i) => worth - other.worths[i]);
    const n = gap.length;
    const mean = sum(gap) / n;
    if (n < 2) return [mean, 1];
    // The 1 stands for what has not been seen yet, where all deals were alike.
    const spread = (gap.reduce((all, x) => all + (x - mean) ** 2, 0) + 1) / (n - 1);
    return [mean, (Math.sqrt(spread / n) * quantile(n - 1)) / NORMAL];
  }

  /** @param {Arm} leader */
  isBeatenBy(leader) {
    const [gap, error] = leader.compareWith(this);
    return gap > SURE * error;
  }
}

/** In how many equal parts the budget for so many actions is spent: the field is halved between two of them. @param {number} actions */
function partsFor(actions) {
  let parts = 1;
  for (; actions > LAST; parts += 1) actions = Math.ceil(actions / 2);
  return parts;
}

/** The arms, the one that came off best first; what is hardly ahead of the strategy's own choice comes behind it. @param {Arm[]} arms @param {?number} habit */
function rankArms(arms, habit) {
  const own = arms.find((arm) => arm.action === habit);
  const ranked = arms.map((arm) => {
    const doubt = own === undefined || arm === own ? 0 : DOUBT * arm.compareWith(own)[1];
    return { arm, rank: arm.worth - doubt };
  });
  return ranked.sort((a, b) => b.rank - a.rank || b.arm.meanReturn - a.arm.meanReturn).map(({ arm }) => arm);
}

/**
 * The arms that came off best, one more than half if they are odd, in the order given; LAST are halved no further.
 * The strategy's own choice stays with them: all others are measured against it. @param {Arm[]} arms @param {?number} habit
 */
function selectBetterHalf(arms, habit) {
  const keep = Math.max(Math.ceil(arms.length / 2), Math.min(LAST, arms.length));
  const best = new Set(rankArms(arms, habit).slice(0, keep));
  return arms.filter((arm) => best.has(arm) || arm.action === habit);
}

/**
 * A table, the best action first: {action, text, win, returns, behind, playouts}. `progress` is told the share that is
 * done; `signal` (an AbortSignal) stops early, so do `seconds`. `ahead`: at how many own next decisions the player looks for
 * something better than the strategy (as the game has it, if not given). Attributes of the table: player, strategy, cancelled,
 * best, clear; `await table.why()` is what most speaks for the best action and against the second, or null.
 * @param {Game} game @param {Uint8Array} view @param {number} player @param {CoachSettings} settings
 */
export async function coachIn(game, view, player, settings = {}) {
  const { playouts = 2000, seed = 1, seconds = null, progress, signal } = settings;
  const ahead = settings.ahead ?? game.data.search?.ahead ?? 0;
  const { strategy, seats } = findLineup(game, settings.strategy);
  const arms = game.machine.legal(view).map((action) => new Arm(action, game.data.swing ?? 0));
  const shares = Math.min(arms.length, WIDEST);
  const parts = partsFor(arms.length);
  // Against the clock, nobody knows yet how many there will be time for: each batch is twice as long as the one before.
  const timed = seconds !== null;
  const room = timed ? LEAST : Math.floor((playouts * shares) / (parts * arms.length));
  const size = Math.max(Math.min(LEAST, playouts), Math.min(BATCH, room));
  /** @param {number} batch */
  const many = (batch) => (timed ? Math.min(BATCH, size * 2 ** batch) : size);
  const searches = ahead > 0 && arms.length > 1;
  /** @type {Partial<Task>} */
  const job = { kind: searches ? "search" : "batch", ahead, playouts, seats, seed: checkSeed(seed), view, player };
  const budget = parts > 1 ? playouts * shares : Math.ceil(playouts / size) * size * shares;
  const habit =
    arms.length > 1 ? game.machine.choose(seats[player], view, player, streamWords([seed], [0, HABIT])) : null;
  const began = performance.now();
  const measureElapsed = () => (seconds === null ? 0 : Math.min(1, (performance.now() - began) / 1000 / seconds));
  let alive = arms.slice();
  let [spent, batch, part, cancelled] = [0, 0, 1, false];
  // Whole rounds only: all that are still alive are compared on the same deals.
  while (batch === 0 || spent + alive.length * many(batch) <= budget) {
    cancelled = Boolean(signal?.aborted) && batch > 0;
    if (cancelled || (batch > 0 && measureElapsed() >= 1)) break;
    const tasks = alive.map(({ action, tree }) => ({ ...job, action, batch, tree, size: many(batch) }));
    (await work(game, tasks)).forEach(({ returns, nodes, edges }, number) => {
      alive[number].add(returns, seats.length, player);
      alive[number].tree = nodes && edges ? { nodes, edges } : null;
    });
    spent += alive.length * many(batch);
    batch += 1;
    progress?.(Math.min(1, Math.max(spent / budget, measureElapsed())));
    const leader = alive.reduce((best, one) => (one.worth > best.worth ? one : best));
    alive = alive.filter((arm) => arm === leader || !arm.isBeatenBy(leader));
    for (; part < parts && (spent * parts >= part * budget || measureElapsed() * parts >= part); part += 1)
      alive = selectBetterHalf(alive, habit);
    if (alive.length === 1 && arms.length > 1) break;
  }
  const best = rankArms(alive, habit)[0];
  const advices = arms.map((arm) => adviceOn(game, arm, best));
  advices.sort(
    (a, b) =>
      Number(a.action !== best.action) - Number(b.action !== best.action) ||
      a.behind.value - b.behind.value ||
      b.returns.value - a.returns.value,
  );
  const clear = advices.slice(1).every(({ behind }) => behind.low > 0);
  /** @type {Partial<Task>} */
  const task = { ...job, kind: "happenings" };
  const pair = advices.slice(0, 2).map(({ action }) => action);
  const why = () => reasonOf(game, task, pair);
  return Object.assign(advices, { player, strategy, cancelled, best: best.action, clear, why });
}

/** By which strategy the playouts go on: {strategy, seats}; how the game's coach plays on, if none is named. @param {Game} game @param {string} [named] */
export function findLineup(game, named) {
  const [any, best] = Object.values(game.strategies);
  const { name, number } = named ? game.strategies[named] : (game.data.playout ?? best ?? any);
  return { strategy: name, seats: Array(game.players).fill(number) };
}

/** What happens more or less often after the first action than after the second: {decisions, parts}, or null. @param {Game} game @param {Partial<Task>} task @param {number[]} actions */
export async function reasonOf(game, task, actions) {
  if (actions.length < 2) return null;
  const playOn = async (/** @type {boolean} */ told) => {
    const tasks = actions.map((action) => ({ ...task, action, told }));
    return (await work(game, tasks)).map(({ returns }) => returns);
  };
  const [best, second] = await playOn(false);
  return reasonFrom(game, best, second) && reasonFrom(game, best, second, await playOn(true));
}

/** @param {Game} game @param {Arm} arm @param {Arm} best */
function adviceOn(game, arm, best) {
  const common = Math.min(arm.wins.length, best.wins.length);
  const behind =
    arm === best ? new Estimate(0, 0, 0) : difference(best.wins.slice(0, common), arm.wins.slice(0, common), SHIFTS);
  return {
    action: arm.action,
    text: game.actionText(arm.action),
    win: share(sum(arm.wins), arm.wins.length),
    returns: mean(arm.returns),
    behind,
    playouts: arm.wins.length,
  };
}
