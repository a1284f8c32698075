// What has happened so far, grouped by round: hovering previews a step, clicking goes there.
import { closest, make, makeGroup, rove } from "../shared/dom.js";

/** @import { Say, Seat, Step } from "../shared/types" */

const FOLD_CHANCE_FROM = 4;

export class Log {
  /** @type {{first: number, end: number, draw: boolean, item: HTMLElement}[]} */
  entries = [];
  /** The row that tells a step. @type {Map<number, HTMLElement>} */
  rows = new Map();
  /** @type {HTMLElement | undefined} */
  marked;

  /** @param {{say: Say, players: Seat[], go: (step: number) => void, preview: (step: ?number) => void}} given */
  constructor({ say, players, go, preview }) {
    this.say = say;
    this.players = players;
    this.node = makeGroup(say("log"), "gk-log");
    this.settle = rove(this.node, "button");
    this.node.addEventListener("click", (event) => {
      const row = closest(event, "button");
      if (row) go(Number(row.dataset.step));
    });
    this.node.addEventListener("pointerover", (event) => {
      const row = closest(event, "button");
      preview(row && event.pointerType !== "touch" ? Number(row.dataset.step) : null);
    });
    this.node.addEventListener("pointerleave", () => preview(null));
  }

  /** Show the steps; the rows before `kept` steps stay as they are, unless chance steps at their end now fold. @param {Step[]} steps */
  fill(steps, kept = 0) {
    for (let last = this.entries.at(-1); last && (last.end > kept || last.draw); last = this.entries.at(-1)) {
      this.forget(last);
      this.entries.pop();
    }
    if (!this.entries.length) this.node.replaceChildren();
    for (let first = this.entries.at(-1)?.end ?? 0; first < steps.length; ) {
      let end = first + 1;
      if (steps[first].draw) {
        while (end < steps.length && steps[end].draw && steps[end].heading === steps[first].heading) end += 1;
        if (end - first < FOLD_CHANCE_FROM) end = first + 1;
      }
      this.add(steps, first, end);
      first = end;
    }
    if (!steps.length) this.node.replaceChildren(make("p", "gk-quiet", this.say("log_empty")));
    this.settle();
  }

  /** @param {Step[]} steps @param {number} first @param {number} end */
  add(steps, first, end) {
    const { heading, draw } = steps[first];
    let list = this.entries.at(-1)?.item.parentElement;
    if (!list || heading !== steps[first - 1].heading) {
      list = make("ol", {});
      this.node.append(make("section", {}, make("h3", {}, heading || this.say("beginning")), list));
    }
    const item = make("li", {}, this.row(steps, first, end));
    list.append(item);
    this.entries.push({ first, end, draw, item });
  }

  /** @param {{first: number, end: number, item: HTMLElement}} entry */
  forget({ first, end, item }) {
    for (let number = first + 1; number <= end; number += 1) this.rows.delete(number);
    const list = item.parentElement;
    item.remove();
    if (!list?.children.length) list?.parentElement?.remove();
  }

  /** @param {Step[]} steps @param {number} first @param {number} end */
  row(steps, first, end) {
    const step = steps[first];
    const player = this.players[step.player];
    const text =
      end - first === 1 ? step.text : this.say("log_folded", { count: end - first, first: first + 1, last: end });
    const look = { type: "button", class: `gk-row${step.chance ? " gk-chance" : ""}`, "data-step": end, tabindex: -1 };
    const row = make("button", look, badge(player, step.player, this.say), make("span", {}, text));
    for (let number = first + 1; number <= end; number += 1) this.rows.set(number, row);
    return row;
  }

  /** What the board has not shown yet is not told here either. @param {number} step */
  until(step) {
    for (const { end, item } of this.entries) item.hidden = end > step;
    for (const section of this.node.querySelectorAll("section"))
      section.hidden = !section.querySelector("li:not([hidden])");
  }

  /** @param {number} number */
  mark(number) {
    this.marked?.removeAttribute("aria-current");
    this.marked = this.rows.get(number);
    if (!this.marked) {
      this.node.scrollTop = 0;
      return;
    }
    this.marked.setAttribute("aria-current", "step");
    if (this.node.matches(":hover")) return;
    const { offsetTop: top, offsetHeight: height } = this.marked;
    const { scrollTop, clientHeight } = this.node;
    if (top < scrollTop || top + height > scrollTop + clientHeight) this.node.scrollTop = top - clientHeight / 2;
  }
}

/** A player's letter on a shape of the player's colour; a die for chance. @param {Seat | undefined} player @param {number} index @param {Say} say */
export function badge(player, index, say) {
  if (!player) return make("span", { class: "gk-badge gk-die", "aria-label": say("chance"), role: "img" }, "⚄");
  return make("span", { class: `gk-badge gk-p${index}`, "aria-label": player.name, role: "img" }, player.letter);
}
