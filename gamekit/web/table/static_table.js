// A board on a page without Python: the engine and its game stand in the page, and `greeting` is what Python told of it.
import { recallGreeting } from "../shared/storage.js";
import { createPlayer } from "../board/player.js";
import { seat } from "./transport.js";
import { tableOf } from "./greeted.js";

// `python` is asked for what only Python has (server_link.js); without a server there is none.
export async function createBoard(root, greeting, python = null) {
  return seat(await tableOf(greeting, globalThis.gamekit, python), createPlayer, root, recallGreeting(greeting.key));
}
