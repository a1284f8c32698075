// The lab panel: controls, a button to run, progress that can be stopped, and what came out.
// What answers at once follows its controls while they move; what is drawn at random shows its luck, to have it again.
import {
  button,
  goTo,
  labelField,
  frameCard,
  make,
  makeForm,
  precedes,
  replace,
  select,
  speaker,
} from "../shared/dom.js";
import { numberField, part } from "../shared/results.js";
import { Memory, storeOf } from "../shared/storage.js";
import { typedNumber, typedList } from "../shared/typed.js";

/** @import { Say } from "../shared/types" */

/**
 * On a page without Python the list is `fixed`, and its value is what stands in it.
 * @param {{name: string, value: number[] | string, fixed?: boolean}} control
 * @param {Say} say
 * @param {() => void} changed
 */
function numberList({ name, value, fixed = false }, say, changed) {
  const memory = new Memory(`list-${name}`, storeOf("localStorage"));
  const list = typedList("textarea", { rows: 3, class: "gk-writing", "data-list": name, disabled: fixed }, say);
  const area = list.node;
  const given = typeof value === "string" ? value : value.join(" ");
  area.value = fixed ? given : (memory.recall() ?? given);
  area.addEventListener("change", () => {
    if (area.value.trim()) memory.keep(area.value);
    else memory.forget();
    area.value ||= given;
    /** @type {NodeListOf<HTMLTextAreaElement>} */
    const alike = document.querySelectorAll(`textarea[data-list="${name}"]`);
    for (const one of alike) {
      one.value = area.value;
      one.dispatchEvent(new Event("shared"));
    }
  });
  area.addEventListener("shared", changed);
  return {
    node: area,
    value: () => (fixed ? area.value : list.value()),
    check: () => fixed || list.check(),
    other: area.value !== given,
  };
}

// From this width on a chart is drawn for a desk only, while a slider moves.
const DESK = 540;

export class Lab {
  /** The field of what luck is drawn with. @type {any} */
  seed;
  /** How far a run is. @type {any} */
  meter;

  /** @param {HTMLElement} root @param {any} data @param {(message: any) => void} send */
  constructor(root, data, send) {
    this.data = data;
    this.say = speaker(data.words);
    this.send = send;
    this.root = root;
    this.live = data.live;
    this.fields = data.controls.map((/** @type {any} */ control) => this.field(control));
    this.run = button(data.button, () => this.press(), "gk-main-button");
    this.progress = make("p", { class: "gk-meter", hidden: true });
    this.out = make("div", "gk-out");
    this.speech = frameCard(root, data.title, "gk-lab");
    this.luck = data.luck ? this.createLuckRow() : null;
    this.hint = make("p", { class: "gk-quiet", hidden: !data.live }, this.say("lab_follows"));
    const nodes = this.fields.map((/** @type {any} */ field) => field.node);
    const row = make("div", "gk-moves", this.run);
    this.form = makeForm("gk-form", () => this.press(), ...nodes, row, this.luck, this.hint);
    replace(root, make("h3", {}, data.title), this.form, this.progress, this.out, this.speech);
    this.linkNames();
    if (data.closed) this.close();
    else if (data.result && !this.fields.some((/** @type {any} */ field) => field.other)) this.show(data.result);
    else if (data.instant) this.start(this.readHeldSeed());
    this.updateVisibility();
  }

  // Until its prediction is stored a panel keeps its result to itself, or until a reader asks for it.
  close() {
    this.form.hidden = true;
    const way = button(this.say("lab_predict"), () => this.goToPrediction());
    const key = button(this.say("lab_open"), () => this.open(true));
    this.gate = make("div", "gk-moves gk-lab-gate", make("p", "gk-quiet", this.say("lab_closed")), way, key);
    this.form.before(this.gate);
  }

  goToPrediction() {
    /** @type {NodeListOf<HTMLElement>} */
    const cards = document.querySelectorAll(".gk-bet");
    const card = [...cards].filter((card) => precedes(card, this.root)).at(-1);
    if (card) goTo(card);
  }

  // Where the text of a lesson names this panel, a click leads to it.
  linkNames() {
    for (const name of document.querySelectorAll(".gk-lesson .jp-RenderedMarkdown em")) {
      if (name.textContent !== this.data.title) continue;
      const link = make("a", { href: "#" }, this.data.title);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        goTo(this.root);
      });
      replace(name, link);
    }
  }

  open(asked = false) {
    if (this.gate) {
      this.gate.remove();
      this.gate = null;
      this.form.hidden = false;
      if (asked) /** @type {?HTMLElement} */ (this.form.querySelector("input, select, button"))?.focus();
    }
    if (this.data.instant) this.start(this.readHeldSeed());
  }

  // Where luck is held, moving a control keeps it.
  readHeldSeed() {
    return this.data.held && this.luck && !this.luck.hidden && this.seed.check() ? this.seed.value() : null;
  }

  createLuckRow() {
    const look = { "aria-label": this.say("lab_luck"), class: "gk-typed gk-seed" };
    this.seed = typedNumber({ low: 0, step: 1, value: this.data.seed }, this.say, look);
    this.seed.node.addEventListener("keydown", (/** @type {any} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.runAgain();
    });
    const name = make("span", { "aria-hidden": "true" }, this.say("lab_luck"));
    const again = button(this.say("lab_again"), () => this.runAgain());
    return make("div", { class: "gk-luck", hidden: this.data.seed === null }, name, this.seed.node, again);
  }

  runAgain() {
    if (this.seed.check()) this.start(this.seed.value());
  }

  /** @param {any} control */
  field(control) {
    const hint = control.description ? make("span", "gk-quiet gk-hint-line", control.description) : null;
    const change = () => this.follow();
    if (control.kind === "yes") {
      // On a page without Python a box may be `fixed`: how the panel goes otherwise was not recorded.
      const state = { checked: control.value, disabled: control.fixed, onchange: change };
      const box = make("input", { type: "checkbox", ...state });
      const node = make("label", "gk-check", box, make("span", {}, control.title, hint));
      return { name: control.name, node, value: () => box.checked };
    }
    if (control.kind === "choice") {
      const node = select(control.choices, control.value, change);
      return { name: control.name, node: labelField(control.title, node), value: () => node.value };
    }
    if (control.kind === "list") {
      const list = numberList(control, this.say, change);
      return { ...list, name: control.name, node: labelField(control.title, list.node) };
    }
    const number = numberField(control, this.say, change);
    const node = make("div", "gk-field", make("span", { "aria-hidden": "true" }, control.title, hint), number.node);
    return { name: control.name, node, value: number.value, check: number.check };
  }

  // Where no number stands there is nothing to run with.
  hasMissing() {
    return this.fields.some((/** @type {any} */ { check }) => check && !check());
  }

  // A control was moved: what is fast enough answers at once, and only the last value counts.
  follow() {
    this.moved = true;
    if (!this.live) return;
    if (this.running) this.waiting = true;
    else this.start(this.readHeldSeed());
  }

  press() {
    this.moved = true;
    this.start();
  }

  /** @param {?number} seed */
  start(seed = null) {
    if (this.running || this.hasMissing()) return;
    this.asked = !this.data.instant || this.moved;
    this.running = true;
    const values = Object.fromEntries(this.fields.map((/** @type {any} */ field) => [field.name, field.value()]));
    if (!this.live) {
      this.meter = make("progress", { max: 1, "aria-label": this.say("lab_running") });
      const stop = button(this.say("cancel"), () => this.send({ do: "stop" }));
      replace(this.progress, this.meter, make("span", {}, this.say("lab_running")), stop);
      this.progress.hidden = false;
      this.speech.textContent = this.say("lab_running");
    }
    this.run.disabled = true;
    this.send({ do: "run", values, seed, wide: this.root.clientWidth > DESK });
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "progress" && this.running && !this.progress.hidden) {
      this.meter.value = message.done;
      if (message.text) this.meter.nextSibling.textContent = message.text;
    } else if (message.type === "open") this.open();
    else if (message.type === "partly") this.show(message.parts);
    else if (message.type === "result") {
      // A first answer that came unasked is not yet the reader's doing.
      if (this.asked) this.root.classList.add("gk-done");
      this.live = message.live;
      this.finish();
      this.show(message.parts);
      if (this.luck && message.seed !== null) {
        this.seed.set(message.seed);
        this.luck.hidden = false;
      }
      this.speech.textContent = `${this.say("lab_done")} ${message.parts.map((/** @type {any} */ one) => one.text ?? one.alt ?? "").join(" ")}`;
      if (this.waiting) {
        this.waiting = false;
        this.follow();
      }
    } else if (message.type === "error") {
      this.finish();
      replace(this.out, make("p", "gk-refusal", message.text));
      this.speech.textContent = message.text;
    }
  }

  finish() {
    this.running = false;
    this.progress.hidden = true;
    this.run.disabled = false;
    this.updateVisibility();
  }

  // Nobody is there any more who could answer.
  onDisconnect() {
    if (this.running) this.finish();
  }

  updateVisibility() {
    this.run.parentElement?.toggleAttribute("hidden", this.live && !this.data.held);
    this.hint.hidden = !this.live || !this.fields.length;
  }

  /** @param {any} parts */
  show(parts) {
    replace(this.out, ...parts.map(part));
  }
}

/** @param {HTMLElement} root @param {any} data @param {(message: any) => void} send */
export const createLab = (root, data, send) => new Lab(root, data, send);
