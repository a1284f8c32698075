// What the items of a homework are called, wherever they are listed.

/** @import { Say } from "../shared/types" */
/** @import { Item } from "./homework.js" */
/** @import { Library } from "./library.js" */

/** @param {Item} item @param {Library} library @param {Say} say */
export function nameItem(item, library, say) {
  if (item.kind === "puzzle") return say("item_puzzle", { game: gameTitle(item.game, library, say) });
  if (item.kind === "move") return say("item_move", { game: gameTitle(item.game, library, say) });
  const lesson = library.lessons.get(item.lesson);
  if (!lesson) return say("item_unknown", { name: item.lesson });
  const title = lessonTitle(lesson, library, say);
  if (item.kind === "ticket") return say("item_ticket", { title });
  const name = item.steps.length ? stepsOf(item.steps, lesson, title, say) : title;
  return item.presets.length ? say("item_set", { name }) : name;
}

/** @param {number[]} numbers @param {import("./library.js").Lesson} lesson @param {string} title @param {Say} say */
function stepsOf(numbers, lesson, title, say) {
  return say(numbers.length === 1 ? "item_step" : "item_steps", { title, steps: numbers.map((step) => lesson.steps[step - 1] ?? step).join(", ") });
}

// Several games have a lesson of the same title.
/** @param {import("./library.js").Lesson} lesson @param {Library} library @param {Say} say */
function lessonTitle({ title, game }, library, say) {
  return game in library.data.games ? say("item_lesson", { game: library.data.games[game], title }) : title;
}

/** @param {string} game @param {Library} library @param {Say} say */
function gameTitle(game, library, say) {
  return library.data.games[game] ?? say("item_unknown", { name: game });
}
