// A finished game and its review as an anywidget: each view has a board and a review of its own, at one table.
import { SharedTable } from "../table/shared_table.js";
import { reviewBelow } from "./reviewboard.js";

let reviewed = null;

function initialize({ model }) {
  reviewed = new SharedTable(model);
}

async function lookBack(place) {
  let room = null;
  const player = await reviewed.look(place, { kept: () => room?.follow() });
  if (player) room = reviewBelow(place, reviewed.table, player);
  return { player, room };
}

function render({ el }) {
  const place = document.createElement("section");
  el.append(place);
  const looking = lookBack(place);
  return () =>
    looking.then(({ player, room }) => {
      room?.stop();
      reviewed.leave(player, place);
    });
}

export default { initialize, render };
