// The coach's panel: ask, watch how far it is, cancel, read the answer.
import { button, make, panel, replace } from "../shared/dom.js";
import { coachTable } from "./panel_contents.js";

/** @import { Acts, Answer, Child, Say } from "../shared/types" */

export class CoachPanel {
  busy = false;
  /** @type {Child[]} */
  rows = [];
  able = false;

  /** @param {{say: Say, acts: Acts}} given */
  constructor({ say, acts }) {
    this.say = say;
    this.acts = acts;
    this.meter = make("progress", { max: 1, "aria-label": say("coach_working") });
    this.words = make("span", {});
    this.inner = make("div", {});
    this.node = panel(say("coach"), {}, this.inner);
  }

  // The position has changed: what the coach said no longer holds.
  forget() {
    this.busy = false;
    this.rows = [];
  }

  /** `able`: there is a decision to ask about. @param {boolean} able */
  paint(able) {
    this.able = able;
    if (this.busy) return;
    const ask = button(this.say("coach_ask"), () => this.start(), { disabled: !able });
    replace(this.inner, make("p", "gk-quiet", this.say("coach_what")), ask, ...(able ? this.rows : []));
  }

  start() {
    this.busy = true;
    this.meter.removeAttribute("value");
    this.words.textContent = this.say("coach_working");
    const stop = button(this.say("cancel"), () => this.acts.send({ do: "stop" }));
    replace(this.inner, make("p", "gk-meter", this.meter, this.words, stop));
    stop.focus({ preventScroll: true });
    this.acts.send({ do: "coach" });
  }

  /** @param {Answer} told */
  progress({ done, text }) {
    if (!this.busy) return;
    this.meter.value = done;
    this.words.textContent = text;
  }

  /** @param {Answer} message */
  answer(message) {
    this.busy = false;
    this.rows = message.rows.length ? coachTable(message, { say: this.say }) : [make("p", "gk-quiet", message.text)];
    this.paint(this.able);
    this.inner.querySelector("button")?.focus({ preventScroll: true });
    this.acts.announce(message.spoken ?? message.text);
  }

  // Something went wrong instead of an answer.
  fail() {
    if (!this.busy) return;
    this.busy = false;
    this.paint(this.able);
  }
}
