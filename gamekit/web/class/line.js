// A page's line to the class: a WebSocket. Where a network swallows or refuses it, the page asks every few seconds instead
// (server/class_handlers.py), and goes on trying.
import { Entry, storeOf } from "../shared/storage.js";

const ENDED = 4001;
const ANSWER_MS = 8000; // a line that has said nothing for so long is swallowed
const RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
const PAUSE_MS = 250;

/** @typedef {"opening" | "live" | "asking" | "lost" | "ended"} Standing */

export class Line {
  /** @type {Standing} */
  standing = "opening";
  /** @type {?WebSocket} */
  socket = null;
  retry = RETRY_MS;
  asks = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again = undefined;
  key = "";
  seen = 0;

  // `live` and `polled` are the addresses; `hear(message)` gets what is said, `stands(standing)` how the line is, `ended()` that
  // the page does not belong here any more.
  /** @param {{base: string, live: string, polled: string, hear: (message: any) => void, stands: (standing: Standing) => void, ended: () => void, xsrf?: string}} given */
  constructor({ base, live, polled, hear, stands, ended, xsrf = "" }) {
    this.live = new URL(live, location.href);
    this.live.protocol = this.live.protocol.replace("http", "ws");
    this.polled = new URL(polled, location.href);
    this.hear = hear;
    this.stands = stands;
    this.ended = ended;
    this.xsrf = xsrf;
    // The next page of this tab need not wait again to find out.
    this.swallowed = new Entry(`gamekit:swallowed:${base}`, storeOf("sessionStorage"));
    if (this.swallowed.recall()) this.ask();
    this.open();
  }

  /** @param {Standing} standing */
  stand(standing) {
    if (this.standing === standing) return;
    this.standing = standing;
    this.stands(standing);
  }

  open() {
    clearTimeout(this.again);
    const socket = new WebSocket(this.live);
    this.socket = socket;
    let heard = false;
    const fail = (/** @type {number} */ code) => {
      clearTimeout(silent);
      if (this.socket !== socket) return;
      this.socket = null;
      if (code === ENDED) return this.end();
      if (this.standing === "live") this.stand("lost");
      if (!heard) this.ask();
      this.again = setTimeout(() => this.open(), this.retry);
      this.retry = Math.min(LONGEST_RETRY_MS, 2 * this.retry);
    };
    const silent = setTimeout(() => {
      fail(0);
      socket.close();
    }, ANSWER_MS);
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      if (!heard) {
        clearTimeout(silent);
        heard = true;
        this.retry = RETRY_MS;
        this.swallowed.forget();
        this.stand("live");
      }
      this.hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => fail(code);
  }

  async ask() {
    if (this.asks) return;
    this.asks = true;
    while (this.standing !== "live" && this.standing !== "ended") {
      const reached = await this.askOnce();
      await new Promise((done) => setTimeout(done, reached ? PAUSE_MS : RETRY_MS));
    }
    this.asks = false;
  }

  // Whether the server has answered.
  async askOnce() {
    const { searchParams } = this.polled;
    searchParams.set("line", this.key);
    searchParams.set("seen", String(this.seen));
    try {
      const answer = await fetch(this.polled, { cache: "no-store" });
      if (!answer.ok) throw new TypeError(String(answer.status));
      const { line, told, closed } = await answer.json();
      if (["live", "ended"].includes(this.standing)) return true;
      if (closed === ENDED) this.end();
      else if (closed) this.stand("lost"); // one page too many
      if (closed) return false;
      // Where the server has just come back, the line may get through as well.
      if (this.standing === "lost" && !this.socket) this.open();
      this.swallowed.keep(true);
      if (line !== this.key) [this.key, this.seen] = [line, 0];
      this.stand("asking");
      for (const [number, text] of told) {
        this.seen = number;
        this.hear(JSON.parse(text));
      }
      return true;
    } catch (problem) {
      if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem; // no network, or no answer of ours
      if (!["live", "ended"].includes(this.standing)) this.stand("lost");
      return false;
    }
  }

  // Whether it could be sent.
  /** @param {unknown} wish */
  async send(wish) {
    const body = JSON.stringify(wish);
    if (this.standing === "live" && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(body);
      return true;
    }
    if (this.standing !== "asking") return false;
    try {
      const answer = await fetch(this.polled, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json", "X-XSRFToken": this.xsrf },
      });
      return answer.ok;
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;
      return false;
    }
  }

  end() {
    clearTimeout(this.again);
    const { socket } = this;
    this.socket = null; // what it still says is not heard
    socket?.close();
    this.stand("ended");
    this.ended();
  }
}
