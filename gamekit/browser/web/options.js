// The options of a game: checked as in Python, in the same sentences, and carried out on its tables.

import { OptionError, isWhole, shown } from "./faults.js";

/** How many play, every option with its value, and the tables. Raises OptionError. */
export function tablesFor(data, given) {
  const { players: wanted, ...options } = given;
  const [fewest, most, usual] = data.players, { title } = data;
  const players = wanted ?? usual;
  if (!isWhole(players, fewest, most))
    throw new OptionError(`${title} is for ${fewest} to ${most} players, not ${shown(players)}.`);
  const strange = Object.keys(options).filter((name) => !Object.hasOwn(data.options, name)).sort()[0];
  if (strange !== undefined) {
    const allowed = ["players", "box", ...Object.keys(data.options)].join(", ");
    throw new OptionError(`${title} has no option '${strange}'. Its options are: ${allowed}.`);
  }
  const values = {}, changed = {};
  const cells = Int32Array.from(data.tables.cells);
  for (const [cell, figure] of data.tables.changed[players]) cells[cell] = figure;
  for (const [name, option] of Object.entries(data.options)) {
    const value = Object.hasOwn(options, name) ? options[name] : option.default;
    checkValue(title, name, option, value, players);
    values[name] = value;
    if (JSON.stringify(value) !== JSON.stringify(option.default)) changed[name] = value;
    carryOut(cells, option, value);
  }
  return { players: Number(players), options: values, changed, tables: cells };
}

function checkValue(title, name, option, value, players) {
  if (JSON.stringify(value) === JSON.stringify(option.default)) return checkFit(title, option, value, players);
  const wrong = wrongWith(option, value);
  if (wrong) {
    const hint = option.description ? ` (${option.description})` : "";
    throw new OptionError(`${title}, option ${name}${hint}: ${wrong[0]}, not ${shown(wrong[1])}.`);
  }
  if (option.kind === "python")
    throw new OptionError(`${title}: the option ${name} can be changed only where Python runs, not on a page by itself.`);
  return checkFit(title, option, value, players);
}

function checkFit(title, option, value, players) {
  const limit = option.refused?.[players];
  if (limit && value !== null && value > limit.high) throw new OptionError(limit.sentence.replace("{value}", shown(value)));
}

/** What an option must be, and what was found instead; undefined if all is well. */
function wrongWith(option, value) {
  if (value === null && option.none) return undefined;
  if (option.kind === "yes") return typeof value === "boolean" ? undefined : ["must be True or False", value];
  if (option.kind === "whole") return wrongNumber(option, value, value);
  if (option.kind === "list") {
    if (!Array.isArray(value)) return ["must be a valid list", value];
    if (value.length > option.most) return [`must be a list of at most ${option.most}`, value];
    return value.map((one) => wrongNumber({ ...option, step: 1 }, one, one)).find(Boolean);
  }
  return typeof value === "string" ? undefined : ["must be text", value];
}

function wrongNumber({ low, high, step }, value, whole) {
  if (typeof value === "boolean" || !Number.isInteger(value)) return ["must be a whole number", whole];
  if (value % step) return [`must be a multiple of ${step}`, whole];
  if (value > high) return [`must be at most ${high}`, whole];
  if (value < low) return [`must be at least ${low}`, whole];
  return undefined;
}

function carryOut(cells, option, value) {
  if (value === null || option.kind === "python" || !option.cells.length) return;
  if (option.slope) {
    option.cells.forEach((cell, i) => (cells[cell] = option.slope[i] * value + option.at_zero[i]));
  } else if (option.lengths) {
    if (!value.length) return;
    const row = option.lengths[value.length].slice();
    value.forEach((one, k) => option.slopes[k].forEach((slope, i) => (row[i] += slope * (one - option.low))));
    option.cells.forEach((cell, i) => (cells[cell] = row[i]));
  } else {
    const row = option.values[String(value)];
    option.cells.forEach((cell, i) => (cells[cell] = row[i]));
  }
}
