"""Auf Achse – Das Kartenspiel: what cards on the kilometre counter do (KS-21, KS-22).

The order in which they are turned up is in rules.py.
"""

from __future__ import annotations

from typing import Final

from gamekit.compiling import kernel
from gamekit.games.kartenspiel.state import BARRIER, FREIGHT, Note, State, Tables
from gamekit.record import note

FIFTIES: Final = (
    (0, 0, 0, 0, 1),
    (1, 0, 0, 1, 0),
    (0, 1, 1, 0, 0),
    (2, 0, 1, 0, 0),
    (1, 2, 0, 0, 0),
    (3, 1, 0, 0, 0),
    (5, 0, 0, 0, 0),
)
"""KS-21: how many cards of 10, 20, 30, 40 and 50 make 50: the fewest first, among equals the one with the highest."""
VALUES: Final = 5


@kernel
def clear_freight(s: State, kind: int) -> None:
    """KS-21: lost freight leaves together with the fewest counter cards worth exactly 50."""
    while s.lying[FREIGHT] > 0:
        fifty = fifty_lying(s)
        if fifty == len(FIFTIES):
            break
        for k in range(VALUES):
            s.lying[k] -= FIFTIES[fifty][k]
            s.discard[k] += FIFTIES[fifty][k]
        s.lying[FREIGHT] -= 1
        s.discard[FREIGHT] += 1
        note(s, Note.FREIGHT_CLEARED, fifty, s.counter, 0)
    if kind == FREIGHT and s.lying[FREIGHT] > 0:
        note(s, Note.FREIGHT_STAYS, s.counter, 0, 0)


@kernel
def fifty_lying(s: State) -> int:
    """KS-21: which of FIFTIES lies at the counter, the first of them; their number if none does."""
    for fifty in range(len(FIFTIES)):
        found = True
        for k in range(VALUES):
            if s.lying[k] < FIFTIES[fifty][k]:
                found = False
        if found:
            return fifty
    return len(FIFTIES)


@kernel
def barrier(s: State, t: Tables, turner: int) -> None:
    """KS-22: every run loses its last card; the lost cards are discarded unseen."""
    note(s, Note.BARRIER_TURNED, turner, BARRIER, s.counter)
    for p in range(t.players):
        if s.run_size[p] == 0:
            note(s, Note.BARRIER_SPARES, p, 0, 0)
            continue
        s.run_size[p] -= 1
        kind = s.run[p, s.run_size[p]]
        s.run[p, s.run_size[p]] = 0
        s.taken[p, kind] += 1
        s.taken_size[p] += 1
        note(s, Note.BARRIER_TAKES, p, kind, 0)
