# ruff: noqa: F405
"""Ausgebremst: spaces that a car reaches with a card (AB-08 to AB-13, AB-28), and who may play a 6 (AB-14 to AB-17)."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names

FORKS = FOLLOWERS + 1
"""Base of the counters of followers already tried, 0 to FOLLOWERS."""
BEHIND = 5
"""Spaces behind the leaders from which a car would have to pass them."""

SIX_FORBIDDEN = 0
SIX_FREE = 1
"""Code of a 6 played by a car that does not lead. Other reasons for a 6 are the codes `Note.SIX_…`."""


@kernel
def crosses(s: State, t: Tables, here: int, there: int) -> bool:
    """Return whether a step crosses the line, which makes the way to the line longer by almost a lap."""
    if there == FINISH:
        return True
    c = s.circuit
    return t.left[c, LAPS, there] > t.left[c, LAPS, here] + LONGEST_CARD  # type: ignore[no-any-return]


@kernel
def add(lists: Ints, start: int, space: int) -> None:
    """Insert `space` into the ascending list at `lists[start]`, unless it is there. Layout: length, then entries."""
    n = lists[start]
    i = n
    while i > 0 and lists[start + i] > space:
        i -= 1
    if i > 0 and lists[start + i] == space:
        return
    for k in range(n, i, -1):
        lists[start + k + 1] = lists[start + k]
    lists[start + i + 1] = space
    lists[start] = n + 1


@kernel
def explore(s: State, t: Tables, car: int, most: int) -> None:
    """AB-08 to AB-12: write the lists of spaces a car can reach with 1 to `most` steps to `s.reach`.

    AB-22: a car on its last lap is at the finish as soon as it crosses the line, and stays there.
    """
    lists = s.reach
    follow = t.follow[s.circuit]
    pit_is_open = pit_open(s, car)
    last_lap = s.lines[car] == LAPS
    lists[0] = 1
    lists[1] = s.space[car]
    for steps in range(1, most + 1):
        before = WIDTH * (steps - 1)
        now = WIDTH * steps
        for i in range(1, lists[before] + 1):
            u = lists[before + i]
            if u == FINISH:  # AB-22: points left over at the finish are lost
                add(lists, now, FINISH)
                continue
            for k in range(FOLLOWERS):
                v = follow[u, k]
                if v == NOWHERE:
                    break
                if v == PIT and not pit_is_open:
                    continue
                if last_lap and crosses(s, t, u, v):
                    add(lists, now, FINISH)
                elif s.stands[v] == 0:
                    add(lists, now, v)


@kernel
def clear_reach(s: State) -> None:
    """Reset `s.reach` when nobody is about to move, so that equal positions have equal bytes."""
    lists = s.reach
    for start in range(0, WIDTH * (LONGEST_CARD + 1), WIDTH):
        for i in range(lists[start], -1, -1):
            lists[start + i] = 0
    s.walled = 0


@kernel
def reaches(s: State, kind: int, space: int) -> bool:
    """Return whether a card of this kind takes the driver on turn to `space`."""
    start = WIDTH * (kind + 1)
    found = False
    for i in range(1, s.reach[start] + 1):
        found = found or s.reach[start + i] == space
    return found


@kernel
def can_move(s: State, t: Tables, car: int) -> bool:
    """AB-09, AB-13: return whether the driver on turn can use any card in full."""
    for kind in range(VALUES):
        if s.hand[car, kind] > 0 and s.reach[WIDTH * (kind + 1)] > 0:
            if kind < SIX or six_reason(s, t, car) != SIX_FORBIDDEN:
                return True
    return False


@kernel
def leads_to(s: State, t: Tables, follow: Ints, car: int, steps: int, space: int) -> bool:
    """AB-09: return whether exactly `steps` steps can end on `space` if no other car is in the way.

    `follow` is the table of followers, with or without solid lines. The search is depth first.
    """
    pit_is_open = pit_open(s, car)
    last_lap = s.lines[car] == LAPS
    # Two integers are the stack: `way` the spaces (base 128), `tried` the followers tried at each (base 5). Kernels
    # have no lists, and the record's arrays are no scratch space: asking for a reason may not change a position.
    way = int(s.space[car])  # int: 32-bit fields overflow at five digits; seven digits need 49 bits
    tried = 0
    depth = 0
    while depth >= 0:
        here = way % SPACES
        fork = tried % FORKS
        ahead = NOWHERE if depth == steps or fork == FOLLOWERS else int(follow[here, fork])
        if ahead == NOWHERE:
            way //= SPACES
            tried //= FORKS
            depth -= 1
            continue
        tried += 1  # before `continue`: the next visit of this space takes the next follower
        if ahead == PIT and not pit_is_open:
            continue
        if last_lap and crosses(s, t, here, ahead):
            if space == FINISH:
                return True
            continue
        depth += 1
        if depth == steps and ahead == space:
            return True
        way = way * SPACES + ahead
        tried *= FORKS  # push: nothing has been tried at the new space
    return False


@kernel
def not_ahead(t: Tables, circuit: int, here: int, there: int) -> bool:
    """AB-08: return whether `there` is beside a car on `here` or right behind it."""
    for i in range(BESIDE):  # noqa: SIM110  kernels know no any()
        if t.beside[circuit, here, i] == there:
            return True
    return False


@kernel
def past_pit(s: State, t: Tables, car: int, space: int) -> bool:
    """AB-26: return whether a move crosses the line for the second time without the stop, which puts the car out."""
    if t.advanced == 1 or s.stopped[car] == 1 or s.lines[car] != LAPS - 1:
        return False
    return crosses(s, t, s.space[car], space)


@kernel
def is_boxed_in(s: State, t: Tables, car: int) -> bool:
    """AB-31: return whether an unowned car cannot move one space; the pit lane counts only if the car may enter."""
    may_enter = pit_open(s, car) and t.advanced == 0 and s.stopped[car] == 0
    u = s.space[car]
    for k in range(FOLLOWERS):
        v = t.follow[s.circuit, u, k]
        if v == NOWHERE:
            return True
        if v == PIT and not may_enter:
            continue
        if s.stands[v] == 0 or (s.lines[car] == LAPS and crosses(s, t, u, v)):
            return False
    return True


@kernel
def entry_blocked(s: State, t: Tables, car: int) -> bool:
    """AB-28: return whether the pit entry is blocked for a car due to stop within a card of it, at the end of lap 2."""
    if t.advanced == 1 or s.stopped[car] == 1 or s.lines[car] != 2 or s.idle >= count_racing(s):
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
    """AB-14: return whether nobody on the board has fewer spaces left; sharing the lead is leading."""
    own = spaces_left(s, t, car)
    for other in range(CARS):
        if other != car and s.status[other] == RACING and spaces_left(s, t, other) < own:
            return False
    return True


@kernel
def only_sixes(s: State, car: int) -> bool:
    """AB-16: return whether the car's player holds nothing but 6s."""
    return s.hand_size[car] > 0 and s.hand[car, SIX] == s.hand_size[car]  # type: ignore[no-any-return]


@kernel
def knows_sixes(s: State, t: Tables, car: int) -> bool:
    """AB-16: return whether a driver has shown everybody a hand of nothing but 6s."""
    return car < t.players and s.hand_size[car] > 0 and s.shown[car, SIX] == s.hand_size[car]


@kernel
def six_reason(s: State, t: Tables, car: int) -> int:
    """AB-14 to AB-17: return the reason for which the car on turn may play a 6, or SIX_FORBIDDEN."""
    if not leads(s, t, car):
        return SIX_FREE
    if s.finished > 0:
        return Note.SIX_AFTER_WINNER
    if s.moved[car] == 0:
        return Note.SIX_FIRST_TURN
    if car >= t.players:
        return SIX_FORBIDDEN
    if s.idle >= count_racing(s) or count_racing(s) == 1:
        return Note.SIX_STANDSTILL
    if not only_sixes(s, car):
        return SIX_FORBIDDEN
    if t.chicane[s.circuit, s.space[car]] == 1:
        return Note.SIX_CHICANE
    return Note.SIX_BESIDE if s.walled == 1 else SIX_FORBIDDEN


@kernel
def block_together(s: State, t: Tables, car: int) -> bool:
    """AB-16: return whether the car and cars beside it, known to hold only 6s, leave no way past."""
    own = spaces_left(s, t, car)
    partners = 0
    for other in range(CARS):
        if other != car and in_wall(s, t, other, own):
            partners += 1
    return partners > 0 and not way_past(s, t, car, own)


@kernel
def in_wall(s: State, t: Tables, car: int, distance: int) -> bool:
    """AB-16: return whether a car shares the lead at `distance` and its player has shown nothing but 6s."""
    return s.status[car] == RACING and knows_sixes(s, t, car) and spaces_left(s, t, car) == distance


@kernel
def way_past(s: State, t: Tables, car: int, distance: int) -> bool:
    """AB-16: return whether a way leads past the wall of `car` and its partners, from well behind to in front of it."""
    c = s.circuit
    for space in range(PIT):
        if t.lane[c, space] == NOWHERE:
            continue
        away = t.left[c, s.lines[car], space]
        if away > distance + LONGEST_CARD and s.lines[car] > 0:
            away = t.left[c, s.lines[car] - 1, space]
        if distance + BEHIND <= away <= distance + LONGEST_CARD:
            s.marked[space] = 1
    passed = False
    for _ in range(2 * LONGEST_CARD):
        for u in range(PIT):
            if s.marked[u] == 0:
                continue
            for k in range(FOLLOWERS):
                v = t.follow[c, u, k]
                if v == NOWHERE or v >= PIT:
                    break
                who = s.stands[v] - 1
                if who == car or (who >= 0 and in_wall(s, t, who, distance)):
                    continue
                passed = passed or t.left[c, s.lines[car], v] < distance
                s.marked[v] = 1
    s.marked[:] = 0
    return passed
