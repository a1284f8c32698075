// A game as a link: everything that decides it, in a fragment of a few hundred letters. Chance is not in it (the seed
// decides it), nor what the strategies did: only what people and levels chose, as the place among what was legal. A position as a
// link holds what its mover sees, and nothing more. Nothing that is opened here is trusted: every move is checked by the rules, and
// the last position by its sum; of a position every number by its field, and what the mover sees by dealing the rest.
import { bytesFrom, deflate, inflate, letters, sumOf } from "../shared/files.js";
import { isTable } from "../table/game_flow.js";
import { isLevel, plays } from "../table/coach_answer.js";
import { CHANCE, OVER } from "../table/frame_builder.js";

/** @import { Game, Session } from "../shared/types" */

const MARK = "g";
const POSITION_MARK = "p";
const LONGEST_LINK = 2000;
const LONGEST_OPENED = 8000;
const MOST_LINK_STEPS = 20_000;
const KEYS = "gnopsvx";
const POSITION_KEYS = "gnopvw";

export class LinkError extends Error {}

/** A session as the part of an address behind "#". `seats` as at the table. @param {Session} session */
export async function linkOf(session, { seats = null } = {}) {
  const { game, seed } = session;
  const walk = game.session(seed);
  /** @type {[number, number][][]} */
  const [choices, odd] = [[], []];
  session.history.forEach((action, step) => {
    const expected = findUsualAction(walk, seats);
    if (expected === null) {
      const legal = walk.legal();
      choices.push([legal.indexOf(action), legal.length]);
    } else if (expected !== action) odd.push([step, action]);
    walk.play(action);
  });
  const head = {
    g: game.name,
    n: game.players,
    o: game.changedOptions,
    s: String(seed),
    v: seats,
    p: [session.step, sumOf(session.position)],
    x: odd,
  };
  const made = `${MARK}.${letters(await deflate(JSON.stringify(head)))}.${letters(bytesOf(choices))}`;
  return made.length <= LONGEST_LINK ? made : null;
}

/** The position that is open as the part of an address behind "#": what its mover sees, who sits where; no seed, no history. @param {Session} session */
export async function positionLinkOf(session, { seats = null } = {}) {
  const { game, player } = session;
  const seen = [...new Int32Array(session.view(player).slice().buffer)].flatMap((number, at) =>
    number ? [at, number] : [],
  );
  const head = { g: game.name, n: game.players, o: game.changedOptions, p: player, v: seats, w: seen };
  const made = `${POSITION_MARK}.${letters(await deflate(JSON.stringify(head)))}`;
  return made.length <= LONGEST_LINK ? made : null;
}

/** The session a link tells of: {session, seats, asks}, the last one whether a move is asked for. Raises LinkError with the key of a
 * sentence. @param {string} text @param {any} gamekit */
export async function openLink(text, gamekit) {
  const [, position] = text.match(/^#?p\.([\w-]+)$/) ?? [];
  if (position && text.length <= LONGEST_OPENED) return openPosition(await unpack(position), gamekit);
  const [, packed, moves] = text.match(/^#?g\.([\w-]+)\.([\w-]*)$/) ?? [];
  if (!packed || text.length > LONGEST_OPENED) throw new LinkError("link_strange");
  const head = await headOf(packed);
  let session;
  try {
    const game = await gamekit.load(head.g, { ...head.o, players: head.n });
    session = game.session(/^\d{1,19}$/.test(head.s) ? BigInt(head.s) : -1);
    if (!fits(head.v, game)) throw new LinkError("link_strange");
    replay(session, head, bytesFrom(moves));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("link_strange");
  }
  if (sumOf(session.position) !== head.p[1]) throw new LinkError("link_rules");
  return { session, seats: head.v, asks: false };
}

/** @param {any} head @param {any} gamekit */
async function openPosition(head, gamekit) {
  const fine =
    isHead(head, POSITION_KEYS) && Array.isArray(head.w) && head.w.length % 2 === 0 && head.w.every(Number.isInteger);
  if (!fine) throw new LinkError("link_strange");
  let session, sum;
  try {
    const game = await gamekit.load(head.g, { ...head.o, players: head.n });
    const numbers = new Int32Array(game.layout.state.size / 4);
    for (let i = 0; i < head.w.length; i += 2)
      if (isCount(head.w[i], numbers.length - 1)) numbers[head.w[i]] = head.w[i + 1];
    const view = new Uint8Array(numbers.buffer);
    sum = sumOf(view);
    if (!game.layout.allows(numbers) || !fits(head.v, game)) throw new LinkError("link_strange");
    session = game.sessionFrom(view, game.checkPlayer(head.p));
    if (session.player !== head.p || !session.legal().length) throw new LinkError("link_strange");
  } catch {
    throw new LinkError("link_strange");
  }
  if (sumOf(session.view(head.p)) !== sum) throw new LinkError("link_rules");
  return { session, seats: head.v, asks: true };
}

/** @param {any} value @param {number} most */
const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
/** @param {?(string | null)[]} seats @param {Game} game */
const fits = (seats, game) =>
  seats === null || (seats.length === game.players && seats.every((seat) => seat === null || plays(game, seat)));

/** @param {string} packed */
async function unpack(packed) {
  try {
    return JSON.parse(await inflate(bytesFrom(packed), 4 * LONGEST_OPENED));
  } catch {
    throw new LinkError("link_strange");
  }
}

/** @param {any} head @param {string} keys */
function isHead(head, keys) {
  return (
    isTable(head) &&
    Object.keys(head).sort().join("") === keys &&
    typeof head.g === "string" &&
    isTable(head.o) &&
    !Object.hasOwn(head.o, "players") &&
    (head.v === null || Array.isArray(head.v))
  );
}

/** @param {string} packed */
async function headOf(packed) {
  const head = await unpack(packed);
  const fine =
    isHead(head, KEYS) &&
    typeof head.s === "string" &&
    Array.isArray(head.p) &&
    isCount(head.p[0], MOST_LINK_STEPS) &&
    Array.isArray(head.x) &&
    head.x.every(
      (/** @type {any} */ one) => Array.isArray(one) && one.length === 2 && one.every((number) => isCount(number, 1e6)),
    );
  if (!fine) throw new LinkError("link_strange");
  return head;
}

/** What happens here without a person: chance by the seed, a strategy by what it knows; null where a person chose, or a level. @param {Session} session @param {?(string | null)[]} seats */
function findUsualAction(session, seats) {
  const { player } = session;
  if (player === CHANCE) return session.drawn();
  const seat = seats?.[player] ?? null;
  return seat === null || isLevel(seat) ? null : session.choose(seat);
}

/** @param {Session} session @param {{p: number[], v: any, x: [number, number][]}} given @param {Uint8Array} packed */
function replay(session, { p: [steps], v: seats, x }, packed) {
  const odd = new Map(x);
  const take = reader(packed);
  for (let step = 0; step < steps; step += 1) {
    if (session.player === OVER) throw new LinkError("link_strange");
    const expected = findUsualAction(session, seats);
    if (expected === null) session.play(take(session.legal()));
    else session.play(odd.get(step) ?? expected);
  }
}

// ---- numbers as few bytes ---------------------------------------------------------------------

/** Choices [which, of how many] as one large number: each costs as many bits as it says. @param {[number, number][]} choices */
function bytesOf(choices) {
  let number = 1n;
  for (const [which, many] of choices.toReversed()) number = number * BigInt(many) + BigInt(which);
  const hex = number.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function reader(bytes) {
  let number = BigInt(`0x0${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  return (/** @type {number[]} */ options) => {
    const many = BigInt(options.length);
    const which = Number(number % many);
    number /= many;
    return options[which];
  };
}
