"""The race behind the coach: which action gets how many playouts, and which one came off best.

Actions are compared on the same deals. The reward of a playout is the win share or, if a game declares a swing, grows
smoothly with the lead: luck decides between narrow wins and defeats, so that fewer playouts then tell which action is
best.
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

from gamekit.core.errors import OptionError, is_real, quote
from gamekit.core.strategy import strategy_setting
from gamekit.lab.engine.batches import count_workers
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import Z, t_quantile, win_shares
from gamekit.lab.simulate import ProgressCallback

Floats = NDArray[np.float64]

MOST_SECONDS: Final = 86_400
SURE: Final = 3.3
"""Standard errors by which an action must lie behind the best to get no more playouts."""
WIDE: Final = 16
"""Number of actions whose budget is shared where there are more."""
LAST: Final = 2
"""Number of actions, at most, that share the last part of the budget."""
FINE: Final = 2**20
"""Rewards are rounded to multiples of 1 / FINE, so that sums do not depend on the order of addition."""
LEAST: Final = 5
"""Playouts per batch, at least."""
DOUBT: Final = 0.5
"""Standard errors by which an action must be ahead of the strategy's own choice to be preferred to it."""


def read_swing(rules: ModuleType) -> float:
    """Return `SWING` of a game's strategies, a lead in points that luck easily turns round; 0 if there is none."""
    return float(strategy_setting(rules, "SWING", 0))


def measure_rewards(returns: Floats, player: int, swing: float) -> Floats:
    """Return the reward of each game for a player, 0 to 1, float64 (games,).

    Without a swing it is the win share; with one, a function of the lead over the best of the others: 1/2 at a tie, 3/4
    for a lead of `swing`, 1/4 for as much behind.

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
    """An action in the race, with the rewards, win shares and returns of its playouts, an array for each batch."""

    action: int
    swing: float = 0.0
    rewards: list[Floats] = field(default_factory=list)
    wins: list[Floats] = field(default_factory=list)
    returns: list[Floats] = field(default_factory=list)

    def add(self, returns: Floats, player: int) -> None:
        """Add the returns of a batch, float64 (games, players)."""
        self.wins.append(win_shares(returns)[:, player])
        self.rewards.append(measure_rewards(returns, player, self.swing) if self.swing else self.wins[-1])
        self.returns.append(returns[:, player])

    @property
    def mean_reward(self) -> float:
        """Mean reward of all playouts so far."""
        return sum(float(batch.sum()) for batch in self.rewards) / self.playouts

    @property
    def mean_score(self) -> float:
        """Mean return of all playouts so far."""
        return sum(float(batch.sum()) for batch in self.returns) / self.playouts

    @property
    def playouts(self) -> int:
        """Number of playouts so far."""
        return sum(map(len, self.wins))

    def measure_lead(self, other: Arm) -> tuple[float, float]:
        """Return the lead in mean reward over another action with as many playouts, and its standard error."""
        gap = np.concatenate(self.rewards) - np.concatenate(other.rewards)
        mean_gap = float(gap.mean())
        if len(gap) < 2:
            return mean_gap, 1.0
        # The 1 stands for what has not been seen yet, where all deals were alike.
        spread = (float(((gap - mean_gap) ** 2).sum()) + 1) / (len(gap) - 1)
        return mean_gap, math.sqrt(spread / len(gap)) * t_quantile(len(gap) - 1) / Z

    def is_beaten_by(self, leader: Arm) -> bool:
        """Return whether this action lies behind the leader beyond doubt."""
        gap, error = leader.measure_lead(self)
        return gap > SURE * error


class TimeLimit:
    """Time limit and cancellation of a race. Raises `OptionError` for seconds outside 0 to 86,400."""

    def __init__(self, seconds: float | None, cancel: threading.Event | None) -> None:
        if seconds is not None and not is_real(seconds, 0, MOST_SECONDS):
            raise OptionError(f"The seconds must be a number from 0 to {MOST_SECONDS:,}, not {quote(seconds)}.")
        self._seconds, self._began = seconds, time.monotonic()
        self._cancel, self.cancelled = cancel, False

    def is_reached(self) -> bool:
        """Return whether the race must end, and set `cancelled` if the caller has cancelled it."""
        self.cancelled = self._cancel is not None and self._cancel.is_set()
        return self.cancelled or self.measure_elapsed() >= 1

    def measure_elapsed(self) -> float:
        """Return the elapsed share of the time, 0 without a time limit."""
        if self._seconds is None:
            return 0.0
        return (time.monotonic() - self._began) / self._seconds if self._seconds > 0 else 1.0


def count_parts(actions: int) -> int:
    """Return the number of equal parts of a budget; between two parts the number of actions is halved.

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
    """Play batches until the budget is spent, the best action is clear, or the limit is reached; return those left.

    `budget` is the number of playouts of all actions together. After each but the last of its `parts`, or of the time
    if that passes faster, the worse half drops out; with `even` none does. `habit` is the strategy's own choice.
    `progress` receives the finished share, 0 to 1.
    """
    alive, spent, batch, part = list(arms), 0, 0, 1
    at_once = count_workers() if source.lineup.parallel else 1
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
    """Return the arms, the best first; one hardly ahead of the strategy's own choice (DOUBT) comes behind it."""
    own = next((arm for arm in arms if arm.action == habit), None)

    def rank(arm: Arm) -> tuple[float, float]:
        doubt = 0.0 if own is None or arm is own else DOUBT * arm.measure_lead(own)[1]
        return arm.mean_reward - doubt, arm.mean_score

    return sorted(arms, key=rank, reverse=True)


def keep_better_half(arms: Sequence[Arm], habit: int | None) -> list[Arm]:
    """Return the better half of the arms, rounded up and LAST at least, in the order given.

    The strategy's own choice stays with them: all others are measured against it.
    """
    keep = max(-(-len(arms) // 2), min(LAST, len(arms)))
    best = rank_arms(arms, habit)[:keep]
    return [arm for arm in arms if arm in best or arm.action == habit]
