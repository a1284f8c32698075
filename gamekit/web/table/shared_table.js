// A table and all who look at it in this page, and the session in Python that follows. The game is played here; Python is
// asked for what only Python has: a student's own strategies, a box of one's own.
import { Player } from "../board/player.js";
import { showProblem } from "../shared/dom.js";
import { Lifeline } from "../shared/widget_view.js";
import { recallGreeting } from "../shared/storage.js";
import { fromSnapshot } from "./game_flow.js";
import { KernelLink } from "./kernel_link.js";
import { tableOf } from "./static_table.js";
import { makeAsker } from "./transport.js";

const FOLLOWED = ["all", "update", "view", "settings"];

/** @import { Model } from "../shared/widget_view.js" */

export class SharedTable {
  /** @type {any} */
  table;
  /** @type {any} */
  send;
  /** A sentence that came before anybody looked. @type {?[string, string]} */
  unheard = null;
  /** @type {?Promise<void>} */
  opening = null;

  /** @param {any} model */
  constructor(model) {
    this.players = new Set();
    this.line = new Lifeline(model, () => this.wire.giveUp());
    this.wire = new KernelLink(model, this.line, (message) => this.hearPython(message));
  }

  /** Another view of the board; `extras` are the player's. @param {HTMLElement} root */
  async look(root, extras = {}) {
    this.line.watch(/** @type {Element} */ (root.parentElement), root);
    try {
      this.opening ??= this.open();
      await this.opening;
    } catch (problem) {
      console.info("gamekit:", problem);
      this.opening = null;
      return void showProblem(root, problem);
    }
    const player = new Player(root, this.table.tellAll().data, this.send, extras);
    this.players.add(player);
    if (this.unheard) player.tell(...this.unheard);
    this.unheard = null;
    return player;
  }

  /** @param {any} player @param {HTMLElement} root */
  leave(player, root) {
    this.line.leave(/** @type {Element} */ (root.parentElement));
    this.players.delete(player);
    player?.stop();
  }

  async open() {
    const { wire } = this;
    const greeting = await wire.ask({ do: "hello" });
    wire.edition = greeting.edition;
    this.table = await tableOf(greeting, await wire.bring(greeting.record.game), wire);
    wire.said = JSON.stringify(this.table.state());
    this.send = makeAsker(this.table, (message) => this.hear(message));
    await this.send({ do: "hello", ...recallGreeting(greeting.key) });
  }

  /** What the table answers goes to everybody who looks, and where the game stands then to Python. @param {any} message */
  hear(message) {
    for (const player of this.players) player.receive(message);
    if (FOLLOWED.includes(message.type) && !this.table.led) this.wire.tell(this.table.state());
  }

  /** What Python tells by itself: that its session was moved, there or by another page of the same kernel, or a sentence. @param {any} message */
  hearPython(message) {
    if (message.type === "error" && this.players.size) this.hear(message);
    else if (message.type === "error") this.unheard = [message.text, message.rule];
    else if (message.type === "moved" && this.table && message.page !== this.wire.page)
      this.send({ do: "moved", state: this.addSession(message) });
  }

  /** @param {any} given */
  addSession({ made, ...state }) {
    const { table } = this;
    const session = async () => {
      /** @param {string} name @param {Record<string, any>} options @param {?string} box */
      const load = (name, options, box) => table.loadGame(name, options, box, made);
      const brought = await fromSnapshot(state, table.gamekit, table.say, load);
      brought.goto(state.step);
      return brought;
    };
    return { ...state, session };
  }
}

/** An anywidget: one table in the page, however often it is shown. `look(shared, root)` makes a view, and gives what ends it. @param {(shared: SharedTable, root: HTMLElement) => Promise<() => void>} look */
export function widgetOf(look) {
  /** @type {SharedTable} */
  let shared;
  return {
    /** @param {{model: Model}} given */
    initialize: ({ model }) => void (shared = new SharedTable(model)),
    /** @param {{el: HTMLElement}} given */
    render({ el }) {
      const root = document.createElement("section");
      el.append(root);
      const looking = look(shared, root);
      return () => looking.then((end) => end());
    },
  };
}

export const boardWidget = widgetOf(async (shared, root) => {
  const player = await shared.look(root);
  return () => shared.leave(player, root);
});
