# ruff: noqa: F405
"""Ausgebremst: where a car can go with a card (AB-08 to AB-13, AB-28), and who may play a 6 (AB-14 to AB-17).

Nothing is changed here; carrying a move out is in race.py.
"""

from __future__ import annotations

import numpy as np

from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names
from gamekit.kernel import kernel
from gamekit.record import Ints

WIDTH = 20
"""Room for the spaces a car can reach with one number of steps: their count, then the spaces, ascending."""
ROOM = WIDTH * (LONGEST_CARD + 1)
BEHIND = 5
"""From so many spaces behind the leaders a car would have to get past them."""

SIX_FORBIDDEN = 0
SIX_FREE = 1
"""Not in the lead. Other reasons why a 6 may be played are the NOTE_SIX_… codes."""


@kernel
def crosses(s: State, t: Tables, here: int, there: int) -> bool:
    """Whether a move leads over the line: suddenly the way to it is longer by almost a lap."""
    if there == FINISH:
        return True
    c = s.circuit
    return t.left[c, LAPS, there] > t.left[c, LAPS, here] + LONGEST_CARD  # type: ignore[no-any-return]


@kernel
def add(work: Ints, start: int, space: int) -> None:
    """Put a space into its place of an ascending list, once."""
    n = work[start]
    i = n
    while i > 0 and work[start + i] > space:
        i -= 1
    if i > 0 and work[start + i] == space:
        return
    for k in range(n, i, -1):
        work[start + k + 1] = work[start + k]
    work[start + i + 1] = space
    work[start] = n + 1


@kernel
def reach(s: State, t: Tables, follow: Ints, car: int, blocked: bool, most: int, work: Ints, base: int) -> None:
    """AB-08 to AB-12: the spaces a car can reach with 1…`most` steps, as lists in `work` from `base`, WIDTH apart.

    `follow` says which space follows which; `blocked` whether other cars stand in the way. AB-22: a car on its last lap
    is at the finish as soon as it crosses the line, and stays there.
    """
    pit_is_open = pit_open(s, car)
    last_lap = s.lines[car] == LAPS
    work[base] = 1
    work[base + 1] = s.space[car]
    for steps in range(1, most + 1):
        before = base + WIDTH * (steps - 1)
        now = base + WIDTH * steps
        work[now] = 0
        for i in range(1, work[before] + 1):
            u = work[before + i]
            if u == FINISH:
                add(work, now, FINISH)
                continue
            for k in range(FOLLOWERS):
                v = follow[u, k]
                if v == NOWHERE:
                    break
                if v == PIT and not pit_is_open:
                    continue
                if last_lap and crosses(s, t, u, v):
                    add(work, now, FINISH)
                elif not blocked or s.stands[v] == 0:
                    add(work, now, v)


@kernel
def reaches(work: Ints, base: int, kind: int, space: int) -> bool:
    """Whether a card of this kind ends on `space`, by the lists that `reach` made."""
    start = base + WIDTH * (kind + 1)
    found = False
    for i in range(1, work[start] + 1):
        found = found or work[start + i] == space
    return found


@kernel
def boxed_in(s: State, t: Tables, car: int) -> bool:
    """AB-31: the car cannot move a single space."""
    u = s.space[car]
    for k in range(FOLLOWERS):
        v = t.follow[s.circuit, u, k]
        if v == NOWHERE:
            return True
        if v == PIT and not pit_open(s, car):
            continue
        if s.stands[v] == 0 or (s.lines[car] == LAPS and crosses(s, t, u, v)):
            return False
    return True


@kernel
def entry_blocked(s: State, t: Tables, car: int) -> bool:
    """AB-28: at the end of lap 2 a car that needs its stop, within a card of the entry, finds it blocked."""
    if t.advanced == 1 or s.stopped[car] == 1 or s.lines[car] != 2 or s.idle >= racing(s):
        return False
    away = t.to_entry[s.circuit, s.space[car]]
    if away > LONGEST_CARD:
        return False
    if away == 0:
        return s.stands[PIT] != 0  # type: ignore[no-any-return]
    return s.stands[t.entry[s.circuit]] != 0  # type: ignore[no-any-return]


# The six


@kernel
def leads(s: State, t: Tables, car: int) -> bool:
    """AB-14: nobody on the board has fewer spaces left; sharing the lead is leading."""
    own = spaces_left(s, t, car)
    for other in range(CARS):
        if other != car and s.status[other] == RACING and spaces_left(s, t, other) < own:
            return False
    return True


@kernel
def only_sixes(s: State, car: int) -> bool:
    """AB-16: the car's player holds nothing but 6s."""
    return s.hand_size[car] > 0 and s.hand[car, SIX] == s.hand_size[car]  # type: ignore[no-any-return]


@kernel
def known_sixes(s: State, t: Tables, car: int) -> bool:
    """AB-16: a driver has shown to everybody that the hand is nothing but 6s."""
    return car < t.players and s.hand_size[car] > 0 and s.shown[car, SIX] == s.hand_size[car]


@kernel
def six(s: State, t: Tables, car: int) -> int:
    """AB-14 to AB-17: why the car may play a 6, or SIX_FORBIDDEN."""
    if not leads(s, t, car):
        return SIX_FREE
    if s.finished > 0:
        return NOTE_SIX_AFTER_WINNER
    if s.moved[car] == 0:
        return NOTE_SIX_FIRST_TURN
    if car >= t.players:
        return SIX_FORBIDDEN
    if s.idle >= racing(s) or racing(s) == 1:
        return NOTE_SIX_STANDSTILL
    if not only_sixes(s, car):
        return SIX_FORBIDDEN
    if t.chicane[s.circuit, s.space[car]] == 1:
        return NOTE_SIX_CHICANE
    return NOTE_SIX_BESIDE if block_together(s, t, car) else SIX_FORBIDDEN


@kernel
def block_together(s: State, t: Tables, car: int) -> bool:
    """AB-16: with cars beside it whose players hold nothing but 6s too the car leaves no way past."""
    own = spaces_left(s, t, car)
    partners = 0
    for other in range(CARS):
        if other != car and in_wall(s, t, other, own):
            partners += 1
    return partners > 0 and not way_past(s, t, car, own)


@kernel
def in_wall(s: State, t: Tables, car: int, distance: int) -> bool:
    """AB-16: the car shares the lead and its player has shown nothing but 6s."""
    return s.status[car] == RACING and known_sixes(s, t, car) and spaces_left(s, t, car) == distance


@kernel
def way_past(s: State, t: Tables, car: int, distance: int) -> bool:
    """AB-16: whether a way leads past the wall of `car` and its partners, from well behind to in front of it."""
    c = s.circuit
    free = np.zeros(SPACES, np.int32)
    for space in range(PIT):
        if t.lane[c, space] == NOWHERE:
            continue
        away = t.left[c, s.lines[car], space]
        if away > distance + LONGEST_CARD and s.lines[car] > 0:
            away = t.left[c, s.lines[car] - 1, space]
        if distance + BEHIND <= away <= distance + LONGEST_CARD:
            free[space] = 1
    for _ in range(2 * LONGEST_CARD):
        for u in range(PIT):
            if free[u] == 0:
                continue
            for k in range(FOLLOWERS):
                v = t.follow[c, u, k]
                if v == NOWHERE or v >= PIT:
                    break
                who = s.stands[v] - 1
                if who == car or (who >= 0 and in_wall(s, t, who, distance)):
                    continue
                if t.left[c, s.lines[car], v] < distance:
                    return True
                free[v] = 1
    return False
