// A panel of a lesson begins as a homework sets it: what fits its controls is taken, what does not is said and left as it is.
import { describeDrawn, fitValue } from "./presets.js";

/** @import { Say } from "../shared/types" */
/** @import { Control, Drawn, Value } from "./presets.js" */

// Set a panel before it is made; gives what was taken, and a sentence for whoever does the homework.
/** @param {{controls: Control[], luck: boolean, seeds?: number[], result: any, first?: number} & Record<string, any>} data @param {Drawn} drawn @param {Say} say */
export function setPanel(data, { values, seed }, say) {
  /** @type {Record<string, Value>} */
  const taken = {};
  let missed = seed !== null && !data.luck;
  data.controls = data.controls.map((control) => {
    if (!Object.hasOwn(values, control.name)) return control;
    const value = fitValue(control, values[control.name]);
    if (value === undefined) {
      missed = true;
      return control;
    }
    taken[control.name] = values[control.name];
    return { ...control, value };
  });
  missed ||= Object.keys(values).some((name) => !data.controls.some((control) => control.name === name));
  const lucky = seed !== null && data.luck;
  if (Object.keys(taken).length) data.result = null; // it was the result of other values
  if (lucky) data.first = data.seeds ? data.seeds[seed % data.seeds.length] : seed;
  const told = { values: taken, seed: lucky ? seed : null };
  const panel = { title: data.title, step: 0, luck: data.luck, controls: data.controls };
  const shown = describeDrawn(panel, { ...told, seed: lucky ? (data.first ?? null) : null }, say);
  const text = [shown && say("keeper_set", { values: shown }), missed && say("keeper_not_set")].filter(Boolean).join(" ");
  return { taken: told, text };
}
