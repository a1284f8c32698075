// The board as an anywidget: one table in the page, however often it is shown.
import { SharedTable } from "./shared_table.js";

let bench = null;

function initialize({ model }) {
  bench = new SharedTable(model);
}

function render({ el }) {
  const root = document.createElement("section");
  el.append(root);
  const looking = bench.look(root);
  return () => looking.then((player) => bench.leave(player, root));
}

export default { initialize, render };
