// The panel "what happened and why": the step that is shown, its rules, and how likely it was.
import { button, make, replace } from "../shared/dom.js";
import { badge } from "./log.js";
import { distribution, ruleNote } from "./panel_contents.js";

/** @import { Answer, Child, Rule, Say, Seat, Step } from "../shared/types" */

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
    const ask = step?.draw && button(this.say("chances_ask"), () => this.ask(number));
    this.chances = make("div", "gk-past-chances");
    replace(this.chances, ask);
    replace(this.node, ...(step ? this.explain(step) : [make("p", "gk-quiet", this.say("why_start"))]));
  }

  /** What happened, and each rule once. @param {Step} step */
  explain({ player, text, notes, chance }) {
    const { rules, players, say } = this;
    /** @type {Child[]} */
    const parts = [make("p", "gk-what", badge(players[player], player, say), make("span", {}, text))];
    const told = new Set();
    for (const note of notes) {
      if (note.text !== text) parts.push(make("p", "gk-note", note.text));
      if (note.rule && !told.has(note.rule)) parts.push(ruleNote(rules, note.rule, say));
      told.add(note.rule);
    }
    if (!notes.length) parts.push(make("p", "gk-quiet", say("why_nothing")));
    return [...parts, chance && this.chances];
  }

  /** What chance could have done instead. @param {Answer} told */
  fill({ step, outcomes, happened, text }) {
    if (step !== this.shown.number) return;
    replace(this.chances, text ? make("p", "gk-quiet", text) : distribution(outcomes, { say: this.say, happened }));
  }
}
