"""Auf Achse – Das Kartenspiel: value and breaks of a run (KS-12 to KS-17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.games.kartenspiel.state import REST

# What a card does to the run before it.
NO_CARD: Final = 0
CLIMB: Final = 1
PAUSE: Final = 2
BREAK_LOW: Final = 3
BREAK_RESTS: Final = 4
BREAK_ACTION: Final = 5


@kernel
def join(kind: int, km: int, value: int, last: int, rests: int) -> tuple[int, int, int, int]:
    """KS-12 to KS-16: add a card to a run worth `value` km that ends with the card `last` and `rests` rest cards.

    Returns the mark of the card (NO_CARD to BREAK_ACTION), and the new value, last kilometre card and rest cards.
    """
    if kind > REST:
        return BREAK_ACTION, 0, 0, 0
    if kind == REST:
        return (BREAK_RESTS, 0, 0, rests + 1) if rests > 0 else (PAUSE, value, last, 1)
    return (CLIMB, value + km, km, 0) if km > last else (BREAK_LOW, km, km, 0)


@kernel
def run_end(cards: Ints, size: int, km: Ints) -> tuple[int, int, int, int]:
    """KS-12 to KS-16: return the mark of a run's last card (NO_CARD if empty), and value, last km card and rests."""
    mark = value = last = rests = 0
    for i in range(size):
        mark, value, last, rests = join(cards[i], km[cards[i]], value, last, rests)
    return mark, value, last, rests


@kernel
def run_value(cards: Ints, size: int, km: Ints) -> int:
    """KS-13, KS-17: return the sum in km of the cards after the last break."""
    return run_end(cards, size, km)[1]


def marks_of(cards: Sequence[int], km: Ints) -> list[int]:
    """Return the mark of each card of a run.

    >>> from gamekit import load
    >>> marks_of([8, 9, REST, REST, 0], load("kartenspiel").tables.km) == [CLIMB, CLIMB, PAUSE, BREAK_RESTS, CLIMB]
    True
    """
    marks, value, last, rests = [], 0, 0, 0
    for kind in cards:
        mark, value, last, rests = join(kind, int(km[kind]), value, last, rests)
        marks.append(mark)
    return marks


def is_break(mark: int) -> bool:
    """KS-12, KS-15, KS-16: return whether a card with this mark ends the part of the run before it."""
    return mark >= BREAK_LOW


def counts_from(marks: Sequence[int]) -> int:
    """KS-13: return the index of the first card that counts; a low card counts itself, other breaks do not.

    >>> counts_from([CLIMB, BREAK_LOW, CLIMB]), counts_from([CLIMB, BREAK_ACTION]), counts_from([CLIMB])
    (1, 2, 0)
    """
    for place in reversed(range(len(marks))):
        if is_break(marks[place]):
            return place if marks[place] == BREAK_LOW else place + 1
    return 0
