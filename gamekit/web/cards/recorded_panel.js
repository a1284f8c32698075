// A panel without Python: it asks as ever, and is answered out of what was recorded when the page was made (widgets/recorded_panel.py).
// It offers no settings but these, says that they are recorded, and tells a stored prediction beside the result.
import { make, speaker } from "../shared/dom.js";
import { createLab } from "./panel.js";

/** `bets` are the predictions of the page by name (lesson_page.js). @param {HTMLElement} root @param {any} data @param {any} bets */
export function createRecording(root, data, bets) {
  const { grid, seeds, results, outcomes } = data;
  const say = speaker(data.words);
  let drawn = -1;

  /** The place of a setting among the recorded ones, or -1. @param {any} values */
  function findPlace(values) {
    let place = 0;
    for (const [index, { name }] of data.controls.entries()) {
      const at = grid[index].indexOf(values[name]);
      if (at < 0) return -1;
      place = place * grid[index].length + at;
    }
    return place;
  }

  /** @param {any} values @param {any} seed */
  function result(values, seed) {
    const place = findPlace(values);
    const luck = seed === null ? (drawn = (drawn + 1) % seeds.length) : seeds.indexOf(seed);
    if (place < 0 || luck < 0) return { type: "error", text: say("recorded_outside") };
    const bet = bets.get(data.bet)?.tell();
    const told = bet ? [{ kind: "text", text: say("recorded_predicted", { value: bet }) }] : [];
    const parts = [...outcomes[results[place * seeds.length + luck]], ...told];
    return { type: "result", parts, seed: data.luck ? seeds[luck] : null, live: data.live };
  }

  const lab = createLab(root, data, ({ do: asked, values, seed }) => {
    if (asked === "run") setTimeout(() => lab.receive(result(values, seed)), 0);
  });
  bets.get(data.bet)?.whenStored(() => lab.receive({ type: "open" }));
  const where = !data.controls.length ? "recorded_one" : data.complete ? "recorded_all" : "recorded_some";
  const lucky = data.luck && seeds.length > 1 ? say("recorded_luck", { count: seeds.length }) : "";
  root.append(make("p", "gk-quiet gk-recorded", `${say(where)} ${lucky}`.trim()));
  return lab;
}
