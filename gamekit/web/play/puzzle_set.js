// The puzzles a page has, checked: nothing of them is trusted. Each is a view of the player who decides, the last steps that led
// there, the best choice and why (gamekit/widgets/puzzle_data.py).
import { bytesFrom, inflate } from "../shared/files.js";

const VIEWS_FORMAT = "gamekit-puzzle-views";
export const HARDEST = 4;
const MOST_LETTERS = 5_000_000;

/**
 * @typedef {{key: string, options: Record<string, any>, player: number, frames: {changed: number[], step: any}[], now: any,
 *   best: number, second: number, found: Record<string, number>, theme: string, difficulty: number, why: string, lead: string}} Puzzle
 */

/** What a page carries of them, unpacked; null if it is damaged. @param {string} packed */
export async function unpackPuzzles(packed) {
  try {
    return JSON.parse(await inflate(bytesFrom(packed), MOST_LETTERS));
  } catch (problem) {
    console.info("gamekit: the puzzles cannot be read:", problem);
    return null;
  }
}

/** Those that fit the rules of this page, and how many do not; null for what are no puzzles. @param {any} kept @param {any} gamekit @returns {Promise<?{puzzles: Puzzle[], broken: number}>} */
export async function openPuzzles(kept, gamekit) {
  if (kept?.format !== VIEWS_FORMAT || !Array.isArray(kept.puzzles)) return null;
  /** @type {Record<string, Promise<any>>} */
  const games = {};
  const load = (/** @type {Record<string, any>} */ options) =>
    (games[JSON.stringify(options)] ??= gamekit.load(kept.game, options));
  const puzzles = [];
  for (const one of kept.puzzles) if (looksRight(one) && (await fits(one, load))) puzzles.push(one);
  return { puzzles, broken: kept.puzzles.length - puzzles.length + (Number(kept.left_out) || 0) };
}

/** Whether the rules know the position, and the choices in it. @param {Puzzle} one @param {(options: Record<string, any>) => Promise<any>} load */
async function fits({ options, player, frames, now, best, second }, load) {
  try {
    const { machine, layout } = await load(options);
    const numbers = new Int32Array(layout.state.size / 4);
    for (const { changed } of frames) {
      for (let i = 0; i < changed.length; i += 2) {
        if (!(changed[i] < numbers.length)) return false;
        numbers[changed[i]] = changed[i + 1];
      }
    }
    const view = new Uint8Array(numbers.buffer);
    const legal = machine.legal(view);
    return (
      machine.player(view) === player &&
      String(legal) === String(now.legal) &&
      [best, second].every((action) => legal.includes(action))
    );
  } catch (problem) {
    console.info("gamekit: a puzzle is left out:", problem);
    return false;
  }
}

/** @param {any} one */
function looksRight(one) {
  const whole = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
  const table = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const frame = (/** @type {any} */ { changed, step }, /** @type {number} */ number) =>
    Array.isArray(changed) &&
    changed.length % 2 === 0 &&
    changed.every(Number.isSafeInteger) &&
    changed.every((at, i) => i % 2 || at >= 0) &&
    (number === 0) === (step === null);
  return (
    table(one) &&
    [one.key, one.theme, one.why, one.lead].every((text) => typeof text === "string") &&
    [one.player, one.best, one.second].every(whole) &&
    whole(one.difficulty) &&
    one.difficulty >= 1 &&
    one.difficulty <= HARDEST &&
    table(one.options) &&
    table(one.found) &&
    Object.values(one.found).every(Number.isFinite) &&
    table(one.now) &&
    Array.isArray(one.now.legal) &&
    typeof one.now.prompt === "string" &&
    Array.isArray(one.frames) &&
    one.frames.length > 0 &&
    one.frames.every((/** @type {any} */ each, /** @type {number} */ number) => table(each) && frame(each, number))
  );
}
