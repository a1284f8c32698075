// Estimates with their 95 % intervals, as in gamekit/lab/estimate.py.

export const NORMAL = 1.959963984540054;
const ALMOST_NORMAL = 1000,
  TAIL = 0.025;
/** Between what a share of a win lies. */
export const SHARES = /** @type {[number, number]} */ ([0, 1]);
/** Between what the difference of two shares lies. */
export const SHIFTS = /** @type {[number, number]} */ ([-1, 1]);
/** After 0, 1, 2 … events: how many, at least, are to be expected, at 95 %. */
const POISSON = [0, 0.05129, 0.35536, 0.81769, 1.36632];

/** A value with its interval. */
export class Estimate {
  /** @param {any} value @param {number} low @param {number} high */
  constructor(value, low, high) {
    this.value = value;
    this.low = low;
    this.high = high;
  }
}

/** A proportion with its Wilson interval; shared wins may count as parts. @param {number} successes @param {number} games */
export function share(successes, games) {
  if (games < 1) return new Estimate(NaN, NaN, NaN);
  const p = successes / games;
  return 0 < p && p < 1 ? boundMean(SHARES, games, p, p * (1 - p), NORMAL) : wilson(SHARES, games, p, 1, NORMAL);
}

/** The interval of a mean that lies between two bounds; why it is this one is said in gamekit/lab/estimate.py. @param {[number, number]} bounds @param {number} games @param {any} value @param {number} variance @param {number} reach */
function boundMean(bounds, games, value, variance, reach) {
  const [low, high] = bounds,
    part = Math.min(1, variance / ((value - low) * (high - value)));
  const found = wilson(bounds, games, value, part, reach);
  const [down, up] = bounds.map((bound) => boundFewGames(games, Math.abs(value - bound), variance));
  const least = Math.max(low, Math.min(found.low, low + down));
  const most = Math.min(high, Math.max(found.high, high - up));
  return new Estimate(value, least, most);
}

/** @param {number[]} given @param {number} games @param {any} value @param {number} part @param {number} reach */
function wilson([low, high], games, value, part, reach) {
  const p = (value - low) / (high - low),
    weight = (part * reach * reach) / games;
  const middle = (p + weight / 2) / (1 + weight);
  const half = Math.sqrt(weight * p * (1 - p) + (weight * weight) / 4) / (1 + weight);
  const least = Math.max(0, Math.min(middle - half, p)),
    most = Math.min(1, Math.max(middle + half, p));
  return new Estimate(value, low + least * (high - low), low + most * (high - low));
}

/** How near to a bound the mean may lie, if few games alone keep it from there; else infinite. @param {number} games @param {number} distance @param {number} variance */
function boundFewGames(games, distance, variance) {
  const events = (games * distance * distance) / variance;
  if (events > POISSON.length - 1) return Infinity;
  const whole = Math.min(POISSON.length - 2, Math.floor(events));
  const expected = POISSON[whole] + (events - whole) * (POISSON[whole + 1] - POISSON[whole]);
  return (expected * variance) / (distance * games);
}

/**
 * A mean with its interval, from the number of values, their sum and the sum of their squares.
 * @param {number} games
 * @param {number} total
 * @param {number} squares
 * @param {?[number, number]} bounds
 */
function meanFrom(games, total, squares, bounds = null) {
  if (games < 1) return new Estimate(NaN, NaN, NaN);
  const value = total / games;
  if (games === 1) return new Estimate(value, ...(bounds ?? [-Infinity, Infinity]));
  const variance = Math.max(0, (squares - total * value) / (games - 1));
  if (bounds && variance > 0 && bounds[0] < value && value < bounds[1])
    return boundMean(bounds, games, value, (variance * (games - 1)) / games, quantile(games - 1));
  const half = quantile(games - 1) * Math.sqrt(variance / games);
  return new Estimate(value, value - half, value + half);
}

/** The interval where all values were the same: other ones may just not have come yet. @param {number} games @param {any} value @param {number[]} given */
export function estimateConstant(games, value, [least, greatest]) {
  const rest = 1 - TAIL ** (1 / games);
  return new Estimate(value, value - rest * (value - least), value + rest * (greatest - value));
}

/** @param {number[]} values */
const isConstant = (values) => values.every((x) => x === values[0]);

/**
 * A mean with its t interval; with `bounds` it stays within them and is never of no width.
 * @param {number[]} values
 * @param {?[number, number]} bounds
 */
export function mean(values, bounds = null) {
  const n = values.length;
  if (bounds && n && isConstant(values)) return estimateConstant(n, values[0], bounds);
  const total = sum(values),
    value = total / n;
  if (n < 2) return meanFrom(n, total, 0);
  const squares = values.reduce((all, x) => all + (x - value) ** 2, 0);
  const found = meanFrom(n, 0, squares, bounds && [bounds[0] - value, bounds[1] - value]);
  return new Estimate(value, found.low + value, found.high + value);
}

/**
 * The mean of `a` minus that of `b`, for values that belong together in pairs.
 * @param {number[]} a
 * @param {number[]} b
 * @param {?[number, number]} bounds
 */
export function difference(a, b, bounds = null) {
  const x = a.map((one, i) => one - b[i]),
    found = mean(x, bounds);
  if (!bounds || x.length < 2 || isConstant(x)) return found;
  const [gains, losses] = [1, -1].map((sign) => x.map((one) => Math.max(sign * one, 0)));
  const gain = mean(gains, [0, bounds[1]]);
  const loss = mean(losses, [0, -bounds[0]]);
  const low = found.value - Math.hypot(gain.value - gain.low, loss.high - loss.value);
  const high = found.value + Math.hypot(gain.high - gain.value, loss.value - loss.low);
  const least = Math.max(bounds[0], Math.min(found.low, low));
  const most = Math.min(bounds[1], Math.max(found.high, high));
  return new Estimate(found.value, least, most);
}

/** @param {number[]} values */
export const sum = (values) => values.reduce((all, x) => all + x, 0);

/** Each player's part of the win in each game of `returns` (rows of `players`): who is best shares it equally. @param {Float64Array} returns @param {number} players */
export function winShares(returns, players) {
  const shares = new Float64Array(returns.length);
  for (let row = 0; row < returns.length; row += players) {
    const game = returns.subarray(row, row + players),
      best = Math.max(...game);
    const winners = game.filter((x) => x === best).length;
    for (let p = 0; p < players; p++) shares[row + p] = game[p] === best ? 1 / winners : 0;
  }
  return shares;
}

const quantiles = new Map();

/** How many standard errors a 95 % interval reaches to each side: Student's t with so many degrees of freedom. @param {number} freedom */
export function quantile(freedom) {
  if (freedom >= ALMOST_NORMAL) return NORMAL;
  if (!quantiles.has(freedom)) {
    let low = 0,
      high = 13;
    for (let i = 0; i < 200 && high - low > 1e-15 * high; i++) {
      const middle = (low + high) / 2;
      if (tailOfT(middle, freedom) > TAIL) low = middle;
      else high = middle;
    }
    quantiles.set(freedom, (low + high) / 2);
  }
  return quantiles.get(freedom);
}

/** The probability that Student's t exceeds `t`: half the regularised incomplete beta function. @param {number} t @param {number} freedom */
function tailOfT(t, freedom) {
  const x = freedom / (freedom + t * t),
    a = freedom / 2,
    b = 1 / 2;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (t === 0) return 0.5;
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a / 2;
  return (1 - (front * betaFraction(1 - x, b, a)) / b) / 2;
}

/** The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method. @param {number} x @param {number} a @param {number} b */
function betaFraction(x, a, b) {
  const tiny = 1e-300,
    guard = (/** @type {number} */ y) => (Math.abs(y) < tiny ? tiny : y);
  let c = 1,
    d = 1 / guard(1 - ((a + b) * x) / (a + 1)),
    h = d;
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return h;
}

/** ln Γ of a multiple of ½, exactly by its recursion from Γ(½) = √π and Γ(1) = 1. @param {number} z */
function logGamma(z) {
  let log = z % 1 ? Math.log(Math.PI) / 2 : 0;
  for (let x = z % 1 ? 0.5 : 1; x < z; x++) log += Math.log(x);
  return log;
}
