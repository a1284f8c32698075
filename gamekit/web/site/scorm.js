// A lesson inside a learning platform (SCORM 1.2): what was done there comes back on the next visit, and the platform hears how
// far a pupil has come and how the exit ticket went. Without a platform around it the page is as it always is.
// Runs in the head, before anything on the page looks at what the browser has kept.

export const MOST_KEPT = 4096; // letters that the standard gives for what is kept
const NOT_IMPLEMENTED = "401";
const STATES = ["passed", "completed", "failed", "incomplete", "browsed"];
const MOST_WINDOWS = 20; // windows around a page that are looked through
const LONGEST_VISIT_S = 9999 * 3600;

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** @param {number} seconds */
function durationText(seconds) {
  return `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

export class Platform {
  began = Date.now();
  begun = false;
  committed = true;
  /** What the platform has not taken yet, by its field. @type {Map<string, string>} */
  waiting = new Map();

  /** @param {any} api the platform's own object */
  constructor(api) {
    this.api = api;
  }

  /** What it answers; empty where it throws or answers nothing. @param {string} name @param {string[]} given */
  call(name, ...given) {
    try {
      return String(this.api[name](...given) ?? "");
    } catch (problem) {
      console.info(`gamekit: the platform fails at ${name}:`, problem);
      return "";
    }
  }

  /** @param {string} field */
  get(field) {
    return this.call("LMSGetValue", field);
  }

  /** It is sent by `send`, until the platform has taken it. @param {string} field @param {string} value */
  set(field, value) {
    this.waiting.set(field, value);
  }

  // Whether it goes along.
  begin() {
    const state = "cmi.core.lesson_status";
    this.begun = this.call("LMSInitialize", "") === "true";
    if (this.begun && !STATES.includes(this.get(state)) && !this.waiting.has(state)) this.set(state, "incomplete");
    return this.begun;
  }

  // Whether it has taken everything. A field that it does not know at all is not missed.
  send() {
    if (!this.begun) return false;
    for (const [field, value] of this.waiting) {
      const taken = this.call("LMSSetValue", field, value) === "true";
      if (!taken && this.call("LMSGetLastError") !== NOT_IMPLEMENTED) return false;
      this.waiting.delete(field);
      this.committed = false;
    }
    this.committed ||= this.call("LMSCommit", "") === "true";
    return this.committed;
  }

  /** So many were right of those that there are. @param {number} right @param {number} of */
  score(right, of) {
    this.set("cmi.core.score.min", "0");
    this.set("cmi.core.score.max", "100");
    this.set("cmi.core.score.raw", String(Math.round((100 * right) / of)));
  }

  /** @param {string} text */
  keep(text) {
    const seconds = Math.min(Math.round((Date.now() - this.began) / 1000), LONGEST_VISIT_S);
    this.set("cmi.suspend_data", text);
    this.set("cmi.core.session_time", durationText(seconds));
  }

  /** When the page goes: `last` tells what is still to be told. @param {() => void} last */
  atTheEnd(last) {
    const leave = () => {
      this.set("cmi.core.exit", "suspend");
      last();
      this.call("LMSFinish", "");
    };
    addEventListener("pagehide", leave, { once: true });
  }
}

// The platform's own object stands in a window around this one, or in the one that opened it.
const findPlatform = () => findAround(window) ?? (window.opener ? findAround(window.opener) : null);

/** @param {Window} start */
function findAround(start) {
  /** @type {any} */
  let here = start;
  for (let depth = 0; depth < MOST_WINDOWS; depth++) {
    try {
      if (here.API) return new Platform(here.API);
    } catch {
      return null; // another site's window: nothing of it may be read
    }
    if (here.parent === here) return null;
    here = here.parent;
  }
  return null;
}

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
    const kept = platform.get("cmi.suspend_data");
    if (!kept) return;
    try {
      const { page, steps, answered } = JSON.parse(kept);
      tickets = { ...answered, ...tickets };
      const found = { ...(typeof steps === "string" ? { [done]: steps } : {}) };
      for (const [name, text] of Object.entries(page ?? {})) found[own + name] = String(text);
      for (const [name, text] of Object.entries(found))
        if (!late || localStorage.getItem(name) === null) localStorage.setItem(name, text);
    } catch (problem) {
      console.info("gamekit: what the platform has kept cannot be read:", problem);
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
        const detail = { number, stage: "told", text: "", value, again: false };
        card.dispatchEvent(new CustomEvent("gamekit:vote", { detail }));
      }
    }),
  );

  document.addEventListener("gamekit:step", ({ detail: { name, done: finished, steps } }) => {
    platform.set("cmi.core.lesson_location", name);
    if (finished === steps) platform.set("cmi.core.lesson_status", "completed");
    tell();
  });

  // The first answer to each question of the exit ticket counts: after it the page has said what is right.
  document.addEventListener("gamekit:said", ({ detail }) => {
    const { key, value } = detail;
    if (detail.kind === "answer" && ticket && key.startsWith(`${ticket}/`) && !(key in tickets)) {
      tickets[key] = { right: detail.right, value };
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
