// Replay files: a session as JSON and back, the format of gamekit/replay_file.py. Nothing read here is trusted.

import { ReplayError, _, sentenceOf, quote, writeNumber } from "./faults.js";

const FORMAT_NAME = "gamekit-replay";
const LARGEST_TEXT = 5_000_000, MOST_REPLAY_STEPS = 50_000;
const ENTRIES = ["format", "game", "players", "options", "box", "seed", "steps"];
const STEP_ENTRIES = ["player", "action", "text"];
const SEED_PLACE = "\u0000seed\u0000";

/** A session as the text of a replay file. */
export function replayText(session) {
  const { game } = session;
  const contents = {
    format: FORMAT_NAME,
    game: game.name,
    players: game.players,
    options: game.changedOptions,
    box: game.box,
    seed: SEED_PLACE,
    steps: session.log.map(({ player, action, text }) => ({ player, action, text })),
  };
  return JSON.stringify(contents, null, 1).replace(JSON.stringify(SEED_PLACE), String(session.seed)) + "\n";
}

const same = (found, wanted) => JSON.stringify(Object.keys(found).sort()) === JSON.stringify([...wanted].sort());
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The contents of a replay file, its head checked; the seed is exact even where a number is not. */
function parseReplay(text, name) {
  if (text.length > LARGEST_TEXT)
    throw new ReplayError(_("{name}: larger than {most} characters; no game needs that.", { name, most: writeNumber(LARGEST_TEXT) }));
  let data;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, "")); // a mark that some editors put before a text
  } catch {
    throw new ReplayError(_("{name}: not one complete JSON file; perhaps it was cut off, or more stands behind its end.", { name }));
  }
  if (!isTable(data) || data.format !== FORMAT_NAME)
    throw new ReplayError(_('{name}: not a gamekit replay; its "format" must be {format}.', { name, format: quote(FORMAT_NAME) }));
  if (!same(data, ENTRIES)) throw refuseEntries(name, ENTRIES);
  if (!isTable(data.options) || typeof data.game !== "string")
    throw new ReplayError(_('{name}: "game" must be a name and "options" a table.', { name }));
  for (const key of ["players", "box"])
    if (Object.hasOwn(data.options, key))
      throw new ReplayError(_("{name}: {entry} stands beside the options, not among them.", { name, entry: quote(key) }));
  if (data.seed === null || data.players === null)
    throw new ReplayError(_("{name}: players must be a whole number, and the seed must be a whole number.", { name }));
  if (typeof data.seed === "number" && !Number.isSafeInteger(data.seed)) {
    const digits = text.match(/"seed"\s*:\s*(\d+)\s*[,}]/);
    if (digits) data.seed = BigInt(digits[1]);
  }
  return data;
}

/** A session from the text of a replay file, every step checked. `load(name, options, box)` loads a game. */
export async function openReplay(text, load, name = "the replay") {
  const data = parseReplay(text, name);
  let session;
  try {
    session = (await load(data.game, { ...data.options, players: data.players }, data.box)).session(data.seed);
  } catch (error) {
    throw refuseBecause(name, error);
  }
  const { steps } = data;
  if (!Array.isArray(steps) || steps.length > MOST_REPLAY_STEPS)
    throw new ReplayError(_('{name}: "steps" must be a list of at most {most} steps.', { name, most: writeNumber(MOST_REPLAY_STEPS) }));
  steps.forEach((step, i) => playStep(session, step, _("{name}, step {number}", { name, number: i + 1 })));
  return session;
}

function playStep(session, step, where) {
  if (!isTable(step) || !same(step, STEP_ENTRIES))
    throw refuseEntries(where, STEP_ENTRIES);
  if (!Number.isInteger(step.action)) throw new ReplayError(_("{name}: the action must be a whole number.", { name: where }));
  if (step.player !== session.player)
    throw new ReplayError(_("{name}: it is player {player}’s step (−1 is chance), not {given}’s.", { name: where, player: session.player, given: quote(step.player) }));
  try {
    session.play(step.action);
  } catch (error) {
    throw refuseBecause(where, error);
  }
}

const refuseEntries = (name, entries) =>
  new ReplayError(_("{name}: must have exactly the entries {entries}.", { name, entries: entries.join(", ") }));
const refuseBecause = (name, error) => new ReplayError(_("{name}: {error}", { name, error: sentenceOf(error) }));
