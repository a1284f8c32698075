"""Games played together in one call: by machine code, or one by one where a strategy is ordinary Python.

How many are played, and with which luck, is decided in chunks.py and playouts.py; the loops are in loops.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.lab.engine.lineup import Lineup, find_game_machine
from gamekit.lab.engine.loops import ASK, DECISIONS, FAULT, STEPS, TALLY
from gamekit.lab.engine.python_strategies import Clock, blame_kernel, explain_fault, play_game, run_watched
from gamekit.record import freeze

if TYPE_CHECKING:
    from gamekit.game import Game

LUCK: Final = 256
"""How many chance events of a game are decided by its own luck."""

Luck = NDArray[np.float64]
"""A row of `LUCK` random numbers for each game."""


class Batch(NamedTuple):
    """Games that are over: arrays with a row for each."""

    positions: NDArray[np.void]
    returns: NDArray[np.float64]
    counts: NDArray[np.int64]


def pack_positions(game: Game, *positions: Any) -> NDArray[np.void]:
    """Positions as an array, which is what the loops read."""
    array = np.zeros(len(positions), game.rules.State.dtype)
    for i, position in enumerate(positions):
        array[i] = position
    return array


def pack_tables(game: Game) -> NDArray[np.void]:
    """A game's tables as an array with one entry, which is how the loops that go a step at a time read them."""
    return pack_record(game.tables)


def pack_record(record: Any) -> NDArray[np.void]:
    """A copy of a record as an array with one entry."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


def make_room(games: int, players: int, start: NDArray[np.void]) -> Batch:
    """Empty rows for so many games."""
    return Batch(np.zeros(games, start.dtype), np.zeros((games, players)), np.zeros((games, 2), np.int64))


def play_games(
    lineup: Lineup,
    t: Any,
    starts: NDArray[np.void],
    luck: Luck,
    rng: np.random.Generator,
    *,
    first: int = 0,
    action: int = ASK,
) -> Batch:
    """Play a game for each row of `luck` in one loop, number i from `starts[i % len(starts)]` after `action`.

    `first` is the number of the first game. What a person's own kernel does wrong becomes a `StrategyError`.
    """
    batch = make_room(len(luck), len(lineup.strategies), starts)
    actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)

    def loop() -> int:
        arrays = (lineup.seats, actions, luck, rng, batch.returns, batch.counts, tally)
        return lineup.machine.call("play_games", action, batch.positions, starts, t, *arrays)  # type: ignore[no-any-return]

    if run_loop(loop, lineup, tally, first) == FAULT:
        raise explain_fault(tally, lineup.strategies, first)
    return batch


def run_loop(loop: Callable[[], int], lineup: Lineup, tally: NDArray[np.int64], first: int) -> int:
    """Run a loop. What a person's own kernel raises in it becomes a `StrategyError`."""
    if not lineup.outside:
        return loop()
    try:
        return loop()
    except (Exception, SystemExit) as error:
        raise blame_kernel(error, tally, lineup.strategies, first) from error


def play_outside(
    lineup: Lineup, t: Any, start: NDArray[np.void], luck: Luck, rng: np.random.Generator, *, first: int = 0
) -> Batch:
    """The same, one game after another from `start`, for strategies that are ordinary Python."""
    batch = make_room(len(luck), len(lineup.strategies), start)
    tables = freeze(t)
    arrays = {
        "position": start,
        "tables": pack_record(t),
        "seats": lineup.own_seats,
        "actions": np.zeros(t.num_actions, np.int32),
        "luck": luck[0],
        "tally": np.zeros(TALLY, np.int64),
        "view": start,
        "returns": batch.returns[0],
    }

    def play(clock: Clock) -> Batch:
        with find_game_machine(lineup.game).borrow_workspace(arrays) as room:
            mine = room.arrays
            names = ("position", "tables", "seats", "actions", "luck")
            go_on = room.bind("go_on", None, *(mine[name] for name in names), rng, mine["tally"], mine["view"])
            find_returns = room.bind("returns", mine["position"], mine["tables"], mine["returns"])
            position, rows = list_words(mine["position"])[0], list_words(batch.positions)
            for game, row in enumerate(rows):
                position[:] = list_words(start)[0]
                mine["luck"][:] = luck[game]
                play_game(go_on, mine, lineup.strategies, tables, rng, clock, first + game)
                find_returns()
                row[:] = position
                batch.returns[game] = mine["returns"]
                batch.counts[game] = mine["tally"][STEPS], mine["tally"][DECISIONS]
        return batch

    return run_watched(play)


def list_words(positions: NDArray[np.void]) -> NDArray[np.int32]:
    """Positions as rows of plain numbers, in the same memory: NumPy copies a record field by field."""
    return positions.view(np.int32).reshape(len(positions), -1)
