// A field to write into: what is written is kept in this browser.
import { make, claimKeys, replace, speaker } from "../shared/dom.js";
import { Memory, storeOf } from "../shared/storage.js";

/** @param {HTMLElement} root @param {any} data @param {?(message: any) => void} send */
export function createField(root, data, send = null) {
  const say = speaker(data.words);
  const memory = new Memory(data.key, storeOf("localStorage"));
  const id = `gk-${data.key}`;
  const area = make("textarea", { id, rows: data.lines, class: "gk-writing" });
  const kept = make("p", { class: "gk-quiet", "aria-live": "polite" });
  let pause = 0;
  const keep = () => {
    memory.keep(area.value);
    send?.({ do: "written", text: area.value });
    root.classList.toggle("gk-done", area.value.trim() !== "");
    kept.textContent = area.value.trim() ? say("field_kept") : "";
  };
  area.value = memory.recall() ?? "";
  area.addEventListener("input", () => {
    clearTimeout(pause);
    pause = window.setTimeout(keep, 400);
  });
  area.addEventListener("change", keep);
  root.classList.add("gk", "gk-card", "gk-field-card");
  claimKeys(root);
  replace(root, make("h3", {}, make("label", { for: id }, data.title)), area, kept);
  if (area.value) keep();
  return { receive() {} };
}
