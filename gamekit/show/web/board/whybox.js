// The panel "what happened and why": the step that is shown, its rules, and how likely it was.
import { button, make, replace } from "../shared/dom.js";
import { distribution, whyPanel } from "./panels.js";

export class WhyBox {
  constructor(player) {
    this.player = player;
    this.say = player.say;
    this.node = make("div", { class: "gk-why" });
    this.shown = null;
  }

  // Only another step is painted anew: a rule that was unfolded stays so.
  paint(number) {
    const { film, viewer, data } = this.player;
    const step = film.step(viewer, number);
    if (this.shown?.number === number && this.shown.viewer === viewer && this.shown.step === step) return;
    this.shown = { number, viewer, step };
    this.chances = make("div", { class: "gk-past-chances" });
    if (step?.draw) {
      const ask = () => this.player.send({ do: "chances", step: number });
      replace(this.chances, button(this.say("chances_ask"), ask));
    }
    replace(this.node, ...whyPanel(step, { rules: data.rules, players: data.players, say: this.say, expect: this.chances }));
  }

  // What chance could have done instead.
  fill({ step, outcomes, happened, text }) {
    if (step !== this.player.cursor) return;
    replace(this.chances, text ? make("p", { class: "gk-quiet" }, text) : distribution(outcomes, { say: this.say, happened }));
  }
}
