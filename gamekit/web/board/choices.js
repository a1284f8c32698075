// What can be chosen now: which places of the picture glow, which cards show where they lead, what needs a button.

/** @import { Move } from "../shared/types" */

// `legal`: [{action, text, target, source}]; `card`: the one whose moves alone are shown, or null.
/** @param {Move[]} legal @param {?string} card */
export function choices(legal, card) {
  /** @type {Map<string, Move[]>} */
  const targets = new Map();
  /** @type {Map<string, boolean>} */
  const sources = new Map();
  /** @type {Move[]} */
  const placeless = [];
  for (const one of legal) {
    const cards = names(one.source);
    for (const name of cards) sources.set(name, name === card);
    if (card && !cards.includes(card)) continue;
    // A move may have several places: two equal cards of a hand.
    for (const place of names(one.target)) targets.set(place, [...(targets.get(place) ?? []), one]);
    if (!one.target) placeless.push(one);
  }
  return { targets, sources, placeless };
}

/** @param {?string} text */
function names(text) {
  return (text ?? "").split(" ").filter(Boolean);
}
