// What all see: the same as *Now* on the desk, large. Nothing of one person arrives here, and nothing can be pressed.
import { Countdown, Spread, at, isMove, lastRound, listen, readPage, setChildren } from "./live_page.js";
import { ClassPosition } from "./position.js";
import { Standings } from "./standings.js";
import { make } from "../shared/dom.js";

/** @import { ProjectorData, Question } from "../shared/class_types" */

const { page, base, titles, say } = readPage("projector");
const clock = new Countdown(at("clock"), say);
const standings = new Standings(say);
let shown = "";
let spread = new Spread(say);
/** @type {?ClassPosition} */
let position = null;

/** Draw a question, and return whether its answers are to be seen. The picture is made once, then it grows. @param {Question} question */
function drawQuestion(question) {
  const key = `${question.lesson}|${question.key}`;
  if (key !== shown) {
    spread = new Spread(say);
    position = isMove(question) ? new ClassPosition(question, base, say) : null;
    shown = key;
  }
  const isTold = question.rounds.some((round) => round.bars.some(({ count }) => count));
  if (isTold) spread.show(question);
  position?.show(lastRound(question).bars); // none before they are shown
  setChildren(at("spread"), [...(position ? [position.node] : []), ...(isTold ? [spread.node] : [])]);
  return isTold;
}

/** Question or place, count, what is counted, and the stage. @param {ProjectorData} now @returns {[string, string, string, string]} */
function listSentences({ runs, question, contest }) {
  const { kind, count, of, step, steps } = runs;
  if (kind === "question" && question) {
    const stage = question.stage ? say(`stage_${question.stage}`) : "";
    return [question.text, say("of", { count, of }), say("answered"), stage];
  }
  if (kind === "contest") return [say("contest"), "", "", contest ? standings.sentence(contest) : say("contest_enter")];
  if (kind === "lesson") {
    const named = say("step", { number: step, name: steps[step - 1] ?? "" });
    return [named, say("of", { count, of }), say("reached"), titles[runs.lesson] ?? ""];
  }
  return [say(kind === "waiting" ? "get_in" : "free_choice"), String(of), say("here"), ""];
}

/** @param {ProjectorData} now */
function paint(now) {
  const { runs, question, contest } = now;
  const [text, count, counted, stage] = listSentences(now);
  const waiting = runs.kind === "waiting";
  document.body.classList.toggle("paused", now.paused !== null);
  page.className = `projector is-${runs.kind}`;
  at("invitation").hidden = !waiting;
  at("asked").hidden = waiting;
  at("text").textContent = text;
  at("text").classList.toggle("long", text.length > 150);
  const asked = runs.kind === "question" ? question : null;
  const isTold = asked !== null && drawQuestion(asked);
  if (!asked) {
    shown = "";
    if (contest) standings.show(contest);
    setChildren(at("spread"), contest ? [standings.node] : []);
  }
  at("spread").classList.toggle("beside", asked !== null && isMove(asked));
  page.classList.toggle("is-told", isTold);
  at("count").textContent = count;
  at("counted").textContent = counted;
  if (at("stage").textContent !== stage) at("stage").textContent = stage;
  const squares = runs.kind === "contest" ? 0 : runs.of;
  at("squares").style.setProperty("--across", String(squares > 30 ? Math.ceil(squares / 2) : Math.max(15, squares)));
  const isIn = (/** @type {number} */ place) => make("i", { class: place < runs.count ? "in" : null });
  at("squares").replaceChildren(...Array.from({ length: squares }, (_one, place) => isIn(place)));
  clock.set(now, now.now);
  at("closed").hidden = !now.closed;
  at("late").hidden = waiting || now.closed;
  const people = isTold ? `${count} ${counted}` : say("people", { online: now.online });
  at("in").textContent = waiting ? say("nobody") : people;
}

listen(page, "projector", { onData: paint, onEnd: () => page.replaceChildren(say("ended")) });
