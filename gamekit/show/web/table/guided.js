// How a game is played: the moments that its guide has chosen of a real game, replayed when somebody asks.

/** @param {any} guide @param {(options: any) => any} load brings the game */
export async function picturesOf(guide, load) {
  const game = await load({ players: guide.players });
  const session = game.session(0);
  for (const action of guide.actions) session.play(action);
  const pictures = guide.pictures.map(({ step, frame, points, text }) => {
    const position = session.positionAt(step);
    return { frame, points, text, description: game.picture.describe(position, 0), changes: game.picture.changes(position, 0) };
  });
  return { type: "how", scene: game.picture.scene(), pictures };
}
