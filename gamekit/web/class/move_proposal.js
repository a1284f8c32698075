// "What would you play?": a position as whoever decides sees it; a move is proposed by making it, and can be changed.
import { make, messageOf, replace, speaker } from "../shared/dom.js";
import { createPlayer } from "../board/player.js";
import { howToPlay } from "../board/how_to_play.js";
import { ViewTable } from "../table/view_table.js";

// `data`: game, guide, made, number, asked, news (game_table.py), base, xsrf, words.
export async function createMovePage(root, data) {
  const say = speaker(data.words);
  const asked = make("p", { class: "gkc-asked" }, data.asked);
  const told = make("p", { class: "gk-notice gkc-told", role: "status" }, say("move_how"));
  const place = make("section", {});
  let game;
  try {
    game = await globalThis.gamekit.load(data.game, {}, data.made);
  } catch (error) {
    return replace(root, make("p", { class: "gk-notice", role: "alert" }, messageOf(error)));
  }
  const howTo = howToPlay(say, data.guide, (options) => globalThis.gamekit.load(data.game, options));
  replace(root, asked, make("div", { class: "gkp-beside" }, told, howTo?.button()), place);
  document.body.classList.add("gkp-playing");
  let player = null;
  const hear = (message) => {
    if (player) player.receive(message);
    else player = createPlayer(place, message.data, (message) => table.ask(message), { plain: true, remote: true });
  };
  const tell = (text) => {
    told.textContent = text;
    told.dispatchEvent(new CustomEvent("gamekit:told", { bubbles: true })); // on a phone it may be out of sight
  };
  const tabs = new BroadcastChannel(`gamekit-move-${data.base}${data.number}`); // of one browser: one pupil
  tabs.onmessage = (event) => tell(event.data);
  const send = async ({ action }) => {
    tell(say("move_sending"));
    const move = game.actionText(action);
    const text = await propose(data, action, say, move);
    tell(text);
    if (text === say("move_sent", { move })) tabs.postMessage(text);
    player.endWait();
  };
  const table = new ViewTable(game, data.words, { hear, send });
  table.learn(data.news);
  listen(data, (key) => key && tell(say(key)));
  return table;
}

// What came of it, as a sentence.
async function propose({ base, xsrf, number }, action, say, move) {
  const body = JSON.stringify({ number, action, turn: Date.now() });
  try {
    const answer = await fetch(`${base}class/move`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf },
    });
    if (answer.ok) return say("move_sent", { move });
    return (await answer.json()).refused ?? say("move_lost");
  } catch (problem) {
    if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
    return say("move_lost");
  }
}

// Whether the teacher still asks this, or asks it again; another position is gone to at once. The page's line to the class
// says so (pupil.js).
function listen(data, tell) {
  const followVote = (state) => {
    if (state === null) return tell("move_over");
    const { move, rounds, votes } = state;
    const closed = ["talk", "told"].includes(votes[data.shelf]?.[data.key]);
    if (move !== null && move !== data.number) location.reload();
    if (move !== null && closed) return tell("move_closed");
    return tell(move === null ? "move_over" : rounds[data.shelf]?.[data.key] > data.round ? "move_again" : null);
  };
  document.addEventListener("gamekit:class", (/** @type {any} */ { detail }) => followVote(detail));
  if (globalThis.gamekitInClass !== undefined) followVote(globalThis.gamekitInClass);
}
