// Opponents in plain words: easy, steady, strong, best. Their figures come from Python (gamekit/lab/levels.py), what they do
// from the engine.

export const LEVELS = ["easy", "steady", "strong", "best"];
export const USUAL = "strong";

// What a level does for the player to move: `share` of its moves are any move, or it tries out `playouts` games for each.
export function moveOf(session, { share, playouts }) {
  const best = Object.keys(session.game.strategies)[1];
  if (playouts) return session.considered(best, playouts);
  return share ? session.stumbled(best, share) : session.chosen(best);
}
