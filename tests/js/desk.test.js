// What a teacher's desk shows of one pupil, and its clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OnePupil } from "../../gamekit/web/class/desk_pupils.js";
import { Countdown } from "../../gamekit/web/class/live_page.js";
import { newPage } from "./page.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

test("of a pupil who has only gone through steps these are told", () => {
  newPage();
  const panel = new OnePupil({ say, base: "/", titles: { fair: "Fair" }, remove: async () => true });
  const step = { lesson: "fair", number: 2, steps: 5, name: "Predict", done: 1, at: 0 };
  panel.show({ answers: [], steps: [step], entered: null, tables: [], elsewhere: "" });
  const told = panel.body.textContent;
  assert.ok(told.startsWith("Fair") && told.includes('"name":"Predict"') && !told.includes("pupil_nothing"), told);
});

test("a clock waits while screens are dimmed, and only then", (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"], now: 0 });
  newPage();
  const node = document.createElement("p");
  const clock = new Countdown(node, say);
  const seen = [null, 1000].map((paused) => {
    clock.set({ timer: 1090, paused }, 1000);
    t.mock.timers.tick(30_000);
    return node.textContent;
  });
  assert.deepEqual(seen, ["1:00", "1:30"]);
});
