// A part of the page as an anywidget, and whether the Python behind it still knows it.
import { make } from "./dom.js";

const BUSY_MS = 1000;

/** @typedef {{get?(name: string): any, on(name: string, hear: (...given: any[]) => void): void, off(name: string, hear: (...given: any[]) => void): void, send(message: any, callbacks?: any): void}} Model anywidget's */

export class Lifeline {
  /** A notice in each place that is watched, if there is one. @type {Map<Element, ?Element>} */
  places = new Map();
  heard = true;

  /** `lost()` hears of it besides the reader, who is told in each place that is watched. @param {Model} model @param {() => void} lost */
  constructor(model, lost = () => {}) {
    this.model = model;
    this.lost = lost;
    this.says = model.get?.("without_python") ?? {};
    this.ended = () => this.showNotice(); // told once a model lives: that it does no more
    this.hear = () => {
      this.heard = true;
      this.clearNotices();
    };
    model.on("msg:custom", this.hear);
    model.on("comm_live_update", this.ended);
  }

  /** Until Python has told what stands in the `root` of a place, it says why it is empty. @param {Element} el @param {Element} root */
  watch(el, root) {
    this.places.set(el, null);
    const wait = () =>
      root.childElementCount || !this.says.busy || root.append(make("p", "gk gk-quiet", this.says.busy));
    setTimeout(wait, BUSY_MS);
  }

  /** @param {Element} el */
  leave(el) {
    this.places.delete(el);
  }

  /** @param {any} message */
  send(message) {
    /** @param {{content: {execution_state: string}}} told */
    const status = ({ content }) => {
      if (content.execution_state === "busy") this.heard = false;
      else if (content.execution_state === "idle" && !this.heard) this.showNotice();
    };
    try {
      this.model.send(message, { iopub: { status } });
    } catch (problem) {
      console.info("gamekit: nobody hears this widget any more:", problem);
      this.showNotice();
    }
  }

  // Say what is to be done, once.
  showNotice() {
    if (!this.says.gone) return;
    for (const [el, notice] of this.places) {
      if (notice) continue;
      const gone = make("p", { class: "gk gk-notice", role: "alert" }, this.says.gone);
      this.places.set(el, gone);
      el.prepend(gone);
    }
    this.lost();
  }

  clearNotices() {
    for (const [el, notice] of this.places) {
      notice?.remove();
      this.places.set(el, null);
    }
  }

  end() {
    this.model.off("msg:custom", this.hear);
    this.model.off("comm_live_update", this.ended);
  }
}

/** @typedef {{receive(message: any): void, onDisconnect?(): void, stop?(): void}} Shown */

/**
 * @param {(root: HTMLElement, data: any, send: (message: any) => void) => Shown} create
 * @param {(model: Model) => object} greeting
 */
export function viewOf(create, greeting = () => ({})) {
  /** @param {{model: Model, el: HTMLElement}} given */
  return ({ model, el }) => {
    const root = document.createElement("section");
    el.append(root);
    /** @type {?Shown} */
    let shown = null;
    const line = new Lifeline(model, () => shown?.onDisconnect?.());
    line.watch(el, root);
    /** @param {any} message */
    const send = (message) => line.send(message);
    /** A second view of the same widget is greeted as well; what this one shows goes on. @param {any} message */
    const hear = (message) => {
      if (message.type === "all" && !shown) shown = create(root, message.data, send);
      else shown?.receive(message);
    };
    model.on("msg:custom", hear);
    send({ do: "hello", ...greeting(model) });
    return () => {
      model.off("msg:custom", hear);
      line.end();
      shown?.stop?.();
    };
  };
}
