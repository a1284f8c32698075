// How to play: moments of a real game, drawn by the game's own picture, with a sentence each. Which ones is the game's
// business; who replays it hands them over.
import { button, make, makeDialog, replace } from "../shared/dom.js";
import { Board } from "./board.js";

/** @import { Answer, Child, Guide, Say } from "../shared/types" */

export class HowTo {
  /** `ask()` has somebody call `fill`, when it is looked at for the first time; `again()` makes the button that begins the
   * guided round, where there is one now. @param {{say: Say, ask: () => unknown, again?: () => Child}} given */
  constructor({ say, ask, again = () => null }) {
    this.say = say;
    this.ask = ask;
    this.again = again;
    this.list = make("ol", "gk-how");
    this.keys = make("div", "gk-how-keys");
    this.node = makeDialog(say("how_title"), this.list, this.keys);
  }

  button() {
    return button(this.say("how_title"), () => this.show());
  }

  async show() {
    if (!this.node.isConnected) document.body.append(this.node);
    const close = button(this.say("close"), () => this.close(), "gk-main-button");
    replace(this.keys, this.again(), close);
    this.node.showModal();
    this.node.scrollTop = 0;
    if (!this.list.children.length) await this.ask();
  }

  close() {
    this.node.close();
  }

  /** @param {Answer} told */
  fill({ scene, pictures, aim }) {
    const shown = pictures.map((/** @type {any} */ { frame, points, text, description, changes }) => {
      const board = new Board({ say: this.say, fixed: true });
      board.mount(scene);
      board.frame(frame);
      board.show(new Map(Object.entries(changes)), { title: text, description, animate: false, targets: new Map() });
      board.pointing.at(points);
      const picture = make("div", "gk-how-picture", board.node);
      return make("li", {}, make("figure", {}, picture, make("figcaption", {}, text)));
    });
    replace(this.list, ...shown);
    this.list.before(make("p", "gk-aim", aim));
  }
}

/** What shows it on a page that is all about one game; null if that game has no guide. @param {Say} say @param {?Guide} guide @param {(options: any) => any} load @param {() => Child} [again] */
export function howToPlay(say, guide, load, again) {
  if (!guide) return null;
  /** @type {HowTo} */
  const howTo = new HowTo({ say, ask: async () => howTo.fill(await picturesOf(guide, load)), again });
  return howTo;
}

/** @param {Guide} guide @param {(options: any) => any} load brings the game */
export async function picturesOf(guide, load) {
  const game = await load({ players: guide.players });
  const session = game.session(0);
  for (const action of guide.actions) session.play(action);
  const pictures = guide.pictures.map(({ step, ...picture }) => {
    const position = session.positionAt(step);
    const description = game.picture.describe(position, 0);
    return { ...picture, description, changes: game.picture.changes(position, 0) };
  });
  return { type: "how", scene: game.picture.scene(), pictures, aim: guide.aim };
}
