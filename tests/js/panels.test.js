// What stands beside a board, without one: log, reasons, chances, seats, the coach, the cover between turns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CoachPanel } from "../../gamekit/web/board/coach_panel.js";
import { Log } from "../../gamekit/web/board/log.js";
import { coachTable, distribution, newGameForm, seatsPanel } from "../../gamekit/web/board/panel_contents.js";
import { SidePanels } from "../../gamekit/web/board/side_panels.js";
import { Cover } from "../../gamekit/web/board/turn_cover.js";
import { WhyPanel } from "../../gamekit/web/board/why_panel.js";
import { newPage, outline, press, type } from "./page.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key).replaceAll("\u00a0", " ");
const players = ["A", "B"].map((letter) => ({ name: `Player ${letter}`, letter }));
const rules = { "X-1": { title: "One", text: "The first.", marks: [] } };
const OUTCOMES = [
  { action: 4, text: "a", weight: 1 },
  { action: 5, text: "b", weight: 3 },
];
const told = (node) => [...node.everything()].filter((one) => one.tag === "p").map((one) => one.textContent);

test("an outcome has its share of all outcomes, and can be chosen where somebody may choose", () => {
  const root = newPage("de");
  const past = distribution([...OUTCOMES, { action: 6, text: "c", weight: 60 }], { say, happened: 5 });
  const odds = [...past.everything()].filter((one) => one.classList.has("gk-odds")).map((one) => one.textContent);
  assert.deepEqual(odds, [
    'odds {"weight":1,"total":64,"percent":"1,6 %"}',
    'odds {"weight":3,"total":64,"percent":"4,7 %"}',
    'odds {"weight":60,"total":64,"percent":"94 %"}',
  ]);
  assert.deepEqual(
    past.children.map((row) => row.attributes["aria-current"]),
    [undefined, "true", undefined],
  );
  const chosen = [];
  root.append(distribution(OUTCOMES, { say, choose: (action) => chosen.push(action) }));
  const keys = [...root.everything()].filter((one) => one.tag === "button");
  keys[1].click();
  assert.deepEqual(chosen, [5]);
  const bars = [...root.everything()].filter((one) => one.tag === "i").map((one) => one.attributes.style);
  assert.deepEqual(bars, [`width:${100 / 3}%`, "width:100%"]);
});

test("of many moves the coach's table has ten, and says how many are left out", () => {
  newPage("de");
  const row = { text: "a", win: 0.5, win_low: 0.4, win_high: 0.6, mean: 123.4, mean_low: -99.9, mean_high: 1234.5 };
  const parts = coachTable({ rows: Array(12).fill(row), text: "" }, { say });
  assert.equal(parts[3].children.length, 10);
  assert.equal(parts[4].textContent, 'coach_rest {"count":2,"shown":10}');
  assert.ok(parts[3].textContent.includes('{"value":"123","low":"−99,9","high":"1235"}'));
});

test("who plays a seat and what happens by itself is told whole after every change", () => {
  const root = newPage();
  const sent = [];
  const data = {
    players,
    seats: [null, "bold"],
    strategies: [{ name: "bold", title: "Bold", description: "Plays high." }],
    opponents: true,
    chance_acts: false,
    forced_acts: true,
  };
  root.append(...seatsPanel(data, { say, send: (message) => sent.push(message) }).filter(Boolean));
  const [first, second] = root.querySelectorAll("select");
  const boxes = [...root.everything()].filter((one) => one.attributes.type === "checkbox");
  assert.deepEqual([first.value, second.value, ...boxes.map((one) => one.checked)], ["", "bold", true, false, false]);
  type(first, "bold");
  boxes[2].checked = true;
  boxes[2].dispatchEvent({ type: "change" });
  const usual = { do: "seats", seats: ["bold", "bold"], opponents: true, chance: false };
  assert.deepEqual(sent.at(0), { ...usual, forced: true });
  assert.deepEqual(sent.at(-1), { ...usual, forced: false });
});

test("a new game begins with what was chosen, with a shuffle of any length, and not while something is unread", () => {
  newPage("de");
  const sent = [];
  const options = [
    { name: "limit", title: "Limit", kind: "number", value: 1.5, low: 0, high: 9 },
    { name: "start", title: "Start", kind: "whole", value: null, low: 0, high: 9 },
  ];
  const form = newGameForm(options, { say, send: (message) => sent.push(message) });
  const [limit, , seed] = form.querySelectorAll("input");
  type(limit, "x");
  form.dispatchEvent({ type: "submit" });
  assert.deepEqual(sent, []);
  type(limit, "2,5");
  type(seed, "12345678901234567");
  form.dispatchEvent({ type: "submit" });
  assert.deepEqual(sent, [{ do: "new", options: { limit: 2.5 }, seed: 12345678901234567n }]);
});

const step = (player, text, more = {}) => ({
  player,
  text,
  chance: player < 0,
  draw: player < 0,
  heading: "",
  ...more,
});

test("the log folds from four steps of chance in a row on, and tells nothing that the board has not shown", () => {
  newPage();
  const went = [];
  const log = new Log({ say, players, go: (to) => went.push(to), preview: () => {} });
  const draws = (count) => Array.from({ length: count }, (_, i) => step(-1, `card ${i}`));
  log.fill([...draws(3), step(0, "go"), ...draws(4), step(1, "stop", { heading: "Round 2" })]);
  const rows = () => log.node.querySelectorAll("button");
  assert.deepEqual(
    rows().map((row) => row.parts[1].textContent),
    ["card 0", "card 1", "card 2", "go", 'log_folded {"count":4,"first":5,"last":8}', "stop"],
  );
  assert.deepEqual(
    rows().map((row) => row.parts[0].attributes["aria-label"]),
    [...Array(3).fill("chance"), "Player A", "chance", "Player B"],
  );
  log.node.dispatchEvent({ type: "click", target: rows()[4] });
  assert.deepEqual(went, [8]);
  log.until(8);
  assert.deepEqual(
    log.node.querySelectorAll("section").map((one) => [one.hidden, one.querySelectorAll("li:not([hidden])").length]),
    [
      [false, 5],
      [true, 0],
    ],
  );
  log.mark(6);
  assert.equal(rows()[4].attributes["aria-current"], "step");
  log.fill([...draws(3), step(1, "other")], 3);
  assert.equal(rows().at(-1).textContent.slice(1), "other");
  log.fill([], 0);
  assert.equal(log.node.textContent, "log_empty");
});

test("why a step happened names each rule once, and chances of another step are not shown", () => {
  newPage();
  const asked = [];
  const why = new WhyPanel({ say, rules, players, ask: (number) => asked.push(number) });
  why.paint(0, "all", null);
  assert.deepEqual(told(why.node), ["why_start"]);
  const notes = [
    { text: "A draws.", rule: "X-1" },
    { text: "The pile is empty.", rule: "X-1" },
    { text: "So it ends.", rule: "" },
  ];
  why.paint(3, "all", step(-1, "A draws.", { notes }));
  assert.equal(why.node.querySelectorAll("details").length, 1);
  assert.deepEqual(told(why.node), ["⚄A draws.", "The first.", "The pile is empty.", "So it ends."]);
  press(why.node, "chances_ask");
  assert.deepEqual(asked, [3]);
  why.fill({ step: 2, outcomes: OUTCOMES, happened: 5, text: "" });
  assert.equal(why.chances.textContent, "chances_ask");
  why.fill({ step: 3, outcomes: OUTCOMES, happened: 5, text: "" });
  assert.equal(why.chances.querySelectorAll("li").length, 2);
  why.paint(4, "all", step(0, "go", { notes: [] }));
  assert.deepEqual(told(why.node), ["Ago", "why_nothing"]);
});

test("what the coach said holds until the position is another, and nothing comes after it was stopped", () => {
  const root = newPage();
  const [sent, heard] = [[], []];
  const coach = new CoachPanel({
    say,
    acts: { send: ({ do: what }) => sent.push(what), announce: (t) => heard.push(t) },
  });
  root.append(coach.node);
  coach.paint(true);
  press(root, "coach_ask");
  coach.progress({ done: 0.5, text: "half" });
  assert.deepEqual([coach.meter.value, coach.words.textContent], ["0.5", "half"]);
  press(root, "cancel");
  coach.answer({ rows: [], text: "Nothing to ask.", spoken: "Nothing." });
  assert.deepEqual([sent, heard, told(root).at(-1)], [["coach", "stop"], ["Nothing."], "Nothing to ask."]);
  coach.paint(false);
  assert.deepEqual(told(root), ["coach_what"]);
  assert.throws(() => press(root, "coach_ask"));
  coach.paint(true);
  assert.equal(told(root).at(-1), "Nothing to ask.");
  coach.forget();
  coach.paint(true);
  assert.deepEqual(told(root), ["coach_what"]);
  coach.start();
  coach.fail();
  press(root, "coach_ask");
});

test("the cover tells what others did since one's own last step, and keeps back all that comes until it is lifted", () => {
  const root = newPage();
  const [titles, lifted] = [[], []];
  const cover = new Cover({ say, players, covered: (t) => titles.push(t), lifted: (all) => lifted.push(...all) });
  root.append(cover.node);
  assert.equal(cover.holds({ type: "update" }), false);
  const steps = [step(1, "mine"), step(0, "b"), step(-1, "dice"), step(0, "c"), step(0, "d"), step(0, "e")];
  assert.ok(cover.holds({ type: "update", handover: 1, steps }));
  assert.ok(cover.holds({ type: "notice" }));
  assert.deepEqual(told(root).slice(0, -1), ["c", "d", "e"]);
  assert.deepEqual([titles, cover.node.hidden], [['cover_title {"letter":"B"}'], false]);
  cover.put(1, steps.slice(0, 4));
  assert.deepEqual(told(root).slice(0, -1), ["b", "c"]);
  press(root, 'cover_open {"letter":"B"}');
  assert.deepEqual(
    lifted.map(({ type: what, handover, handed }) => [what, handover, handed]),
    [
      ["update", undefined, 1],
      ["notice", undefined, undefined],
    ],
  );
  assert.ok(cover.node.hidden && !cover.holds({ type: "update" }));
});

test("beside the last position stands what chance may do, or why it is not told, and lines from the second on", () => {
  newPage();
  const played = [];
  const now = { over: null, chance: OUTCOMES, chance_text: "", legal: [] };
  const data = { rules, players, coach: true, now, lines: ["Line 1"], line: 0 };
  const look = { viewer: "all", steps: [], cursor: 0, told: 0, live: true, open: true };
  const side = new SidePanels({ data, say, acts: { play: (action) => played.push(action) }, look: () => look });
  side.paint();
  side.chances.querySelectorAll("button")[1].click();
  assert.deepEqual([played, side.lines.hidden, side.chancePanel.hidden], [[5], true, false]);
  Object.assign(data, {
    now: { ...now, chance: [], chance_text: "Hidden cards." },
    lines: ["Line 1", "Line 2"],
    line: 1,
  });
  side.paint();
  assert.equal(outline(side.chances), "div(p.quiet(Hidden cards.))");
  assert.deepEqual([side.lines.hidden, side.lines.querySelector("select").value], [false, "1"]);
  look.open = false;
  side.paint();
  assert.ok(side.chancePanel.hidden);
  const without = new SidePanels({ data: { ...data, coach: false }, say, acts: {}, look: () => look });
  assert.deepEqual([side.coach.node.hidden, without.coach.node.hidden], [false, true]);
});
