// What all see: how to get in, or the distribution the teacher has chosen. Nothing of one person arrives here.
import { Countdown, Spread, at, isMove, listen, speaker } from "./live_page.js";
import { ClassPosition } from "./position.js";
import { Standings } from "./standings.js";

const page = at("projector");
const words = JSON.parse(page.dataset.words);
const say = speaker(words);
const clock = new Countdown(at("clock"), say);
const standings = new Standings(say);
at("stands").replaceChildren(standings.node);
/** @type {any} */
let spread = null;
let shown = "";
/** @type {?ClassPosition} */
let position = null;

function paint(now) {
  if (now.code !== page.dataset.code) {
    window.location.reload(); // the code and its pictures are the server's
    return;
  }
  at("closed").hidden = !now.closed;
  at("in").textContent = say("people", { online: now.online, all: now.in });
  clock.set(now.timer, now.now);
  const { question, contest } = now;
  at("asked").hidden = !question;
  at("contest").hidden = !contest;
  at("invitation").hidden = Boolean(question || contest);
  if (contest) standings.show(contest);
  if (!question) return;
  const key = `${question.lesson}|${question.key}`;
  if (key !== shown) {
    at("solve").checked = false;
    spread = new Spread(say);
    position = isMove(question) ? new ClassPosition(question, page.dataset.base, say) : null;
    at("spread").replaceChildren(...(position ? [position.node] : []), spread.node);
    at("spread").classList.toggle("beside", isMove(question));
    shown = key;
  }
  at("text").textContent = question.text;
  at("count").textContent = say("answers", { count: question.rounds.at(-1).count, all: now.in });
  at("stage").textContent = question.stage ? say(`stage_${question.stage}`) : "";
  spread.show(question, at("solve").checked, at("solve").checked);
  position?.show(question.rounds.at(-1).bars); // none before they are shown
  const solved = question.kind === "answer" && question.rounds[0].bars.some((bar) => bar.right !== null);
  at("solving").hidden = !solved && !question.outcome.length;
  at("solve-text").textContent = say(question.outcome.length ? "show_outcome" : "show_right");
}

let last = null;
at("solve").addEventListener("change", () => last && paint(last));
listen(
  page.dataset.base,
  "projector",
  (now) => paint((last = now)),
  () => {},
  () => page.replaceChildren(say("ended")),
);
