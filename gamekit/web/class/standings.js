// How the tournament of the class stands: one line for each strategy, its share of wins with the interval.
import { make } from "./live_page.js";

const hundred = (share) => Math.round(100 * share);

export class Standings {
  constructor(say) {
    this.say = say;
    this.how = make("p", { class: "quiet", role: "status" });
    this.list = make("ol", { class: "standings" });
    this.node = make("div", {}, this.how, this.list);
  }

  // As the server tells it (contest.py); null before the first one.
  show(contest) {
    const { say } = this;
    this.how.textContent = contest ? this.sentence(contest) : say("contest_none");
    const { rows = [], even = 0.5 } = contest ?? {};
    this.list.replaceChildren(...rows.map((row) => this.row(row, even)));
  }

  sentence({ title, running, share, round, of, games, failed }) {
    const { say } = this;
    if (failed) return failed;
    const done = round ? say("contest_round", { round, of, games }) : "";
    const now = running
      ? say("contest_running", { percent: hundred(share) })
      : say(round === of && of ? "contest_done" : "contest_stopped");
    return [title, done, now].filter(Boolean).join(" · ");
  }

  row({ name, says, value, low, high }, even) {
    const told = this.say("contest_wins", { value: hundred(value), low: hundred(low), high: hundred(high) });
    return make(
      "li",
      {},
      make(
        "span",
        { class: "who" },
        make("strong", {}, name),
        says && says !== name ? make("span", { class: "quiet" }, ` ${says}`) : null,
      ),
      make("span", { class: "wins" }, told),
      make(
        "span",
        { class: "scale", "aria-hidden": "true" },
        make("i", { class: "even", style: `--from: ${even}` }),
        make("i", { class: "interval", style: `--from: ${low}; --to: ${high}` }),
        make("i", { class: "value", style: `--from: ${value}` }),
      ),
    );
  }
}
