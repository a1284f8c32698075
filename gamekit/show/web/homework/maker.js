// Where a teacher puts homework together: lessons or steps of them, exit tickets, puzzles, positions. It becomes a link, a QR
// code and a file; nothing is sent. The draft stays in this browser.
import { button, labelField, make, replace, select } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { Memory, storeOf } from "../shared/memory.js";
import { LinkError } from "../play/link.js";
import { MOST_SCANNED, drawQR, makeCopying } from "../play/share.js";
import { CodeError } from "./code.js";
import { LONGEST_SENTENCE, LONGEST_TITLE, MOST_ITEMS, homeworkCode, planData, readDraft } from "./homework.js";
import { nameItem } from "./naming.js";
import { Setter } from "./setter.js";

/** @import { Say } from "../shared/types" */
/** @import { Item } from "./homework.js" */
/** @import { Library } from "./library.js" */

const MOST_MAILED = 2000; // letters that every mail and chat program leaves whole
const HARDNESS = "●●●●";

export class Maker {
  /** @param {{root: HTMLElement, library: Library, say: Say}} given */
  constructor({ root, library, say }) {
    this.root = root;
    this.library = library;
    this.say = say;
    this.memory = new Memory("homework:draft", storeOf("localStorage"));
    this.plan = readDraft(this.memory.recall());
    this.list = make("ol", { class: "gkh-items" });
    this.made = make("div", { class: "gkh-made", role: "status" });
    this.told = make("p", { class: "gk-refusal", role: "alert", hidden: true });
  }

  show() {
    const { say } = this;
    const parts = make("div", { class: "gkh-adders" }, this.lessons(), this.puzzles(), this.positions());
    replace(
      this.root,
      make("h2", {}, say("make_title")),
      make("p", {}, say("make_how")),
      make(
        "div",
        { class: "gkh-two" },
        make("section", { class: "gk gk-card" }, make("h3", {}, say("make_what")), parts),
        make("section", { class: "gk gk-card" }, make("h3", {}, say("make_in_it")), this.about(), this.list, this.told, make("div", { class: "gk-moves" }, button(say("make_go"), () => this.finish(), { class: "gk-button gk-main-button" }), button(say("make_empty"), () => this.clear())), this.made),
      ),
    );
    this.paint();
  }

  about() {
    const { say, plan } = this;
    /** @param {"title" | "sentence" | "due"} name @param {string} label @param {Record<string, any>} attributes */
    const field = (name, label, attributes) => {
      const input = make("input", { ...attributes, value: plan[name] });
      input.addEventListener("input", () => {
        plan[name] = input.value;
        this.change();
      });
      return labelField(label, input);
    };
    return make(
      "div",
      { class: "gkh-about" },
      field("title", say("make_name"), { type: "text", maxlength: LONGEST_TITLE }),
      field("sentence", say("make_sentence"), { type: "text", maxlength: LONGEST_SENTENCE }),
      field("due", say("make_due"), { type: "date" }),
    );
  }

  // ---- what can be put in -------------------------------------------------------------------

  lessons() {
    const { say, library } = this;
    const steps = make("fieldset", { class: "gkh-steps" });
    const setter = new Setter({ say, library });
    const chooser = select([], null, () => show());
    const shelves = [...Object.entries(library.data.games), ["topics", say("make_topics")]];
    for (const [game, title] of shelves) {
      const those = library.data.lessons.filter((lesson) => lesson.game === game);
      if (those.length) chooser.append(make("optgroup", { label: title }, ...those.map((one) => make("option", { value: one.name }, one.title))));
    }
    const show = () => {
      const names = library.lessons.get(chooser.value)?.steps ?? [];
      const ticks = names.map((name, place) => make("label", { class: "gk-check" }, make("input", { type: "checkbox", value: place + 1 }), make("span", {}, name)));
      replace(steps, make("legend", {}, say("make_steps")), ...ticks);
      setter.about(chooser.value);
    };
    show();
    const listTicked = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (steps.querySelectorAll(":checked"))].map((one) => Number(one.value));
    const lesson = button(say("make_add_lesson"), () => {
      this.add({ kind: "lesson", lesson: chooser.value, steps: listTicked(), presets: setter.listChosen() });
      setter.about(chooser.value);
    });
    const ticket = button(say("make_add_ticket"), () => this.add({ kind: "ticket", lesson: chooser.value }));
    return make("div", {}, labelField(say("make_lesson"), chooser), make("details", {}, make("summary", {}, say("make_some_steps")), steps), setter.node, make("div", { class: "gk-moves" }, lesson, ticket));
  }

  puzzles() {
    const { say, library } = this;
    if (!library.data.puzzles.length) return null;
    const which = make("select", { class: "gk-select" });
    const fill = async () => {
      const all = Object.entries(await library.puzzles(game.value));
      const entry = ([name, { difficulty }], place) => make("option", { value: name }, say("make_puzzle_entry", { number: place + 1, level: HARDNESS.slice(0, difficulty) }));
      replace(which, ...all.map(entry));
    };
    const game = select(library.data.puzzles.map((key) => ({ key, name: library.data.games[key] })), null, fill);
    fill();
    const add = button(say("make_add_puzzle"), () => which.value && this.add({ kind: "puzzle", game: game.value, puzzle: which.value }));
    return make("div", {}, labelField(say("make_puzzle_of"), game), labelField(say("make_puzzle"), which), add);
  }

  positions() {
    const { say } = this;
    const field = make("input", { type: "text", placeholder: "#g1.…", autocomplete: "off" });
    const wrong = make("p", { class: "gk-refusal", role: "alert", hidden: true });
    const add = async () => {
      wrong.textContent = await this.addPosition(field.value);
      wrong.hidden = !wrong.textContent;
      if (!wrong.textContent) field.value = "";
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && add());
    return make("div", {}, labelField(say("make_position"), field), make("p", { class: "gk-quiet" }, say("make_position_how")), wrong, button(say("make_add_position"), add));
  }

  // A link of a game; tells what is wrong with it, if anything is.
  /** @param {string} text */
  async addPosition(text) {
    const { say, library } = this;
    const link = text.slice(text.indexOf("#") + 1).trim();
    try {
      const item = /** @type {Item} */ ({ kind: "move", game: await library.gameOf(link), link });
      const found = await library.position(item);
      if (!found) return say("make_position_wrong");
      this.add(item);
      return "";
    } catch (problem) {
      if (!(problem instanceof LinkError)) throw problem;
      return say("make_position_wrong");
    }
  }

  // ---- what is in it ------------------------------------------------------------------------

  /** @param {Item} item */
  add(item) {
    if (this.plan.items.length >= MOST_ITEMS) return this.tell(this.say("homework_long", { most: MOST_ITEMS, items: MOST_ITEMS + 1 }));
    this.plan.items.push(item);
    return this.change(true);
  }

  clear() {
    Object.assign(this.plan, { title: "", sentence: "", due: "", items: [] });
    this.memory.forget();
    this.show();
    this.made.replaceChildren();
  }

  change(listed = false) {
    this.memory.keep(planData(this.plan));
    this.made.replaceChildren();
    this.tell("");
    if (listed) this.paint();
  }

  /** @param {string} text */
  tell(text) {
    this.told.textContent = text;
    this.told.hidden = !text;
  }

  paint() {
    const { say, plan, library } = this;
    const rows = plan.items.map((item, place) => {
      const name = nameItem(item, library, say);
      /** @param {string} key @param {string} sign @param {() => void} act @param {boolean} off */
      const small = (key, sign, act, off = false) => button(sign, () => (act(), this.change(true)), { "aria-label": say(key, { name }), title: say(key, { name }), disabled: off });
      const up = () => plan.items.splice(place - 1, 2, plan.items[place], plan.items[place - 1]);
      const acts = make("span", { class: "gkh-acts" }, small("make_up", "↑", up, place === 0), small("make_out", "×", () => plan.items.splice(place, 1)));
      return make("li", {}, make("span", {}, name), acts);
    });
    replace(this.list, ...(rows.length ? rows : [make("li", { class: "gk-quiet gkh-none" }, say("make_none"))]));
  }

  // ---- link, code, file ---------------------------------------------------------------------

  async finish() {
    const { say, plan } = this;
    let code;
    try {
      code = await homeworkCode(plan);
    } catch (problem) {
      if (!(problem instanceof CodeError)) throw problem;
      return this.tell(say(problem.message, problem.values));
    }
    this.tell("");
    const local = window.location.protocol === "file:";
    const link = `${window.location.href.replace(/#.*$/s, "")}#${code}`;
    const field = make("input", { type: "text", readonly: true, value: link, "aria-label": say("make_link"), onfocus: () => field.select() });
    const [copy, done] = makeCopying(field, say);
    const file = button(say("make_file"), () => download(fileName(plan.title), homeworkFile(plan.title, local ? link.slice(link.lastIndexOf("/", link.indexOf("#")) + 1) : link, say("make_file_opens")), "text/html"));
    const scanned = link.length <= MOST_SCANNED && !local;
    replace(
      this.made,
      make("h4", {}, say("make_link")),
      make("div", { class: "gkp-copy" }, field, copy, done),
      link.length > MOST_MAILED && make("p", { class: "gk-quiet" }, say("make_link_long", { letters: link.length })),
      local && make("p", { class: "gk-quiet" }, say("make_local")),
      scanned ? make("div", { class: "gkp-qr" }, drawQR(link, say("share_qr_alt"))) : make("p", { class: "gk-quiet" }, say(local ? "make_no_qr_local" : "make_no_qr")),
      make("div", { class: "gk-moves" }, file, make("a", { class: "gk-button", href: `#${code}` }, say("make_try"))),
      make("p", { class: "gk-quiet" }, say("make_open_secret")),
    );
    return undefined;
  }
}

/** @param {string} title */
function fileName(title) {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 40);
  return `homework-${plain || "1"}.html`;
}

// A page that leads to the homework: beside the homework page on a stick, or anywhere, where the link is a whole address.
/** @param {string} title @param {string} link @param {string} words */
function homeworkFile(title, link, words) {
  const page = document.implementation.createHTMLDocument(title);
  page.head.prepend(make("meta", { charset: "utf-8" }), make("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }));
  page.head.append(make("meta", { "http-equiv": "refresh", content: `0; url=${link}` }));
  page.body.append(make("p", {}, make("a", { href: link }, title)), make("p", {}, words));
  return `<!DOCTYPE html>\n${page.documentElement.outerHTML}\n`;
}
