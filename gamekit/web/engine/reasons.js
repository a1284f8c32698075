// Why the coach's first choice is better than its second: what gamekit/lab/reasons.py counts, on the same luck.
import { mean } from "./estimate.js";
import { streamWords } from "./random.js";

/** @import { Game, Layout, Machine } from "./types" */

const CONTINUATIONS = 100,
  DECISIONS = 8,
  BATCH_OF_REASONS = 1_000_000,
  CERTAIN = 3.3,
  ROUGH = 100;
const NEVER = -1; // what is kept open, and when, where the player decides nothing more
const OPEN = 2; // the last columns of a row: the phase of the player's next decision, and what is open there
/** @type {Record<string, number>[]} */
const [WHOSE, WANTED] = [
  { event: 0, yours: 1, theirs: -1 },
  { more: 1, less: -1 },
];

/** The notes that are counted, in the order of their codes: {code, said, whose, place, wanted}, as in Python. @param {Game} game */
function findWatched(game) {
  const found = [];
  for (const [code, note] of Object.entries(game.data.book.notes).sort((a, b) => Number(a[0]) - Number(b[0])))
    for (const [key, whose] of Object.entries(WHOSE)) {
      const said = note[key];
      const named = said?.match(/\{(\w+)\}/)?.[1];
      if (!said) continue;
      const place = !named ? -1 : named === "times" ? 0 : 1 + note.args.indexOf(named);
      found.push({ code: Number(code), said, whose, place, wanted: (WANTED[note.wanted] ?? 0) * (whose || 1) });
    }
  return found;
}

/**
 * What a worker does: for each continuation after `action` a row of what each counted note comes to, and of what the player
 * keeps open. `told`: on the luck by which no reason is chosen, for the figures. @param {Game} game @param {{seats: number[], seed: any, view: Uint8Array, player: number, action: number, told?: any}} given
 */
export function happenings(game, { seats, seed, view, player, action, told = false }) {
  const { machine, layout } = game,
    watched = findWatched(game),
    many = watched.length + OPEN;
  const room = machine.batch(CONTINUATIONS, seats.length),
    returns = new Float64Array(CONTINUATIONS * many);
  const batch = BATCH_OF_REASONS + Number(told);
  machine.deal(room, CONTINUATIONS, view, player, streamWords([seed], [batch, 0]));
  machine.fillLuck(room, CONTINUATIONS, streamWords([seed], [batch, 1]));
  machine.stream(streamWords([seed], [batch, 2]));
  for (let row = 0; row < CONTINUATIONS; row += 1) {
    const counts = returns.subarray(row * many, (row + 1) * many);
    counts.fill(NEVER, -OPEN);
    let open = null;
    machine.follow(room, row, { seats, action, player, decisions: DECISIONS }, (position) => {
      for (const [code, ...numbers] of layout.notes(position))
        watched.forEach((one, column) => {
          if (one.code !== code || one.whose * (numbers[0] === player ? 1 : -1) < 0) return;
          counts[column] = one.place < 0 ? 1 : counts[column] + (one.place ? numbers[one.place - 1] : 1);
        });
      open ??= openAt(game, position, player);
    });
    if (open) counts.set(open, many - OPEN);
  }
  return { fine: true, returns, counts: new Int32Array(0) };
}

/** Phase of the position that lies in the machine, and what the player who has a choice there keeps open; else null. @param {{machine: Machine, layout: Layout}} given @param {Uint8Array} position @param {number} player */
function openAt({ machine, layout }, position, player) {
  const { run, at } = machine;
  if (run.player(at.state, at.tables) !== player) return null;
  const moves = run.legal(at.state, at.tables, at.actions, machine.actions);
  if (moves < 2) return null;
  return run.open_to ? [0, run.open_to(at.state, at.tables, player)] : [layout.read(position, "phase"), moves];
}

/**
 * The reason from what happened after the best action and after the second, or null if nothing differs beyond chance:
 * {decisions, parts}, each part {kind, said, best, second, of_best, of_second}, the last two as they are told. `told`: what
 * happened on other luck, both again; the figures are from there. @param {Game} game @param {Float64Array} best @param {Float64Array} second
 */
export function reasonFrom(game, best, second, told = [best, second]) {
  const watched = findWatched(game),
    many = watched.length + OPEN;
  /** @param {Float64Array} found @param {number} place */
  const column = (found, place) => Array.from({ length: CONTINUATIONS }, (_, row) => found[row * many + place]);
  const [chosen, sized] = [[best, second], told].map(
    (pair) => (/** @type {number} */ place) => pair.map((found) => column(found, place)),
  );
  const [kept, open] = [chosen, sized].map((columns) => [columns(many - 2), columns(many - 1)]);
  /** @type {any[]} */
  const parts = [happens(watched, chosen, sized), staysOpen(game.data.book.open ?? "", kept, open)];
  const found = parts.filter(Boolean).map((part) => ({ ...part, ...tellFigures(part, game.data.book.language) }));
  return found.length ? { decisions: DECISIONS, parts: found } : null;
}

/** @param {ReturnType<typeof findWatched>} watched @param {(place: number) => number[][]} columns @param {(place: number) => number[][]} told */
function happens(watched, columns, told) {
  /** @type {any} */
  let most = null;
  watched.forEach(({ said, place, wanted }, number) => {
    const [one, other] = columns(number),
      size = errorsAbove(one, other),
      worth = wanted ? size * wanted : Math.abs(size);
    if (worth > (most?.worth ?? 0)) most = { worth, kind: place < 0 ? "share" : "amount", said, number };
  });
  if (!most || most.worth < CERTAIN) return null;
  const [[before, after], [best, second]] = [columns, told].map((pair) =>
    pair(most.number).map((values) => mean(values).value),
  );
  return (best - second) * (before - after) > 0 ? { kind: most.kind, said: most.said, best, second } : null;
}

/**
 * Only decisions of the same phase are held against each other, and they must be half of all continuations.
 * @param {string} said
 * @param {number[][][]} chosen phases and what is kept, each after both
 * @param {number[][][]} told
 */
function staysOpen(said, chosen, told) {
  const [[one, other], [best, second]] = [chosen, told].map(([[phases, others], kept]) =>
    kept.map((column) => column.filter((_, row) => phases[row] === others[row] && phases[row] !== NEVER)),
  );
  if (2 * one.length < chosen[0][0].length || errorsAbove(one, other) < CERTAIN) return null;
  const [open, less] = [best, second].map((values) => mean(values).value);
  return open > less ? { kind: said ? "open" : "moves", said, best: open, second: less } : null;
}

/** How many standard errors the first lie above the second, in pairs. @param {number[]} one @param {number[]} other */
function errorsAbove(one, other) {
  const gap = one.map((x, row) => x - other[row]),
    middle = mean(gap).value;
  const variance = gap.reduce((all, x) => all + (x - middle) ** 2, 0) / (gap.length - 1);
  return middle / Math.sqrt(Math.max(variance, 1 / gap.length) / gap.length);
}

/**
 * Both figures of a part as its sentence tells them.
 * @param {any} part
 * @param {string | undefined} language of the rulebook, if that is not English
 */
function tellFigures({ kind, said, best, second }, language) {
  if (kind === "share") return { of_best: String(Math.round(100 * best)), of_second: String(Math.round(100 * second)) };
  return {
    of_best: kind === "moves" ? rough(best, language) : said.replace(/\{\w+\}/g, rough(best, language)),
    of_second: rough(second, language),
  };
}

/** An average as it is told, halves rounded up, as in Python. @param {number} value @param {string} [language] */
function rough(value, language = "en") {
  const places = Math.abs(value) < ROUGH ? 1 : 0,
    size = 10 ** places;
  const form = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(language, form).format(Math.floor(value * size + 0.5) / size);
}
