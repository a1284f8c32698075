// How the tournament of the class stands: one line for each strategy, its share of wins with the interval.
import { drawMark } from "./live_page.js";
import { make } from "../shared/dom.js";

/** @import { Contest, ContestRow, Say } from "../shared/class_types" */

export const roundPercent = (/** @type {number} */ share) => Math.round(100 * share);

export class Standings {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.how = make("p", { class: "quiet", role: "status" });
    this.list = make("ol", { class: "standings" });
    this.node = make("div", { class: "stands" }, this.how, this.list);
  }

  /** Show the standings; null before the first tournament. Of more than `most` rows, all others share one line. @param {?Contest} contest */
  show(contest, most = Infinity) {
    const { say } = this;
    this.how.textContent = contest ? this.sentence(contest) : say("contest_none");
    const { rows, even } = contest ?? { rows: [], even: 0.5 };
    const first = rows.length > most + 1 ? rows.slice(0, most) : rows;
    const others = rows.slice(first.length);
    this.node.style.setProperty("--rows", String(rows.length));
    this.node.classList.toggle("many", rows.length > 11);
    this.list.replaceChildren(
      ...first.map((row, place) => this.row(row, place, even)),
      ...(others.length ? [this.rest(others, even)] : []),
    );
  }

  /** @param {Contest} contest */
  sentence({ title, running, share, round, of, games, failed, rows }) {
    const { say } = this;
    if (failed) return failed;
    const done = round ? say("contest_round", { round, of, games }) : "";
    const now = running
      ? say("contest_running", { percent: roundPercent(share) })
      : say(round === of && of ? "contest_done" : "contest_stopped");
    const [best] = rows;
    const near = best ? rows.filter((row) => row.high >= best.low).length : 0;
    const first = near > 1 ? say("contest_open", { count: near }) : near ? say("contest_first") : "";
    return [title, done, now, first].filter(Boolean).join(" · ");
  }

  /** @param {ContestRow} row @param {number} place @param {number} even */
  row({ name, says, value, low, high }, place, even) {
    const [percent, least, most] = [value, low, high].map(roundPercent);
    const told = this.say("contest_wins", { value: percent, low: least, high: most });
    const plan = says && says !== name ? make("span", "quiet plan", ` ${says}`) : null;
    const marks = [drawMark("even", even), drawMark("interval", low, high), drawMark("value", value)];
    const rank = make("span", { class: "place", "aria-hidden": "true" }, String(place + 1));
    const who = make("span", "who", make("strong", {}, name), plan);
    const wins = make("span", { class: "wins", title: told }, this.say("percent", { percent }));
    const scale = make("span", { class: "scale", role: "img", "aria-label": told }, ...marks);
    return make("li", { class: place < 11 ? "large" : null }, rank, who, wins, scale);
  }

  /** @param {ContestRow[]} others @param {number} even */
  rest(others, even) {
    const marks = [drawMark("even", even), ...others.map(({ value }) => drawMark("value", value))];
    const who = make("span", "who", this.say("contest_others", { count: others.length }));
    const open = { type: "button", class: "wins", popovertarget: "all-plans" };
    const scale = make("span", { class: "scale", "aria-hidden": "true" }, ...marks);
    return make("li", {}, make("span", "place"), who, make("button", open, this.say("contest_all")), scale);
  }
}
