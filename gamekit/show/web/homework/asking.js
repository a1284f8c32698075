// "What would you play?": a position of a homework, its legal moves, and the choice. The rules judge it where results are read.
import { Board } from "../board/board.js";
import { choices } from "../board/choices.js";
import { button, make, replace } from "../shared/dom.js";
import { legalMoves } from "../table/telling.js";

/** @import { Move, Say } from "../shared/types" */
/** @import { Position } from "./library.js" */

// A board with its moves; `given(action, seconds)` hears the choice. `before`: what was chosen first, if anything was.
/** @param {{say: Say, position: Position, before: ?number, given: (action: number, seconds: number) => void}} given */
export function askMove({ say, position: { game, player, view, prompt, legal: actions, best }, before, given }) {
  const shown = Date.now();
  const legal = legalMoves(game, view, actions, say);
  const keys = make("div", { class: "gk-moves", role: "group", "aria-label": say("moves") });
  const told = make("p", { role: "status" });
  const board = new Board({ say, picked: (moves) => (moves.length === 1 ? choose(moves[0]) : list(moves)) });
  const { targets, sources } = choices(legal, null);
  const node = make("div", { class: "gk gkh-board" }, make("p", { class: "gk-turn gk-yours" }, prompt), board.node, keys, told);

  function list(/** @type {Move[]} */ moves) {
    replace(keys, ...moves.map((move) => button(move.text, () => choose(move))), moves.length < legal.length && button(say("ask_all"), () => list(legal)));
  }

  function choose(/** @type {Move} */ move) {
    replace(keys, button(say("ask_take", { move: move.text }), () => take(move), { class: "gk-button gk-main-button" }), button(say("ask_other"), () => list(legal)));
    told.textContent = "";
  }

  function take(/** @type {Move} */ move) {
    given(move.action, Math.min(3600, Math.round((Date.now() - shown) / 1000)));
    list(legal);
    told.textContent = say(best === null ? "ask_taken" : move.action === best ? "ask_best" : "ask_not_best", { move: move.text });
  }

  list(legal);
  if (before !== null) told.textContent = say("ask_before", { move: game.actionText(before) });
  // The picture measures itself: it is shown once it stands on the page.
  const show = () => {
    board.mount(game.picture.scene());
    board.show(new Map(Object.entries(game.picture.changes(view, player))), { title: game.title, description: game.picture.describe(view, player), animate: false, targets, sources: new Map([...sources].filter(([name]) => targets.has(name))) });
  };
  return { node, show };
}
