// Sentences around the board: a notice above it, why a move was refused below it, and what a screen reader is told.
import { button, make, replace } from "../shared/dom.js";
import { ruleNote } from "./panel_contents.js";

/** @import { Rule, Say } from "../shared/types" */

export class SpokenLines {
  notice = make("div", { class: "gk-notice", hidden: true });
  refusal = make("div", { class: "gk-refusal", hidden: true });
  speech = make("div", { class: "gk-live", role: "status", "aria-live": "polite" });
  /** @type {?{text: string, rule: ?string}} */
  refused = null;

  /** @param {{say: Say, rules: Record<string, Rule>}} given */
  constructor({ say, rules }) {
    this.say = say;
    this.rules = rules;
  }

  /** @param {string} text */
  announce(text) {
    this.speech.textContent = text;
  }

  // A sentence above the board: an error, or that an earlier game was taken up again.
  /** @param {string} text @param {?string} rule */
  tell(text, rule) {
    this.notice.hidden = !text;
    if (!text) return;
    this.explain(
      this.notice,
      text,
      rule,
      button(this.say("close"), () => this.tell("", null)),
    );
    this.announce(text);
  }

  // Why a move is not legal; null when that no longer matters.
  /** @param {?{text: string, rule: ?string}} refused */
  refuse(refused) {
    this.refused = refused;
  }

  // The refusal stands below the position it is about, the last one.
  /** @param {boolean} live */
  paint(live) {
    this.refusal.hidden = !this.refused || !live;
    if (this.refused && live) this.explain(this.refusal, this.refused.text, this.refused.rule);
  }

  /** @param {HTMLElement} box @param {string} text @param {?string} rule @param {Node[]} more */
  explain(box, text, rule, ...more) {
    replace(box, make("p", {}, text), rule ? ruleNote(this.rules, rule, this.say) : null, ...more);
  }
}
