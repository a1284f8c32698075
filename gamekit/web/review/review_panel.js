// The end of a game: standings and what made them, the course, the turning point, the choices that cost most, each a click from
// the board. The figures come from the engine (review.js there), as they come; here they are told.
import { button, make, replace } from "../shared/dom.js";
import { groupThousands } from "../shared/numbers.js";
import { badge } from "../board/log.js";
import { rateOf } from "../table/coach_answer.js";
import { LETTERS } from "../table/frame_builder.js";
import { courseChart } from "./reviewchart.js";

/** @import { Child, Say } from "../shared/types" */
/** @typedef {{value: number, low: number, high: number}} Found */

/** For a usual game, and for one that takes long to play on. */
const REVIEW_SECONDS = { seconds: 6.5, longer: 22 };
/** What is less than this of 100 games is told as nothing. */
const HALF = 0.5;

export class ReviewRoom {
  /** @type {?AbortController} */
  looking = null;

  // `go(step)` shows a step; `notice()` is what hinders the engine, if anything does; `whose`: the players who are people.
  /** @param {{say: Say, session: () => any, whose: number[], notice: () => string, go: (step: number) => void}} given */
  constructor({ say, session, whose, notice, go }) {
    this.say = say;
    this.session = session;
    this.whose = whose;
    this.notice = notice;
    this.go = go;
    this.node = make("section", { class: "gk gkp-review", "aria-label": say("review_title"), hidden: true });
    /** Whether the game was seen going on here. */
    this.wentOn = false;
  }

  // The game stands somewhere else now: at its end look back at it; where it goes on again, nothing is told of an end.
  follow() {
    const { over, step } = this.session();
    if (!over) {
      this.wentOn = true;
      this.stop();
    } else if (this.wentOn && step) this.begin();
  }

  stop() {
    this.looking?.abort();
    this.looking = null;
    this.node.hidden = true;
  }

  // Look back, or only show what was found.
  async begin() {
    this.node.hidden = false;
    if (this.looking) return;
    const looking = (this.looking = new AbortController());
    const session = this.session().branch();
    const whose = this.whose.length ? this.whose : undefined;
    this.tell({ done: 0, course: [], rows: [], turning: null, choices: [], looked: null }, session);
    try {
      await session.review({
        whose,
        ...REVIEW_SECONDS,
        signal: looking.signal,
        tell: (/** @type {any} */ found) => looking.signal.aborted || this.tell(found, session),
      });
    } catch (error) {
      if (!looking.signal.aborted)
        replace(this.node, make("p", { role: "alert" }, this.say("review_failed", { reason: error.message })));
    }
  }

  show() {
    this.begin();
    this.node.scrollIntoView({ block: "start" });
  }

  /** @param {any} found @param {any} session */
  tell(found, session) {
    const { say } = this,
      notice = this.notice();
    // Whoever has the keyboard on a button keeps it, though everything is written anew.
    const held = /** @type {?HTMLElement} */ (this.node.querySelector("button:focus"))?.dataset.step;
    replace(
      this.node,
      make("h3", {}, say("review_title")),
      found.done < 1 &&
        make("label", { class: "gkp-looking" }, say("review_working"), make("progress", { max: 1, value: found.done })),
      this.standings(found, session),
      found.course.length > 1 && this.course(found, session),
      this.choices(found, session),
      found.done === 1 && this.small(found),
      notice && make("p", { class: "gk-quiet" }, notice),
    );
    if (held)
      /** @type {?HTMLElement} */ (this.node.querySelector(`button[data-step="${held}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** @param {any} found @param {any} session */
  standings({ rows }, session) {
    const { say } = this,
      returns = session.returns();
    const order = returns
      .map((/** @type {number} */ _, /** @type {number} */ p) => p)
      .sort((/** @type {number} */ a, /** @type {number} */ b) => returns[b] - returns[a]);
    const unseen = rows.some((/** @type {any} */ { unseen: one }) => Math.abs(one.value) > HALF / 100);
    const kinds = ["luck", "own", "others", ...(unseen ? ["unseen"] : [])];
    const names = ["place", "player", "result", "start", ...kinds];
    const head = make("tr", {}, ...names.map((key) => make("th", { scope: "col" }, say(`review_${key}`))));
    const lines = order.map((/** @type {number} */ p) => {
      const figures = rows[p]
        ? [percentOf(rows[p].start, say), ...kinds.map((kind) => shift(rows[p][kind], say))]
        : names.slice(3).map(() => "…");
      const place = 1 + returns.filter((/** @type {number} */ one) => one > returns[p]).length;
      const who = make(
        "th",
        { scope: "row" },
        badge({ name: say("table_player", { letter: LETTERS[p] }), letter: LETTERS[p] }, p, say),
        this.whose.length === 1 && this.whose[0] === p && ` ${say("review_you")}`,
      );
      return make(
        "tr",
        {},
        ...[String(place), who, groupThousands(returns[p]), ...figures].map((one) =>
          typeof one === "string" ? make("td", {}, one) : one,
        ),
      );
    });
    const table = { class: "gkp-own-table", tabindex: 0, role: "group", "aria-label": say("review_standings") };
    const body = make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines));
    const how = unseen && make("p", { class: "gk-quiet" }, say("review_unseen_how"));
    return make("div", {}, make("p", { class: "gk-quiet" }, say("review_made")), make("div", table, body), how);
  }

  /** @param {any} found @param {any} session */
  course({ course, turning }, session) {
    const { say } = this;
    const at = turning?.step ?? null;
    const letters = LETTERS.slice(0, session.game.players);
    const gained = (turning?.moved ?? [])
      .map((/** @type {Found} */ one, /** @type {number} */ p) => `${letters[p]} ${writeSigned(one.value)}`)
      .join(", ");
    return make(
      "figure",
      {},
      make("figcaption", {}, say("review_course")),
      courseChart({ course, last: session.step, turning: at, letters, say, go: this.go }),
      turning &&
        make(
          "p",
          {},
          `${say("review_turning", { step: at, text: session.log[at - 1].text, gained })} `,
          this.look(at, at),
        ),
    );
  }

  /** @param {any} found @param {any} session */
  choices({ choices, done }, session) {
    const { say } = this;
    const worse = choices
      .filter((/** @type {any} */ { cost }) => cost.value > 0)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.cost.value - a.cost.value);
    const items = worse.map((/** @type {any} */ { step, player, played, better, cost, reason }) => {
      const words = {
        played,
        better,
        letter: LETTERS[player],
        n: whole(cost.value),
        low: whole(cost.low),
        high: whole(cost.high),
      };
      const mine = this.whose.length === 1 ? "review_choice" : "review_choice_of";
      const names = { n: reason?.decisions, best: better, second: played };
      const why = (reason?.parts ?? [])
        .map((/** @type {any} */ { kind, said, of_best, of_second }) =>
          say(`coach_why_${kind}`, { ...names, event: said, of_best, of_second }),
        )
        .join(" ");
      const doubt = cost.low <= 0 && ` ${say("review_doubt")}`;
      return make(
        "li",
        {},
        make("p", {}, say(mine, words), " ", say("review_cost", words), doubt),
        why && make("p", { class: "gk-quiet" }, say("review_because", { why })),
        this.look(step - 1, step),
      );
    });
    const none = done === 1 && !worse.length && make("p", {}, say("review_none"));
    if (!items.length && !none) return null;
    const told = worse.flatMap((/** @type {any} */ { reason }) => reason?.parts ?? []);
    const rate = rateOf(told, session.game.data.reasons ?? {}, say);
    return make(
      "div",
      { class: "gkp-choices" },
      make("h4", {}, say(this.whose.length === 1 ? "review_yours" : "review_dearest")),
      items.length ? make("ol", {}, ...items) : none,
      rate && make("p", { class: "gk-quiet" }, rate),
    );
  }

  /** @param {number} to @param {number} step */
  look(to, step) {
    return button(this.say("review_look", { step }), () => this.go(to), { "data-step": `${to}/${step}` });
  }

  /** @param {any} found */
  small({ looked }) {
    const { points, of, decisions, ofDecisions } = looked;
    const words = {
      points: groupThousands(Math.min(points, of)),
      of: groupThousands(of),
      decisions: groupThousands(decisions),
      all: groupThousands(ofDecisions),
    };
    return make("p", { class: "gk-quiet" }, this.say("review_how", words));
  }
}

const whole = (/** @type {number} */ share) => String(Math.round(100 * share)).replace("-", "−");

/** @param {number} value */
function writeSigned(value) {
  const points = Math.round(100 * value);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {Found} found @param {Say} say */
function percentOf({ value }, say) {
  return say("review_percent", { n: whole(value) });
}

// A change with half the width of its interval.
/** @param {Found} found @param {Say} say */
function shift({ value, low, high }, say) {
  if (low === 0 && high === 0) return "0";
  return say("review_shift", { n: writeSigned(value), half: whole((high - low) / 2) });
}
