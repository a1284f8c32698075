// The panel "what happened and why": the step that is shown, its rules, and how likely it was.
import { button, make, replace } from "../shared/dom.js";
import { distribution, whyPanel } from "./panel_contents.js";

/** @import { Answer, Rule, Say, Seat, Step } from "../shared/types" */

export class WhyPanel {
  /** @type {{number: number, viewer: string, step: ?Step}} */
  shown = { number: -1, viewer: "", step: null };
  chances = make("div", "gk-past-chances");

  /** `ask(step)` asks what chance could have done instead. @param {{say: Say, rules: Record<string, Rule>, players: Seat[], ask: (step: number) => void}} given */
  constructor({ say, rules, players, ask }) {
    this.say = say;
    this.rules = rules;
    this.players = players;
    this.ask = ask;
    this.node = make("div", "gk-why");
  }

  /** Only another step is painted anew: a rule that was unfolded stays so. @param {number} number @param {string} viewer @param {?Step} step */
  paint(number, viewer, step) {
    if (this.shown.number === number && this.shown.viewer === viewer && this.shown.step === step) return;
    this.shown = { number, viewer, step };
    this.chances = make("div", "gk-past-chances");
    if (step?.draw)
      replace(
        this.chances,
        button(this.say("chances_ask"), () => this.ask(number)),
      );
    const { rules, players, say, chances } = this;
    replace(this.node, ...whyPanel(step, { rules, players, say, expect: chances }));
  }

  /** What chance could have done instead. @param {Answer} told */
  fill({ step, outcomes, happened, text }) {
    if (step !== this.shown.number) return;
    replace(this.chances, text ? make("p", "gk-quiet", text) : distribution(outcomes, { say: this.say, happened }));
  }
}
