// What a teacher asks of one pupil: everything they have sent, and letting them go.
import { make, moment, checkUnreached } from "./live_page.js";

const timeOfDay = (at) => moment(new Date(1000 * at), { hour: "2-digit", minute: "2-digit" });

// A panel over the board. What stands in it is fetched when it is opened.
export class OnePupil {
  constructor({ say, base, titles, remove }) {
    this.say = say;
    this.base = base;
    this.titles = titles;
    this.remove = remove;
    this.title = make("h2", { id: "pupil-title" });
    this.body = make("div", { class: "pupil-body", tabindex: 0, role: "group", "aria-labelledby": "pupil-title" });
    this.means = make("p", { class: "quiet" });
    this.out = make(
      "button",
      { type: "button", class: "button quiet small danger", onclick: () => this.letGo() },
      say("removed"),
    );
    const close = make(
      "button",
      { type: "button", class: "button small", onclick: () => this.node.close() },
      say("close"),
    );
    this.menu = make("details", { class: "more" }, make("summary", {}, say("remove_menu")), this.means, this.out);
    this.node = make(
      "dialog",
      { class: "pupil", "aria-labelledby": "pupil-title" },
      make("header", {}, this.title, close),
      this.body,
      make("footer", {}, this.menu),
    );
  }

  async open(person) {
    this.person = person;
    const { say } = this;
    this.title.textContent = person.name
      ? `${person.name} (${person.number})`
      : say("pupil", { number: person.number });
    this.body.replaceChildren(make("p", { class: "quiet" }, say("looking")));
    this.means.textContent = "";
    this.menu.open = false;
    if (!this.node.open) this.node.showModal();
    try {
      const answer = await fetch(`${this.base}class/pupil/${person.id}`, { cache: "no-store" });
      if (answer.ok) this.show(await answer.json());
      else this.body.replaceChildren(make("p", {}, say("left")));
    } catch (problem) {
      checkUnreached(problem);
      this.body.replaceChildren(make("p", {}, say("lost")));
    }
  }

  show({ answers, steps, entered, tables, elsewhere }) {
    const { say } = this;
    const lessons = [...new Set([...steps.map(({ lesson }) => lesson), ...answers.map(({ lesson }) => lesson)])];
    const parts = lessons.map((lesson) => {
      const at = steps.find((one) => one.lesson === lesson);
      const rows = answers.filter((one) => one.lesson === lesson).map((one) => this.row(one));
      return make(
        "section",
        {},
        make("h3", {}, this.titles[lesson] ?? say("moves_shelf")),
        at ? make("p", { class: "quiet" }, say("pupil_step", { ...at, at: timeOfDay(at.at) })) : null,
        rows.length ? make("ul", { class: "plain said" }, ...rows) : null,
      );
    });
    const more = [
      entered ? say("pupil_entered", { title: entered }) : "",
      tables.length ? say("pupil_tables", { codes: tables.join(", ") }) : "",
    ];
    const now = elsewhere ? make("p", {}, say("pupil_now", { place: elsewhere })) : null;
    this.body.replaceChildren(
      ...(now ? [now] : []),
      ...(parts.length ? parts : [make("p", {}, say("pupil_nothing"))]),
      ...more.filter(Boolean).map((text) => make("p", {}, text)),
    );
    this.means.textContent = say("remove_means", { count: answers.length });
  }

  row({ kind, place, text, round, answer, last, right, tries, at }) {
    const { say } = this;
    const sign = right === null ? "" : right ? `✓ ${say("right")}` : `✗ ${say("wrong")}`;
    const later = tries > 1 ? say("pupil_tries", { tries, last }) : "";
    const where = [place, say(`kind_${kind}`), round > 1 ? say("pupil_round", { round }) : "", timeOfDay(at)]
      .filter(Boolean)
      .join(" · ");
    return make(
      "li",
      {},
      make("span", { class: "quiet" }, where),
      make("br"),
      text,
      make("br"),
      make("strong", {}, answer),
      " ",
      make("em", { class: right ? "good" : "bad" }, sign),
      later ? make("span", { class: "quiet" }, ` ${later}`) : null,
    );
  }

  async letGo() {
    if (await this.remove(this.person)) this.node.close();
  }
}
