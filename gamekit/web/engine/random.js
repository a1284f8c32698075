// NumPy's random streams, bit for bit: seeds (SeedSequence) and the generator behind default_rng (PCG64). The stream
// itself runs in WebAssembly; here its five words are made, and single numbers are drawn where no game is at hand.

const INIT_A = 0x43b0d7e5,
  MULT_A = 0x931e8875,
  INIT_B = 0x8b51f9dd,
  MULT_B = 0x58f38ded;
const MIX_LEFT = 0xca01f9dd,
  MIX_RIGHT = 0x4973f715,
  POOL = 4;
const WORD = (1n << 64n) - 1n,
  WIDE = (1n << 128n) - 1n;
const PCG = 0x2360ed051fc65da44385df649fccf645n;

/** The 32-bit words of a whole number from 0, the lowest first. @param {number} number */
function wordsOf(number) {
  const words = [];
  let rest = BigInt(number);
  if (rest === 0n) return [0];
  for (; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return words;
}

/** @param {number} start @param {number} factor */
function hasher(start, factor) {
  let constant = start;
  return (/** @type {number} */ value) => {
    let mixed = (value ^ constant) >>> 0;
    constant = Math.imul(constant, factor) >>> 0;
    mixed = Math.imul(mixed, constant) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
}

/** @param {number} x @param {number} y */
function mix(x, y) {
  const both = (Math.imul(MIX_LEFT, x) - Math.imul(MIX_RIGHT, y)) >>> 0;
  return (both ^ (both >>> 16)) >>> 0;
}

/** As `SeedSequence(entropy, spawn_key=key).generate_state(n, np.uint64)`; both are lists of whole numbers from 0. @param {any[]} entropy @param {any[]} key @param {number} n */
function seedState(entropy, key, n) {
  let words = entropy.flatMap(wordsOf);
  if (key.length) {
    while (words.length < POOL) words.push(0);
    words = words.concat(key.flatMap(wordsOf));
  }
  const hash = hasher(INIT_A, MULT_A),
    pool = [];
  for (let i = 0; i < POOL; i++) pool.push(hash(words[i] ?? 0));
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mix(pool[to], hash(pool[from]));
  for (let from = POOL; from < words.length; from++)
    for (let to = 0; to < POOL; to++) pool[to] = mix(pool[to], hash(words[from]));
  const give = hasher(INIT_B, MULT_B),
    out = [];
  for (let i = 0; i < n; i++) {
    const low = BigInt(give(pool[(2 * i) % POOL])),
      high = BigInt(give(pool[(2 * i + 1) % POOL]));
    out.push(low | (high << 32n));
  }
  return out;
}

/** The five words of the stream that `default_rng(SeedSequence(entropy, spawn_key=key))` begins. @param {any[]} entropy @param {any[]} key */
export function streamWords(entropy, key = []) {
  const [stateHigh, stateLow, stepHigh, stepLow] = seedState(entropy, key, 4);
  const step = ((((stepHigh << 64n) | stepLow) << 1n) | 1n) & WIDE;
  const state = ((step + ((stateHigh << 64n) | stateLow)) * PCG + step) & WIDE;
  return new BigUint64Array([state & WORD, state >> 64n, step & WORD, step >> 64n, 0n]);
}

/** A stream in JavaScript alone, for the few numbers that are drawn one by one. */
export class Stream {
  /** @param {any[]} entropy @param {any[]} key */
  constructor(entropy, key = []) {
    const [low, high, stepLow, stepHigh] = streamWords(entropy, key);
    this.state = (high << 64n) | low;
    this.step = (stepHigh << 64n) | stepLow;
    this.waiting = null;
  }

  /** The stream as it stands, for WebAssembly to go on with; nothing may be left of a number drawn in halves. */
  get words() {
    return new BigUint64Array([this.state & WORD, this.state >> 64n, this.step & WORD, this.step >> 64n, 0n]);
  }

  next64() {
    this.state = (this.state * PCG + this.step) & WIDE;
    const high = this.state >> 64n,
      both = (high ^ this.state) & WORD,
      turn = high >> 58n;
    return ((both >> turn) | (both << (64n - turn))) & WORD;
  }

  next32() {
    if (this.waiting !== null) {
      const word = this.waiting;
      this.waiting = null;
      return word;
    }
    const word = this.next64();
    this.waiting = word >> 32n;
    return word & 0xffffffffn;
  }

  /** A number from 0 to below 1. */
  random() {
    return Number(this.next64() >> 11n) / 9007199254740992;
  }

  /** A whole number from 0 to below `high`, which is at most 2³². @param {number} high */
  below(high) {
    const count = BigInt(high);
    if (count <= 1n) return 0;
    let product = this.next32() * count;
    if ((product & 0xffffffffn) < count) {
      const threshold = ((1n << 32n) - count) % count;
      while ((product & 0xffffffffn) < threshold) product = this.next32() * count;
    }
    return Number(product >> 32n);
  }
}
