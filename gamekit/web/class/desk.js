// The teacher's board: who is where, every distribution as it grows, and what is set for all.
import { textOf } from "../shared/files.js";
import { readTyped, typedNumber } from "../shared/typed.js";
import { Countdown, Spread, at, isMove, listen, make, moment, orders, speaker } from "./live_page.js";
import { OnePupil } from "./desk_pupils.js";
import { ClassPosition } from "./position.js";
import { Standings } from "./standings.js";

const page = at("board");
const words = JSON.parse(page.dataset.words);
const titles = JSON.parse(page.dataset.lessons);
const { base } = page.dataset;
const say = speaker(words);
const told = at("told");
const clock = new Countdown(at("clock"), say);
const standings = new Standings(say);
at("stands").replaceChildren(standings.node);
const spreads = new Map();
const onePupil = new OnePupil({ say, base, titles, remove: (person) => remove(person) });
page.append(onePupil.node);
let state = null;

// Times, and how numbers are written, are the reader's.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const comma = new Intl.NumberFormat(navigator.language).format(1.5).includes(",") ? 1 : 0;
at("export").href += `?${new URLSearchParams({ zone: timeZone ?? "", comma: String(comma) })}`;
at("begun").textContent = moment(new Date(1000 * Number(at("begun").dataset.at)), {
  dateStyle: "medium",
  timeStyle: "short",
});

const act = orders(page.dataset, say, told);
const order = (what, address = "class/teacher") => act(what, address);

const namePupil = (person) => person.name ?? say("pupil", { number: person.number });

function chip(person) {
  const label = person.name ? `${person.name} ${person.number}` : String(person.number);
  const more = [
    person.step ? say("step", { number: person.step, name: person.step_name }) : "",
    person.elsewhere,
    person.online ? "" : say("away"),
  ];
  return make(
    "button",
    {
      type: "button",
      class: `chip${person.online ? "" : " away"}`,
      onclick: () => onePupil.open(person),
      title: more.filter(Boolean).join(" · "),
      "aria-label": [namePupil(person), ...more, say("look")].filter(Boolean).join(", "),
      "aria-haspopup": "dialog",
    },
    label,
  );
}

const remove = (person) =>
  window.confirm(say("remove", { who: namePupil(person) })) && order({ do: "remove", pupil: person.id });

function paintPeople() {
  const { people, settings, asking } = state;
  const online = people.filter((person) => person.online).length;
  at("in").textContent = people.length ? say("people", { online, all: people.length }) : say("nobody");
  at("asking").textContent = asking ? say("people_asking", { count: asking }) : "";
  at("help").open = at("help").open && !people.length;
  const groups = new Map();
  for (const person of people) {
    const key = person.elsewhere ? `> ${person.elsewhere}` : (person.lesson ?? "");
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(person);
  }
  const ordered = [...groups].sort(([, one], [, other]) => other.length - one.length);
  const block = (key, there) =>
    key && !key.startsWith(">") ? lessonBlock(key, there, settings) : loose(key.slice(2) || say("nowhere"), there);
  at("where").replaceChildren(...ordered.map(([key, there]) => block(key, there)));
  learnNames([...groups.keys(), at("lesson").value].filter((key) => !key.startsWith(">")));
}

function loose(title, people) {
  return make(
    "section",
    { class: "in-lesson" },
    make("h3", {}, title),
    make("p", { class: "chips" }, ...people.map(chip)),
  );
}

// The steps of a lesson with the people at each; a step is opened for all by its button.
function lessonBlock(lesson, people, settings) {
  const open = settings.pace[lesson] ?? null;
  const steps = Math.max(...people.map((person) => person.steps));
  const rows = [];
  for (let number = 1; number <= steps; number += 1) {
    const there = people.filter((person) => person.step === number);
    const name = named.get(lesson)?.steps[number - 1] ?? there[0]?.step_name ?? "";
    rows.push(
      make(
        "li",
        { class: open !== null && number > open ? "held" : null },
        make("span", { class: "step" }, make("b", {}, String(number)), ` ${name}`),
        make("span", { class: "chips" }, ...there.map(chip)),
      ),
    );
  }
  const furthest = Math.max(1, ...people.map((person) => person.step));
  const pace = (to) => () => order({ do: "pace", lesson, open: to });
  const { free, held } = page.dataset;
  const keys =
    open === null
      ? [make("button", { type: "button", class: "button quiet small", onclick: pace(furthest) }, held)]
      : [
          make(
            "button",
            {
              type: "button",
              class: "button small",
              onclick: pace(Math.min(open + 1, steps)),
              disabled: open >= steps,
            },
            page.dataset.next,
          ),
          make("button", { type: "button", class: "button quiet small", onclick: pace(null) }, free),
        ];
  return make(
    "section",
    { class: "in-lesson" },
    make("h3", {}, titles[lesson] ?? lesson),
    make(
      "p",
      { class: "pace" },
      make("span", { class: "quiet" }, open === null ? say("free") : say("held", { number: open })),
      ...keys,
    ),
    make("ol", { class: "steps" }, ...rows),
  );
}

// What the steps of a lesson are called, those included where nobody is yet, and what it asks.
const named = new Map();
async function learnNames(lessons) {
  for (const lesson of lessons) {
    if (!lesson || named.has(lesson)) continue;
    named.set(lesson, null);
    try {
      const answer = await fetch(`${base}class/steps/${lesson}`);
      named.set(lesson, answer.ok ? await answer.json() : null);
      paintPeople();
      offerQuestions();
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;
      named.delete(lesson); // no connection now: asked for again with the next change
    }
  }
}

// What can be asked of the lesson that is chosen.
let offered = "";
function offerQuestions() {
  const lesson = at("lesson").value;
  const asked = named.get(lesson)?.questions ?? [];
  at("ask-it").disabled = !asked.length;
  if (offered === JSON.stringify([lesson, asked])) return;
  offered = JSON.stringify([lesson, asked]);
  const entries = asked.map(({ key, text }) => make("option", { value: key }, text));
  at("question").replaceChildren(...(entries.length ? entries : [make("option", { value: "" }, say("no_questions"))]));
}

function paintQuestions() {
  const { questions, people, settings } = state;
  const shown = new Set();
  at("none-yet").hidden = questions.length > 0;
  const blocks = questions.map((question) => {
    const key = `${question.lesson}|${question.key}`;
    shown.add(key);
    if (!spreads.has(key)) spreads.set(key, card(question));
    const block = spreads.get(key);
    const onShow = settings.shown?.key === question.key && settings.shown?.lesson === question.lesson;
    block.spread.show(question, question.kind === "answer", true);
    block.more?.offer(question);
    block.position?.show(question.rounds.at(-1).bars);
    const last = question.rounds.at(-1);
    block.count.textContent = say("answers", { count: last.count, all: people.length });
    block.lead(question.stage, last.count);
    block.shown = onShow ? settings.shown : null;
    block.show.textContent = say(!onShow ? "project" : settings.shown.shares ? "projected" : "project_shares");
    block.show.setAttribute("aria-pressed", onShow && settings.shown.shares);
    return block.node;
  });
  const list = at("questions");
  if (blocks.length !== list.children.length || blocks.some((node, index) => list.children[index] !== node))
    list.replaceChildren(...blocks);
  for (const key of spreads.keys()) if (!shown.has(key)) spreads.delete(key);
}

function card(question) {
  const { lesson, key } = question;
  const block = { spread: new Spread(say), count: make("span", { class: "quiet" }) };
  // The question first, then its answers, then something else.
  const chooseShown = () => ({ key: block.shown?.shares ? null : key, shares: block.shown !== null });
  block.show = make("button", {
    type: "button",
    class: "button quiet small",
    onclick: () => order({ do: "show", lesson, ...chooseShown() }),
  });
  const { node, lead } = votes((what) => order({ do: what, lesson, key }));
  block.lead = lead;
  block.more = question.kind === "bet" && !isMove(question) ? more(question) : null;
  block.position = isMove(question) ? new ClassPosition(question, base, say) : null;
  const above = [...new Set([isMove(question) ? "" : (titles[lesson] ?? lesson), question.place, question.title])]
    .filter(Boolean)
    .join(" · ");
  block.node = make(
    "article",
    { class: "question" },
    make("p", { class: "above" }, above),
    make("h3", {}, question.text),
    block.position?.node,
    block.spread.node,
    node,
    make("p", { class: "ways" }, block.count, block.show),
    block.more?.node,
  );
  return block;
}

// By which a question goes on: asked, closed to talk about it, asked again, closed and told. What comes next stands out.
const STAGES = { none: ["ask", "again"], open: ["talk", "tell"], talk: ["again", "tell"], told: ["again"] };
function votes(go) {
  const stands = make("span", { class: "quiet" });
  const keys = ["ask", "talk", "again", "tell"].map((what) =>
    make(
      "button",
      { type: "button", class: "button small", "data-do": what, onclick: () => go(what) },
      say(what === "talk" ? "talk_now" : what),
    ),
  );
  const lead = (stage, answered) => {
    const ways = STAGES[stage ?? "none"].filter((what) => answered || !["again", "talk"].includes(what));
    stands.textContent = stage ? say(`stage_${stage}`) : "";
    for (const key of keys) {
      key.hidden = !ways.includes(key.dataset.do ?? "");
      key.classList.toggle("quiet", ways[0] !== key.dataset.do);
    }
  };
  return { node: make("p", { class: "ways votes" }, stands, ...keys), lead };
}

// What came out, marked in the distribution.
function more({ lesson, key, columns }) {
  const typed = columns && typedNumber({}, say);
  const value = typed ? typed.node : make("select", {});
  const mark = make(
    "form",
    {
      class: "line",
      onsubmit: (event) => {
        event.preventDefault();
        if (!typed || typed.check())
          order({ do: "result", lesson, key, value: typed ? typed.value() : Number(value.value) });
      },
    },
    make("label", {}, say("mark"), " ", value),
    make("button", { class: "button small" }, say("mark_it")),
    make(
      "button",
      { type: "button", class: "button quiet small", onclick: () => order({ do: "result", lesson, key, value: null }) },
      say("unmark"),
    ),
  );
  const node = make("details", { class: "more" }, make("summary", {}, say("result_more")), mark);
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

function paint(now) {
  if (now.code !== page.dataset.code) {
    window.location.reload(); // the code and its pictures are the server's
    return;
  }
  state = now;
  paintPeople();
  paintQuestions();
  at("contest").hidden = !state.contest;
  standings.show(state.contest);
  clock.set(state.settings.timer, state.now);
  at("door").textContent = say(state.settings.is_closed ? "open_door" : "close_door");
  at("door").setAttribute("aria-pressed", state.settings.is_closed);
  at("names").textContent = say(state.settings.names_hidden ? "names" : "hide");
  at("names").setAttribute("aria-pressed", state.settings.names_hidden);
  at("stop").hidden = state.settings.timer === null;
  at("end-move").hidden = state.settings.move === null;
}

at("door").addEventListener("click", () => order({ do: "door", closed: !state.settings.is_closed }));
at("renew").addEventListener("click", () => window.confirm(say("renew")) && order({ do: "renew" }));
at("names").addEventListener("click", () => order({ do: "names", hidden: !state.settings.names_hidden }));
at("send").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ do: "send", lesson: at("lesson").value });
});
at("compete").addEventListener("click", () => order({ do: "compete" }));
at("lesson").addEventListener("change", () => {
  offerQuestions();
  learnNames([at("lesson").value]);
});
at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ do: "ask", lesson: at("lesson").value, key: at("question").value });
});
at("time").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ do: "timer", seconds: 60 * (readTyped(at("minutes").value) ?? 0) });
});
at("stop").addEventListener("click", () => order({ do: "timer", seconds: 0 }));
at("move").addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = at("saved").files[0];
  const [players, decisions, seed] = ["players", "decisions", "seed"].map((name) => readTyped(at(name).value));
  const asked = file ? { file: await textOf(file) } : { game: at("game").value, players, decisions, seed };
  if (await order(asked, "class/move/ask")) at("saved").value = "";
});
at("end-move").addEventListener("click", () => order({ end: true }, "class/move/ask"));
at("end").addEventListener("click", async () => {
  if (window.confirm(say("end")) && (await order({ do: "end" }))) line.end();
});

function over() {
  page.replaceChildren(
    make("p", { class: "over-note", role: "status" }, `${say("ended")} ${say("deleted")}`),
    make("a", { class: "button", href: base }, page.dataset.back),
  );
}

const line = listen(
  base,
  "board",
  paint,
  (standing) => {
    told.textContent = standing === "lost" ? say("lost") : "";
    at("line").textContent = standing === "asking" ? say("asking") : "";
  },
  over,
);
