// A page's line to the class: a WebSocket. Where a network swallows or refuses it, the page polls every few seconds instead
// (server/class_handlers.py), and goes on trying.
import { askClass, sendToClass } from "./requests.js";
import { Entry, storeOf } from "../shared/storage.js";

/** @import { LineSettings, LineState, PolledAnswer } from "../shared/class_types" */

const ENDED = 4001;
const ANSWER_MS = 8000; // a line that has said nothing for so long is swallowed
const RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
const PAUSE_MS = 250;

/** @template T messages of the server */
export class Line {
  /** @type {LineState} */
  state = "opening";
  /** @type {?WebSocket} */
  socket = null;
  retry = RETRY_MS;
  isPolling = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retryTimer;
  key = "";
  seen = 0;

  /** @param {LineSettings<T>} given */
  constructor({ base, live, polled, onMessage, onState, onEnd, xsrf = "" }) {
    this.live = new URL(live, location.href);
    this.live.protocol = this.live.protocol.replace("http", "ws");
    this.polled = new URL(polled, location.href);
    this.onMessage = onMessage;
    this.onState = onState;
    this.onEnd = onEnd;
    this.xsrf = xsrf;
    // The next page of this tab need not wait again to find out.
    this.swallowed = new Entry(`gamekit:swallowed:${base}`, storeOf("sessionStorage"));
    if (this.swallowed.recall()) this.poll();
    this.open();
  }

  /** @param {LineState} state */
  setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.onState(state);
  }

  open() {
    clearTimeout(this.retryTimer);
    const socket = new WebSocket(this.live);
    this.socket = socket;
    let heard = false;
    const fail = (/** @type {number} */ code) => {
      clearTimeout(silent);
      if (this.socket !== socket) return;
      this.socket = null;
      if (code === ENDED) return this.end();
      if (this.state === "live") this.setState("lost");
      if (!heard) this.poll();
      this.retryTimer = setTimeout(() => this.open(), this.retry);
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
        this.setState("live");
      }
      this.onMessage(JSON.parse(data));
    };
    socket.onclose = ({ code }) => fail(code);
  }

  async poll() {
    if (this.isPolling) return;
    this.isPolling = true;
    while (this.state !== "live" && this.state !== "ended") {
      const reached = await this.pollOnce();
      await new Promise((done) => setTimeout(done, reached ? PAUSE_MS : RETRY_MS));
    }
    this.isPolling = false;
  }

  /** Ask for messages, and return whether the server has answered. */
  async pollOnce() {
    const { searchParams } = this.polled;
    searchParams.set("line", this.key);
    searchParams.set("seen", String(this.seen));
    const answer = await askClass(this.polled);
    if (["live", "ended"].includes(this.state)) return true;
    const { line, told, closed } = /** @type {PolledAnswer} */ (answer?.ok ? answer.told : {});
    if (closed === ENDED) this.end();
    else if (closed || !told) this.setState("lost"); // one page too many, or not reached
    if (closed || !told) return false;
    // Where the server has just come back, the line may get through as well.
    if (this.state === "lost" && !this.socket) this.open();
    this.swallowed.keep(true);
    if (line !== this.key) [this.key, this.seen] = [line, 0];
    this.setState("polling");
    for (const [number, text] of told) {
      this.seen = number;
      this.onMessage(JSON.parse(text));
    }
    return true;
  }

  /** Send a wish, and return whether it could be sent. @param {unknown} wish */
  async send(wish) {
    if (this.state === "live" && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(wish));
      return true;
    }
    if (this.state !== "polling") return false;
    return Boolean((await sendToClass(this.polled, wish, this.xsrf))?.ok);
  }

  end() {
    clearTimeout(this.retryTimer);
    const { socket } = this;
    this.socket = null; // what it still says is not heard
    socket?.close();
    this.setState("ended");
    this.onEnd();
  }
}
