// A game's options as controls: what kind each is, what it allows, what is particular about a game. Options that only Python
// can carry out are there where Python is.
import { LETTERS } from "./frame_builder.js";

/** @import { Game, Say } from "../shared/types" */

const RULE_NUMBERS = /^[^:]*[A-Z]+[0-9]*-[0-9]+[^:]*:\s/;
// What a title explains to whoever chooses: in brackets, behind a semicolon, by an example.
const ASIDE = /(?: \(|; |, such as: ).*$/s;

/** One entry for the number of players, and one for each option of the game. @param {Game} game @param {Say} say */
export function optionForm(game, say, python = false) {
  const players = {
    name: "players",
    title: say("form_players"),
    description: say("form_how_many"),
    kind: "whole",
    low: game.minPlayers,
    high: game.maxPlayers,
    value: game.players,
  };
  const usable = Object.entries(game.data.options).filter(([, option]) => python || option.kind !== "python");
  return [players, ...usable.map(([name, option]) => control(name, option, game.options[name]))];
}

/** @param {string} name @param {any} given */
function optionTitle(name, { description }) {
  const title = description.replace(RULE_NUMBERS, "") || name;
  return title[0].toUpperCase() + title.slice(1);
}

/** @param {string} name @param {any} option @param {any} value */
function control(name, option, value) {
  const shown = { name, title: optionTitle(name, option), description: option.description, value };
  if (option.kind === "whole") return { ...shown, kind: "whole", low: option.low, high: option.high };
  return { ...shown, kind: option.kind === "python" ? "text" : option.kind };
}

/** What is particular about this game: players, and the rules that differ from the usual. @param {Game} game @param {Say} say */
export function subtitle(game, say) {
  const parts = [say("form_count", { count: game.players })];
  for (const [name, value] of Object.entries(game.changedOptions)) {
    const option = game.data.options[name];
    const seenOnly = option.kind !== "python" && !option.cells.length;
    if (!seenOnly) parts.push(describeChoice(name, value, optionTitle(name, option).replace(ASIDE, ""), say));
  }
  return parts.join(" · ");
}

/** An option as it was chosen. @param {string} name @param {any} value @param {string} title @param {Say} say */
function describeChoice(name, value, title, say) {
  if (name === "start" && value >= 0) return say("form_begins", { player: LETTERS[value] });
  if (value === true) return title;
  if (value === false) return say("form_without", { option: title });
  return say("form_with", { name: title, value: Array.isArray(value) ? value.join(", ") : value });
}
