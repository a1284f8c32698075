// A table out of what Python tells of a board, with or without Python behind the page.
import { speaker } from "../shared/dom.js";
import { recallGreeting } from "../shared/storage.js";
import { fromSnapshot } from "./game_flow.js";
import { PlayTable } from "./table.js";
import { seat } from "./transport.js";

/** `gamekit` has the game in it already; `python` is the line to Python, if there is one. @param {any} greeting @param {any} gamekit @param {any} python */
export async function tableOf(greeting, gamekit, python = null) {
  const { record, actions, at, made, line, origin, turn, touched } = greeting;
  const say = speaker(greeting.words);
  const session = await fromSnapshot(
    { record, actions: actions ?? [] },
    gamekit,
    say,
    (/** @type {string} */ name, /** @type {any} */ options) => gamekit.load(name, options, made),
  );
  if (actions) session.goto(at);
  const { step: shownStep, chance_acts: chanceActs } = greeting;
  const table = new PlayTable(session, { ...greeting, gamekit, say, python, shownStep, chanceActs });
  Object.assign(table, { origin, turn, touched, numbers: [line], named: Math.max(0, line) });
  if (!actions) {
    table.lines = [session.game.session()]; // a page that was told of no action draws a game of its own
    await table.start();
  }
  return table;
}

/** `python` is asked for what only Python has (server_link.js); without a server there is none. @param {HTMLElement} root @param {any} greeting */
export async function createBoard(root, greeting, python = null) {
  return seat(await tableOf(greeting, globalThis.gamekit, python), root, {}, recallGreeting(greeting.key));
}
