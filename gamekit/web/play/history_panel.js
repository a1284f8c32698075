// The panel "Yours alone": results by game and opponents, to take away and to delete. What is kept is local_history.js's business.
import { button, make, panel, replace, drawElement } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { sayNumber } from "../shared/numbers.js";
import { dataTable } from "../shared/results.js";
import { countsOf, repairKept } from "./leitner_box.js";
import { resultsOf } from "./local_history.js";

/** @import { Child, Say } from "../shared/types" */
/** @import { LocalHistory } from "./local_history.js" */

/** `more()`: what other rooms show of what they keep (puzzles); `forgotten()` hears that all of it was deleted. @param {{own: LocalHistory, say: Say, more?: () => Child[], forgotten?: () => void}} given */
export function ownPanel({ own, say, more = () => [], forgotten = () => {} }) {
  const body = make("div", "gkp-own");
  const fill = () => {
    const rows = resultsOf(own.games());
    const shown = [rows.length ? resultTable(rows, say) : make("p", "gk-quiet", say("own_none")), ...more()];
    const keys = Object.keys(own.read()).length > 0 && make("div", "gkp-go", take, remove);
    replace(body, make("p", "gk-quiet", say("own_what")), ...shown, keys);
  };
  const take = button(say("own_take"), () => download("gamekit-own.json", own.text()));
  // A second press deletes: the first one only asks.
  const remove = button(say("own_delete"), () => {
    if (remove.dataset.sure) {
      own.forget();
      forgotten();
      fill();
    }
    remove.textContent = say(remove.dataset.sure ? "own_delete" : "own_sure");
    remove.dataset.sure = remove.dataset.sure ? "" : "yes";
  });
  const node = panel(say("own_title"), { class: "gkp-more gkp-own-panel" }, body);
  node.addEventListener("toggle", () => node.open && fill());
  return node;
}

/** A table of figures: a row for each thing, its name first. @param {string[]} keys @param {(string | number)[][]} rows @param {Say} say */
function figureTable(keys, rows, say) {
  const lines = rows.map(([name, ...cells]) => {
    const row = cells.map((cell) =>
      typeof cell === "number" ? make("td", "gk-number", sayNumber(cell)) : make("td", {}, cell),
    );
    return [make("th", { scope: "row" }, String(name)), ...row];
  });
  return make(
    "div",
    "gkp-own-table",
    dataTable(
      keys.map((key) => say(key)),
      lines,
    ),
  );
}

/** @param {ReturnType<typeof resultsOf>} rows @param {Say} say */
function resultTable(rows, say) {
  const keys = ["own_game", "own_others", "own_played", "own_won", "own_even"];
  /** @param {number} value */
  const round = (value) => Math.round(value * 10) / 10;
  const lines = rows.map((one) => [one.title, one.others.join(", "), one.played, round(one.won), round(one.even)]);
  return figureTable(keys, lines, say);
}

const AMONG = 20; // answers that a point of the curve is the share of
const [CURVE_WIDE, CURVE_HIGH] = [400, 80];

/** @param {unknown} part @param {Say} say @returns {Child[]} */
export function ownPuzzles(part, say) {
  const kept = repairKept(part);
  const rows = countsOf(kept);
  if (!rows.length) return [];
  const keys = ["own_game", "puzzles_tried", "puzzles_found", "puzzles_again"];
  const lines = rows.map(({ title, tried, found, again }) => [title, tried, found, again]);
  return [
    make("h4", {}, say("puzzles_own")),
    figureTable(keys, lines, say),
    make("p", {}, say("puzzles_streak", { now: kept.now, best: kept.best })),
    curve(kept.answers, say),
  ];
}

/** How large a share was found, of the last answers each time; null before there are enough. @param {[string, number][]} answers @param {Say} say */
function curve(answers, say) {
  const shares = answers
    .slice(AMONG - 1)
    .map((_, end) => answers.slice(end, end + AMONG).reduce((sum, [, right]) => sum + right, 0) / AMONG);
  if (shares.length < 2) return null;
  const points = shares.map((share, at) => {
    const [x, y] = [(CURVE_WIDE * at) / (shares.length - 1), CURVE_HIGH * (1 - share)];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const told = [shares[0], shares[shares.length - 1], Math.max(...shares)].map((share) => Math.round(100 * share));
  const alt = say("puzzles_curve_alt", { from: told[0], to: told[1], best: told[2] });
  const look = { viewBox: `0 -4 ${CURVE_WIDE} ${CURVE_HIGH + 8}`, class: "gkp-curve", role: "img", "aria-label": alt };
  const grid = drawElement("path", { d: `M0 0H${CURVE_WIDE}M0 ${CURVE_HIGH}H${CURVE_WIDE}`, class: "gkp-grid" });
  const course = drawElement("polyline", { points: points.join(" "), class: "gkp-course" });
  const caption = make("figcaption", {}, say("puzzles_curve", { count: AMONG }));
  return make("figure", {}, caption, drawElement("svg", look, grid, course));
}
