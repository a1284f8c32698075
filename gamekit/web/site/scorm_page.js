// A lesson inside a learning platform: what was done there comes back on the next visit, and the platform hears how far a pupil
// has come and how the exit ticket went (SCORM 1.2). Without a platform around it the page is as it always is.
// Runs in the head, before anything on the page looks at what the browser has kept.
import { MOST_KEPT, findPlatform } from "./scorm_platform.js";

const RETRY_MS = 5000;

export function tellPlatform() {
  const { ticket, questions, lost } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  const lesson = decodeURIComponent(location.pathname)
    .replace(/^.*\/lessons\//, "")
    .replace(/\.html$/, "");
  const own = `gamekit:${location.pathname}:`;
  const done = `gamekit:done:${lesson}`;

  const found = findPlatform();
  if (!found) return;
  const platform = found;

  /** What was answered in the exit ticket, first, by question. @type {Record<string, {right: boolean, value: number}>} */
  let tickets = {};
  /** @type {?HTMLElement} */
  let notice = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  let showed = false;
  if (platform.begin()) recall();

  // `late`: the platform answers only now, and what was done meanwhile stays.
  function recall(late = false) {
    const kept = platform.kept();
    if (!kept) return;
    try {
      const { page, steps, answered } = JSON.parse(kept);
      tickets = { ...answered, ...tickets };
      const found = { ...(typeof steps === "string" ? { [done]: steps } : {}) };
      for (const [name, text] of Object.entries(page ?? {})) found[own + name] = String(text);
      for (const [name, text] of Object.entries(found))
        if (!late || localStorage.getItem(name) === null) localStorage.setItem(name, text);
    } catch (problem) {
      console.info("gamekit: what the platform has kept cannot be read:", /** @type {Error} */ (problem).message);
    }
  }

  // What the browser has kept of this page; what is longest goes first where not everything has room.
  function collect() {
    /** @type {[string, string][]} */
    const page = [];
    try {
      for (let place = 0; place < localStorage.length; place++) {
        const name = localStorage.key(place) ?? "";
        if (name.startsWith(own)) page.push([name.slice(own.length), localStorage.getItem(name) ?? ""]);
      }
      page.sort((one, other) => one[1].length - other[1].length);
      const steps = localStorage.getItem(done);
      for (;;) {
        const text = JSON.stringify({ steps, answered: tickets, page: Object.fromEntries(page) });
        if (text.length <= MOST_KEPT || page.length === 0) return text;
        page.pop();
      }
    } catch {
      return JSON.stringify({ answered: tickets }); // the browser keeps nothing here
    }
  }

  // What the platform does not take is sent again, and the pupil is told as long as that lasts.
  function tell() {
    clearTimeout(again);
    if (!platform.begun && platform.begin()) recall(true);
    platform.keep(collect());
    const taken = platform.send();
    if (!taken) again = setTimeout(tell, RETRY_MS);
    if (taken) notice?.remove();
    else if (!notice?.isConnected) {
      notice = document.createElement("p");
      notice.className = "gk gk-notice gk-untold";
      notice.setAttribute("role", "alert");
      notice.textContent = lost ?? "";
      document.body.prepend(notice);
    }
  }

  // On a later visit the ticket shows what was answered.
  document.addEventListener("gamekit:card", () =>
    queueMicrotask(() => {
      const card = ticket && document.querySelector(`[data-key="${CSS.escape(ticket)}"]`);
      if (!card || showed) return;
      showed = true;
      for (const [key, { value }] of Object.entries(tickets)) {
        const number = Number(key.slice(`${ticket}/`.length));
        card.dispatchEvent(
          new CustomEvent("gamekit:vote", { detail: { number, stage: "told", text: "", value, again: false } }),
        );
      }
    }),
  );

  document.addEventListener("gamekit:step", (event) => {
    const { name, done: finished, steps } = /** @type {CustomEvent} */ (event).detail;
    platform.place(name);
    if (finished === steps) platform.complete();
    tell();
  });

  // The first answer to each question of the exit ticket counts: after it the page has said what is right.
  document.addEventListener("gamekit:said", (event) => {
    const { kind, key, right, value } = /** @type {CustomEvent} */ (event).detail;
    if (kind === "answer" && ticket && key.startsWith(`${ticket}/`) && !(key in tickets)) {
      tickets[key] = { right, value };
      platform.score(Object.values(tickets).filter((one) => one.right).length, Number(questions));
    }
    setTimeout(tell, 0); // the card keeps it after it has said it
  });

  // Other pages of the site are not in this package: what leads to them is words.
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("a[href]")) {
      const to = link.getAttribute("href") ?? "";
      if (to && !to.startsWith("#") && !/^[a-z]+:/i.test(to)) link.replaceWith(...link.childNodes);
    }
  });

  platform.atTheEnd(tell);
}
