// The page of the class's tournament. The teacher's is told how it stands as it changes; a pupil's asks now and then, as long
// as there is somebody to ask for.
import { at, listen, make, orders, speaker, checkUnreached } from "./live_page.js";
import { Standings } from "./standings.js";
import { readTyped } from "../shared/typed.js";

const ASK_MS = 4000;
const page = at("contest");
const { base, teacher } = page.dataset;
const say = speaker(JSON.parse(page.dataset.words));
const standings = new Standings(say);
at("stands").replaceChildren(standings.node);

const act = orders(page.dataset, say, at("told"));
const order = (what, address = "class/tournament/order") => act(what, address);

async function ask() {
  let out = false;
  try {
    if (document.hidden) return;
    const answer = await fetch(`${base}class/tournament/now`, { cache: "no-store" });
    out = answer.status === 403; // removed, or the class has ended
    if (answer.ok) standings.show((await answer.json()).contest);
  } catch (problem) {
    checkUnreached(problem);
  } finally {
    if (out) leave();
    else setTimeout(ask, ASK_MS); // a fault of one answer does not end the asking
  }
}

// What could be entered here would not be taken any more.
function leave() {
  at("told").textContent = say("out");
  at("mine")?.remove();
}

function teach() {
  at("which").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await order({ do: "players", players: readTyped(at("players").value) })) location.reload();
  });
  at("go").addEventListener("submit", (event) => {
    event.preventDefault();
    order({ do: "start", own: at("own").checked });
  });
  at("halt").addEventListener("click", () => order({ do: "stop" }));
  let shown = false;
  at("all").addEventListener("click", () =>
    order({ do: "show", lesson: "tournament", key: shown ? null : "standings" }, "class/teacher"),
  );
  let listed = "";
  const list = (entered) => {
    if (listed === JSON.stringify(entered)) return;
    listed = JSON.stringify(entered);
    const { out, label } = at("entered").dataset;
    at("entered-none").hidden = entered.length > 0;
    at("entered").replaceChildren(
      ...entered.map(({ pupil, name, says }) =>
        make(
          "li",
          {},
          make("span", {}, make("strong", {}, name), make("br"), make("span", { class: "quiet" }, says)),
          make(
            "button",
            {
              type: "button",
              class: "button quiet small",
              "aria-label": label.replace("#", () => name),
              onclick: () => order({ do: "remove", pupil }),
            },
            out,
          ),
        ),
      ),
    );
  };
  listen(
    base,
    "board",
    ({ contest, settings, entered }) => {
      standings.show(contest);
      list(entered);
      at("halt").hidden = !contest?.running;
      shown = settings.shown?.lesson === "tournament";
      at("all").textContent = say(shown ? "projected" : "project");
      at("all").setAttribute("aria-pressed", shown);
    },
    (standing) => (at("told").textContent = standing === "lost" ? say("lost") : ""),
    () => location.assign(base),
  );
}

if (teacher) teach();
else ask();
