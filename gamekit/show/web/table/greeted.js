// A table out of what Python tells of a board (gamekit/show/following.py): its game, its lines of play, who sits and looks on.
import { speaker } from "../shared/dom.js";
import { fromSnapshot } from "./flow.js";
import { PlayTable } from "./table.js";

// `gamekit` has the game in it already; `python` is the line to Python, if there is one.
/** @param {any} greeting @param {any} gamekit @param {any} python */
export async function tableOf(greeting, gamekit, python = null) {
  const { words, record, lines, made, line, origin, turn, touched, guide } = greeting;
  const say = speaker(words);
  let game = null;
  const load = async (name, options) => (game ??= await gamekit.load(name, options, made));
  const sessions = [];
  for (const [, actions, step] of lines.length ? lines : [[line, [], 0]]) {
    const session = await fromSnapshot({ record, actions }, gamekit, say, load);
    session.goto(step);
    sessions.push(session);
  }
  const numbers = lines.length ? lines.map(([number]) => number) : [line];
  const shown = numbers.indexOf(line);
  const { seats, viewer, opponents, guests, key, step: shownStep, chance_acts: chanceActs } = greeting;
  const table = new PlayTable(sessions[shown], { gamekit, say, words, python, guests, seats, viewer, opponents, chanceActs, key, shownStep, guide });
  Object.assign(table, { origin, turn, touched, lines: sessions, numbers, line: shown, named: Math.max(0, ...numbers) });
  if (!lines.length) await beginAnew(table);
  return table;
}

// A page that was told of no line of play draws a game of its own.
async function beginAnew(table) {
  table.lines[table.line] = table.game.session();
  await table.start();
}
