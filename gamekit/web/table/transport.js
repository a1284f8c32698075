// A player and the table it plays at, in one page: what the player asks, the table answers here. A move is seen before
// what follows it is worked out.
import { Player } from "../board/player.js";
import { awaitPaint } from "../shared/dom.js";

/** @import { Extras } from "../shared/types" */

// Answered at once, even while a guest at the table is waited for: it changes nothing in the game.
const READ_ONLY = ["why", "moves", "chances", "view", "save", "put", "how"];

/** Hand every answer of a table to `hear`; gives what a player asks with. @param {any} table @param {(message: any) => void} hear */
export function makeAsker(table, hear) {
  let last = Promise.resolve();
  /** @param {any} error */
  const complain = (error) => {
    const known = error instanceof table.gamekit.GamekitError;
    if (!known) console.error(error);
    hear({
      type: "error",
      text: known ? (error.sentence ?? error.message) : table.say("table_failed"),
      rule: error.rule ?? "",
    });
  };
  /** @param {any} answers */
  const answer = async (answers) => {
    try {
      for await (const message of answers) {
        hear(message);
        if (message.going_on) await awaitPaint();
      }
    } catch (error) {
      complain(error);
    }
  };
  // One thing after the other; only the coach thinks beside the rest.
  return (/** @type {any} */ message) => {
    if (message.do === "coach") return answer(table.coach(message, hear));
    if (message.do === "stop") return table.stopCoach();
    if (table.python?.choosing) {
      if (READ_ONLY.includes(message.do)) return answer(table.answer(message));
      table.python.giveUp();
    }
    last = last.then(() => answer(table.answer(message)));
    return last;
  };
}

/** A player at a table. `hello` is what a new view tells first, such as the game a page has kept. @param {any} table @param {HTMLElement} root @param {Extras} extras */
export async function seat(table, root, extras, hello = {}) {
  /** @type {?Player} */
  let player = null;
  const send = makeAsker(table, (message) => {
    if (player) player.receive(message);
    else player = new Player(root, message.data, send, extras);
  });
  await send({ do: "hello", ...hello });
  return /** @type {Player} */ (/** @type {unknown} */ (player));
}
