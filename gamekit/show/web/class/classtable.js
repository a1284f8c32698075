// A page at a table of a class: the game is on the server, which sends what this player knows and what may be done; this
// page draws it with the player of all pages. What concerns no other player (why a move is not possible) is worked out here.
import { button, make, replace, speaker } from "../shared/dom.js";
import { badge } from "../board/log.js";
import { createPlayer } from "../board/player.js";
import { LETTERS } from "../table/reel.js";
import { mostTelling, why } from "../table/telling.js";

const RETRY_MS = 1500;
const CLASS_OVER = 4001;

// One position as this player knows it, drawn when somebody looks.
class SeenFrame {
  constructor(game, position, viewer) {
    Object.assign(this, { game, position, viewer });
  }

  get whole() {
    this.table ??= this.game.picture.changes(this.position, this.viewer);
    return this.table;
  }

  get description() {
    this.words ??= this.game.picture.describe(this.position, this.viewer);
    return this.words;
  }
}

export class ClassTable {
  // `hear(message)` is told what the player is told; `send(wish)` goes to the server.
  constructor(game, words, { hear, send }) {
    Object.assign(this, { game, words, hear, wish: send, say: speaker(words) });
    this.steps = [];
    this.frames = [];
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
      return new SeenFrame(this.game, new Uint8Array(numbers.slice().buffer), this.you);
    });
    this.frames.push(...news);
    if (fresh) return this.hear({ type: "all", data: this.everything() });
    const views = { [this.viewer]: { frames: news, steps: this.steps.slice(cut) } };
    return this.hear({ type: "update", cut, views, actions: [], now: this.now(), lines: [], line: 0 });
  }

  everything() {
    const { game, say } = this;
    const players = [...LETTERS.slice(0, game.players)].map((letter) => ({ name: say("table_player", { letter }), letter }));
    return {
      key: "table",
      origin: null,
      title: game.title,
      subtitle: "",
      notice: this.you === null ? say("seat_watching") : "",
      words: this.words,
      players,
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
      seats: players.map((_, player) => (player === this.you ? null : "")),
      opponents: true,
      chance_acts: true,
    };
  }

  now() {
    return { ...this.told, legal: this.legal(), chance: null, chance_text: "", can_undo: false, can_redo: false };
  }

  legal() {
    const { game, say, position } = this;
    const { legal } = this.told;
    if (!legal.length) return [];
    const places = game.picture.targets(position, legal);
    const cards = game.picture.sources(position, legal);
    const means = game.picture.hints(position, legal);
    return legal.map((action) => {
      const text = game.actionText(action);
      const told = means[action] ? say("table_hinted", { action: text, hint: means[action] }) : text;
      return { action, text: told, target: places[action] ?? null, source: cards[action] ?? null };
    });
  }

  // What the player asks.
  ask(message) {
    const { say, told } = this;
    if (message.do === "play") return this.wish({ do: "play", action: message.action, step: message.step });
    if (message.do === "chances") return this.hear(this.chances(message.step));
    if (!told.human) return this.hear(message.do === "moves" ? { type: "moves", moves: [] } : why(told.prompt));
    if (message.do === "moves") return this.hear({ type: "moves", moves: this.impossible() });
    if ("action" in message) {
      const refused = this.whyNot(message.action);
      return this.hear(refused ? why(refused.text, refused.rule) : why(say("table_possible")));
    }
    return this.hear(this.whyHere(message.places ?? []));
  }

  whyNot(action) {
    const { machine, sayer } = this.game;
    const code = machine.reason(this.position, action);
    return code ? sayer.refusal(code, this.game.actionText(action), this.you) : null;
  }

  impossible() {
    const legal = new Set(this.told.legal);
    const every = Array.from({ length: this.game.numActions }, (_, action) => action);
    return every.filter((action) => !legal.has(action)).map((action) => ({ action, text: this.game.actionText(action) }));
  }

  whyHere(places) {
    const { game, say, told } = this;
    const every = Object.entries(game.picture.targets(this.position, Array.from({ length: game.numActions }, (_, i) => i)));
    for (const place of places) {
      const actions = every.filter(([, names]) => names.split(" ").includes(place)).map(([action]) => Number(action));
      const refused = new Map(actions.map((action) => [action, this.whyNot(action)]).filter(([, against]) => against));
      if (refused.size < actions.length) return why(say("table_possible"));
      if (refused.size) {
        const { text, rule } = mostTelling(game, told.legal, refused);
        return why(text, rule);
      }
    }
    return why(say("table_no_move_here"));
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
  let line = null;
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

