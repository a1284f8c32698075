"""Many games at once, and what they tell: win rates, returns, lengths and other statistics with intervals."""

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

from gamekit.arguments import check, check_list, takes
from gamekit.errors import OptionError, is_whole, quote, suggest_word
from gamekit.game import check_game
from gamekit.lab.engine.batches import ChunkTask, Measure, pack_positions, play_job
from gamekit.lab.engine.lineup import StrategyLike, make_lineup
from gamekit.lab.engine.loops import DECISIONS, STEPS
from gamekit.lab.estimate import EMPTY, SHIFTS, Distribution, Estimate, difference, share, win_shares
from gamekit.lab.result_display import choose_axes, draw_dots, make_frame, write_html
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import check_seed
from gamekit.strategy import call_strategy

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.game import Game

RAW_GAMES: Final = 1_000_000
"""Up to so many games the returns of each are kept unless asked otherwise."""
MOST_GAMES: Final = 10**10
LENGTHS: Final = ("steps", "decisions")

ProgressCallback = Callable[[float], object]
"""A function that is told the share that is done, 0 to 1."""
Progress = bool | ProgressCallback
"""True for a progress bar, or who is told."""
Statistics = Sequence[str] | Mapping[str, Measure]
"""Names of fields of the final position ("round_number", "scores[0]"), or functions of all final positions."""


class Simulation:
    """The outcome of many games. Made by `simulate`.

    Attributes: `game`, `strategies` (names, one for each player), `seed`, `games` (how many were
    played), `cancelled` (whether it was stopped before all were).
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
        """Count some more games."""
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
        """How many play."""
        return len(self.strategies)

    @property
    def cancelled(self) -> bool:
        """Whether it was stopped before all games were played."""
        return self.games < self.wanted

    @property
    def returns(self) -> NDArray[np.float64]:
        """Every game's returns, a row for each game and a column for each player."""
        return self._get_raw()[:, : self.players]

    @property
    def wins(self) -> NDArray[np.float64]:
        """Every game's win shares: 1 for the winner, equal parts for those who share the win."""
        return win_shares(self.returns)

    def win_rate(self, player: int) -> Estimate:
        """How often a player wins, shared wins counted as parts; Wilson interval."""
        return self.mean(f"win_{self.game.check_player(player)}")

    def mean_return(self, player: int) -> Estimate:
        """A player's mean return, with an interval that knows between what returns lie."""
        return self.mean(f"return_{self.game.check_player(player)}")

    def advantage(self, player: int, other: int) -> Estimate:
        """By how much a player's win rate exceeds another's, from the same games."""
        wins = self.wins
        return difference(wins[:, self.game.check_player(player)], wins[:, self.game.check_player(other)], SHIFTS)

    def distribution(self, name: str) -> Distribution:
        """How often each value came: of "steps", "decisions", "return_0", "win_0" … or a statistic."""
        if not isinstance(name, str) or name not in self._distributions:
            known = self.statistics
            raise OptionError(
                f"There is no statistic {quote(name)}.{suggest_word(name, known)} There are: {', '.join(known)}."
            )
        return self._distributions[name]

    def mean(self, name: str) -> Estimate:
        """The mean of "steps", "decisions", "return_0", "win_0" … or a statistic; of "win_0" the win rate."""
        found = self.distribution(name)
        if name in self._shares:
            return share(found.total, found.games)
        return found.mean_within(self.game.field_bounds if name.startswith("return_") else None)

    @property
    def statistics(self) -> tuple[str, ...]:
        """The names of what `distribution` and `mean` know."""
        return tuple(self._distributions)

    @property
    def lengths(self) -> dict[str, Distribution]:
        """How long the games were, in steps (chance included) and in players' decisions."""
        return {name: self._distributions[name] for name in LENGTHS}

    def summary(self) -> pd.DataFrame:
        """A row for each player: strategy, win rate and mean return with their intervals."""
        rows = []
        for p, strategy in enumerate(self.strategies):
            win, score = self.win_rate(p), self.mean_return(p)
            rows.append((p, strategy, *win, *score))
        columns = ["player", "strategy", "win_rate", "win_low", "win_high", "mean_return", "return_low", "return_high"]
        return make_frame(rows, columns)

    def to_frame(self) -> pd.DataFrame:
        """A row for each game: returns, steps, decisions and statistics."""
        return make_frame(self._get_raw(), list(self._columns))

    def plot(self, ax: Any = None) -> Any:
        """Each player's win rate with its interval and the even share, drawn with matplotlib; returns the axes."""
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
    """Play many games and tell what came of them; the same seed gives the same result with any executor.

    `strategies`: one for all players or one for each, by name, as a `Strategy`, as a kernel or as a
    plain function (s, t, player, actions, n, rng). `executor`: any `concurrent.futures` executor;
    threads by default. `statistics`: see `Statistics`. `raw`: whether to keep every game's returns.
    `start`: a position to play from instead of the first. `cancel`: set it to stop early.

    Raises `StrategyError` or `OptionError`, each saying what is allowed.
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
    """A number of games. Raises `OptionError`."""
    if not is_whole(games, 1, MOST_GAMES):
        raise OptionError(f"The number of games must be a whole number from 1 to {MOST_GAMES:,}, not {quote(games)}.")
    return int(games)


def read_statistics(game: Game, statistics: Statistics) -> tuple[tuple[str, Measure], ...]:
    """The statistics a person names, checked. Raises `OptionError`."""
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
    """A field of the final position, "scores[0]" for one entry of an array."""
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
    """Something to tell how much is done to."""
    if callable(progress):
        yield lambda done: (progress(done / total), None)[1]
        return
    if not progress:
        yield lambda done: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, desc=what, unit=unit, unit_scale=True, delay=1.0, leave=False) as shown:
        yield lambda done: (shown.update(done - shown.n), None)[1]
