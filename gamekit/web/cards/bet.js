// A prediction: made and stored before the result is seen, and nothing is revealed.
import {
  button,
  frameCard,
  make,
  makeGroup,
  replace,
  announceSaid,
  precedes,
  speaker,
  followVotes,
} from "../shared/dom.js";
import { Memory, storeOf } from "../shared/storage.js";
import { sayNumber } from "../shared/numbers.js";
import { numberField } from "../shared/results.js";

export class Bet {
  closed = "";
  /** Where a number is typed, while it can be. @type {any} */
  field = null;
  /** What was stored before it was asked again. @type {?number} */
  last = null;

  /** @param {HTMLElement} root @param {any} data @param {(message: any) => void} send */
  constructor(root, data, send) {
    this.root = root;
    this.data = data;
    this.say = speaker(data.words);
    this.send = send;
    this.memory = new Memory(data.key, storeOf("localStorage"));
    this.body = make("div", "gk-form");
    this.speech = frameCard(root, this.say("bet_title"), "gk-bet");
    replace(root, make("h3", {}, this.say("bet_title")), make("p", "gk-ask", data.question), this.body, this.speech);
    this.stored = data.stored;
    const kept = this.memory.recall();
    this.recalled = this.stored === null && kept !== null;
    if (this.recalled) this.store(kept);
    this.paint();
    followVotes(root, data.key, (vote) => this.hear(vote));
  }

  /** A vote on it is closed with what is stored, or with nothing; until then it can be changed. @param {import("../shared/class_types").VoteTold} vote */
  hear({ stage, text, again }) {
    const closed = stage === "talk" || stage === "told" ? text : "";
    if (again) this.reopen();
    else if (closed === this.closed) return;
    this.closed = closed;
    this.paint();
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "stored") {
      this.stored = message.value;
      this.memory.keep(message.value);
      this.speech.textContent = this.paint();
      openExplanation(this.root);
      announceSaid(this.root, { kind: "bet", key: this.data.key, value: message.value, recalled: this.recalled });
      this.recalled = false;
    } else if (message.type === "error" && this.field) this.field.complain(message.text);
    else if (message.type === "error") {
      const change = button(this.say("bet_change"), () => this.change());
      replace(this.body, make("p", "gk-refusal", message.text), change);
      this.speech.textContent = message.text;
    }
  }

  /** @param {any} value */
  store(value) {
    this.send({ do: "store", value });
  }

  // What was stored is where the next answer begins.
  reopen() {
    this.last = this.stored ?? this.last;
    this.stored = null;
  }

  change() {
    this.reopen();
    this.paint();
    /** @type {?HTMLElement} */ (this.body.querySelector("input, button"))?.focus();
  }

  // The prediction in words; empty until it is stored.
  tell() {
    const { choices, unit } = this.data;
    if (this.stored === null) return "";
    return choices ? choices[this.stored] : `${sayNumber(this.stored)} ${unit ?? ""}`.trim();
  }

  paint() {
    const { data, say } = this;
    this.root.classList.toggle("gk-stored", this.stored !== null);
    this.field = null;
    if (this.stored !== null) {
      const text = say("bet_stored", { value: this.tell() });
      const more = this.closed ? make("p", "gk-quiet", this.closed) : button(say("bet_change"), () => this.change());
      replace(this.body, make("p", "gk-good", text), more);
      return text;
    }
    if (this.closed) {
      replace(this.body, make("p", "gk-quiet", this.closed));
      return this.closed;
    }
    if (data.choices) {
      const keys = data.choices.map((/** @type {string} */ text, /** @type {number} */ index) =>
        button(text, () => this.store(index), "gk-answer"),
      );
      replace(this.body, makeGroup(data.question, "gk-moves", ...keys));
    } else {
      const field = (this.field = numberField({ ...data, value: this.last ?? data.value, title: data.question }, say));
      const store = () => field.check() && this.store(field.value());
      replace(this.body, field.node, button(say("bet_store"), store, "gk-main-button"));
    }
    return "";
  }
}

/** In JupyterLab the next explanation is folded under its heading until then; on pages predict.js opens what waits. @param {HTMLElement} root */
function openExplanation(root) {
  const keys = /** @type {HTMLElement[]} */ ([
    ...(root.closest(".jp-Notebook")?.querySelectorAll(".jp-showHiddenCellsButton") ?? []),
  ]);
  keys.find((key) => precedes(root, key))?.click();
}

/** @param {HTMLElement} root @param {any} data @param {(message: any) => void} send */
export const createBet = (root, data, send) => new Bet(root, data, send);
