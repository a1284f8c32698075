// A learning platform around a page, in the words of SCORM 1.2. What a page tells it is the business of scorm_page.js.

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

  // What it answers; empty where it throws or answers nothing.
  /** @param {string} name @param {string[]} given */
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

  // It is sent by `send`, until the platform has taken it.
  /** @param {string} field @param {string} value */
  set(field, value) {
    this.waiting.set(field, value);
  }

  // Whether it goes along.
  begin() {
    this.begun = this.call("LMSInitialize", "") === "true";
    if (
      this.begun &&
      !STATES.includes(this.get("cmi.core.lesson_status")) &&
      !this.waiting.has("cmi.core.lesson_status")
    ) {
      this.set("cmi.core.lesson_status", "incomplete");
    }
    return this.begun;
  }

  // Whether it has taken everything. A field that it does not know at all is not missed.
  send() {
    if (!this.begun) return false;
    for (const [field, value] of this.waiting) {
      const taken =
        this.call("LMSSetValue", field, value) === "true" || this.call("LMSGetLastError") === NOT_IMPLEMENTED;
      if (!taken) return false;
      this.waiting.delete(field);
      this.committed = false;
    }
    this.committed ||= this.call("LMSCommit", "") === "true";
    return this.committed;
  }

  complete() {
    this.set("cmi.core.lesson_status", "completed");
  }

  // Which step the pupil is at.
  /** @param {string} name */
  place(name) {
    this.set("cmi.core.lesson_location", name);
  }

  // So many were right of those that there are.
  /** @param {number} right @param {number} of */
  score(right, of) {
    this.set("cmi.core.score.min", "0");
    this.set("cmi.core.score.max", "100");
    this.set("cmi.core.score.raw", String(Math.round((100 * right) / of)));
  }

  // What comes back on the next visit.
  kept() {
    return this.get("cmi.suspend_data");
  }

  /** @param {string} text */
  keep(text) {
    this.set("cmi.suspend_data", text);
    this.set(
      "cmi.core.session_time",
      durationText(Math.min(Math.round((Date.now() - this.began) / 1000), LONGEST_VISIT_S)),
    );
  }

  // Once, when the page goes: `last` tells what is still to be told.
  /** @param {() => void} last */
  atTheEnd(last) {
    let left = false;
    addEventListener("pagehide", () => {
      if (left) return;
      left = true;
      this.set("cmi.core.exit", "suspend");
      last();
      this.call("LMSFinish", "");
    });
  }
}

// The platform's own object stands in a window around this one, or in the one that opened it.
export function findPlatform() {
  return findAround(window) ?? (window.opener ? findAround(window.opener) : null);
}

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
