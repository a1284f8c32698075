// All questions of the class with their answers, folded away at the desk; one of them can be brought back to all.
import { typedNumber } from "../shared/typed.js";
import { Spread, at, isMove, make } from "./live_page.js";

export class EarlierQuestions {
  cards = new Map();

  constructor(say, titles, order) {
    this.say = say;
    this.titles = titles;
    this.order = order;
  }

  show({ questions, settings }) {
    at("none-yet").hidden = questions.length > 0;
    const nodes = questions.map((question) => {
      const name = `${question.lesson}|${question.key}`;
      if (!this.cards.has(name)) this.cards.set(name, this.card(question));
      const card = this.cards.get(name);
      card.spread.show(question);
      card.offer?.(question);
      const { count } = question.rounds.at(-1);
      card.count.textContent = `${count} ${this.say("answered")}`;
      card.show.disabled = settings.shown?.key === question.key && settings.shown?.lesson === question.lesson;
      return card.node;
    });
    const list = at("questions");
    if (nodes.length !== list.children.length || nodes.some((node, index) => list.children[index] !== node))
      list.replaceChildren(...nodes);
  }

  card(question) {
    const { lesson, key } = question;
    const spread = new Spread(this.say);
    const count = make("span", { class: "quiet" });
    const bring = async () => (await this.order({ do: "show", lesson, key })) && at("earlier").hidePopover();
    const show = make("button", { type: "button", onclick: bring }, this.say("project"));
    const more = question.kind === "bet" && !isMove(question) ? this.result(question) : null;
    const above = [isMove(question) ? "" : (this.titles[lesson] ?? lesson), question.place, question.title];
    const node = make(
      "article",
      { class: "question" },
      make("p", { class: "above" }, [...new Set(above)].filter(Boolean).join(" · ")),
      make("h3", {}, question.text),
      spread.node,
      make("p", { class: "ways" }, count, show),
      more?.node,
    );
    return { node, spread, count, show, offer: more?.offer };
  }

  // What came out, marked in the distribution by hand where the lesson does not say it.
  result({ lesson, key, columns }) {
    const { say } = this;
    const typed = columns && typedNumber({}, say);
    const value = typed ? typed.node : make("select", {});
    const send = (marked) => this.order({ do: "result", lesson, key, value: marked });
    const submit = (event) => {
      event.preventDefault();
      if (!typed || typed.check()) send(typed ? typed.value() : Number(value.value));
    };
    const drop = make("button", { type: "button", onclick: () => send(null) }, say("unmark"));
    const field = make("label", {}, say("mark"), " ", value);
    const form = make("form", { class: "line", onsubmit: submit }, field, make("button", {}, say("mark_it")), drop);
    const node = make("details", { class: "more" }, make("summary", {}, say("result_more")), form);
    let offered = "";
    const offer = ({ rounds, outcome }) => {
      node.hidden = outcome.length > 0; // the lesson has said it itself
      if (columns || offered === JSON.stringify(rounds[0].bars)) return;
      offered = JSON.stringify(rounds[0].bars);
      const marked = value.value;
      value.replaceChildren(...rounds[0].bars.map(({ text }, index) => make("option", { value: index }, text)));
      if (marked !== "") value.value = marked;
    };
    return { node, offer };
  }
}
