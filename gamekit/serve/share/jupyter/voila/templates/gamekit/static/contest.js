// The page of the class's tournament. The teacher's is told how it stands as it changes; a pupil's asks now and then.
import { listen, speaker } from "./class-parts.js";
import { Standings } from "./class-standings.js";

const ASK_MS = 4000;
const page = document.getElementById("contest");
const { base, xsrf, teacher } = page.dataset;
const say = speaker(JSON.parse(page.dataset.words));
const at = (id) => document.getElementById(id);
const standings = new Standings(say);
at("stands").replaceChildren(standings.node);

async function order(what, address = "class/tournament/order") {
  try {
    const answer = await fetch(`${base}${address}`, {
      method: "POST", body: JSON.stringify(what), headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf },
    });
    at("told").textContent = answer.ok ? "" : ((await answer.json()).refused ?? say("ended"));
    return answer.ok;
  } catch (problem) {
    if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem;
    at("told").textContent = say("lost");
    return false;
  }
}

async function ask() {
  if (!document.hidden) {
    try {
      const answer = await fetch(`${base}class/tournament/now`, { cache: "no-store" });
      if (answer.ok) standings.show((await answer.json()).contest);
    } catch (problem) {
      if (!(problem instanceof TypeError || problem instanceof SyntaxError)) throw problem; // no connection now
    }
  }
  setTimeout(ask, ASK_MS);
}

function teach() {
  at("which").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await order({ do: "game", game: at("game").value, players: Number(at("players").value) })) location.reload();
  });
  at("go").addEventListener("submit", (event) => {
    event.preventDefault();
    order({ do: "start", own: at("own").checked });
  });
  at("halt").addEventListener("click", () => order({ do: "stop" }));
  let shown = false;
  at("all").addEventListener("click", () => order({ do: "show", lesson: "tournament", key: shown ? null : "standings" }, "class/teacher"));
  for (const key of document.querySelectorAll("[data-remove]")) {
    key.addEventListener("click", async () => (await order({ do: "remove", pupil: Number(key.dataset.remove) })) && key.closest("li").remove());
  }
  listen(`${base}class/live/board`, ({ contest, settings }) => {
    standings.show(contest);
    at("halt").hidden = !contest?.running;
    shown = settings.shown?.lesson === "tournament";
    at("all").textContent = say(shown ? "projected" : "project");
    at("all").setAttribute("aria-pressed", shown);
  }, (lost) => (at("told").textContent = lost ? say("lost") : ""), () => location.assign(base));
}

if (teacher) teach();
else ask();
