"""The race behind the coach: which action gets how many playouts, and which one has come off best.

All that are still in it are compared on the same deals. What a playout counts here need not be the win alone: where a
game has a swing, a win by a little counts little more than a defeat by a little, for luck decides between them; fewer
playouts then tell which action is best. What is said of an action (win rate, return) is in coach.py.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError, is_real, quote
from gamekit.lab.engine.batches import count_workers
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import Z, t_quantile, win_shares
from gamekit.lab.simulate import ProgressCallback
from gamekit.strategy import strategy_setting

Floats = NDArray[np.float64]

MOST_SECONDS: Final = 86_400
SURE: Final = 3.3
"""How many standard errors an action must lie behind the best before it gets no more playouts."""
WIDE: Final = 16
"""More actions than this get no more playouts together than so many."""
LAST: Final = 2
"""How many actions, at most, share the last part of the budget."""
FINE: Final = 2**20
"""Round to multiples of 2**-20 so that sums do not depend on the order of addition."""
LEAST: Final = 5
"""Playouts in a batch, at least: fewer say nothing."""
DOUBT: Final = 0.5
"""By how many standard errors an action must be ahead of the strategy's own choice to be preferred to it."""


def read_swing(rules: ModuleType) -> float:
    """What a game's `SWING` says, in points of its returns: by so little one wins as easily as one loses; else 0."""
    return float(strategy_setting(rules, "SWING", 0))


def measure_rewards(returns: Floats, player: int, swing: float) -> Floats:
    """What each game (row) counts for a player in the race, 0 to 1.

    Without a swing the share of the win. With one the lead over the best of the others: a half for being level, 3/4 for
    a swing ahead, 1/4 for a swing behind.

    >>> measure_rewards(np.array([[30.0, 20.0], [20.0, 20.0], [0.0, 30.0]]), 0, 10).tolist()
    [0.75, 0.5, 0.125]
    """
    if swing == 0:
        return win_shares(returns)[:, player]
    others = returns.copy()
    others[:, player] = -np.inf
    lead = returns[:, player] - others.max(axis=1)
    return np.floor((0.5 + 0.5 * lead / (swing + abs(lead))) * FINE + 0.5) / FINE  # type: ignore[no-any-return]


@dataclass(eq=False)
class Arm:
    """An action being tried, with what each of its playouts so far counts, its win shares and its returns."""

    action: int
    swing: float = 0.0
    rewards: list[Floats] = field(default_factory=list)
    wins: list[Floats] = field(default_factory=list)
    returns: list[Floats] = field(default_factory=list)

    def add(self, returns: Floats, player: int) -> None:
        """Count another batch."""
        self.wins.append(win_shares(returns)[:, player])
        self.rewards.append(measure_rewards(returns, player, self.swing) if self.swing else self.wins[-1])
        self.returns.append(returns[:, player])

    @property
    def mean_reward(self) -> float:
        """What its playouts count so far, on average."""
        return sum(float(batch.sum()) for batch in self.rewards) / self.playouts

    @property
    def mean_score(self) -> float:
        """The mean return so far."""
        return sum(float(batch.sum()) for batch in self.returns) / self.playouts

    @property
    def playouts(self) -> int:
        """How many were played."""
        return sum(map(len, self.wins))

    def measure_lead(self, other: Arm) -> tuple[float, float]:
        """How much more this action counts than another one on the same deals, and the standard error of it."""
        gap = np.concatenate(self.rewards) - np.concatenate(other.rewards)
        mean_gap = float(gap.mean())
        if len(gap) < 2:
            return mean_gap, 1.0
        # The 1 stands for what has not been seen yet, where all deals were alike.
        spread = (float(((gap - mean_gap) ** 2).sum()) + 1) / (len(gap) - 1)
        return mean_gap, math.sqrt(spread / len(gap)) * t_quantile(len(gap) - 1) / Z

    def is_beaten_by(self, leader: Arm) -> bool:
        """Whether this action lies behind the leader beyond doubt."""
        gap, error = leader.measure_lead(self)
        return gap > SURE * error


class TimeLimit:
    """What ends the playouts early: the clock, or somebody. Raises `OptionError` for what are no seconds."""

    def __init__(self, seconds: float | None, cancel: threading.Event | None) -> None:
        if seconds is not None and not is_real(seconds, 0, MOST_SECONDS):
            raise OptionError(f"The seconds must be a number from 0 to {MOST_SECONDS:,}, not {quote(seconds)}.")
        self._seconds, self._began = seconds, time.monotonic()
        self._cancel, self.cancelled = cancel, False

    def is_reached(self) -> bool:
        """Whether it is time to answer; remembers if somebody wanted it."""
        self.cancelled = self._cancel is not None and self._cancel.is_set()
        return self.cancelled or self.measure_elapsed() >= 1

    def measure_elapsed(self) -> float:
        """Which share of the time is gone; 0 where there is no clock."""
        if self._seconds is None:
            return 0.0
        return (time.monotonic() - self._began) / self._seconds if self._seconds > 0 else 1.0


def count_parts(actions: int) -> int:
    """In how many equal parts the budget for so many actions is spent: the field is halved between two of them.

    >>> count_parts(2), count_parts(7), count_parts(110)
    (1, 3, 7)
    """
    parts = 1
    while actions > LAST:
        actions, parts = -(-actions // 2), parts + 1
    return parts


def race(
    arms: Sequence[Arm],
    source: Playouts,
    player: int,
    budget: int,
    parts: int,
    even: bool,
    progress: ProgressCallback | None,
    limit: TimeLimit,
    habit: int | None = None,
) -> list[Arm]:
    """Play until the budget of so many playouts is spent, the best is clear, or the limit is met.

    After each of the `parts` of the budget, or of the time if that goes faster, but the last, the worse half drops out.
    `habit` is what the strategy would do. Returns the arms that are left (all, if `even`).
    """
    alive, spent, batch, part = list(arms), 0, 0, 1
    at_once = count_workers() if source.parallel else 1
    with ThreadPoolExecutor(at_once) as threads:
        each = threads.map if at_once > 1 else map
        # Whole rounds only: all that are still alive are compared on the same deals.
        while not batch or (spent + len(alive) * source.count_deals(batch) <= budget and not limit.is_reached()):
            source.deal(batch)
            for arm, returns in zip(
                alive, each(source.play_batch, [a.action for a in alive], repeat(batch)), strict=True
            ):
                arm.add(returns, player)
            spent, batch = spent + len(alive) * source.count_deals(batch), batch + 1
            if progress:
                progress(min(1.0, max(spent / budget, limit.measure_elapsed())))
            if even:
                continue
            leader = max(alive, key=lambda arm: arm.mean_reward)
            alive = [arm for arm in alive if arm is leader or not arm.is_beaten_by(leader)]
            while part < parts and (spent * parts >= part * budget or limit.measure_elapsed() * parts >= part):
                alive, part = keep_better_half(alive, habit), part + 1
            if alive == [leader] and len(arms) > 1:
                break
    return alive


def rank_arms(arms: Sequence[Arm], habit: int | None) -> list[Arm]:
    """The arms, the one that came off best first; what is hardly ahead of the strategy's own choice comes behind it."""
    own = next((arm for arm in arms if arm.action == habit), None)

    def rank(arm: Arm) -> tuple[float, float]:
        doubt = 0.0 if own is None or arm is own else DOUBT * arm.measure_lead(own)[1]
        return arm.mean_reward - doubt, arm.mean_score

    return sorted(arms, key=rank, reverse=True)


def keep_better_half(arms: Sequence[Arm], habit: int | None) -> list[Arm]:
    """The arms that came off best, one more than half if they are odd, in the order given; LAST are halved no further.

    The strategy's own choice stays with them: all others are measured against it.
    """
    keep = max(-(-len(arms) // 2), min(LAST, len(arms)))
    best = rank_arms(arms, habit)[:keep]
    return [arm for arm in arms if arm in best or arm.action == habit]
