// What the homework page fetches from beside itself when it needs it, as scripts, which a page on a stick may load, too: the
// questions of a lesson, the puzzles of a game, a game's rules and picture.
import { gameOfLink, openLink } from "../play/link.js";
import { speaker } from "../shared/dom.js";
import { prompt } from "../table/telling.js";

/** @import { Panel } from "./presets.js" */
/** @typedef {{text: string, answer: number, tolerance: number, choices: ?string[], step: number, open: boolean}} Question */
/** @typedef {{ticket: ?string, questions: Record<string, Question>, bets: Record<string, {text: string, step: number}>, panels: Record<string, Panel>}} Asked */
/** @typedef {{name: string, title: string, game: string, minutes: number, steps: string[]}} Lesson */
/** @typedef {{options: Record<string, any>, player: number, view: number[], now: {prompt: string, legal: number[]}, best: number, difficulty: number}} Puzzle */
/**
 * What the player who decides sees of a position, and may do; the best choice, if that is known.
 * @typedef {{game: any, player: number, view: Uint8Array, prompt: string, legal: number[], best: ?number}} Position
 */

export class Library {
  /** @type {Map<string, Promise<boolean>>} */
  fetched = new Map();

  /** @param {{lessons: Lesson[], games: Record<string, string>, puzzles: string[], edition: string, words: Record<string, string>}} data */
  constructor(data) {
    this.data = data;
    this.say = speaker(data.words);
    this.lessons = new Map(data.lessons.map((lesson) => [lesson.name, lesson]));
  }

  // Whether a script could be fetched.
  /** @param {string} address */
  fetch(address) {
    let coming = this.fetched.get(address);
    if (!coming) {
      coming = new Promise((done) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = () => done(true);
        script.onerror = () => {
          this.fetched.delete(address);
          done(false);
        };
        document.head.append(script);
      });
      this.fetched.set(address, coming);
    }
    return coming;
  }

  /** @param {string} lesson */
  addressOf(lesson) {
    return `lessons/${encodePath(lesson)}.html`;
  }

  // What a lesson asks, or null where that cannot be had.
  /** @param {string} lesson @returns {Promise<?Asked>} */
  async fetchAsked(lesson) {
    if (!this.lessons.has(lesson)) return null;
    await this.fetch(`asked/${encodePath(lesson)}.js`);
    return globalThis.gamekitAsked?.[lesson] ?? null;
  }

  /** @param {string} game @returns {Promise<Record<string, Puzzle>>} */
  async puzzles(game) {
    if (this.data.puzzles.includes(game)) await this.fetch(`shared/puzzles-${game}.js?${this.data.edition}`);
    return globalThis.gamekitPuzzles?.[game] ?? {};
  }

  /** @param {string} game */
  async rules(game) {
    return game in this.data.games && (await this.fetch(`shared/${game}.js?${this.data.edition}`));
  }

  // The position of a puzzle or of a link; null where there is none.
  /** @param {import("./homework.js").Item} item @returns {Promise<?Position>} */
  async position(item) {
    try {
      if (item.kind === "puzzle") return await this.puzzle(item.game, item.puzzle);
      if (item.kind !== "move" || !(await this.rules(item.game))) return null;
      const { session } = await openLink(item.link, globalThis.gamekit);
      const { game, player } = session;
      if (game.name !== item.game || player < 0) return null;
      return { game, player, view: session.view(player), prompt: prompt(session, true, true, this.say), legal: session.legal(), best: null };
    } catch (problem) {
      console.info("gamekit: no position:", problem.message);
      return null;
    }
  }

  /** @param {string} game @param {string} name @returns {Promise<?Position>} */
  async puzzle(game, name) {
    const all = await this.puzzles(game);
    if (!Object.hasOwn(all, name) || !(await this.rules(game))) return null;
    const { options, player, view, now, best } = all[name];
    const loaded = await globalThis.gamekit.load(game, options);
    return { game: loaded, player, view: viewOf(view, loaded), prompt: now.prompt, legal: now.legal, best };
  }

  // The game of a link that somebody has pasted. Raises LinkError.
  /** @param {string} link @returns {Promise<string>} */
  async gameOf(link) {
    return gameOfLink(link);
  }
}

// A view from what in it is not nought.
/** @param {number[]} changed @param {any} game */
function viewOf(changed, { layout }) {
  const numbers = new Int32Array(layout.state.size / 4);
  for (let i = 0; i < changed.length; i += 2) numbers[changed[i]] = changed[i + 1];
  return new Uint8Array(numbers.buffer);
}

/** @param {string} name */
function encodePath(name) {
  return name.split("/").map(encodeURIComponent).join("/");
}
