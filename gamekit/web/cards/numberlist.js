// Numbers to type, one after the other. All panels of a page that ask for the same numbers share them; the browser keeps them.
import { Memory, storeOf } from "../shared/storage.js";
import { typedList } from "../shared/typed.js";

/** @import { Say } from "../shared/types" */

/**
 * On a page without Python the list is `fixed`, and its value is what stands in it.
 * @param {{name: string, value: number[] | string, fixed?: boolean}} control
 * @param {Say} say
 * @param {() => void} changed
 */
export function numberList({ name, value, fixed = false }, say, changed) {
  const memory = new Memory(`list-${name}`, storeOf("localStorage"));
  const list = typedList("textarea", { rows: 3, class: "gk-writing", "data-list": name, disabled: fixed }, say);
  const area = list.node;
  const given = typeof value === "string" ? value : value.join(" ");
  area.value = fixed ? given : (memory.recall() ?? given);
  area.addEventListener("change", () => {
    if (area.value.trim()) memory.keep(area.value);
    else memory.forget();
    area.value ||= given;
    for (const one of /** @type {NodeListOf<HTMLTextAreaElement>} */ (
      document.querySelectorAll(`textarea[data-list="${name}"]`)
    )) {
      one.value = area.value;
      one.dispatchEvent(new Event("shared"));
    }
  });
  area.addEventListener("shared", changed);
  return {
    node: area,
    value: () => (fixed ? area.value : list.value()),
    check: () => fixed || list.check(),
    other: area.value !== given,
  };
}
