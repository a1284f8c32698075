// What the teacher's board and the projector share: elements, bars that grow, a clock, a line to the server.
// The pages that stand alone have them in their scripts; here they come from the same file, by its address: it stands
// in site_handlers.py.
import { Line } from "./line.js";
import { make } from "../shared/dom.js";
export { drawElement, make, moment, speaker } from "../shared/dom.js";
export { figure } from "../shared/numbers.js";

/** A part of the page, whatever element it is. @type {(id: string) => any} */
export const at = (id) => document.getElementById(id);

// No connection now, or no answer of ours: all else is a fault.
/** @param {unknown} problem */
export function checkUnreached(problem) {
  if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
}

// What a teacher orders, each time; `told` is the sentence about what went wrong. Whether it was done.
/** @param {{base?: string, xsrf?: string}} where @param {(key: string) => string} say @param {HTMLElement} told */
export function orders({ base, xsrf = "" }, say, told) {
  /** @param {any} what @param {string} address */
  return async (what, address) => {
    try {
      const answer = await fetch(`${base}${address}`, {
        method: "POST",
        body: JSON.stringify(what),
        headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf },
      });
      told.textContent = answer.ok ? "" : ((await answer.json()).refused ?? say("ended"));
      return answer.ok;
    } catch (problem) {
      checkUnreached(problem);
      told.textContent = say("lost");
      return false;
    }
  };
}

// Moves that were proposed for a position are counted as a question of their own kind, with a picture.
export const isMove = ({ lesson }) => lesson.startsWith("moves/");

// A distribution as bars: columns for numbers, lines for choices. Each round has its own bar, earlier ones hollow.
// What is right, and what came out, is shown where the server tells it. The node is made once and its bars grow.
export class Spread {
  constructor(say) {
    this.say = say;
    this.legend = make("p", { class: "rounds" });
    this.list = make("ul", { class: "spread" });
    this.result = make("p", { class: "came-out" });
    this.middle = make("p", { class: "middle" });
    this.changes = make("ul", { class: "plain changes" });
    this.marks = make("div", { class: "marks", "aria-hidden": "true" });
    const marked = make("div", { class: "marked" }, this.list, this.marks);
    this.node = make("div", { class: "told-of" }, this.result, marked, this.legend, this.middle, this.changes);
    this.shape = "";
  }

  show(question) {
    const { rounds } = question;
    const moves = isMove(question);
    const shape = JSON.stringify([rounds.length, rounds[0].bars.map(({ text, right }) => [text, right])]);
    if (shape !== this.shape) this.build(question);
    this.shape = shape;
    const shares = rounds.map((round) => round.bars.map((bar) => (round.count ? bar.count / round.count : 0)));
    const top = Math.max(0.0001, ...shares.flat());
    for (const [number, bars] of this.bars.entries()) {
      for (const [index, bar] of bars.entries()) {
        const counted = rounds[index].bars[number].count;
        bar.style.setProperty("--share", shares[index][number] / top);
        const percent = Math.round(100 * shares[index][number]);
        bar.lastChild.textContent = counted ? (moves ? this.say("share", { count: counted, percent }) : counted) : "";
        bar.title = this.say("pair", { name: rounds[index].bars[number].text, value: counted });
      }
    }
    const { result, outcome } = question;
    for (const [index, item] of [...this.list.children].entries())
      item.classList.toggle("is-result", result?.bar === index);
    this.marks.replaceChildren(...outcome.flatMap(lines));
    const cameOut = outcome.length ? outcome.map(({ text }) => text).join(" · ") : result?.text;
    this.result.textContent = cameOut ? this.say("result", { value: cameOut }) : "";
    const tell = ({ number, count, middle }) =>
      [this.say("round", { number, count }), middle ? this.say("median", middle) : ""].filter(Boolean).join(" · ");
    const legend = rounds.length > 1 ? rounds.map(tell) : [];
    const [{ middle }] = rounds;
    this.middle.textContent = middle && rounds.length === 1 ? this.say("middle", middle) : "";
    this.changes.replaceChildren(...(question.changes ? this.tell(question.changes) : []));
    this.legend.replaceChildren(
      ...legend.map((text, index) =>
        make("span", { class: `round round-${index === legend.length - 1 ? "last" : "before"}` }, text),
      ),
    );
  }

  // Who changed which way between the first vote and the last.
  tell({ stayed, ways, closer, away }) {
    const gained = [this.say("closer", { count: closer }), this.say("went_away", { count: away })];
    const lines = closer === undefined ? ways.map(({ text, count }) => this.say("way", { way: text, count })) : gained;
    return [...lines, this.say("changed", { count: stayed })].map((text) => make("li", {}, text));
  }

  build({ rounds, columns, unit, lesson }) {
    const moves = isMove({ lesson });
    this.list.classList.toggle("columns", columns);
    this.list.classList.toggle("shares", moves);
    this.bars = rounds[0].bars.map(() =>
      rounds.map((_round, index) =>
        make("span", { class: `bar round-${index === rounds.length - 1 ? "last" : "before"}` }, make("i"), make("b")),
      ),
    );
    this.list.replaceChildren(
      ...rounds[0].bars.map((bar, index) =>
        make(
          "li",
          { class: bar.right ? "right" : null },
          make("span", { class: "bars" }, ...this.bars[index]),
          make(
            "span",
            { class: "what" },
            columns ? bar.text : `${bar.text}${unit ? ` ${unit}` : ""}`,
            bar.right ? make("em", {}, ` ✓ ${this.say("right")}`) : null,
          ),
        ),
      ),
    );
  }
}

// What came out, in the columns of a distribution: simulated, a line above with the width of its interval; exactly, a broken one.
function lines({ at, low, high, exact }) {
  const place = (kind, from, to = from) => make("i", { class: kind, style: `--from: ${from}; --to: ${to}` });
  return [at === null ? null : place("simulated", low, high), exact === null ? null : place("exactly", exact)].filter(
    Boolean,
  );
}

const OVER_SECONDS = 60; // for which it is said that time is up

// Seconds left of a timer, by the server's clock.
export class Countdown {
  constructor(node, say) {
    this.node = node;
    this.say = say;
    this.until = null;
    this.offset = 0;
    setInterval(() => this.paint(), 250);
  }

  // While all screens are dimmed, since `paused`, the clock waits.
  set(until, now, paused) {
    this.until = until;
    this.paused = paused;
    this.offset = Date.now() / 1000 - now;
    this.paint();
  }

  paint() {
    const rest = (this.until ?? -Infinity) - (this.paused ?? Date.now() / 1000 - this.offset);
    this.node.hidden = rest < -OVER_SECONDS;
    if (this.node.hidden) return;
    const left = Math.max(0, Math.ceil(rest));
    const text = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : this.say("over");
    if (this.node.textContent !== text) this.node.textContent = text;
    this.node.classList.toggle("over", !left);
  }
}

// Everything the server says to a page of this kind, a board or a projector; `stands` hears how the line is.
/** @param {string} base @param {"board" | "projector"} kind @param {(now: any) => void} hear @param {(standing: string) => void} stands @param {() => void} ended */
export function listen(base, kind, hear, stands, ended) {
  const line = new Line({
    base,
    live: `${base}class/live/${kind}`,
    polled: `${base}class/polled/${kind}`,
    hear,
    ended,
    stands(standing) {
      document.body.classList.toggle("lost", standing === "lost");
      if (standing !== "ended") stands(standing); // then the page is replaced
    },
  });
  return line;
}
