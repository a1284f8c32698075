// A page at a table of a class: the game is on the server, which sends what this player knows and what may be done; this
// page draws it with the player of all pages. What concerns no other player (why a move is not possible) is worked out here.
import { button, make, replace, speaker } from "../shared/dom.js";
import { badge } from "../board/log.js";
import { createPlayer } from "../board/player.js";
import { Frame, LETTERS } from "../table/reel.js";
import { legalMoves, otherMoves, playersOf, why, whyHere } from "../table/telling.js";

const RETRY_MS = 1500;
const CLASS_OVER = 4001;

export class ClassTable {
  /** Whose page it is; of nobody who plays: null. @type {?number} */
  you = null;
  begun = false;
  /** What the server has said of the open decision. @type {any} */
  told = null;
  /** @type {any[]} */
  steps = [];
  /** @type {any[]} */
  frames = [];

  // `hear(message)` is told what the player is told; `send(wish)` goes to the server.
  constructor(game, words, { hear, send }) {
    this.game = game;
    this.words = words;
    this.hear = hear;
    this.wish = send;
    this.say = speaker(words);
  }

  get viewer() {
    return this.you ?? 0;
  }

  get position() {
    return this.frames.at(-1).position;
  }

  // News of the server: who sits where, the steps that are new, the open decision.
  learn({ you, begun, fresh, cut, frames, now }) {
    Object.assign(this, { you, begun, told: now });
    if (fresh) [this.steps, this.frames] = [[], []];
    const numbers = new Int32Array(this.game.layout.state.size / 4);
    if (this.frames.length) numbers.set(new Int32Array(this.position.slice().buffer));
    const news = frames.map(({ changed, step }) => {
      for (let i = 0; i < changed.length; i += 2) numbers[changed[i]] = changed[i + 1];
      if (step) this.steps.push(step);
      // Who watches sees through nobody's eyes: what is there is what all know, drawn for whoever is to move.
      return new Frame(this.game, new Uint8Array(numbers.slice().buffer), this.you);
    });
    this.frames.push(...news);
    if (fresh) return this.hear({ type: "all", data: this.everything() });
    const views = { [this.viewer]: { frames: news, steps: this.steps.slice(cut) } };
    return this.hear({ type: "update", cut, views, actions: [], now: this.now(), lines: [], line: 0 });
  }

  everything() {
    const { game, say } = this;
    return {
      key: "table",
      origin: null,
      title: game.title,
      subtitle: "",
      notice: this.you === null ? say("seat_watching") : "",
      words: this.words,
      players: playersOf(game, say),
      viewers: [{ key: String(this.viewer), name: LETTERS[this.viewer] }],
      viewer: String(this.viewer),
      scene: game.picture.scene(),
      views: { [this.viewer]: { frames: this.frames, steps: this.steps } },
      step: null,
      rules: game.rulebook,
      now: this.now(),
      actions: [],
      record: null,
      lines: [],
      line: 0,
      strategies: [],
      options: [],
      coach: false,
      seats: Array.from({ length: game.players }, (_, player) => (player === this.you ? null : "")),
      opponents: true,
      chance_acts: true,
    };
  }

  now() {
    return { ...this.told, legal: this.legal(), chance: null, chance_text: "", can_undo: false, can_redo: false };
  }

  legal() {
    return legalMoves(this.game, this.position, this.told.legal, this.say);
  }

  // What the player asks.
  ask(message) {
    const { say, told } = this;
    if (message.do === "play") return this.wish({ do: "play", action: message.action, step: message.step });
    if (message.do === "chances") return this.hear(this.chances(message.step));
    if (!told.human) return this.hear(message.do === "moves" ? { type: "moves", moves: [] } : why(told.prompt));
    if (message.do === "moves") return this.hear({ type: "moves", moves: otherMoves(this.game, told.legal) });
    if ("action" in message) {
      const refused = this.whyNot(message.action);
      return this.hear(refused ? why(refused.text, refused.rule) : why(say("table_possible")));
    }
    return this.hear(whyHere(this.game, this.position, told.legal, message.places ?? [], (action) => this.whyNot(action), say));
  }

  whyNot(action) {
    const { machine, sayer } = this.game;
    const code = machine.reason(this.position, action);
    return code ? sayer.refusal(code, this.game.actionText(action), this.you) : null;
  }

  chances(step) {
    const { game } = this;
    const { odds, action } = this.steps[step - 1];
    if (!odds) return { type: "chances", step, outcomes: [], text: this.say("seat_no_odds"), happened: null };
    const { position } = this.frames[step - 1];
    const weights = game.machine.weights(position);
    const outcomes = game.machine.legal(position).map((one, i) => ({ action: one, text: game.actionText(one), weight: weights[i] }));
    return { type: "chances", step, outcomes, text: "", happened: action };
  }
}

// `data`: game, players, code, the address of the line, the words.
export async function createTablePage(root, data) {
  const say = speaker(data.words);
  const seats = make("section", { class: "gkc-seats", "aria-label": say("seats_at") });
  const told = make("p", { class: "gk-notice gkc-told", role: "alert", hidden: true });
  const place = make("section", {});
  /** @type {?WebSocket} */
  let line = null;
  /** @type {any} */
  let player = null;
  const tell = (text) => {
    told.hidden = !text;
    told.textContent = text;
  };
  let game;
  try {
    game = await globalThis.gamekit.load(data.game, { players: data.players });
  } catch (error) {
    return replace(root, make("p", { class: "gk-notice", role: "alert" }, error.message));
  }
  replace(root, seats, told, place);
  document.body.classList.add("gkp-playing");
  const wish = (what) => (line?.readyState === WebSocket.OPEN ? line.send(JSON.stringify(what)) : tell(say("seat_lost")));
  const hear = (message) => {
    if (player) player.receive(message);
    else if (message.type === "all") player = createPlayer(place, message.data, (asked) => table.ask(asked), { plain: true, remote: true });
  };
  const table = new ClassTable(game, data.words, { hear, send: wish });

  function listen() {
    const address = new URL(data.live, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    line = new WebSocket(address);
    line.onopen = () => tell("");
    line.onmessage = (message) => {
      const news = JSON.parse(message.data);
      if ("refused" in news) {
        player?.answered();
        return tell(news.refused);
      }
      tell("");
      paintSeats(seats, news, { say, wish });
      if (news.fresh || news.frames.length || news.begun !== table.begun) table.learn(news);
      return undefined;
    };
    line.onclose = (event) => {
      tell(say("seat_lost"));
      if (event.code !== CLASS_OVER) setTimeout(listen, RETRY_MS);
      else location.reload();
    };
  }
  listen();
  return table;
}

// Who sits where; a free seat can be taken by whoever has none.
function paintSeats(node, { you, begun, seats }, { say, wish }) {
  const rows = seats.map(({ letter, name, here, computer }, seat) => {
    const who = { name: say("table_player", { letter }), letter };
    let text = name ?? say(computer ? "seat_computer" : "seat_free");
    if (name && seat === you) text = say("seat_you", { name });
    else if (name && computer) text = say("seat_computer_for", { name });
    else if (name && !here) text = say("seat_gone", { name });
    const take = name === null && you === null && button(say("seat_take", { letter }), () => wish({ do: "sit", seat }));
    return make("li", {}, badge(who, seat, say), make("span", {}, text), take);
  });
  const begin = you !== null && !begun && button(say("seat_begin"), () => wish({ do: "begin" }), { class: "gk-button gk-main-button" });
  replace(node, make("ul", {}, ...rows), begin);
}

