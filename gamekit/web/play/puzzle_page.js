// "What would you play?": the puzzles of a game, one after the other, on the game's own board as the player who decides sees it.
// All of it happens in this page; nothing is sent. Which comes next is leitner_box.js's business.
import { tellCost } from "../table/coach_answer.js";
import { howToPlay } from "../board/how_to_play.js";
import { alphabetical, button, labelField, make, messageOf, panel, replace, select, speaker } from "../shared/dom.js";
import { bytesFrom, inflate } from "../shared/files.js";
import { percent } from "../shared/numbers.js";
import { ViewTable } from "../table/view_table.js";
import { ownPanel, ownPuzzles } from "./history_panel.js";
import { PuzzleBox, SPACING } from "./leitner_box.js";
import { LocalHistory } from "./local_history.js";

/** @import { Say } from "../shared/types" */

/**
 * A view of the player who decides, the last steps that led there, the best choice and why (gamekit/widgets/puzzle_data.py).
 * @typedef {{key: string, options: Record<string, any>, player: number, frames: {changed: number[], step: any}[], now: any,
 *   best: number, found: Record<string, number>, theme: string, difficulty: number, why: string, lead: string}} Puzzle
 */

const HARDEST = 4;
const MS_OF_A_DAY = 86_400_000;
/** A prime greater than the number of puzzles of any game. */
const STRIDE = 7919;

/** The puzzle of a day, the same for everybody on that date: a step prime to their number leads through all of them.
 * @param {Date} date @param {Puzzle[]} puzzles */
export function dayOf(date, puzzles) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MS_OF_A_DAY);
  return puzzles[(day * STRIDE) % puzzles.length];
}

class PuzzlePage {
  /** @type {Puzzle[]} */
  puzzles = [];
  /** The one that is asked, until it is answered. @type {?Puzzle} */
  open = null;
  /** @type {any} */
  table = null;
  theme = "";
  difficulty = 0;
  /** Whether those that were seen come once more, and which came so. @type {?Set<string>} */
  again = null;

  /** `data`: the game's name, its words, its levels, what its pieces are, the puzzles. The engine, and the game in it, are in the page. @param {HTMLElement} root @param {any} data @param {any} gamekit */
  constructor(root, data, gamekit) {
    this.root = root;
    this.data = data;
    this.gamekit = gamekit;
    this.say = speaker(data.words);
    this.own = new LocalHistory();
    /** What keeps which puzzle comes when. */
    this.box = new PuzzleBox(this.own, data.game, "");
    this.card = new PuzzleCard({
      say: this.say,
      levels: data.levels,
      give: () => this.answer(null),
      next: () => this.goOn(true),
      put: (key) => this.put(key),
    });
    this.told = make("p", { class: "gk-notice", role: "alert", hidden: true });
    this.row = make("p", { class: "gkp-row", role: "status" });
    this.place = make("section", {});
    this.end = make("section", { class: "gk gkp-card gkp-end", hidden: true });
    this.filters = make("div", "gkp-filters");
  }

  async begin() {
    const { say, data } = this;
    try {
      this.title = (await this.gamekit.load(data.game)).title;
    } catch (error) {
      if (!(error instanceof this.gamekit.GamekitError)) throw error;
      return this.stop(messageOf(error));
    }
    const kept = JSON.parse(await inflate(bytesFrom(data.kept), Infinity)); // it came with this page
    this.puzzles = kept.puzzles;
    this.box.title = this.title;
    if (kept.left_out) this.tell(say("puzzles_broken", { count: kept.left_out }));
    if (!this.puzzles.length) return this.stop(say("puzzles_none", { title: this.title }));
    const forgotten = () => (this.box.forget(), this.count());
    const own = ownPanel({ own: this.own, say, more: () => ownPuzzles(this.box.read(), say), forgotten });
    const [first, ...days] = SPACING;
    const text = say("puzzles_how_text", { first, days: days.join(", ") });
    const how = panel(say("puzzles_how"), { class: "gkp-more" }, make("p", {}, text));
    const howTo = howToPlay(say, data.guide, (options) => this.gamekit.load(data.game, options));
    if (howTo) document.querySelector(".gkp-bar")?.append(howTo.button());
    const choose = panel(say("puzzles_filter"), { class: "gkp-more" }, this.filters);
    replace(this.root, this.told, this.row, this.place, this.end, make("div", "gk gkp-below", choose, how, own));
    document.body.classList.add("gkp-playing", "gkp-puzzles");
    this.fillFilters();
    return this.goOn();
  }

  /** Nothing can be asked here: say why. @param {string} text */
  stop(text) {
    replace(this.root, this.told, make("div", { class: "gk gkp-card", role: "alert" }, make("p", {}, text)));
  }

  /** @param {string} text */
  tell(text) {
    this.told.hidden = !text;
    this.told.textContent = text;
  }

  // ---- which puzzles ---------------------------------------------------------------------------

  get chosen() {
    const { theme, difficulty } = this;
    const themed = this.puzzles.filter((one) => !theme || one.theme === theme);
    return themed.filter((one) => !difficulty || one.difficulty === difficulty);
  }

  fillFilters() {
    const { say, puzzles } = this;
    const all = { key: "", name: say("puzzles_all", { count: puzzles.length }) };
    const themes = alphabetical(new Set(puzzles.map(({ theme }) => theme)));
    const hard = [...new Set(puzzles.map(({ difficulty }) => difficulty))].sort();
    /** @param {string | number} key @param {(one: Puzzle) => boolean} which */
    const entry = (key, which) => {
      return { key, name: say("puzzles_some", { name: key, count: puzzles.filter(which).length }) };
    };
    const byTheme = themes.map((key) => entry(key, (one) => one.theme === key));
    const byDifficulty = hard.map((key) => entry(key, (one) => one.difficulty === key));
    const theme = select([all, ...byTheme], "", (value) => this.choose({ theme: value }));
    const difficulty = select([all, ...byDifficulty], "", (value) => this.choose({ difficulty: Number(value) }));
    const titles = this.data.levels.map((/** @type {any} */ { title }) => title);
    const what = make("p", "gk-quiet", say("puzzles_hard", { levels: titles.slice(1).join(", ") }));
    const fields = [labelField(say("puzzles_theme"), theme), labelField(say("puzzles_difficulty"), difficulty)];
    replace(this.filters, ...fields, what);
  }

  /** @param {{theme?: string, difficulty?: number}} what */
  choose(what) {
    Object.assign(this, what);
    this.again = null;
    if (this.open && this.chosen.includes(this.open)) return this.count();
    return this.goOn();
  }

  count() {
    const { say } = this;
    const { fresh, due, later } = this.box.sort(this.chosen);
    const { now, best } = this.box.read();
    const counts = say("puzzles_counts", { fresh: fresh.length, due: due.length, later: later.length });
    const today = dayOf(new Date(), this.puzzles);
    const daily = this.open !== today && button(say("puzzles_today"), () => this.turnTo(today));
    const streak = make("b", {}, say("puzzles_streak", { now, best }));
    replace(this.row, streak, " ", make("span", "gk-quiet", counts), daily);
  }

  // ---- one puzzle after the other ----------------------------------------------------------------

  /** `focus`: whoever came by a button goes on at the board. @param {boolean} focus */
  async goOn(focus = false) {
    const { again, chosen } = this;
    const one = again ? (chosen.find(({ key }) => !again.has(key)) ?? null) : this.box.next(chosen);
    return this.turnTo(one, focus);
  }

  /** @param {?Puzzle} one */
  async turnTo(one, focus = true) {
    this.open = one;
    this.count();
    this.place.hidden = !one;
    this.end.hidden = Boolean(one);
    if (!one) return this.showNoneLeft(focus);
    this.again?.add(one.key);
    await this.ask(one);
    if (focus) {
      window.scrollTo(0, 0);
      this.table.player.focus();
    }
    return undefined;
  }

  /** All were seen: say so, and offer them once more. @param {boolean} focus */
  showNoneLeft(focus) {
    const beginAgain = () => ((this.again = new Set()), this.goOn(true));
    const more = button(this.say("puzzles_once_more"), beginAgain, "gk-main-button");
    replace(this.end, make("p", { role: "status" }, this.say("puzzles_done")), more);
    if (focus) more.focus();
  }

  /** @param {Puzzle} one */
  async ask(one) {
    const game = await this.gamekit.load(this.data.game, one.options);
    const waited = Boolean(this.box.card(one.key)?.box);
    this.card.ask(one, waited);
    this.table ??= new ViewTable(game, this.data.words, {
      place: this.place,
      extras: { guide: this.card, pieces: this.data.pieces ?? undefined },
      send: ({ action }) => this.answer(action),
    });
    this.table.game = game;
    this.table.learn({ you: one.player, begun: true, fresh: true, cut: 0, frames: one.frames, now: one.now });
  }

  /** A move was made, or given up (null). Afterwards only the best one glows. @param {?number} action */
  answer(action) {
    const { open: one, table, say } = this;
    this.table.player.endWait();
    if (!one) return;
    this.open = null;
    const right = action === one.best;
    const { kept, days, waited } = this.box.answer(one.key, right);
    const text = (/** @type {number} */ which) => table.game.actionText(which);
    this.card.tell(one, { right, chosen: action === null ? null : text(action), best: text(one.best), days, waited });
    const now = { ...one.now, legal: [one.best], prompt: say("puzzle_best", { move: text(one.best) }) };
    table.learn({ you: one.player, begun: true, fresh: false, cut: table.steps.length, frames: [], now });
    this.count();
    if (!kept) this.tell(say("puzzles_not_kept"));
    this.card.show();
    if (action !== null && !right) this.explain(one, action);
  }

  /** What the move that was made costs, and why: worked out in this page. @param {Puzzle} one @param {number} action */
  async explain(one, action) {
    const { cost } = this.card;
    const { game, position } = this.table;
    cost.textContent = tellCost(await game.compare(position, one.player, one.best, action), this.say);
  }

  /** To the class of whoever teaches. @param {string} key */
  async put(key) {
    if (globalThis.gamekitAskPuzzle) this.tell(this.say(...(await globalThis.gamekitAskPuzzle(this.data.game, key))));
  }
}

/** @param {HTMLElement} root @param {any} data */
export function createPuzzlePage(root, data) {
  const page = new PuzzlePage(root, data, globalThis.gamekit);
  page.begin();
  return page;
}

class PuzzleCard {
  /** `levels`: their names and titles; `give()`, `next()` and `put(key)` are what the buttons do. @param {{say: Say, levels: {name: string, title: string}[], give: () => void, next: () => void, put: (key: string) => void}} given */
  constructor({ say, levels, give, next, put }) {
    this.say = say;
    this.levels = levels;
    this.give = give;
    this.next = next;
    this.put = put;
    this.node = make("section", { class: "gkp-puzzle", "aria-label": say("puzzle_what") });
  }

  /** Where stands what a wrong move costs. */
  cost = make("p");

  // The board's business is its own: there is nothing to follow.
  follow() {}

  /** @param {Puzzle} one @param {boolean} waited */
  ask({ key, difficulty }, waited) {
    const { say } = this;
    const hard = make("span", "gk-quiet", say("puzzle_hard", { number: difficulty, all: HARDEST }));
    const give = button(say("puzzle_give_up"), this.give);
    const keys = make("div", "gkp-go", give, this.createClassButton(key), hard);
    this.node.classList.remove("gkp-solved");
    replace(this.node, make("h3", {}, say("puzzle_what")), waited && make("p", {}, say("puzzle_due")), keys);
  }

  /** `chosen`: the move that was made, null if none was; `days`: after how many it comes again. @param {Puzzle} one @param {{right: boolean, chosen: ?string, best: string, days: number, waited: boolean}} came */
  tell({ key, theme, why, lead, found }, { right, chosen, best, days, waited }) {
    const { say } = this;
    const wrong = !right && chosen !== null;
    this.cost = make("p", { role: "status" }, say("choice_working"));
    const verdict = right ? "puzzle_right" : chosen === null ? "puzzle_shown" : "puzzle_wrong";
    const again =
      days === 1 ? say("puzzle_returns_one") : days ? say("puzzle_returns", { days }) : waited && say("puzzle_rests");
    const next = button(say("puzzle_next"), () => this.next(), "gk-main-button");
    this.node.classList.add("gkp-solved");
    replace(
      this.node,
      make("h3", { role: "status", class: right ? "gk-good" : "gk-bad" }, say(verdict, { move: best, chosen })),
      again && make("p", {}, again),
      make("div", "gkp-go", next, this.createClassButton(key)),
      make("p", {}, make("b", {}, say("puzzle_theme", { theme })), wrong ? "" : ` ${why}`),
      wrong ? this.cost : make("p", { class: "gk-quiet" }, lead),
      make("h4", {}, say("puzzle_finds")),
      this.createLevelBars(found),
    );
    next.focus({ preventScroll: true });
  }

  // On a phone it stands above the board: there it comes into sight.
  show() {
    const { top } = this.node.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) this.node.scrollIntoView({ block: "start" });
  }

  /** @param {Puzzle["found"]} found */
  createLevelBars(found) {
    const rows = this.levels.map(({ name, title }) => {
      const share = Math.min(Math.max(found[name] ?? 0, 0), 1);
      const bar = make("span", "gk-share", make("i", { style: `width:${100 * share}%` }));
      const odds = make("span", "gk-odds", percent(share));
      return make("li", "gk-chances-row", make("span", "gk-outcome", title), bar, odds);
    });
    return make("ul", "gk-chances", ...rows);
  }

  /** @param {string} key */
  createClassButton(key) {
    return globalThis.gamekitAskPuzzle && button(this.say("ask_class"), () => this.put(key));
  }
}
