// Where a teacher sets the panels of a lesson for homework: of each control, whether it stands as in the lesson, has a value for
// all, or is drawn for each pupil.
import { labelField, make, replace, select } from "../shared/dom.js";
import { MOST_LUCKS, drawable, fitValue } from "./presets.js";

/** @import { Say } from "../shared/types" */
/** @import { Library } from "./library.js" */
/** @import { Control, Panel, Preset, Setting, Value } from "./presets.js" */

export class Setter {
  /** What is chosen of each panel, when it is asked for. @type {(() => ?Preset)[]} */
  panels = [];
  lesson = "";

  /** @param {{say: Say, library: Library}} given */
  constructor({ say, library }) {
    this.say = say;
    this.library = library;
    this.body = make("div", { class: "gkh-sets" });
    this.node = make("details", {}, make("summary", {}, say("make_sets")), this.body);
    this.node.addEventListener("toggle", () => this.node.open && this.show());
  }

  // Another lesson was chosen, or this one was put in.
  /** @param {string} lesson */
  about(lesson) {
    this.lesson = lesson;
    this.panels = [];
    this.body.replaceChildren();
    if (this.node.open) this.show();
  }

  // What is set: of each panel of which something is.
  listChosen() {
    return this.panels.flatMap((chosen) => chosen() ?? []);
  }

  async show() {
    if (this.body.hasChildNodes()) return;
    const { say, library, lesson } = this;
    replace(this.body, make("p", { class: "gk-quiet", role: "status" }, say("make_sets_coming")));
    const asked = await library.fetchAsked(lesson);
    if (lesson !== this.lesson) return;
    const offered = Object.entries(asked?.panels ?? {}).map(([number, panel]) => this.panel(Number(number), panel));
    this.panels = offered.map(({ chosen }) => chosen);
    replace(this.body, make("p", { class: "gk-quiet" }, say(offered.length ? "make_sets_how" : asked ? "make_sets_none" : "make_sets_lost")), ...offered.map(({ node }) => node));
  }

  /** @param {number} number @param {Panel} panel */
  panel(number, { title, step, luck, controls }) {
    const { say } = this;
    const rows = controls.map((control) => ({ name: control.name, ...this.row(control) }));
    const lucky = luck ? this.row({ name: "", title: say("make_luck"), kind: "number", low: 0, high: MOST_LUCKS - 1, step: 1, value: 1 }) : null;
    const readChosen = () => {
      const values = rows.flatMap(({ name, value }) => {
        const setting = value();
        return setting === undefined ? [] : [/** @type {[string, Setting]} */ ([name, setting])];
      });
      const drawn = lucky?.value();
      const seed = Array.isArray(drawn) ? "each" : typeof drawn === "number" ? drawn : null;
      return values.length || seed !== null ? /** @type {Preset} */ ({ panel: number, values: Object.fromEntries(values), seed }) : null;
    };
    const where = this.library.lessons.get(this.lesson)?.steps[step - 1];
    const name = where ? say("make_set_panel", { panel: title, step: where }) : title;
    return { node: make("fieldset", { class: "gkh-set" }, make("legend", {}, name), ...rows.map(({ node }) => node), lucky?.node), chosen: readChosen };
  }

  // One control: how it is set, and the value where there is one for all.
  /** @param {Control} control */
  row(control) {
    const { say } = this;
    const values = drawable(control);
    const field = this.field(control);
    const ways = [{ key: "", name: say("make_as_it_is") }];
    if (values.length) ways.push({ key: "all", name: say("make_for_all") });
    if (values.length > 1) ways.push({ key: "each", name: say("make_for_each") });
    const way = select(ways, "", (key) => (field.hidden = key !== "all"));
    field.hidden = true;
    const value = () => {
      if (way.value === "each") return values;
      const typed = way.value === "all" ? fitValue(control, control.kind === "yes" ? field.value === "yes" : field.value) : undefined;
      return /** @type {Setting | undefined} */ (typed);
    };
    return { node: make("div", { class: "gkh-set-row" }, labelField(control.title, way), field), value };
  }

  /** @param {Control} control */
  field({ title, kind, low, high, step, value, choices = [] }) {
    const { say } = this;
    const label = say("make_set_value", { control: title });
    if (kind === "number") return make("input", { type: "number", min: low, max: high, step, value, "aria-label": label });
    const entries = kind === "yes" ? [{ key: "yes", name: say("preset_yes") }, { key: "no", name: say("preset_no") }] : choices;
    const node = select(entries, kind === "yes" ? (value ? "yes" : "no") : value, () => {});
    node.setAttribute("aria-label", label);
    return node;
  }
}
