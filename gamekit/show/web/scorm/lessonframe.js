// A lesson in a frame in place of the homework, until somebody goes back. Only the homework's lessons are in a package: on a
// lesson's page other ways are words.
import { button, make } from "../shared/dom.js";

/** @import { Say } from "../shared/types" */

export class LessonFrame {
  /** @type {?HTMLElement} */
  node = null;

  /** @param {{root: HTMLElement, say: Say, closed: () => void}} given `root` gives way to the frame */
  constructor({ root, say, closed }) {
    this.root = root;
    this.say = say;
    this.closed = closed;
  }

  // A click on the way to a lesson opens it here.
  /** @param {MouseEvent} event */
  take(event) {
    const link = /** @type {?HTMLAnchorElement} */ (/** @type {Element} */ (event.target).closest("a[href^='lessons/']"));
    if (!link) return;
    event.preventDefault();
    this.open(link.href, link.textContent ?? "", link);
  }

  /** @param {string} address @param {string} title @param {HTMLElement} from */
  open(address, title, from) {
    const { root, say } = this;
    const frame = make("iframe", { src: address, title });
    const back = button(say("keeper_back"), () => this.close(from));
    frame.addEventListener("load", () => this.tame(frame, address, from));
    this.node = make("div", { class: "gk gkh-frame" }, back, frame);
    this.scrolled = window.scrollY;
    document.body.classList.add("gkh-framing");
    root.hidden = true;
    root.after(this.node);
    back.focus();
  }

  /** @param {HTMLElement} from what had the focus */
  close(from) {
    this.node?.remove();
    this.node = null;
    this.root.hidden = false;
    document.body.classList.remove("gkh-framing");
    this.closed();
    window.scrollTo(0, this.scrolled ?? 0);
    from.focus();
  }

  /** @param {HTMLIFrameElement} frame @param {string} address @param {HTMLElement} from */
  tame(frame, address, from) {
    const page = frame.contentDocument;
    if (!page || page.location.href.split("#")[0] !== address) return this.close(from);
    for (const link of page.querySelectorAll("a[href]")) {
      const to = link.getAttribute("href") ?? "";
      if (link.matches(".gk-homework a, .gk-bar > a")) link.remove(); // the way back is above the frame
      else if (isElsewhere(to)) link.replaceWith(...link.childNodes);
    }
    page.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("a[href]");
      if (link && isElsewhere(link.getAttribute("href") ?? "")) event.preventDefault();
    });
    return undefined;
  }
}

// Whether an address leads to another page of the site.
/** @param {string} to */
function isElsewhere(to) {
  return Boolean(to) && !to.startsWith("#") && !/^[a-z]+:/i.test(to);
}
