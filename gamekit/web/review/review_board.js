// A finished game on a board, and beneath it what the end of a game shows on its Play page.
import { recallGreeting } from "../shared/storage.js";
import { widgetOf } from "../table/shared_table.js";
import { tableOf } from "../table/static_table.js";
import { seat } from "../table/transport.js";
import { ReviewPanel } from "./review_panel.js";

/** The review of the game at `table`, below the board that `player` shows in `place`; it begins at once. @param {HTMLElement} place @param {any} table @param {any} player */
function reviewBelow(place, table, player) {
  const room = new ReviewPanel(table, () => player);
  place.after(room.node);
  room.begin();
  return room;
}

/** The same on a page without Python: the engine and the game stand in the page (static_table.js makes boards without a review). @param {HTMLElement} root @param {any} greeting */
export async function createReviewBoard(root, greeting, python = null) {
  const table = await tableOf(greeting, globalThis.gamekit, python);
  /** @type {?ReviewPanel} */
  let room = null;
  const player = await seat(table, root, { save: () => room?.follow() }, recallGreeting(greeting.key));
  room = reviewBelow(root, table, player);
}

// In a notebook each view has a board and a review of its own, at one table.
export const reviewWidget = widgetOf(async (shared, place) => {
  /** @type {?ReviewPanel} */
  let room = null;
  const player = await shared.look(place, { save: () => room?.follow() });
  if (player) room = reviewBelow(place, shared.table, player);
  return () => {
    room?.stop();
    shared.leave(player, place);
  };
});
