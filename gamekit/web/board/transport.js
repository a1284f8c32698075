// Below the board the buttons and the slider for time, above it whose turn it is; and the moves that need no pointing.
import { button, labelField, make, makeGroup, select, replace, rove, isTouched } from "../shared/dom.js";
import { badge } from "./log.js";

/** @import { Acts, Say, Child, Extras, Move, Now, Seat, Step } from "../shared/types" */

/** @type {[string, number][]} */
const SPEEDS = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 300],
  ["very_fast", 80],
];
/** How many time lines were made in this page. */
let made = 0;
const USUAL_MS = 800;

/** @param {{say: Say, acts: Acts, remote?: boolean}} given */
export function transport({ say, acts, remote }) {
  let interval = USUAL_MS;
  const first = button(say("first"), () => acts.goto(0));
  const back = button(say("back"), () => acts.go(-1));
  const play = button(say("play"), () => acts.toggle(), "gk-play");
  const next = button(say("next"), () => acts.go(1));
  const end = button(say("end"), () => acts.goto(Infinity));
  const undo = button(say("undo"), () => acts.send({ do: "undo" }));
  const redo = button(say("redo"), () => acts.send({ do: "redo" }));
  const marks = make("datalist", { id: `gk-marks-${(made += 1)}` });
  const range = { min: 0, max: 0, value: 0, list: marks.id, "aria-label": say("step") };
  const slider = make("input", { type: "range", class: "gk-slider", ...range });
  slider.addEventListener("input", () => acts.goto(Number(slider.value), { animate: false }));
  const where = make("output", "gk-where");
  const speeds = SPEEDS.map(([key, value]) => ({ key: value, name: say(key) }));
  const speed = select(speeds, interval, (value) => {
    interval = Number(value);
    acts.setSpeed(interval);
  });
  const node = makeGroup(
    say("transport"),
    "gk-transport",
    make("div", "gk-time", slider, marks, where),
    make("div", "gk-buttons", first, back, play, next, end),
    make("div", "gk-buttons", labelField(say("speed"), speed), ...(remote ? [] : [undo, redo])),
  );
  /** @param {HTMLElement} control @param {boolean} off */
  const dim = (control, off) => control.setAttribute("aria-disabled", String(off));
  return {
    node,
    undo,
    interval: () => interval,
    /** Steps that stand out on the time line. @param {number[]} steps */
    mark(steps) {
      replace(marks, ...steps.map((value) => make("option", { value })));
    },
    /** @param {boolean} yes */
    showPlaying(yes) {
      play.textContent = say(yes ? "pause" : "play");
      play.classList.toggle("gk-on", yes);
    },
    /** @param {number} cursor @param {number} last @param {{can_undo: boolean, can_redo: boolean}} able */
    show(cursor, last, able) {
      slider.max = String(last);
      slider.value = String(cursor);
      const text = say("step_of", { step: cursor, last });
      slider.setAttribute("aria-valuetext", text);
      where.textContent = text;
      for (const control of [first, back]) dim(control, cursor === 0);
      for (const control of [next, end]) dim(control, cursor === last);
      dim(play, last === 0);
      undo.disabled = !able.can_undo;
      redo.disabled = !able.can_redo;
    },
  };
}

export class Turn {
  /** @param {{say: Say, players: Seat[], acts: Acts, extras: Extras}} given */
  constructor({ say, players, acts, extras }) {
    this.say = say;
    this.players = players;
    this.acts = acts;
    this.extras = extras;
    this.line = make(extras.plain && !extras.remote ? "h2" : "p", "gk-turn");
    this.moves = make("div", { class: "gk-moves", role: "group", "aria-label": say("moves"), tabindex: -1 });
    this.settle = rove(this.moves, "button");
  }

  /** During a preview nothing below may move, or the log would slip away from the pointer. @param {boolean} still */
  hold(still) {
    this.line.style.height = still ? `${this.line.offsetHeight}px` : "";
  }

  /** @param {Now} now */
  tellNow(now) {
    const mine = (now.human || now.chance) && !now.over;
    this.line.className = `gk-turn${mine ? " gk-yours" : ""}`;
    const whose = now.over ? null : badge(this.players[now.player], now.player, this.say);
    replace(this.line, whose, make("span", {}, now.over ?? now.prompt));
  }

  /** A step that lies behind; `resting`: nothing runs, so from here the game may go on otherwise. @param {?Step} step @param {number} number @param {boolean} resting */
  tellPast(step, number, resting) {
    const { say, acts } = this;
    this.line.className = "gk-turn gk-past";
    const back = button(say("to_now"), () => acts.goto(Infinity));
    const branch = button(say("branch"), () => acts.send({ do: "branch", step: number }));
    replace(
      this.line,
      step ? badge(this.players[step.player], step.player, say) : null,
      make("span", {}, step ? step.text : say("beginning")),
      resting && make("span", "gk-turn-buttons", back, !this.extras.remote && branch),
    );
  }

  /** `open`: the last position is shown, and nothing runs. Answers whether the focus was on the moves that are replaced. @param {Now} now @param {{onward: ?() => void, open: boolean, live: boolean, placeless: Move[], places: number, cards: number}} shown */
  paint(now, { onward, open, live, placeless, places, cards }) {
    const { say, acts } = this;
    /** @type {Child[]} */
    const parts = [];
    const main = "gk-main-button";
    if (onward) parts.push(button(say("go_on"), onward, "gk-main-button gk-move"));
    else if (open && !now.over) {
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
      parts.push(make("p", "gk-hint", say(cards ? "choose_card" : isTouched() ? "touch_place" : "click_place")));
    if (now.over && live) parts.push(...(this.extras.ending?.() ?? []));
    const byKey = this.moves.matches(":focus-within");
    replace(this.moves, ...parts);
    this.settle();
    this.moves.parentElement?.classList.toggle("gk-many", placeless.length > 0 && !now.chance);
    return byKey;
  }

  /** Several moves end at one place: which? @param {Move[]} actions */
  ask(actions) {
    const buttons = actions.map((one) => this.move(one));
    const back = button(this.say("cancel"), () => this.acts.returnToBoard());
    replace(this.moves, make("p", "gk-ask", this.say("which_move")), ...buttons, back);
    this.settle();
    buttons[0].focus({ preventScroll: false });
  }

  /** @param {Move} one */
  move(one) {
    const look = { class: "gk-button gk-move", "data-action": one.action };
    return button(one.text, () => this.acts.play(one.action), look);
  }

  // Whoever plays by keyboard goes on where the next moves are. Answers whether there is a button.
  focus() {
    const first = this.moves.querySelector("button");
    first?.focus({ preventScroll: true });
    return Boolean(first);
  }
}
