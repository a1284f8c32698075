// A cover between turns, where several people share one screen: nothing of the next person's cards is seen, by eye or
// screen reader, before that person says so.
import { button, make, replace } from "../shared/dom.js";

const STEPS_TOLD = 3;

export class Cover {
  constructor(player) {
    this.player = player;
    this.node = make("div", { class: "gkp-cover", hidden: true, role: "group", tabindex: -1 });
    this.waiting = [];
  }

  // Whether a message has to wait until the screen was handed on.
  holds(message) {
    if (message.handover === undefined && !this.waiting.length) return false;
    this.waiting.push(message);
    if (message.handover !== undefined) this.put(message.handover, message.steps);
    return true;
  }

  // `steps`: what has happened, as the next person may know it.
  put(next, steps) {
    const { player } = this;
    const { letter } = player.data.players[next];
    const since = steps.slice(steps.findLastIndex((step) => step.player === next) + 1).filter((step) => !step.chance);
    const told = since.slice(-STEPS_TOLD).map((step) => make("p", { class: "gk-quiet" }, step.text));
    const open = button(player.say("cover_open", { letter }), () => this.lift(), { class: "gk-button gk-main-button" });
    player.stop();
    const title = make("h3", {}, player.say("cover_title", { letter }));
    replace(this.node, make("div", {}, title, ...told, make("p", {}, player.say("cover_text", { letter })), open));
    this.node.setAttribute("aria-label", title.textContent);
    this.node.hidden = false;
    player.root.classList.add("gkp-covered");
    player.announce(player.say("cover_title", { letter }));
    open.focus({ preventScroll: true });
  }

  lift() {
    this.node.hidden = true;
    this.player.root.classList.remove("gkp-covered");
    const messages = this.waiting.splice(0);
    for (const message of messages) this.player.receive({ ...message, handover: undefined, handed: message.handover });
    if (!this.player.board.focus()) this.player.moves.querySelector("button")?.focus({ preventScroll: true });
  }
}
