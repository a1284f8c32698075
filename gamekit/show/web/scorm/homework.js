// A homework inside a learning platform: the homework's page, with its lessons in a frame on it, so that one page speaks with
// the platform from beginning to end. What the platform has kept of a pupil holds; what somebody else has left in this browser
// does not. Without a platform around it the page is one for a single homework.
import { Doing } from "../homework/doing.js";
import { isRecord, readHomework } from "../homework/homework.js";
import { Library } from "../homework/library.js";
import { totalOf } from "../homework/table.js";
import { Work } from "../homework/work.js";
import { replace, make, speaker } from "../shared/dom.js";
import { storeOf } from "../shared/memory.js";
import { bytesFrom, deflate, inflate, letters } from "../shared/packing.js";
import { LessonFrame } from "./lessonframe.js";
import { findPlatform } from "./platform.js";

/** @import { Homework } from "../homework/homework.js" */
/** @import { Marked } from "../homework/result.js" */
/** @import { WorkState } from "../homework/work.js" */
/** @import { Platform } from "./platform.js" */
/** @typedef {{work: Partial<WorkState>, pages: [string, string][]}} Kept what goes to the platform: pages by the shelf's keys */

const TELL_EACH_MS = 30_000; // minutes alone are not told more often than this
const KEPT_UNFOLDS_TO = 1_000_000;

/** @param {HTMLElement} root @param {any} data @param {HTMLElement} barAt */
export async function createPackedHomework(root, data, barAt) {
  const say = speaker(data.words);
  const library = new Library(data);
  const homework = await readHomework(data.code);
  const found = findPlatform();
  const platform = found?.begin() ? found : null;
  const shelf = new Shelf(homework, library, storeOf("localStorage"));
  if (platform) await shelf.recall(platform.get("kept"), platform.get("name"));
  const teller = platform && new Teller(platform, shelf);
  const doing = new Doing({ root, library, say, homework, code: data.code, told: (marked) => teller?.tell(marked) });
  const frame = new LessonFrame({ root, say, closed: () => doing.paint() });
  root.classList.add("gkh");
  root.addEventListener("click", (event) => frame.take(event));
  window.addEventListener("storage", () => doing.paint());
  if (platform) replace(barAt, make("p", { class: "gk-quiet" }, say("do_platform")));
  await doing.show();
  return doing;
}

// What this browser has of the homework: the work, and what its lessons' pages keep for themselves.
export class Shelf {
  /** @param {Homework} homework @param {Library} library @param {?Storage} store */
  constructor(homework, library, store) {
    this.store = store;
    this.code = "";
    this.title = homework.title;
    this.work = new Work(homework.id, store);
    const lessons = new Set(homework.items.flatMap((item) => ("lesson" in item ? [item.lesson] : [])));
    this.own = [...lessons].map((lesson) => `gamekit:${new URL(library.addressOf(lesson), window.location.href).pathname}:`);
    this.done = [...lessons].map((lesson) => `gamekit:done:${lesson}`);
  }

  // The keys under which lessons' pages keep something. The folder of a package is another one on each platform: without it.
  pages() {
    const names = this.store ? Object.keys(this.store) : [];
    return names.flatMap((name) => {
      const own = this.own.findIndex((begin) => name.startsWith(begin));
      if (own >= 0) return [{ name, short: `${own}:${name.slice(this.own[own].length)}` }];
      const done = this.done.indexOf(name);
      return done >= 0 ? [{ name, short: `${done}` }] : [];
    });
  }

  /** @param {string} short */
  nameOf(short) {
    const [, number, own] = short.match(/^(\d{1,3})(?::(.*))?$/s) ?? [];
    const begin = (own === undefined ? this.done : this.own)[Number(number)];
    return begin === undefined ? null : begin + (own ?? "");
  }

  // Put here what the platform has kept; where it has nothing, what lies here is somebody else's.
  /** @param {string} text @param {string} who as the platform calls the pupil */
  async recall(text, who) {
    const kept = text ? await unpack(text) : null;
    const here = this.work.read();
    if (here && kept && here.mark === kept.work.mark && here.seen >= (kept.work.seen ?? 0)) return;
    for (const { name } of this.pages()) this.store?.removeItem(name);
    this.work.entry.forget();
    this.work.begin("", this.title);
    this.work.change((state) => Object.assign(state, kept ? kept.work : { who }));
    for (const [short, value] of kept?.pages ?? []) this.put(this.nameOf(short), value);
  }

  /** @param {?string} name @param {string} value */
  put(name, value) {
    try {
      if (name !== null) this.store?.setItem(name, value);
    } catch (problem) {
      console.info("gamekit: no room for what the platform has kept:", problem.message);
    }
  }

  // As letters, at most so many: what the longest page keeps goes first where not everything has room, the work itself last.
  /** @param {number} most */
  async pack(most) {
    const state = this.work.read();
    if (!state) return "";
    const { code: _code, title: _title, presets: _presets, ...work } = state; // are in the package, or drawn again
    const pages = this.pages().map(({ name, short }) => /** @type {[string, string]} */ ([short, this.store?.getItem(name) ?? ""]));
    pages.sort((one, other) => one[1].length - other[1].length);
    for (;;) {
      const text = letters(await deflate(JSON.stringify({ work, pages })));
      if (text.length <= most) return text;
      if (!pages.pop()) return "";
    }
  }
}

// What the platform has kept; null where it cannot be read.
/** @param {string} text @returns {Promise<?Kept>} */
export async function unpack(text) {
  try {
    const { work, pages } = JSON.parse(await inflate(bytesFrom(text), KEPT_UNFOLDS_TO));
    const tables = [work.lessons, work.moves, work.seconds].every(isRecord);
    const known = Array.isArray(pages) && pages.every((one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string"));
    if (!tables || !known || typeof work.mark !== "string" || typeof work.who !== "string") throw new TypeError("nothing of this homework");
    return { work, pages };
  } catch (problem) {
    console.info("gamekit: what the platform has kept cannot be read:", problem.message);
    return null;
  }
}

// Tells the platform how far a pupil is, one thing after the other.
class Teller {
  before = "";
  told = 0;
  busy = Promise.resolve();

  /** @param {Platform} platform @param {Shelf} shelf */
  constructor(platform, shelf) {
    this.platform = platform;
    this.shelf = shelf;
    platform.atTheEnd(() => {});
  }

  /** @param {Marked[]} marked */
  tell(marked) {
    this.busy = this.busy.then(() => this.pass(marked)).catch((problem) => console.info("gamekit: the platform was not told:", problem.message));
  }

  /** @param {Marked[]} marked */
  async pass(marked) {
    const { platform, shelf } = this;
    const { right, of, done } = totalOf(marked);
    platform.keep(await shelf.pack(platform.most));
    if (of) platform.score(right, of);
    if (done === marked.length) platform.complete();
    const now = JSON.stringify(marked.map(({ seconds: _seconds, ...one }) => one));
    if (now === this.before && Date.now() - this.told < TELL_EACH_MS) return;
    [this.before, this.told] = [now, Date.now()];
    platform.commit();
  }
}
