// The coach's panel: ask, watch how far it is, cancel, read the answer.
import { button, make, panel, replace } from "../shared/dom.js";
import { coachTable } from "./panels.js";

export class CoachBox {
  constructor(player) {
    this.player = player;
    this.say = player.say;
    this.inner = make("div", {});
    this.node = panel(this.say("coach"), {}, this.inner);
    this.forget();
  }

  // The position has changed: what the coach said no longer holds.
  forget() {
    this.busy = false;
    this.rows = [];
  }

  paint() {
    const { data, live } = this.player;
    this.node.hidden = !data.coach;
    if (this.node.hidden || this.busy) return;
    const able = live && !data.now.over && !data.now.chance && data.now.legal.length > 0;
    const ask = button(this.say("coach_ask"), () => this.start(), { disabled: !able });
    replace(this.inner, make("p", { class: "gk-quiet" }, this.say("coach_what")), ask, ...(able ? this.rows : []));
  }

  start() {
    this.busy = true;
    this.meter = make("progress", { max: 1, "aria-label": this.say("coach_working") });
    this.words = make("span", {}, this.say("coach_working"));
    const stop = button(this.say("cancel"), () => this.player.send({ do: "stop" }));
    replace(this.inner, make("p", { class: "gk-meter" }, this.meter, this.words, stop));
    stop.focus({ preventScroll: true });
    this.player.send({ do: "coach" });
  }

  progress({ done, text }) {
    if (!this.busy) return;
    this.meter.value = done;
    this.words.textContent = text;
  }

  answer(message) {
    this.busy = false;
    this.rows = message.rows.length ? coachTable(message, { say: this.say }) : [make("p", { class: "gk-quiet" }, message.text)];
    this.paint();
    this.inner.querySelector("button")?.focus({ preventScroll: true });
    this.player.announce(message.spoken ?? message.text);
  }

  // Something went wrong instead of an answer.
  fail() {
    if (!this.busy) return;
    this.busy = false;
    this.paint();
  }
}
