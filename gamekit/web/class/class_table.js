// A page at a table of a class: the game is on the server, which sends what this player knows and what may be done; this
// page draws it with the player of all pages (table/view_table.js).
import { button, make, messageOf, replace, speaker } from "../shared/dom.js";
import { badge } from "../board/log.js";
import { createPlayer } from "../board/player.js";
import { howToPlay } from "../board/how_to_play.js";
import { Line } from "./line.js";
import { ViewTable } from "../table/view_table.js";

// `data`: game, guide, players, code, base, xsrf, the addresses of the line, the words.
export async function createTablePage(root, data) {
  const say = speaker(data.words);
  const seats = make("section", { class: "gkc-seats", "aria-label": say("seats_at") });
  const told = make("p", { class: "gk-notice gkc-told", role: "alert", hidden: true });
  const place = make("section", {});
  /** @type {any} */
  let player = null;
  const tell = (text) => {
    told.hidden = !text;
    told.textContent = text;
  };
  let game;
  try {
    game = await globalThis.gamekit.load(data.game, { players: data.players });
  } catch (error) {
    return replace(root, make("p", { class: "gk-notice", role: "alert" }, messageOf(error)));
  }
  const howTo = howToPlay(say, data.guide, (options) => globalThis.gamekit.load(data.game, options));
  if (howTo) document.querySelector(".gkp-bar")?.append(howTo.button());
  replace(root, seats, told, place);
  document.body.classList.add("gkp-playing");
  const wish = async (what) => (await line.send(what)) || tell(say("seat_lost"));
  const hear = (message) => {
    if (player) player.receive(message);
    else if (message.type === "all")
      player = createPlayer(place, message.data, (asked) => table.ask(asked), { plain: true, remote: true });
  };
  const table = new ViewTable(game, data.words, { hear, send: wish });

  const learn = (news) => {
    if ("refused" in news) {
      player?.endWait();
      return tell(news.refused);
    }
    tell("");
    paintSeats(seats, news, { say, wish });
    if (news.fresh || news.frames.length || news.begun !== table.begun) table.learn(news);
    return undefined;
  };
  const line = new Line({
    base: data.base,
    live: data.live,
    polled: data.polled,
    xsrf: data.xsrf,
    hear: learn,
    ended: () => location.reload(),
    stands: (standing) => tell(standing === "lost" ? say("seat_lost") : ""),
  });
  return table;
}

// Who sits where; a free seat can be taken by whoever has none.
function paintSeats(node, { you, begun, seats }, { say, wish }) {
  const rows = seats.map(({ letter, name, here, computer }, seat) => {
    const who = { name: say("table_player", { letter }), letter };
    let text = name ?? say(computer ? "seat_computer" : "seat_free");
    if (name && seat === you) text = say("seat_you", { name });
    else if (name && computer) text = say("seat_computer_for", { name });
    else if (name && !here) text = say("seat_gone", { name });
    const take = name === null && you === null && button(say("seat_take", { letter }), () => wish({ do: "sit", seat }));
    return make("li", {}, badge(who, seat, say), make("span", {}, text), take);
  });
  const begin =
    you !== null &&
    !begun &&
    button(say("seat_begin"), () => wish({ do: "begin" }), { class: "gk-button gk-main-button" });
  replace(node, make("ul", {}, ...rows), begin);
}
