// What stands beside the board: why a step happened, what chance may do, what the coach thinks,
// who plays, and the form for a new game.
import { drawElement, labelField, make, makeForm, select } from "../shared/dom.js";
import { figure, percent } from "../shared/numbers.js";
import { optionControl } from "../shared/results.js";
import { typedNumber } from "../shared/typed.js";
import { badge } from "./log.js";

/** @import { Answer, Child, GameData, Message, Option, Outcome, Rule, Say } from "../shared/types" */

/** A rule's number and title; its text unfolds on demand. @param {Record<string, Rule>} rules @param {string} number @param {Say} say */
export function ruleNote(rules, number, say) {
  const rule = rules[number];
  if (!rule) return make("p", "gk-rule", number);
  const marks = (rule.marks ?? []).map((mark) => make("span", "gk-mark", say(`mark_${mark}`)));
  const title = make("summary", {}, make("b", {}, number), ` ${rule.title} `, ...marks);
  return make("details", "gk-rule", title, make("p", {}, rule.text));
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
    const key = { type: "button", class: "gk-chances-row", onclick: () => choose(one.action) };
    return make("li", {}, make("button", key, ...parts));
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
  const rows = shown.map((row) => {
    const win = { value: percent(row.win), low: percent(row.win_low), high: percent(row.win_high) };
    const score = { value: short(row.mean), low: short(row.mean_low), high: short(row.mean_high) };
    const chance = make("span", "gk-number", say("coach_win", win));
    const mean = make("span", "gk-quiet", say("coach_return", score));
    return make("li", {}, make("b", {}, row.text), chance, whisker(row, most), mean);
  });
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
  const look = { viewBox: "0 0 100 20", class: "gk-whisker", "aria-hidden": "true", preserveAspectRatio: "none" };
  const line = { class: "gk-whisker-line", "vector-effect": "non-scaling-stroke" };
  return drawElement(
    "svg",
    look,
    drawElement("rect", { x: 0, y: 3, width: 100, height: 14, class: "gk-whisker-back" }),
    drawElement("rect", { x: 0, y: 3, width: value, height: 14, class: "gk-whisker-bar" }),
    drawElement("path", { d: `M${low} 10H${high}M${low} 5V15M${high} 5V15`, ...line }),
  );
}

/** Who plays each seat, and what happens by itself. @param {GameData} data @param {{say: Say, send: (message: Message) => void, plain?: boolean}} given */
export function seatsPanel(data, { say, send, plain = false }) {
  const computers = data.strategies.map(({ name, title }) => ({ key: name, name: title }));
  const entries = [{ key: "", name: say("human") }, ...computers];
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
  const box = (/** @type {boolean} */ checked) => make("input", { type: "checkbox", checked, onchange: tell });
  const [byHand, others, chance] = [!data.forced_acts, data.opponents, data.chance_acts].map(box);
  const manners = data.strategies.flatMap((one) => [make("dt", {}, one.title), make("dd", {}, one.description)]);
  return [
    ...data.players.map((player, index) =>
      make("label", "gk-field gk-seat", badge(player, index, say), make("span", {}, player.name), choices[index]),
    ),
    plain ? null : make("label", "gk-check", others, make("span", {}, say("opponents_act"))),
    make("label", "gk-check", chance, make("span", {}, say("chance_acts"))),
    hasForced && make("label", "gk-check", byHand, make("span", {}, say("forced_by_hand"))),
    make("dl", "gk-strategies", ...manners),
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
  const submit = () => {
    if ([...controls, seed].every(({ check }) => check())) send({ do: "new", options: values(), seed: seed.whole() });
  };
  const fields = options.map(({ title, description, kind }, index) => {
    const look = { title: description || false, class: kind === "yes" ? "gk-field gk-yes" : "gk-field" };
    return labelField(title, controls[index].node, look);
  });
  const key = make("button", { type: "submit", class: "gk-button gk-main-button" }, say("new_game_start"));
  return makeForm("gk-form", submit, ...fields, labelField(say("seed"), seed.node), key);
}
