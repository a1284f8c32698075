// Opponents in plain words: easy, medium, steady, strong, best. Their figures come from Python (gamekit/lab/levels.py), what they do
// from the engine.

const LEVELS = ["easy", "medium", "steady", "strong", "best"];
// Who sits opposite somebody who has chosen nothing yet.
export const FIRST = "easy";

export const isLevel = (name) => LEVELS.includes(name);

// Whether the computer plays under this name: as a level, or as a strategy of the game.
export const plays = (game, name) => isLevel(name) || Object.hasOwn(game.strategies, name);

// A game's best strategy is the first of its own; the one before it plays anything.
export const strongest = (game) => Object.keys(game.strategies)[1];

// What a level does for the player to move: `share` of its moves are any move, or it tries out `playouts` games for each.
/** @param {any} session @param {any} level */
export function moveOf(session, { share, playouts }) {
  const best = strongest(session.game);
  if (playouts) return session.consider(best, playouts);
  return share ? session.stumble(best, share) : session.choose(best);
}
