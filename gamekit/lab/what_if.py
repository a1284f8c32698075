"""Simulation of variants of a game: options, players and entries of the box varied over a grid."""

from __future__ import annotations

import itertools
import json
import threading
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.arguments import check
from gamekit.core.errors import OptionError, quote, suggest_word
from gamekit.core.files import decode
from gamekit.core.game import Game, check_game, load
from gamekit.lab.engine.lineup import StrategyLike
from gamekit.lab.estimate import Estimate
from gamekit.lab.result_display import make_frame
from gamekit.lab.simulate import Progress, Simulation, Statistics, progress_reporter, simulate

if TYPE_CHECKING:
    import pandas as pd

MOST_VARIANTS: Final = 500


class WhatIf(Sequence[Simulation]):
    """Simulations of all variants, in order; made by `what_if`.

    `names` are the names of what was varied, and `settings` the values of each variant.
    """

    def __init__(self, names: Sequence[str], settings: Sequence[tuple[Any, ...]], found: Sequence[Simulation]) -> None:
        self.names, self.settings, self._found = tuple(names), tuple(settings), tuple(found)

    def __getitem__(self, index: Any) -> Any:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return "\n".join(
            f"{', '.join(f'{name}={value!r}' for name, value in zip(self.names, setting, strict=True))}: "
            f"player 0 wins {found.win_rate(0)}, {found.mean('steps')} steps"
            for setting, found in zip(self.settings, self._found, strict=True)
        )

    def response(self, statistic: str) -> dict[tuple[Any, ...], Estimate]:
        """Return the mean of a statistic for each setting, by name, as `Simulation.mean` does."""
        return {setting: found.mean(statistic) for setting, found in zip(self.settings, self._found, strict=True)}

    def to_frame(self, statistic: str | None = None) -> pd.DataFrame:
        """Return a row for each variant: its setting, and the mean of a statistic with its interval.

        Raises `OptionError` if no statistic is named, or if there is none of this name.
        """
        if statistic is None:
            known = ", ".join(self._found[0].statistics) if self._found else ""
            raise OptionError(f'Name the statistic, as in to_frame("steps"). There are: {known}.')
        rows = [(*setting, *estimate) for setting, estimate in self.response(statistic).items()]
        return make_frame(rows, [*self.names, statistic, "low", "high"])


def what_if(
    game: Game,
    vary: Mapping[str, Iterable[Any]],
    strategies: StrategyLike | None = None,
    games: int = 10_000,
    seed: int = 1,
    *,
    statistics: Statistics = (),
    executor: Executor | None = None,
    progress: Progress = True,
    cancel: threading.Event | None = None,
) -> WhatIf:
    """Simulate every combination of some options, players or box entries, all with the same seed.

    Parameters
    ----------
    game : Game
        The game to vary, made with `load`.
    vary : mapping of str to iterable
        Values to try, by name: ``"players"``, an option (``"limit"``), or an entry of the box file with dots
        (``"kilometre_cards.copies.10"``). At most 500 combinations.
    strategies : str, Strategy or callable, optional
        One strategy for all players, as for `simulate`. Default: ``"random"``.
    games : int
        Number of games of each variant, 1 to 10**10.
    seed : int
        Seed of all random streams, 0 to 2**63 - 1. With None each variant has another.
    statistics, executor, progress, cancel : optional
        As for `simulate`. A cancelled run returns the variants begun so far.

    Returns
    -------
    WhatIf
        A `Simulation` for each combination, in the order of `itertools.product`; `response` and `to_frame` compare
        them.

    Raises
    ------
    OptionError
        If nothing is varied, or a name, a value or another argument is not allowed. Nothing is played then.
    BoxError
        If a variant's box contradicts itself.
    StrategyError
        As `simulate` raises it.

    Examples
    --------
    >>> import gamekit as gk
    >>> found = gk.what_if(gk.load("pig"), {"players": [2, 3]}, games=200, progress=False)
    >>> found.settings, len(found)
    (((2,), (3,)), 2)
    """
    check(executor=executor, progress=progress, cancel=cancel)
    if not isinstance(vary, Mapping):
        raise OptionError(f"Name what to vary, and list its values: {{'players': [2, 3]}}, not {quote(vary)}.")
    for name, values in vary.items():
        if not isinstance(name, str) or isinstance(values, str) or not isinstance(values, Iterable):
            raise OptionError(
                "Name what to vary, and list its values: {'players': [2, 3]}, "
                f"not {{{quote(name)}: {quote(values)}}}."
            )
    names = list(vary)
    settings = list(itertools.product(*(list(values) for values in vary.values())))
    if not names or not settings or len(settings) > MOST_VARIANTS:
        raise OptionError(f"Vary at least one figure, in 1 to {MOST_VARIANTS} combinations; these are {len(settings)}.")
    variants = [make_variant(check_game(game), dict(zip(names, setting, strict=True))) for setting in settings]
    found: list[Simulation] = []
    with progress_reporter(progress, len(variants), f"{game.title}: what if") as tell:
        for other in variants:
            if cancel is not None and cancel.is_set():
                break
            found.append(
                simulate(other, strategies, games, seed, executor, progress=False, statistics=statistics, cancel=cancel)
            )
            tell(len(found))
    return WhatIf(names, settings[: len(found)], found)


def make_variant(game: Game, changes: Mapping[str, Any]) -> Game:
    """Return a game with other options, players or box entries. Raises `OptionError` or `BoxError`."""
    entries = {name: value for name, value in changes.items() if "." in name}
    options = dict(game.changed_options) | {name: value for name, value in changes.items() if name not in entries}
    players = options.pop("players", game.players)
    if not entries:
        return load(game.name, players, box=game.box_path if game.own_box else None, **options)
    with _write_box(game, entries) as path:
        return load(game.name, players, box=path, **options)


@contextmanager
def _write_box(game: Game, entries: Mapping[str, Any]) -> Iterator[Path]:
    """Yield a copy of the box file in which some entries have other values. Raises `OptionError` for no such entry."""
    box = tomllib.loads(decode(game.box_path.read_bytes()))
    for name, value in entries.items():
        *way, last = name.split(".")
        place: Any = box
        for key in (*way, last):
            if not isinstance(place, dict) or key not in place:
                known = list(map(str, place)) if isinstance(place, dict) else []
                there = f" There are: {', '.join(known)}." if known else ""
                raise OptionError(
                    f"The box of {game.title} has no entry {quote(name)}.{suggest_word(key, known)}{there}"
                )
            inner, place = place, place[key]
        inner[last] = value
    with TemporaryDirectory(prefix="gamekit") as folder:
        path = Path(folder) / game.box_path.name
        path.write_text(_write_toml(box), encoding="utf-8")
        yield path


def _write_toml(table: Mapping[str, Any]) -> str:
    """Return a table of plain values as TOML, nested tables inline."""
    return "\n".join(f"{json.dumps(key)} = {_write_value(entry)}" for key, entry in table.items()) + "\n"


def _write_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_write_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",\n".join(map(_write_value, value)) + "]"  # a box file has no long lines
    # Texts, numbers and truth values of JSON are those of TOML; what is none of them is written so that reading fails.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | float) else repr(value)
