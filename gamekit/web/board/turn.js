// Whose turn it is and what can be done without pointing at the picture: the line above the board, the buttons below it.
import { button, make, replace, rove, isTouched } from "../shared/dom.js";
import { badge } from "./log.js";

/** @import { Acts, Child, Extras, Move, Now, Seat, Say, Step } from "../shared/types" */

export class Turn {
  /** @param {{say: Say, players: Seat[], acts: Acts, extras: Extras}} given */
  constructor({ say, players, acts, extras }) {
    this.say = say;
    this.players = players;
    this.acts = acts;
    this.extras = extras;
    this.line = make("p", { class: "gk-turn" });
    this.moves = make("div", { class: "gk-moves", role: "group", "aria-label": say("moves"), tabindex: -1 });
    this.settle = rove(this.moves, "button");
  }

  // During a preview nothing below may move, or the log would slip away from the pointer.
  /** @param {boolean} still */
  hold(still) {
    this.line.style.height = still ? `${this.line.offsetHeight}px` : "";
  }

  /** @param {Now} now */
  tellNow(now) {
    const mine = (now.human || now.chance) && !now.over;
    this.line.className = `gk-turn${mine ? " gk-yours" : ""}`;
    replace(
      this.line,
      now.over ? null : badge(this.players[now.player], now.player, this.say),
      make("span", {}, now.over ?? now.prompt),
    );
  }

  // A step that lies behind; `resting`: nothing runs, so from here the game may go on otherwise.
  /** @param {?Step} step @param {number} number @param {boolean} resting */
  tellPast(step, number, resting) {
    const { say, acts } = this;
    this.line.className = "gk-turn gk-past";
    const back = button(say("to_now"), () => acts.toEnd());
    const branch = button(say("branch"), () => acts.send({ do: "branch", step: number }));
    replace(
      this.line,
      step ? badge(this.players[step.player], step.player, say) : null,
      make("span", {}, step ? step.text : say("beginning")),
      resting && make("span", { class: "gk-turn-buttons" }, back, !this.extras.remote && branch),
    );
  }

  // `open`: the last position is shown, and nothing runs. Answers whether the keyboard was on the moves that are replaced.
  /** @param {Now} now @param {{open: boolean, live: boolean, placeless: Move[], places: number, cards: number}} shown */
  paint(now, { open, live, placeless, places, cards }) {
    const { say, acts } = this;
    /** @type {Child[]} */
    const parts = [];
    const main = { class: "gk-button gk-main-button" };
    if (open && !now.over) {
      if (now.chance) {
        parts.push(button(say("roll"), () => acts.send({ do: "roll" }), main));
        parts.push(button(say("roll_on"), () => acts.send({ do: "roll", on: true })));
      } else if (!now.human && !this.extras.remote) {
        parts.push(button(say("others_play"), () => acts.send({ do: "others" }), main));
        parts.push(button(say("others_step"), () => acts.send({ do: "others", once: true })));
      }
    }
    if (!now.chance) parts.push(...placeless.map((one) => this.move(one)));
    if (places && !now.chance)
      parts.push(
        make("p", { class: "gk-hint" }, say(cards ? "choose_card" : isTouched() ? "touch_place" : "click_place")),
      );
    if (now.over && live) parts.push(...(this.extras.ending?.() ?? []));
    const byKey = this.moves.matches(":focus-visible, :has(:focus-visible)");
    replace(this.moves, ...parts);
    this.settle();
    this.moves.parentElement?.classList.toggle("gk-many", placeless.length > 0 && !now.chance);
    return byKey;
  }

  // Several moves end at one place: which?
  /** @param {Move[]} actions */
  ask(actions) {
    const buttons = actions.map((one) => this.move(one));
    const back = button(this.say("cancel"), () => this.acts.letGo());
    replace(this.moves, make("p", { class: "gk-ask" }, this.say("which_move")), ...buttons, back);
    this.settle();
    buttons[0].focus({ preventScroll: false });
  }

  /** @param {Move} one */
  move(one) {
    return button(one.text, () => this.acts.play(one.action), {
      class: "gk-button gk-move",
      "data-action": one.action,
    });
  }

  // Whoever plays by keyboard goes on where the next moves are. Answers whether there is a button.
  focus() {
    const first = this.moves.querySelector("button");
    first?.focus({ preventScroll: true });
    return Boolean(first);
  }
}
