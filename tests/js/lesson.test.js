// A lesson's page (web/cards/lesson_page.js) without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPage } from "../../gamekit/web/cards/lesson_page.js";
import { newPage, press } from "./page.js";

test("of situations one stands on the page at a time, and there is a way on and back as long as there are more", async () => {
  const page = newPage();
  const root = document.createElement("div");
  root.setAttribute("data-part", "0");
  page.append(root);
  document.querySelector = (selector) => page.querySelector(selector);
  globalThis.gamekit = { open: () => new Promise(() => {}) }; // boards are not looked at here
  const moments = ["first", "second", "last"].map((where) => {
    const questions = [{ text: `${where}?`, choices: ["yes", "no"], answer: 0 }];
    const board = { words: {}, record: { game: "made", steps: [] }, actions: [] };
    return { where, quiz: { words: 0, key: where, title: "Quiz", questions, rules: {}, scene: null }, board };
  });
  const data = { moments, words: { back: "Back", on: "On", hint: "hint" }, styles: "" };
  createPage([{ kind: "situations", data }], [{ quiz_wrong: "wrong" }], null);
  const read = () => {
    const [ask, board, bar] = root.children;
    const [back, where, on] = bar.children;
    const asked = moments.filter((one) => ask.textContent.includes(`${one.where}?`)).map((one) => one.where);
    return [where.textContent, ...asked, board.children.length, !back.disabled && "back", !on.disabled && "on"].join(
      " ",
    );
  };
  const seen = [read()];
  for (const way of ["On", "On", "Back"]) {
    press(root, way);
    seen.push(read());
  }
  assert.deepEqual(seen, [
    "first first 1 false on",
    "second second 1 back on",
    "last last 1 back false",
    "second second 1 back on",
  ]);
});
