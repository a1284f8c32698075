// A lesson inside a learning platform: what was done there comes back on the next visit, and the platform hears how far a pupil
// has come and how the exit ticket went (SCORM 1.2). Without a platform around it the page is as it always is.
// Runs in the head, before anything on the page looks at what the browser has kept.
import { MOST_KEPT, findPlatform } from "./platform.js";

export function tellPlatform() {
  const { ticket, questions } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  const lesson = decodeURIComponent(location.pathname).replace(/^.*\/lessons\//, "").replace(/\.html$/, "");
  const own = `gamekit:${location.pathname}:`;
  const done = `gamekit:done:${lesson}`;

  const found = findPlatform();
  if (!found?.begin()) return;
  const platform = found;

  /** @type {Record<string, boolean>} */
  let tickets = {};
  recall();

  function recall() {
    const kept = platform.kept();
    if (!kept) return;
    try {
      const { page, steps, answered } = JSON.parse(kept);
      tickets = answered ?? {};
      if (typeof steps === "string") localStorage.setItem(done, steps);
      for (const [name, text] of Object.entries(page ?? {})) localStorage.setItem(own + name, String(text));
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

  function tell() {
    platform.keep(collect());
    platform.commit();
  }

  document.addEventListener("gamekit:step", (event) => {
    const { name, done: finished, steps } = /** @type {CustomEvent} */ (event).detail;
    platform.place(name);
    if (finished === steps) platform.complete();
    tell();
  });

  // The first answer to each question of the exit ticket counts: after it the page has said what is right.
  document.addEventListener("gamekit:said", (event) => {
    const { kind, key, right } = /** @type {CustomEvent} */ (event).detail;
    if (kind === "answer" && ticket && key.startsWith(`${ticket}/`) && !(key in tickets)) {
      tickets[key] = right;
      platform.score(Object.values(tickets).filter(Boolean).length, Number(questions));
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
