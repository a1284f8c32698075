// A game with its options, ready to be played: the words of gamekit.core.game.Game.
import { BrowserError, OptionError, _, isWhole, quote } from "./errors.js";
import { Layout, Machine } from "./machine.js";
import { tablesFor } from "./options.js";
import { compareIn, reviewIn } from "./review.js";
import { RuleTexts } from "./rulebook.js";
import { streamWords } from "./random.js";
import { Session, checkSeed } from "./session.js";
import { coachIn } from "./coach.js";

/** @import { Picture } from "./types" */

const FORMAT = "gamekit-browser",
  VERSION = 1;
/**
 * A game's data, compiled rules and picture out of a packed game. `loadPicture` (picture.js) makes the picture; workers, which
 * show nothing, go without.
 * @param {Pick<import("./types").Pack, "rules" | "data"> & {picture?: string}} pack
 * @param {?(text: string) => Promise<import("./types").MakesPicture>} loadPicture
 */
export async function unpack(pack, loadPicture = null) {
  if (typeof WebAssembly === "undefined")
    throw new BrowserError(
      _(
        "This browser cannot run the rules by itself (it has no WebAssembly). Open the page in a current Firefox, Chrome, Edge or Safari; what you saved can be opened there.",
      ),
    );
  const [rules, text] = await Promise.all([inflate(pack.rules), inflate(pack.data)]);
  const data = JSON.parse(new TextDecoder().decode(text));
  if (data.format !== FORMAT || data.version !== VERSION)
    throw new BrowserError(_("This page and the rules in it are of different versions. Load the page again."));
  const module = await WebAssembly.compile(rules);
  const picture = loadPicture && (await loadPicture(new TextDecoder().decode(await inflate(pack.picture ?? ""))));
  return { pack, data, module, picture };
}

/** @param {string} base64 */
async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Game {
  /**
   * `made` is what gamekit.web.game_bundle.export_loaded tells of a game of Python's; without it `given` are the options.
   * @param {{pack: any, data: any, module: WebAssembly.Module, picture: ?import("./types").MakesPicture}} unpacked
   * @param {Record<string, any>} given
   * @param {?import("./types").Made} made
   */
  constructor({ pack, data, module, picture }, given = {}, made = null) {
    const { players, options, changed, tables } = made ?? tablesFor(data, given);
    this.pack = pack;
    this.made = made;
    /** What a replay remembers of a box of one's own, else null. */
    this.box = made?.box ?? null;
    this.data = data;
    this.name = data.name;
    this.title = made?.title ?? data.title;
    const [least, most] = made?.bounds ?? data.players;
    this.minPlayers = least;
    this.maxPlayers = most;
    this.players = players;
    this.options = options;
    this.changedOptions = changed;
    this.numActions = data.num_actions;
    this.layout = new Layout(data);
    this.machine = new Machine(module, this.layout, Int32Array.from(tables));
    this.texts = new RuleTexts(made?.words ? { ...data.book, words: made.words } : data.book, this.layout);
    /** What to draw: `scene()`, `changes(position, viewer)`, `targets(position, actions)`, `describe(position, viewer)`. */
    this.picture = /** @type {Picture} */ (picture && picture(this, made?.shipped ?? data.shipped?.[players]));
    this.rulebook = data.book.rules;
    /** @type {Record<string, {name: string, title: string, description: string, number: number}>} */
    this.strategies = {};
    for (const [number, [name, title, description]] of data.strategies.entries())
      this.strategies[name] = { name, title, description, number };
  }

  /** What this game is loaded from again, here or in a worker. */
  get source() {
    const { name, rules, data } = this.pack;
    return { pack: { name, rules, data }, given: { players: this.players, ...this.changedOptions }, made: this.made };
  }

  /** A game to be played step by step. `seed` decides what chance does; none: a fresh one. @param {any} seed */
  session(seed) {
    return new Session(this, seed);
  }

  /** A game that is taken up from what `player` knows of a position: what is hidden is dealt at random. @param {Uint8Array} view @param {number} player @param {any} seed */
  sessionFrom(view, player, seed) {
    const fresh = checkSeed(seed);
    return new Session(this, fresh, this.machine.redeal(view, player, streamWords([fresh, 0, 2])));
  }

  /** What each legal action of `player` is worth in a view; `session.coach` asks for the position it shows. @param {Uint8Array} view @param {number} player */
  coach(view, player, settings = {}) {
    return coachIn(this, view, player, settings);
  }

  /** A session that was played, looked back at; `session.review` asks for the steps up to the one it shows. @param {Session} session */
  review(session, settings = {}) {
    return reviewIn(session, settings);
  }

  /** What it costs `player` to choose `done` instead of `better` in a view, and why. @param {Uint8Array} view @param {number} player @param {number} better @param {number} done */
  compare(view, player, better, done) {
    return compareIn(this, view, player, better, done);
  }

  /** @param {number} action */
  actionText(action) {
    if (!isWhole(action, 0, this.numActions - 1))
      throw new OptionError(
        _("There is no action {action}: actions of this game are 0 to {last}.", {
          action: quote(action),
          last: this.numActions - 1,
        }),
      );
    return this.texts.action(this.data.actions[action]);
  }

  /** @param {number} player */
  checkPlayer(player) {
    if (!isWhole(player, 0, this.players - 1))
      throw new OptionError(
        _("There is no player {player}: the players are 0 to {last}.", {
          player: quote(player),
          last: this.players - 1,
        }),
      );
    return Number(player);
  }
}
