// What the page itself remembers of a game, so that a reload or a lost kernel loses nothing.

export class Memory {
  constructor(key) {
    this.key = `gamekit:${window.location.pathname}:${key}`;
  }

  keep(snapshot) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(snapshot));
    } catch (problem) {
      // Storage may be forbidden (private windows, file://) or full: then a reload starts afresh.
      console.info("gamekit: this page cannot keep the game:", problem.message);
    }
  }

  recall() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "null");
    } catch (problem) {
      console.info("gamekit: the kept game cannot be read:", problem.message);
      return null;
    }
  }
}
