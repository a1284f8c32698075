// A page at a table of a class: the game is on the server, which sends what this player knows and what may be done; this
// page draws it with the player of all pages (table/view_table.js).
import { button, make, replace, showProblem, speaker } from "../shared/dom.js";
import { badge } from "../board/log.js";
import { howToPlay } from "../board/how_to_play.js";
import { Line } from "./line.js";
import { ViewTable } from "../table/view_table.js";

/** @import { Game, Say, TableNews, TablePage, Wish } from "../shared/class_types" */

/** @param {HTMLElement} root @param {TablePage} data */
export async function createTablePage(root, data) {
  const say = speaker(data.words);
  const seats = make("section", { class: "gkc-seats", "aria-label": say("seats_at") });
  const notice = make("p", { class: "gk-notice gkc-told", role: "alert", hidden: true });
  const place = make("section", {});
  const tell = (/** @type {string} */ text) => {
    notice.hidden = !text;
    notice.textContent = text;
  };
  /** @type {Game} */
  let game;
  try {
    game = await globalThis.gamekit.load(data.game, { players: data.players });
  } catch (error) {
    return showProblem(root, error);
  }
  const howTo = howToPlay(say, data.guide, (options) => globalThis.gamekit.load(data.game, options));
  if (howTo) document.querySelector(".gkp-bar")?.append(howTo.button());
  replace(root, seats, notice, place);
  document.body.classList.add("gkp-playing");
  const send = async (/** @type {Wish} */ wish) => (await line.send(wish)) || tell(say("seat_lost"));
  const table = new ViewTable(game, data.words, { place, send });
  /** @type {Line<TableNews | {refused: string}>} */
  const line = new Line({
    ...data,
    onMessage(news) {
      if ("refused" in news) {
        table.player?.endWait();
        return tell(news.refused);
      }
      tell("");
      paintSeats(seats, news, say, send);
      if (news.fresh || news.frames.length || news.begun !== table.begun) table.learn(news);
      return undefined;
    },
    onEnd: () => location.reload(),
    onState: (state) => tell(state === "lost" ? say("seat_lost") : ""),
  });
  return table;
}

/** Who sits where; a free seat can be taken by whoever has none. @param {HTMLElement} node @param {TableNews} news @param {Say} say @param {(wish: Wish) => void} send */
function paintSeats(node, { you, begun, seats }, say, send) {
  const rows = seats.map(({ letter, name, here, computer }, seat) => {
    const who = { name: say("table_player", { letter }), letter };
    let text = name ?? say(computer ? "seat_computer" : "seat_free");
    if (name && seat === you) text = say("seat_you", { name });
    else if (name && computer) text = say("seat_computer_for", { name });
    else if (name && !here) text = say("seat_gone", { name });
    const take = name === null && you === null && button(say("seat_take", { letter }), () => send({ do: "sit", seat }));
    return make("li", {}, badge(who, seat, say), make("span", {}, text), take);
  });
  const begin = you !== null && !begun && button(say("seat_begin"), () => send({ do: "begin" }), "gk-main-button");
  replace(node, make("ul", {}, ...rows), begin);
}
