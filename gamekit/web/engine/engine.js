// gamekit in a browser: the public face, with the words of the Python package. Nothing is fetched: the page brings the
// games it plays, each packed by gamekit.web.game_bundle, and hands them over with `add`.
import { poolNotice, equip } from "./worker_pool.js";
import {
  BrowserError,
  GamekitError,
  IllegalAction,
  OptionError,
  ReplayError,
  UnknownGame,
  _,
  quote,
} from "./errors.js";
import { Game, unpack } from "./game.js";
import { loadPicture } from "./picture.js";
import { openReplay } from "./replay.js";
import { CHANCE, OVER } from "./session.js";

const packs = new Map(),
  opened = new Map();

/** Bring a game: what gamekit.web.game_bundle.pack_game gives. A page is in one language, that of its games. @param {any} pack */
function add(pack) {
  if (pack.language !== globalThis.gamekitLanguage)
    Object.assign(globalThis, { gamekitLanguage: pack.language, gamekitSentences: {} });
  if (pack.sentences) globalThis.gamekitSentences = { ...globalThis.gamekitSentences, ...pack.sentences };
  packs.set(pack.name, pack);
  opened.delete(pack.name);
}

/**
 * A game by name with its options, such as {players: 4}. `made`: what Python tells of a game it has loaded, for options
 * that only Python can carry out. @param {string} name
 */
async function load(name, options = {}, made = /** @type {?import("./types").Made} */ (null)) {
  const places = { name: quote(name), hint: "", names: [...packs.keys()].join(", ") };
  if (!packs.has(name)) throw new UnknownGame(_("There is no game {name}.{hint} The games are: {names}.", places));
  if (!opened.has(name)) opened.set(name, unpack(packs.get(name), loadPicture));
  return new Game(await opened.get(name), options, made);
}

/** A game of the package's own box: what a browser makes by itself. @param {string} name @param {Record<string, any>} options */
async function loadPlain(name, options, box = /** @type {?string} */ (null)) {
  if (box !== null)
    throw new ReplayError(_("was played with another box file; it can be opened only where Python runs."));
  return load(name, options);
}

export const gamekit = Object.freeze({
  CHANCE,
  OVER,
  BrowserError,
  GamekitError,
  IllegalAction,
  OptionError,
  ReplayError,
  UnknownGame,
  add,
  equip,
  load,
  loadPlain,
  gameNames: () => [...packs.keys()],
  notice: poolNotice,
  /** A session from the text of a replay file, every step checked; `loads` loads its game, if not this engine alone. */
  open: (/** @type {string} */ text, /** @type {string} */ name, loads = loadPlain) => openReplay(text, loads, name),
});
globalThis.gamekit = gamekit;
