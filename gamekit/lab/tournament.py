"""Tournaments of strategies: every seating balanced, with the same luck for all.

Strategies meet in pairs, one seat against a table of the other, or all together. Each has every seat equally often, and
all seatings meet the same luck, so that differences between results are differences between strategies.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.arguments import check, check_list, check_seed
from gamekit.core.errors import StrategyError, quote, suggest_word
from gamekit.core.game import check_game
from gamekit.core.i18n.translation import _
from gamekit.core.strategy import Strategy, call_strategy
from gamekit.lab.engine.lineup import StrategyLike, find_strategy
from gamekit.lab.estimate import SHARES, Estimate, mean
from gamekit.lab.result_display import choose_axes, draw_dots, make_frame, write_html
from gamekit.lab.simulate import RAW_GAMES, Progress, check_games, progress_reporter, simulate

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.core.game import Game

MOST_TABLES: Final = 10_000
COACH_PATIENCE: Final = 60.0
"""Seconds the coach may take for a decision."""
SEEDS: Final = 2**31
"""Number of seeds of the coach in a game."""


@dataclass(frozen=True)
class Standing:
    """Result of a strategy: its win rate and mean return over `games` games."""

    strategy: str
    win: Estimate
    returns: Estimate
    games: int


class Tournament(Sequence[Standing]):
    """Standings, the best first; made by `tournament`.

    Attributes: `game`; `even`, the win rate if all were equal; `duels`, for each ordered pair how often the first wins
    a seat at a table of the second (empty if all sat together); `cancelled`, whether the run was stopped early.
    """

    def __init__(
        self, game: Game, standings: Sequence[Standing], duels: dict[tuple[str, str], Estimate], cancelled: bool
    ) -> None:
        self.game, self.even, self.duels, self.cancelled = game, 1 / game.players, duels, cancelled
        self._standings = sorted(standings, key=lambda standing: -standing.win.value)

    def __getitem__(self, index: Any) -> Any:
        return self._standings[index]

    def __len__(self) -> int:
        return len(self._standings)

    def __repr__(self) -> str:
        return "\n".join(f"{s.strategy}: wins {s.win}, returns {s.returns}" for s in self._standings)

    def _repr_html_(self) -> str | None:
        return write_html(self.to_frame)

    def of(self, strategy: str) -> Standing:
        """Return the standing of a strategy. Raises `StrategyError` if it did not take part."""
        for standing in self._standings:
            if isinstance(strategy, str) and standing.strategy == strategy:
                return standing
        known = [standing.strategy for standing in self._standings]
        raise StrategyError(
            f"{quote(strategy)} did not take part.{suggest_word(strategy, known)} These did: {', '.join(known)}."
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each strategy, the best first."""
        rows = [(s.strategy, *s.win, *s.returns, s.games) for s in self._standings]
        figures = ["win", "win_low", "win_high", "returns", "returns_low", "returns_high"]
        return make_frame(rows, ["strategy", *figures, "games"])

    def matrix(self) -> pd.DataFrame:
        """Return how often each strategy (row) wins at tables of another (column), NaN on the diagonal."""
        names = [standing.strategy for standing in self._standings]
        table = [[self.duels[a, b].value if (a, b) in self.duels else np.nan for b in names] for a in names]
        return make_frame(table, names, ("strategy", names))

    def chart(self, ax: Any = None) -> Any:
        """Draw the win rates with their intervals, and the even share, on matplotlib axes; return the axes."""
        ax = choose_axes(ax, 6, 0.5 * len(self) + 1.2)
        names = [call_strategy(self.game.name, standing.strategy) for standing in self]
        draw_dots(ax, names, [standing.win for standing in self], self.even)
        ax.set_title(self.game.title)
        return ax


def tournament(
    game: Game,
    strategies: Sequence[StrategyLike],
    games: int = 10_000,
    seed: int = 1,
    *,
    executor: Executor | None = None,
    progress: Progress = True,
    cancel: threading.Event | None = None,
    together: bool = False,
) -> Tournament:
    """Let strategies play one another, every seating balanced and on the same luck.

    Parameters
    ----------
    game : Game
        The game to play, made with `load`.
    strategies : sequence of str, Strategy or callable
        Two or more strategies with different names, as for `simulate`.
    games : int
        Games of each pair or table, 1 to 10**10, shared equally among its seatings.
    seed : int
        Seed of all random streams, 0 to 2**63 - 1.
    executor, progress, cancel : optional
        As for `simulate`. A cancelled run returns the games finished so far.
    together : bool
        If False, each ordered pair plays: one seat for the first strategy, all others for the second. If True, as many
        different strategies as there are seats play at a table, in every order.

    Returns
    -------
    Tournament
        A `Standing` for each strategy, the best first, and `duels` unless `together`.

    Raises
    ------
    StrategyError
        If there are too few strategies, two of one name, or too many tables or games; or as `simulate` raises it.
    OptionError
        If another argument is out of range.

    Examples
    --------
    >>> import gamekit as gk
    >>> found = gk.tournament(gk.load("kartenspiel", players=2), ["planner", "random"], games=100, progress=False)
    >>> [standing.strategy for standing in found], found.even
    (['planner', 'random'], 0.5)
    """
    check(executor=executor, progress=progress, cancel=cancel, together=together)
    players, seats = _check_entrants(game, strategies, together), game.players
    both = together or seats == 2  # a pair at a table for two sits there alike, whoever is named first
    companies = itertools.combinations if both else itertools.permutations
    tables = list(companies(players, seats if together else 2))
    orders = math.factorial(seats) if together else seats
    each = max(1, check_games(games) // orders)
    if len(tables) * orders > MOST_TABLES or each > RAW_GAMES:
        raise StrategyError(f"At most {MOST_TABLES:,} tables and {RAW_GAMES:,} games at each are possible.")
    results: dict[str, list[NDArray[np.float64]]] = {strategy.name: [] for strategy in players}
    duels: dict[tuple[str, str], Estimate] = {}
    cancelled = False
    with progress_reporter(progress, len(tables), f"{game.title}: tournament") as tell:
        for number, company in enumerate(tables, start=1):
            if cancelled := cancel is not None and cancel.is_set():
                break
            seatings = (
                list(itertools.permutations(company)) if together else _list_seatings(company[0], company[1], seats)
            )
            watched = company if both else company[:1]
            rows = _play_table(game, watched, seatings, each, check_seed(seed), executor, cancel)
            cancelled = len(rows) < each
            if not len(rows):
                break
            for one, found in zip(company, rows.transpose(1, 0, 2), strict=False):
                results[one.name].append(found)
            if not together:
                for chair, one in enumerate(watched):
                    duels[one.name, company[1 - chair].name] = mean(rows[:, chair, 0], SHARES)
            tell(number)
    standings = [_make_standing(name, parts, orders) for name, parts in results.items() if parts]
    return Tournament(game, standings, duels, cancelled)


def _check_entrants(game: Game, strategies: Sequence[StrategyLike], together: bool) -> list[Strategy]:
    """Return the strategies that take part. Raises `StrategyError` if they are too few or two have one name."""
    players = [find_strategy(check_game(game), who) for who in check_list("strategies", strategies, "strategies")]
    names, seats = [strategy.name for strategy in players], game.players
    if len(players) < 2 or len(set(names)) != len(names):
        raise StrategyError(f"A tournament needs two or more strategies with different names, not {names}.")
    if together and len(players) < seats:
        raise StrategyError(f"Together {seats} seats need {seats} or more strategies, not {len(players)}.")
    return players


def _list_seatings(one: Strategy, others: Strategy, seats: int) -> list[tuple[Strategy, ...]]:
    """Return one seating for each seat: `one` there, `others` on all other seats."""
    return [(*(others,) * seat, one, *(others,) * (seats - 1 - seat)) for seat in range(seats)]


def _play_table(
    game: Game,
    watched: Sequence[Strategy],
    seatings: Sequence[tuple[Strategy, ...]],
    each: int,
    seed: int,
    executor: Executor | None,
    cancel: Any,
) -> NDArray[np.float64]:
    """Return win share and return of each watched strategy, the mean over the seatings, float64 (games, watched, 2).

    Each row is one luck, common to all seatings.
    """
    found = []
    for seating in seatings:
        simulation = simulate(game, seating, each, seed, executor, progress=False, cancel=cancel, raw=True)
        chairs = [seating.index(one) for one in watched]
        found.append(np.stack([simulation.wins[:, chairs], simulation.returns[:, chairs]], axis=2))
    common = min(len(rows) for rows in found)
    together: NDArray[np.float64] = np.mean([rows[:common] for rows in found], axis=0)
    return together


def _make_standing(name: str, parts: list[NDArray[np.float64]], orders: int) -> Standing:
    """Return a strategy's standing. All its tables count alike.

    The same luck at several tables is one observation: rows are averaged before the interval is taken.
    """
    common = min(len(rows) for rows in parts)
    together: NDArray[np.float64] = np.mean([rows[:common] for rows in parts], axis=0)
    games = sum(len(rows) for rows in parts) * orders
    return Standing(name, mean(together[:, 0], SHARES), mean(together[:, 1]), games)


def make_coach(
    game: Game, playouts: int = 100, *, name: str = "coach", title: str = "", ahead: int | None = None
) -> Strategy:
    """Return the coach as a strategy: strong, and slow.

    It plays like the game's best strategy, unless playouts show that another action is better beyond chance. So few
    playouts do no harm. `playouts` is the number for each action; `ahead` as for `coach`.
    """
    from gamekit.lab.coach import advise, best_strategy

    usual = find_strategy(game, best_strategy(game))

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        seed = int(rng.random() * SEEDS)  # drawn at every decision, as a page does (coach_answer.js)
        habit = int(usual.choose(s, t, player, actions, n, rng))
        if n == 1:
            return habit
        table = advise(game, s, player, playouts, seed, strategy=usual, ahead=ahead)
        return table.best if table.of(habit).behind.low > 0 else habit

    thinks = _("Plays like “{title}”, unless {playouts} games tried out for each move show a better one.")
    about = thinks.format(title=usual.title, playouts=playouts)
    return Strategy(name, title or _("Coach"), about, choose, COACH_PATIENCE)
