// The end of a game: standings and what made them, the course, the turning point, the choices that cost most, each a click from
// the board. The figures come from the engine (review.js there), as they come; here they are told.
import { badge } from "../board/log.js";
import { button, make, makeGroup, messageOf, replace, drawElement } from "../shared/dom.js";
import { groupThousands } from "../shared/numbers.js";
import { dataTable } from "../shared/results.js";
import { rateOf, tellReason } from "../table/coach_answer.js";
import { tryAgain } from "./try_again.js";
import { LETTERS, playersOf } from "../table/frame_builder.js";

/** @import { Interval, Review, Say, Session } from "../shared/types" */
/** @import { Player } from "../board/player.js" */
/** @import { PlayTable } from "../table/table.js" */

/** For a usual game, and for one that takes long to play on. */
const REVIEW_SECONDS = { seconds: 6.5, longer: 22 };
/** What is less than this of 100 games is told as nothing. */
const HALF = 0.5;

export class ReviewPanel {
  /** @type {?AbortController} */
  looking = null;

  /** The review of the game at `table`, on the board of `player()`; `whose`: the players who are people. @param {PlayTable} table @param {() => Player} player @param {number[]} whose */
  constructor(table, player, whose = []) {
    const { say } = table;
    this.say = say;
    this.table = table;
    this.player = player;
    this.whose = whose;
    this.node = make("section", { class: "gk gkp-review", "aria-label": say("review_title"), hidden: true });
    /** Whether the game was seen going on here. */
    this.wentOn = false;
  }

  /** Show a step on the board. @param {number} step */
  go(step) {
    const { root } = this.player();
    this.player().goto(step);
    root.scrollIntoView({ block: "start" });
  }

  // The game stands somewhere else now: at its end look back at it; where it goes on again, nothing is told of an end.
  follow() {
    const { over, step } = this.table.session;
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
    const session = this.table.session.branch();
    const whose = this.whose.length ? this.whose : undefined;
    this.tell({ done: 0, course: [], rows: [], turning: null, choices: [], looked: null }, session);
    try {
      await session.review({
        whose,
        ...REVIEW_SECONDS,
        signal: looking.signal,
        tell: (/** @type {Review} */ found) => looking.signal.aborted || this.tell(found, session),
      });
    } catch (error) {
      if (!looking.signal.aborted)
        replace(this.node, make("p", { role: "alert" }, this.say("review_failed", { reason: messageOf(error) })));
    }
  }

  show() {
    this.begin();
    this.node.tabIndex = -1;
    this.node.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: "start" });
  }

  /** @param {Review} found @param {Session} session */
  tell(found, session) {
    const { say } = this;
    const notice = this.table.gamekit.notice();
    // Whoever has the keyboard on a button keeps it, though everything is written anew.
    const held = /** @type {?HTMLElement} */ (this.node.querySelector("button:focus"))?.dataset.step;
    replace(
      this.node,
      make("h3", {}, say("review_title")),
      found.done < 1 &&
        make("label", "gkp-looking", say("review_working"), make("progress", { max: 1, value: found.done })),
      this.createStandings(found, session),
      found.course.length > 1 && this.createCourse(found, session),
      this.createChoices(found, session),
      found.done === 1 && this.createNotes(found),
      notice && make("p", "gk-quiet", notice),
    );
    if (held)
      /** @type {?HTMLElement} */ (this.node.querySelector(`button[data-step="${held}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** @param {Review} found @param {Session} session */
  createStandings({ rows }, session) {
    const { say } = this;
    const returns = session.returns();
    const players = playersOf(session.game, say);
    const order = [...returns.keys()].sort((a, b) => returns[b] - returns[a]);
    const unseen = rows.some(({ unseen: one }) => Math.abs(one.value) > HALF / 100);
    const kinds = ["luck", "own", "others", ...(unseen ? ["unseen"] : [])];
    const names = ["place", "player", "result", "start", ...kinds];
    const lines = order.map((p) => {
      const figures = rows[p]
        ? [percentOf(rows[p].start, say), ...kinds.map((kind) => writeChange(rows[p][kind], say))]
        : names.slice(3).map(() => "…");
      const place = 1 + returns.filter((one) => one > returns[p]).length;
      const mine = this.whose.length === 1 && this.whose[0] === p && ` ${say("review_you")}`;
      const who = make("th", { scope: "row" }, badge(players[p], p, say), mine);
      const cells = [groupThousands(returns[p]), ...figures].map((one) => make("td", {}, one));
      return [make("td", {}, String(place)), who, ...cells];
    });
    const head = names.map((key) => say(`review_${key}`));
    const table = makeGroup(say("review_standings"), "gkp-own-table", dataTable(head, lines));
    table.tabIndex = 0;
    const how = unseen && make("p", "gk-quiet", say("review_unseen_how"));
    return make("div", {}, make("p", "gk-quiet", say("review_made")), table, how);
  }

  /** @param {Review} found @param {Session} session */
  createCourse({ course, turning, choices, done }, session) {
    const { say } = this;
    const at = turning?.step ?? 0;
    const actor = turning ? session.log[at - 1].player : -1;
    const who = actor < 0 ? say("chance") : say("table_player", { letter: LETTERS[actor] });
    const letters = LETTERS.slice(0, session.game.players);
    const costly = choices.filter(({ cost }) => cost.value > 0).map(({ step }) => step);
    if (done === 1) this.player().parts.transport.mark(turning ? [at, ...costly] : costly);
    const go = (/** @type {number} */ step) => this.go(step);
    const gained = (turning?.moved ?? []).map((one, p) => `${letters[p]} ${writeSigned(one.value)}`).join(", ");
    const words = { step: at, who, text: session.log[at - 1]?.text, gained };
    return make(
      "figure",
      {},
      make("figcaption", {}, say("review_course")),
      courseChart({ course, last: session.step, turning: turning && at, letters, say, go, costly }),
      turning && make("p", {}, `${say("review_turning", words)} `, this.createStepButton(at, at)),
    );
  }

  /** @param {Review} found @param {Session} session */
  createChoices({ choices, done }, session) {
    const { say } = this;
    const worse = choices.filter(({ cost }) => cost.value > 0).sort((a, b) => b.cost.value - a.cost.value);
    const items = worse.map((choice) => {
      const { step, player, played, better, cost, reason } = choice;
      const [n, low, high] = [cost.value, cost.low, cost.high].map(whole);
      const words = { played, better, letter: LETTERS[player], n, low, high };
      const mine = this.whose.length === 1 ? "review_choice" : "review_choice_of";
      const why = tellReason(reason, { best: better, second: played }, say);
      const doubt = cost.low <= 0 && ` ${say("review_doubt")}`;
      const told = make("p", {}, say(mine, words), " ", say("review_cost", words), doubt);
      const because = why && make("p", "gk-quiet", say("review_because", { why }));
      const retry = done === 1 && this.createRetry(session, choice);
      return make("li", {}, told, because, this.createStepButton(step - 1, step), retry);
    });
    const none = done === 1 && !worse.length && make("p", {}, say("review_none"));
    if (!items.length && !none) return null;
    const told = worse.flatMap(({ reason }) => reason?.parts ?? []);
    const rate = rateOf(told, session.game.data.reasons ?? {}, say);
    const title = make("h4", {}, say(this.whose.length === 1 ? "review_yours" : "review_dearest"));
    const list = items.length ? make("ol", {}, ...items) : none;
    return make("div", "gkp-choices", title, list, rate && make("p", "gk-quiet", rate));
  }

  /** @param {Session} session @param {Review["choices"][0]} choice */
  createRetry(session, choice) {
    const { say, table } = this;
    const place = make("div", {});
    const begin = button(say("again_try"), () => tryAgain(place, { say, words: table.words, session, choice }));
    return make("div", "gkp-again", begin, place);
  }

  /** @param {number} to @param {number} step */
  createStepButton(to, step) {
    return button(this.say("review_look", { step }), () => this.go(to), { "data-step": `${to}/${step}` });
  }

  /** @param {Review} found */
  createNotes({ looked }) {
    const { points, of, decisions, ofDecisions } = looked;
    const counts = { points: Math.min(points, of), of, decisions, all: ofDecisions };
    const words = Object.entries(counts).map(([name, count]) => [name, groupThousands(count)]);
    return make("p", "gk-quiet", this.say("review_how", Object.fromEntries(words)));
  }
}

const whole = (/** @type {number} */ share) => String(Math.round(100 * share)).replace("-", "−");

/** @param {number} value */
function writeSigned(value) {
  const points = Math.round(100 * value);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {Interval} found @param {Say} say */
const percentOf = ({ value }, say) => say("review_percent", { n: whole(value) });

/** A change with half the width of its interval. @param {Interval} found @param {Say} say */
export function writeChange({ value, low, high }, say) {
  if (low === 0 && high === 0) return "0";
  if (low <= 0 && high >= 0) return say("review_open");
  return say("review_shift", { n: writeSigned(value), half: whole((high - low) / 2) });
}

/** @typedef {{step: number, chances: Interval[]}} CoursePoint */

const WIDE = 640,
  HIGH = 250,
  LEFT = 66,
  RIGHT = 34,
  TOP = 12,
  BOTTOM = 34;
const COURSE_DASHES = ["none", "9 4", "9 3 2 3", "2 3", "6 2", "12 4"];
const LETTER_HEIGHT = 17;
const STEP_MARKS = 5;

/** Where a step and a chance lie in the picture of a game of so many steps. @param {number} last */
export function courseScale(last) {
  return {
    x: (/** @type {number} */ step) => LEFT + ((WIDE - LEFT - RIGHT) * step) / Math.max(last, 1),
    y: (/** @type {number} */ chance) => TOP + (HIGH - TOP - BOTTOM) * (1 - chance),
    step: (/** @type {number} */ share) =>
      Math.round(Math.min(1, Math.max(0, (share * WIDE - LEFT) / (WIDE - LEFT - RIGHT))) * last),
  };
}

/** The letters at the ends of lines, moved apart where they would lie on each other. @param {number[]} heights */
export function letterHeights(heights) {
  const order = heights.map((_, p) => p).sort((a, b) => heights[a] - heights[b]);
  const placed = heights.slice();
  order.forEach((p, i) => (placed[p] = i ? Math.max(heights[p], placed[order[i - 1]] + LETTER_HEIGHT) : heights[p]));
  // The lowest stay above the edge, and push up only those they would meet.
  let room = HIGH - BOTTOM + LETTER_HEIGHT / 3;
  for (const p of order.toReversed()) {
    placed[p] = Math.min(placed[p], room);
    room = placed[p] - LETTER_HEIGHT;
  }
  return placed;
}

/** `go(step)`: somebody wants to see a step. @param {{course: CoursePoint[], last: number, turning: ?number, letters: string, say: Say, go: (step: number) => void, costly?: number[]}} given */
function courseChart({ course, last, turning, letters, say, go, costly = [] }) {
  const scale = courseScale(last);
  const end = course.at(-1)?.chances ?? [];
  const parts = [0, 0.5, 1].flatMap((chance) => [
    drawElement("line", { class: "gkp-grid", x1: LEFT, x2: WIDE - RIGHT, y1: scale.y(chance), y2: scale.y(chance) }),
    writeLabel(LEFT - 6, scale.y(chance) + 5, say("review_percent", { n: 100 * chance }), "end"),
  ]);
  const marks = [...new Set(Array.from({ length: STEP_MARKS }, (_, i) => Math.round((last * i) / (STEP_MARKS - 1))))];
  for (const step of marks) parts.push(writeLabel(scale.x(step), HIGH - 12, String(step), "middle"));
  for (const step of costly) parts.push(writeLabel(scale.x(step), HIGH - BOTTOM + 2, "▲", "middle", "gkp-costly"));
  const bands = end.map((_, p) => ({ class: `gkp-band gkp-of-${p}`, d: band(course, p, scale) }));
  const lines = end.map((_, p) => {
    const dashes = { "stroke-dasharray": COURSE_DASHES[p % 6] };
    return { class: `gkp-course gkp-of-${p}`, d: line(course, p, scale), ...dashes };
  });
  parts.push(...[...bands, ...lines].map((look) => drawElement("path", look)));
  const heights = letterHeights(end.map(({ value }) => scale.y(value) + 5));
  heights.forEach((y, p) => parts.push(writeLabel(WIDE - RIGHT + 8, y, letters[p], "start", `gkp-letter gkp-of-${p}`)));
  if (turning !== null) {
    const x = scale.x(turning);
    parts.push(drawElement("line", { class: "gkp-turning", x1: x, x2: x, y1: TOP, y2: HIGH - BOTTOM }));
  }
  const words = courseWords({ course, turning, letters, say });
  const look = { class: "gkp-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words };
  const svg = drawElement("svg", look, ...parts);
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    if (width) go(scale.step((clientX - left) / width));
  });
  return svg;
}

/** The same in words. @param {{course: CoursePoint[], turning: ?number, letters: string, say: Say}} given */
export function courseWords({ course, turning, letters, say }) {
  const lines = (course[0]?.chances ?? []).map(({ value }, p) => {
    const most = course.reduce((best, one) => (one.chances[p].value > best.chances[p].value ? one : best));
    const [from, highest, to] = [value, most.chances[p].value, course[course.length - 1].chances[p].value].map((x) =>
      Math.round(100 * x),
    );
    return say("review_alt_player", { letter: letters[p], from, highest, step: most.step, to });
  });
  const turn = turning === null ? [] : [say("review_alt_turning", { step: turning })];
  return [say("review_alt"), ...lines, ...turn].join(" ");
}

/** @param {number} x @param {number} y @param {string} text @param {string} anchor @param {string} name */
function writeLabel(x, y, text, anchor, name = "gkp-mark") {
  return drawElement("text", { class: name, x, y, "text-anchor": anchor }, document.createTextNode(text));
}

/** @param {CoursePoint[]} course @param {number} p @param {ReturnType<typeof courseScale>} scale */
function line(course, p, { x, y }) {
  return course
    .map(({ step, chances }, i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(chances[p].value).toFixed(1)}`)
    .join("");
}

/** @param {CoursePoint[]} course @param {number} p @param {ReturnType<typeof courseScale>} scale */
function band(course, p, { x, y }) {
  const upper = course.map(({ step, chances }) => `${x(step).toFixed(1)} ${y(chances[p].high).toFixed(1)}`);
  const lower = course.map(({ step, chances }) => `${x(step).toFixed(1)} ${y(chances[p].low).toFixed(1)}`).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}
