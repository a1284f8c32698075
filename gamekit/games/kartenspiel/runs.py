"""Auf Achse – Das Kartenspiel: what a run is worth (KS-12 to KS-17). Nothing else."""

from __future__ import annotations

from typing import Final

from gamekit.games.kartenspiel.state import REST
from gamekit.kernel import kernel
from gamekit.record import Ints

# What a card does to the run before it.
CLIMB: Final = 1
PAUSE: Final = 2
BREAK_LOW: Final = 3
BREAK_RESTS: Final = 4
BREAK_ACTION: Final = 5


@kernel
def judge(kind: int, km: int, last: int, rests: int) -> int:
    """KS-12, KS-14, KS-15, KS-16: what a card does after the last kilometre card `last` and `rests` rests."""
    if kind > REST:
        return BREAK_ACTION
    if kind == REST:
        return BREAK_RESTS if rests > 0 else PAUSE
    return CLIMB if km > last else BREAK_LOW


@kernel
def run_value(cards: Ints, size: int, km: Ints) -> int:
    """KS-13, KS-17: the sum of the kilometre cards after the last break."""
    value = 0
    last = 0
    rests = 0
    for i in range(size):
        kind = cards[i]
        mark = judge(kind, km[kind], last, rests)
        rests = rests + 1 if kind == REST else 0
        if mark == PAUSE:
            continue
        if mark == CLIMB:
            value += km[kind]
        else:
            value = km[kind]
        last = km[kind]
    return value
