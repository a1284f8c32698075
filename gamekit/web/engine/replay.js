// Replay files: a session as JSON and back, the format of gamekit/core/replay.py. Nothing read here is trusted.
import { ReplayError, _, sentenceOf, quote, writeNumber } from "./errors.js";

/** @import { Game, Session } from "./types" */

const FORMAT_NAME = "gamekit-replay";
const LARGEST_TEXT = 5_000_000,
  MOST_REPLAY_STEPS = 50_000;
const ENTRIES = ["format", "game", "players", "options", "box", "seed", "steps"];
const STEP_ENTRIES = ["player", "action", "text"];
const SEED_PLACE = "\u0000seed\u0000";

const JSON_TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON allows none in a text
  /\s+|"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const TYPOGRAPHIC_QUOTES = "“”„‟«»‘’‚";
const DEEPEST_JSON = 100; // lists and tables in one another

/** A session as the text of a replay file. @param {Session} session */
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

/** @param {any} found @param {string[]} wanted */
const same = (found, wanted) => JSON.stringify(Object.keys(found).sort()) === JSON.stringify([...wanted].sort());
/** @param {any} value */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Parse JSON text. Throws a `ReplayError` with the line and the kind of the damage, as `parse_json` of gamekit/core/files.py does. @param {string} text @param {string} name */
function parseJson(text, name) {
  const plain = text.replace(/^\ufeff/, ""); // a mark that some editors put before a text
  const fault = findJsonFault(plain);
  if (!fault) return JSON.parse(plain);
  const [what, line] = fault;
  if (!line) throw new ReplayError(_("{name}: {what}", { name, what }));
  throw new ReplayError(_("{name}, line {line}: {what}", { name, line: writeNumber(line), what }));
}

/** What is wrong with a JSON text, and in which line (0: in the whole); null if nothing is. @returns {?[string, number]} @param {string} text */
function findJsonFault(text) {
  if (!text.trim()) return [_("the file is empty."), 0];
  if (/^\0+$/.test(text)) return [_("the file holds nothing but zeros: it was not written to its end."), 0];
  if (text.trimStart().startsWith("<"))
    return [_("this is a web page, no saved game; perhaps a page to log in was saved instead."), 0];
  const lineOf = (/** @type {number} */ place) => text.slice(0, place).split("\n").length;
  /** What is open: the keys of a table, null for a list. @type {(?Set<string>)[]} */
  const tables = [];
  let [wants, last, lastAt] = ["value", "", 0];
  for (let at = 0; at < text.length; ) {
    JSON_TOKEN.lastIndex = at;
    const token = JSON_TOKEN.exec(text)?.[0] ?? "";
    const begins = at;
    at += token.length;
    if (token && !token.trim()) continue;
    if (wants === "end") return [_("something follows after the end."), lineOf(begins)];
    if (!token && TYPOGRAPHIC_QUOTES.includes(text[begins]))
      return [_("there is a typographic quotation mark; JSON takes only straight ones."), lineOf(begins)];
    if (!token && text[begins] === '"' && !/^"(?:[^"\\]|\\.)*"/s.test(text.slice(begins)))
      return [_("the file ends here, in the middle; perhaps it was cut off."), lineOf(begins)];
    if ((token === "}" || token === "]") && last === ",")
      return [_("there is a comma before a closing bracket; take it out."), lineOf(lastAt)];
    const keys = wants.endsWith("key") ? tables.at(-1) : null;
    if (keys?.has(token))
      return [_("the entry {entry} is there a second time.", { entry: quote(JSON.parse(token)) }), lineOf(begins)];
    keys?.add(token);
    wants = token && followJson(wants, token, tables);
    if (!wants) return [_("there is something that JSON does not know."), lineOf(begins)];
    if (tables.length > DEEPEST_JSON) return [_("lists and tables are too deep in one another."), lineOf(begins)];
    [last, lastAt] = [token, begins];
  }
  return wants === "end"
    ? null
    : [_("the file ends here, in the middle; perhaps it was cut off."), lineOf(text.length)];
}

/** What JSON wants after a token, or "" if it wanted something else; opens and closes `tables`. @param {string} wants @param {string} token @param {(?Set<string>)[]} tables */
function followJson(wants, token, tables) {
  if (wants.endsWith("key") && token.startsWith('"')) return "colon";
  if (wants === "colon") return token === ":" ? "value" : "";
  if (wants === "next" && token === ",") return tables.at(-1) ? "key" : "value";
  const wantsValue = wants.endsWith("value");
  if (tables.length && token === (tables.at(-1) ? "}" : "]") && (wants === "next" || wants.startsWith("first")))
    tables.pop();
  else if (wantsValue && (token === "{" || token === "[")) {
    tables.push(token === "{" ? new Set() : null);
    return token === "{" ? "first key" : "first value";
  } else if (!wantsValue || [",", ":", "}", "]"].includes(token)) return "";
  return tables.length ? "next" : "end";
}

/** The contents of a replay file, its head checked; the seed is exact even where a number is not. @param {string} text @param {string} name */
function parseReplay(text, name) {
  if (text.length > LARGEST_TEXT)
    throw new ReplayError(
      _("{name}: larger than {most} characters; no game needs that.", { name, most: writeNumber(LARGEST_TEXT) }),
    );
  const data = parseJson(text, name);
  if (!isTable(data) || data.format !== FORMAT_NAME)
    throw new ReplayError(
      _('{name}: not a gamekit replay; its "format" must be {format}.', { name, format: quote(FORMAT_NAME) }),
    );
  if (!same(data, ENTRIES)) throw refuseEntries(name, ENTRIES);
  if (!isTable(data.options) || typeof data.game !== "string")
    throw new ReplayError(_('{name}: "game" must be a name and "options" a table.', { name }));
  for (const key of ["players", "box"])
    if (Object.hasOwn(data.options, key))
      throw new ReplayError(
        _("{name}: {entry} stands beside the options, not among them.", { name, entry: quote(key) }),
      );
  if (data.seed === null || data.players === null)
    throw new ReplayError(_("{name}: players must be a whole number, and the seed must be a whole number.", { name }));
  if (typeof data.seed === "number" && !Number.isSafeInteger(data.seed)) {
    const digits = text.match(/"seed"\s*:\s*(\d+)\s*[,}]/);
    if (digits) data.seed = BigInt(digits[1]);
  }
  return data;
}

/** A session from the text of a replay file, every step checked. `load(name, options, box)` loads a game. @param {string} text @param {(name: string, options: Record<string, any>, box: ?string) => Promise<Game>} load */
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
    throw new ReplayError(
      _('{name}: "steps" must be a list of at most {most} steps.', { name, most: writeNumber(MOST_REPLAY_STEPS) }),
    );
  steps.forEach((step, i) => playStep(session, step, _("{name}, step {number}", { name, number: i + 1 })));
  return session;
}

/** @param {Session} session @param {any} step @param {string} where */
function playStep(session, step, where) {
  if (!isTable(step) || !same(step, STEP_ENTRIES)) throw refuseEntries(where, STEP_ENTRIES);
  if (!Number.isInteger(step.action))
    throw new ReplayError(_("{name}: the action must be a whole number.", { name: where }));
  if (step.player !== session.player)
    throw new ReplayError(
      _("{name}: it is player {player}’s step (−1 is chance), not {given}’s.", {
        name: where,
        player: session.player,
        given: quote(step.player),
      }),
    );
  try {
    session.play(step.action);
  } catch (error) {
    throw refuseBecause(where, error);
  }
}

/** @param {string} name @param {string[]} entries */
const refuseEntries = (name, entries) =>
  new ReplayError(_("{name}: must have exactly the entries {entries}.", { name, entries: entries.join(", ") }));
/** @param {string} name @param {any} error */
const refuseBecause = (name, error) => new ReplayError(_("{name}: {error}", { name, error: sentenceOf(error) }));
