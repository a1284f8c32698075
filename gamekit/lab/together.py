"""Games played together in one call: by machine code, or one by one where a strategy is ordinary Python.

How many are played, and with which luck, is decided in chunks.py and playouts.py; the compiled loops are in loops.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.lab.guests import Clock, failed, fault, play_game
from gamekit.lab.loops import ASK, DECISIONS, FAULT, STEPS, TALLY
from gamekit.lab.seating import Seating, uncompilable

LUCK: Final = 256
"""How many chance events of a game are decided by its own luck."""

Luck = NDArray[np.float64]
"""A row of `LUCK` random numbers for each game."""


class Batch(NamedTuple):
    """Games that are over: arrays with a row for each."""

    positions: NDArray[np.void]
    returns: NDArray[np.float64]
    counts: NDArray[np.int64]


def room_for(games: int, players: int, start: NDArray[np.void]) -> Batch:
    """Empty rows for so many games."""
    return Batch(np.zeros(games, start.dtype), np.zeros((games, players)), np.zeros((games, 2), np.int64))


def play_games(
    seating: Seating,
    t: Any,
    starts: NDArray[np.void],
    luck: Luck,
    rng: np.random.Generator,
    *,
    first: int = 0,
    action: int = ASK,
) -> Batch:
    """Play a game for each row of `luck` in one compiled loop, number i from `starts[i % len(starts)]` after `action`.

    `first` is the number of the first game. What a person's own kernel does wrong becomes a `StrategyError`.
    """
    batch = room_for(len(luck), len(seating.strategies), starts)
    actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)

    def loop() -> int:
        return seating.loops.play_games(
            action, batch.positions, starts, t, seating.seats, actions, luck, rng, batch.returns, batch.counts, tally
        )

    status = _watched(loop, seating, tally, first) if seating.guests else loop()
    if status == FAULT:
        raise fault(tally, seating.strategies, first)
    return batch


def _watched(loop: Callable[[], int], seating: Seating, tally: NDArray[np.int64], first: int) -> int:
    try:
        return loop()
    except Exception as error:
        told = uncompilable(error, seating) or failed(error, tally, seating.strategies, first)
        raise told from error


def play_outside(
    seating: Seating, t: Any, start: NDArray[np.void], luck: Luck, rng: np.random.Generator, *, first: int = 0
) -> Batch:
    """The same, one game after another from `start`, for strategies that are ordinary Python."""
    batch = room_for(len(luck), len(seating.strategies), start)
    loops, seats = seating.loops, seating.seats
    actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)
    view = np.zeros(1, start.dtype)
    batch.positions[:] = start
    clock = Clock()
    with clock.running():
        for game, s in enumerate(batch.positions):
            number = first + game
            play_game(loops, seating.strategies, s, t, seats, actions, luck[game], rng, tally, view, clock, number)
            loops.payoffs(s, t, batch.returns[game])
            batch.counts[game] = tally[STEPS], tally[DECISIONS]
    return batch
