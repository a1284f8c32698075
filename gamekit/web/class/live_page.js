// What the pages of the teacher and the projector share: elements, bars that grow, a clock, a line to the server.
import { Line } from "./line.js";
import { sendToClass } from "./requests.js";
import { make, speaker } from "../shared/dom.js";

/** @import { Bar, Changes, Distribution, LineState, LiveData, Order, Outcome, PageParts, Say } from "../shared/class_types" */

/** An element of the page by its id; the page's template has it. @type {<K extends string>(id: K) => K extends keyof PageParts ? PageParts[K] : HTMLElement} */
export const at = (id) => /** @type {any} */ (document.getElementById(id));

/** The element that carries a page's data, and these: base URL, sentences, titles of lessons. @param {string} id */
export function readPage(id) {
  const page = /** @type {HTMLElement} */ (at(id));
  const { base = "", words = "{}", lessons = "{}" } = page.dataset;
  /** @type {Record<string, string>} */
  const titles = JSON.parse(lessons);
  return { page, base, titles, say: speaker(JSON.parse(words)) };
}

/** A function that gives the teacher's orders to an address, and says on the page what went wrong. @param {HTMLElement} page @param {string} address @param {Say} say @returns {Order} */
export function createOrder({ dataset: { base, xsrf } }, address, say) {
  return async (order) => {
    const answer = await sendToClass(`${base}${address}`, order, xsrf);
    const refused = answer ? (answer.told.refused ?? say("ended")) : say("lost");
    at("told").textContent = answer?.ok ? "" : refused;
    return Boolean(answer?.ok);
  };
}

/** A form of the page does this, and leads to no other page. @param {string} id @param {() => unknown} submit */
export function onSubmit(id, submit) {
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
}

/** What a button of the page that stays pressed says now. @param {string} id @param {string} text @param {boolean} isPressed */
export function showPressed(id, text, isPressed) {
  at(id).textContent = text;
  at(id).setAttribute("aria-pressed", String(isPressed));
}

/** Replace the children of an element where others are wanted; a child that has the focus keeps it. @param {Element} parent @param {Element[]} children */
export function setChildren(parent, children) {
  const present = [...parent.children];
  if (children.length === present.length && children.every((child, index) => child === present[index])) return;
  const focused = document.activeElement;
  parent.replaceChildren(...children);
  if (focused instanceof HTMLElement && parent.contains(focused)) focused.focus();
}

/** A stretch of a scale from 0 to 1. @param {string} kind @param {number} from */
export const drawMark = (kind, from, to = from) => make("i", { class: kind, style: `--from: ${from}; --to: ${to}` });

/** Moves that were proposed for a position are counted as a question of their own kind, with a picture. @param {{lesson: string}} question */
export const isMove = ({ lesson }) => lesson.startsWith("moves/");

/** The round of a question that counts. @param {Pick<Distribution, "rounds">} question */
export const lastRound = ({ rounds }) => rounds[rounds.length - 1];

// A distribution as bars: columns for numbers, lines for choices. Each round has its own bar, earlier ones hollow.
// What is right, and what came out, is shown where the server tells it. The node is made once and its bars grow.
export class Spread {
  shape = "";
  /** By the bars of the distribution, then by round. @type {HTMLElement[][]} */
  bars = [];

  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.legend = make("p", "rounds");
    this.list = make("ul", "spread");
    this.result = make("p", "came-out");
    this.middle = make("p", "middle");
    this.changes = make("ul", "plain changes");
    this.marks = make("div", { class: "marks", "aria-hidden": "true" });
    const marked = make("div", "marked", this.list, this.marks);
    this.node = make("div", "told-of", this.result, marked, this.legend, this.middle, this.changes);
  }

  /** @param {Distribution} question */
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
        bar.style.setProperty("--share", String(shares[index][number] / top));
        const percent = Math.round(100 * shares[index][number]);
        const share = moves ? this.say("share", { count: counted, percent }) : String(counted);
        bar.children[1].textContent = counted ? share : "";
        bar.title = this.say("pair", { name: rounds[index].bars[number].text, value: counted });
      }
    }
    const { result, outcome } = question;
    for (const [index, item] of [...this.list.children].entries())
      item.classList.toggle("is-result", result?.bar === index);
    this.marks.replaceChildren(...outcome.flatMap(drawOutcome));
    const cameOut = outcome.length ? outcome.map(({ text }) => text).join(" · ") : result?.text;
    this.result.textContent = cameOut ? this.say("result", { value: cameOut }) : "";
    const [{ middle }] = rounds;
    this.middle.textContent = middle && rounds.length === 1 ? this.say("middle", { ...middle }) : "";
    this.changes.replaceChildren(...(question.changes ? this.listChanges(question.changes) : []));
    const legend = rounds.map(({ number, count, middle }, index) => {
      const said = [this.say("round", { number, count }), middle ? this.say("median", { ...middle }) : ""];
      return make("span", `round ${classOfRound(index, rounds)}`, said.filter(Boolean).join(" · "));
    });
    this.legend.replaceChildren(...(rounds.length > 1 ? legend : []));
  }

  /** Who changed which way between the first vote and the last. @param {Changes} changes */
  listChanges({ stayed, ways, closer, away }) {
    const gained = [this.say("closer", { count: closer }), this.say("went_away", { count: away })];
    const lines = closer === undefined ? ways.map(({ text, count }) => this.say("way", { way: text, count })) : gained;
    return [...lines, this.say("changed", { count: stayed })].map((text) => make("li", {}, text));
  }

  /** @param {Distribution} question */
  build({ rounds, columns, unit, lesson }) {
    this.list.classList.toggle("columns", columns);
    this.list.classList.toggle("shares", isMove({ lesson }));
    this.bars = rounds[0].bars.map(() =>
      rounds.map((_, index) => make("span", `bar ${classOfRound(index, rounds)}`, make("i"), make("b"))),
    );
    const items = rounds[0].bars.map(({ right, text }, index) => {
      const sign = right && make("em", {}, ` ✓ ${this.say("right")}`);
      const what = make("span", "what", columns || !unit ? text : `${text} ${unit}`, sign);
      return make("li", { class: right ? "right" : null }, make("span", "bars", ...this.bars[index]), what);
    });
    this.list.replaceChildren(...items);
  }
}

/** @param {number} index @param {unknown[]} rounds */
const classOfRound = (index, rounds) => `round-${index === rounds.length - 1 ? "last" : "before"}`;

/** What came out: simulated, a line above with the width of its interval; exactly, a broken one. @param {Outcome} outcome */
function drawOutcome({ at, low, high, exact }) {
  const simulated = at === null ? [] : [drawMark("simulated", low, high)];
  return exact === null ? simulated : [...simulated, drawMark("exactly", exact)];
}

const OVER_SECONDS = 60; // for which it is said that time is up

// Seconds left of a timer, by the server's clock.
export class Countdown {
  /** Server's times in seconds: when it ends, and since when it waits while all screens are dimmed. @type {?number} */
  until = null;
  /** @type {?number} */
  paused = null;
  offset = 0;

  /** @param {HTMLElement} node @param {Say} say */
  constructor(node, say) {
    this.node = node;
    this.say = say;
    setInterval(() => this.paint(), 250);
  }

  /** @param {{timer: ?number, paused: ?number}} settings @param {number} now the server's time */
  set({ timer, paused }, now) {
    [this.until, this.paused, this.offset] = [timer, paused, Date.now() / 1000 - now];
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

/** Connect a page of the teacher or a projector with the class; where its code has been renewed, the page is loaded anew. @template {keyof LiveData} K @param {HTMLElement} page @param {K} kind @param {{onData(now: LiveData[K]): void, onState?(state: LineState): void, onEnd(): void}} given */
export function listen({ dataset: { base = "", code } }, kind, { onData, onState, onEnd }) {
  /** @type {Line<LiveData[K]>} */
  const line = new Line({
    base,
    live: `${base}class/live/${kind}`,
    polled: `${base}class/polled/${kind}`,
    onMessage: (now) => (code && now.code !== code ? location.reload() : onData(now)), // the code's pictures are the server's
    onState(state) {
      document.body.classList.toggle("lost", state === "lost");
      if (state !== "ended") onState?.(state); // then the page is replaced
    },
    onEnd,
  });
  return line;
}
