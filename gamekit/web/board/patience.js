// How a question that is not answered at once is waited for.
const SLOW_ANSWER_MS = 400;
const NO_ANSWER_MS = 15000;

export class Patience {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  slow;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  lost;

  // `root` is marked when it takes a while; `up` hears that nothing comes.
  /** @param {Element} root @param {() => void} up */
  constructor(root, up) {
    this.root = root;
    this.up = up;
  }

  begin() {
    this.end();
    this.slow = setTimeout(() => this.root.classList.add("gk-busy"), SLOW_ANSWER_MS);
    this.lost = setTimeout(this.up, NO_ANSWER_MS);
  }

  end() {
    clearTimeout(this.slow);
    clearTimeout(this.lost);
    this.root.classList.remove("gk-busy");
  }
}
