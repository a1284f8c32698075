// The row of buttons below the board: start, back, play, next, end; the slider; undo and redo.
import { button, labelled, make, select } from "../shared/dom.js";

const SPEEDS = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 300],
  ["very_fast", 80],
];

export function transport(player) {
  const { say } = player;
  let interval = 800;
  const go = (step) => () => player.goto(step());
  const first = button(say("first"), go(() => 0));
  const back = button(say("back"), go(() => player.cursor - 1));
  const play = button(say("play"), () => player.toggle(), { class: "gk-button gk-play" });
  const next = button(say("next"), go(() => player.cursor + 1));
  const end = button(say("end"), go(() => player.last));
  const undo = button(say("undo"), () => player.send({ do: "undo" }));
  const redo = button(say("redo"), () => player.send({ do: "redo" }));
  const slider = make("input", { type: "range", class: "gk-slider", min: 0, max: 0, value: 0, "aria-label": say("step") });
  slider.addEventListener("input", () => player.goto(Number(slider.value), { animate: false }));
  const where = make("output", { class: "gk-where" });
  const speeds = SPEEDS.map(([key, value]) => ({ key: value, name: say(key) }));
  const speed = select(speeds, interval, (value) => {
    interval = Number(value);
    if (player.playing) player.run(interval);
  });
  const node = make(
    "div",
    { class: "gk-transport", role: "group", "aria-label": say("transport") },
    make("div", { class: "gk-time" }, slider, where),
    make("div", { class: "gk-buttons" }, first, back, play, next, end),
    make("div", { class: "gk-buttons" }, labelled(say("speed"), speed), ...(player.extras.remote ? [] : [undo, redo])),
  );
  const dim = (control, off) => control.setAttribute("aria-disabled", String(Boolean(off)));
  return {
    node,
    undo,
    interval: () => interval,
    playing(yes) {
      play.textContent = say(yes ? "pause" : "play");
      play.classList.toggle("gk-on", yes);
    },
    show(cursor, last, able) {
      slider.max = last;
      slider.value = cursor;
      const text = say("step_of", { step: cursor, last });
      slider.setAttribute("aria-valuetext", text);
      where.textContent = text;
      for (const control of [first, back]) dim(control, cursor === 0);
      for (const control of [next, end]) dim(control, cursor === last);
      dim(play, last === 0);
      undo.disabled = !able.undo;
      redo.disabled = !able.redo;
    },
  };
}
