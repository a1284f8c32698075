// What a page has still to send to the class: kept in this browser, and sent in its order, until the server has it.
import { Entry, storeOf } from "../shared/storage.js";

const RETRY_MS = 2000;

export class Queue {
  sending = false;
  ended = false;
  counted = 0;
  /** What waits in this tab alone, because the browser has no room for it. @type {?any[]} */
  unkept = null;

  // `own` begins the names of what is kept. `deliver(report)` resolves to "stored", "later", or the reason why the server does
  // not want it; `mark(report, key, values)` hears how it stands.
  /** @param {{own: string, deliver: (report: any) => Promise<string>, mark: (report: any, key: string, values?: any) => void, wait?: number}} given */
  constructor({ own, deliver, mark, wait = RETRY_MS }) {
    const store = storeOf("localStorage");
    this.waiting = new Entry(`${own}queue`, store);
    this.sent = new Entry(`${own}sent`, store);
    this.turn = new Entry(`${own}turn`, store);
    this.deliver = deliver;
    this.mark = mark;
    this.wait = wait;
  }

  put(report) {
    if (this.ended) return;
    const same = (one) =>
      one.kind === report.kind && one.lesson === report.lesson && one.key === report.key && one.round === report.round;
    // A step or a bet that was changed before it could be sent: only the last one matters. The first answer counts.
    this.change((all) => [
      ...(report.kind === "answer" ? all : all.filter((one) => !same(one))),
      { ...report, turn: this.count() },
    ]);
    this.send();
  }

  // What of a card the server has: its round and value.
  /** @param {?string} lesson @param {string} key */
  last(lesson, key) {
    return this.sent.recall()?.[`${lesson}|${key}`];
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let first; !this.ended && (first = this.all()[0]); ) {
      const outcome = await this.deliver(first);
      if (outcome === "later") {
        for (const one of this.all()) this.mark(one, "waiting"); // those behind the first wait, too
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
    for (const entry of [this.waiting, this.sent, this.turn]) entry.forget();
  }

  // Two tabs share the queue: it is read anew for every change.
  /** @returns {any[]} */
  all() {
    return this.unkept ?? this.waiting.recall() ?? [];
  }

  change(change) {
    const all = change(this.all());
    this.unkept = this.waiting.keep(all) ? null : all;
  }

  // Turns grow, whatever tab counts them.
  count() {
    this.counted = Math.max(Math.max(this.counted, this.turn.recall() ?? 0) + 1, Date.now());
    this.turn.keep(this.counted);
    return this.counted;
  }

  confirm({ kind, lesson, key, round, value }) {
    if (kind === "step") return;
    this.sent.keep({ ...this.sent.recall(), [`${lesson}|${key}`]: { round, value } });
  }
}
