// A part of the page as an anywidget: a view says hello, Python answers with everything, and the part is made of it.
// `create(root, data, send)` makes it; `greeting(model)` is what the hello says besides.
import { Lifeline } from "./lifeline.js";

/** @import { Model } from "./lifeline.js" */
/** @typedef {{receive(message: any): void, forsaken?(): void, stop?(): void}} Shown */

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
    const line = new Lifeline(model, () => shown?.forsaken?.());
    line.watch(el, root);
    /** @param {any} message */
    const send = (message) => line.send(message);
    // A second view of the same widget is greeted as well; what this one shows goes on.
    /** @param {any} message */
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
