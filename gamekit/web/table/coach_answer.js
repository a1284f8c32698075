// The coach as the page shows its answer, and opponents in plain words: easy, medium, steady, strong, best. Their figures come from
// Python (gamekit/lab/levels.py), what they do from the engine.
import { groupThousands } from "../shared/numbers.js";

/** @import { Game, Say, Session } from "../shared/types" */

const COACH_PLAYOUTS = 2000; // for every action, where there are few
const COACH_GAMES = 20_000; // in all, where there are up to sixteen
const COACH_WIDE = 500; // for sixteen of more: a truck can be placed on a hundred spaces
const COACH_SECONDS = 1.8; // with the round that has begun by then, nobody waits longer than two
const COACH_SEED = 1;

/** What each legal move of a session is worth, best first, for the page. @param {Session} session @param {Say} say @param {any} given */
export async function advice(session, say, { progress, signal }) {
  const many = session.legal().length;
  const playouts = many > 16 ? COACH_WIDE : Math.min(COACH_PLAYOUTS, Math.floor(COACH_GAMES / many));
  const found = await session.coach({ playouts, seed: COACH_SEED, seconds: COACH_SECONDS, progress, signal });
  const rows = found.map(({ action, text, win, returns }) => ({
    action,
    text,
    win: win.value,
    win_low: win.low,
    win_high: win.high,
    mean: returns.value,
    mean_low: returns.low,
    mean_high: returns.high,
  }));
  const games = groupThousands(found.reduce((sum, row) => sum + row.playouts, 0));
  const how = found.cancelled ? "table_coach_early" : found.clear ? "table_coach_clear" : "table_coach_close";
  const verdict = say(how, { move: rows[0].text });
  const reason = found.cancelled ? null : await found.why();
  const why = tellReason(reason, { best: rows[0].text, second: rows[1]?.text }, say);
  const rate = rateOf(reason?.parts ?? [], session.game.data.reasons ?? {}, say);
  return {
    type: "coach",
    rows,
    text: say("table_coach_told", { verdict, games }),
    why,
    rate,
    spoken: [verdict, why].filter(Boolean).join(" "),
  };
}

/** What speaks for a move and against another. @param {any} reason @param {{best: string, second: string}} moves @param {Say} say */
export function tellReason(reason, moves, say) {
  /** @type {any[]} */
  const parts = reason?.parts ?? [];
  const told = { ...moves, n: reason?.decisions };
  return parts
    .map(({ kind, said, ...figures }) => say(`coach_why_${kind}`, { ...figures, ...told, event: said }))
    .join(" ");
}

/** What a choice cost and why; if that cannot be told, that. @param {any} found @param {Say} say */
export function tellCost({ played, better, cost, reason }, say) {
  const [n, low, high] = [cost.value, cost.low, cost.high].map((share) => Math.round(100 * share));
  if (cost.low <= 0) return say("choice_open", { played, better });
  const why = tellReason(reason, { best: better, second: played }, say);
  return `${say("choice_cost", { played, better, n, low, high })} ${why && say("review_because", { why })}`;
}

/** How often reasons of the kinds that are told were true, when many were held against independent continuations. @param {{kind: string}[]} parts @param {Record<string, number[]>} measured @param {Say} say */
export function rateOf(parts, measured, say) {
  const kinds = [...new Set(parts.map(({ kind }) => kind))].filter((kind) => Object.hasOwn(measured, kind));
  const [count, signs, sizes] = [0, 1, 2].map((place) => kinds.reduce((all, kind) => all + measured[kind][place], 0));
  return count ? say("table_coach_rate", { count, signs, sizes }) : "";
}

const LEVELS = ["easy", "medium", "steady", "strong", "best"];
// Who sits opposite somebody who has chosen nothing yet.
export const FIRST = "easy";

/** @param {string} name */
export const isLevel = (name) => LEVELS.includes(name);

/** Whether the computer plays under this name: as a level, or as a strategy of the game. @param {Game} game @param {string} name */
export const plays = (game, name) => isLevel(name) || Object.hasOwn(game.strategies, name);

/** A game's best strategy is the first of its own; the one before it plays anything. @param {Game} game */
export const strongest = (game) => Object.keys(game.strategies)[1];

/** What a level does for the player to move: `share` of its moves are any move, or it tries out `playouts` games for each. @param {any} session @param {any} level */
export function moveOf(session, { share, playouts }) {
  const best = strongest(session.game);
  if (playouts) return session.consider(best, playouts);
  return share ? session.chooseWithSlips(best, share) : session.choose(best);
}
