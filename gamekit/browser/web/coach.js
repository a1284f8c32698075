// The coach: what each legal action is worth, as far as the player to move can know. The same race for the same seed
// as in gamekit/lab/coach.py, with the same tree where a game has one.

import { work } from "./crew.js";
import { difference, Estimate, mean, share, SHIFTS, sum, winShares } from "./estimate.js";
import { OptionError, isWhole, shown } from "./faults.js";
import { BATCH } from "./labour.js";
import { reasonFrom } from "./reasons.js";
import { checkedSeed } from "./session.js";
import { seatsFor } from "./simulate.js";

const MOST_PLAYOUTS = 10_000_000;
const MOST_SECONDS = 86_400;
const MOST_AHEAD = 100;
/** How many standard errors an action must lie behind the best before it gets no more playouts. */
const SURE = 3.3, SURE_OF = 1.959963984540054;
/** With more actions than this the field is halved again and again, each time after an equal part of the budget. */
const WIDEST = 16;
/** How many actions, at most, then share the last part. */
const FEW = 8;
/** Playouts in a batch, at least: fewer say nothing. */
const LEAST = 5;

class Arm {
  constructor(action) {
    Object.assign(this, { action, wins: [], returns: [], batches: 0, tree: null });
  }

  add(returns, players, player) {
    const wins = winShares(returns, players);
    for (let row = player; row < returns.length; row += players) {
      this.wins.push(wins[row]);
      this.returns.push(returns[row]);
    }
    this.batches += 1;
  }

  get win() {
    return sum(this.wins) / this.wins.length;
  }

  lostTo(leader) {
    const gap = difference(leader.wins, this.wins);
    return gap.value > 0 && gap.value > ((gap.value - gap.low) * SURE) / SURE_OF;
  }
}

/** In how many equal parts the budget for so many actions is spent: the field is halved between two of them. */
function partsFor(actions) {
  let parts = 1;
  for (; actions > (parts === 1 ? WIDEST : FEW); parts += 1) actions = Math.ceil(actions / 2);
  return parts;
}

/** The arms that won most, one more than half if they are odd, in the order given; FEW are halved no further. */
function betterHalf(arms) {
  const keep = Math.max(Math.ceil(arms.length / 2), Math.min(FEW, arms.length));
  const mean = (numbers) => sum(numbers) / numbers.length;
  const best = new Set(arms.slice().sort((a, b) => b.win - a.win || mean(b.returns) - mean(a.returns)).slice(0, keep));
  return arms.filter((arm) => best.has(arm));
}

const first = (items, key) => items.reduce((best, one) => (key(one) > key(best) ? one : best));

/**
 * A table, the best action first: {action, text, win, returns, behind, playouts}. `progress` is told the share that is
 * done; `signal` (an AbortSignal) stops early, so do `seconds`. `ahead`: at how many own next decisions the player looks for
 * something better than the strategy (as the game has it, if not given). Attributes of the table: player, strategy, cancelled,
 * best, clear; `await table.why()` is what most speaks for the best action and against the second, or null.
 */
export async function coachIn(game, view, player, settings = {}) {
  const { playouts = 2000, seed = 1, even = false, seconds = null, progress, signal } = settings;
  const ahead = settings.ahead ?? game.data.search?.ahead ?? 0;
  if (!isWhole(playouts, 1, MOST_PLAYOUTS))
    throw new OptionError(`The number of playouts must be a whole number from 1 to 10,000,000, not ${shown(playouts)}.`);
  if (seconds !== null && !(Number.isFinite(seconds) && seconds >= 0 && seconds <= MOST_SECONDS))
    throw new OptionError(`The seconds must be a number from 0 to 86,400, not ${shown(seconds)}.`);
  if (!isWhole(ahead, 0, MOST_AHEAD))
    throw new OptionError(`\`ahead\` must be a whole number from 0 to 100, not ${shown(ahead)}.`);
  if (ahead && !game.data.search) throw new OptionError(`In ${game.title} the coach of a page does not think ahead.`);
  const names = Object.keys(game.strategies), strategy = settings.strategy ?? names[1] ?? names[0];
  const { seats } = seatsFor(game, strategy);
  const arms = game.machine.legal(view).map((action) => new Arm(action));
  const shares = even ? arms.length : Math.min(arms.length, WIDEST), parts = even ? 1 : partsFor(arms.length);
  // Against the clock, nobody knows yet how many there will be time for.
  const room = seconds === null ? Math.min(BATCH, Math.floor((playouts * shares) / (parts * arms.length))) : 0;
  const size = parts === 1 ? Math.min(BATCH, playouts) : Math.max(Math.min(LEAST, playouts), room);
  const searches = ahead > 0 && arms.length > 1;
  const job = { kind: searches ? "search" : "batch", ahead, playouts, seats, seed: checkedSeed(seed), view, player, size };
  const budget = parts === 1 ? Math.ceil(playouts / size) * shares : Math.ceil((playouts * shares) / size);
  const began = performance.now(), gone = () => (seconds === null ? 0 : Math.min(1, (performance.now() - began) / 1000 / seconds));
  let alive = arms.slice(), spent = 0, batch = 0, part = 1, cancelled = false;
  // Whole rounds only: all that are still alive are compared on the same deals.
  while (batch === 0 || spent + alive.length <= budget) {
    cancelled = Boolean(signal?.aborted) && batch > 0;
    if (cancelled || (batch > 0 && gone() >= 1)) break;
    const tasks = alive.map(({ action, tree }) => ({ ...job, action, batch, tree }));
    await work(game, tasks, ({ returns, nodes, edges }, number) => {
      alive[number].add(returns, seats.length, player);
      alive[number].tree = nodes ? { nodes, edges } : null;
    });
    spent += alive.length;
    batch += 1;
    progress?.(Math.min(1, Math.max(spent / budget, gone())));
    if (even) continue;
    const leader = first(alive, (arm) => arm.win);
    alive = alive.filter((arm) => arm === leader || !arm.lostTo(leader));
    for (; part < parts && (spent * parts >= part * budget || gone() * parts >= part); part += 1) alive = betterHalf(alive);
    if (alive.length === 1 && arms.length > 1) break;
  }
  const top = Math.max(...alive.map((arm) => arm.win));
  const best = first(alive.filter((arm) => arm.win === top), (arm) => sum(arm.returns) / arm.returns.length);
  const advices = arms.map((arm) => adviceOn(game, arm, best, size));
  advices.sort(
    (a, b) =>
      (a.action !== best.action) - (b.action !== best.action) ||
      a.behind.value - b.behind.value ||
      b.returns.value - a.returns.value,
  );
  const clear = advices.slice(1).every(({ behind }) => behind.low > 0);
  const task = { ...job, kind: "happenings" };
  const why = () => reasonOf(game, task, advices.slice(0, 2).map(({ action }) => action));
  return Object.assign(advices, { player, strategy, cancelled, best: best.action, clear, why });
}

/** What happens more or less often after the first action than after the second: {event, best, second, decisions}, or null. */
async function reasonOf(game, task, actions) {
  if (actions.length < 2) return null;
  const found = [];
  await work(game, actions.map((action) => ({ ...task, action })), ({ returns }, number) => (found[number] = returns));
  return reasonFrom(game, ...found);
}

function adviceOn(game, arm, best, size) {
  const common = Math.min(arm.batches, best.batches) * size;
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
