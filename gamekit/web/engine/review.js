// After the game: everybody's chance to win along it, luck and choice taken apart, the choices that cost most. All within a
// time: closely only where a quick look sees a difference.
import { coachIn, findLineup, reasonOf } from "./coach.js";
import { work } from "./worker_pool.js";
import { difference, Estimate, mean, SHARES, SHIFTS, winShares } from "./estimate.js";
import { BATCH } from "./worker_tasks.js";
import { streamWords } from "./random.js";
import { OVER, checkSeed } from "./session.js";

/** @import { Clock, Decision, Job, Session, Task } from "./types" */

/** How many points of a course are looked at first, and how many at once later. */
const FIRST_POINTS = 24,
  WAVE = 16;
/** Playouts of a point, at most, in batches. */
const MOST_BATCHES = 4;
/** The parts of the time by whose end the course, the quick looks and the close looks are done. */
const COURSE_UNTIL = 0.4,
  QUICK_UNTIL = 0.65,
  CLOSE_UNTIL = 0.85;
const QUICK_PLAYOUTS = 40,
  CLOSE_PLAYOUTS = 300,
  CLOSE_LOOKS = 5,
  DEAREST = 3;
/** If the first points take more than this part of the time, there is `longer`: a playout of this game is long. */
const SLOW = 0.2;
/** From this batch on: luck by which nothing was chosen; the largest of many differences is too large as it was found. */
const OTHER_LUCK = 500_000;
/** How often the page may show itself meanwhile. */
const BREATHE = 12;
/** More steps of a stretch than this are not looked at one by one. */
const MOST_STEPS_OF_A_TURN = 24;

/**
 * `tell(found)` is told what is known so far, again and again, and it is what comes in the end: {done, course, rows, turning,
 * choices, looked}. `whose`: the players whose choices are looked at. `course`: [{step, chances}], a chance for each player.
 * `rows`: for each player {start, luck, own, others, unseen, end}. `choices`: [{step, player, played, better, cost, reason}], the
 * dearest first. `seconds` are for a usual game, `longer` for one whose playouts are long. `looked`: {points, of, decisions, ofDecisions}. Ends early once `signal` is aborted.
 * @param {Session} session
 * @param {{whose?: number[], seconds?: number, longer?: number, seed?: number | bigint, tell?: (found: any) => void, signal?: AbortSignal}} settings
 */
export async function reviewIn(
  session,
  { whose, seconds = 6.5, longer = seconds, seed = 1, tell = () => {}, signal } = {},
) {
  const began = performance.now();
  const clock = {
    gone: () => (signal?.aborted ? 1 : (performance.now() - began) / 1000 / clock.seconds),
    seconds,
    longer,
    signal,
  };
  const { game } = session;
  const job = { seats: findLineup(game).seats, seed: checkSeed(seed) };
  const course = new ChanceCourse(session, job);
  const asked = whose ?? Array.from({ length: game.players }, (_, p) => p);
  const decisions = course.free.filter((step) => asked.includes(course.actor(step)));
  /** @type {any[]} */
  const choices = [];
  const looked = { points: 0, of: course.points.length, decisions: 0, ofDecisions: decisions.length };
  /** @param {any} done */
  const collectFound = (done) => ({
    done,
    ...course.tell(),
    choices: choices.slice(),
    looked: { ...looked, points: course.known.size },
  });
  const say = (done = clock.gone()) => signal?.aborted || tell(collectFound(Math.min(done, 0.99)));
  await course.sampleCourse(clock, say);
  const dearest = await suspects(course, decisions, clock, looked, say);
  for (const one of dearest) {
    if (signal?.aborted) break;
    choices.push(await measureCost(course, one, clock));
    say();
  }
  const all = collectFound(1);
  if (!signal?.aborted) tell(all);
  return all;
}

/** The chances along a game, at the points between two who act. */
export class ChanceCourse {
  /** @param {Session} session @param {Job} job */
  constructor(session, job) {
    this.session = session;
    this.game = session.game;
    this.job = job;
    this.log = session.log;
    const { machine } = this.game;
    /** The steps that could have gone otherwise. */
    this.free = this.log.flatMap((_, at) => (machine.legal(session.positionAt(at)).length > 1 ? [at + 1] : []));
    const turns = this.free.filter(
      (step, i) => i + 1 < this.free.length && this.actor(step) !== this.actor(this.free[i + 1]),
    );
    this.points = [...new Set([0, ...turns, this.log.length])];
    /** For each step that was looked at, batch after batch, everybody's shares of the win. @type {Map<number, Float64Array[]>} */
    this.known = new Map();
  }

  /** @param {number} step */
  actor(step) {
    return this.log[step - 1].player;
  }

  /** @param {Clock} clock @param {() => void} say */
  async sampleCourse(clock, say) {
    const gap = Math.max(1, (this.points.length - 1) / FIRST_POINTS);
    const first = Array.from(
      { length: FIRST_POINTS + 1 },
      (_, i) => this.points[Math.min(Math.round(i * gap), this.points.length - 1)],
    );
    await this.play([...new Set(first)], clock);
    if (clock.gone() > SLOW) clock.seconds = clock.longer;
    say();
    for (let wave = this.listNextPoints(); wave.length && clock.gone() < COURSE_UNTIL; wave = this.listNextPoints()) {
      await this.play(wave, clock);
      say();
    }
    await this.play(this.stepsOfTurning(), clock);
    for (let batch = 1; batch < MOST_BATCHES && clock.gone() < COURSE_UNTIL; batch += 1) {
      const steps = [...this.known.keys()];
      for (let from = 0; from < steps.length && clock.gone() < COURSE_UNTIL; from += 2 * WAVE)
        await this.play(steps.slice(from, from + 2 * WAVE), clock, batch);
      say();
    }
  }

  /** Play on from steps and keep what came of it. @param {number[]} steps @param {Clock} clock */
  async play(steps, clock, batch = 0) {
    const open = steps.filter((step) => (this.known.get(step)?.length ?? 0) === batch && !this.isOver(step));
    for (const step of steps.filter((one) => this.isOver(one))) {
      const returns = this.game.machine.returns(this.session.positionAt(step), this.game.players);
      this.known.set(step, Array(MOST_BATCHES).fill(repeatReturns(returns)));
    }
    const tasks = open.map((step) => task("position", this.job, { position: this.session.positionAt(step), batch }));
    (await work(this.game, tasks, clock.signal)).forEach(({ returns }, number) => {
      this.known.set(open[number], [...(this.known.get(open[number]) ?? []), winShares(returns, this.game.players)]);
    });
  }

  /** The points to look at next: halves of the longest stretches, above all where the chances moved. */
  listNextPoints() {
    const at = this.points.flatMap((step, i) => (this.known.has(step) ? [i] : []));
    const gaps = at.slice(1).flatMap((end, i) => {
      const from = at[i];
      if (end - from < 2) return [];
      const moved = this.moves(this.points[from], this.points[end]).map((xs) => Math.abs(middle(xs)));
      return [{ step: this.points[(from + end) >> 1], worth: (end - from) * (0.05 + Math.max(...moved)) }];
    });
    return gaps
      .sort((a, b) => b.worth - a.worth)
      .slice(0, WAVE)
      .map(({ step }) => step);
  }

  /** For each player, how much more of the win each playout from `to` brought than the one from `from` on the same luck. @param {number} from @param {number} to */
  moves(from, to) {
    const before = this.column(from),
      after = this.column(to);
    return before.map((xs, p) => xs.slice(0, after[p].length).map((x, i) => after[p][i] - x));
  }

  /** For each player the shares of all playouts from a step. @param {number} step */
  column(step) {
    const { players } = this.game,
      parts = this.known.get(step) ?? [];
    return Array.from({ length: players }, (_, p) =>
      parts.flatMap((part) => Array.from(part).filter((_x, i) => i % players === p)),
    );
  }

  /** The steps that were looked at, in order, as pairs of neighbours. */
  stretches() {
    const steps = [...this.known.keys()].sort((a, b) => a - b);
    return steps.slice(1).map((to, i) => ({
      from: steps[i],
      to,
      actors: new Set(this.freeIn(steps[i], to).map((one) => this.actor(one))),
    }));
  }

  /** @param {number} from @param {number} to */
  freeIn(from, to) {
    return this.free.filter((step) => from < step && step <= to);
  }

  /** The stretch that brought most to whoever is ahead at the end, or null. */
  turn() {
    const ends = [...this.known.keys()].sort((a, b) => a - b),
      last = this.column(ends.at(-1) ?? 0).map(middle);
    const ahead = last.flatMap((x, p) => (x === Math.max(...last) ? [p] : []));
    /** @param {{from: number, to: number}} given */
    const gain = ({ from, to }) =>
      this.moves(from, to).reduce((all, xs, p) => all + (ahead.includes(p) ? middle(xs) : 0), 0);
    const best = this.stretches()
      .map((one) => ({ ...one, gain: gain(one) }))
      .sort((a, b) => b.gain - a.gain)[0];
    return best?.gain > 0 ? best : null;
  }

  stepsOfTurning() {
    const turn = this.turn(),
      inside = turn ? this.freeIn(turn.from, turn.to) : [];
    return inside.length > 1 && inside.length <= MOST_STEPS_OF_A_TURN ? inside : [];
  }

  tell() {
    const { players } = this.game,
      steps = [...this.known.keys()].sort((a, b) => a - b);
    if (!steps.length) return { course: [], rows: [], turning: null };
    /** @param {number} step */
    const chances = (step) =>
      this.column(step).map((xs) => (this.isOver(step) ? new Estimate(xs[0], xs[0], xs[0]) : mean(xs, SHARES)));
    const course = steps.map((step) => ({ step, chances: chances(step) }));
    /** @type {Record<string, number[][]>[]} */
    const parts = Array.from({ length: players }, () => ({ luck: [], own: [], others: [], unseen: [] }));
    for (const { from, to, actors } of this.stretches()) {
      const [actor] = actors;
      this.moves(from, to).forEach((xs, p) => {
        const kind = actors.size > 1 ? "unseen" : actor === p ? "own" : actors.size && actor >= 0 ? "others" : "luck";
        parts[p][kind].push(xs);
      });
    }
    const rows = parts.map((kinds, p) => ({
      start: course[0].chances[p],
      end: course.at(-1)?.chances[p],
      ...Object.fromEntries(
        Object.entries(kinds).map(([kind, all]) => [kind, all.length ? mean(addUp(all)) : new Estimate(0, 0, 0)]),
      ),
    }));
    const turn = this.turn();
    const moved = turn && this.moves(turn.from, turn.to).map((xs) => mean(xs, SHIFTS));
    return {
      course,
      rows,
      turning: turn && {
        from: turn.from,
        step: turn.to,
        player: turn.actors.size === 1 ? [...turn.actors][0] : null,
        moved,
      },
    };
  }

  /** @param {number} step */
  isOver(step) {
    return this.game.machine.player(this.session.positionAt(step)) === OVER;
  }

  /** What a player's chance did around a step, as far as it is known. @param {number} step */
  changeAround(step) {
    const one = this.stretches().find(({ from, to }) => from < step && step <= to);
    return one ? middle(this.moves(one.from, one.to)[this.actor(step)]) / this.freeIn(one.from, one.to).length : 0;
  }
}

/** @param {number[]} xs */
const middle = (xs) => xs.reduce((all, x) => all + x, 0) / xs.length;
/** @param {number[][]} all */
const addUp = (all) =>
  Array.from({ length: Math.min(...all.map((xs) => xs.length)) }, (_, i) => all.reduce((sum, xs) => sum + xs[i], 0));
/** @param {number[]} returns */
const repeatReturns = (returns) => {
  const winners = winShares(Float64Array.from(returns), returns.length);
  return Float64Array.from({ length: BATCH * returns.length }, (_, i) => winners[i % returns.length]);
};

/**
 * The decisions that seem to have cost most. The quick look: what the strategy would have done, against what was done, where
 * these differ. The close look, at the worst: whatever the coach would have done. @param {ChanceCourse} course @param {number[]} decisions @param {Clock} clock @param {any} looked @param {() => void} say
 */
async function suspects(course, decisions, clock, looked, say) {
  const asked = await compareDecisions(course, decisions);
  const others = asked.filter(({ habit, done }) => habit !== done),
    same = asked.filter(({ habit, done }) => habit === done);
  looked.decisions = same.length;
  /** @type {any[]} */
  const seen = [];
  while (seen.length < others.length && clock.gone() < QUICK_UNTIL) {
    seen.push(...(await estimateQuickly(course, others.slice(seen.length, seen.length + WAVE / 2), clock)));
    looked.decisions = same.length + seen.length;
    say();
  }
  const worst = [...seen.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size), ...same].slice(0, CLOSE_LOOKS);
  /** @type {any[]} */
  const close = [];
  for (const [number, one] of worst.entries()) {
    const left = (CLOSE_UNTIL - clock.gone()) * clock.seconds;
    if (left <= 0) break;
    const limits = { playouts: CLOSE_PLAYOUTS, seed: 2, seconds: left / (worst.length - number), signal: clock.signal };
    const table = await coachIn(course.game, one.view, one.player, limits);
    close.push({
      ...one,
      better: table.best,
      size: table.find(({ action }) => action === one.done)?.behind.value ?? 0,
    });
    say();
  }
  return close
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, DEAREST);
}

/** Each decision with what the strategy would have done, first those by which the player's chance fell most. @param {ChanceCourse} course @param {number[]} decisions */
async function compareDecisions(course, decisions) {
  const { session, job, game } = course,
    { machine } = game,
    words = streamWords([job.seed], [0, 3]);
  /** @type {any[]} */
  const asked = [];
  let since = performance.now();
  for (const step of decisions) {
    const player = course.actor(step),
      view = machine.view(session.positionAt(step - 1), player),
      done = course.log[step - 1].action;
    const habit = machine.choose(job.seats[player], view, player, words);
    asked.push({ step, player, view, done, habit, moved: course.changeAround(step) });
    if (performance.now() - since < BREATHE) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
  return asked.sort((a, b) => a.moved - b.moved);
}

/** @param {ChanceCourse} course @param {Decision[]} some @param {Clock} clock */
async function estimateQuickly({ game, job }, some, clock) {
  const tasks = some.flatMap(({ view, player, habit, done }) =>
    [habit, done].map((action) => task("batch", job, { view, player, action, size: QUICK_PLAYOUTS })),
  );
  /** @type {number[]} */
  const wins = Array(tasks.length).fill(0);
  (await work(game, tasks, clock.signal)).forEach(({ returns }, number) => {
    wins[number] = middle(winsOf(returns, game.players, some[number >> 1].player));
  });
  return some.map((one, i) => ({ ...one, better: one.habit, size: wins[2 * i] - wins[2 * i + 1] }));
}

/** A choice with what it cost, by luck by which it was not chosen, and the reason. @param {ChanceCourse} course @param {Decision} one @param {Clock} clock */
async function measureCost({ game, job }, { step, player, view, done, better = done }, clock) {
  /** @type {number[][]} */
  const wins = [[], []];
  for (
    let batch = OTHER_LUCK;
    batch < OTHER_LUCK + MOST_BATCHES && (batch === OTHER_LUCK || clock.gone() < 1);
    batch += 1
  ) {
    const tasks = [better, done].map((action) => task("batch", job, { view, player, action, batch }));
    (await work(game, tasks)).forEach(({ returns }, number) => {
      wins[number].push(...winsOf(returns, game.players, player));
    });
  }
  const cost = difference(wins[0], wins[1], SHIFTS);
  const reason = await reasonOf(game, task("happenings", job, { view, player }), [better, done]);
  const [played, best] = [done, better].map((action) => game.actionText(action));
  return { step, player, played, better: best, action: better, cost, reason };
}

/** What a choice costs against another one, and why, where all play on as the coach does: {played, better, cost, reason}.
 * @param {import("../shared/types").Game} game @param {Uint8Array} view @param {number} player @param {number} better @param {number} done */
export function compareIn(game, view, player, better, done) {
  const job = { seats: findLineup(game).seats, seed: 1 };
  /** @type {any} */
  const [course, clock] = [{ game, job }, { gone: () => 0 }];
  return measureCost(course, /** @type {any} */ ({ step: 0, player, view, done, better }), clock);
}

/** A task for a worker. @param {Task["kind"]} kind @param {Job} job @param {Partial<Task>} more @returns {Partial<Task>} */
const task = (kind, job, more) => ({ kind, batch: 0, size: BATCH, ...job, ...more });

/** One player's share of the win in each game. @param {Float64Array} returns @param {number} players @param {number} player */
const winsOf = (returns, players, player) =>
  Array.from(winShares(returns, players)).filter((_, i) => i % players === player);
