// A game being played: the words of gamekit.core.session.Session, with the same chance for the same seed.
import { IllegalAction, OptionError, _, isWhole, quote } from "./errors.js";
import { replayText } from "./replay.js";
import { Stream, streamWords } from "./random.js";

/** @import { Game, LogStep } from "./types" */

export const CHANCE = -1,
  OVER = -2;
const LARGEST_SEED = 2n ** 63n - 1n;

/** A seed to play with; none takes a fresh one, any of the 2⁶³: of fewer, what is told of a game would find it again. @param {any} seed */
export function checkSeed(seed) {
  if (seed === undefined || seed === null) return crypto.getRandomValues(new BigUint64Array(1))[0] >> 1n;
  const safe = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!safe || !isWhole(seed, 0, LARGEST_SEED))
    throw new OptionError(
      _("The seed must be a whole number from 0 to {most}, not {given}.", { most: LARGEST_SEED, given: quote(seed) }),
    );
  return seed;
}

export class Session {
  #positions;
  /** @type {LogStep[]} */
  #steps = [];

  /** @param {Game} game @param {any} seed @param {?Uint8Array} start where the game is taken up; null: at its beginning */
  constructor(game, seed, start = null) {
    this.game = game;
    this.seed = checkSeed(seed);
    /** Whether there is a past that nobody here knows: such a game is played on, but neither saved nor sent. */
    this.hasPast = start !== null;
    this.#positions = [start ?? game.machine.start()];
    this.step = 0;
  }

  // Where the game stands

  get length() {
    return this.#steps.length;
  }

  get #now() {
    return this.#positions[this.step];
  }

  /** The position, as bytes; `game.layout.read(position, name)` reads a field. */
  get position() {
    return this.#now.slice();
  }

  /** @param {number} step */
  positionAt(step) {
    return this.#positions[this.#checkStep(step)].slice();
  }

  /** Whose decision it is: 0…players−1, CHANCE or OVER. */
  get player() {
    return this.game.machine.player(this.#now);
  }

  get over() {
    return this.player === OVER;
  }

  legal() {
    return this.game.machine.legal(this.#now);
  }

  /** The sentence and rule against an action, or null if it is legal. @param {number} action */
  whyNot(action) {
    const text = this.game.actionText(action);
    const code = this.game.machine.reason(this.#now, action);
    return code ? this.game.texts.refusal(code, text, this.player) : null;
  }

  /** What one player knows of the position. @param {number} player */
  view(player) {
    return this.game.machine.view(this.#now, this.game.checkPlayer(player));
  }

  /** What is being asked now, in words. */
  phase() {
    return this.game.texts.phase(this.#now);
  }

  returns() {
    return this.game.machine.returns(this.#now, this.game.players);
  }

  get history() {
    return this.log.map((step) => step.action);
  }

  /** Every action that is known, those that were undone included. */
  get actions() {
    return this.#steps.map((step) => step.action);
  }

  /** The steps played so far, in words: {player, action, text, heading, notes}. */
  get log() {
    return this.#steps.slice(0, this.step);
  }

  // Playing

  /** Play an action (a chance action too) and return what happened, in words. @param {number} action */
  play(action) {
    const refused = this.whyNot(action);
    if (refused) throw new IllegalAction(refused.text, refused.rule);
    const { machine, texts, layout } = this.game,
      before = this.#now,
      player = this.player;
    const after = machine.apply(before, action);
    const notes = layout.notes(after).map((/** @type {number[]} */ note) => texts.note(note, before));
    this.#steps.length = this.step;
    this.#positions.length = this.step + 1;
    const heading = texts.heading(before);
    this.#steps.push({ player, action: Number(action), text: this.game.actionText(action), heading, notes });
    this.#positions.push(after);
    this.step += 1;
    return notes;
  }

  /** Let chance act. */
  roll() {
    return this.play(this.drawn());
  }

  /** The action chance takes here: the seed and the step decide. */
  drawn() {
    if (this.player !== CHANCE)
      throw new IllegalAction(
        this.over
          ? _("There is nothing to roll or draw now: the game is over.")
          : _("There is nothing to roll or draw now: a player decides."),
        "",
      );
    const total = this.game.machine.weights(this.#now).reduce((a, b) => a + b, 0);
    return this.game.machine.draw(this.#now, new Stream([this.seed, this.step]).below(total));
  }

  /** What a strategy does for the player to move: it knows what that player knows. @param {string} strategy */
  choose(strategy, words = streamWords([this.seed, this.step, 1])) {
    const known = this.game.strategies;
    const places = { name: quote(strategy), known: Object.keys(known).join(", ") };
    if (!Object.hasOwn(known, strategy))
      throw new OptionError(_("There is no strategy {name}; there are {known}.", places));
    if (this.player < 0) throw new IllegalAction(_("No player decides now."), "");
    return this.game.machine.choose(known[strategy].number, this.#now, this.player, words);
  }

  /** The same for one who makes any legal move with the probability `share` (gamekit/lab/levels.py). @param {string} strategy @param {any} share */
  chooseWithSlips(strategy, share) {
    const stream = new Stream([this.seed, this.step, 1]),
      stumbles = stream.random() < share;
    if (!stumbles || this.player < 0) return this.choose(strategy, stream.words);
    const legal = this.legal();
    return legal[Math.floor(stream.random() * legal.length)];
  }

  /** The same for one who asks the coach, and does as it says where another move is better beyond chance. @param {string} strategy @param {number} playouts */
  async consider(strategy, playouts) {
    const stream = new Stream([this.seed, this.step, 1]),
      seed = Math.floor(stream.random() * 2 ** 31);
    const habit = this.choose(strategy, stream.words);
    if (this.legal().length === 1) return habit;
    const table = await this.coach({ strategy, playouts, seed, ahead: 0 });
    return (table.find(({ action }) => action === habit)?.behind.low ?? 0) > 0 ? table.best : habit;
  }

  /** What each legal action of the player to move is worth. */
  coach(settings = {}) {
    if (this.player < 0)
      throw new IllegalAction(
        this.over
          ? _("There is nothing to advise now: the game is over.")
          : _("There is nothing to advise now: chance decides."),
        "",
      );
    return this.game.coach(this.view(this.player), this.player, settings);
  }

  /** The game up to here, looked back at: see review.js. */
  review(settings = {}) {
    if (this.step === 0)
      throw new IllegalAction(_("Nothing has been played yet, so there is nothing to look back at."), "");
    return this.game.review(this, settings);
  }

  // Going back and forth

  redo() {
    if (this.step === this.length) throw new IllegalAction(_("There is no undone step to play again."), "");
    this.goto(this.step + 1);
  }

  /** @param {number} step */
  goto(step) {
    this.step = this.#checkStep(step);
  }

  /** A new session with the same game and seed that has played up to `step` (default: here). */
  branch(step = this.step) {
    const chosen = this.#checkStep(step),
      other = new Session(this.game, this.seed, this.hasPast ? this.#positions[0] : null);
    other.#steps = this.#steps.slice(0, chosen);
    other.#positions = this.#positions.slice(0, chosen + 1);
    other.step = chosen;
    return other;
  }

  /** The game up to here as the text of a replay file. */
  save() {
    if (this.hasPast)
      throw new OptionError(
        _("This game began with a position that was sent: what came before is not known, so it cannot be saved."),
      );
    return replayText(this);
  }

  /** @param {number} step */
  #checkStep(step) {
    if (!isWhole(step, 0, this.length))
      throw new OptionError(
        _("There is no step {step}: the steps are 0 to {last}.", { step: quote(step), last: this.length }),
      );
    return Number(step);
  }
}
