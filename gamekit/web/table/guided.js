// How a game is played: the moments that its guide has chosen of a real game, replayed when somebody asks.
import { HowTo } from "../board/how_to_play.js";

/** @import { Child, Say } from "../shared/types" */

// What shows it on a page that is all about one game; null if that game has no guide.
/** @param {Say} say @param {any} guide @param {(options: any) => any} load @param {() => Child} [again] */
export function howToPlay(say, guide, load, again) {
  if (!guide) return null;
  /** @type {HowTo} */
  const howTo = new HowTo({ say, ask: async () => howTo.fill(await picturesOf(guide, load)), again });
  return howTo;
}

/** @param {any} guide @param {(options: any) => any} load brings the game */
export async function picturesOf(guide, load) {
  const game = await load({ players: guide.players });
  const session = game.session(0);
  for (const action of guide.actions) session.play(action);
  const pictures = guide.pictures.map(({ step, frame, points, text }) => {
    const position = session.positionAt(step);
    return {
      frame,
      points,
      text,
      description: game.picture.describe(position, 0),
      changes: game.picture.changes(position, 0),
    };
  });
  return { type: "how", scene: game.picture.scene(), pictures };
}
