"""Estimates: values with 95 % intervals, and the distributions they come from. Nothing is played here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gamekit.core.arguments import check
from gamekit.core.errors import OptionError, quote
from gamekit.core.i18n.translation import _, say_number
from gamekit.lab.result_display import make_frame

if TYPE_CHECKING:
    import pandas as pd

Z: Final = 1.959963984540054
"""0.975 quantile of the normal distribution."""
TAIL: Final = 0.025
"""Probability that a 95 % interval leaves out at each end."""
ALMOST_NORMAL: Final = 1_000
"""Degrees of freedom from which on Student's t distribution is taken as normal."""
MOST_VALUES: Final = 50_000
"""Distinct values that a distribution stores, at most; with more it keeps only its moments."""

Floats = NDArray[np.float64]
Bounds = tuple[float, float]
SHARES: Final[Bounds] = (0.0, 1.0)
"""Bounds of a win share."""
SHIFTS: Final[Bounds] = (-1.0, 1.0)
"""Bounds of a difference of two win shares."""
RETURNS: Final = "returns"
WIN: Final = "win"
PAYOFFS: Final = (RETURNS, WIN)
"""Objectives of a game: its own returns (points, kilometres, money), or a share of the win."""
POISSON: Final = ((0.0, 1.0, 2.0, 3.0, 4.0), (0.0, 0.05129, 0.35536, 0.81769, 1.36632))
"""Numbers of events, and the lower 95 % limits of their expectation (half the 0.05 quantiles of chi-square)."""


class Estimate(NamedTuple):
    """A value with its 95 % interval; ``float(estimate)`` is the value alone.

    Attributes
    ----------
    value : float
        Point estimate, NaN if nothing was observed.
    low, high : float
        Ends of the interval, in the unit of the value; they may be infinite.

    Examples
    --------
    >>> print(Estimate(0.25, 0.2, 0.3))
    0.25 (0.20 to 0.30)
    """

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        value, low, high = self.format_parts()
        return f"{value} " + _("({low} to {high})").format(low=low, high=high)

    def format_parts(self) -> tuple[str, str, str]:
        """Return value and both ends as text, as the reader's language writes numbers.

        The number of decimals, 0 to 6, shows two digits of the width of the interval.

        >>> Estimate(0.25, 0.2, 0.3).format_parts()
        ('0.25', '0.20', '0.30')
        """
        width = self.high - self.low
        decimals = min(6, max(0, 1 - math.floor(math.log10(width)))) if 0 < width < math.inf else 2
        value, low, high = (say_number(part, f"z.{decimals}f") for part in self)
        return value, low, high

    def covers(self, truth: float) -> bool:
        """Return whether the interval contains `truth`. Raises `OptionError` unless that is a number."""
        check(truth=truth)
        return self.low <= truth <= self.high


def share(successes: float, games: int) -> Estimate:
    """Return a proportion with its Wilson interval (see `bound_mean`). Shared wins may count as parts.

    >>> share(0, 10).low, round(share(0, 10).high, 3)
    (0.0, 0.278)
    """
    if games < 1:
        return Estimate(math.nan, math.nan, math.nan)
    p = float(successes) / games
    return bound_mean(SHARES, games, p, p * (1 - p), Z) if 0 < p < 1 else _wilson(SHARES, games, p, 1.0, Z)


def bound_mean(bounds: Bounds, games: int, value: float, variance: float, reach: float) -> Estimate:
    """Return the interval of a mean that lies between two bounds: Wilson's, generalised to any values.

    It holds all means from which `value` is at most `reach` standard errors away, where the standard error is the one
    *at that mean*: the variance there is taken to be the same part of the greatest possible one as at `value`. If few
    games alone keep the mean from a bound (up to four, say, in which anything came at all), the limit towards that
    bound is the Poisson distribution's, as Brown, Cai and DasGupta advise (Statistical Science 16, 2001): Wilson's own
    covers too seldom. `value` must lie inside the bounds, and `variance`, of one observation, above 0.
    """
    low, high = bounds
    part = min(1.0, variance / ((value - low) * (high - value)))
    found = _wilson(bounds, games, value, part, reach)
    down, up = (_allow_for_few(games, abs(value - bound), variance) for bound in bounds)
    return Estimate(value, max(low, min(found.low, low + down)), min(high, max(found.high, high - up)))


def _wilson(bounds: Bounds, games: int, value: float, part: float, reach: float) -> Estimate:
    low, high = bounds
    p, weight = (value - low) / (high - low), part * reach * reach / games
    middle = (p + weight / 2) / (1 + weight)
    half = math.sqrt(weight * p * (1 - p) + weight * weight / 4) / (1 + weight)
    least, most = max(0.0, min(middle - half, p)), min(1.0, max(middle + half, p))
    return Estimate(value, low + least * (high - low), low + most * (high - low))


def _allow_for_few(games: int, distance: float, variance: float) -> float:
    """Return the least distance of the mean from a bound by the Poisson limit, infinite for more than four events."""
    events = games * distance * distance / variance
    return float(np.interp(events, *POISSON)) * variance / (distance * games) if events <= POISSON[0][-1] else math.inf


def mean_from(games: int, total: float, squares: float, bounds: Bounds | None = None) -> Estimate:
    """Return a mean with its interval, from the number of values, their sum and the sum of their squares.

    It is Student's t interval or, with `bounds`, the least and greatest value possible, that of `bound_mean`. A single
    value has an interval without end, or as wide as the bounds; no value gives NaN.
    """
    if games < 1:
        return Estimate(math.nan, math.nan, math.nan)
    value = total / games
    if games == 1:
        return Estimate(value, *(bounds or (-math.inf, math.inf)))
    variance = max(0.0, (squares - total * value) / (games - 1))
    if bounds and variance > 0 and bounds[0] < value < bounds[1]:
        return bound_mean(bounds, games, value, variance * (games - 1) / games, t_quantile(games - 1))
    half = t_quantile(games - 1) * math.sqrt(variance / games)
    return Estimate(value, value - half, value + half)


def bound_constant(games: int, value: float, bounds: Bounds) -> Estimate:
    """Return the interval of a mean if all values were equal: others may only not have come yet (`bound_unseen`)."""
    rest = bound_unseen(games)
    return Estimate(value, value - rest * (value - bounds[0]), value + rest * (bounds[1] - value))


def mean(values: ArrayLike, bounds: Bounds | None = None) -> Estimate:
    """Return a mean with its 95 % t interval.

    With `bounds`, the least and greatest value possible, the interval stays within them, covers well near them
    (`bound_mean`), and has a width even if all values are equal (`bound_constant`).

    >>> print(mean([1, 2, 3, 4, 5]))
    3.0 (1.0 to 5.0)
    >>> print(mean([1.0] * 100, SHARES))
    1.000 (0.964 to 1.000)
    """
    x = np.asarray(values, np.float64).ravel()
    if bounds and x.size and x.min() == x.max():
        return bound_constant(x.size, float(x[0]), bounds)
    if x.size < 2:
        return mean_from(x.size, float(x.sum()), 0.0)
    value = float(x.mean())
    # Of deviations from the mean, whose squares do not cancel out where values are large and alike.
    moved = (bounds[0] - value, bounds[1] - value) if bounds else None
    return Estimate(*(end + value for end in mean_from(x.size, 0.0, float(((x - value) ** 2).sum()), moved)))


def difference(a: ArrayLike, b: ArrayLike, bounds: Bounds | None = None) -> Estimate:
    """Return the mean of `a` minus that of `b`, for paired values (played on the same luck).

    `bounds`: the least and greatest difference possible, if known. With them, gains and losses are also estimated
    separately and combined as Newcombe does (Statistics in Medicine 17, 1998), and the wider interval counts: if pairs
    seldom differ, the mean is not normally distributed.
    """
    x = np.asarray(a, np.float64) - np.asarray(b, np.float64)
    found = mean(x, bounds)
    if not bounds or x.size < 2 or x.min() == x.max():
        return found
    gain, loss = mean(np.maximum(x, 0.0), (0.0, bounds[1])), mean(np.maximum(-x, 0.0), (0.0, -bounds[0]))
    low = found.value - math.hypot(gain.value - gain.low, loss.high - loss.value)
    high = found.value + math.hypot(gain.high - gain.value, loss.value - loss.low)
    return Estimate(found.value, max(bounds[0], min(found.low, low)), min(bounds[1], max(found.high, high)))


def bound_unseen(games: int) -> float:
    """Return the greatest probability, at 95 %, of an event that occurred in none of `games` games.

    It is the exact limit of Clopper and Pearson (Biometrika 26, 1934) for no successes. If values other than v have at
    most this probability, the mean lies no further from v than this part of the way to either bound.

    >>> round(bound_unseen(100), 4)
    0.0362
    """
    return 1.0 - float(TAIL ** (1 / games))


def t_quantile(freedom: int) -> float:
    """Return the 0.975 quantile of Student's t distribution; from 1,000 degrees of freedom on, the normal one."""
    if freedom >= ALMOST_NORMAL:
        return Z
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 1 - TAIL))


@dataclass(frozen=True)
class Distribution:
    """Frequencies of values: `values` ascending, float64 (k,), with their `counts`, int64 (k,).

    Both are empty if there were more than 50,000 distinct values; number, sum and sum of squares are exact all the
    same.
    """

    games: int
    total: float
    squares: float
    values: Floats
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: ArrayLike) -> Distribution:
        """Return the distribution of some values."""
        x = np.asarray(values, np.float64).ravel()
        distinct, counts = np.unique(x, return_counts=True)
        return cls(x.size, float(x.sum()), float(x @ x), distinct, counts.astype(np.int64))

    def __add__(self, other: Distribution) -> Distribution:
        games, total = self.games + other.games, self.total + other.total
        squares = self.squares + other.squares
        if (self.games and not self.values.size) or (other.games and not other.values.size):
            return Distribution(games, total, squares, np.zeros(0), np.zeros(0, np.int64))
        values, where = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        counts = np.zeros(values.size, np.int64)
        np.add.at(counts, where, np.concatenate([self.counts, other.counts]))
        if values.size > MOST_VALUES:
            values, counts = np.zeros(0), np.zeros(0, np.int64)
        return Distribution(games, total, squares, values, counts)

    @property
    def mean(self) -> Estimate:
        """Mean with its 95 % t interval."""
        return self.mean_within(None)

    def mean_within(self, bounds: Bounds | None) -> Estimate:
        """Return the mean with an interval that uses `bounds`, the least and greatest value possible (see `mean`)."""
        check(bounds=bounds)
        if bounds and self.values.size == 1:
            return bound_constant(self.games, float(self.values[0]), bounds)
        return mean_from(self.games, self.total, self.squares, bounds)

    def probability(self, value: float) -> Estimate:
        """Return the probability of exactly this value."""
        check(value=value)
        return share(float(self.counts[self.values == value].sum()), self.games)

    def at_least(self, value: float) -> Estimate:
        """Return the probability of this value or a greater one."""
        check(value=value)
        return share(float(self.counts[self.values >= value].sum()), self.games)

    def quantile(self, part: float) -> float:
        """Return the least value that a share `part` of the games, 0 to 1, does not exceed; 0.5 gives the median.

        Raises `OptionError` if no single values are stored.
        """
        check(part=part)
        if not self.values.size:
            raise OptionError(
                f"Single values are not kept: there are none, or more than {MOST_VALUES:,} different ones."
            )
        place = min(int(np.searchsorted(np.cumsum(self.counts), part * self.games)), self.values.size - 1)
        return float(self.values[place])

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each value: its count, its probability and the interval."""
        columns = ("probability", "low", "high")
        rows: list[dict[str, Any]] = []
        for value, count in zip(self.values, self.counts, strict=True):
            rate = share(float(count), self.games)
            rows.append({"value": value, "count": int(count)} | dict(zip(columns, rate, strict=True)))
        return make_frame(rows, ["value", "count", *columns])


EMPTY: Final = Distribution(0, 0.0, 0.0, np.zeros(0), np.zeros(0, np.int64))


def win_shares(returns: Floats) -> Floats:
    """Return each player's share of the win, float64 (games, players): equal parts for all with the highest return."""
    best = returns == returns.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


def check_payoff(payoff: Any) -> str:
    """Return a payoff. Raises `OptionError` unless it is one of `PAYOFFS`."""
    if not isinstance(payoff, str) or payoff not in PAYOFFS:
        raise OptionError(f"A payoff is {' or '.join(map(repr, PAYOFFS))}, not {quote(payoff)}.")
    return payoff
