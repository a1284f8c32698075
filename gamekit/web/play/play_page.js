// The Play page: set a game up, play it, again or another one, go on where one left off, open what was saved or sent.
// Everything happens in this page; how a game is played and looked at is the player's business.
import { Board } from "../board/board.js";
import { button, make, messageOf, replace, speaker } from "../shared/dom.js";
import { fileChooser } from "../shared/files.js";
import { fromSnapshot, isTable, originOf, same } from "../table/game_flow.js";
import { howToPlay } from "../board/how_to_play.js";
import { isLevel, plays, strongest } from "../table/coach_answer.js";
import { GuidedRound } from "./guided_round.js";
import { LinkError, openLink } from "./game_link.js";
import { LocalHistory } from "./local_history.js";
import { ownPanel, ownPuzzles } from "./history_panel.js";
import { seat } from "../table/transport.js";
import { Entry, Memory, storeOf } from "../shared/storage.js";
import { ReviewPanel } from "../review/review_panel.js";
import { ALL, LETTERS, TURN } from "../table/frame_builder.js";
import { Setup, countPeople } from "./game_setup.js";
import { Share } from "./share.js";
import { PlayTable } from "../table/table.js";

const PREVIEW_SEED = 3;
const PREVIEW_STEPS = 90;

export class PlayPage {
  /** @type {?GuidedRound} */
  guide = null;
  /** The game that is played, and how it is looked at. @type {any} */
  table;
  /** @type {any} */
  player = null;
  /** What looks back at it in the end. @type {any} */
  review = null;
  /** Where a sentence stands while no game is played. @type {any} */
  note;

  /** `data`: the game's name, the words. The engine, and the game in it, are in the page already. @param {HTMLElement} root @param {any} data @param {any} gamekit @param {any} barAt */
  constructor(root, data, gamekit, barAt) {
    this.root = root;
    this.data = data;
    this.gamekit = gamekit;
    this.barAt = barAt;
    this.say = speaker(data.words);
    this.memory = new Memory(`play:${data.game}`);
    this.shelf = new Memory(`play:${data.game}`, storeOf("localStorage"));
    // A game that these rules cannot play, of a newer page, perhaps: it waits for a page that can, and nothing replaces it.
    this.aside = new Memory(`play:${data.game}:aside`, storeOf("localStorage"));
    this.own = new LocalHistory();
    /** Keeps the levels that were beaten. */
    this.won = new Memory(`beaten:${data.game}`, storeOf("localStorage"));
    /** Keeps whether forced moves are played by the person, in all games. */
    this.byHand = new Entry("gamekit:forced", storeOf("localStorage"));
    this.guided = new Memory(`guide:${data.game}`, storeOf("localStorage"));
    const load = (/** @type {any} */ options) => gamekit.load(data.game, options);
    this.howTo = howToPlay(this.say, data.guide, load, () => this.createGuideButton());
    this.share = new Share({
      say: this.say,
      session: () => this.table.session,
      seats: () => this.table.seats,
      open: (text) => this.openLink(text),
    });
    window.addEventListener("hashchange", async () => {
      const problem = window.location.hash.length > 1 && (await this.openLink(window.location.hash));
      if (problem) this.complain(problem);
    });
  }

  async begin() {
    try {
      this.game = await this.gamekit.load(this.data.game);
    } catch (error) {
      return this.showFailure(error);
    }
    if (window.location.hash.length > 1) {
      const problem = await this.openLink(window.location.hash);
      return problem ? this.setup(problem) : undefined;
    }
    const kept = this.memory.recall();
    if (kept && (await this.goOn(kept, true))) return undefined;
    return this.setup();
  }

  /** This browser cannot run the rules: say so, and what is left. @param {any} error */
  showFailure(error) {
    const kept = this.shelf.recall() || this.memory.recall();
    const sentences = [messageOf(error), kept && this.say("play_kept_here"), this.say("play_read_rules")];
    const told = sentences.filter(Boolean).map((text) => make("p", {}, text));
    replace(this.root, make("div", { class: "gk gkp-card", role: "alert" }, ...told));
  }

  // ---- the setting-up -----------------------------------------------------------------------

  setup(problem = "") {
    this.player?.stop();
    this.review?.stop();
    this.player = null;
    const { say } = this;
    const kept = this.shelf.recall();
    const other = this.aside.recall();
    const chooser = this.chooser();
    const also = [
      this.howTo?.button(),
      this.data.puzzles && make("a", { class: "gk-button", href: this.data.puzzles }, say("play_puzzles")),
      isGame(other) && button(say("play_go_on_aside", { step: other.actions.length }), () => this.goOn(other)),
      isGame(kept) &&
        button(say(kept.over ? "review_button" : "play_go_on", { step: kept.actions.length }), () => this.goOn(kept)),
    ];
    const rarely = [
      button(say("open"), () => chooser.click()),
      button(say("share_open_link"), () => this.share.show()),
      chooser,
    ];
    const levels = this.data.levels.map((/** @type {any} */ one) =>
      this.listBeaten().includes(one.name) ? { ...one, title: say("play_beaten", { title: one.title }) } : one,
    );
    const begin = (/** @type {any} */ chosen) => this.start(chosen);
    const setup = new Setup({ game: this.game, levels, say, usual: this.usual, also, rarely, begin });
    this.note = make("p", { class: "gk-notice", role: "alert", hidden: !problem }, problem);
    const aim = this.data.guide && make("p", "gk-aim", this.data.guide.aim);
    const own = ownPanel({ own: this.own, say, more: () => ownPuzzles(this.own.part("puzzles"), say) });
    const beside = make("div", {}, this.note, aim, setup.node, own);
    replace(this.root, make("div", "gk gkp-setup", this.preview(), beside));
    document.body.classList.remove("gkp-playing");
    this.barAt.replaceChildren();
  }

  // A moment of the game as it looks, beside the form.
  preview() {
    const session = this.game.session(PREVIEW_SEED);
    const best = strongest(this.game);
    while (session.step < PREVIEW_STEPS && !session.over)
      session.player < 0 ? session.roll() : session.play(session.choose(best));
    const board = new Board({ say: this.say });
    const { picture } = this.game;
    const table = new Map(Object.entries(picture.changes(session.position, null)));
    board.mount(picture.scene());
    board.show(table, { title: this.game.title, description: "", animate: false, targets: new Map() });
    return make("div", { class: "gkp-preview", "aria-hidden": "true" }, board.node);
  }

  /** A new game; tells what is wrong with what was chosen, if anything is. @param {any} chosen */
  async start(chosen) {
    try {
      const game = await this.gamekit.load(this.data.game, chosen.options);
      const session = game.session(chosen.seed);
      this.usual = chosen;
      await this.sit(session, chosen);
    } catch (error) {
      if (!(error instanceof this.gamekit.GamekitError)) throw error;
      return messageOf(error);
    }
    return undefined;
  }

  // ---- a game ---------------------------------------------------------------------------------

  /** Take a session to the table. `at`: a step to look at first; `viewer`: through whose eyes. @param {any} session @param {{seats: any[], cover?: boolean, viewer?: ?string, notice?: string, at?: ?number}} given */
  async sit(session, { seats, cover = false, viewer = null, notice = "", at = null }) {
    const people = countPeople(seats);
    const show = people === 0 && session.step === 0;
    this.cover = cover;
    this.counts = people === 1 && !session.over && !session.hasPast;
    const { gamekit, say } = this;
    const { words, levels, game } = this.data;
    const eyes = viewer ?? (cover ? TURN : null);
    const key = `play:${game}`;
    this.table = new PlayTable(session, { gamekit, say, words, levels, seats, viewer: eyes, key });
    this.table.forcedActs = !this.byHand.recall();
    this.table.awaits = (/** @type {string} */ rule) => this.guide?.awaits(rule);
    this.guide = this.data.guide && people === 1 && !session.over ? this.guidedRound() : null;
    if (show) while (!session.over) await this.table.goOn();
    else if (session.step === 0) await this.table.start();
    this.table.shownStep = show ? 0 : at;
    this.table.notice = notice;
    this.table.origin = originOf(session);
    const place = make("section", {});
    this.review?.stop();
    const whose = seats.flatMap((one, player) => (one === null ? [player] : []));
    this.review = new ReviewPanel(this.table, () => this.player, whose);
    replace(this.root, place, this.review.node);
    replace(this.barAt, ...this.buttons());
    document.body.classList.add("gkp-playing");
    const extras = {
      plain: true,
      cover: people > 1,
      guide: this.guide,
      pieces: this.data.guide?.parts,
      save: (/** @type {any} */ snapshot) => this.keep(snapshot),
      ending: () => [
        this.offerNext(),
        button(this.say("play_rematch"), () => this.rematch(), "gk-main-button"),
        button(this.say("review_button"), () => this.review.show()),
        button(this.say("new_game"), () => this.setup()),
      ],
    };
    seat(this.table, place, extras).then((player) => {
      this.player = player;
      if (show) this.player.toggle();
      window.scrollTo(0, 0);
      if (this.guide?.due) this.beginGuide(false);
      if (!show) this.player.focus();
      if (!notice) this.player.announce(this.player.data.now.over ?? this.player.data.now.prompt);
    });
  }

  guidedRound() {
    const { session, seats } = this.table;
    const anew = session.log.every((/** @type {any} */ { player }) => seats[player] !== null);
    const now = () => ({ step: session.step, rule: session.over ? "" : session.phase().rule });
    return new GuidedRound({ say: this.say, stops: this.data.guide.stops, now, memory: this.guided, anew });
  }

  /** @param {boolean} anew */
  beginGuide(anew) {
    this.guide?.begin(anew);
    this.player.refresh({ animate: false });
  }

  // Asked for again, where there is a game to go through.
  createGuideButton() {
    if (!this.player || !this.guide) return null;
    return button(this.say("guide_again"), () => (this.howTo?.close(), this.beginGuide(true)));
  }

  buttons() {
    const { say } = this;
    const chooser = this.chooser();
    const isWhole = !this.table.session.hasPast;
    return [
      this.howTo?.button(),
      button(say("new_game"), () => this.setup()),
      button(say("play_rematch"), () => this.rematch()),
      isWhole && button(say("play_save"), () => this.player.send({ do: "save" })),
      button(say("play_open"), () => chooser.click()),
      isWhole && button(say("share_button"), () => this.share.show()),
      chooser,
    ];
  }

  chooser() {
    return fileChooser(this.say, {
      tell: (text) => this.complain(text),
      send: ({ text, name }) => this.openFile(text, name),
    });
  }

  /** Once more with the same seats, or against this level. @param {?string} level */
  rematch(level = null) {
    const { game, seats } = this.table;
    const options = { ...game.changedOptions, players: game.players };
    const sits = seats.map((/** @type {?string} */ one) => one && (level ?? one));
    return this.start({ options, seats: sits, seed: null, cover: this.cover });
  }

  /** The levels that were beaten here. @returns {string[]} */
  listBeaten() {
    const kept = this.won.recall();
    return Array.isArray(kept) ? kept : [];
  }

  /** The level against which all others played, if a person has won alone. */
  findBeatenLevel() {
    const { session, seats } = this.table;
    const others = new Set(seats.filter((/** @type {?string} */ one) => one !== null));
    const returns = session.returns();
    const isAhead = returns.every((/** @type {number} */ value, /** @type {number} */ p) =>
      seats[p] === null ? seats.indexOf(null) === p : value < returns[seats.indexOf(null)],
    );
    const [level] = others;
    return isAhead && others.size === 1 && isLevel(level) ? level : null;
  }

  /** After a win the next level. */
  offerNext() {
    const { levels } = this.data;
    const level = this.table.session.over && this.counts ? this.findBeatenLevel() : null;
    const next = level && levels[levels.findIndex((/** @type {any} */ { name }) => name === level) + 1];
    return next && button(this.say("play_next_level", { title: next.title }), () => this.rematch(next.name));
  }

  /** Kept for this tab, and for another day. A browser that cannot is told of once. @param {any} snapshot */
  keep(snapshot) {
    this.byHand.keep(!this.table.forcedActs);
    if (this.table.session.hasPast) return this.review.follow();
    const whole = { ...snapshot, cover: this.cover, over: this.table.session.over };
    const fine = this.memory.keep(whole) && this.shelf.keep(whole);
    if (!fine && !this.warned) {
      this.warned = true;
      setTimeout(() => this.player?.tell(this.say("play_not_kept")), 0);
    }
    if (this.counts && this.table.session.over) this.count();
    this.review.follow();
  }

  // The game of one person has come to its end in this page: it is one of that person's own.
  count() {
    const { session, seats } = this.table;
    const { game, seed } = session;
    const me = seats.indexOf(null);
    const returns = session.returns();
    const best = returns.filter((/** @type {number} */ value) => value === Math.max(...returns));
    const win = best.includes(returns[me]) ? 1 / best.length : 0;
    const computers = seats.filter((/** @type {?string} */ one) => one !== null);
    const others = computers.map((/** @type {string} */ one) => this.table.strategies()[one].title);
    const level = this.findBeatenLevel();
    if (level) this.won.keep([...new Set([...this.listBeaten(), level])]);
    const id = JSON.stringify([game.name, String(seed), game.players, game.changedOptions, seats]);
    const when = new Date().toISOString();
    this.own.count({ id, when, game: game.name, title: game.title, others, me, returns, win });
  }

  /** @param {any} kept */
  async goOn(kept, quietly = false) {
    let session;
    try {
      session = await fromSnapshot(kept, this.gamekit, this.say);
      if (session.game.name !== this.data.game) throw new this.gamekit.ReplayError(this.say("table_incomplete"));
    } catch (error) {
      const safe = isGame(kept) && this.setAside(kept) ? this.say("play_set_aside") : "";
      this.setup(`${this.say("table_kept_unfit", { reason: messageOf(error) })} ${safe}`.trim());
      return quietly;
    }
    if (same(kept, this.aside.recall())) this.aside.forget();
    const people = Array(session.game.players).fill(null);
    const seats = people.map((_, player) => (plays(session.game, kept.seats?.[player]) ? kept.seats[player] : null));
    await this.sit(session, { seats, cover: Boolean(kept.cover), notice: this.say("table_taken_up") });
    return true;
  }

  /** Whether the game waits for another page now. The tab's own memory goes, so that the sentence is not told for ever. @param {any} kept */
  setAside(kept) {
    if (!this.aside.keep(kept)) return false;
    for (const memory of [this.memory, this.shelf]) if (same(memory.recall(), kept)) memory.forget();
    return true;
  }

  /** @param {string} text @param {string} name */
  async openFile(text, name) {
    let session;
    try {
      session = await this.gamekit.open(text, name);
    } catch (error) {
      return this.complain(messageOf(error));
    }
    if (session.game.name !== this.data.game)
      return this.complain(this.say("play_other_game", { title: session.game.title }));
    const seats = Array(session.game.players).fill(null);
    return this.sit(session, { seats, viewer: ALL, notice: this.say("table_opened", { name }) });
  }

  /** Open a link; tells what is wrong with it, if anything is. @param {string} text */
  async openLink(text) {
    let opened;
    try {
      opened = await openLink(text.includes("#") ? text.slice(text.indexOf("#")).trim() : text.trim(), this.gamekit);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return this.say(messageOf(error));
    }
    const { session, seats, asks } = opened;
    if (session.game.name !== this.data.game) return this.say("play_other_game", { title: session.game.title });
    window.history.replaceState(null, "", window.location.href.replace(/#.*$/s, ""));
    const everybody = seats ?? Array(session.game.players).fill(null);
    if (asks) everybody[session.player] = null;
    const viewer = asks ? String(session.player) : null;
    const notice = asks ? this.say("link_puzzle", { letter: LETTERS[session.player] }) : this.say("link_opened");
    await this.sit(session, { seats: everybody, viewer, notice });
    return undefined;
  }

  /** @param {string} text */
  complain(text) {
    if (this.player) return this.player.tell(text);
    this.note.hidden = false;
    this.note.textContent = text;
    return undefined;
  }
}

/** @param {any} kept */
const isGame = (kept) => isTable(kept?.record) && Array.isArray(kept.actions) && kept.actions.length > 0;

/** `barAt` is where the buttons of a game in play go. @param {HTMLElement} root @param {any} data @param {any} barAt */
export function createPlayPage(root, data, barAt) {
  const page = new PlayPage(root, data, globalThis.gamekit, barAt);
  page.begin();
  return page;
}
