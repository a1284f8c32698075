"""Simulation of many games: win rates, returns, lengths and other statistics, with 95 % intervals."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.core.arguments import check, check_list, check_seed, takes
from gamekit.core.errors import OptionError, is_whole, quote, suggest_word
from gamekit.core.game import check_game
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.strategy import call_strategy
from gamekit.lab.engine.batches import ChunkTask, Measure, pack_positions, play_job
from gamekit.lab.engine.lineup import StrategyLike, make_lineup
from gamekit.lab.engine.loops import DECISIONS, STEPS
from gamekit.lab.estimate import EMPTY, SHIFTS, Distribution, Estimate, difference, share, win_shares
from gamekit.lab.result_display import choose_axes, draw_dots, make_frame, write_html

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.core.game import Game

RAW_GAMES: Final = 1_000_000
"""Default limit up to which the returns of every game are kept."""
MOST_GAMES: Final = 10**10
LENGTHS: Final = ("steps", "decisions")

ProgressCallback = Callable[[float], object]
"""Function that receives the finished share, 0 to 1."""
Progress = bool | ProgressCallback
"""True for a progress bar, False for none, or a function that receives the finished share."""
Statistics = Sequence[str] | Mapping[str, Measure]
"""Names of fields of the final position ("round_number", "scores[0]"), or functions of all final positions by name."""


class Simulation:
    """Results of many games; made by `simulate`.

    Attributes
    ----------
    game : Game
        The game that was played.
    strategies : tuple of str
        Name of each player's strategy.
    seed : int
        Seed of all random streams.
    games : int
        Number of games played.

    Notes
    -----
    Statistics have names: ``"steps"`` (chance included), ``"decisions"``, ``"return_0"``, ``"win_0"`` … for each
    player, and those given to `simulate`. Shared wins count in equal parts.
    """

    def __init__(
        self, game: Game, strategies: tuple[str, ...], seed: int, wanted: int, statistics: Sequence[str], raw: bool
    ) -> None:
        self.game, self.strategies, self.seed, self.wanted = game, strategies, seed, wanted
        self.games = 0
        players = len(strategies)
        self._columns = (*(f"return_{p}" for p in range(players)), *LENGTHS, *statistics)
        self._shares = tuple(f"win_{p}" for p in range(players))
        self._distributions = dict.fromkeys((*self._columns, *self._shares), EMPTY)
        self._rows = np.zeros((wanted, len(self._columns))) if raw else None

    def __repr__(self) -> str:
        head = f"{self.games:,} games of {self.game.title}, seed {self.seed}"
        rows = [
            f"player {p}, {strategy}: wins {self.win_rate(p)}, returns {self.mean_return(p)}"
            for p, strategy in enumerate(self.strategies)
        ]
        return "\n".join([head, *rows])

    def _repr_html_(self) -> str | None:
        return write_html(self.summary)

    def add(self, returns: NDArray[np.float64], counts: NDArray[np.int64], statistics: NDArray[np.float64]) -> None:
        """Add n finished games.

        `returns`: float64 (n, players); `counts`: int64 (n, 2), steps and decisions; `statistics`: float64 (n, k).
        Updates every distribution, and the stored rows if they are kept.
        """
        rows = np.column_stack([returns, counts[:, [STEPS, DECISIONS]], statistics])
        if self._rows is not None:
            self._rows[self.games : self.games + len(rows)] = rows
        for name, column in zip(self._columns, rows.T, strict=True):
            self._distributions[name] += Distribution.of(column)
        for name, column in zip(self._shares, win_shares(returns).T, strict=True):
            self._distributions[name] += Distribution.of(column)
        self.games += len(rows)

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)

    @property
    def cancelled(self) -> bool:
        """True if the run was stopped before all games were played."""
        return self.games < self.wanted

    @property
    def returns(self) -> NDArray[np.float64]:
        """Returns of every game, float64 (games, players). Raises `OptionError` if they were not kept."""
        return self._get_raw()[:, : self.players]

    @property
    def wins(self) -> NDArray[np.float64]:
        """Win shares of every game, float64 (games, players): 1 for the winner, equal parts for a shared win."""
        return win_shares(self.returns)

    def win_rate(self, player: int) -> Estimate:
        """Return how often a player wins, 0 to 1, with its Wilson interval. Raises `OptionError` for no such player."""
        return self.mean(f"win_{self.game.check_player(player)}")

    def mean_return(self, player: int) -> Estimate:
        """Return a player's mean return. The interval stays within `Game.field_bounds`."""
        return self.mean(f"return_{self.game.check_player(player)}")

    def advantage(self, player: int, other: int) -> Estimate:
        """Return by how much a player's win rate exceeds another's, −1 to 1, from the same games.

        Raises `OptionError` if the returns of every game were not kept.
        """
        wins = self.wins
        return difference(wins[:, self.game.check_player(player)], wins[:, self.game.check_player(other)], SHIFTS)

    def distribution(self, name: str) -> Distribution:
        """Return the distribution of a statistic, by name. Raises `OptionError` if there is none of this name."""
        if not isinstance(name, str) or name not in self._distributions:
            known = self.statistics
            raise OptionError(
                f"There is no statistic {quote(name)}.{suggest_word(name, known)} There are: {', '.join(known)}."
            )
        return self._distributions[name]

    def mean(self, name: str) -> Estimate:
        """Return the mean of a statistic (of "win_0": the win rate). Raises `OptionError` if there is no such one."""
        found = self.distribution(name)
        if name in self._shares:
            return share(found.total, found.games)
        return found.mean_within(self.game.field_bounds if name.startswith("return_") else None)

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of all statistics."""
        return tuple(self._distributions)

    @property
    def lengths(self) -> dict[str, Distribution]:
        """Distributions of the length of a game, in steps (chance included) and in players' decisions."""
        return {name: self._distributions[name] for name in LENGTHS}

    def summary(self) -> pd.DataFrame:
        """Return a row for each player: strategy, win rate and mean return with their intervals."""
        rows = []
        for p, strategy in enumerate(self.strategies):
            win, score = self.win_rate(p), self.mean_return(p)
            rows.append((p, strategy, *win, *score))
        columns = ["player", "strategy", "win_rate", "win_low", "win_high", "mean_return", "return_low", "return_high"]
        return make_frame(rows, columns)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each game: returns, steps, decisions and statistics. Raises `OptionError` as `returns`."""
        return make_frame(self._get_raw(), list(self._columns))

    def plot(self, ax: Any = None) -> Any:
        """Draw each player's win rate with its interval, and the even share, on matplotlib axes; return the axes."""
        ax = choose_axes(ax, 6, 0.5 * self.players + 1.2)
        names = [
            f"player {PLAYER_LETTERS[p]}, {call_strategy(self.game.name, strategy)}"
            for p, strategy in enumerate(self.strategies)
        ]
        draw_dots(ax, names, [self.win_rate(p) for p in range(self.players)], 1 / self.players)
        ax.set_title(f"{self.games:,} games of {self.game.title}")
        return ax

    def _get_raw(self) -> NDArray[np.float64]:
        if self._rows is None:
            raise OptionError(
                f"The single returns of more than {RAW_GAMES:,} games are not kept; ask for them with raw=True."
            )
        return self._rows[: self.games]


def simulate(
    game: Game,
    strategies: StrategyLike | Sequence[StrategyLike] | None = None,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress = True,
    *,
    statistics: Statistics = (),
    raw: bool | None = None,
    start: Any = None,
    cancel: threading.Event | None = None,
) -> Simulation:
    """Play many games with fixed strategies and collect win rates, returns and game lengths.

    Parameters
    ----------
    game : Game
        The game to play, made with `load`.
    strategies : str, Strategy, callable or sequence of these, optional
        One strategy for all players, or one per player. A callable has the signature ``choose(s, t, player, actions, n,
        rng)`` and returns one of ``actions[:n]``. Default: ``"random"``.
    games : int
        Number of games, 1 to 10**10.
    seed : int or None
        Seed of all random streams, 0 to 2**63 - 1. None draws a fresh seed, kept in `Simulation.seed`.
    executor : concurrent.futures.Executor, optional
        Where the games are played. Default: one thread per usable core for kernels, else the calling thread.
    progress : bool or callable
        True shows a progress bar. A callable is called in this thread with the finished share, 0 to 1.
    statistics : sequence of str or mapping of str to callable
        What to collect from final positions: names of fields (``"scores[0]"``), or functions that take the final
        positions of n games, a structured array (n,), and return n numbers.
    raw : bool, optional
        Whether to keep the returns of every game. Default: for up to 1,000,000 games.
    start : Record, optional
        Position from which every game starts. Default: the first position of the game.
    cancel : threading.Event, optional
        Stops the run early once it is set; the result then holds the games finished so far.

    Returns
    -------
    Simulation
        Estimates with 95 % intervals: `win_rate`, `mean_return`, `advantage`, `distribution`, `summary`.

    Raises
    ------
    StrategyError
        If a strategy is unknown, fails, chooses an illegal action or exceeds its time per decision.
    OptionError
        If another argument is out of range, or a field does not exist.

    Notes
    -----
    Games are played in chunks of 256. Each chunk has random streams spawned from the seed and its number, so that the
    result does not depend on the executor.

    Examples
    --------
    >>> import gamekit as gk
    >>> result = gk.simulate(gk.load("pig", players=2), "random", games=1_000, progress=False)
    >>> result.games, result.strategies
    (1000, ('random', 'random'))
    >>> print(result.win_rate(0))
    0.533 (0.502 to 0.564)
    """
    games, seed = check_games(games), check_seed(seed)
    check(executor=executor, progress=progress, raw=raw, cancel=cancel)
    begin = check_game(game).start() if start is None else game.check_position(start)
    lineup = make_lineup(game, strategies)
    measures = read_statistics(game, statistics)
    keep = games <= RAW_GAMES if raw is None else raw
    job = ChunkTask(lineup, game.tables, pack_positions(game, begin), seed, games, measures)
    simulation = Simulation(game, lineup.names, seed, games, [name for name, _ in measures], keep)
    with progress_reporter(progress, games, game.title) as tell, closing(play_job(job, executor, cancel)) as done:
        for played in done:
            simulation.add(*played)
            tell(simulation.games)
    return simulation


def check_games(games: int) -> int:
    """Return a number of games. Raises `OptionError` unless it is a whole number from 1 to 10**10."""
    if not is_whole(games, 1, MOST_GAMES):
        raise OptionError(f"The number of games must be a whole number from 1 to {MOST_GAMES:,}, not {quote(games)}.")
    return int(games)


def read_statistics(game: Game, statistics: Statistics) -> tuple[tuple[str, Measure], ...]:
    """Return the name and function of each statistic. Raises `OptionError` for anything but fields and functions."""
    if isinstance(statistics, str):
        statistics = [statistics]
    if isinstance(statistics, Mapping):
        wanted = list(statistics.items())
    else:
        wanted = [(name, name) for name in check_list("statistics", statistics, "names of fields")]
    return tuple(
        (str(name), make_field_measure(game, of) if isinstance(of, str) else _check_measure(name, of))
        for name, of in wanted
    )


def _check_measure(name: object, measure: object) -> Measure:
    if not takes(measure, 1):
        raise OptionError(f"The statistic {quote(name)} must be the name of a field or a function of positions.")
    return cast("Measure", measure)


def make_field_measure(game: Game, name: str) -> Measure:
    """Return the function that reads a field of final positions; ``"scores[0]"`` names an entry of an array.

    Raises `OptionError` if there is no such field or entry.
    """
    fields = game.rules.State.fields
    match = re.fullmatch(r"(\w+)(?:\[([\d, ]+)\])?", name)
    if not match or match[1] not in fields:
        known = ", ".join(field for field in fields if field not in ("num_notes", "notes"))
        like = suggest_word(name, fields)
        raise OptionError(f"{game.title} has no field {quote(name)}.{like} Fields of a position are: {known}.")
    index = tuple(int(part) for part in match[2].split(",")) if match[2] else ()
    shape = fields[match[1]].shape
    if len(index) != len(shape) or any(i >= n for i, n in zip(index, shape, strict=True)):
        example = f"{match[1]}[{', '.join('0' for _ in shape)}]" if shape else match[1]
        raise OptionError(
            f"The field {quote(match[1])} has the shape {shape}: name a single number, as in {quote(example)}."
        )
    return functools.partial(_entry, match[1], index)


def _entry(name: str, index: tuple[int, ...], positions: Any) -> Any:
    return positions[name][(slice(None), *index)]


@contextmanager
def progress_reporter(
    progress: Progress | None, total: int, what: str, unit: str = " games"
) -> Iterator[Callable[[float], None]]:
    """Yield ``report(done)``, to be called with the number of finished units, 0 to `total`.

    A callable `progress` receives the share done / total; True shows a tqdm bar after 1 s; False or None, nothing.
    """
    if callable(progress):
        yield lambda done: (progress(done / total), None)[1]
        return
    if not progress:
        yield lambda done: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, desc=what, unit=unit, unit_scale=True, delay=1.0, leave=False) as shown:
        yield lambda done: (shown.update(done - shown.n), None)[1]
