// Where a teacher scans pupils' results with a camera: its picture, and of each QR code what became of it.
import { button, list, make } from "../shared/dom.js";
import { Camera } from "./camera.js";
import { Pieces } from "./pieces.js";

/** @import { Say } from "../shared/types" */

export class ScanBox {
  pieces = new Pieces();
  /** @type {?Camera} */
  camera = null;

  /** @param {{say: Say, ready: () => Promise<boolean>, found: (code: string) => Promise<void>}} given `ready` says whether results can be read in yet; `found` reads one in, and says itself what became of it */
  constructor({ say, ready, found }) {
    this.say = say;
    this.ready = ready;
    this.found = found;
    this.video = make("video", { class: "gkh-seen", muted: true, playsinline: true, autoplay: true, hidden: true, "aria-label": say("scan_picture") });
    this.how = make("p", { class: "gk-quiet", hidden: true }, say("scan_how"));
    this.told = make("p", { role: "status" });
    this.way = button(say("scan_open"), () => (this.camera ? this.stop() : this.begin()), { "aria-pressed": "false" });
    this.node = make("div", { class: "gkh-scan" }, this.how, this.video, this.told);
  }

  async begin() {
    if (this.camera || !(await this.ready())) return;
    const camera = new Camera(this.video, (text) => this.take(text));
    this.show(camera);
    const problem = await camera.begin();
    this.told.textContent = problem && this.say(problem);
    if (problem) this.show(null);
  }

  stop() {
    this.camera?.end();
    this.show(null);
  }

  /** @param {?Camera} camera */
  show(camera) {
    this.camera = camera;
    this.video.hidden = this.how.hidden = !camera;
    this.way.textContent = this.say(camera ? "scan_stop" : "scan_open");
    this.way.setAttribute("aria-pressed", String(Boolean(camera)));
  }

  /** @param {string} text */
  async take(text) {
    const { say } = this;
    const scanned = this.pieces.take(text);
    if (!scanned) return this.tell(say("scan_strange"));
    const { number, all, missing, again, other, code } = scanned;
    if (code !== null) {
      this.tell("");
      return this.found(code);
    }
    const values = { number, all, missing: list(missing.map(String)) };
    return this.tell(say(again ? "scan_twice" : other ? "scan_other" : "scan_piece", values));
  }

  /** @param {string} text */
  tell(text) {
    this.told.textContent = text;
  }
}
