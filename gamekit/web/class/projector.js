// What all see: the same as *Now* on the desk, large. Nothing of one person arrives here, and nothing can be pressed.
import { Countdown, Spread, at, isMove, listen, make, speaker } from "./live_page.js";
import { ClassPosition } from "./position.js";
import { Standings } from "./standings.js";

const page = at("projector");
const say = speaker(JSON.parse(page.dataset.words));
const titles = JSON.parse(page.dataset.lessons);
const clock = new Countdown(at("clock"), say);
const standings = new Standings(say);
let shown = "";
let spread = null;
/** @type {?ClassPosition} */
let position = null;

// The picture of a question: made once, it grows.
function picture(question) {
  const key = `${question.lesson}|${question.key}`;
  if (key !== shown) {
    spread = new Spread(say);
    position = isMove(question) ? new ClassPosition(question, page.dataset.base, say) : null;
    shown = key;
  }
  const { bars } = question.rounds.at(-1);
  const told = question.rounds.some((round) => round.bars.some(({ count }) => count));
  if (told) spread.show(question);
  position?.show(bars); // none before they are shown
  const parts = [position?.node, told ? spread.node : null].filter(Boolean);
  const had = [...at("spread").children];
  if (parts.length !== had.length || parts.some((node, place) => node !== had[place]))
    at("spread").replaceChildren(...parts);
  at("spread").classList.toggle("beside", Boolean(position));
  return told;
}

function sentences({ runs, question, contest }) {
  const { kind, count, of, step, steps } = runs;
  if (kind === "question") {
    const told = question.stage ? say(`stage_${question.stage}`) : "";
    return [question.text, say("of", { count, of }), say("answered"), told];
  }
  if (kind === "contest") return [say("contest"), "", "", contest ? standings.sentence(contest) : say("contest_enter")];
  if (kind === "lesson")
    return [
      say("step", { number: step, name: steps[step - 1] ?? "" }),
      say("of", { count, of }),
      say("reached"),
      titles[runs.lesson] ?? "",
    ];
  return [say(kind === "waiting" ? "get_in" : "free_choice"), String(of), say("here"), ""];
}

function paint(now) {
  if (now.code !== page.dataset.code) {
    window.location.reload(); // the code and its pictures are the server's
    return;
  }
  const { runs, question, contest } = now;
  const [text, count, counted, stage] = sentences(now);
  const waiting = runs.kind === "waiting";
  document.body.classList.toggle("paused", now.paused !== null);
  page.className = `projector is-${runs.kind}`;
  at("invitation").hidden = !waiting;
  at("asked").hidden = waiting;
  at("text").textContent = text;
  at("text").classList.toggle("long", text.length > 150);
  let told = false;
  if (runs.kind === "question") told = picture(question);
  else shown = "";
  if (runs.kind === "contest" && contest) {
    standings.show(contest);
    at("spread").replaceChildren(standings.node);
  } else if (runs.kind !== "question") at("spread").replaceChildren();
  page.classList.toggle("is-told", told);
  at("count").textContent = count;
  at("counted").textContent = counted;
  if (at("stage").textContent !== stage) at("stage").textContent = stage;
  const squares = runs.kind === "contest" ? 0 : runs.of;
  at("squares").style.setProperty("--across", String(squares > 30 ? Math.ceil(squares / 2) : Math.max(15, squares)));
  at("squares").replaceChildren(
    ...Array.from({ length: squares }, (_one, place) => make("i", { class: place < runs.count ? "in" : null })),
  );
  clock.set(now.timer, now.now, now.paused);
  at("closed").hidden = !now.closed;
  at("late").hidden = waiting || now.closed;
  at("in").textContent = waiting ? say("nobody") : told ? `${count} ${counted}` : say("people", { online: now.online });
}

listen(
  page.dataset.base,
  "projector",
  paint,
  () => {},
  () => page.replaceChildren(say("ended")),
);
