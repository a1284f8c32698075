// Sentences around the board, and what a screen reader is told: of steps that have just happened, and of the one that
// somebody has gone to.
import { button, make, replace } from "../shared/dom.js";
import { ruleNote } from "./panel_contents.js";

/** @import { GameData, Say, Rule } from "../shared/types" */
/** @import { Look } from "./side_panels.js" */

const SETTLE_MS = 250; // a step that is only passed is not told
const MOST_ANNOUNCED = 4;

export class Announcer {
  /** The first step of which nothing was said. @type {?number} */
  untold = null;
  /** Until the step that somebody has gone to is told. @type {ReturnType<typeof setTimeout> | undefined} */
  later;

  /** `look()` says what is shown now; `announce(text)` has it read out. @param {{data: GameData, say: Say, look: () => Pick<Look, "steps">, announce: (text: string) => void}} given */
  constructor({ data, say, look, announce }) {
    this.data = data;
    this.say = say;
    this.look = look;
    this.announce = announce;
  }

  /** The steps from `first` on have just happened. A move of which more is to come is told as a whole. @param {number} first @param {boolean} goingOn */
  follow(first, goingOn) {
    this.untold ??= first;
    if (goingOn) return;
    this.tell(this.untold, this.look().steps.length);
    this.untold = null;
  }

  /** @param {number} step */
  goto(step) {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.tell(step, step), SETTLE_MS);
  }

  /** @param {number} first @param {number} last */
  tell(first, last) {
    const { steps } = this.look();
    const { over, prompt } = this.data.now;
    const passed = steps.slice(Math.max(first - 1, 0), last);
    const moves = passed.filter((step) => !step.chance);
    const acted = moves.filter((step, i) => step.only || i >= moves.length - MOST_ANNOUNCED);
    const words = (acted.length ? acted : passed.slice(-1)).map((step) => step.text);
    if (last === steps.length) words.push(over ?? prompt);
    else words.unshift(this.say("step_of", { step: last, last: steps.length }));
    this.announce(words.join(" "));
  }
}

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

  /** A sentence above the board: an error, or that an earlier game was taken up again. @param {string} text @param {?string} rule */
  tell(text, rule) {
    this.notice.hidden = !text;
    if (!text) return;
    const close = button(this.say("close"), () => this.tell("", null));
    this.explain(this.notice, text, rule, close);
    this.announce(text);
  }

  /** Why a move is not legal; null when that no longer matters. @param {?{text: string, rule: ?string}} refused */
  refuse(refused) {
    this.refused = refused;
  }

  /** The refusal stands below the position it is about, the last one. @param {boolean} live */
  paint(live) {
    this.refusal.hidden = !this.refused || !live;
    if (this.refused && live) this.explain(this.refusal, this.refused.text, this.refused.rule);
  }

  /** @param {HTMLElement} box @param {string} text @param {?string} rule @param {Node[]} more */
  explain(box, text, rule, ...more) {
    replace(box, make("p", {}, text), rule ? ruleNote(this.rules, rule, this.say) : null, ...more);
  }
}
