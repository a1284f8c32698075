// What a page has still to send to the class: kept in this browser, and sent in its order, until the server has it.
import { Entry, storeOf } from "../shared/storage.js";

/** @import { AnswerReport, Report, WaitingReport } from "../shared/class_types" */

const RETRY_MS = 2000;

export class Queue {
  sending = false;
  ended = false;
  counted = 0;
  /** What waits in this tab alone, because the browser has no room for it. @type {?WaitingReport[]} */
  unsaved = null;

  /** `own` begins the names of what is kept. `deliver(report)` resolves to "stored", "later", or the reason why the server does
   * not want it; `mark(report, key, values)` hears how it stands.
   * @param {{own: string, deliver: (report: WaitingReport) => Promise<string>, mark: (report: WaitingReport, key: string, values?: {reason: string}) => void, wait?: number}} given */
  constructor({ own, deliver, mark, wait = RETRY_MS }) {
    const store = storeOf("localStorage");
    this.waiting = new Entry(`${own}queue`, store);
    this.sent = new Entry(`${own}sent`, store);
    this.turn = new Entry(`${own}turn`, store);
    this.deliver = deliver;
    this.mark = mark;
    this.wait = wait;
  }

  /** @param {Report} report */
  add(report) {
    if (this.ended) return;
    // A step or a bet that was changed before it could be sent: only the last one matters. The first answer counts.
    const same = subject(report);
    this.change((all) => [
      ...all.filter((one) => report.kind === "answer" || subject(one) !== same),
      { ...report, turn: this.nextTurn() },
    ]);
    this.send();
  }

  /** What of a card the server has. @param {?string} lesson @param {string} key @returns {Pick<AnswerReport, "round" | "value"> | undefined} */
  lastSent(lesson, key) {
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
        // What was answered anew meanwhile waits, and is said when it is there.
        if (!this.all().some((one) => cardOf(one) === cardOf(first))) this.mark(first, "sent");
      } else if (first.kind !== "step") this.mark(first, "refused", { reason: outcome });
    }
    this.sending = false;
  }

  end() {
    this.ended = true;
    for (const entry of [this.waiting, this.sent, this.turn]) entry.forget();
  }

  /** Two tabs share the queue: it is read anew for every change. @returns {WaitingReport[]} */
  all() {
    return this.unsaved ?? this.waiting.recall() ?? [];
  }

  /** @param {(all: WaitingReport[]) => WaitingReport[]} change */
  change(change) {
    const all = change(this.all());
    this.unsaved = this.waiting.keep(all) ? null : all;
  }

  // Turns grow, whatever tab counts them.
  nextTurn() {
    this.counted = Math.max(Math.max(this.counted, this.turn.recall() ?? 0) + 1, Date.now());
    this.turn.keep(this.counted);
    return this.counted;
  }

  /** @param {Report} report */
  confirm(report) {
    if (report.kind === "step") return;
    const { round, value } = report;
    this.sent.keep({ ...this.sent.recall(), [cardOf(report)]: { round, value } });
  }
}

const cardOf = (/** @type {Report} */ report) => (report.kind === "step" ? "" : `${report.lesson}|${report.key}`);

/** What a report is about: of equal ones the last one matters. @param {Report} report */
const subject = (report) =>
  JSON.stringify([report.kind, report.lesson, ...(report.kind === "step" ? [] : [report.key, report.round])]);
