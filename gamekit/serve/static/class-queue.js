// What a page has still to send to the class: kept in this browser, and sent in its order, until the server has it.

const RETRY_MS = 2000;

export class Queue {
  sending = false;
  ended = false;

  // `own` begins the names of what is kept. `deliver(report)` resolves to "stored", "later", or the reason why the server does
  // not want it; `mark(report, key, values)` hears how it stands.
  /** @param {{own: string, deliver: (report: any) => Promise<string>, mark: (report: any, key: string, values?: any) => void, wait?: number}} given */
  constructor({ own, deliver, mark, wait = RETRY_MS }) {
    this.kept = { queue: `${own}queue`, sent: `${own}sent`, turn: `${own}turn` };
    this.deliver = deliver;
    this.mark = mark;
    this.wait = wait;
  }

  put(report) {
    if (this.ended) return;
    const same = (one) => one.kind === report.kind && one.lesson === report.lesson && one.key === report.key && one.round === report.round;
    // A step or a bet that was changed before it could be sent: only the last one matters. The first answer counts.
    this.change((all) => [...(report.kind === "answer" ? all : all.filter((one) => !same(one))), { ...report, turn: this.count() }]);
    this.send();
  }

  // What of a card the server has: its round and value.
  /** @param {?string} lesson @param {string} key */
  last(lesson, key) {
    return recall(this.kept.sent, {})[`${lesson}|${key}`];
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let first; !this.ended && (first = recall(this.kept.queue, [])[0]); ) {
      const outcome = await this.deliver(first);
      if (outcome === "later") {
        for (const one of recall(this.kept.queue, [])) this.mark(one, "waiting"); // those behind the first wait, too
        await new Promise((done) => setTimeout(done, this.wait));
        continue;
      }
      this.change((all) => all.filter((one) => one.turn !== first.turn));
      if (outcome === "stored") {
        this.confirm(first);
        this.mark(first, "sent");
      } else if (first.kind !== "step") this.mark(first, "refused", { reason: outcome });
    }
    this.sending = false;
  }

  end() {
    this.ended = true;
    for (const key of Object.values(this.kept)) localStorage.removeItem(key);
  }

  // Two tabs share the queue: it is read anew for every change.
  change(change) {
    keep(this.kept.queue, change(recall(this.kept.queue, [])));
  }

  // Turns grow, whatever tab counts them.
  count() {
    const turn = Math.max(recall(this.kept.turn, 0) + 1, Date.now());
    keep(this.kept.turn, turn);
    return turn;
  }

  confirm({ kind, lesson, key, round, value }) {
    if (kind === "step") return;
    keep(this.kept.sent, { ...recall(this.kept.sent, {}), [`${lesson}|${key}`]: { round, value } });
  }
}

export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch (problem) {
    console.info("gamekit: what was kept for the class cannot be read:", problem.message);
    return otherwise;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (problem) {
    console.info("gamekit: nothing can be kept for the class:", problem.message);
  }
}
