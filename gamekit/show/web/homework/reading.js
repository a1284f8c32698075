// Where a teacher reads results in: pasted, dropped, opened, scanned. Each is marked anew; what does not fit together is said beside the
// name, and what somebody set on it could still forge stands above the table. The codes stay in this browser until deleted.
import { button, labelField, make, moment, replace, select } from "../shared/dom.js";
import { download, textOf } from "../shared/files.js";
import { Memory, storeOf } from "../shared/memory.js";
import { CodeError, codesIn } from "./code.js";
import { keysOf } from "./doing.js";
import { readHomework } from "./homework.js";
import { nameItem } from "./naming.js";
import { describeDrawn } from "./presets.js";
import { doubtsAbout, markAll, readResult } from "./result.js";
import { ScanBox } from "./scanbox.js";
import { formOf, moodleLines, rowsOf, sumItems, totalOf, writeTable } from "./table.js";

/** @import { Say } from "../shared/types" */
/** @import { Homework } from "./homework.js" */
/** @import { Library } from "./library.js" */
/** @import { Key } from "./result.js" */
/** @import { Read, Row } from "./table.js" */

const LARGEST_FILE_READ = 2_000_000;
const MOST_RESULTS = 300;
const MOODLE = { separator: ",", decimal: "." };
const FORMS = [{ separator: ",", decimal: "." }, { separator: ";", decimal: "," }, { separator: "\t", decimal: "." }, { separator: "\t", decimal: "," }];

export class Reading {
  /** @type {?Homework} */
  homework = null;
  /** @type {(?Key)[]} */
  keys = [];
  /** @type {Read[]} */
  all = [];
  /** @type {string[]} */
  codes = [];

  /** @param {{root: HTMLElement, library: Library, say: Say}} given */
  constructor({ root, library, say }) {
    this.root = root;
    this.library = library;
    this.say = say;
    this.memory = new Memory("homework:results", storeOf("localStorage"));
    const usual = formOf();
    this.form = FORMS.find(({ separator, decimal }) => separator === usual.separator && decimal === usual.decimal) ?? FORMS[0];
    this.told = make("ul", { class: "gkh-told" });
    this.table = make("div", {});
  }

  async show() {
    const { say } = this;
    const link = make("textarea", { rows: 2, spellcheck: "false", autocomplete: "off" });
    const codes = make("textarea", { rows: 4, spellcheck: "false", autocomplete: "off" });
    const wrong = make("p", { class: "gk-refusal", role: "alert", hidden: true });
    const choose = async () => {
      wrong.textContent = await this.choose(link.value);
      wrong.hidden = !wrong.textContent;
    };
    const read = async () => {
      await choose();
      if (!wrong.textContent) await this.read([codes.value]);
      codes.value = "";
    };
    const open = async (/** @type {Iterable<File>} */ files) => {
      await choose();
      if (!wrong.textContent) await this.read(await Promise.all([...files].map((file) => (file.size > LARGEST_FILE_READ ? "" : textOf(file)))));
    };
    const chooser = make("input", { type: "file", hidden: true, multiple: true, "aria-label": say("read_files") });
    chooser.addEventListener("change", async () => {
      await open(chooser.files ?? []);
      chooser.value = "";
    });
    const ready = async () => (await choose(), !wrong.textContent);
    const scan = new ScanBox({ say, ready, found: (code) => this.read([code]) });
    const drop = make("section", { class: "gk gk-card" },
      labelField(say("read_homework"), link), wrong, labelField(say("read_codes"), codes),
      make("div", { class: "gk-moves" }, button(say("read_go"), read, { class: "gk-button gk-main-button" }), button(say("read_files"), () => chooser.click()), scan.way, chooser),
      scan.node,
      make("div", { role: "status" }, this.told),
    );
    drop.addEventListener("dragover", (event) => event.preventDefault());
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) open(event.dataTransfer.files);
    });
    replace(this.root, make("h2", {}, say("read_title")), make("p", {}, say("read_how")), drop, this.table);
    const kept = /** @type {any} */ (this.memory.recall());
    if (typeof kept?.homework === "string" && Array.isArray(kept.codes)) {
      link.value = kept.homework;
      await choose();
      if (!wrong.textContent) await this.read(kept.codes.filter((/** @type {unknown} */ one) => typeof one === "string"), true);
    }
  }

  // Take a homework; tells what is wrong with its code, if anything is.
  /** @param {string} text */
  async choose(text) {
    const { say } = this;
    try {
      const homework = await readHomework(text);
      if (homework.id === this.homework?.id) return "";
      this.homework = homework;
      this.link = text;
      this.keys = await keysOf(homework, this.library);
      [this.all, this.codes] = [[], []];
      this.paint();
      return "";
    } catch (problem) {
      if (!(problem instanceof CodeError)) throw problem;
      return say("read_no_homework", { reason: say(problem.message, problem.values) });
    }
  }

  // Read all codes that stand in these texts, and say of each what became of it.
  /** @param {string[]} texts */
  async read(texts, quietly = false) {
    const { say } = this;
    const found = texts.flatMap(codesIn);
    const said = await Promise.all(found.slice(0, MOST_RESULTS).map((code, place) => this.take(code, place)));
    if (!found.length && !quietly) said.push(say("code_strange"));
    if (found.length > MOST_RESULTS) said.push(say("read_many", { most: MOST_RESULTS, found: found.length }));
    if (!quietly) replace(this.told, ...said.map((text) => make("li", {}, text)));
    if (this.codes.length && !this.memory.keep({ homework: this.link, codes: this.codes })) this.told.append(make("li", {}, say("read_not_kept")));
    this.paint();
  }

  // One code: marked and put to the others, or a sentence why not.
  /** @param {string} code @param {number} place */
  async take(code, place) {
    const { say, homework, keys } = this;
    if (!homework) return "";
    const number = place + 1;
    try {
      const result = await readResult(code);
      const name = result.who || say("read_nameless", { number });
      if (result.id !== homework.id) return say("read_other", { number, name });
      if (this.codes.includes(code)) return say("read_twice", { number, name });
      const marked = markAll(homework, result, keys);
      this.all.push({ result, marked, doubts: doubtsAbout(result, marked, homework) });
      this.codes.push(code);
      return say("read_one", { number, name });
    } catch (problem) {
      if (!(problem instanceof CodeError)) throw problem;
      return say("read_wrong", { number, reason: say(problem.message, problem.values) });
    }
  }

  // ---- the class ----------------------------------------------------------------------------

  paint() {
    const { say, homework } = this;
    if (!homework) return this.table.replaceChildren();
    const rows = rowsOf(this.all, (number) => say("read_nameless", { number }));
    const missing = homework.items.some((item, place) => !this.keys[place]);
    return replace(
      this.table,
      make("h2", {}, homework.title),
      make("p", {}, say("read_count", { pupils: rows.length })),
      missing && make("p", { class: "gk-refusal" }, say("read_no_key")),
      make("p", { class: "gk-quiet gkh-forge" }, say("read_forge")),
      rows.length > 0 && this.items(rows),
      rows.length > 0 && this.pupils(rows),
      rows.length > 0 && this.ways(rows),
    );
  }

  /** @param {Row[]} rows */
  items(rows) {
    const { say, library, homework } = this;
    const { items } = /** @type {Homework} */ (homework);
    const lines = sumItems(/** @type {Homework} */ (homework), rows).map(({ place, done, right, of, tries, minutes }) => [
      nameItem(items[place], library, say), `${done}/${rows.length}`, of ? `${right}/${of}` : "–", String(tries), minutes.toFixed(0),
    ]);
    return grid(say("read_by_item"), ["head_item", "head_done", "head_right", "head_tries", "head_minutes"].map((key) => say(key)), lines);
  }

  /** @param {Row[]} rows */
  pupils(rows) {
    const { say } = this;
    const lines = rows.map(({ name, marked, doubts, result }) => {
      const { done, right, of, tries, seconds } = totalOf(marked);
      const made = moment(new Date(result.made * 1000), { dateStyle: "short", timeStyle: "short" });
      const set = this.sets ? [marked.map((_, place) => this.setFor(result, place)).filter(Boolean).join(" · ")] : [];
      return [name, `${done}/${marked.length}`, of ? `${right}/${of}` : "–", String(tries), (seconds / 60).toFixed(0), made, doubts.map((key) => say(key)).join(" "), ...set];
    });
    return grid(say("read_by_pupil"), [...["head_pupil", "head_done", "head_right", "head_tries", "head_minutes", "head_made", "head_doubts"], ...this.setHead()].map((key) => say(key)), lines);
  }

  /** @param {Row[]} rows */
  ways(rows) {
    const { say, homework } = this;
    const { title } = /** @type {Homework} */ (homework);
    const names = ["form_comma", "form_semicolon", "form_tab", "form_tab_comma"];
    const chooser = select(names.map((key, place) => ({ key: place, name: say(key) })), FORMS.indexOf(this.form), (value) => (this.form = FORMS[Number(value)]));
    const csv = button(say("read_csv"), () => download("homework.csv", writeTable(this.lines(rows), this.form), "text/csv"));
    const moodle = button(say("read_moodle"), () => download("homework-moodle.csv", writeTable(moodleLines(rows, title), MOODLE), "text/csv"));
    const forget = button(say("read_delete"), () => {
      this.memory.forget();
      [this.all, this.codes] = [[], []];
      this.told.replaceChildren();
      this.paint();
    });
    return make("section", { class: "gk gk-card" }, labelField(say("read_form"), chooser), make("div", { class: "gk-moves" }, csv, moodle, forget), make("p", { class: "gk-quiet" }, say("read_moodle_how")));
  }

  // Whether it sets panels: then the tables say with what each pupil worked.
  get sets() {
    return Boolean(this.homework?.items.some((item) => item.kind === "lesson" && item.presets.length));
  }

  setHead() {
    return this.sets ? ["head_set"] : [];
  }

  // What this pupil's panels were set with, in the item at this place.
  /** @param {import("./result.js").Result} result @param {number} place */
  setFor({ used }, place) {
    const panels = this.keys[place]?.asked?.panels ?? {};
    const all = Object.entries(Object.hasOwn(used, place) ? used[place] : {});
    return all.map(([number, drawn]) => this.say("set_panel", { panel: panels[number]?.title ?? number, values: describeDrawn(panels[number], drawn, this.say) })).join("; ");
  }

  // All of it: one line for each pupil and item.
  /** @param {Row[]} rows */
  lines(rows) {
    const { say, library, homework } = this;
    const { items } = /** @type {Homework} */ (homework);
    const head = ["head_pupil", "head_item", "head_done", "head_right", "head_of", "head_tries", "head_minutes", "head_made", "head_doubts", ...this.setHead()].map((key) => say(key));
    const all = rows.flatMap(({ name, marked, doubts, result }) =>
      marked.map((one, place) => [
        name, nameItem(items[place], library, say), Number(one.done), one.right, one.of, one.tries, one.seconds / 60, new Date(result.made * 1000).toISOString(), doubts.map((key) => say(key)).join(" "),
        ...(this.sets ? [this.setFor(result, place)] : []),
      ]));
    return [head, ...all];
  }
}

/** @param {string} caption @param {string[]} head @param {string[][]} lines */
function grid(caption, head, lines) {
  const top = make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)));
  const body = lines.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td", {}, text))));
  return make("div", { class: "gkh-grid", tabindex: 0, role: "group", "aria-label": caption }, make("table", {}, make("caption", {}, caption), make("thead", {}, top), make("tbody", {}, ...body)));
}
