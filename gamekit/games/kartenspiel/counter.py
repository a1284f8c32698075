"""Auf Achse – Das Kartenspiel: what cards on the kilometre counter do (KS-21, KS-22).

The order in which they are turned up is in rules.py.
"""

from __future__ import annotations

from gamekit.games.kartenspiel.state import (
    BARRIER,
    FREIGHT,
    NOTE_BARRIER_SPARES,
    NOTE_BARRIER_TAKES,
    NOTE_BARRIER_TURNED,
    NOTE_FREIGHT_CLEARED,
    NOTE_FREIGHT_STAYS,
    State,
    Tables,
)
from gamekit.kernel import kernel
from gamekit.record import note


@kernel
def clear_freight(s: State, kind: int) -> None:
    """KS-21: lost freight leaves together with the fewest counter cards worth exactly 50."""
    while s.lying[FREIGHT] > 0 and discard_fifty(s):
        s.lying[FREIGHT] -= 1
        s.discard[FREIGHT] += 1
        note(s, NOTE_FREIGHT_CLEARED, s.counter, 0, 0)
    if kind == FREIGHT and s.lying[FREIGHT] > 0:
        note(s, NOTE_FREIGHT_STAYS, s.counter, 0, 0)


@kernel
def discard_fifty(s: State) -> bool:
    """KS-21: discard the fewest lying cards worth 50 (among equals those with the highest card), if there are any."""
    return (
        discard_lying(s, 0, 0, 0, 0, 1)
        or discard_lying(s, 1, 0, 0, 1, 0)
        or discard_lying(s, 0, 1, 1, 0, 0)
        or discard_lying(s, 2, 0, 1, 0, 0)
        or discard_lying(s, 1, 2, 0, 0, 0)
        or discard_lying(s, 3, 1, 0, 0, 0)
        or discard_lying(s, 5, 0, 0, 0, 0)
    )


@kernel
def discard_lying(s: State, tens: int, twenties: int, thirties: int, forties: int, fifties: int) -> bool:
    """Discard so many cards of 10, 20, 30, 40 and 50 from the counter if they all lie there."""
    want = (tens, twenties, thirties, forties, fifties)
    for k in range(5):
        if s.lying[k] < want[k]:
            return False
    for k in range(5):
        s.lying[k] -= want[k]
        s.discard[k] += want[k]
    return True


@kernel
def barrier(s: State, t: Tables, turner: int) -> None:
    """KS-22: every run loses its last card; the lost cards are discarded unseen."""
    note(s, NOTE_BARRIER_TURNED, turner, BARRIER, s.counter)
    for p in range(t.players):
        if s.run_size[p] == 0:
            note(s, NOTE_BARRIER_SPARES, p, 0, 0)
            continue
        s.run_size[p] -= 1
        kind = s.run[p, s.run_size[p]]
        s.run[p, s.run_size[p]] = 0
        s.taken[p, kind] += 1
        s.taken_size[p] += 1
        note(s, NOTE_BARRIER_TAKES, p, kind, 0)
