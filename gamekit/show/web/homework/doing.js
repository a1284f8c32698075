// Where a pupil does homework: its items one below the other, each with the way to it.
import { make, replace } from "../shared/dom.js";
import { nameItem } from "./naming.js";

/** @import { Say } from "../shared/types" */
/** @import { Homework, Item } from "./homework.js" */
/** @import { Library } from "./library.js" */

export class Doing {
  /** @param {{root: HTMLElement, library: Library, say: Say, homework: Homework}} given */
  constructor({ root, library, say, homework }) {
    this.root = root;
    this.library = library;
    this.say = say;
    this.homework = homework;
  }

  async show() {
    const { say, homework } = this;
    const { title, sentence, due, items } = homework;
    replace(
      this.root,
      make("h2", {}, title),
      sentence && make("p", {}, sentence),
      due && make("p", { class: "gk-quiet" }, say("do_due", { date: dayText(due) })),
      make("ol", { class: "gkh-items" }, ...items.map((item) => make("li", {}, this.entry(item)))),
    );
  }

  /** @param {Item} item */
  entry(item) {
    const { say, library } = this;
    const name = nameItem(item, library, say);
    if (item.kind === "lesson" || item.kind === "ticket") {
      return library.lessons.has(item.lesson) ? make("a", { href: library.addressOf(item.lesson) }, name) : make("span", {}, name);
    }
    return make("span", {}, name);
  }
}

// A day as its reader writes it.
/** @param {string} day */
export function dayText(day) {
  return new Date(`${day}T12:00:00`).toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}
