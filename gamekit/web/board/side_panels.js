// What lies beside the board: why, log, chance, coach, lines of play. It follows when the move itself has been painted.
import { labelField, make, awaitPaint, panel, replace, select } from "../shared/dom.js";
import { CoachPanel } from "./coach_panel.js";
import { Log } from "./log.js";
import { distribution } from "./panel_contents.js";
import { WhyPanel } from "./why_panel.js";

/** @import { Acts, GameData, Say, Step } from "../shared/types" */

/**
 * @typedef {object} Look what the player shows at the moment
 * @property {string} viewer
 * @property {Step[]} steps
 * @property {number} cursor the step that is shown
 * @property {number} told the last step that may be told
 * @property {boolean} live whether it is the last position
 * @property {boolean} open whether, besides, nothing runs
 */

export class SidePanels {
  /** The step from which the log is to be written anew. @type {?number} */
  from = 0;
  /** @type {?Promise<void>} */
  due = null;

  /** `look()` says what is shown now. @param {{data: GameData, say: Say, acts: Acts, look: () => Look}} given */
  constructor({ data, say, acts, look }) {
    const { rules, players } = data;
    this.data = data;
    this.say = say;
    this.acts = acts;
    this.look = look;
    this.log = new Log({ say, players, go: (step) => acts.goto(step), preview: (step) => acts.hover(step) });
    this.why = new WhyPanel({ say, rules, players, ask: (step) => acts.send({ do: "chances", step }) });
    this.coach = new CoachPanel({ say, acts });
    this.coach.node.hidden = !data.coach;
    this.chances = make("div", {});
    this.chancePanel = panel(say("chance_title"), { open: true, hidden: true }, this.chances);
    this.lines = make("div", { class: "gk-lines", hidden: true });
  }

  // The log of whoever looks on, all of it.
  fill() {
    this.change(0);
    this.write(this.look());
  }

  /** The steps after `step` are others now. @param {number} step */
  change(step) {
    this.from = Math.min(this.from ?? step, step);
  }

  follow() {
    this.due ??= awaitPaint().then(() => this.paint());
  }

  paint() {
    this.due = null;
    const look = this.look();
    const { now } = this.data;
    this.write(look);
    this.log.until(look.told);
    this.why.paint(look.cursor, look.viewer, look.steps[look.cursor - 1] ?? null);
    this.log.mark(look.cursor);
    this.paintChance(look.open);
    this.coach.paint(look.live && !now.over && !now.chance && now.legal.length > 0);
    this.paintLines();
  }

  /** @param {Look} look */
  write({ steps }) {
    if (this.from !== null) this.log.fill(steps, this.from);
    this.from = null;
  }

  /** @param {boolean} open */
  paintChance(open) {
    const { chance, chance_text: text } = this.data.now;
    this.chancePanel.hidden = !open || !chance;
    if (!open || !chance) return;
    const { say } = this;
    // To choose from where everybody may know it, else why not.
    if (!chance.length) return replace(this.chances, make("p", "gk-quiet", text));
    const choose = (/** @type {number} */ action) => this.acts.play(action);
    replace(this.chances, make("p", "gk-quiet", say("chance_choose")), distribution(chance, { say, choose }));
  }

  paintLines() {
    const { lines, line } = this.data;
    this.lines.hidden = !lines || lines.length < 2;
    if (this.lines.hidden) return;
    const entries = lines.map((name, index) => ({ key: index, name }));
    const choice = select(entries, line, (value) => this.acts.send({ do: "line", line: Number(value) }));
    replace(this.lines, labelField(this.say("lines"), choice));
  }
}
