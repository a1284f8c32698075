"""Exact or simulated? Running shares, intervals and how often they miss – each by simulation and exactly.

Events whose exact probability is known come from chance.py, deals from deals.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError
from gamekit.lab.estimate import Estimate, share
from gamekit.words import _

Floats = NDArray[np.float64]
Hits = NDArray[np.bool_]
"""Whether the event happened, one row for each run, one column for each deal."""
Stop = Callable[[int, int], bool]
"""A stopping rule: (hits, deals) so far; whether to stop."""

LEVELS: Final = {80: 1.2815515655446004, 90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""How many standard errors an interval of this many percent reaches to each side."""
METHODS: Final = ("Wilson", "simple")
BATCH: Final = 100
MOST_DEALS: Final = 5_000
"""A stopping rule is asked after every batch, and ends here at the latest."""


def interval(hits: Floats, deals: float, z: float, method: str) -> tuple[Floats, Floats]:
    """Lower and upper ends for many counts at once.

    The simple one is the textbook's p ± z·√(p(1−p)/n); Wilson's asks which true values would fit the count.
    """
    p: Floats = np.asarray(hits / deals)
    if method == "simple":
        half: Floats = z * np.sqrt(p * (1 - p) / deals)
        return p - half, p + half
    weight = z * z / deals
    middle: Floats = (p + weight / 2) / (1 + weight)
    half = z / (1 + weight) * np.sqrt(p * (1 - p) / deals + weight / (4 * deals))
    return np.minimum(middle - half, p), np.maximum(middle + half, p)


def standard_error(p: float, deals: float) -> float:
    """How far a share of so many deals typically lies from the truth."""
    return math.sqrt(p * (1 - p) / deals)


def deals_for(p: float, half_width: float, z: float = LEVELS[95]) -> int:
    """How many deals make an interval about so narrow, to each side."""
    return math.ceil(p * (1 - p) * (z / half_width) ** 2)


def binomial(deals: int, p: float) -> Floats:
    """The probability of each count of hits 0…deals."""
    k = np.arange(deals + 1)
    logs = np.array([math.lgamma(x + 1) for x in range(deals + 1)])
    if p in (0.0, 1.0):
        certain: Floats = np.where(k == deals * p, 1.0, 0.0)
        return certain
    weights: Floats = np.exp(logs[deals] - logs - logs[::-1] + k * math.log(p) + (deals - k) * math.log1p(-p))
    weights /= weights.sum()
    return weights


def coverage(p: float, deals: int, z: float, method: str) -> float:
    """Exactly how often the interval contains the truth: the sum over all counts whose interval does."""
    low, high = interval(np.arange(deals + 1, dtype=np.float64), deals, z, method)
    return float(binomial(deals, p)[(low <= p) & (p <= high)].sum())


@dataclass(frozen=True)
class Class:
    """Many runs of the same number of deals: each with its share and interval, and how many miss the truth."""

    p: float
    deals: int
    shares: Floats
    low: Floats
    high: Floats

    @property
    def missed(self) -> NDArray[np.bool_]:
        """Which intervals do not contain the truth."""
        return (self.low > self.p) | (self.high < self.p)

    @property
    def kept(self) -> Estimate:
        """The share of intervals that contain the truth, with an interval of its own."""
        return share(float((~self.missed).sum()), len(self.shares))


def class_of(hits: Hits, p: float, z: float, method: str) -> Class:
    """The intervals of a whole class: one row of hits for each student."""
    deals = hits.shape[1]
    counts = hits.sum(axis=1).astype(np.float64)
    low, high = interval(counts, deals, z, method)
    return Class(p, deals, counts / deals, low, high)


def running(hits: NDArray[np.bool_], points: NDArray[np.int64]) -> Floats:
    """The share after so many deals, for each of `points`."""
    sums = np.cumsum(hits)
    result: Floats = sums[points - 1] / points
    return result


def checkpoints(deals: int, count: int = 160) -> NDArray[np.int64]:
    """Numbers of deals at which a running share is drawn: all at first, then in growing steps."""
    found: NDArray[np.int64] = np.unique(np.geomspace(1, deals, count).astype(np.int64))
    return found


# Stopping rules


@dataclass(frozen=True)
class Verdict:
    """What a stopping rule does, computed exactly: deals on average, how often it is far off, how often it misses."""

    mean_deals: float
    far: float
    missed: float
    never: float
    """How often only the last batch ended it."""


def follow(stop: Stop, p: float, tolerance: float, most: int = MOST_DEALS, batch: int = BATCH) -> Verdict:
    """What a stopping rule does on average, exactly: all ways the counts can take, batch by batch.

    Raises `OptionError` if the rule does not answer True or False.
    """
    steps = binomial(batch, p)
    alive: Floats = np.ones(1)
    mean = far = missed = never = 0.0
    for deals in range(batch, most + 1, batch):
        alive = np.convolve(alive, steps)
        last = deals == most
        for hits in np.flatnonzero(alive > 1e-12):
            answer = asked(stop, int(hits), deals)
            if not answer and not last:
                continue
            chance = float(alive[hits])
            found = share(int(hits), deals)
            mean += chance * deals
            far += chance * (abs(found.value - p) > tolerance)
            missed += chance * (not found.covers(p))
            never += chance * (not answer)
            alive[hits] = 0.0
        if not alive.any():
            break
    return Verdict(mean, far, missed, never)


def asked(stop: Stop, hits: int, deals: int) -> bool:
    """A rule's answer. Raises `OptionError`."""
    answer = stop(hits, deals)
    if not isinstance(answer, bool | np.bool_):
        raise OptionError(
            _("After {deals} deals with {hits} hits the rule answered {answer!r}, not True or False.").format(
                deals=deals, hits=hits, answer=answer
            )
        )
    return bool(answer)


def simulate_stop(
    stop: Stop, hits: Hits, p: float, tolerance: float, batch: int = BATCH
) -> tuple[Estimate, Estimate, float]:
    """The same by simulation: how often the rule is far off, how often its interval misses, deals on average."""
    far = missed = 0
    ends = []
    for row in hits:
        sums = np.cumsum(row)
        for deals in range(batch, len(row) + 1, batch):
            count = int(sums[deals - 1])
            if asked(stop, count, deals) or deals + batch > len(row):
                found = share(count, deals)
                far += abs(found.value - p) > tolerance
                missed += not found.covers(p)
                ends.append(deals)
                break
    return share(far, len(hits)), share(missed, len(hits)), float(np.mean(ends))


def after(deals: int) -> Stop:
    """Stop after a fixed number of deals."""
    return lambda hits, so_far: so_far >= deals


def narrow(half_width: float) -> Stop:
    """Stop as soon as the interval is narrow enough."""

    def stop(hits: int, deals: int) -> bool:
        found = share(hits, deals)
        return (found.high - found.low) / 2 <= half_width

    return stop


def excludes(claim: float) -> Stop:
    """Stop as soon as the interval excludes a claim: the impatient researcher."""
    return lambda hits, deals: not share(hits, deals).covers(claim)
