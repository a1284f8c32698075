// The teacher's desk, one screen: what runs now, who is where, what comes next. All else opens over it.
import { rove } from "../shared/dom.js";
import { textOf } from "../shared/files.js";
import { Entry, storeOf } from "../shared/storage.js";
import { readTyped } from "../shared/typed.js";
import { Countdown, Spread, at, isMove, listen, make, moment, orders, speaker, checkUnreached } from "./live_page.js";
import { EarlierQuestions } from "./desk_questions.js";
import { OnePupil } from "./desk_pupils.js";
import { ClassPosition } from "./position.js";
import { Standings } from "./standings.js";

const BEHIND = 3; // steps, from which on a tile is marked
const SEATS = 30;
const page = at("board");
const titles = JSON.parse(page.dataset.lessons);
const { base } = page.dataset;
const say = speaker(JSON.parse(page.dataset.words));
const clock = new Countdown(at("clock"), say);
const [best, allPlans] = [new Standings(say), new Standings(say)];
at("stands").replaceChildren(allPlans.node);
let state = null;

// Times, and how numbers are written, are the reader's.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const comma = new Intl.NumberFormat(navigator.language).format(1.5).includes(",") ? 1 : 0;
at("export").href += `?${new URLSearchParams({ zone: timeZone ?? "", comma: String(comma) })}`;
const day = (at) => moment(new Date(1000 * at), { dateStyle: "medium", timeStyle: "short" });
at("begun").textContent = day(Number(at("begun").dataset.at));

const act = orders(page.dataset, say, at("told"));
const order = (what, address = "class/teacher") => act(what, address);
const contest = (what) => order(what, "class/tournament/order");
const earlier = new EarlierQuestions(say, titles, order);
const onePupil = new OnePupil({ say, base, titles, remove: (person) => remove(person) });
page.append(onePupil.node);

const namePupil = (person) => person.name ?? say("pupil", { number: person.number });
const remove = (person) =>
  window.confirm(say("remove", { who: namePupil(person) })) && order({ do: "remove", pupil: person.id });
const write = (id, text) => at(id).textContent !== text && (at(id).textContent = text);
const label = (id, text) => (at(id).firstElementChild.textContent = text);

// --- now ---------------------------------------------------------------------------------------------------------
const asks = ({ shown }) => state.questions.find((one) => one.lesson === shown?.lesson && one.key === shown?.key);
const entered = (count) => say("plans", { count });

// Kind and place, question, big count, and what is counted.
function headline({ kind, step, steps, lesson, count, of }, question) {
  const named = step ? say("step", { number: step, name: steps[step - 1] ?? "" }) : "";
  if (kind === "question") {
    const round = say(question.stage ? "now_vote" : "now_question", { round: question.rounds.length });
    const at = isMove(question) ? question.title : (titles[question.lesson] ?? question.lesson);
    const closed = question.stage && question.stage !== "open" ? say("closed") : "";
    const told = question.stage === "told"; // its answers take the room of the count
    const [counted, what] = [say("of", { count, of }), say("answered")];
    const above = [round, closed, told ? `${counted} ${what}` : "", at, named || question.place];
    return [above, question.text, ...(told ? ["", ""] : [counted, what])];
  }
  if (kind === "lesson") return [[titles[lesson] ?? lesson], named, say("of", { count, of }), say("reached")];
  if (kind === "contest") {
    const { running, share = 0, rows = [] } = state.contest ?? {};
    const percent = say("percent", { percent: Math.round(100 * share) });
    const counted = running ? [percent, say("contest_share")] : ["", ""];
    const plans = entered(rows.length || state.entered.length);
    return [
      [say("contest"), state.contest?.title ?? "", plans],
      running || rows.length ? "" : say("contest_enter"),
      ...counted,
    ];
  }
  if (kind === "waiting") return [[say("getting_in")], say("get_in"), "", ""];
  return [[say("free_lessons")], say("free_choice"), String(of), say("here")];
}

let drawn = "";
let spread = null;
let position = null;
function paintChart(runs, question) {
  const key = question ? `${question.lesson}|${question.key}` : runs.kind;
  if (key !== drawn) {
    spread = new Spread(say);
    position = question && isMove(question) ? new ClassPosition(question, base, say) : null;
    const node = { contest: best.node, waiting: null, free: null }[runs.kind];
    at("chart").replaceChildren(...[position?.node, node === undefined ? spread.node : node].filter(Boolean));
    at("chart").classList.toggle("beside", Boolean(position));
    drawn = key;
  }
  const bars = (runs.counts ?? []).map((count, index) => ({ text: String(index + 1), count, right: null }));
  const counts = { number: 1, count: Math.max(1, runs.of), bars, middle: null };
  const steps = { lesson: "", rounds: [counts], columns: true, outcome: [], result: null, changes: null };
  if (question) spread.show(question);
  else if (runs.kind === "lesson") spread.show(steps);
  position?.show(question.rounds.at(-1).bars);
  best.show(state.contest, 8);
  allPlans.show(state.contest);
}

// The keys that make sense at this moment: [id, sentence, letter, what it does]; the first is the main one.
function keysNow(runs, question) {
  const { settings } = state;
  const time = ["time", say("clock"), "T", () => at("timing").showPopover()];
  const clear = ["end", say("end_it"), "E", () => order({ do: "show", key: null })];
  if (runs.kind === "waiting") {
    return [
      ["open", say("open_projector"), "", () => at("projector").click()],
      ["help", say("nobody_in"), "", () => at("help").showPopover()],
    ];
  }
  const next = runs.step + 1;
  const lesson = runs.lesson ?? question?.lesson;
  const go = (open) => order({ do: "pace", lesson, open, go: true });
  const name = runs.steps?.[next - 1];
  const forward = name ? [["next", say("next_step", { number: next, name }), "→", () => go(next)]] : [];
  if (runs.kind === "lesson") {
    const pace = (open) => order({ do: "pace", lesson, open });
    const hold = runs.held
      ? ["free", say("alone"), "O", () => pace(null)]
      : ["hold", say("together"), "O", () => pace(runs.step)];
    return [...forward, hold, time];
  }
  if (runs.kind === "contest") {
    const named = settings.shown?.names;
    const names = () => order({ do: "show", lesson: "tournament", key: "standings", names: !named });
    const leave = () => order({ do: "send", lesson: at("lesson").value });
    return [
      state.contest?.running
        ? ["halt", say("contest_stop"), "", () => contest({ do: "stop" })]
        : ["begin", say("contest_start"), "", () => contest({ do: "start", own: true })],
      ["who", say(named ? "names_off" : "names_on"), "N", names],
      time,
      ["end", say("end_it"), "E", leave],
    ];
  }
  if (runs.kind !== "question") return [time];
  const { stage, rounds, key } = question;
  const lead = (what) => () => order({ do: what, lesson: question.lesson, key });
  const tell = ["tell", say("tell"), "S", lead("tell")];
  const talk = ["talk", say("talk_now"), "K", lead("talk")];
  const again = ["again", say("again"), "A", lead("again")];
  const answered = rounds.at(-1).count > 0;
  const withdraw = ["withdraw", say("withdraw"), "E", lead("withdraw")];
  if (stage === "open")
    return [
      ...(rounds.length > 1 ? [tell, ...(answered ? [talk] : [])] : answered ? [talk, tell] : [tell]),
      time,
      withdraw,
    ];
  if (stage === "talk") return [again, tell, time, withdraw];
  // Hidden, the answers, and then what came out as well.
  const { shares, outcome } = settings.shown;
  const solves = question.outcome.length || question.rounds[0].bars.some(({ right }) => right !== null);
  const shown = shares && solves && !outcome ? "outcome" : shares ? "hide" : "answers";
  const wanted = { shares: shown !== "hide", outcome: shown === "outcome" };
  const toggle = () => order({ do: "show", lesson: question.lesson, key, ...wanted });
  const solved = shown === "outcome" && !question.outcome.length ? "right" : shown;
  const show = ["show", say(`show_${solved}`), "S", toggle];
  const ask = ["ask", say("ask"), "A", lead("ask")];
  const over = isMove(question) ? ["end", say("end_it"), "E", lead("withdraw")] : clear;
  return stage ? [...forward, again, show, over] : [ask, show, over];
}

const keys = new Map(); // buttons by what they do
function paintKeys(wanted) {
  const nodes = wanted.map(([id, text, cap, go], index) => {
    if (!keys.has(id)) {
      const node = make("button", { type: "button" }, make("span", {}), make("kbd", { "aria-hidden": "true" }));
      node.addEventListener("click", () => keys.get(id).go());
      keys.set(id, { node, go });
    }
    const { node } = keys.get(id);
    const main = index === 0;
    keys.get(id).go = go;
    node.dataset.key = id;
    node.dataset.cap = cap;
    node.classList.toggle("main", main);
    const letter = main ? say("space") : cap;
    node.firstChild.textContent = text;
    node.lastChild.textContent = letter;
    return node;
  });
  const had = document.activeElement;
  const list = at("keys");
  if (nodes.length === list.children.length && nodes.every((node, index) => node === list.children[index])) return;
  list.replaceChildren(...nodes);
  nodes.find((node) => node === had)?.focus();
}

let forgets;
function paintLast({ did, now }) {
  clearTimeout(forgets);
  write(
    "did",
    did ? say(`did_${did.do}`, { at: moment(new Date(1000 * did.at), { timeStyle: "short" }), count: did.count }) : "",
  );
  const left = did ? 1000 * (did.until - now) : 0;
  at("back").hidden = left <= 0;
  forgets = setTimeout(() => (at("back").hidden = true), left);
}

// The count itself is silent, or it would speak thirty times.
let heard = 0;
function speakUp({ kind, count, of }) {
  const part = kind === "question" && of ? Math.floor((2 * count) / of) : 0;
  if (part !== heard) at("heard").textContent = part ? say(part > 1 ? "all_answered" : "half_answered") : "";
  heard = part;
}

function paintNow() {
  const { runs, settings } = state;
  const question = runs.kind === "question" ? asks(settings) : null;
  const [above, text, count, counted] = headline(runs, question);
  write("now-title", [...new Set(above)].filter(Boolean).join(" · "));
  write("now-text", text);
  write("count", count);
  write("counted", counted);
  at("counting").classList.toggle("none", !count);
  at("now").dataset.kind = runs.kind;
  at("getin").hidden = runs.kind !== "waiting";
  at("way").hidden = runs.kind === "waiting";
  paintChart(runs, question);
  const private_ = question && !settings.shown.shares;
  write("note", private_ ? say("only_you") : "");
  paintKeys(keysNow(runs, question));
  paintLast(state);
  speakUp(runs);
}

// --- who is where ------------------------------------------------------------------------------------------------
const tiles = new Map();
const isBehind = (person) => {
  const { kind, step, lesson } = state.runs;
  const there = lesson ?? (kind === "question" ? state.settings.shown?.lesson : null);
  return Boolean(step && person.step && person.lesson === there && step - person.step >= BEHIND);
};

// The step or place of a tile, and its state in a word or two.
function stateOf(person) {
  const { runs, contest } = state;
  const minutes = Math.floor((state.now - (person.since ?? state.now)) / 60);
  if (!person.online) return ["", minutes ? say("away_since", { minutes }) : say("away")];
  if (runs.kind === "contest") {
    const place = (contest?.rows ?? []).findIndex(({ pupil }) => pupil === person.id);
    const in_ = state.entered.some(({ pupil }) => pupil === person.id);
    if (place < 0) return ["", say(in_ ? "plan_in" : "plan_open")];
    return [String(place + 1), say("percent", { percent: Math.round(100 * contest.rows[place].value) })];
  }
  const step = person.step && !person.elsewhere ? String(person.step) : "";
  if (runs.kind === "question") {
    if (!person.said) return [step, say(asks(state.settings)?.stage === "open" ? "not_yet" : "no_answer")];
    return [step, person.changed === null ? say("sent") : say(person.changed ? "changed_it" : "kept_it")];
  }
  const elsewhere = person.elsewhere || (person.lesson && person.lesson !== runs.lesson ? titles[person.lesson] : "");
  return elsewhere ? ["", elsewhere] : [step, person.step ? person.step_name : say("nowhere")];
}

function paintTile(person) {
  if (!tiles.has(person.id)) {
    const open = () => onePupil.open(tiles.get(person.id).person);
    const parts = [make("b"), make("em"), make("span")];
    const node = make("button", { type: "button", class: "tile", onclick: open, "aria-haspopup": "dialog" }, ...parts);
    tiles.set(person.id, { node, seat: make("li", {}, node) });
  }
  const tile = tiles.get(person.id);
  tile.person = person;
  const [name, mark, word] = tile.node.children;
  const [step, said] = stateOf(person);
  const behind = person.online && isBehind(person);
  name.textContent = namePupil(person);
  mark.textContent = `${step}${behind ? " ▾" : ""}`;
  mark.hidden = !step;
  word.textContent = said;
  const yes = state.runs.kind === "question" && person.said;
  tile.node.className = `tile${!person.online ? " away" : behind ? " behind" : yes ? " yes" : ""}`;
  const place = state.runs.kind === "contest" ? step : say("step", { number: step, name: person.step_name });
  const told = [namePupil(person), step ? place : "", behind ? say("is_behind") : "", said];
  tile.node.setAttribute("aria-label", [...new Set(told)].filter(Boolean).join(", "));
  tile.node.title = [namePupil(person), person.elsewhere || person.step_name].filter(Boolean).join(" · ");
  return tile.seat;
}

function paintPeople() {
  const { people, runs, asking, seats } = state;
  const online = people.filter((person) => person.online).length;
  const away = people.length - online;
  write("in", people.length ? say(away ? "people_away" : "people", { online, away }) : say("nobody"));
  write("asking", asking ? say("people_asking", { count: asking }) : "");
  const free = Math.max(0, Math.min(seats, SEATS) - people.length);
  const all = people.length + free;
  const across = all <= SEATS ? 5 : all <= 48 ? 6 : 8;
  at("tiles").style.setProperty("--across", String(across));
  at("tiles").style.setProperty("--down", String(Math.max(6, Math.ceil(all / across))));
  const empty = Array.from({ length: free }, (_one, index) =>
    make("li", { class: "free", "aria-hidden": "true" }, String(people.length + index + 1)),
  );
  const list = at("tiles");
  const nodes = people.map(paintTile);
  for (const id of tiles.keys()) if (!people.some((person) => person.id === id)) tiles.delete(id);
  if (list.children.length !== all || nodes.some((node, index) => node !== list.children[index])) {
    const had = /** @type {?HTMLElement} */ (document.activeElement);
    list.replaceChildren(...nodes, ...empty);
    if (had?.matches(".tile")) had.focus();
    const items = [...list.querySelectorAll(".tile")];
    if (!items.some((item) => item.tabIndex === 0) || items.every((item) => item.tabIndex === 0))
      for (const [index, item] of items.entries()) item.tabIndex = index ? -1 : 0;
  }
  const behind = people.filter((person) => person.online && isBehind(person)).length;
  write("sum", behind ? say("behind", { count: behind }) : "");
  const votes = runs.kind === "question" && asks(state.settings)?.stage === "open"; // it has called everybody already
  at("call").hidden = !behind || votes;
  label("call", say("call", { number: runs.step ?? 0 }));
}

rove(at("tiles"), ".tile", (current, key, all) => {
  const across = Number(at("tiles").style.getPropertyValue("--across"));
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across };
  return all[all.indexOf(current) + steps[key]] ?? null;
});

// --- next --------------------------------------------------------------------------------------------------------
const asked = new Map(); // what each lesson asks
let offered = "";
async function learn(lesson) {
  if (!lesson || asked.has(lesson)) return;
  asked.set(lesson, []);
  try {
    const answer = await fetch(`${base}class/steps/${lesson}`);
    asked.set(lesson, answer.ok ? (await answer.json()).questions : []);
    offer();
  } catch (problem) {
    checkUnreached(problem);
    asked.delete(lesson); // no connection now: asked for again with the next change
  }
}

function offer() {
  const lesson = at("lesson").value;
  const questions = asked.get(lesson) ?? [];
  at("ask-it").disabled = !questions.length;
  if (offered === JSON.stringify([lesson, questions])) return;
  offered = JSON.stringify([lesson, questions]);
  const entries = questions.map(({ key, text }) => make("option", { value: key }, text));
  at("question").replaceChildren(...(entries.length ? entries : [make("option", { value: "" }, say("no_questions"))]));
}

let chosen = "";
function choose() {
  const lesson = at("lesson").value;
  if (lesson && lesson !== chosen) order({ do: "choose", lesson });
  chosen = lesson;
  offer();
  learn(lesson);
}

function paintNext() {
  const { ready, settings, runs } = state;
  choose();
  const spoken = ready.lesson === chosen ? Object.entries(ready.languages) : [];
  const done = spoken.filter(([, is]) => is).map(([language]) => language);
  const whole = spoken.length > 0 && done.length === spoken.length;
  write("ready", whole ? say("ready", { languages: done.join(", ") }) : spoken.length ? say("being_drawn") : "");
  at("ready").classList.toggle("good", whole);
  const votes = runs.kind === "question" && ["open", "talk"].includes(asks(settings)?.stage);
  write("ends", votes ? say("ends_vote") : "");
  write("plans", state.contest?.running ? say("contest_runs") : entered(state.entered.length));
  at("start").disabled = Boolean(state.contest?.running);
}

// --- all of it ---------------------------------------------------------------------------------------------------
function paint(now) {
  if (now.code !== page.dataset.code) {
    window.location.reload(); // the code and its pictures are the server's
    return;
  }
  state = now;
  const { settings } = state;
  paintNow();
  paintPeople();
  paintNext();
  earlier.show(state);
  clock.set(settings.timer, state.now, settings.paused);
  label("look-back", say("earlier", { count: state.questions.length }));
  label("projector", say(state.projectors ? "projector_on" : "projector_off"));
  label("pause", say(settings.paused === null ? "pause" : "go_on"));
  at("pause").setAttribute("aria-pressed", settings.paused !== null);
  document.body.classList.toggle("paused", settings.paused !== null);
  at("door").textContent = say(settings.is_closed ? "open_door" : "close_door");
  at("door").setAttribute("aria-pressed", settings.is_closed);
  at("names").textContent = say(settings.names_hidden ? "names" : "hide");
  at("names").setAttribute("aria-pressed", settings.names_hidden);
  at("stop").hidden = settings.timer === null;
}

/** @param {string} id @param {() => unknown} go */
const onClick = (id, go) => at(id).addEventListener("click", go);
/** @param {string} id @param {() => unknown} go */
const onSubmit = (id, go) =>
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    go();
  });
onClick("pause", () => order({ do: "pause", on: state.settings.paused === null }));
onClick("back", () => order({ do: "back" }));
onClick("call", () => {
  const { step, lesson } = state.runs;
  order({ do: "send", lesson: lesson ?? state.settings.shown.lesson, step });
});
onClick("door", () => order({ do: "door", closed: !state.settings.is_closed }));
onClick("renew", () => window.confirm(say("renew")) && order({ do: "renew" }));
onClick("names", () => order({ do: "names", hidden: !state.settings.names_hidden }));
onSubmit("send", () => order({ do: "send", lesson: at("lesson").value }));
onClick("compete", () => order({ do: "compete" }));
onClick("start", () => contest({ do: "start", own: true }));
at("lesson").addEventListener("change", choose);
onSubmit("ask", () => order({ do: "ask", lesson: at("lesson").value, key: at("question").value }));
onSubmit("time", async () => {
  if (await order({ do: "timer", seconds: 60 * (readTyped(at("minutes").value) ?? 0) })) at("timing").hidePopover();
});
onClick("stop", async () => (await order({ do: "timer", seconds: 0 })) && at("timing").hidePopover());
onSubmit("move", async () => {
  const file = at("saved").files[0];
  const [players, decisions, seed] = ["players", "decisions", "seed"].map((name) => readTyped(at(name).value));
  const what = file ? { file: await textOf(file) } : { game: at("game").value, players, decisions, seed };
  if (!(await order(what, "class/move/ask"))) return;
  at("saved").value = "";
  at("position").hidePopover();
});
onClick("end", async () => {
  if (window.confirm(say("end")) && (await order({ do: "end" }))) line.end();
});

// --- the keyboard ------------------------------------------------------------------------------------------------
const letters = new Entry(`gamekit:letters:${base}`, storeOf("localStorage"));
at("letters").checked = letters.recall() ?? true;
at("letters").addEventListener("change", () => letters.keep(at("letters").checked));
// A key that was pressed by hand does not hold the focus: space is the main key again.
addEventListener("click", (event) => {
  const pressed = /** @type {?HTMLElement} */ (
    /** @type {Element} */ (event.target).closest("#keys button, header button")
  );
  if (event.detail && pressed) pressed.blur();
});
const isSeen = (node) => node && !node.hidden && !node.disabled && node.getClientRects().length > 0;
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !(target instanceof Element)) return;
  if (target.closest("input, select, textarea, dialog, [popover]")) return;
  const main = document.querySelector("#keys .main");
  if (key === " ") {
    if (target.closest("button, a, [tabindex]")) return;
    event.preventDefault();
    if (isSeen(main) && !event.repeat) /** @type {HTMLElement} */ (main).click();
    return;
  }
  const letter = key === "ArrowRight" ? "→" : key.toUpperCase();
  if ((letter !== "→" && !at("letters").checked) || event.repeat) return;
  if (letter === "F") return /** @type {?HTMLElement} */ (at("tiles").querySelector(".tile[tabindex='0']"))?.focus();
  const found = [...document.querySelectorAll("[data-cap]")].find(
    (node) => /** @type {HTMLElement} */ (node).dataset.cap === letter && isSeen(node),
  );
  if (found) {
    event.preventDefault();
    /** @type {HTMLElement} */ (found).click();
  }
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
    at("told").textContent = standing === "lost" ? say("lost") : "";
    at("line").textContent = standing === "asking" ? say("asking") : "";
  },
  over,
);
