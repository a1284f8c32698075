// "What would you play?": a position as whoever decides sees it; a move is proposed by making it, and can be changed.
import { make, replace, showProblem, speaker } from "../shared/dom.js";
import { howToPlay } from "../board/how_to_play.js";
import { sendToClass } from "./requests.js";
import { ViewTable } from "../table/view_table.js";

/** @import { Game, MovePage, PupilState, Say, Wish } from "../shared/class_types" */

/** @param {HTMLElement} root @param {MovePage} data */
export async function createMovePage(root, data) {
  const say = speaker(data.words);
  const asked = make("p", { class: "gkc-asked" }, data.asked);
  const notice = make("p", { class: "gk-notice gkc-told", role: "status" }, say("move_how"));
  const place = make("section", {});
  /** @type {Game} */
  let game;
  try {
    game = await globalThis.gamekit.load(data.game, {}, data.made);
  } catch (error) {
    return showProblem(root, error);
  }
  const howTo = howToPlay(say, data.guide, (options) => globalThis.gamekit.load(data.game, options));
  replace(root, asked, make("div", { class: "gkp-beside" }, notice, howTo?.button()), place);
  document.body.classList.add("gkp-playing");
  const tell = (/** @type {string} */ text) => {
    notice.textContent = text;
    notice.dispatchEvent(new CustomEvent("gamekit:told", { bubbles: true })); // on a phone it may be out of sight
  };
  const tabs = new BroadcastChannel(`gamekit-move-${data.base}${data.number}`); // of one browser: one pupil
  tabs.onmessage = (event) => tell(event.data);
  const table = new ViewTable(game, data.words, {
    place,
    async send(wish) {
      tell(say("move_sending"));
      const move = game.actionText(wish.action);
      const refused = await propose(data, wish.action, say);
      const text = refused ?? say("move_sent", { move });
      tell(text);
      if (refused === null) tabs.postMessage(text);
      table.player?.endWait();
    },
  });
  table.learn(data.news);
  listen(data, (key) => tell(say(key)));
  return table;
}

/** Propose a move, and return why it was not taken; null if it was. @param {MovePage} data @param {number} action @param {Say} say @returns {Promise<?string>} */
async function propose({ base, xsrf, number }, action, say) {
  const answer = await sendToClass(`${base}class/move`, { number, action, turn: Date.now() }, xsrf);
  return answer?.ok ? null : (answer?.told.refused ?? say("move_lost"));
}

/** Tell when the teacher does not ask this any more, or asks it again; another position is gone to at once. The page's line to
 * the class says so (pupil.js). @param {MovePage} data @param {(key: string) => void} tell */
function listen(data, tell) {
  const followVote = (/** @type {?PupilState} */ state) => {
    if (!state || state.move === null) return tell("move_over");
    const { move, rounds, votes } = state;
    if (move !== data.number) location.reload();
    const stage = votes[data.shelf]?.[data.key];
    if (stage === "talk" || stage === "told") tell("move_closed");
    else if ((rounds[data.shelf]?.[data.key] ?? 1) > data.round) tell("move_again");
    return undefined;
  };
  document.addEventListener("gamekit:class", ({ detail }) => followVote(detail));
  if (globalThis.gamekitInClass !== undefined) followVote(globalThis.gamekitInClass);
}
