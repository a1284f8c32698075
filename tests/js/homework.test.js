// A homework and its results as codes, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeError, clean, seal } from "../../gamekit/show/web/homework/code.js";
import { homeworkCode, readHomework } from "../../gamekit/show/web/homework/homework.js";

const PLAN = {
  title: "Zählen & Wetten", sentence: "Bis Freitag, bitte.", due: "2026-12-04",
  items: [
    { kind: "lesson", lesson: "route66/02-speedometer", steps: [2, 3], presets: [] },
    { kind: "lesson", lesson: "topics/most_luck", steps: [], presets: [] },
    { kind: "ticket", lesson: "kartenspiel/01-the-run" },
    { kind: "puzzle", game: "kartenspiel", puzzle: "0123456789ab" },
    { kind: "move", game: "pig", link: "g1.abc-_.x" },
  ],
};

async function refused(promise) {
  return promise.then(() => assert.fail("it was taken"), (error) => {
    assert.ok(error instanceof CodeError, String(error.stack));
    return error.message;
  });
}

test("a homework comes back from its code as it was, out of a link, a broken mail and a file", async () => {
  const code = await homeworkCode(PLAN);
  const { id, ...back } = await readHomework(code);
  assert.deepEqual(back, PLAN);
  const texts = [`E:\\site\\#${code}`, `Dear all,\n<${code.replace(/(.{20})/g, "$1\r\n  ")}>\nBye. It is due soon.`, `<a href="#${code}">x</a>`];
  for (const text of texts) assert.equal((await readHomework(text)).id, id, text);
});

test("a mail may break a link anywhere, in its head too, and quote what it has broken", async () => {
  const code = await homeworkCode(PLAN);
  const { id } = await readHomework(code);
  for (let place = 1; place < code.length; place += 1) {
    for (const broken of ["\n", "\r\n> ", " \n\n"]) {
      const text = `See E:\\site\\#${code.slice(0, place)}${broken}${code.slice(place)}\nBye.`;
      assert.equal((await readHomework(text)).id, id, `${place}`);
    }
  }
});

test("another letter is another homework", async () => {
  const { id } = await readHomework(await homeworkCode(PLAN));
  assert.notEqual((await readHomework(await homeworkCode({ ...PLAN, due: "2026-12-05" }))).id, id);
});

test("every slip, half a code and another version are found, each with its own sentence", async () => {
  const code = await homeworkCode(PLAN);
  for (let place = 3; place < code.length; place += 1) {
    const slip = `${code.slice(0, place)}${code[place] === "a" ? "b" : "a"}${code.slice(place + 1)}`;
    assert.match(await refused(readHomework(slip)), /^code_(slip|half|strange)$/, slip);
  }
  const swapped = code.replace(/\.(....)(.)(.)/, ".$1$3$2");
  if (swapped !== code) assert.equal(await refused(readHomework(swapped)), "code_slip");
  assert.equal(await refused(readHomework(code.slice(0, code.length / 2))), "code_half");
  assert.equal(await refused(readHomework(code.slice(0, -1))), "code_half");
  assert.equal(await refused(readHomework(code.replace("h1", "h2"))), "code_version");
  assert.equal(await refused(readHomework(code.replace("h1", "r1"))), "code_is_result");
  for (const text of ["", "  \n"]) assert.equal(await refused(readHomework(text)), "code_empty");
  for (const text of ["hello", "h1", "#g1.abc.d", `h1.zzzzzz.${"a".repeat(9)}`]) assert.equal(await refused(readHomework(text)), "code_strange");
});

test("what no page of ours has made is refused, whatever it unfolds to", async () => {
  const fine = { t: "T", s: "", d: "", i: [["t", "a/b"]] };
  await readHomework(await seal("h", fine));
  const wrong = {
    code_strange: [null, 1, [], {}, { ...fine, x: 1 }, ...[
      ["l", "../etc"], ["l", "a", []], ["l", "a", [0]], ["l", "a", [2, 1]], ["l", "a", [1.5]], ["l", "a", [1], 1], ["t", "a", 1], ["t", `a${"a".repeat(200)}`],
      ["p", "pig", "x"], ["p", "__proto__", "0123456789ab"], ["m", "pig", "javascript:1"], ["m", "pig", `g1.${"a".repeat(9000)}.`], "l", null, ["z", "a"],
    ].map((one) => ({ ...fine, i: [one] }))],
    homework_untitled: [{ ...fine, t: "" }, { ...fine, t: "\u202e \u0007" }, { ...fine, t: 7 }],
    homework_empty: [{ ...fine, i: [] }],
    homework_long: [{ ...fine, i: Array(201).fill(["t", "a"]) }],
    homework_date: [{ ...fine, d: "2026-02-30" }, { ...fine, d: "soon" }, { ...fine, d: 7 }],
  };
  for (const [said, all] of Object.entries(wrong)) for (const data of all) assert.equal(await refused(readHomework(await seal("h", data))), said, JSON.stringify(data));
  const two = await readHomework(await seal("h", { ...fine, i: Array(200).fill(["t", "a"]) }));
  assert.equal(two.items.length, 200);
});

test("names of all scripts stay, what is not seen goes", () => {
  for (const name of ["Ιωάννα", "Zoë", "李小龙", "مریم", "می\u200cخواهم", "O’Neill", "Ana María", "👩🏽"]) assert.equal(clean(name, 40), name.normalize("NFC"));
  assert.equal(clean("  A\u202eB\n\tC\u0000 ", 40), "AB C");
  assert.equal(clean("👍".repeat(99), 5), "👍".repeat(5));
  assert.equal(clean(null, 5), "");
});
