// What all see: how to get in, or the distribution the teacher has chosen. Nothing of one person arrives here.
import { Clock, Spread, isMove, listen, positionOf, speaker } from "./class-parts.js";

const page = document.getElementById("projector");
const words = JSON.parse(page.dataset.words);
const say = speaker(words);
const at = (id) => document.getElementById(id);
const clock = new Clock(at("clock"), say);
let spread = null;
let shown = "";

function paint(now) {
  at("in").textContent = say("people", { online: now.online, all: now.in });
  clock.set(now.timer, now.now);
  const { question } = now;
  at("asked").hidden = !question;
  at("invitation").hidden = Boolean(question);
  if (!question) return;
  const key = `${question.lesson}|${question.key}`;
  if (key !== shown) {
    spread = new Spread(say);
    const position = isMove(question) ? [positionOf(question, page.dataset.base, say)] : [];
    at("spread").replaceChildren(...position, spread.node);
    at("spread").classList.toggle("beside", isMove(question));
    shown = key;
  }
  at("text").textContent = question.text;
  at("count").textContent = say("answers", { count: question.rounds.at(-1).count, all: now.in });
  spread.show(question, at("solve").checked, now.bar);
  at("solving").hidden = question.kind !== "answer" || !question.rounds[0].bars.some((bar) => bar.right !== null);
}

let last = null;
at("solve").addEventListener("change", () => last && paint(last));
listen(`${page.dataset.base}class/live/projector`, (now) => paint((last = now)), (lost) => document.body.classList.toggle("lost", lost), () => {
  page.replaceChildren(say("ended"));
});
