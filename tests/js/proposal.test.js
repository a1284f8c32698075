// "What would you play?" (web/class/move_proposal.js) without a browser: what its page says of a proposal and of the vote.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMovePage } from "../../gamekit/web/class/move_proposal.js";
import { ViewTable } from "../../gamekit/web/table/view_table.js";
import { newClassPage } from "./class_page.js";

test("a move is proposed, told to other tabs, and the page says how the question stands", async (t) => {
  const page = newClassPage(t, { path: "/class/move" });
  const [heard, tabs, learned] = [[], [], []];
  t.mock.method(ViewTable.prototype, "learn", (news) => learned.push(news));
  document.addEventListener = (_type, hear) => heard.push((detail) => hear({ detail }));
  const channel = { postMessage: (text) => tabs.push(text) };
  Object.assign(globalThis, {
    gamekit: { load: async () => ({ actionText: (action) => `m${action}` }) },
    BroadcastChannel: function (name) {
      return Object.assign(channel, { name });
    },
  });
  const words = { move_sent: "sent {move}" };
  const asked = {
    game: "made",
    guide: null,
    made: {},
    number: 3,
    shelf: "moves/made",
    key: "move-3",
    asked: "What?",
    news: "news",
  };
  const table = await createMovePage(page.root, { ...asked, round: 1, base: "/", xsrf: "x", words });
  const told = () => page.root.querySelector(".gkc-told").textContent;
  assert.deepEqual([told(), learned, channel.name], ["move_how", ["news"], "gamekit-move-/3"]);
  const seen = [];
  for (const answer of [{}, { refused: "It is over." }, null]) {
    page.answer = () => answer;
    seen.push(
      (await page.orders(() => table.wish({ action: 5 }))).map((one) => one.replace(/turn=\d+/, "")).join(),
      told(),
    );
  }
  const sent = "move number=3 action=5 ";
  assert.deepEqual([seen, tabs], [[sent, "sent m5", sent, "It is over.", sent, "move_lost"], ["sent m5"]]);
  channel.onmessage({ data: "sent m7" });
  const state = { move: 3, rounds: {}, votes: {} };
  const says = [
    null,
    { move: null },
    {},
    { rounds: { "moves/made": { "move-3": 2 } } },
    ...["open", "talk", "told"].map((stage) => ({ votes: { "moves/made": { "move-3": stage } } })),
  ];
  const stands = [told()];
  for (const one of says) {
    page.root.querySelector(".gkc-told").textContent = "";
    heard[0](one && { ...state, ...one });
    stands.push(told());
  }
  assert.deepEqual(stands, ["sent m7", "move_over", "move_over", "", "move_again", "", "move_closed", "move_closed"]);
  assert.deepEqual(page.went, []);
  heard[0]({ ...state, move: 4 });
  assert.deepEqual(page.went, ["again"]);
});
