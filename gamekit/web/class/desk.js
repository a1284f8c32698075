// The teacher's desk, one screen: what runs now, who is where, what comes next. All else opens over it.
import { Countdown, Spread, at, createOrder, isMove, lastRound, listen, onSubmit } from "./live_page.js";
import { readPage, setChildren, showPressed } from "./live_page.js";
import { EarlierQuestions } from "./desk_questions.js";
import { OnePupil } from "./desk_pupils.js";
import { ClassPosition } from "./position.js";
import { askClass } from "./requests.js";
import { Standings, roundPercent } from "./standings.js";
import { closest, make, moment, rove } from "../shared/dom.js";
import { textOf } from "../shared/files.js";
import { Entry, storeOf } from "../shared/storage.js";
import { readTyped } from "../shared/typed.js";

/** @import { BoardData, Person, Question, Runs } from "../shared/class_types" */
/** @typedef {[id: string, text: string, letter: string, press: () => unknown]} Key */

const BEHIND = 3; // steps, from which on a tile is marked
const SEATS = 30;
const { page, base, titles, say } = readPage("board");
const clock = new Countdown(at("clock"), say);
const [best, allPlans] = [new Standings(say), new Standings(say)];
at("stands").replaceChildren(allPlans.node);
/** What the server has said last. @type {?BoardData} */
let latest = null;

// Times, and how numbers are written, are the reader's.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const comma = new Intl.NumberFormat(navigator.language).format(1.5).includes(",") ? 1 : 0;
at("export").href += `?${new URLSearchParams({ zone: timeZone ?? "", comma: String(comma) })}`;
const begun = new Date(1000 * Number(at("begun").dataset.at));
at("begun").textContent = moment(begun, { dateStyle: "medium", timeStyle: "short" });

const order = createOrder(page, "class/teacher", say);
const orderContest = createOrder(page, "class/tournament/order", say);
const orderMove = createOrder(page, "class/move/ask", say);
const earlier = new EarlierQuestions(say, titles, order);
const onePupil = new OnePupil({ say, base, titles, remove });
page.append(onePupil.node);

const namePupil = (/** @type {Person} */ { name, number }) => name ?? say("pupil", { number });
/** @param {Person} person */
async function remove(person) {
  return window.confirm(say("remove", { who: namePupil(person) })) && order({ do: "remove", pupil: person.id });
}
/** @param {string} id @param {string} text */
const write = (id, text) => at(id).textContent !== text && (at(id).textContent = text);
const label = (/** @type {string} */ id, /** @type {string} */ text) => (at(id).children[0].textContent = text);
/** @param {(string | false)[]} parts */
const joinParts = (parts, mark = " · ") => [...new Set(parts)].filter(Boolean).join(mark);

// --- now ---------------------------------------------------------------------------------------------------------
/** The question that runs. @param {BoardData} now */
function findAsked({ questions, runs, settings: { shown } }) {
  if (runs.kind !== "question") return undefined;
  return questions.find((one) => one.lesson === shown?.lesson && one.key === shown.key);
}
const sayPlans = (/** @type {number} */ count) => say("plans", { count });

/** Kind and place, question, big count, and what is counted. @param {BoardData} now @param {Question | undefined} question @returns {[string, string, string, string]} */
function writeHeadline({ runs, contest, entered }, question) {
  const { kind, step, steps, lesson, count, of } = runs;
  const named = step ? say("step", { number: step, name: steps[step - 1] ?? "" }) : "";
  const [counted, answered] = [say("of", { count, of }), say("answered")];
  if (question) {
    const round = say(question.stage ? "now_vote" : "now_question", { round: question.rounds.length });
    const title = isMove(question) ? question.title : (titles[question.lesson] ?? question.lesson);
    const closed = question.stage && question.stage !== "open" ? say("closed") : "";
    const isTold = question.stage === "told"; // its answers take the room of the count
    const above = joinParts([round, closed, isTold && `${counted} ${answered}`, title, named || question.place]);
    return [above, question.text, isTold ? "" : counted, isTold ? "" : answered];
  }
  if (kind === "lesson") return [titles[lesson] ?? lesson, named, counted, say("reached")];
  if (kind === "contest") {
    const rows = contest?.rows.length ?? 0;
    const above = joinParts([say("contest"), contest?.title ?? "", sayPlans(rows || entered.length)]);
    if (!contest?.running) return [above, rows ? "" : say("contest_enter"), "", ""];
    return [above, "", say("percent", { percent: roundPercent(contest.share) }), say("contest_share")];
  }
  if (kind === "waiting") return [say("getting_in"), say("get_in"), "", ""];
  return [say("free_lessons"), say("free_choice"), String(of), say("here")];
}

let drawn = "";
let spread = new Spread(say);
/** @type {?ClassPosition} */
let position = null;
/** @param {BoardData} now @param {Question | undefined} question */
function paintChart({ runs, contest }, question) {
  const key = question ? `${question.lesson}|${question.key}` : runs.kind;
  if (key !== drawn) {
    spread = new Spread(say);
    position = question && isMove(question) ? new ClassPosition(question, base, say) : null;
    const chart = question || runs.kind === "lesson" ? [spread.node] : runs.kind === "contest" ? [best.node] : [];
    at("chart").replaceChildren(...(position ? [position.node] : []), ...chart);
    at("chart").classList.toggle("beside", Boolean(position));
    drawn = key;
  }
  if (question) {
    spread.show(question);
    position?.show(lastRound(question).bars);
  } else if (runs.kind === "lesson") {
    const bars = runs.counts.map((count, index) => ({ text: String(index + 1), count, right: null }));
    const round = { number: 1, count: Math.max(1, runs.of), bars, middle: null };
    spread.show({ lesson: "", rounds: [round], columns: true, outcome: [], result: null, changes: null });
  }
  best.show(contest, 8);
  allPlans.show(contest);
}

/** The keys that make sense at this moment; the first is the main one. @param {BoardData} now @param {Question | undefined} question @returns {Key[]} */
function listKeys({ runs, settings, contest }, question) {
  /** @type {Key} */
  const time = ["time", say("clock"), "T", () => at("timing").showPopover()];
  if (runs.kind === "waiting") {
    return [
      ["open", say("open_projector"), "", () => at("projector").click()],
      ["help", say("nobody_in"), "", () => at("help").showPopover()],
    ];
  }
  if (runs.kind === "contest") {
    const isNamed = settings.shown?.names;
    const names = () => order({ do: "show", lesson: "tournament", key: "standings", names: !isNamed });
    const leave = () => order({ do: "send", lesson: at("lesson").value });
    return [
      contest?.running
        ? ["halt", say("contest_stop"), "", () => orderContest({ do: "stop" })]
        : ["begin", say("contest_start"), "", () => orderContest({ do: "start", own: true })],
      ["who", say(isNamed ? "names_off" : "names_on"), "N", names],
      time,
      ["end", say("end_it"), "E", leave],
    ];
  }
  const lesson = runs.lesson ?? question?.lesson;
  const next = (runs.step ?? 0) + 1;
  const name = runs.steps?.[next - 1];
  const go = () => order({ do: "pace", lesson, open: next, go: true });
  /** @type {Key[]} */
  const forward = name ? [["next", say("next_step", { number: next, name }), "→", go]] : [];
  if (runs.kind === "lesson") {
    const pace = (/** @type {?number} */ open) => order({ do: "pace", lesson, open });
    return [
      ...forward,
      runs.held ? ["free", say("alone"), "O", () => pace(null)] : ["hold", say("together"), "O", () => pace(runs.step)],
      time,
    ];
  }
  if (!question) return [time];
  const { stage, rounds, key } = question;
  /** @param {string} id @param {string} letter @param {string} text @returns {Key} */
  const lead = (id, letter, text = say(id)) => {
    const press = () => order({ do: id, lesson: question.lesson, key });
    return [id, text, letter, press];
  };
  const [tell, talk, again] = [lead("tell", "S"), lead("talk", "K", say("talk_now")), lead("again", "A")];
  const withdraw = lead("withdraw", "E");
  if (stage === "open") {
    const talks = lastRound(question).count > 0 ? [talk] : [];
    return [...(rounds.length > 1 ? [tell, ...talks] : [...talks, tell]), time, withdraw];
  }
  if (stage === "talk") return [again, tell, time, withdraw];
  // Hidden, the answers, and then what came out as well.
  const { shares, outcome } = settings.shown ?? { shares: false, outcome: false };
  const solves = question.outcome.length || rounds[0].bars.some(({ right }) => right !== null);
  const shown = shares && solves && !outcome ? "outcome" : shares ? "hide" : "answers";
  const wanted = { shares: shown !== "hide", outcome: shown === "outcome" };
  const toggle = () => order({ do: "show", lesson: question.lesson, key, ...wanted });
  const solved = shown === "outcome" && !question.outcome.length ? "right" : shown;
  /** @type {Key} */
  const show = ["show", say(`show_${solved}`), "S", toggle];
  const clear = () => order({ do: "show", key: null });
  /** @type {Key} */
  const end = ["end", say("end_it"), "E", isMove(question) ? withdraw[3] : clear];
  return stage ? [...forward, again, show, end] : [lead("ask", "A"), show, end];
}

/** Buttons by what they do. @type {Map<string, HTMLButtonElement>} */
const keys = new Map();
/** @param {Key} key @param {number} index */
function paintKey([id, text, letter, press], index) {
  const node = keys.get(id) ?? make("button", { type: "button" }, make("span"), make("kbd", { "aria-hidden": "true" }));
  keys.set(id, node);
  node.onclick = press;
  node.dataset.key = id;
  node.dataset.cap = letter;
  node.classList.toggle("main", index === 0);
  node.children[0].textContent = text;
  node.children[1].textContent = index ? letter : say("space");
  return node;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let backTimer;
/** @param {BoardData} now */
function paintLast({ did, now }) {
  clearTimeout(backTimer);
  const time = did && moment(new Date(1000 * did.at), { timeStyle: "short" });
  write("did", did ? say(`did_${did.do}`, { at: time, count: did.count }) : "");
  const left = did ? 1000 * (did.until - now) : 0;
  at("back").hidden = left <= 0;
  backTimer = setTimeout(() => (at("back").hidden = true), left);
}

let announced = 0;
/** The count itself is silent, or it would speak thirty times. @param {Runs} runs */
function announceAnswers({ kind, count, of }) {
  const part = kind === "question" && of ? Math.floor((2 * count) / of) : 0;
  if (part !== announced) at("heard").textContent = part ? say(part > 1 ? "all_answered" : "half_answered") : "";
  announced = part;
}

/** @param {BoardData} now @param {Question | undefined} question */
function paintNow(now, question) {
  const { runs, settings } = now;
  for (const [index, text] of writeHeadline(now, question).entries())
    write(["now-title", "now-text", "count", "counted"][index], text);
  at("counting").classList.toggle("none", !at("count").textContent);
  at("now").dataset.kind = runs.kind;
  at("getin").hidden = runs.kind !== "waiting";
  at("way").hidden = runs.kind === "waiting";
  paintChart(now, question);
  write("note", question && !settings.shown?.shares ? say("only_you") : "");
  setChildren(at("keys"), listKeys(now, question).map(paintKey));
  paintLast(now);
  announceAnswers(runs);
}

// --- who is where ------------------------------------------------------------------------------------------------
/** Buttons of those who are in, by id. @type {Map<number, HTMLButtonElement>} */
const tiles = new Map();
/** Free seats by their place. @type {HTMLElement[]} */
const freeSeats = [];
/** @param {BoardData} now @param {Person} person */
function isBehind({ runs: { kind, step, lesson }, settings }, person) {
  const there = lesson ?? (kind === "question" ? settings.shown?.lesson : null);
  return Boolean(person.online && step && person.step && person.lesson === there && step - person.step >= BEHIND);
}

/** The step or place of a tile, and its state in a word or two. @param {BoardData} board @param {Person} person */
function describePerson(board, person) {
  const { runs, contest, now } = board;
  const minutes = Math.floor((now - (person.since ?? now)) / 60);
  if (!person.online) return ["", minutes ? say("away_since", { minutes }) : say("away")];
  if (runs.kind === "contest") {
    const rows = contest?.rows ?? [];
    const place = rows.findIndex(({ pupil }) => pupil === person.id);
    if (place >= 0) return [String(place + 1), say("percent", { percent: roundPercent(rows[place].value) })];
    return ["", say(board.entered.some(({ pupil }) => pupil === person.id) ? "plan_in" : "plan_open")];
  }
  const step = person.step && !person.elsewhere ? String(person.step) : "";
  if (runs.kind === "question") {
    if (!person.said) return [step, say(findAsked(board)?.stage === "open" ? "not_yet" : "no_answer")];
    return [step, person.changed === null ? say("sent") : say(person.changed ? "changed_it" : "kept_it")];
  }
  const elsewhere = person.elsewhere || (person.lesson && person.lesson !== runs.lesson ? titles[person.lesson] : "");
  return elsewhere ? ["", elsewhere] : [step, person.step ? person.step_name : say("nowhere")];
}

/** @param {BoardData} board @param {Person} person */
function paintTile(board, person) {
  const attributes = { type: "button", tabindex: -1, "aria-haspopup": "dialog" };
  const node = tiles.get(person.id) ?? make("button", attributes, make("b"), make("em"), make("span"));
  tiles.set(person.id, node);
  node.onclick = () => onePupil.open(person);
  const [name, mark, word] = node.children;
  const [step, description] = describePerson(board, person);
  const behind = isBehind(board, person);
  name.textContent = namePupil(person);
  mark.textContent = `${step}${behind ? " ▾" : ""}`;
  mark.toggleAttribute("hidden", !step);
  word.textContent = description;
  const { kind } = board.runs;
  const look = !person.online ? " away" : behind ? " behind" : kind === "question" && person.said ? " yes" : "";
  node.className = `tile${look}`;
  const place = kind === "contest" ? step : say("step", { number: step, name: person.step_name });
  const parts = [namePupil(person), step && place, behind && say("is_behind"), description];
  node.setAttribute("aria-label", joinParts(parts, ", "));
  node.title = joinParts([namePupil(person), person.elsewhere || person.step_name]);
  return node.parentElement ?? make("li", {}, node);
}

/** @param {BoardData} board @param {Question | undefined} question */
function paintPeople(board, question) {
  const { people, runs, asking, seats } = board;
  const online = people.filter((person) => person.online).length;
  const away = people.length - online;
  write("in", people.length ? say(away ? "people_away" : "people", { online, away }) : say("nobody"));
  write("asking", asking ? say("people_asking", { count: asking }) : "");
  const all = Math.max(people.length, Math.min(seats, SEATS));
  const across = all <= SEATS ? 5 : all <= 48 ? 6 : 8;
  const list = at("tiles");
  list.style.setProperty("--across", String(across));
  list.style.setProperty("--down", String(Math.max(6, Math.ceil(all / across))));
  for (let number = people.length + 1; number <= all; number += 1)
    freeSeats[number] ??= make("li", { class: "free", "aria-hidden": "true" }, String(number));
  for (const id of tiles.keys()) if (!people.some((person) => person.id === id)) tiles.delete(id);
  const nodes = people.map((person) => paintTile(board, person));
  setChildren(list, [...nodes, ...freeSeats.slice(people.length + 1, all + 1)]);
  const [first] = tiles.values();
  if (first && !list.querySelector(".tile[tabindex='0']")) first.tabIndex = 0;
  const behind = people.filter((person) => isBehind(board, person)).length;
  write("sum", behind ? say("behind", { count: behind }) : "");
  at("call").hidden = !behind || question?.stage === "open"; // that has called everybody already
  label("call", say("call", { number: runs.step ?? 0 }));
}

rove(at("tiles"), ".tile", (current, key, all) => {
  const across = Number(at("tiles").style.getPropertyValue("--across"));
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across };
  return all[all.indexOf(current) + steps[key]] ?? null;
});

// --- next --------------------------------------------------------------------------------------------------------
/** What each lesson asks. @type {Map<string, {key: string, text: string}[]>} */
const questionsOf = new Map();
/** @param {string} lesson */
async function loadQuestions(lesson) {
  if (!lesson || questionsOf.has(lesson)) return;
  questionsOf.set(lesson, []);
  const answer = await askClass(`${base}class/steps/${lesson}`);
  if (!answer) return void questionsOf.delete(lesson); // no connection now: asked for again with the next change
  questionsOf.set(lesson, answer.told.questions ?? []);
  paintQuestions();
}

let offered = "";
function paintQuestions() {
  const lesson = at("lesson").value;
  const questions = questionsOf.get(lesson) ?? [];
  at("ask-it").disabled = !questions.length;
  if (offered === JSON.stringify([lesson, questions])) return;
  offered = JSON.stringify([lesson, questions]);
  const entries = questions.map(({ key, text }) => make("option", { value: key }, text));
  at("question").replaceChildren(...(entries.length ? entries : [make("option", { value: "" }, say("no_questions"))]));
}

let chosen = "";
function chooseLesson() {
  const lesson = at("lesson").value;
  if (lesson && lesson !== chosen) order({ do: "choose", lesson });
  chosen = lesson;
  paintQuestions();
  loadQuestions(lesson);
}

/** @param {BoardData} now @param {Question | undefined} question */
function paintNext({ ready, contest, entered }, question) {
  chooseLesson();
  const languages = ready.lesson === chosen ? Object.entries(ready.languages) : [];
  const drawn = languages.filter(([, isDrawn]) => isDrawn).map(([language]) => language);
  const isReady = languages.length > 0 && drawn.length === languages.length;
  const waiting = languages.length ? say("being_drawn") : "";
  write("ready", isReady ? say("ready", { languages: drawn.join(", ") }) : waiting);
  at("ready").classList.toggle("good", isReady);
  write("ends", question?.stage === "open" || question?.stage === "talk" ? say("ends_vote") : "");
  write("plans", contest?.running ? say("contest_runs") : sayPlans(entered.length));
  at("start").disabled = Boolean(contest?.running);
}

// --- all of it ---------------------------------------------------------------------------------------------------
/** @param {BoardData} now */
function paint(now) {
  latest = now;
  const { settings } = now;
  const question = findAsked(now);
  paintNow(now, question);
  paintPeople(now, question);
  paintNext(now, question);
  earlier.show(now);
  clock.set(settings, now.now);
  label("look-back", say("earlier", { count: now.questions.length }));
  label("projector", say(now.projectors ? "projector_on" : "projector_off"));
  label("pause", say(settings.paused === null ? "pause" : "go_on"));
  at("pause").setAttribute("aria-pressed", String(settings.paused !== null));
  document.body.classList.toggle("paused", settings.paused !== null);
  showPressed("door", say(settings.is_closed ? "open_door" : "close_door"), settings.is_closed);
  showPressed("names", say(settings.names_hidden ? "names" : "hide"), settings.names_hidden);
  at("stop").hidden = settings.timer === null;
}

/** Nothing can be pressed before the server has said how the class stands. @param {string} id @param {(now: BoardData) => unknown} press */
const onClick = (id, press) => at(id).addEventListener("click", () => latest && press(latest));
onClick("pause", ({ settings }) => order({ do: "pause", on: settings.paused === null }));
onClick("back", () => order({ do: "back" }));
onClick("call", ({ runs, settings }) =>
  order({ do: "send", lesson: runs.lesson ?? settings.shown?.lesson, step: runs.step }),
);
onClick("door", ({ settings }) => order({ do: "door", closed: !settings.is_closed }));
onClick("renew", () => window.confirm(say("renew")) && order({ do: "renew" }));
onClick("names", ({ settings }) => order({ do: "names", hidden: !settings.names_hidden }));
onSubmit("send", () => order({ do: "send", lesson: at("lesson").value }));
onClick("compete", () => order({ do: "compete" }));
onClick("start", () => orderContest({ do: "start", own: true }));
at("lesson").addEventListener("change", chooseLesson);
onSubmit("ask", () => order({ do: "ask", lesson: at("lesson").value, key: at("question").value }));
onSubmit("time", async () => {
  if (await order({ do: "timer", seconds: 60 * (readTyped(at("minutes").value) ?? 0) })) at("timing").hidePopover();
});
onClick("stop", async () => (await order({ do: "timer", seconds: 0 })) && at("timing").hidePopover());
onSubmit("move", async () => {
  const file = at("saved").files?.[0];
  const [players, decisions, seed] = [at("players"), at("decisions"), at("seed")].map(({ value }) => readTyped(value));
  const start = { game: at("game").value, players, decisions, seed };
  if (!(await orderMove(file ? { file: await textOf(file) } : start))) return;
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
const PRESSED = "#keys button, header button, #next button";
addEventListener("click", (event) => event.detail && closest(event, PRESSED)?.blur());
// Neither does what was chosen by hand, so that L sends to the lesson and Q asks the question.
let isByHand = false;
addEventListener("pointerdown", () => (isByHand = true), true);
addEventListener("keydown", () => (isByHand = false), true);
addEventListener("change", (event) => isByHand && closest(event, "#next select")?.blur());
/** @param {HTMLElement} node */
const isSeen = (node) => !node.hidden && !node.matches(":disabled") && node.getClientRects().length > 0;
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !(target instanceof Element)) return;
  if (target.closest("input, select, textarea, dialog, [popover]")) return;
  if (key === " ") {
    if (target.closest("button, a, [tabindex]")) return;
    event.preventDefault();
    /** @type {NodeListOf<HTMLElement>} */
    const [main] = document.querySelectorAll("#keys .main");
    if (main && isSeen(main) && !event.repeat) main.click();
    return;
  }
  const letter = key === "ArrowRight" ? "→" : key.toUpperCase();
  if ((letter !== "→" && !at("letters").checked) || event.repeat) return;
  /** @type {NodeListOf<HTMLElement>} */
  const marked = document.querySelectorAll(letter === "F" ? "#tiles .tile[tabindex='0']" : "[data-cap]");
  if (letter === "F") return marked[0]?.focus();
  const found = [...marked].find((node) => node.dataset.cap === letter && isSeen(node));
  if (found) {
    event.preventDefault();
    found.click();
  }
});

const line = listen(page, "board", {
  onData: paint,
  onState(state) {
    at("told").textContent = state === "lost" ? say("lost") : "";
    at("line").textContent = state === "polling" ? say("asking") : "";
  },
  onEnd() {
    page.className = "board-page"; // in the rows of the desk the sentence would have no height
    page.replaceChildren(
      make("p", { class: "over-note", role: "status" }, `${say("ended")} ${say("deleted")}`),
      make("a", { class: "button", href: base }, page.dataset.back),
    );
  },
});
