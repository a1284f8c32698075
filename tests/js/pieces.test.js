// A result in pieces for QR codes, in any order, twice, mixed with another's; without a camera and without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONGEST_PIECE, MOST_PIECES, Pieces, cutIntoPieces } from "../../gamekit/show/web/homework/pieces.js";

const code = (letter, long) => `r1.${long.toString(36)}.${letter.repeat(long)}.0000000`;
const [ANA, BEN] = [code("a", 900), code("b", 900)];

test("a short result is one code, a long one several of about a size, and far too long a one none", () => {
  assert.deepEqual(cutIntoPieces(code("a", 200)), [code("a", 200)]);
  const pieces = cutIntoPieces(ANA);
  assert.equal(pieces.length, 3);
  assert.ok(pieces.every((piece) => piece.length < LONGEST_PIECE + 40));
  assert.equal(cutIntoPieces(code("a", LONGEST_PIECE * MOST_PIECES - 40)).length, MOST_PIECES);
  assert.deepEqual(cutIntoPieces(code("a", LONGEST_PIECE * MOST_PIECES)), []);
});

test("pieces in any order are the result again, and a whole one is it at once", () => {
  const pieces = new Pieces(), [one, two, three] = cutIntoPieces(ANA);
  assert.deepEqual(pieces.take(three), { number: 3, all: 3, missing: [1, 2], again: false, other: false, code: null });
  assert.deepEqual(pieces.take(one)?.missing, [2]);
  assert.equal(pieces.take(two)?.code, ANA);
  assert.equal(new Pieces().take(code("a", 9))?.code, code("a", 9));
});

test("a piece that comes twice is known, and one of another result keeps both", () => {
  const pieces = new Pieces(), ana = cutIntoPieces(ANA), ben = cutIntoPieces(BEN);
  pieces.take(ana[0]);
  assert.deepEqual(pieces.take(ana[0]), { number: 1, all: 3, missing: [2, 3], again: true, other: false, code: null });
  assert.deepEqual(pieces.take(ben[1]), { number: 2, all: 3, missing: [1, 3], again: false, other: true, code: null });
  assert.equal(pieces.take(ben[0])?.other, false);
  assert.equal(pieces.take(ben[2])?.code, BEN);
  assert.equal(pieces.take(ana[1])?.other, false, "nothing of Ben's is missing");
  assert.equal(pieces.take(ana[2])?.code, ANA);
});

test("what is no piece, or one with a slip, is none", () => {
  const [one] = cutIntoPieces(ANA);
  const wrong = ["", "https://example.org", "h1.1.a.0000000", one.replace(".1.3.", ".4.3."), one.replace(".1.3.", ".2.3."), one.replace("aaa", "aba"), one.slice(0, -1), `${one} `];
  for (const text of wrong) assert.equal(new Pieces().take(text), null, text.slice(0, 40));
});
