// The lab panel: controls, a button to run, progress that can be stopped, and what came out.
import { button, labelled, make, ownKeys, replace, select, speaker } from "./dom.js";
import { numberField, part } from "./parts.js";

export class Lab {
  constructor(root, data, send) {
    this.data = data;
    this.say = speaker(data.words);
    this.send = send;
    this.fields = data.controls.map((control) => this.field(control));
    this.run = button(data.button, () => this.start(), { class: "gk-button gk-main-button" });
    this.progress = make("p", { class: "gk-meter", hidden: true });
    this.out = make("div", { class: "gk-out" });
    this.speech = make("div", { class: "gk-live", role: "status", "aria-live": "polite" });
    root.classList.add("gk", "gk-card");
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", data.title);
    ownKeys(root);
    const form = make("form", { class: "gk-form", novalidate: true }, ...this.fields.map((field) => field.node), make("div", { class: "gk-moves" }, this.run));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    replace(root, make("h3", {}, data.title), form, this.progress, this.out, this.speech);
    if (data.result) this.show(data.result);
  }

  field(control) {
    const hint = control.description ? make("span", { class: "gk-quiet gk-hint-line" }, control.description) : null;
    if (control.kind === "yes") {
      const box = make("input", { type: "checkbox", checked: control.value });
      return { name: control.name, node: make("label", { class: "gk-check" }, box, make("span", {}, control.title, hint)), value: () => box.checked };
    }
    if (control.kind === "choice") {
      const node = select(control.choices, control.value, () => {});
      return { name: control.name, node: labelled(control.title, node), value: () => node.value };
    }
    const number = numberField(control);
    const node = make("div", { class: "gk-field" }, make("span", { "aria-hidden": "true" }, control.title, hint), number.node);
    return { name: control.name, node, value: number.value };
  }

  start() {
    if (this.running) return;
    this.running = true;
    const values = Object.fromEntries(this.fields.map((field) => [field.name, field.value()]));
    this.meter = make("progress", { max: 1, "aria-label": this.say("lab_running") });
    this.meterText = make("span", {}, this.say("lab_running"));
    replace(this.progress, this.meter, this.meterText, button(this.say("cancel"), () => this.send({ do: "stop" })));
    this.progress.hidden = false;
    this.run.disabled = true;
    this.speech.textContent = this.say("lab_running");
    this.send({ do: "run", values });
  }

  receive(message) {
    if (message.type === "progress" && this.running) {
      this.meter.value = message.done;
      if (message.text) this.meterText.textContent = message.text;
    } else if (message.type === "result") {
      this.finish();
      this.show(message.parts);
      this.speech.textContent = `${this.say("lab_done")} ${message.parts.map((one) => one.text ?? one.alt ?? "").join(" ")}`;
    } else if (message.type === "error") {
      this.finish();
      replace(this.out, make("p", { class: "gk-refusal" }, message.text));
      this.speech.textContent = message.text;
    }
  }

  finish() {
    this.running = false;
    this.progress.hidden = true;
    this.run.disabled = false;
  }

  show(parts) {
    replace(this.out, ...parts.map(part));
  }
}

export function createLab(root, data, send) {
  return new Lab(root, data, send);
}
