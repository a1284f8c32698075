// Cards, markers and fields of the picture explain themselves, with their rule, when pointed at, touched or focused. What they
// are is the game's business (its guide.toml).
import { closest, make, replace } from "../shared/dom.js";
import { ruleNote } from "./panel_contents.js";
import { pattern } from "./board.js";

/** @import { Piece, Rule, Say } from "../shared/types" */
/** @import { Board } from "./board.js" */

export class Explanations {
  shown = -1;

  /** @param {{say: Say, pieces: Piece[], rules: Record<string, Rule>, board: Board}} given */
  constructor({ say, pieces, rules, board }) {
    this.say = say;
    this.pieces = pieces.map((piece) => ({ ...piece, patterns: piece.names.map(pattern) }));
    this.rules = rules;
    this.board = board;
    const how = make("p", "gk-quiet", say("explain_how"));
    this.node = make("div", { class: "gk-explained", "aria-live": "polite" }, how);
    for (const kind of ["pointerover", "focusin"]) board.inner.addEventListener(kind, (event) => this.at(event));
  }

  /** @param {Event} event */
  at(event) {
    if (event.type === "focusin" && !closest(event, ":focus-visible")) return;
    const target = closest(event, ".gk-place")?.dataset.target; // a button on a place stands for what lies under it
    for (const name of target ? [target] : this.board.namesAt(event)) {
      const found = this.pieces.findIndex(
        ({ patterns, look }) => patterns.some((one) => one.test(name)) && this.looks(name, look),
      );
      if (found >= 0) return this.tell(found);
    }
  }

  /** @param {string} name @param {string} look */
  looks(name, look) {
    return !look || Boolean(this.board.elements.get(name)?.node.classList.contains(look));
  }

  /** @param {number} found */
  tell(found) {
    if (found === this.shown) return;
    this.shown = found;
    const { text, rule } = this.pieces[found];
    replace(this.node, make("p", {}, text), ruleNote(this.rules, rule, this.say));
  }
}
