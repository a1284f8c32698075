// Where a pupil does homework: its items one below the other, what is done of each, and in the end the result as a code and a
// file. What was done stays in this browser (work.js) until somebody deletes it.
import { button, labelField, make, moment, replace } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { storeOf } from "../shared/memory.js";
import { drawQR, makeCopying } from "../play/share.js";
import { askMove } from "./asking.js";
import { nameItem } from "./naming.js";
import { cutIntoPieces } from "./pieces.js";
import { areDrawn, drawFor, nameDrawnFrom } from "./presets.js";
import { LONGEST_WHO, markAll, resultCode } from "./result.js";
import { totalOf } from "./table.js";
import { Work } from "./work.js";

/** @import { Say } from "../shared/types" */
/** @import { Homework, Item } from "./homework.js" */
/** @import { Library } from "./library.js" */
/** @import { Key, Marked } from "./result.js" */

export class Doing {
  /** @type {(?Key)[]} */
  keys = [];

  /** @param {{root: HTMLElement, library: Library, say: Say, homework: Homework, code: string, told?: (marked: Marked[]) => void}} given `told` hears how far it is */
  constructor({ root, library, say, homework, code, told = () => {} }) {
    this.root = root;
    this.library = library;
    this.say = say;
    this.homework = homework;
    this.told = told;
    this.work = new Work(homework.id, storeOf("localStorage"));
    this.kept = this.work.begin(code, homework.title);
    this.states = homework.items.map(() => make("span", { class: "gkh-state" }));
    this.sum = make("p", { role: "status" });
    this.made = make("div", { class: "gkh-made" });
    this.drawn = homework.items.some((item) => item.kind === "lesson" && areDrawn(item.presets));
    /** @type {HTMLElement[]} */
    this.entries = homework.items.map(() => make("span", {}));
  }

  async show() {
    const { say, homework } = this;
    const { title, sentence, due, items } = homework;
    const who = make("input", { type: "text", maxlength: LONGEST_WHO, autocomplete: "off", value: this.work.read()?.who ?? "" });
    who.addEventListener("input", () => {
      this.work.change((state) => (state.who = who.value));
      this.made.replaceChildren();
      if (this.drawn) this.draw();
    });
    const named = [labelField(say("do_who"), who), make("p", { class: "gk-quiet" }, say("do_who_how"))];
    this.draw();
    const late = due && Date.now() > new Date(`${due}T23:59:59`).getTime();
    replace(
      this.root,
      make("h2", {}, title),
      sentence && make("p", {}, sentence),
      due && make("p", { class: "gk-quiet" }, say(late ? "do_late" : "do_due", { date: dayText(due) })),
      !this.kept && make("p", { class: "gk-refusal", role: "alert" }, say("do_not_kept")),
      this.drawn && make("section", { class: "gk gk-card" }, ...named, make("p", { class: "gk-quiet" }, say("do_drawn"))),
      make("ol", { class: "gkh-items" }, ...items.map((_, place) => make("li", {}, this.entries[place], this.states[place]))),
      make(
        "section",
        { class: "gk gk-card" },
        make("h3", {}, say("do_hand_in")),
        this.sum,
        ...(this.drawn ? [] : named),
        make("div", { class: "gk-moves" }, button(say("do_result"), () => this.handIn(), { class: "gk-button gk-main-button" })),
        this.made,
      ),
    );
    this.keys = await keysOf(homework, this.library);
    this.paint();
  }

  // Set for this pupil what the homework sets in panels; where a name is missing to draw from, there is no way to them yet.
  draw() {
    const { homework, work, entries } = this;
    const { items, id } = homework;
    const who = work.read()?.who ?? "";
    const set = items.flatMap((item, place) => (item.kind === "lesson" && item.presets.length ? [[place, drawFor(item.presets, who, id)]] : []));
    if (set.length) work.change((state) => (state.presets = Object.fromEntries(set)));
    for (const [place, item] of items.entries()) {
      const drawn = item.kind === "lesson" && areDrawn(item.presets);
      if (drawn || !entries[place].hasChildNodes()) replace(entries[place], drawn && !nameDrawnFrom(who) ? this.nameless(item) : this.entry(item, place));
    }
  }

  /** @param {Item} item */
  nameless(item) {
    const { say, library } = this;
    return make("span", {}, nameItem(item, library, say), make("span", { class: "gk-quiet" }, ` ${say("do_name_first")}`));
  }

  /** @param {Item} item @param {number} place */
  entry(item, place) {
    const { say, library, homework, work } = this;
    const name = nameItem(item, library, say);
    if (item.kind === "lesson" || item.kind === "ticket") {
      if (!library.lessons.has(item.lesson)) return make("span", {}, name);
      const set = item.kind === "lesson" && item.presets.length ? `&item=${place}` : "";
      return make("a", { href: `${library.addressOf(item.lesson)}?homework=${homework.id}${set}` }, name);
    }
    const body = make("div", {});
    const node = make("details", { class: "gkh-ask" }, make("summary", {}, name), body);
    node.addEventListener("toggle", async () => {
      if (!node.open || body.hasChildNodes()) return;
      const position = await library.position(item);
      if (!position) return void replace(body, make("p", { class: "gk-refusal" }, say("do_no_position")));
      const before = work.read()?.moves[place]?.[1] ?? null;
      const asked = askMove({ say, position, before, given: (action, seconds) => (work.addMove(place, action, seconds), this.paint()) });
      replace(body, asked.node);
      asked.show();
    });
    return node;
  }

  /** @returns {Marked[]} */
  mark() {
    const state = this.work.read();
    return state ? markAll(this.homework, state, this.keys) : [];
  }

  paint() {
    const { say } = this;
    const marked = this.mark();
    for (const [place, one] of marked.entries()) {
      const text = one.done ? (one.of ? say("do_done_right", { right: one.right, of: one.of }) : say("do_done")) : one.tries ? say("do_begun") : "";
      this.states[place].textContent = text;
    }
    this.sum.textContent = say("do_sum", { done: totalOf(marked).done, items: this.homework.items.length });
    this.made.replaceChildren();
    if (this.keys.length) this.told(marked);
  }

  async handIn() {
    const { say, work, homework, keys } = this;
    const state = work.read();
    if (!state) return replace(this.made, make("p", { class: "gk-refusal", role: "alert" }, say("do_not_kept")));
    const claims = this.mark().map(({ right }, place) => (keys[place] ? right : -1));
    const code = await resultCode(state, homework, claims);
    const field = make("textarea", { rows: 5, readonly: true, "aria-label": say("do_code") });
    field.value = code;
    const [copy, done] = makeCopying(field, say);
    const name = `result-${(state.who || "homework").replace(/[^\p{L}\p{N}]+/gu, "-")}.txt`;
    const file = button(say("do_save"), () => download(name, `${homework.title}\n${state.who}\n\n${code}\n`, "text/plain"));
    return replace(
      this.made,
      !state.who && make("p", { class: "gk-refusal" }, say("do_nameless")),
      make("p", {}, say("do_code_how")),
      field,
      make("div", { class: "gk-moves" }, copy, file, done),
      drawPieces(code, say),
    );
  }
}

// A result for a camera: one QR code, or several, each with its number.
/** @param {string} code @param {Say} say */
function drawPieces(code, say) {
  const texts = cutIntoPieces(code);
  if (!texts.length) return make("p", { class: "gk-quiet" }, say("do_no_qr"));
  const node = make("details", { class: "gkp-qr" }, make("summary", {}, say("do_qr")));
  const figure = (/** @type {string} */ text, /** @type {number} */ place) => {
    const of = { number: place + 1, all: texts.length };
    return make("figure", {}, texts.length > 1 && make("figcaption", {}, say("do_qr_piece", of)), drawQR(text, say("do_qr_alt", of)));
  };
  node.addEventListener("toggle", () => node.open && node.children.length < 2 && node.append(...texts.map(figure)));
  return node;
}

// What each item of a homework is marked by, as far as this site has it.
/** @param {Homework} homework @param {Library} library @returns {Promise<(?Key)[]>} */
export async function keysOf({ items }, library) {
  return Promise.all(items.map(async (item) => {
    if (item.kind === "lesson" || item.kind === "ticket") {
      const asked = await library.fetchAsked(item.lesson);
      return asked && { asked, steps: library.lessons.get(item.lesson)?.steps.length ?? 0, legal: null, best: null };
    }
    const position = await library.position(item);
    return position && { asked: null, steps: 0, legal: position.legal, best: position.best };
  }));
}

// A day as its reader writes it.
/** @param {string} day */
export function dayText(day) {
  return moment(new Date(`${day}T12:00:00`), { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}
