// Why the coach's first choice is better than its second: what gamekit/lab/reasons.py counts, on the same luck.

import { mean } from "./estimate.js";
import { streamWords } from "./random.js";

const CONTINUATIONS = 100, DECISIONS = 8, BATCH_OF_REASONS = 1_000_000, CERTAIN = 3.3;

/** The notes that are counted, by code: [place, description, whether it must be the asking player's own]. */
function watchedIn(game) {
  const notes = Object.entries(game.data.book.notes).filter(([, one]) => one.event || one.yours);
  notes.sort((a, b) => a[0] - b[0]);
  return new Map(notes.map(([code, one], place) => [Number(code), [place, one.event || one.yours, Boolean(one.yours)]]));
}

/** What a worker does: for each continuation after `action` a row, 1 where a counted note was left. */
export function happenings(game, { seats, seed, view, player, action }) {
  const { machine, layout } = game, watched = watchedIn(game), many = watched.size;
  const room = machine.batch(CONTINUATIONS, seats.length), returns = new Float64Array(CONTINUATIONS * many);
  machine.deal(room, CONTINUATIONS, view, player, streamWords([seed], [BATCH_OF_REASONS, 0]));
  machine.fillLuck(room, CONTINUATIONS, streamWords([seed], [BATCH_OF_REASONS, 1]));
  machine.stream(streamWords([seed], [BATCH_OF_REASONS, 2]));
  for (let row = 0; row < CONTINUATIONS; row += 1) {
    machine.follow(room, row, { seats, action, player, decisions: DECISIONS }, (position) => {
      for (const [code, whose] of layout.notes(position)) {
        const [place, , own] = watched.get(code) ?? [-1];
        if (place >= 0 && (whose === player || !own)) returns[row * many + place] = 1;
      }
    });
  }
  return { fine: true, returns, counts: new Int32Array(0) };
}

/** The reason from what happened after the best action and after the second, or null if nothing differs beyond chance. */
export function reasonFrom(game, best, second) {
  const events = [...watchedIn(game).values()], many = events.length;
  let most = null;
  for (const [place, event] of events) {
    const rows = (found) => Array.from({ length: CONTINUATIONS }, (_, row) => found[row * many + place]);
    const [one, other] = [rows(best), rows(second)], gap = one.map((x, row) => x - other[row]);
    const middle = mean(gap).value;
    const variance = gap.reduce((all, x) => all + (x - middle) ** 2, 0) / (CONTINUATIONS - 1);
    const size = Math.abs(middle) / Math.sqrt(Math.max(variance, 1 / CONTINUATIONS) / CONTINUATIONS);
    if (size > (most?.size ?? 0)) most = { size, event, best: mean(one).value, second: mean(other).value };
  }
  if (!most || most.size < CERTAIN) return null;
  return { event: most.event, best: most.best, second: most.second, decisions: DECISIONS };
}
