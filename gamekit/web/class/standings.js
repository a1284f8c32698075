// How the tournament of the class stands: one line for each strategy, its share of wins with the interval.
import { make } from "./live_page.js";

const hundred = (share) => Math.round(100 * share);
const mark = (kind, from, to = from) => make("i", { class: kind, style: `--from: ${from}; --to: ${to}` });

export class Standings {
  constructor(say) {
    this.say = say;
    this.how = make("p", { class: "quiet", role: "status" });
    this.list = make("ol", { class: "standings" });
    this.node = make("div", { class: "stands" }, this.how, this.list);
  }

  // As the server tells it (contest.py); null before the first one. Of more than `most` rows, all others share one line.
  show(contest, most = Infinity) {
    const { say } = this;
    this.how.textContent = contest ? this.sentence(contest) : say("contest_none");
    const { rows = [], even = 0.5 } = contest ?? {};
    const first = rows.length > most + 1 ? rows.slice(0, most) : rows;
    const others = rows.slice(first.length);
    this.node.style.setProperty("--rows", String(rows.length));
    this.node.classList.toggle("many", rows.length > 11);
    this.list.replaceChildren(
      ...first.map((row, place) => this.row(row, place, even)),
      ...(others.length ? [this.rest(others, even)] : []),
    );
  }

  sentence({ title, running, share, round, of, games, failed, rows }) {
    const { say } = this;
    if (failed) return failed;
    const done = round ? say("contest_round", { round, of, games }) : "";
    const now = running
      ? say("contest_running", { percent: hundred(share) })
      : say(round === of && of ? "contest_done" : "contest_stopped");
    const [best] = rows;
    const near = best ? rows.filter((row) => row.high >= best.low).length : 0;
    const first = near > 1 ? say("contest_open", { count: near }) : near ? say("contest_first") : "";
    return [title, done, now, first].filter(Boolean).join(" · ");
  }

  row({ name, says, value, low, high }, place, even) {
    const told = this.say("contest_wins", { value: hundred(value), low: hundred(low), high: hundred(high) });
    const plan = says && says !== name ? make("span", { class: "quiet plan" }, ` ${says}`) : null;
    const scale = [mark("even", even), mark("interval", low, high), mark("value", value)];
    return make(
      "li",
      { class: place < 11 ? "large" : null },
      make("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
      make("span", { class: "who" }, make("strong", {}, name), plan),
      make("span", { class: "wins", title: told }, this.say("percent", { percent: hundred(value) })),
      make("span", { class: "scale", role: "img", "aria-label": told }, ...scale),
    );
  }

  rest(others, even) {
    const marks = [mark("even", even), ...others.map(({ value }) => mark("value", value))];
    return make(
      "li",
      {},
      make("span", { class: "place" }),
      make("span", { class: "who" }, this.say("contest_others", { count: others.length })),
      make("button", { type: "button", class: "wins", popovertarget: "all-plans" }, this.say("contest_all")),
      make("span", { class: "scale", "aria-hidden": "true" }, ...marks),
    );
  }
}
