// A table that knows no more of a game than one player does: it is told that player's view step by step, and what may be done,
// and draws it. What concerns no other player (why a move is not possible) is worked out here; what is played, elsewhere.
import { Player } from "../board/player.js";
import { speaker } from "../shared/dom.js";
import { Frame, LETTERS, legalMoves, otherMoves, playersOf, why, whyHere } from "./frame_builder.js";

/** @import { Answer, Extras, Game, Message } from "../shared/types" */
/** @import { Decision, ViewNews, ViewedStep, Wish } from "../shared/class_types" */

/** @typedef {Extract<Wish, {do: "play"}>} Play */

export class ViewTable {
  /** Whose page it is; of nobody who plays: null. @type {?number} */
  you = null;
  begun = false;
  /** What was said of the open decision. @type {Decision} */
  told = { player: 0, prompt: "", human: false, legal: [], over: null };
  /** @type {ViewedStep[]} */
  steps = [];
  /** @type {Frame[]} */
  frames = [];
  /** @type {?Player} */
  player = null;

  /** `send(wish)` gets what shall be done. The player is made in `place`. @param {Game} game @param {Record<string, string>} words @param {{place: HTMLElement, extras?: Extras, send: (wish: Play) => void}} given */
  constructor(game, words, { place, extras = {}, send }) {
    this.game = game;
    this.words = words;
    this.place = place;
    this.extras = { plain: true, remote: true, ...extras };
    this.wish = send;
    this.say = speaker(words);
  }

  /** @param {Answer} message */
  hear(message) {
    if (this.player) this.player.receive(message);
    else this.player = new Player(this.place, message.data, (asked) => this.ask(asked), this.extras);
  }

  get viewer() {
    return this.you ?? 0;
  }

  get position() {
    return this.frames[this.frames.length - 1].position;
  }

  /** What is new: who sits where, the steps that are new, the open decision. @param {ViewNews} news */
  learn({ you, begun, fresh, cut, frames, now }) {
    Object.assign(this, { you, begun, told: now });
    if (fresh) [this.steps, this.frames] = [[], []];
    const numbers = new Int32Array(this.game.layout.state.size / 4);
    if (this.frames.length) numbers.set(new Int32Array(this.position.slice().buffer));
    const news = frames.map(({ changed, step }) => {
      for (let i = 0; i < changed.length; i += 2) numbers[changed[i]] = changed[i + 1];
      if (step) this.steps.push(step);
      // Who watches sees through nobody's eyes: what is there is what all know, drawn for whoever is to move.
      return new Frame(this.game, new Uint8Array(numbers.slice().buffer), this.you);
    });
    this.frames.push(...news);
    if (fresh) return this.hear({ type: "all", data: this.tellAll() });
    const views = { [this.viewer]: { frames: news, steps: this.steps.slice(cut) } };
    return this.hear({ type: "update", cut, views, actions: [], now: this.now(), lines: [], line: 0 });
  }

  tellAll() {
    const { game, say } = this;
    return {
      key: "table",
      origin: null,
      title: game.title,
      subtitle: "",
      notice: this.you === null ? say("seat_watching") : "",
      words: this.words,
      players: playersOf(game, say),
      viewers: [{ key: String(this.viewer), name: LETTERS[this.viewer] }],
      viewer: String(this.viewer),
      scene: game.picture.scene(),
      views: { [this.viewer]: { frames: this.frames, steps: this.steps } },
      step: null,
      rules: game.rulebook,
      now: this.now(),
      actions: [],
      record: null,
      lines: [],
      line: 0,
      strategies: [],
      options: [],
      coach: false,
      seats: Array.from({ length: game.players }, (_, player) => (player === this.you ? null : "")),
      opponents: true,
      chance_acts: true,
    };
  }

  now() {
    return { ...this.told, legal: this.legal(), chance: null, chance_text: "", can_undo: false, can_redo: false };
  }

  legal() {
    return legalMoves(this.game, this.position, this.told.legal, this.say);
  }

  /** What the player asks. @param {Message} message */
  ask(message) {
    const { say, told } = this;
    if (message.do === "play") return this.wish({ do: "play", action: message.action, step: message.step });
    if (message.do === "chances") return this.hear(this.chances(message.step));
    if (!told.human) return this.hear(message.do === "moves" ? { type: "moves", moves: [] } : why(told.prompt));
    if (message.do === "moves") return this.hear({ type: "moves", moves: otherMoves(this.game, told.legal) });
    if ("action" in message) {
      const refused = this.whyNot(message.action);
      return this.hear(refused ? why(refused.text, refused.rule) : why(say("table_possible")));
    }
    return this.hear(
      whyHere(this.game, this.position, told.legal, message.places ?? [], (action) => this.whyNot(action), say),
    );
  }

  /** @param {number} action */
  whyNot(action) {
    const { machine, texts } = this.game;
    const code = machine.reason(this.position, action);
    return code ? texts.refusal(code, this.game.actionText(action), this.you) : null;
  }

  /** @param {number} step */
  chances(step) {
    const { game } = this;
    const { odds, action } = this.steps[step - 1];
    if (!odds) return { type: "chances", step, outcomes: [], text: this.say("seat_no_odds"), happened: null };
    const { position } = this.frames[step - 1];
    const weights = game.machine.weights(position);
    const outcomes = game.machine
      .legal(position)
      .map((one, i) => ({ action: one, text: game.actionText(one), weight: weights[i] }));
    return { type: "chances", step, outcomes, text: "", happened: action };
  }
}
