// Cards as they stand on a page: a prediction, a quiz, results and numbers that are typed, each whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coachTable } from "../../gamekit/web/board/panel_contents.js";
import { createBet } from "../../gamekit/web/cards/bet.js";
import { createQuiz } from "../../gamekit/web/cards/quiz.js";
import { numberField, optionControl, part } from "../../gamekit/web/shared/results.js";
import { typedList, typedNumber } from "../../gamekit/web/shared/typed.js";
import { advice, moveOf, tellCost } from "../../gamekit/web/table/coach_answer.js";
import { newPage, outline, press, type } from "./page.js";

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

test("what is typed is read in the page's language, and what is wrong with it stands beside it", () => {
  const told = {};
  for (const lang of ["en", "de"]) {
    const root = newPage(lang);
    const field = typedNumber({ low: 0, high: 9, step: 0.5, value: 1234.5 }, say);
    root.append(field.node);
    told[lang] = [outline(root)];
    for (const text of ["1,5", "1.000", "x ", "", "−2"]) {
      type(field.node, text);
      told[lang].push([
        field.value(),
        field.check(),
        field.node.attributes["aria-valuenow"] ?? "",
        root.parts[1]?.textContent ?? "",
      ]);
    }
  }
  assert.deepEqual(told, {
    en: [
      "div(input.typed[aria-valuenow=1234.5 inputmode=decimal](“1234.5”))",
      [1.5, true, "1.5", ""],
      [1, true, "1", ""],
      [null, false, "", 'number_unread {"text":"x"}'],
      [null, false, "", "number_missing"],
      [-2, true, "-2", ""],
    ],
    de: [
      "div(input.typed[aria-valuenow=1234.5 inputmode=decimal](“1234,5”))",
      [1.5, true, "1.5", ""],
      [null, false, "", 'number_two {"text":"1.000","one":"1000","other":"1,000"}'],
      [null, false, "", 'number_unread {"text":"x"}'],
      [null, false, "", "number_missing"],
      [-2, true, "-2", ""],
    ],
  });
});

test("a slider and its field say the same, by key and by hand", () => {
  const root = newPage("de");
  let changes = 0;
  const control = { low: -1, high: 9, step: 0.5, value: 2.5, title: "Way", unit: "km" };
  const field = numberField(control, say, () => (changes += 1));
  root.append(field.node);
  const [slider, typed] = field.node.parts;
  const read = () => [slider.value, slider.attributes["aria-valuetext"], typed.value, field.value(), changes];
  const seen = [outline(root)];
  slider.value = "3.5";
  slider.dispatchEvent({ type: "input" });
  seen.push(read());
  type(typed, "−0,5");
  seen.push(read());
  const press = (more) => typed.dispatchEvent(Object.assign(new globalThis.Event("keydown"), more));
  press({ key: "ArrowUp" });
  seen.push(read());
  for (const held of ["ctrlKey", "metaKey", "altKey", "shiftKey"]) press({ key: "ArrowUp", [held]: true });
  type(typed, "1.000");
  press({ key: "ArrowUp" });
  seen.push(read());
  type(typed, "");
  seen.push(read());
  assert.deepEqual(seen, [
    "div(span.number-field(input.slider[aria-label=Way](“2.5”) input.typed[aria-label=Way aria-valuenow=2.5](“2,5”) span(km)))",
    ["3.5", "3,5 km", "3,5", 3.5, 1],
    ["-0.5", "−0,5 km", "−0,5", -0.5, 2],
    ["0", "0 km", "0", 0, 3],
    ["0", "0 km", "1.000", null, 3],
    ["0", "0 km", "", null, 3],
  ]);
});

test("results are shown as they are: emphasis, tables, verdicts", () => {
  newPage();
  const parts = [
    { kind: "text", text: "It is 7.", pieces: ["It is ", "7", "."] },
    { kind: "text", text: "So." },
    ...[true, false, null].map((right) => ({ kind: "judged", right, text: "Fair." })),
    {
      kind: "table",
      caption: "C",
      head: ["n", "you", "why"],
      rows: [
        ["−1", "✓ 4", "x"],
        ["2", "✗ 6", "y".repeat(41)],
      ],
    },
  ];
  assert.deepEqual(
    parts.map((one) => outline(part(one))),
    [
      "p(It is  strong(7) .)",
      "p(So.)",
      "p.judged.good(Fair.)",
      "p.judged.bad(Fair.)",
      "p.judged.open(Fair.)",
      "div.scroll[aria-label=C](table.coach.wordy(caption(C) thead(tr(th[scope=col](n) th[scope=col](you) th[scope=col](why))) tbody(tr(th[scope=row](−1) td.number.good(✓ 4) td.number(x)) tr(th[scope=row](2) td.number.bad(✗ 6) td.number(yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy)))))",
    ],
  );
});

test("each kind of option is chosen with a control of its own, and hands on what was chosen", () => {
  newPage();
  const seen = {};
  for (const [kind, value, text] of [
    ["choice", "b", "a"],
    ["whole", 3, "4"],
    ["number", 0.5, "1.5"],
    ["list", [1, 2], "3, 4"],
    ["yes", true],
    ["text", "x", "y"],
  ]) {
    const heard = [];
    const control = optionControl(
      { kind, value, low: 1, high: 9, choices: ["a", "b"] },
      say,
      { "aria-label": kind },
      (now) => heard.push(now),
    );
    seen[kind] = [outline(control.node), control.value() ?? null];
    if (text) type(control.node, text);
    else Object.assign(control.node, { checked: false }).dispatchEvent({ type: "input" });
    seen[kind].push(control.value() ?? null, heard, control.check());
  }
  assert.deepEqual(seen, {
    choice: ["select.select[aria-label=choice](option(a) option(b))", "b", "a", ["a"], true],
    whole: ["input.typed[aria-label=whole aria-valuenow=3 inputmode=numeric](“3”)", 3, 4, [4], true],
    number: ["input.typed[aria-label=number aria-valuenow=0.5 inputmode=decimal](“0.5”)", 0.5, 1.5, [1.5], true],
    list: ["input[aria-label=list](“1, 2”)", [1, 2], [3, 4], [[3, 4]], true],
    yes: ["input[aria-label=yes](“”)", true, false, [false], true],
    text: ["input[aria-label=text](“x”)", "x", "y", ["y"], true],
  });
});

test("a list of numbers says which of them it cannot read", () => {
  const root = newPage("de");
  const list = typedList("input", { type: "text" }, say);
  root.append(list.node);
  type(list.node, "3; 4,5 x");
  assert.deepEqual(
    [list.value(), list.check(), root.parts[1].textContent],
    [[3, null, null], false, 'number_list {"text":"4,5"}'],
  );
});

function betOn(lang, more, kept) {
  const root = newPage(lang, kept);
  const sent = [];
  const data = {
    key: "cell.1",
    question: "How far?",
    low: 0,
    high: 1000,
    step: 0.5,
    unit: "km",
    choices: null,
    value: 500,
    stored: null,
    words: { bet_title: "Bet", bet_store: "Store", bet_change: "Change", bet_stored: "Yours: {value}" },
    ...more,
  };
  const bet = createBet(root, data, (message) => sent.push(message));
  return { root, bet, sent };
}

test("a prediction is typed, stored and changed, and a vote closes it", () => {
  const { root, bet, sent } = betOn("de");
  const seen = [outline(root)];
  type(bet.field.node.parts[1], "12,5");
  press(root, "Store");
  bet.receive({ type: "stored", value: 1234.5 });
  seen.push(outline(bet.body), bet.speech.textContent, [...root.classList]);
  press(root, "Change");
  seen.push(outline(bet.body), globalThis.document.activeElement?.tag, [...root.classList].includes("gk-stored"));
  bet.receive({ type: "error", text: "Too far." });
  seen.push(outline(bet.body));
  bet.hear({ stage: "talk", text: "Closed." });
  seen.push(outline(bet.body));
  assert.deepEqual(
    [sent, globalThis.gamekitSaid.map((one) => one.detail)],
    [[{ do: "store", value: 12.5 }], [{ kind: "bet", key: "cell.1", value: 1234.5, recalled: false }]],
  );
  assert.deepEqual(seen, [
    "div.gk.card.bet[aria-label=Bet](h3(Bet) p.ask(How far?) div.form(span.number-field(input.slider[aria-label=How far?](“500”) input.typed[aria-label=How far? aria-valuenow=500 inputmode=decimal](“500”) span(km)) button.button.main-button(Store)) div.live())",
    "div.form(p.good(Yours: 1234,5 km) button.button(Change))",
    "Yours: 1234,5 km",
    ["gk", "gk-card", "gk-bet", "gk-stored"],
    "div.form(span.number-field(input.slider[aria-label=How far?](“1234.5”) input.typed[aria-label=How far? aria-valuenow=1234.5 inputmode=decimal](“1234,5”) span(km)) button.button.main-button(Store))",
    "input",
    false,
    "div.form(span.number-field(input.slider[aria-label=How far?](“1234.5”) input.typed[aria-label=How far? aria-valuenow=1234.5 aria-invalid=true inputmode=decimal](“1234,5”) span.fault(Too far.) span(km)) button.button.main-button(Store))",
    "div.form(p.quiet(Closed.))",
  ]);
});

test("a prediction among choices is stored by its place and told by its name", () => {
  const { root, bet, sent } = betOn("en", { choices: ["one", "two"] });
  const seen = [outline(bet.body)];
  press(root, "two");
  bet.receive({ type: "stored", value: 1 });
  seen.push(outline(bet.body), sent);
  assert.deepEqual(seen, [
    "div.form(div.moves[aria-label=How far?](button.button.answer(one) button.button.answer(two)))",
    "div.form(p.good(Yours: two) button.button(Change))",
    [{ do: "store", value: 1 }],
  ]);
});

test("a stored prediction is there again after a reload, told as recalled, and a refusal is heard", () => {
  const first = betOn("en");
  first.bet.receive({ type: "stored", value: 0 });
  const { root, bet, sent } = betOn("en", {}, globalThis.localStorage);
  assert.deepEqual(sent, [{ do: "store", value: 0 }]);
  for (const value of [0, 5]) bet.receive({ type: "stored", value });
  const told = globalThis.gamekitSaid.map(({ detail }) => [detail.value, detail.recalled]);
  assert.deepEqual(told, [
    [0, true],
    [5, false],
  ]);
  bet.receive({ type: "error", text: "No." });
  assert.deepEqual(
    [outline(bet.body), bet.speech.textContent],
    ["div.form(p.refusal(No.) button.button(Change))", "No."],
  );
  press(root, "Change");
  assert.equal(bet.field.value(), 5);
});

function quizOf(lang, questions, more = {}, python = true) {
  const root = newPage(lang);
  const sent = [];
  const keys = ["right", "wrong", "again", "next", "check", "answer", "done", "score", "first"];
  const said = Object.fromEntries(keys.map((key) => [`quiz_${key}`, key]));
  const data = {
    key: "cell.2",
    title: "Quiz",
    questions,
    rules: {},
    endless: false,
    scene: null,
    words: {
      ...said,
      quiz_wrong: "wrong: {answer}",
      quiz_done: "{right} of {answered}",
      quiz_score: "{number}: {right}/{answered}",
      quiz_first: "first {number}",
    },
    ...more,
  };
  return { root, sent, quiz: createQuiz(root, data, python ? (message) => sent.push(message) : null) };
}

test("a quiz tells what is right and why, counts first answers, and sums up at its end", () => {
  const { root, sent, quiz } = quizOf("de", [
    { text: "A?", choices: ["x", "y."], answer: 1, reasons: { 0: "not x" }, why: "y it is" },
    { text: "B?", choices: null, answer: 1234.567, tolerance: 0.5, unit: "km", why: "so" },
  ]);
  const seen = [outline(root)];
  press(root, "x");
  seen.push(outline(quiz.body), quiz.speech.textContent);
  assert.ok(!root.classList.has("gk-done"));
  press(root, "next");
  seen.push(outline(quiz.body), outline(quiz.score));
  type(quiz.body.querySelector("fieldset input"), "1235");
  press(root, "check");
  seen.push(outline(quiz.body), [...root.classList].includes("gk-done"));
  assert.deepEqual(
    [sent, globalThis.gamekitSaid.map((one) => one.detail)],
    [
      [
        { do: "answered", right: false, answer: 0 },
        { do: "answered", right: true, answer: 1235 },
      ],
      [
        { kind: "answer", key: "cell.2/0", value: 0, right: false },
        { kind: "answer", key: "cell.2/1", value: 1235, right: true },
      ],
    ],
  );
  assert.deepEqual(seen, [
    "div.gk.card[aria-label=Quiz](header.head(h3(Quiz) p.quiet(first 1)) div.question(fieldset.answers(legend(A?) div.moves(button.button.answer(x) button.button.answer(y.))) div.verdict() div.seen()) div.live())",
    "div.question(fieldset.answers(legend(A?) div.moves(button.button.answer.wrong[disabled=](x) button.button.answer.right[disabled=](y.))) div.verdict(p.bad(wrong: y) p(not x) button.button.main-button(next)) div.seen())",
    "wrong: y not x",
    "div.question(fieldset.answers(legend(B?) div.moves(input.typed[aria-label=answer inputmode=decimal](“”) span(km) button.button.main-button(check))) div.verdict() div.seen())",
    "p.quiet(2: 0/1)",
    "div.question(fieldset.answers(legend(B?) div.moves(input.typed[aria-label=answer aria-valuenow=1235 disabled= inputmode=decimal](“1235”) span(km) button.button.main-button[disabled=](check))) div.verdict(p.good(right) p(so) p.quiet(1 of 2)) div.seen())",
    true,
  ]);
});

test("who may try twice is told so, and the first answer alone is told the class", () => {
  const { root, sent, quiz } = quizOf("en", [{ text: "A?", choices: ["x", "y", "z"], answer: 2, why: "" }], {
    tries: 2,
    folds: [["Hint", "h"]],
  });
  press(root, "x");
  const seen = [outline(quiz.body), globalThis.document.activeElement?.textContent];
  press(root, "y");
  seen.push(outline(quiz.body), outline(quiz.score));
  assert.deepEqual(
    [sent, globalThis.gamekitSaid.map((one) => one.detail)],
    [[{ do: "answered", right: false, answer: 1 }], [{ kind: "answer", key: "cell.2/0", value: 0, right: false }]],
  );
  assert.deepEqual(seen, [
    "div.question(fieldset.answers(legend(A?) div.moves(button.button.answer.wrong[disabled=](x) button.button.answer(y) button.button.answer(z))) div.verdict(p.bad(again)) div.seen() details.panel(summary(Hint) p(h)))",
    "y",
    "div.question(fieldset.answers(legend(A?) div.moves(button.button.answer[disabled=](x) button.button.answer.wrong[disabled=](y) button.button.answer.right[disabled=](z))) div.verdict(p.bad(wrong: z)) div.seen() details.panel(summary(Hint) p(h)))",
    "p.quiet()",
  ]);
});

test("while a class votes an answer is kept and judged when it is over", () => {
  const { root, sent, quiz } = quizOf("en", [
    { text: "A?", choices: ["x", "y"], answer: 1, why: "w" },
    { text: "B?", choices: null, answer: -2 },
  ]);
  const vote = { number: 0, stage: "open", value: null, text: "Wait.", again: false };
  quiz.hear(vote);
  press(root, "x");
  const seen = [outline(quiz.body), [...sent]];
  quiz.hear({ ...vote, stage: "told", value: 0 });
  seen.push(outline(quiz.body), sent);
  quiz.hear({ ...vote, number: 1, value: 3 });
  seen.push(outline(quiz.body));
  assert.deepEqual(seen, [
    "div.question(fieldset.answers(legend(A?) div.moves(button.button.answer.chosen[disabled=](x) button.button.answer[disabled=](y))) div.verdict(p.quiet(Wait.)) div.seen())",
    [],
    "div.question(fieldset.answers(legend(A?) div.moves(button.button.answer.wrong[disabled=](x) button.button.answer.right[disabled=](y))) div.verdict(p.bad(wrong: y) p(w) button.button.main-button(next)) div.seen())",
    [{ do: "answered", right: false, answer: 0 }],
    "div.question(fieldset.answers(legend(B?) div.moves(input.typed[aria-label=answer disabled=](“3”) button.button.main-button[disabled=](check))) div.verdict(p.quiet(Wait.)) div.seen())",
  ]);
});

test("a question that the class is asked again can be answered again, be it the last one or one before", () => {
  for (const number of [0, 1]) {
    const { root, sent, quiz } = quizOf("en", [
      { text: "A?", choices: ["x", "y"], answer: 1 },
      { text: "B?", choices: null, answer: 4, tolerance: 0.5, unit: "km" },
    ]);
    const answer = (right) => {
      const field = quiz.body.querySelector("fieldset input");
      if (!field) return press(root, right ? "y" : "x");
      type(field, right ? "4.5" : "4.6");
      press(root, "check");
    };
    answer(false);
    press(root, "next");
    answer(false);
    quiz.hear({ number, stage: null, value: null, text: "", again: true });
    assert.deepEqual([quiz.number, quiz.verdict.textContent], [number, ""]);
    answer(true);
    assert.deepEqual(
      sent.map((one) => one.right),
      [false, false, true],
    );
    assert.equal(quiz.verdict.querySelector(".gk-good").textContent, "right");
  }
});

test("an endless quiz asks for the next question, and goes on when it comes", () => {
  const rules = { "A-1": { title: "First", text: "This." }, "A-2": { title: "Then", text: "That." } };
  const asked = [{ text: "A?", choices: ["x"], answer: 0, rules: ["A-1"] }];
  const { root, sent, quiz } = quizOf("en", asked, { endless: true, rules });
  press(root, "x");
  assert.match(quiz.verdict.textContent, /A-1 First This\./);
  press(root, "next");
  const seen = [quiz.number, [...sent]];
  quiz.receive({ type: "question", question: { text: "B?", choices: ["z"], answer: 0, rules: ["A-2"] } });
  seen.push(quiz.number, outline(quiz.score), outline(quiz.body));
  press(root, "z");
  assert.match(quiz.verdict.textContent, /A-2 Then That\./);
  assert.deepEqual(seen, [
    0,
    [{ do: "answered", right: true, answer: 0 }, { do: "next" }],
    1,
    "p.quiet(2: 1/1)",
    "div.question(fieldset.answers(legend(B?) div.moves(button.button.answer(z))) div.verdict() div.seen())",
  ]);
});

test("an endless quiz that has no further question says so, and a stored prediction opens the text below it", () => {
  const { quiz } = quizOf("en", [{ text: "A?", choices: ["x"], answer: 0 }], { endless: true });
  quiz.receive({ type: "error", text: "No more." });
  assert.equal(outline(quiz.body), "div.question(p.refusal(No more.))");
  const asked = ["A?", "B?"].map((text) => ({ text, choices: ["x"], answer: 0 }));
  const [alone, legends] = [quizOf("en", asked, { endless: true }, false), []];
  for (let turn = 0; turn < 3; turn += 1) {
    legends.push(alone.quiz.body.querySelector("legend").textContent);
    press(alone.root, "x");
    press(alone.root, "next");
  }
  assert.deepEqual(legends, ["A?", "B?", "A?"], "without Python it begins again");
  const { root, bet } = betOn("en");
  const [above, below] = [document.createElement("div"), document.createElement("div")];
  const opened = [];
  const notebook = document.createElement("div");
  notebook.setAttribute("class", "jp-Notebook");
  for (const [key, name] of [
    [above, "above"],
    [below, "below"],
  ]) {
    key.setAttribute("class", "jp-showHiddenCellsButton");
    key.click = () => opened.push(name);
  }
  globalThis.Node = { DOCUMENT_POSITION_FOLLOWING: 4 };
  root.compareDocumentPosition = (other) => (other === below ? 4 : 2);
  notebook.append(above, root, below);
  bet.receive({ type: "stored", value: 3 });
  assert.deepEqual(opened, ["below"]);
});

test("the coach's answer has every figure in its place, and says how sure it is", async () => {
  newPage("en");
  const row = (action, at) => ({
    action,
    text: `move ${action}`,
    win: { value: at, low: at - 0.1, high: at + 0.1 },
    returns: { value: 10 * at, low: at, high: 20 * at },
    playouts: 1000,
  });
  const asked = [];
  const told = async (count, more) => {
    const found = Object.assign([row(4, 0.6), row(2, 0.5)], {
      why: async () => ({ decisions: 8, parts: [{ kind: "share", said: "it rains", best: "12", other: "3" }] }),
      ...more,
    });
    const session = {
      legal: () => Array(count),
      coach: async (how) => (asked.push([how.playouts, how.seed]), found),
      game: { data: { reasons: { share: [100, 99, 90] } } },
    };
    return advice(session, say, {});
  };
  const [clear, close, early] = [
    await told(2, { clear: true }),
    await told(12, {}),
    await told(17, { cancelled: true }),
  ];
  assert.deepEqual(asked, [
    [2000, 1],
    [1666, 1],
    [500, 1],
  ]);
  assert.deepEqual(clear, {
    type: "coach",
    rows: [
      { action: 4, text: "move 4", win: 0.6, win_low: 0.5, win_high: 0.7, mean: 6, mean_low: 0.6, mean_high: 12 },
      { action: 2, text: "move 2", win: 0.5, win_low: 0.4, win_high: 0.6, mean: 5, mean_low: 0.5, mean_high: 10 },
    ],
    text: 'table_coach_told {"verdict":"table_coach_clear {\\"move\\":\\"move 4\\"}","games":"2,000"}',
    why: 'coach_why_share {"best":"move 4","other":"3","second":"move 2","n":8,"event":"it rains"}',
    rate: 'table_coach_rate {"count":100,"signs":99,"sizes":90}',
    spoken:
      'table_coach_clear {"move":"move 4"} coach_why_share {"best":"move 4","other":"3","second":"move 2","n":8,"event":"it rains"}',
  });
  assert.deepEqual(
    [close, early].map(({ text, why }) => [text, why]),
    [
      [
        'table_coach_told {"verdict":"table_coach_close {\\"move\\":\\"move 4\\"}","games":"2,000"}',
        'coach_why_share {"best":"move 4","other":"3","second":"move 2","n":8,"event":"it rains"}',
      ],
      ['table_coach_told {"verdict":"table_coach_early {\\"move\\":\\"move 4\\"}","games":"2,000"}', ""],
    ],
  );
});

test("the coach's table tells each interval from its lower to its upper end", () => {
  newPage();
  const row = { text: "a", win: 0.5, win_low: 0.4, win_high: 0.6, mean: 5, mean_low: 1, mean_high: 9 };
  const list = coachTable({ rows: [row], text: "" }, { say })[3];
  assert.equal(
    list.textContent.replaceAll("\u00a0", ""),
    'acoach_win {"value":"50%","low":"40%","high":"60%"}coach_return {"value":"5.0","low":"1.0","high":"9.0"}',
  );
});

test("what a choice cost is told with both ends of its interval, or that it cannot be told", () => {
  const cost = { value: 0.126, low: 0.031, high: 0.214 };
  const found = { played: "a", better: "b", reason: null };
  assert.deepEqual(
    [tellCost({ ...found, cost }, say), tellCost({ ...found, cost: { ...cost, low: 0 } }, say)],
    ['choice_cost {"played":"a","better":"b","n":13,"low":3,"high":21} ', 'choice_open {"played":"a","better":"b"}'],
  );
});

test("a level plays as it says: by looking ahead, with slips, or as well as it can", () => {
  const done = [];
  const tell =
    (name) =>
    (...given) =>
      done.push([name, ...given]);
  const session = {
    game: { strategies: { random: {}, planner: {}, bold: {} } },
    consider: tell("consider"),
    chooseWithSlips: tell("slips"),
    choose: tell("choose"),
  };
  for (const level of [
    { share: 0, playouts: 100 },
    { share: 0.4, playouts: 0 },
    { share: 0, playouts: 0 },
  ])
    moveOf(session, level);
  assert.deepEqual(done, [
    ["consider", "planner", 100],
    ["slips", "planner", 0.4],
    ["choose", "planner"],
  ]);
});
