// The homework page: which of its rooms is shown follows the address. Without anything behind # it asks what somebody wants.
import { button, labelField, make, replace, speaker } from "../shared/dom.js";
import { textOf } from "../shared/files.js";
import { storeOf } from "../shared/memory.js";
import { CodeError } from "./code.js";
import { Doing } from "./doing.js";
import { readHomework } from "./homework.js";
import { Library } from "./library.js";
import { Maker } from "./maker.js";
import { Reading } from "./reading.js";

const LARGEST_TEXT = 2_000_000;
const ROOMS = [["", "way_do"], ["make", "way_make"], ["read", "way_read"], ["kept", "way_kept"]];

class HomeworkPage {
  /** @type {?Doing} */
  doing = null;

  /** @param {HTMLElement} root @param {any} data @param {HTMLElement} barAt */
  constructor(root, data, barAt) {
    this.root = root;
    this.say = speaker(data.words);
    this.library = new Library(data);
    replace(barAt, ...ROOMS.map(([room, name]) => make("a", { class: "gk-button", href: `#${room}` }, this.say(name))));
    root.classList.add("gkh");
    window.addEventListener("hashchange", () => this.show());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.doing?.paint());
    window.addEventListener("storage", () => this.doing?.paint());
  }

  async show() {
    const { root, library, say } = this;
    const wanted = window.location.hash.slice(1);
    window.scrollTo(0, 0);
    this.doing = null;
    if (wanted === "make") new Maker({ root, library, say }).show();
    else if (wanted === "read") await new Reading({ root, library, say }).show();
    else if (wanted === "kept") this.showKept();
    else if (!wanted) this.ask();
    else await this.open(wanted);
  }

  // Where a code is pasted, or a file is opened.
  ask(problem = "") {
    const { root, say } = this;
    const field = make("textarea", { rows: 4, spellcheck: "false", autocomplete: "off" });
    const wrong = make("p", { class: "gk-refusal", role: "alert", hidden: !problem }, problem);
    const open = async (/** @type {string} */ text) => {
      wrong.textContent = await this.try(text);
      wrong.hidden = !wrong.textContent;
    };
    const chooser = make("input", { type: "file", hidden: true, accept: ".html,.txt,.json", "aria-label": say("do_file") });
    chooser.addEventListener("change", async () => {
      const file = chooser.files?.[0];
      chooser.value = "";
      if (file) await open(file.size > LARGEST_TEXT ? "?" : await textOf(file));
    });
    replace(
      root,
      make("h2", {}, say("do_title")),
      make("section", { class: "gk gk-card" }, labelField(say("do_paste"), field), wrong, make("div", { class: "gk-moves" }, button(say("do_open"), () => open(field.value), { class: "gk-button gk-main-button" }), button(say("do_file"), () => chooser.click()), chooser)),
      make("h2", {}, say("make_title")),
      make("p", {}, say("make_how"), " ", make("a", { href: "#make" }, say("way_make"))),
    );
  }

  // Go to the homework of a code; tells what is wrong with it, if anything is.
  /** @param {string} text */
  async try(text) {
    try {
      await readHomework(text);
    } catch (problem) {
      return this.explain(problem);
    }
    const code = /** @type {RegExpMatchArray} */ (text.match(/\bh\d[\s\S]*/))[0].replace(/[\s>]+/g, "");
    window.location.hash = code.slice(0, code.lastIndexOf(".") + 8);
    return "";
  }

  /** @param {string} code */
  async open(code) {
    const { root, library, say } = this;
    try {
      const homework = await readHomework(code);
      this.doing = new Doing({ root, library, say, homework, code });
      await this.doing.show();
    } catch (problem) {
      this.ask(this.explain(problem));
    }
  }

  // What is where and for how long, and the button that deletes it.
  showKept() {
    const { root, say } = this;
    const told = make("p", { role: "status" });
    const remove = button(say("kept_delete"), () => {
      const sure = remove.dataset.sure;
      if (sure) told.textContent = say("kept_gone", { count: forgetAll() });
      remove.textContent = say(sure ? "kept_delete" : "kept_sure");
      remove.dataset.sure = sure ? "" : "yes";
    });
    const parts = ["kept_work", "kept_results", "kept_lessons", "kept_nothing", "kept_link", "kept_long"].map((key) => make("li", {}, say(key)));
    replace(root, make("h2", {}, say("kept_title")), make("ul", { class: "gkh-kept" }, ...parts), make("div", { class: "gk gk-moves" }, remove), told);
  }

  /** @param {Error} problem */
  explain(problem) {
    if (!(problem instanceof CodeError)) throw problem;
    return this.say(problem.message, problem.values);
  }
}

// Everything that pages of this address have kept in this browser; how many entries that were.
function forgetAll() {
  let count = 0;
  for (const store of [storeOf("localStorage"), storeOf("sessionStorage")]) {
    for (const key of store ? Object.keys(store).filter((name) => name.startsWith("gamekit:")) : []) {
      store?.removeItem(key);
      count += 1;
    }
  }
  return count;
}

/** @param {HTMLElement} root @param {any} data @param {HTMLElement} barAt */
export function createHomeworkPage(root, data, barAt) {
  const page = new HomeworkPage(root, data, barAt);
  page.show();
  return page;
}
