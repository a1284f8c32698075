// The panel "Yours alone": results by game and opponents, to take away and to delete. What is kept is local_history.js's business.
import { button, make, panel, replace } from "../shared/dom.js";
import { download } from "../shared/files.js";
import { resultsOf } from "./local_history.js";

/** @import { Child, Say } from "../shared/types" */
/** @import { Own } from "./local_history.js" */

// `more()`: what other rooms show of what they keep (puzzles); `forgotten()` hears that all of it was deleted.
/** @param {{own: Own, say: Say, more?: () => Child[], forgotten?: () => void}} given */
export function ownPanel({ own, say, more = () => [], forgotten = () => {} }) {
  const body = make("div", { class: "gkp-own" });
  const fill = () => {
    const rows = resultsOf(own.games());
    const shown = [rows.length ? resultTable(rows, say) : make("p", { class: "gk-quiet" }, say("own_none")), ...more()];
    const keys = Object.keys(own.read()).length > 0 && make("div", { class: "gkp-go" }, take, remove);
    replace(body, make("p", { class: "gk-quiet" }, say("own_what")), ...shown, keys);
  };
  const take = button(say("own_take"), () => download("gamekit-own.json", own.text()));
  // A second press deletes: the first one only asks.
  const remove = button(say("own_delete"), () => {
    if (remove.dataset.sure) {
      own.forget();
      forgotten();
      fill();
    }
    remove.textContent = say(remove.dataset.sure ? "own_delete" : "own_sure");
    remove.dataset.sure = remove.dataset.sure ? "" : "yes";
  });
  const node = panel(say("own_title"), { class: "gkp-more gkp-own-panel" }, body);
  node.addEventListener("toggle", () => node.open && fill());
  return node;
}

/** @param {ReturnType<typeof resultsOf>} rows @param {Say} say */
function resultTable(rows, say) {
  const head = make(
    "tr",
    {},
    ...["own_game", "own_others", "own_played", "own_won", "own_even"].map((key) =>
      make("th", { scope: "col" }, say(key)),
    ),
  );
  const lines = rows.map(({ title, others, ...counted }) => {
    const figures = [counted.played, counted.won, counted.even].map((value) =>
      make("td", { class: "gk-number" }, String(Math.round(value * 10) / 10)),
    );
    return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, others.join(", ")), ...figures);
  });
  return make(
    "div",
    { class: "gkp-own-table" },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines)),
  );
}
