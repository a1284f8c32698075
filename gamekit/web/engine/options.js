// The options of a game: checked as in Python, in the same sentences, and carried out on its tables.
import { OptionError, _, isWhole, quote } from "./errors.js";

/** How many play, every option with its value, and the tables. Raises OptionError. @param {any} data @param {any} given */
export function tablesFor(data, given) {
  const { players: wanted, ...options } = given;
  const [least, most, usual] = data.players,
    { title } = data;
  const players = wanted ?? usual;
  if (!isWhole(players, least, most)) {
    const places = { title, least, most, given: quote(players) };
    if (least === most) throw new OptionError(_("{title} is for {most} players, not {given}.", places));
    throw new OptionError(_("{title} is for {least} to {most} players, not {given}.", places));
  }
  const strange = Object.keys(options)
    .filter((name) => !Object.hasOwn(data.options, name))
    .sort()[0];
  if (strange !== undefined) {
    const allowed = ["players", "box", ...Object.keys(data.options)].join(", ");
    throw new OptionError(
      _("{title} has no option {option}.{hint} Its options are: {names}.", {
        title,
        option: quote(strange),
        hint: "",
        names: allowed,
      }),
    );
  }
  /** @type {Record<string, any>[]} */
  const [values, changed] = [{}, {}];
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

/** @param {string} title @param {string} name @param {any} option @param {any} value @param {number} players */
function checkValue(title, name, option, value, players) {
  if (JSON.stringify(value) === JSON.stringify(option.default)) return checkFit(title, option, value, players);
  const called = option.description ? `${name} (${option.description})` : name;
  const wrong = wrongWith(option, value, (/** @type {any} */ given) => ({
    ...limits(option),
    title,
    option: called,
    given: quote(given),
  }));
  if (wrong) throw new OptionError(wrong);
  if (option.kind === "python")
    throw new OptionError(
      _("{title}: the option {option} can be changed only where Python runs, not on a page by itself.", {
        title,
        option: name,
      }),
    );
  return checkFit(title, option, value, players);
}

/** @param {string} title @param {any} option @param {any} value @param {number} players */
function checkFit(title, option, value, players) {
  const limit = option.refused?.[players];
  if (limit && value !== null && value > limit.high)
    throw new OptionError(limit.sentence.replace("{value}", quote(value)));
}

/** What an option allows, by the names that the sentences have for it, which are Pydantic's. @param {{low: number, high: number, step: number, most: number}} given */
const limits = ({ low, high, step, most }) => ({ ge: low, le: high, multiple_of: step, max_length: most });

/** What is wrong with an option's value, `places(value)` giving what the sentence names; undefined if all is well. @param {any} option @param {any} value @param {any} places */
function wrongWith(option, value, places) {
  if (value === null && option.none) return undefined;
  if (option.kind === "yes")
    return typeof value === "boolean"
      ? undefined
      : _("{title}, option {option}: must be True or False, not {given}.", places(value));
  if (option.kind === "whole") return wrongNumber(option, value, places);
  if (option.kind === "list") {
    if (!Array.isArray(value)) return _("{title}, option {option}: must be a list, not {given}.", places(value));
    if (value.length > option.most)
      return _("{title}, option {option}: must be a list of at most {max_length}, not {given}.", places(value));
    return value.map((one) => wrongNumber({ ...option, step: 1 }, one, places)).find(Boolean);
  }
  return typeof value === "string"
    ? undefined
    : _("{title}, option {option}: must be text, not {given}.", places(value));
}

/** @param {{low: number, high: number, step: number}} given @param {any} value @param {any} places */
function wrongNumber({ low, high, step }, value, places) {
  if (typeof value === "boolean" || !Number.isInteger(value))
    return _("{title}, option {option}: must be a whole number, not {given}.", places(value));
  if (value % step)
    return _("{title}, option {option}: must be a multiple of {multiple_of}, not {given}.", places(value));
  if (value > high) return _("{title}, option {option}: must be at most {le}, not {given}.", places(value));
  if (value < low) return _("{title}, option {option}: must be at least {ge}, not {given}.", places(value));
  return undefined;
}

/** @param {Int32Array} cells @param {any} option @param {any} value */
function carryOut(cells, option, value) {
  if (value === null || option.kind === "python" || !option.cells.length) return;
  const { cells: places, slope, at_zero, lengths, slopes, low, values } = option;
  let row = slope?.map((/** @type {number} */ each, /** @type {number} */ i) => each * value + at_zero[i]);
  if (lengths && !value.length) return;
  if (lengths) {
    row = lengths[value.length].slice();
    for (const [k, one] of value.entries()) for (const i of row.keys()) row[i] += slopes[k][i] * (one - low);
  }
  row ??= values[String(value)];
  for (const [i, cell] of places.entries()) cells[cell] = row[i];
}
