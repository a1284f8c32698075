// A costly moment of a finished game once more, on a board of its own: as the player who decided saw it, and what the coach says
// of the new choice. Nothing of the game that was played changes.
import { make, replace, speaker } from "../shared/dom.js";
import { tellCost } from "../table/coach_answer.js";
import { prompt } from "../table/frame_builder.js";
import { ViewTable } from "../table/view_table.js";

/** @import { Review, Say, Session } from "../shared/types" */

/** @param {HTMLElement} root where it stands, in the page already @param {{say: Say, words: Record<string, string>, session: Session, choice: Review["choices"][0]}} given */
export function tryAgain(root, { say, words, session, choice }) {
  const { step, player, action: better } = choice;
  const { game } = session;
  const before = session.branch(step - 1);
  const view = before.view(player);
  const place = make("section", {});
  const verdict = make("p", { role: "status" }, say("puzzle_what"));
  const answer = async (/** @type {number} */ action) => {
    table.player?.endWait();
    verdict.textContent = say("choice_working");
    verdict.textContent =
      action === better
        ? say("again_right", { move: game.actionText(action) })
        : tellCost(await game.compare(view, player, better, action), say);
    verdict.scrollIntoView({ block: "nearest" });
  };
  const table = new ViewTable(game, words, { place, send: ({ action }) => answer(Number(action)) });
  const changed = [...new Int32Array(view.slice().buffer)].flatMap((value, at) => (value ? [at, value] : []));
  replace(root, place, verdict);
  const now = { player, prompt: prompt(before, true, true, say), human: true, legal: before.legal(), over: null };
  // The keys of the page stay those of the game's own board.
  const outer = document.onkeydown;
  table.learn({ you: player, begun: true, fresh: true, cut: 0, frames: [{ changed, step: null }], now });
  place.setAttribute("aria-label", speaker(words)("step_of", { step, last: session.step }));
  const inner = document.onkeydown;
  place.onkeydown = (event) => (event.stopPropagation(), inner?.call(document, event));
  document.onkeydown = outer;
}
