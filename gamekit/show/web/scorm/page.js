// A lesson, or a game's puzzles, inside a learning platform: what was done there comes back on the next visit, and the platform
// hears how far a pupil has come and how the exit ticket, or the puzzles, went (SCORM). Without a platform around it the
// page is as it always is.
// Runs in the head, before anything on the page looks at what the browser has kept.
import { findPlatform } from "./platform.js";

const MINUTE_MS = 60_000;
const PACKED = /([0-9a-f]{12})([01-])(\d)([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)/g;

export function tellPlatform() {
  const { ticket, questions, puzzles } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  const lesson = decodeURIComponent(location.pathname).replace(/^.*\/lessons\//, "").replace(/\.html$/, "");
  const own = `gamekit:${location.pathname}:`;
  const done = `gamekit:done:${lesson}`;
  const theirs = "gamekit:own"; // where pages of puzzles keep which comes when (own.js), for all games

  const found = findPlatform();
  if (!found?.begin()) return;
  const platform = found;

  /** @type {Record<string, boolean>} */
  let tickets = {};
  recall();

  function recall() {
    const kept = platform.get("kept");
    if (!kept) return;
    try {
      if (puzzles) return recallCards(puzzles, kept);
      const { page, steps, answered } = JSON.parse(kept);
      tickets = answered ?? {};
      if (typeof steps === "string") localStorage.setItem(done, steps);
      for (const [name, text] of Object.entries(page ?? {})) localStorage.setItem(own + name, String(text));
    } catch (problem) {
      console.info("gamekit: what the platform has kept cannot be read:", /** @type {Error} */ (problem).message);
    }
  }

  function readOwn() {
    return JSON.parse(localStorage.getItem(theirs) ?? "null") ?? { format: "gamekit-own", version: 1, parts: {} };
  }

  // Of each puzzle 24 letters, so that 120 have room: its name, whether the first answer was right, in which box it lies, when
  // its day begins, how often it was asked and found.
  /** @param {string} game */
  function collectCards(game) {
    /** @type {Record<string, any>} */
    const cards = Object.fromEntries(Object.keys(tickets).map((key) => [key, {}]));
    try {
      Object.assign(cards, readOwn().parts.puzzles?.games?.[game]);
    } catch (problem) {
      console.info("gamekit: this browser keeps nothing here:", /** @type {Error} */ (problem).message);
    }
    let text = "";
    for (const [key, { box = 0, due = 0, tried = 0, found = 0 }] of Object.entries(cards)) {
      const numbers = [Math.round(due / MINUTE_MS), tried, found].map((number) => number.toString(36)).join(".");
      const one = `${key}${key in tickets ? Number(tickets[key]) : "-"}${box}${numbers} `;
      if (text.length + one.length <= platform.most) text += one;
    }
    return text;
  }

  // What else this browser keeps stays.
  /** @param {string} game @param {string} kept */
  function recallCards(game, kept) {
    /** @type {Record<string, unknown>} */
    const cards = {};
    for (const [, key, first, box, ...numbers] of kept.matchAll(PACKED)) {
      const [minutes, tried, found] = numbers.map((number) => Number.parseInt(number, 36));
      if (first !== "-") tickets[key] = first === "1";
      if (tried) cards[key] = { box: Number(box), due: minutes * MINUTE_MS, tried, found };
    }
    const all = readOwn();
    const before = all.parts.puzzles ?? {};
    all.parts.puzzles = { ...before, games: { ...before.games, [game]: cards } };
    localStorage.setItem(theirs, JSON.stringify(all));
  }

  // What the browser has kept of this page; what is longest goes first where not everything has room.
  function collect() {
    /** @type {[string, string][]} */
    const page = [];
    try {
      for (let place = 0; place < localStorage.length; place++) {
        const name = localStorage.key(place) ?? "";
        if (name.startsWith(own)) page.push([name.slice(own.length), localStorage.getItem(name) ?? ""]);
      }
      page.sort((one, other) => one[1].length - other[1].length);
      const steps = localStorage.getItem(done);
      for (;;) {
        const text = JSON.stringify({ steps, answered: tickets, page: Object.fromEntries(page) });
        if (text.length <= platform.most || page.length === 0) return text;
        page.pop();
      }
    } catch {
      return JSON.stringify({ answered: tickets }); // the browser keeps nothing here
    }
  }

  function tell() {
    platform.keep(puzzles ? collectCards(puzzles) : collect());
    platform.commit();
  }

  /** @param {number} of how many can be right */
  function score(of) {
    platform.score(Object.values(tickets).filter(Boolean).length, of);
  }

  document.addEventListener("gamekit:step", (event) => {
    const { name, done: finished, steps } = /** @type {CustomEvent} */ (event).detail;
    platform.set("place", name);
    if (finished === steps) platform.complete();
    tell();
  });

  // The first answer to each question of the exit ticket counts: after it the page has said what is right.
  document.addEventListener("gamekit:said", (event) => {
    const { kind, key, value, question } = /** @type {CustomEvent} */ (event).detail;
    if (kind === "answer" && ticket && key.startsWith(`${ticket}/`) && !(key in tickets)) {
      tickets[key] = Math.abs(value - question.answer) <= (question.tolerance ?? 0);
      score(Number(questions));
    }
    setTimeout(tell, 0); // the card keeps it after it has said it
  });

  // Of a puzzle likewise: what was missed comes again, and then its answer is known.
  document.addEventListener("gamekit:puzzle", (event) => {
    const { key, right, all } = /** @type {CustomEvent} */ (event).detail;
    tickets[key] ??= right;
    score(all);
    if (Object.keys(tickets).length >= all) platform.complete();
    tell();
  });

  // Other pages of the site are not in this package: what leads to them is words; above puzzles it says nothing then.
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("a[href]")) {
      const to = link.getAttribute("href") ?? "";
      if (to && !to.startsWith("#") && !/^[a-z]+:/i.test(to)) link.replaceWith(...(puzzles ? [] : link.childNodes));
    }
  });

  platform.atTheEnd(tell);
}
