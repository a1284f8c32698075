// What the page itself remembers, so that a reload or a lost kernel loses nothing.

// What a browser keeps under one name.
export class Entry {
  /** @param {string} key @param {?Storage} store null where a browser gives none: then everything below fails, and says so */
  constructor(key, store) {
    this.store = /** @type {Storage} */ (store);
    this.key = key;
  }

  /** Whether it could be kept. @param {unknown} value */
  keep(value) {
    try {
      this.store.setItem(this.key, JSON.stringify(value));
      return true;
    } catch (problem) {
      // Storage may be forbidden (private windows, file://) or full: then a reload starts afresh.
      console.info(`gamekit: this page cannot keep ${this.key}:`, problem);
      return false;
    }
  }

  forget() {
    try {
      this.store.removeItem(this.key);
    } catch (problem) {
      console.info(`gamekit: this page cannot forget ${this.key}:`, problem);
    }
  }

  // What is kept; null where there is nothing, or nothing that can be read.
  recall() {
    try {
      return JSON.parse(this.store.getItem(this.key) ?? "null");
    } catch (problem) {
      console.info(`gamekit: this page cannot read ${this.key}:`, problem);
      return null;
    }
  }
}

// A page's own: a game is kept for its tab; predictions and answers are kept in the browser, across tabs and visits.
export class Memory extends Entry {
  /** @param {string} name @param {?Storage} store */
  constructor(name, store = storeOf("sessionStorage")) {
    // Voilà may serve one lesson alone, whatever its name, at the root.
    super(`gamekit:${window.location.pathname}${globalThis.document?.body?.dataset.lesson ?? ""}:${name}`, store);
    this.name = name;
  }

  // Where a game waits that this page cannot go on with, until one can.
  get aside() {
    return new Memory(`${this.name}:aside`, this.store);
  }

  // Put what is kept there, out of the way of what will be kept; without room for it it stays where it is.
  setAside() {
    const kept = this.recall();
    if (kept && this.aside.keep(kept)) this.forget();
  }
}

/** What a new view of a board says first: the game this page has kept, and the one that waits;
 * `onRestored` hears whether the first does not fit and waits too, and whether the other goes on. @param {string} key */
export function recallGreeting(key) {
  const memory = new Memory(key);
  /** @param {{unfit?: unknown, returned?: unknown}} what */
  const onRestored = ({ unfit, returned }) => (unfit ? memory.setAside() : returned && memory.aside.forget());
  return { snapshot: memory.recall(), aside: memory.aside.recall(), onRestored };
}

/** What the browser keeps for this tab, or across tabs and visits. @param {"sessionStorage" | "localStorage"} which */
export function storeOf(which) {
  try {
    return window[which];
  } catch {
    return null; // forbidden: then nothing is kept, and `keep` says so
  }
}
