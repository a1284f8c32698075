// What stands beside the board: why a step happened, what chance may do, what the coach thinks,
// who plays, and the form for a new game.
import { button, drawElement, labelField, make, select } from "../shared/dom.js";
import { figure, percent } from "../shared/numbers.js";
import { optionControl } from "../shared/results.js";
import { typedNumber } from "../shared/typed.js";
import { badge } from "./log.js";

/** @import { Answer, Child, GameData, Message, Move, Option, Outcome, Rule, Say, Seat, Step } from "../shared/types" */

/** A rule's number and title; its text unfolds on demand. @param {Record<string, Rule>} rules @param {string} number @param {Say} say */
export function ruleNote(rules, number, say) {
  const rule = rules[number];
  if (!rule) return make("p", "gk-rule", number);
  const marks = (rule.marks ?? []).map((mark) => make("span", "gk-mark", say(`mark_${mark}`)));
  return make(
    "details",
    "gk-rule",
    make("summary", {}, make("b", {}, number), ` ${rule.title} `, ...marks),
    make("p", {}, rule.text),
  );
}

/** @param {?Step} step @param {{rules: Record<string, Rule>, players: Seat[], say: Say, expect: Child}} given @returns {Child[]} */
export function whyPanel(step, { rules, players, say, expect }) {
  if (!step) return [make("p", "gk-quiet", say("why_start"))];
  /** @type {Child[]} */
  const parts = [make("p", "gk-what", badge(players[step.player], step.player, say), make("span", {}, step.text))];
  const told = new Set();
  for (const note of step.notes) {
    if (note.text !== step.text) parts.push(make("p", "gk-note", note.text));
    if (note.rule && !told.has(note.rule)) parts.push(ruleNote(rules, note.rule, say));
    told.add(note.rule);
  }
  if (!step.notes.length) parts.push(make("p", "gk-quiet", say("why_nothing")));
  if (step.chance && expect) parts.push(expect);
  return parts;
}

/** What chance may do now: to choose from where everybody may know it, else why not. @param {Outcome[]} chance @param {string} text @param {{say: Say, choose: (action: number) => void}} given */
export function chanceBody(chance, text, { say, choose }) {
  if (!chance.length) return [make("p", "gk-quiet", text)];
  return [make("p", "gk-quiet", say("chance_choose")), distribution(chance, { say, choose })];
}

/** The exact distribution before an outcome: a bar and a fraction each; with `choose`, a button each. @param {Outcome[]} outcomes @param {{say: Say, choose?: ?(action: number) => void, happened?: ?number}} given */
export function distribution(outcomes, { say, choose = null, happened = null }) {
  const total = outcomes.reduce((sum, one) => sum + one.weight, 0);
  const most = Math.max(...outcomes.map((one) => one.weight));
  const rows = outcomes.map((one) => {
    const share = one.weight / total;
    const bar = make("span", "gk-share", make("i", { style: `width:${(100 * one.weight) / most}%` }));
    const words = say("odds", { weight: one.weight, total, percent: percent(share) });
    const parts = [make("span", "gk-outcome", one.text), bar, make("span", "gk-odds", words)];
    const current = one.action === happened ? { "aria-current": "true" } : {};
    if (!choose) return make("li", { class: "gk-chances-row", ...current }, ...parts);
    return make(
      "li",
      {},
      make("button", { type: "button", class: "gk-chances-row", onclick: () => choose(one.action) }, ...parts),
    );
  });
  return make("ul", "gk-chances", ...rows);
}

const MOST_ADVICES = 10; // so that board and advice stay in view; a truck can be placed on a hundred spaces

// What each move is worth, best first: its chance to win as a bar with its interval, and the score it leads to.
/** @typedef {Record<"win" | "win_low" | "win_high" | "mean" | "mean_low" | "mean_high", number> & {text: string}} Advice */

/** @param {Answer} answer @param {{say: Say}} given @returns {Child[]} */
export function coachTable(answer, { say }) {
  /** @type {Advice[]} */
  const shown = answer.rows.slice(0, MOST_ADVICES);
  const most = Math.max(0.01, ...shown.map((row) => row.win_high));
  const rows = shown.map((row) =>
    make(
      "li",
      {},
      make("b", {}, row.text),
      make(
        "span",
        "gk-number",
        say("coach_win", { value: percent(row.win), low: percent(row.win_low), high: percent(row.win_high) }),
      ),
      whisker(row, most),
      make(
        "span",
        "gk-quiet",
        say("coach_return", { value: short(row.mean), low: short(row.mean_low), high: short(row.mean_high) }),
      ),
    ),
  );
  const left = answer.rows.length - shown.length;
  const rest = left ? make("p", "gk-quiet", say("coach_rest", { count: left, shown: shown.length })) : "";
  const why = answer.why ? make("p", "gk-why-best", answer.why) : "";
  const rate = answer.rate ? make("p", "gk-quiet", answer.rate) : "";
  return [make("p", "gk-quiet", answer.text), why, rate, make("ol", "gk-advice", ...rows), rest];
}

/** @param {number} value */
const short = (value) => figure(value, Math.abs(value) >= 100 ? 0 : 1);

/** The same figures as a picture, so hidden from those who hear the sentence beside it. @param {Advice} row @param {number} most */
function whisker(row, most) {
  const [low, value, high] = [row.win_low, row.win, row.win_high].map((share) => (100 * share) / most);
  return drawElement(
    "svg",
    { viewBox: "0 0 100 20", class: "gk-whisker", "aria-hidden": "true", preserveAspectRatio: "none" },
    drawElement("rect", { x: 0, y: 3, width: 100, height: 14, class: "gk-whisker-back" }),
    drawElement("rect", { x: 0, y: 3, width: value, height: 14, class: "gk-whisker-bar" }),
    drawElement("path", {
      d: `M${low} 10H${high}M${low} 5V15M${high} 5V15`,
      class: "gk-whisker-line",
      "vector-effect": "non-scaling-stroke",
    }),
  );
}

/** Who plays each seat, and what happens by itself. @param {GameData} data @param {{say: Say, send: (message: Message) => void, plain?: boolean}} given */
export function seatsPanel(data, { say, send, plain = false }) {
  const entries = [
    { key: "", name: say("human") },
    ...data.strategies.map((one) => ({ key: one.name, name: one.title })),
  ];
  const tell = () =>
    send({
      do: "seats",
      seats: choices.map((one) => one.value || null),
      opponents: others.checked,
      chance: chance.checked,
      ...(hasForced && { forced: !byHand.checked }),
    });
  const choices = data.players.map((player, index) => select(entries, data.seats[index] ?? "", tell));
  const hasForced = data.forced_acts !== undefined;
  const byHand = make("input", { type: "checkbox", checked: !data.forced_acts, onchange: tell });
  const others = make("input", { type: "checkbox", checked: data.opponents, onchange: tell });
  const chance = make("input", { type: "checkbox", checked: data.chance_acts, onchange: tell });
  return [
    ...data.players.map((player, index) =>
      make("label", "gk-field gk-seat", badge(player, index, say), make("span", {}, player.name), choices[index]),
    ),
    plain ? null : make("label", "gk-check", others, make("span", {}, say("opponents_act"))),
    make("label", "gk-check", chance, make("span", {}, say("chance_acts"))),
    hasForced && make("label", "gk-check", byHand, make("span", {}, say("forced_by_hand"))),
    make(
      "dl",
      "gk-strategies",
      ...data.strategies.flatMap((one) => [make("dt", {}, one.title), make("dd", {}, one.description)]),
    ),
  ];
}

/** The form for a new game, one control for each option of the game. @param {Option[]} options @param {{say: Say, send: (message: Message) => void}} given */
export function newGameForm(options, { say, send }) {
  const controls = options.map((option) => optionControl(option, say, { "data-option": option.name }));
  const seed = typedNumber({ low: 0, step: 1, optional: true }, say, { placeholder: say("seed_any") });
  const values = () => {
    const chosen = controls.map(({ value }, index) => [options[index].name, value()]);
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  };
  const form = make(
    "form",
    { class: "gk-form", novalidate: true },
    ...options.map((option, index) =>
      labelField(option.title, controls[index].node, {
        title: option.description || false,
        class: option.kind === "yes" ? "gk-field gk-yes" : "gk-field",
      }),
    ),
    labelField(say("seed"), seed.node),
    make("button", { type: "submit", class: "gk-button gk-main-button" }, say("new_game_start")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if ([...controls, seed].every(({ check }) => check())) send({ do: "new", options: values(), seed: seed.whole() });
  });
  return form;
}

/** "Why not…?": every move that is not legal now, to be asked about without a mouse. @param {Pick<Move, "action" | "text">[]} moves @param {{say: Say, send: (message: Message) => void}} given */
export function whyNotForm(moves, { say, send }) {
  const choice = select(
    moves.map((one) => ({ key: one.action, name: one.text })),
    "",
    () => {},
  );
  const ask = button(say("why_not_ask"), () => send({ do: "why", action: Number(choice.value) }));
  return make("div", "gk-form", labelField(say("why_not_move"), choice), ask);
}
