"""The coach: what each legal action is worth, as far as the player to move can know.

It uses the player's view only: for each playout the unknown is dealt anew, with the same deals and the same luck for
every action. After the action all players follow a strategy of the game; the player to move also searches for better
choices at the next own decisions, in a tree that learns from one playout to the next (tree search). `ahead=0` switches
that off.

A 95 % interval covers the win rate that playouts *like these* would converge to. It covers sampling error and nothing
else: others may play differently from the strategy, and what they hid may lie differently. Where many actions are about
equal, the one that looks best was also lucky: with few playouts its figure is too high on average. How far figures were
from the truth is measured in benchmarks/README.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.core.arguments import check, check_seed
from gamekit.core.errors import IllegalAction, OptionError, StrategyError, is_whole, quote
from gamekit.core.i18n.translation import _
from gamekit.core.session import Session
from gamekit.core.strategy import best_of, playout_of
from gamekit.lab.engine.lineup import StrategyLike, make_lineup
from gamekit.lab.engine.playouts import BATCH, Playouts, TreeSearch
from gamekit.lab.engine.tree_search import read_ahead
from gamekit.lab.estimate import SHIFTS, Estimate, difference, mean, share
from gamekit.lab.race import LEAST, WIDE, Arm, TimeLimit, count_parts, race, rank_arms, read_swing
from gamekit.lab.reasons import Reason, find_reason
from gamekit.lab.result_display import make_frame, write_html
from gamekit.lab.simulate import Progress, progress_reporter

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.core.game import Game

MOST_PLAYOUTS: Final = 10_000_000
MOST_AHEAD: Final = 100


@dataclass(frozen=True)
class Advice:
    """Result for one action: win rate `win`, mean return `returns`, and number of `playouts`.

    `behind` is by how much its win rate lies behind that of the best action, on the same deals.
    """

    action: int
    text: str
    win: Estimate
    returns: Estimate
    behind: Estimate
    playouts: int


class Coaching(Sequence[Advice]):
    """Table of the coach: an `Advice` for each legal action, the best first; made by `coach`.

    Attributes: `player`, who decides; `strategy`, the name of the strategy of the playouts; `cancelled`, whether the
    run was stopped early.
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

    def _repr_html_(self) -> str | None:
        return write_html(self.to_frame)

    @property
    def best(self) -> int:
        """Action that won most among those that stayed to the end; in doubt, the one the strategy would choose."""
        return self._advices[0].action

    @property
    def clear(self) -> bool:
        """True if the best action is ahead of all others beyond chance."""
        return all(advice.behind.low > 0 for advice in self._advices[1:])

    @cached_property
    def why(self) -> str:
        """Sentence on what happens more or less often after the best action than after the second, "" if nothing does.

        It is found by playouts of its own when it is first read.
        """
        if len(self) < 2:
            return ""
        return self.why_rather(self._advices[0].action, self._advices[1].action)

    def why_rather(self, action: int, other: int) -> str:
        """Return a sentence on what speaks for one legal action against another, "" if nothing does beyond chance.

        Raises `OptionError` for an action that was not legal.
        """
        first, second = self.of(action), self.of(other)
        found = self._why(first.action, second.action)
        return found.describe(first.text, second.text) if found else ""

    def of(self, action: int) -> Advice:
        """Return the advice on an action. Raises `OptionError` if it was not legal."""
        for advice in self._advices:
            if is_whole(action, advice.action, advice.action):
                return advice
        raise OptionError(
            f"Action {quote(action)} was not legal; legal were {sorted(a.action for a in self._advices)}."
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each action, the best first."""
        rows = [(a.action, a.text, *a.win, *a.returns, *a.behind, a.playouts) for a in self._advices]
        figures = [f"{name}{end}" for name in ("win", "returns", "behind") for end in ("", "_low", "_high")]
        return make_frame(rows, ["action", "text", *figures, "playouts"])


def coach(
    session: Session,
    playouts: int = 2000,
    seed: int = 1,
    *,
    strategy: StrategyLike | None = None,
    even: bool = False,
    ahead: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Coaching:
    """Estimate what each legal action of the player to move is worth: win rate and return, with intervals.

    Parameters
    ----------
    session : Session
        A game being played, in which a player decides now.
    playouts : int
        Budget of playouts for each action, 1 to 10,000,000; more than 16 actions share the budget of 16.
    seed : int
        Seed of deals and luck, 0 to 2**63 - 1.
    strategy : str, Strategy or kernel, optional
        Strategy of all players in the playouts. Default: the one found best for the game.
    even : bool
        If True, every action gets `playouts` and none drops out.
    ahead : int, optional
        Number of own next decisions at which the player searches for something better, 0 to 100. Default: as found best
        for the game.
    seconds : float, optional
        Time limit, 0 to 86,400 s. The result then depends on the computer, not only on the seed.
    progress, cancel : optional
        As for `simulate`. A cancelled run returns what it knows so far.

    Returns
    -------
    Coaching
        An `Advice` for each legal action, the best first; `best`, `clear` and `why`.

    Raises
    ------
    IllegalAction
        If no player decides now.
    OptionError
        If an argument is out of range, or `session` is no session.
    StrategyError
        If there is no such strategy, or it is no kernel.

    Notes
    -----
    The budget is spent by sequential halving (Karnin, Koren, Somekh, ICML 2013): the better half of the actions goes on
    after each of several equal parts, until two share the last. An action that lies behind beyond doubt gets no more,
    and all ends when the best is clear. The strategy's own choice stays in and is preferred in doubt: another action
    must be ahead of it by half a standard error. For what the intervals cover see the module.

    Examples
    --------
    >>> import gamekit as gk
    >>> session = gk.load("pig", players=2).session(seed=1)
    >>> table = gk.coach(session, playouts=50)
    >>> table.player, table[0].text
    (0, 'Roll')
    """
    if not isinstance(session, Session):
        raise OptionError(f"The coach advises in a game being played, made with game.session(), not {quote(session)}.")
    if session.player < 0:
        over = _("There is nothing to advise now: the game is over.")
        raise IllegalAction(over if session.over else _("There is nothing to advise now: chance decides."), "")
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
    strategy: StrategyLike | None = None,
    even: bool = False,
    ahead: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Coaching:
    """Return the coach's table for a position as `player` knows it; arguments and errors are those of `coach`.

    `view` is what the player sees; the player must be the one who decides.
    """
    playouts, seed = check_playouts(playouts), check_seed(seed)
    check(even=even, progress=progress, cancel=cancel)
    ahead = read_ahead(game.rules) if ahead is None else _check_ahead(ahead)
    limit = TimeLimit(seconds, cancel)
    lineup = make_lineup(game, playout_of(game.name) if strategy is None else strategy)
    if not lineup.all_kernels:
        raise StrategyError("Playouts need a kernel: put @kernel above the def of the strategy.")
    arms = [Arm(action, read_swing(game.rules)) for action in game.legal(view)]
    shares = len(arms) if even else min(len(arms), WIDE)
    parts = 1 if even else count_parts(len(arms))
    timed = seconds is not None  # against the clock, nobody knows yet how many there will be time for
    room = LEAST if timed and not even else playouts * shares // (parts * len(arms))
    size = max(min(LEAST, playouts), min(BATCH, room))
    budget = playouts * shares if parts > 1 else -(-playouts // size) * size * shares
    if ahead and len(arms) > 1:
        source: Playouts = TreeSearch(game, view, player, lineup, seed, size, ahead, playouts, growing=timed)
    else:
        source = Playouts(game, view, player, lineup, seed, size, growing=timed)
    habit = source.choose_habit() if len(arms) > 1 else arms[0].action
    with progress_reporter(progress, 100, game.title, "") as tell:
        alive = race(arms, source, player, budget, parts, even, lambda done: tell(100 * done), limit, habit)
    best = rank_arms(alive, habit)[0]
    advices = [_advice(game, arm, best) for arm in arms]
    # What was dropped early may, on its few deals, look better than an action that took the lead later.
    advices.sort(key=lambda advice: (advice.action != best.action, advice.behind.value, -advice.returns.value))
    why = partial(find_reason, game, view, player, lineup=lineup, seed=seed)
    return Coaching(player, lineup.names[0], advices, limit.cancelled, why)


def _advice(game: Game, arm: Arm, best: Arm) -> Advice:
    common = min(len(arm.wins), len(best.wins))
    wins = np.concatenate(arm.wins)
    gap = difference(np.concatenate(best.wins[:common]), np.concatenate(arm.wins[:common]), SHIFTS)
    if arm is best:
        gap = Estimate(0.0, 0.0, 0.0)  # behind itself it is not, whatever else may come
    win, returns = share(float(wins.sum()), wins.size), mean(np.concatenate(arm.returns))
    return Advice(arm.action, game.action_text(arm.action), win, returns, gap, wins.size)


def best_strategy(game: Game) -> str:
    """Return the name of a game's best strategy."""
    return best_of(game.name).name


def check_playouts(playouts: int) -> int:
    """Return a number of playouts. Raises `OptionError` unless it is a whole number from 1 to 10,000,000."""
    if not is_whole(playouts, 1, MOST_PLAYOUTS):
        raise OptionError(
            f"The number of playouts must be a whole number from 1 to {MOST_PLAYOUTS:,}, not {quote(playouts)}."
        )
    return int(playouts)


def _check_ahead(ahead: int) -> int:
    if not is_whole(ahead, 0, MOST_AHEAD):
        raise OptionError(f"`ahead` must be a whole number from 0 to {MOST_AHEAD}, not {quote(ahead)}.")
    return int(ahead)
