// A learning platform around a page, in the words of SCORM 1.2 or of 2004, whichever it speaks. What a page tells it is the
// business of page.js and homework.js.

const MOST_WINDOWS = 20; // windows around a page that are looked through
const LONGEST_VISIT_S = 9999 * 3600;

/** @typedef {"name" | "status" | "kept" | "place" | "raw" | "min" | "max" | "time" | "exit"} Field */
/** @typedef {{call: (verb: string) => string, fields: Record<Field, string>, most: number, time: (seconds: number) => string}} Edition */

/** @type {Edition} `most`: letters that the standard gives for what is kept */
const SCORM_12 = {
  call: (verb) => `LMS${verb}`,
  fields: {
    name: "cmi.core.student_name", status: "cmi.core.lesson_status", kept: "cmi.suspend_data", place: "cmi.core.lesson_location", raw: "cmi.core.score.raw",
    min: "cmi.core.score.min", max: "cmi.core.score.max", time: "cmi.core.session_time", exit: "cmi.core.exit",
  },
  most: 4096,
  time: (seconds) => `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`,
};
/** @type {Edition} */
const SCORM_2004 = {
  call: (verb) => ({ Finish: "Terminate" })[verb] ?? verb,
  fields: {
    name: "cmi.learner_name", status: "cmi.completion_status", kept: "cmi.suspend_data", place: "cmi.location", raw: "cmi.score.raw",
    min: "cmi.score.min", max: "cmi.score.max", time: "cmi.session_time", exit: "cmi.exit",
  },
  most: 64_000,
  time: (seconds) => `PT${seconds}S`,
};

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

export class Platform {
  began = Date.now();

  /** @param {any} api the platform's own object @param {Edition} edition */
  constructor(api, edition) {
    this.api = api;
    this.edition = edition;
  }

  get most() {
    return this.edition.most;
  }

  /** @param {Field} field */
  get(field) {
    return String(this.call("GetValue", this.edition.fields[field]) ?? "");
  }

  /** @param {Field} field @param {string} value */
  set(field, value) {
    this.call("SetValue", this.edition.fields[field], value);
  }

  // Whether it goes along.
  begin() {
    if (String(this.call("Initialize", "")) !== "true") return false;
    if (["not attempted", "unknown", ""].includes(this.get("status"))) this.set("status", "incomplete");
    return true;
  }

  complete() {
    this.set("status", "completed");
  }

  // So many were right of those that there are.
  /** @param {number} right @param {number} of */
  score(right, of) {
    const share = of ? right / of : 0;
    this.set("min", "0");
    this.set("max", "100");
    this.set("raw", String(Math.round(100 * share)));
    if (this.edition === SCORM_2004) this.call("SetValue", "cmi.score.scaled", String(Math.round(100 * share) / 100));
  }

  // What comes back on the next visit.
  /** @param {string} text */
  keep(text) {
    this.set("kept", text);
    this.set("time", this.edition.time(Math.min(Math.round((Date.now() - this.began) / 1000), LONGEST_VISIT_S)));
  }

  commit() {
    this.call("Commit", "");
  }

  // Once, when the page goes: `last` tells what is still to be told.
  /** @param {() => void} last */
  atTheEnd(last) {
    let left = false;
    addEventListener("pagehide", () => {
      if (left) return;
      left = true;
      this.set("exit", "suspend");
      last();
      this.call("Finish", "");
    });
  }

  /** @param {string} verb @param {...string} values */
  call(verb, ...values) {
    return this.api[this.edition.call(verb)](...values);
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
      if (here.API) return new Platform(here.API, SCORM_12);
      if (here.API_1484_11) return new Platform(here.API_1484_11, SCORM_2004);
    } catch {
      return null; // another site's window: nothing of it may be read
    }
    if (here.parent === here) return null;
    here = here.parent;
  }
  return null;
}
