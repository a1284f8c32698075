// What each key does at the stepper.
import { above } from "../shared/dom.js";

/** @import { Acts } from "../shared/types" */

const TYPING = "input:not([type=range]):not([type=checkbox]), select, textarea";
const PRESSED = "button, summary, a, input";
/** @type {Record<string, (acts: Acts) => unknown>} */
const DONE_BY_KEY = {
  b: (acts) => acts.go(-1),
  n: (acts) => acts.go(1),
  f: (acts) => acts.goto(0),
  l: (acts) => acts.toEnd(),
  p: (acts) => acts.toggle(),
  u: (acts) => acts.undo(),
  r: (acts) => acts.roll(),
  m: (acts) => acts.focus(),
  "+": (acts) => acts.magnify(1),
  "-": (acts) => acts.magnify(-1),
};

// `onward` goes to the next step while steps follow each other, else it is null.
/** @param {KeyboardEvent} event @param {Acts} acts @param {?() => void} onward */
export function pressKey(event, acts, onward) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || above(event, TYPING))
    return;
  const next = (event.key === " " || event.key === "Enter") && !above(event, PRESSED) ? onward : null;
  if (!next && !Object.hasOwn(DONE_BY_KEY, event.key)) return;
  event.preventDefault();
  if (next) next();
  else DONE_BY_KEY[event.key](acts);
}
