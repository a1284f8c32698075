// How to play: moments of a real game, drawn by the game's own picture, with a sentence each. Which ones is the game's
// business.
import { Board } from "../board/board.js";
import { button, make, replace } from "../shared/dom.js";

/** @import { Child, Say } from "../shared/types" */

export class HowTo {
  // `load(options)` brings the game; `again()` makes the button that begins the guided round, where there is one now.
  /** @param {{say: Say, guide: any, load: (options: any) => any, again?: () => Child}} given */
  constructor({ say, guide, load, again = () => null }) {
    this.say = say;
    this.guide = guide;
    this.load = load;
    this.again = again;
    this.list = make("ol", { class: "gkp-how" });
    this.keys = make("div", { class: "gkp-go" });
    this.node = make("dialog", { class: "gk gkp-dialog", "aria-label": say("how_title") }, make("h3", {}, say("how_title")), this.list, this.keys);
    this.node.addEventListener("click", (event) => event.target === this.node && this.close());
  }

  button() {
    return button(this.say("how_title"), () => this.show());
  }

  async show() {
    if (!this.node.isConnected) document.body.append(this.node);
    replace(this.keys, this.again(), button(this.say("close"), () => this.close(), { class: "gk-button gk-main-button" }));
    this.node.showModal();
    this.node.scrollTop = 0;
    if (!this.list.children.length) await this.draw();
  }

  close() {
    this.node.close();
  }

  // The game is replayed when somebody looks for the first time.
  async draw() {
    const { guide, say } = this;
    const game = await this.load({ players: guide.players });
    const session = game.session(0);
    for (const action of guide.actions) session.play(action);
    for (const moment of guide.pictures) {
      const board = new Board({ say, fixed: true });
      this.list.append(make("li", {}, make("figure", {}, make("div", { class: "gkp-how-picture" }, board.node), make("figcaption", {}, moment.text))));
      const position = session.positionAt(moment.step);
      board.mount(game.picture.scene());
      board.frame(moment.frame);
      const description = game.picture.describe(position, 0);
      board.show(new Map(Object.entries(game.picture.changes(position, 0))), { title: moment.text, description, animate: false, targets: new Map() });
      board.pointing.at(moment.points);
    }
  }
}
