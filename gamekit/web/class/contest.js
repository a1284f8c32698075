// The page of the class's tournament. The teacher's is told how it stands as it changes; a pupil's asks now and then, as long
// as there is somebody to ask for.
import { at, createOrder, listen, onSubmit, readPage, showPressed } from "./live_page.js";
import { askClass } from "./requests.js";
import { Standings } from "./standings.js";
import { button, make } from "../shared/dom.js";
import { readTyped } from "../shared/typed.js";

/** @import { EnteredPlan } from "../shared/class_types" */

const ASK_MS = 4000;
const { page, base, say } = readPage("contest");
const standings = new Standings(say);
at("stands").replaceChildren(standings.node);

async function ask() {
  const answer = document.hidden ? null : await askClass(`${base}class/tournament/now`);
  if (answer?.ok) standings.show(answer.told.contest);
  if (answer?.status === 403)
    leave(); // removed, or the class has ended
  else setTimeout(ask, ASK_MS);
}

// What could be entered here would not be taken any more.
function leave() {
  at("told").textContent = say("out");
  at("mine")?.remove();
}

function teach() {
  const order = createOrder(page, "class/tournament/order", say);
  const desk = createOrder(page, "class/teacher", say);
  onSubmit("which", async () => {
    if (await order({ do: "players", players: readTyped(at("players").value) })) location.reload();
  });
  onSubmit("go", () => order({ do: "start", own: at("own").checked }));
  at("halt").addEventListener("click", () => order({ do: "stop" }));
  let isShown = false;
  at("all").addEventListener("click", () =>
    desk({ do: "show", lesson: "tournament", key: isShown ? null : "standings" }),
  );
  let listed = "";
  const list = (/** @type {EnteredPlan[]} */ entered) => {
    if (listed === JSON.stringify(entered)) return;
    listed = JSON.stringify(entered);
    const { out = "", label = "" } = at("entered").dataset;
    at("entered-none").hidden = entered.length > 0;
    const rows = entered.map(({ pupil, name, says }) => {
      const plan = make("span", {}, make("strong", {}, name), make("br"), make("span", "quiet", says));
      const attributes = { class: "button quiet small", "aria-label": label.replace("#", () => name) };
      const remove = button(out, () => order({ do: "remove", pupil }), attributes);
      return make("li", {}, plan, remove);
    });
    at("entered").replaceChildren(...rows);
  };
  listen(page, "board", {
    onData({ contest, settings, entered }) {
      standings.show(contest);
      list(entered);
      at("halt").hidden = !contest?.running;
      isShown = settings.shown?.lesson === "tournament";
      showPressed("all", say(isShown ? "projected" : "project"), isShown);
    },
    onState: (state) => (at("told").textContent = state === "lost" ? say("lost") : ""),
    onEnd: () => location.assign(base),
  });
}

if (page.dataset.teacher) teach();
else ask();
