// The table a game is played at: takes the player's messages, gives the answers. It plays with the engine
// (gamekit/web/engine) and touches no page.
import { picturesOf } from "../board/how_to_play.js";
import { advice } from "./coach_answer.js";
import {
  ALL,
  CHANCE,
  OVER,
  FrameCache,
  TURN,
  countShared,
  otherMoves,
  outcomes,
  playersOf,
  prompt,
  result,
  findOutcome,
  seesMoves,
  why,
  whyHere,
  LETTERS,
  legalMoves,
} from "./frame_builder.js";
import { GivenUp, MOST_STEPS_AT_ONCE, moveSession, originOf, recordOf, same, Flow } from "./game_flow.js";
import { optionForm, subtitle } from "./option_controls.js";

const LONGEST_NAME = 80;

export class PlayTable extends Flow {
  /** As whom the page was last told something. */
  toldAs = "";
  origin = "";
  frames = this.makeFrames();
  /** Whether another page leads now. */
  led = false;
  /** Ends what the coach thinks. @type {?AbortController} */
  thinking = null;

  // `seats` has, for each player, the name of a strategy or null for a person. `words` are the player's own.
  /**
   * @param {any} session
   * @param {ConstructorParameters<typeof Flow>[0] & {words?: Record<string, string>, seats?: ?(string | null)[], viewer?: ?string,
   *   key?: string, shownStep?: ?number, guide?: any}} given
   */
  constructor(
    session,
    { words = {}, seats = null, viewer = null, key = "game", shownStep = null, guide = null, ...flow },
  ) {
    super(flow);
    this.guide = guide;
    this.words = words;
    this.key = key;
    this.show(session, seats, viewer);
    this.shownStep = shownStep;
    this.origin = originOf(session);
  }

  makeFrames() {
    return new FrameCache(this.say, (step) => this.isForced(step));
  }

  /** Another game comes to the table. @param {any} session @param {?(string | null)[]} seats @param {?string} viewer @param {number} [number] */
  show(session, seats, viewer = null, number) {
    this.begin(session, seats, number);
    this.shownStep = null;
    this.viewer = viewer ?? this.usualViewer();
    this.toldAs = this.viewer;
    this.frames = this.makeFrames();
  }

  // ---- through whose eyes the page sees -----------------------------------------------------

  // "Whoever is to move" is one person at a time, with that person's past.
  findViewer() {
    if (this.viewer !== TURN || !this.people().length || this.session.over) return this.viewer;
    return String(this.lastPerson());
  }

  viewers() {
    return [ALL, TURN, ...Array.from({ length: this.game.players }, (_, player) => String(player))];
  }

  /** @param {string} viewer */
  viewerName(viewer) {
    if (viewer === ALL) return this.say("table_see_all");
    if (viewer === TURN) return this.say("table_see_turn");
    return this.say("table_see_player", { name: LETTERS[Number(viewer)] });
  }

  usualViewer() {
    if (this.viewer === TURN) return TURN; // who hide their cards from each other go on hiding them in another game
    const people = this.people();
    return people.length === 1 ? String(people[0]) : ALL;
  }

  // ---- what the page is told ----------------------------------------------------------------

  legal() {
    return legalMoves(this.game, this.session.position, this.session.legal(), this.say);
  }

  lineNames() {
    return this.lines.map((one, i) => this.say("table_line", { number: i + 1, steps: one.step }));
  }

  // All a new view needs.
  tellAll() {
    const { game, session, say } = this;
    this.toldAs = this.findViewer();
    const data = {
      key: this.key,
      origin: this.origin,
      title: game.title,
      subtitle: subtitle(game, say),
      notice: this.notice,
      words: this.words,
      players: playersOf(game, say),
      viewers: this.viewers().map((key) => ({ key, name: this.viewerName(key) })),
      viewer: this.viewer,
      scene: game.picture.scene(),
      views: { [this.viewer]: this.frames.film(session, this.toldAs) },
      step: this.shownStep,
      rules: game.rulebook,
      now: this.now(),
      actions: session.history,
      record: recordOf(session),
      lines: this.lineNames(),
      line: this.line,
      strategies: Object.values(this.strategies()).map(({ name, title, description }) => ({
        name,
        title,
        description,
      })),
      options: optionForm(game, say, this.python !== null),
      coach: true,
      guided: this.guide !== null,
      ...this.settings(),
    };
    return { type: "all", data };
  }

  // The open decision: whose it is, what is legal, what chance may do.
  now() {
    const { session, say } = this;
    const { player } = session;
    const mine = this.person() && [ALL, TURN, String(player)].includes(this.viewer);
    const [chance, chanceText] =
      player === CHANCE ? outcomes(session, this.findViewer(), session.step, say) : [null, ""];
    const remark = mine && this.game.picture.remark(session.position, session.legal());
    return {
      player,
      prompt: [prompt(session, this.person(), mine, say), remark].filter(Boolean).join(" "),
      human: mine,
      legal: mine || player === CHANCE ? this.legal() : [],
      chance,
      chance_text: chanceText,
      over: player === OVER ? result(session, say) : null,
      can_undo: this.stopBefore(session.step) !== null,
      can_redo: session.step < session.length,
    };
  }

  /** What changed since step `cut` on the line that is shown. @param {number} cut */
  update(cut) {
    this.stopCoach();
    this.notice = "";
    this.shownStep = null;
    const { session } = this;
    return {
      type: "update",
      cut,
      views: { [this.viewer]: this.frames.build(session, this.findViewer(), cut + 1) },
      actions: session.history.slice(cut),
      now: this.now(),
      lines: this.lineNames(),
      line: this.line,
    };
  }

  /** `update`; before it, if the screen goes on to the next person, all that was told as that person knows it. @param {number} cut */
  updatesSince(cut) {
    return this.findViewer() === this.toldAs ? [this.update(cut)] : [this.film(true), this.update(cut)];
  }

  // The whole game as it is seen now. `handed`: the screen went on to another person, whose number is told.
  film(handed = false) {
    this.toldAs = this.findViewer();
    const next = handed && this.viewer === TURN && this.toldAs !== TURN ? { handover: Number(this.toldAs) } : {};
    return {
      type: "view",
      viewer: this.viewer,
      ...this.frames.film(this.session, this.toldAs),
      now: this.now(),
      ...next,
    };
  }

  // ---- what the page asks -------------------------------------------------------------------

  /** @param {string} key */
  error(key) {
    return new this.gamekit.OptionError(this.say(key));
  }

  /** Do what the page asks, and say what to show as soon as it is known; errors carry a sentence. @param {any} message */
  async *answer(message) {
    const name = CALLED_OTHERWISE[message.do] ?? message.do;
    try {
      yield* /** @type {any} */ (this)[name](message);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
    }
  }

  /** @param {any} message */
  async *hello({ snapshot, aside, onRestored = (/** @type {any} */ _how) => {} }) {
    if (!this.touched) {
      const taken = await this.resume(snapshot);
      const { unfit, notice } = this;
      const returned = !taken && (await this.resume(aside));
      if (!returned) this.notice = notice;
      onRestored({ unfit, returned });
    }
    yield this.tellAll();
  }

  /** Whether the game goes on that a page has kept. @param {any} kept */
  async resume(kept) {
    if (!kept || !(await this.takeUp(kept, this.origin))) return false;
    this.frames = this.makeFrames();
    this.viewer = this.viewers().includes(kept.viewer) ? kept.viewer : this.usualViewer();
    return true;
  }

  /** @param {any} message */
  async *play(message) {
    const before = this.session.step;
    if ((message.step ?? before) !== before) return void (yield { type: "idle" });
    const { player } = this.session;
    if (player >= 0 && this.seats[player] !== null) throw this.error("table_no_persons_turn");
    try {
      this.put(message.action);
    } catch (error) {
      if (!(error instanceof this.gamekit.IllegalAction)) throw error;
      const { sentence, rule } = /** @type {any} */ (error);
      return void (yield why(sentence, rule));
    }
    yield* this.tellAtOnce(before);
  }

  /** @param {any} message */
  async *roll(message) {
    const before = this.session.step;
    await this.act();
    while (message.on && this.session.player === CHANCE && this.session.step < before + MOST_STEPS_AT_ONCE)
      await this.act();
    yield* this.session.player === CHANCE ? this.updatesSince(before) : this.tellAtOnce(before);
  }

  /** @param {any} message */
  async *others(message) {
    const before = this.session.step;
    await this.act();
    yield* message.once ? this.updatesSince(before) : this.tellAtOnce(before, true);
  }

  /** First what was done, so that it is seen at once; then what happens by itself after it. @param {number} before */
  async *tellAtOnce(before, always = false) {
    if (!this.actsAlone(always)) return void (yield* this.updatesSince(before));
    yield { ...this.update(before), going_on: true };
    const between = this.session.step;
    try {
      await this.goOn(always);
    } finally {
      yield* this.updatesSince(between);
    }
  }

  *undo() {
    const goal = this.stopBefore(this.session.step);
    if (goal === null) throw this.error("table_no_undo");
    this.session.goto(goal);
    this.touched = true;
    yield* this.updatesSince(goal);
  }

  *redo() {
    const before = this.session.step;
    this.session.redo();
    while (this.session.step < this.session.length && !this.isPersonAsked(this.session.step)) this.session.redo();
    yield* this.updatesSince(before);
  }

  /** @param {any} message */
  *branch({ step }) {
    this.newLine(this.session.branch(step));
    yield* this.updatesSince(step);
  }

  /** @param {any} message */
  *chooseLine({ line }) {
    const before = this.session.history;
    this.line = line;
    yield* this.updatesSince(countShared(before, this.session.history));
  }

  /** @param {any} message */
  *chooseViewer(message) {
    this.viewer = message.viewer;
    yield this.film();
  }

  /** @param {any} message */
  *why(message) {
    const { session, say } = this;
    const whyNot = (/** @type {number} */ action) => {
      const refused = session.whyNot(action);
      const remark = refused && this.game.picture.remark(session.position, [action]);
      return remark ? { ...refused, text: `${refused.text} ${remark}` } : refused;
    };
    if (!seesMoves(session, this.findViewer(), say)) yield why(prompt(session, this.person(), false, say));
    else if ("action" in message) {
      const refused = whyNot(message.action);
      yield refused ? why(refused.text, refused.rule) : why(say("table_possible"));
    } else yield whyHere(this.game, session.position, session.legal(), message.places, whyNot, say);
  }

  *moves() {
    const legal = seesMoves(this.session, this.findViewer(), this.say) ? this.session.legal() : [];
    yield { type: "moves", moves: otherMoves(this.game, legal) };
  }

  /** @param {any} message */
  *chances({ step }) {
    const { session, say } = this;
    const viewer = this.findViewer();
    const [known, text] = outcomes(session, viewer, step - 1, say);
    yield { type: "chances", step, outcomes: known, text, happened: findOutcome(session, viewer, step, say) };
  }

  // How to play.
  async *how() {
    yield await picturesOf(this.guide, (options) => this.gamekit.load(this.game.name, options));
  }

  *save() {
    yield { type: "file", name: `${this.game.name}-${this.session.step}.json`, text: this.session.save() };
  }

  // For the class of whoever teaches: the page sends it there (serve, ask_class.js).
  *forClass() {
    yield { type: "put", text: this.session.save() };
  }

  /** @param {any} given */
  async *open({ text, name }) {
    const file = name.slice(0, LONGEST_NAME);
    const opened = await this.gamekit.open(text, file, this.loadGame);
    this.show(opened, this.fitSeats(opened.game));
    this.notice = this.say("table_opened", { name: file });
    this.touched = true;
    yield this.tellAll();
  }

  /** @param {any} given */
  async *fresh({ options, seed }) {
    const game = await this.loadGame(this.game.name, options, this.game.box);
    this.show(game.session(seed), this.fitSeats(game));
    this.notice = "";
    this.touched = true;
    try {
      await this.goOn();
    } finally {
      yield this.tellAll();
    }
  }

  /** Python, or another page that it follows (`page`), has played on, gone back, or brought another session. Where a page
   * led, `led` is true meanwhile: Python knows where the game stands, and may be further by now. @param {any} given */
  async *moved({ state }) {
    this.led = Boolean(state.page);
    try {
      yield* this.followState(state);
    } finally {
      this.led = false;
    }
  }

  /** @param {any} state */
  async *followState(state) {
    this.turn = state.turn;
    this.touched = true;
    this.notice = "";
    const line = this.numbers.indexOf(state.line);
    const before = this.session.history;
    if (line >= 0 && same(recordOf(this.lines[line]), state.record)) {
      this.line = line;
      moveSession(this.session, state.actions, state.step);
      return void (yield* this.updatesSince(countShared(before, this.session.history)));
    }
    const session = await state.session();
    if (!same(recordOf(this.session), state.record)) {
      this.show(session, this.fitSeats(session.game), null, state.line);
      return void (yield this.tellAll());
    }
    this.newLine(session, state.line);
    yield* this.updatesSince(countShared(before, session.history));
  }

  /** @param {any} given */
  *sit({ seats, opponents, chance, forced }) {
    this.seats = seats;
    this.opponents = Boolean(opponents);
    this.chanceActs = Boolean(chance);
    this.forcedActs = forced;
    yield { type: "settings", settings: this.settings() };
    yield* this.updatesSince(this.session.step);
  }

  /** The coach thinks beside the page; what it says of a position that is gone is not told. @param {any} message @param {(message: any) => void} tell */
  async *coach(message, tell = () => {}) {
    this.stopCoach();
    const session = this.session.branch();
    if (session.player < 0) throw this.error("table_coach_when");
    const stop = (this.thinking = new AbortController());
    const progress = (/** @type {number} */ done) => tell({ type: "progress", done, text: this.say("coach_working") });
    const answer = await advice(session, this.say, { progress, signal: stop.signal });
    if (String(session.history) !== String(this.session.history)) return;
    yield { ...answer, text: [answer.text, this.gamekit.notice()].filter(Boolean).join(" ") };
  }

  *stop() {
    this.stopCoach();
  }

  stopCoach() {
    this.thinking?.abort();
    this.thinking = null;
  }
}

/** The methods for what a page asks, where they are not called by the same word. @type {Record<string, string>} */
const CALLED_OTHERWISE = {
  line: "chooseLine",
  view: "chooseViewer",
  new: "fresh",
  seats: "sit",
  put: "forClass",
};
