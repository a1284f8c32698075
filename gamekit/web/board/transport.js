// The row of buttons below the board: start, back, play, next, end; the slider; undo and redo.
import { button, labelField, make, select } from "../shared/dom.js";

/** @import { Acts, Say } from "../shared/types" */

/** @type {[string, number][]} */
const SPEEDS = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 300],
  ["very_fast", 80],
];
const USUAL_MS = 800;

/** @param {{say: Say, acts: Acts, remote?: boolean}} given */
export function transport({ say, acts, remote }) {
  let interval = USUAL_MS;
  const first = button(say("first"), () => acts.goto(0));
  const back = button(say("back"), () => acts.go(-1));
  const play = button(say("play"), () => acts.toggle(), { class: "gk-button gk-play" });
  const next = button(say("next"), () => acts.go(1));
  const end = button(say("end"), () => acts.toEnd());
  const undo = button(say("undo"), () => acts.send({ do: "undo" }));
  const redo = button(say("redo"), () => acts.send({ do: "redo" }));
  const slider = make("input", {
    type: "range",
    class: "gk-slider",
    min: 0,
    max: 0,
    value: 0,
    "aria-label": say("step"),
  });
  slider.addEventListener("input", () => acts.goto(Number(slider.value), { animate: false }));
  const where = make("output", { class: "gk-where" });
  const speeds = SPEEDS.map(([key, value]) => ({ key: value, name: say(key) }));
  const speed = select(speeds, interval, (value) => {
    interval = Number(value);
    acts.hasten(interval);
  });
  const node = make(
    "div",
    { class: "gk-transport", role: "group", "aria-label": say("transport") },
    make("div", { class: "gk-time" }, slider, where),
    make("div", { class: "gk-buttons" }, first, back, play, next, end),
    make("div", { class: "gk-buttons" }, labelField(say("speed"), speed), ...(remote ? [] : [undo, redo])),
  );
  /** @param {HTMLElement} control @param {boolean} off */
  const dim = (control, off) => control.setAttribute("aria-disabled", String(off));
  return {
    node,
    undo,
    interval: () => interval,
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
