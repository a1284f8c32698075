"""The coach: what each legal action is worth, as far as the player to move can know.

It sees only the player's view: the unknown is dealt anew for each playout, the same deals and the
same luck for every action. After the action all players go on by a strategy of the game; the player to
move also looks for something better at the next own decisions, in a tree that learns from one playout to
the next (search.py). With `ahead=0` there is no tree.

What an interval means: with 95 % confidence it holds the win rate that playouts *like these* would come to.
It holds the luck of having played so few, and nothing else: others may play otherwise than the strategy
does, and what they hid may lie otherwise than the strategies would have put it. And where many actions are as
good as each other, the one that looks best was lucky as well: with few playouts its figure is too high on average. How
far what was said was from what happened stands in benchmarks/README.md.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import interpreted
from gamekit.errors import IllegalAction, OptionError, StrategyError, is_real, is_whole, quoted
from gamekit.lab.chunks import workers
from gamekit.lab.estimate import SHIFTS, Estimate, Z, difference, mean, quantile, share, win_shares
from gamekit.lab.lineup import Who, lineup_of
from gamekit.lab.playouts import BATCH, Playouts, Search
from gamekit.lab.reasons import Reason, reason
from gamekit.lab.search import ahead_in
from gamekit.lab.simulate import Tell
from gamekit.lab.warm import ensure
from gamekit.session import Session, checked_seed

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.game import Game

MOST_PLAYOUTS: Final = 10_000_000
MOST_SECONDS: Final = 86_400
MOST_AHEAD: Final = 100
SURE: Final = 3.3
"""How many standard errors an action must lie behind the best before it gets no more playouts."""
WIDE: Final = 16
"""More actions than this get no more playouts together than so many."""
LAST: Final = 2
"""How many actions, at most, share the last part of the budget."""
LEAST: Final = 5
"""Playouts in a batch, at least: fewer say nothing."""
DOUBT: Final = 0.5
"""By how many standard errors an action must be ahead of the strategy's own choice to be preferred to it."""


@dataclass(frozen=True)
class Advice:
    """What the coach says about one action: `win` is the win rate, `returns` the expected return.

    `behind`: how much its win rate lies behind that of the best action, on the same deals.
    """

    action: int
    text: str
    win: Estimate
    returns: Estimate
    behind: Estimate
    playouts: int


class Coaching(Sequence[Advice]):
    """The coach's table: an `Advice` for each legal action, the best first, in the order given. Made by `coach`.

    Attributes: `player` (whose decision it is), `strategy` (by which the playouts go on),
    `cancelled` (whether it was stopped before the playouts were done), `why` (what most speaks for the best action
    and against the second, a sentence; empty if nothing does beyond chance; found by other playouts, when first asked).
    """

    def __init__(
        self,
        player: int,
        strategy: str,
        advices: Sequence[Advice],
        cancelled: bool,
        why: Callable[[int, int], Reason | None],
    ) -> None:
        self.player, self.strategy, self.cancelled = player, strategy, cancelled
        self._advices, self._why = list(advices), why

    def __getitem__(self, index: Any) -> Any:
        return self._advices[index]

    def __len__(self) -> int:
        return len(self._advices)

    def __repr__(self) -> str:
        return "\n".join(f"{a.text}: wins {a.win}, returns {a.returns}" for a in self._advices)

    def _repr_html_(self) -> str:
        return self.to_frame().to_html(index=False, float_format=lambda x: f"{x:.4g}")

    @property
    def best(self) -> int:
        """The action that won most, among those that went on to the end; in doubt what the strategy would do."""
        return self._advices[0].action

    @property
    def clear(self) -> bool:
        """Whether the best action is ahead of all others beyond chance."""
        return all(advice.behind.low > 0 for advice in self._advices[1:])

    @cached_property
    def why(self) -> str:
        """What happens more or less often after the best action than after the second, in a sentence; "" if nothing.

        Asked for the first time on a computer it compiles, up to half a minute.
        """
        if len(self) < 2:
            return ""
        best, second = self._advices[:2]
        found = self._why(best.action, second.action)
        return found.told(best.text, second.text) if found else ""

    def of(self, action: int) -> Advice:
        """What is said about an action. Raises `OptionError` if it was not legal."""
        for advice in self._advices:
            if advice.action == action:
                return advice
        raise OptionError(f"Action {action} was not legal; legal were {sorted(a.action for a in self._advices)}.")

    def to_frame(self) -> pd.DataFrame:
        """A row for each action, the best first."""
        import pandas as pd

        rows = [(a.action, a.text, *a.win, *a.returns, *a.behind, a.playouts) for a in self._advices]
        figures = [f"{name}{end}" for name in ("win", "returns", "behind") for end in ("", "_low", "_high")]
        return pd.DataFrame(rows, columns=["action", "text", *figures, "playouts"])


@dataclass(eq=False)
class Arm:
    """An action being tried, with the win shares and returns of its playouts so far."""

    action: int
    wins: list[NDArray[np.float64]] = field(default_factory=list)
    returns: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, returns: NDArray[np.float64], player: int) -> None:
        """Count another batch."""
        self.wins.append(win_shares(returns)[:, player])
        self.returns.append(returns[:, player])

    @property
    def win(self) -> float:
        """The win rate so far."""
        return sum(float(batch.sum()) for batch in self.wins) / self.playouts

    @property
    def scored(self) -> float:
        """The mean return so far."""
        return sum(float(batch.sum()) for batch in self.returns) / self.playouts

    @property
    def playouts(self) -> int:
        """How many were played."""
        return sum(map(len, self.wins))

    def ahead_of(self, other: Arm) -> tuple[float, float]:
        """How much more this action has won than another one on the same deals, and the standard error of it."""
        gap = np.concatenate(self.wins) - np.concatenate(other.wins)
        mean_gap = float(gap.mean())
        if len(gap) < 2:
            return mean_gap, 1.0
        # The 1 stands for what has not been seen yet, where all deals were alike.
        spread = (float(((gap - mean_gap) ** 2).sum()) + 1) / (len(gap) - 1)
        return mean_gap, math.sqrt(spread / len(gap)) * quantile(len(gap) - 1) / Z

    def lost_to(self, leader: Arm) -> bool:
        """Whether this action lies behind the leader beyond doubt."""
        gap, error = leader.ahead_of(self)
        return gap > SURE * error


def coach(
    session: Session,
    playouts: int = 2000,
    seed: int = 1,
    *,
    strategy: Who | None = None,
    even: bool = False,
    ahead: int | None = None,
    seconds: float | None = None,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
) -> Coaching:
    """What each legal action of the player to move is worth: win rate and return with intervals.

    The budget is `playouts` for every action, and for 16 of them where there are more. It is spent where it
    helps: the better half of the actions goes on after each of several equal parts of the budget, until two share the
    last (sequential halving: Karnin, Koren, Somekh, ICML 2013); an action that lies behind beyond doubt gets no more,
    and all ends when the best is clear. What the strategy itself would do stays in, and is preferred in doubt: another
    action must be ahead of it by half a standard error. With `even=True` every action gets `playouts`. After so many
    `seconds` it also ends, with what it has; then the answer depends on the computer, and not on the seed alone.
    `strategy`: by which the playouts go on (default: the game's best). `ahead`: at how many of its own next decisions
    the player looks for something better than that, 0 to 100 (default: what was found best for the game). `progress` is
    told the share that is done, `cancel` stops early.
    What the intervals mean is said at the top of this module.
    Raises `IllegalAction` if no player decides now, `OptionError` or `StrategyError` for what it cannot use.
    """
    if not isinstance(session, Session):
        raise OptionError(f"The coach advises in a game being played, made with game.session(), not {quoted(session)}.")
    if session.player < 0:
        whose = "the game is over" if session.over else "chance decides"
        raise IllegalAction(f"There is nothing to advise now: {whose}.", "")
    view = session.view(session.player)
    return advise(
        session.game,
        view,
        session.player,
        playouts,
        seed,
        strategy=strategy,
        even=even,
        ahead=ahead,
        seconds=seconds,
        progress=progress,
        cancel=cancel,
    )


def advise(
    game: Game,
    view: Any,
    player: int,
    playouts: int = 2000,
    seed: int = 1,
    *,
    strategy: Who | None = None,
    even: bool = False,
    ahead: int | None = None,
    seconds: float | None = None,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
) -> Coaching:
    """The same for a position as `player` knows it."""
    playouts, seed = checked_playouts(playouts), checked_seed(seed)
    ahead = ahead_in(game.rules) if ahead is None else _checked_ahead(ahead)
    limit = _Limit(seconds, cancel)
    lineup = lineup_of(game, best_strategy(game) if strategy is None else strategy)
    if lineup.outside:
        raise StrategyError("Playouts need a kernel: put @kernel above the def of the strategy.")
    ensure(game, aloud=False)
    arms = [Arm(action) for action in game.legal(view)]
    shares = len(arms) if even else min(len(arms), WIDE)
    parts = 1 if even else parts_for(len(arms))
    timed = seconds is not None  # against the clock, nobody knows yet how many there will be time for
    room = LEAST if timed and not even else playouts * shares // (parts * len(arms))
    size = max(min(LEAST, playouts), min(BATCH, room))
    budget = playouts * shares if parts > 1 else -(-playouts // size) * size * shares
    if ahead and len(arms) > 1:
        source: Playouts = Search(game, view, player, lineup, seed, size, ahead, playouts, growing=timed)
    else:
        source = Playouts(game, view, player, lineup, seed, size, growing=timed)
    habit = source.habit() if len(arms) > 1 else arms[0].action
    alive = race(arms, source, player, budget, parts, even, progress, limit, habit)
    best = ranked(alive, habit)[0]
    advices = [_advice(game, arm, best) for arm in arms]
    # What was dropped early may, on its few deals, look better than an action that took the lead later.
    advices.sort(key=lambda advice: (advice.action != best.action, advice.behind.value, -advice.returns.value))
    why = partial(reason, game, view, player, lineup=lineup, seed=seed)
    return Coaching(player, lineup.names[0], advices, limit.cancelled, why)


class _Limit:
    """What ends the playouts early: the clock, or somebody."""

    def __init__(self, seconds: float | None, cancel: threading.Event | None) -> None:
        if seconds is not None and not is_real(seconds, 0, MOST_SECONDS):
            raise OptionError(f"The seconds must be a number from 0 to {MOST_SECONDS:,}, not {quoted(seconds)}.")
        self._seconds, self._began = seconds, time.monotonic()
        self._cancel, self.cancelled = cancel, False

    def met(self) -> bool:
        """Whether it is time to answer; remembers if somebody wanted it."""
        self.cancelled = self._cancel is not None and self._cancel.is_set()
        return self.cancelled or self.gone() >= 1

    def gone(self) -> float:
        """Which share of the time is gone; 0 where there is no clock."""
        if self._seconds is None:
            return 0.0
        return (time.monotonic() - self._began) / self._seconds if self._seconds > 0 else 1.0


def parts_for(actions: int) -> int:
    """In how many equal parts the budget for so many actions is spent: the field is halved between two of them.

    >>> parts_for(2), parts_for(7), parts_for(110)
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
    progress: Tell | None,
    limit: _Limit,
    habit: int | None = None,
) -> list[Arm]:
    """Play until the budget of so many playouts is spent, the best is clear, or the limit is met.

    After each of the `parts` of the budget, or of the time if that goes faster, but the last, the worse half drops out.
    `habit` is what the strategy would do. Returns the arms that are left (all, if `even`).
    """
    alive, spent, batch, part = list(arms), 0, 0, 1
    at_once = 1 if interpreted() else workers()
    with ThreadPoolExecutor(at_once) as threads:
        each = threads.map if at_once > 1 else map
        # Whole rounds only: all that are still alive are compared on the same deals.
        while not batch or (spent + len(alive) * source.many(batch) <= budget and not limit.met()):
            source.deal(batch)
            for arm, returns in zip(alive, each(source.batch, [a.action for a in alive], repeat(batch)), strict=True):
                arm.add(returns, player)
            spent, batch = spent + len(alive) * source.many(batch), batch + 1
            if progress:
                progress(min(1.0, max(spent / budget, limit.gone())))
            if even:
                continue
            leader = max(alive, key=lambda arm: arm.win)
            alive = [arm for arm in alive if arm is leader or not arm.lost_to(leader)]
            while part < parts and (spent * parts >= part * budget or limit.gone() * parts >= part):
                alive, part = better_half(alive, habit), part + 1
            if alive == [leader] and len(arms) > 1:
                break
    return alive


def ranked(arms: Sequence[Arm], habit: int | None) -> list[Arm]:
    """The arms, the one that won most first; what is hardly ahead of the strategy's own choice comes behind it."""
    own = next((arm for arm in arms if arm.action == habit), None)

    def worth(arm: Arm) -> tuple[float, float]:
        doubt = 0.0 if own is None or arm is own else DOUBT * arm.ahead_of(own)[1]
        return arm.win - doubt, arm.scored

    return sorted(arms, key=worth, reverse=True)


def better_half(arms: Sequence[Arm], habit: int | None) -> list[Arm]:
    """The arms that won most, one more than half if they are odd, in the order given; LAST are halved no further.

    The strategy's own choice stays with them: all others are measured against it.
    """
    keep = max(-(-len(arms) // 2), min(LAST, len(arms)))
    best = ranked(arms, habit)[:keep]
    return [arm for arm in arms if arm in best or arm.action == habit]


def _advice(game: Game, arm: Arm, best: Arm) -> Advice:
    common = min(len(arm.wins), len(best.wins))
    wins = np.concatenate(arm.wins)
    gap = difference(np.concatenate(best.wins[:common]), np.concatenate(arm.wins[:common]), SHIFTS)
    if arm is best:
        gap = Estimate(0.0, 0.0, 0.0)  # behind itself it is not, whatever else may come
    win, returns = share(float(wins.sum()), wins.size), mean(np.concatenate(arm.returns))
    return Advice(arm.action, game.action_text(arm.action), win, returns, gap, wins.size)


def best_strategy(game: Game) -> str:
    """The name of a game's best strategy: the first of its own."""
    return next((name for name in game.strategies if name != "random"), "random")


def checked_playouts(playouts: int) -> int:
    """A number of playouts. Raises `OptionError`."""
    if not is_whole(playouts, 1, MOST_PLAYOUTS):
        raise OptionError(
            f"The number of playouts must be a whole number from 1 to {MOST_PLAYOUTS:,}, not {quoted(playouts)}."
        )
    return int(playouts)


def _checked_ahead(ahead: int) -> int:
    if not is_whole(ahead, 0, MOST_AHEAD):
        raise OptionError(f"`ahead` must be a whole number from 0 to {MOST_AHEAD}, not {quoted(ahead)}.")
    return int(ahead)
