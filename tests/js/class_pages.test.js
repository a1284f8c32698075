// What all see on the projector, and the teacher's page of a tournament, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOW, newClassPage, readSaid } from "./class_page.js";
import { outline } from "./page.js";

const READ = readSaid("class_pages");
const WORDS = JSON.stringify({
  of: "{count} of {of}",
  step: "{number} {name}",
  people: "{online} in",
  percent: "{percent} %",
});
const row = (name, value) => ({ name, says: "", pupil: 0, number: 0, value, low: value - 0.1, high: value + 0.1 });
const CONTEST = {
  ...{ title: "Game", running: false, share: 0.25, round: 3, of: 3, games: 9, even: 0.5, failed: "" },
  rows: [row("No. 2", 0.7), row("own", 0.3)],
};

test("the projector says what runs, large, with a square for each who is there", async (t) => {
  const page = newClassPage(t, { template: "projector.html", path: "/class/projector" });
  const { at } = page;
  Object.assign(at("projector").dataset, { base: "/", words: WORDS, lessons: '{"fair":"Fair"}', code: "c" });
  await page.run("projector.js");
  const bars = (...counts) => counts.map((count, index) => ({ text: `b${index}`, count, right: null }));
  const question = {
    ...{
      lesson: "fair",
      key: "bet-1",
      kind: "bet",
      text: "How many?",
      title: "T",
      stage: "open",
      columns: true,
      unit: "",
    },
    ...{ changes: null, outcome: [], result: null, rounds: [{ number: 1, count: 2, bars: bars(0, 0), middle: null }] },
  };
  const asked = { kind: "question", count: 2, of: 4 };
  const told = [{ number: 1, count: 2, bars: bars(2, 0), middle: null }];
  const quiet = {
    in: 4,
    online: 3,
    question: null,
    timer: null,
    paused: null,
    now: NOW,
    contest: null,
    code: "c",
    closed: false,
  };
  const stages = {
    waiting: { runs: { kind: "waiting", count: 0, of: 0 } },
    free: { runs: { kind: "free", count: 0, of: 3 }, timer: NOW + 65 },
    lesson: {
      runs: { kind: "lesson", lesson: "fair", step: 2, steps: ["Play", "Run"], counts: [1, 2], count: 2, of: 3 },
      closed: true,
    },
    asked: { runs: asked, question, paused: NOW },
    shown: { runs: asked, question: { ...question, stage: "told", rounds: told, text: "x".repeat(150) } },
    own: { runs: { ...asked, of: 31 }, question: { ...question, stage: null, text: "x".repeat(151) } },
    move: { runs: asked, question: { ...question, lesson: "moves/game", key: "move-1", rounds: told } },
    enter: { runs: { kind: "contest", count: 0, of: 3 } },
    played: { runs: { kind: "contest", count: 0, of: 3 }, contest: CONTEST },
  };
  page.answer = () => ({ status: 404 });
  const seen = {};
  for (const [stage, now] of Object.entries(stages)) {
    page.tell({ ...quiet, ...now });
    const squares = at("squares")
      .children.map((one) => (one.classList.has("in") ? "■" : "□"))
      .join("");
    const shown = ["invitation", "asked", "clock", "late", "closed"].filter((id) => !at(id).hidden);
    seen[stage] = [
      [at("projector").className, at("text").className, document.body.className, ...shown].join(" | "),
      ["text", "count", "counted", "stage", "in"].map((id) => at(id).textContent.slice(0, 99)).join(" | "),
      `${at("squares").style["--across"]} ${squares}`,
      [at("spread").className, at("clock").hidden ? "" : at("clock").textContent, outline(at("spread"))].join(" | "),
    ];
  }
  assert.deepEqual(seen, READ.projector);
  assert.deepEqual(page.asked, ["/class/move/1.json"]);
  page.socket.onclose({ code: 4001 });
  assert.deepEqual([at("projector").textContent, page.went], ["ended", []]);
});

test("the teacher's page of a tournament gives the orders that stand on it, and says how it stands", async (t) => {
  const page = newClassPage(t, { template: "tournament.html", path: "/class/tournament" });
  const { at } = page;
  Object.assign(at("contest").dataset, { base: "/", words: WORDS, xsrf: "x", teacher: "yes" });
  Object.assign(at("entered").dataset, { out: "out", label: "out #" });
  at("players").value = "3";
  await page.run("contest.js");
  const settings = (shown) => ({ shown, timer: null, paused: null });
  const SHOWN = { lesson: "tournament", key: "standings" };
  const seen = {};
  for (const [stage, contest, entered, shown] of [
    ["none", null, [], null],
    ["running", { ...CONTEST, running: true }, [{ pupil: 7, name: "Ada $& (1)", says: "begins" }], SHOWN],
    ["done", CONTEST, [{ pupil: 7, name: "Ada (1)", says: "begins" }], { lesson: "fair", key: "bet-1" }],
  ]) {
    page.tell({ contest, entered, settings: settings(shown) });
    const pressed = [...at("entered").querySelectorAll("button"), at("halt"), at("all")];
    seen[stage] = [
      [at("entered-none").hidden, at("halt").hidden, at("all").textContent, at("all").attributes["aria-pressed"]].join(
        " ",
      ),
      outline(at("entered")),
      at("stands").textContent,
      await page.orders(() => pressed.forEach((one) => one.click())),
    ];
  }
  assert.deepEqual(seen, READ.tournament);
  at("own").checked = true;
  const own = await page.orders(() => page.submit("go"));
  at("own").checked = false;
  assert.deepEqual([own, await page.orders(() => page.submit("go"))].flat(), [
    "tournament/order do=start own=true",
    "tournament/order do=start own=false",
  ]);
  page.answer = () => ({ refused: "No." });
  assert.deepEqual(await page.orders(() => page.submit("which")), ["tournament/order do=players players=3"]);
  assert.deepEqual([at("told").textContent, page.went], ["No.", []]);
  page.answer = () => ({});
  await page.orders(() => page.submit("which"));
  assert.deepEqual([at("told").textContent, page.went], ["", ["again"]]);
  page.socket.onclose({ code: 1006 });
  assert.equal(at("told").textContent, "lost");
  t.mock.timers.tick(2000);
  page.socket.onclose({ code: 4001 });
  assert.deepEqual(page.went, ["again", "/"], "the class has ended");
});
