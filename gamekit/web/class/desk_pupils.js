// What a teacher asks of one pupil: everything they have sent, and letting them go.
import { askClass } from "./requests.js";
import { button, make, moment, replace } from "../shared/dom.js";

/** @import { Person, PupilAnswer, PupilRecord, Say } from "../shared/class_types" */

/** @param {number} seconds */
const timeOfDay = (seconds) => moment(new Date(1000 * seconds), { hour: "2-digit", minute: "2-digit" });

// A panel over the board. What stands in it is fetched when it is opened.
export class OnePupil {
  /** @type {?Person} */
  person = null;

  /** @param {{say: Say, base: string, titles: Record<string, string>, remove: (person: Person) => Promise<boolean>}} given */
  constructor({ say, base, titles, remove }) {
    this.say = say;
    this.base = base;
    this.titles = titles;
    this.title = make("h2", { id: "pupil-title" });
    this.body = make("div", { class: "pupil-body", tabindex: 0, role: "group", "aria-labelledby": "pupil-title" });
    this.means = make("p", "quiet");
    const removeShown = async () => this.person && (await remove(this.person)) && this.node.close();
    const out = button(say("removed"), removeShown, { class: "button quiet small danger" });
    const close = button(say("close"), () => this.node.close(), { class: "button small" });
    this.menu = make("details", { class: "more" }, make("summary", {}, say("remove_menu")), this.means, out);
    const [head, foot] = [make("header", {}, this.title, close), make("footer", {}, this.menu)];
    this.node = make("dialog", { class: "pupil", "aria-labelledby": "pupil-title" }, head, this.body, foot);
  }

  /** @param {Person} person */
  async open(person) {
    this.person = person;
    const { say } = this;
    const { id, name, number } = person;
    this.title.textContent = name ? `${name} (${number})` : say("pupil", { number });
    replace(this.body, make("p", "quiet", say("looking")));
    this.means.textContent = "";
    this.menu.open = false;
    if (!this.node.open) this.node.showModal();
    const answer = await askClass(`${this.base}class/pupil/${id}`);
    if (answer?.ok) this.show(answer.told);
    else replace(this.body, make("p", {}, say(answer ? "left" : "lost")));
  }

  /** @param {PupilRecord} record */
  show({ answers, steps, entered, tables, elsewhere }) {
    const { say } = this;
    const lessons = [...new Set([...steps, ...answers].map(({ lesson }) => lesson))];
    const parts = lessons.map((lesson) => {
      const step = steps.find((one) => one.lesson === lesson);
      const rows = answers.filter((one) => one.lesson === lesson).map((one) => this.row(one));
      const title = make("h3", {}, this.titles[lesson] ?? say("moves_shelf"));
      const at = step && make("p", "quiet", say("pupil_step", { ...step, at: timeOfDay(step.at) }));
      return make("section", {}, title, at, rows.length > 0 && make("ul", "plain said", ...rows));
    });
    replace(
      this.body,
      elsewhere !== "" && make("p", {}, say("pupil_now", { place: elsewhere })),
      ...(parts.length ? parts : [make("p", {}, say("pupil_nothing"))]),
      entered !== null && make("p", {}, say("pupil_entered", { title: entered })),
      tables.length > 0 && make("p", {}, say("pupil_tables", { codes: tables.join(", ") })),
    );
    this.means.textContent = say("remove_means", { count: answers.length });
  }

  /** @param {PupilAnswer} answer */
  row({ kind, place, text, round, answer, last, right, tries, at }) {
    const { say } = this;
    const sign = right === null ? "" : right ? `✓ ${say("right")}` : `✗ ${say("wrong")}`;
    const where = [place, say(`kind_${kind}`), round > 1 ? say("pupil_round", { round }) : "", timeOfDay(at)];
    const above = make("span", "quiet", where.filter(Boolean).join(" · "));
    const judged = make("em", right ? "good" : "bad", sign);
    const again = tries > 1 && make("span", "quiet", ` ${say("pupil_tries", { tries, last })}`);
    return make("li", {}, above, make("br"), text, make("br"), make("strong", {}, answer), " ", judged, again);
  }
}
