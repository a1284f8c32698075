// A cover between turns, where several people share one screen: nothing of the next person's cards is seen, by eye or
// screen reader, before that person says so.
import { button, make, replace } from "../shared/dom.js";

/** @import { Answer, Say, Seat, Step } from "../shared/types" */

const STEPS_TOLD = 3;

export class Cover {
  /** @type {Answer[]} */
  waiting = [];

  /** `covered(title)` hears that nobody may see more, `lifted(messages)` what waited until somebody said so. @param {{say: Say, players: Seat[], covered: (title: string) => void, lifted: (messages: Answer[]) => void}} given */
  constructor({ say, players, covered, lifted }) {
    this.say = say;
    this.players = players;
    this.covered = covered;
    this.lifted = lifted;
    this.node = make("div", { class: "gkp-cover", hidden: true, role: "group", tabindex: -1 });
  }

  /** Whether a message has to wait until the screen was handed on. @param {Answer} message */
  holds(message) {
    if (message.handover === undefined && !this.waiting.length) return false;
    this.waiting.push(message);
    if (message.handover !== undefined) this.put(message.handover, message.steps);
    return true;
  }

  /** `steps`: what has happened, as the next person may know it. @param {number} next @param {Step[]} steps */
  put(next, steps) {
    const { say } = this;
    const { letter } = this.players[next];
    const since = steps.slice(steps.findLastIndex((step) => step.player === next) + 1).filter((step) => !step.chance);
    const told = since.slice(-STEPS_TOLD).map((step) => make("p", "gk-quiet", step.text));
    const open = button(say("cover_open", { letter }), () => this.lift(), "gk-main-button");
    const title = say("cover_title", { letter });
    const text = make("p", {}, say("cover_text", { letter }));
    replace(this.node, make("div", {}, make("h3", {}, title), ...told, text, open));
    this.node.setAttribute("aria-label", title);
    this.node.hidden = false;
    this.covered(title);
    open.focus({ preventScroll: true });
  }

  lift() {
    this.node.hidden = true;
    const waited = this.waiting.splice(0);
    this.lifted(waited.map((message) => ({ ...message, handover: undefined, handed: message.handover })));
  }
}
