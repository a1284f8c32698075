// On a lesson's page: notes what is done there for a homework, and leads back to it. Only where somebody has come from a
// homework (the address says from which); else nothing is noted.
import { make, speaker } from "../shared/dom.js";
import { storeOf } from "../shared/memory.js";
import { setPanel } from "./panels.js";
import { readDrawn } from "./presets.js";
import { Work } from "./work.js";

const TICK_S = 5;
const AWAKE_MS = 120_000; // so long somebody may read without touching anything

/** @param {Record<string, string>} words */
export function keepWork(words) {
  const { back: home = "" } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  const id = new URLSearchParams(window.location.search).get("homework") ?? "";
  if (!/^[0-9a-z]{7}$/.test(id)) return;
  const say = speaker(words);
  const work = new Work(id, storeOf("localStorage"));
  const state = work.read();
  const lesson = decodeURIComponent(window.location.pathname).replace(/^.*\/lessons\//, "").replace(/\.html$/, "");
  const back = make("a", { href: `${home}#${state?.code ?? ""}` }, say("keeper_back"));
  const text = state ? say("keeper_notes", { title: state.title }) : say("keeper_lost");
  document.getElementById("rendered_cells")?.before(make("p", { class: "gk-homework gk-look", role: "note" }, make("span", {}, text), " ", back));
  if (!state) return;

  // The page makes its panels after this: each asks here first.
  const place = new URLSearchParams(window.location.search).get("item") ?? "";
  const drawn = readDrawn(Object.hasOwn(state.presets ?? {}, place) ? state.presets?.[place] : null);
  /** @type {Record<string, import("./presets.js").Drawn>} */
  const taken = {};
  if (drawn) globalThis.gamekitPreset = (/** @type {any} */ data) => {
    if (!Object.hasOwn(drawn, data.number)) return null;
    const told = setPanel(data, drawn[data.number], say);
    taken[data.number] = told.taken;
    work.took(place, taken);
    return make("p", { class: "gk-quiet gk-preset", role: "note" }, told.text);
  };

  document.addEventListener("gamekit:said", (event) => {
    const { key, value, recalled } = /** @type {CustomEvent} */ (event).detail;
    if (Number.isFinite(value)) work.addAnswer(lesson, key, value, recalled);
  });
  // The contents know which steps are done.
  const steps = () => {
    const entries = [...document.querySelectorAll("#gk-contents li")];
    return entries.flatMap((entry, place) => (entry.classList.contains("gk-ready") ? [place + 1] : []));
  };
  document.addEventListener("gamekit:step", () => work.setSteps(lesson, steps()));
  document.dispatchEvent(new CustomEvent("gamekit:where")); // steps.js may have told already

  let touched = Date.now();
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(kind, () => (touched = Date.now()), { passive: true });
  setInterval(() => {
    if (document.visibilityState === "visible" && Date.now() - touched < AWAKE_MS) work.addSeconds(lesson, TICK_S);
  }, TICK_S * 1000);
}
