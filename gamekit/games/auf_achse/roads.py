# ruff: noqa: F405
"""Auf Achse: search of the spaces where the open move may end, as kernels (AA-09 to AA-13, AA-23).

`explore` writes them to `reach`, and the space before each to `via`.
"""

from __future__ import annotations

from typing import Final

from gamekit.core.kernel import kernel
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names

TAKEN: Final = ALL_WAYS + 1
CLOSED: Final = 2 * TAKEN
"""Bits above those of `stop` while ways are searched: another truck stands on the space; a marker closes it."""


@kernel
def clear_reach(s: State) -> None:
    """Reset all fields of the open move's search."""
    s.reach[:] = 0
    s.via[:] = NOWHERE
    s.stop[:] = 0
    s.path[:] = 0
    s.branch[:] = 0
    s.free_at[:] = 0


@kernel
def explore(s: State, t: Tables) -> None:
    """AA-09 to AA-13: mark every space where the open move may end; without any, the truck stays."""
    clear_reach(s)
    mark_stops(s, t)
    if s.manner == BY_POINTS:
        explore_points(s, t)
    elif s.manner == BACK_TO_CITY:
        explore_back(s, t)
    elif s.manner == TO_NEXT_CITY:
        explore_next_city(s, t)
    else:
        explore_next_event(s, t)


@kernel
def mark_stops(s: State, t: Tables) -> None:
    """AA-10: mark cities where points may be left over, because something is done there."""
    m = s.mover
    if not holds(s, m, E_INSPECTION):
        fits = min(room(s, t, m), s.stock) if s.decider == m else 0
        for c in range(t.contracts):
            if s.where[c] == LOADED + m:
                s.stop[t.target[c]] |= SPARE
            elif s.where[c] == HAND + m and t.goods[c] <= fits:
                s.stop[t.origin[c]] |= TO_LOAD
    else:
        s.stop[t.munich] |= SPARE
    for i in range(2):
        if holds(s, m, E_FLENSBURG + i):
            s.stop[t.special[i]] |= SPARE


@kernel
def delivers_at(s: State, t: Tables, p: int, city: int) -> bool:
    """AA-18: return whether the player has goods for this city and may unload them."""
    if holds(s, p, E_INSPECTION):
        return False
    for c in range(t.contracts):  # noqa: SIM110  kernels know no any()
        if s.where[c] == LOADED + p and t.target[c] == city:
            return True
    return False


@kernel
def is_closed(s: State, space: int) -> bool:
    """AA-22, AA-23: return whether a marker closes the space."""
    return space == s.roadworks or space == s.jam


@kernel
def enterable_jam(s: State, t: Tables, space: int) -> bool:
    """AA-23: return whether a jammed city may be entered, which is allowed to deliver there."""
    return (
        space == s.jam
        and space != s.roadworks
        and is_city(t, space)
        and not is_occupied(s, t, space, s.mover)
        and delivers_at(s, t, s.mover, space)
    )


@kernel
def mark_end(s: State, space: int, how: int, before: int) -> None:
    """Mark that the open move may end on `space`, coming from `before`; `how` is a set of bits such as EXACT.

    AA-12: the first way found counts. A way that rests on a contract in hand gives way to others; if it is the only
    one, something must be loaded, which shows everybody why.
    """
    if s.reach[space] == 0 or (s.reach[space] == TO_LOAD and how != TO_LOAD):
        s.via[space] = before
    s.reach[space] |= how


@kernel
def mark_last_free(s: State, depth: int) -> None:
    """AA-10, AA-12: mark the last unoccupied space of the way so far, possibly its start."""
    at = s.free_at[depth]
    before = s.path[at - 1] if at > 0 else s.came[s.mover]
    mark_end(s, s.path[at], SPARE, before)


@kernel
def mark_obstacles(s: State, t: Tables) -> None:
    """AA-12, AA-22, AA-23: note in `stop` which spaces other trucks and markers bar.

    Thousands of ways lead over a space, and a bit is looked up faster than every truck.
    """
    for p in range(t.players):
        if p != s.mover and s.truck[p] != NOWHERE:
            s.stop[s.truck[p]] |= TAKEN
    if s.roadworks != NOWHERE:
        s.stop[s.roadworks] |= CLOSED
    if s.jam != NOWHERE:
        s.stop[s.jam] |= CLOSED


@kernel
def forget_obstacles(s: State, t: Tables) -> None:
    """Remove from `stop` what `mark_obstacles` noted."""
    for p in range(t.players):
        if s.truck[p] != NOWHERE:
            s.stop[s.truck[p]] &= ALL_WAYS
    if s.roadworks != NOWHERE:
        s.stop[s.roadworks] &= ALL_WAYS
    if s.jam != NOWHERE:
        s.stop[s.jam] &= ALL_WAYS


@kernel
def explore_points(s: State, t: Tables) -> None:
    """AA-09 to AA-12: search all ways of `points` steps, depth first and without turning back."""
    mark_obstacles(s, t)
    # Read once: a compiler has to assume that each write to the position may change what else stands in it.
    points = s.points
    ends_anywhere = s.free == 1
    s.path[0] = s.truck[s.mover]  # `path`, `branch` (next fork to try) and `free_at` are the stack
    s.branch[0] = 0
    s.free_at[0] = 0
    depth = 0 if points > 0 else NOWHERE
    while depth >= 0:
        here = s.path[depth]
        forks = t.degree[here]
        fork = s.branch[depth]
        if fork == forks:
            depth -= 1
            continue
        s.branch[depth] = fork + 1
        ahead = t.neighbour[here, fork]
        if depth > 0 and forks > 1 and ahead == s.path[depth - 1]:  # AA-11: except at dead ends
            continue
        stop = s.stop[ahead]
        if stop >= CLOSED:
            mark_last_free(s, depth)
            if enterable_jam(s, t, ahead):
                mark_end(s, ahead, SPARE | ONLY_DELIVER, here)
            continue
        following = depth + 1
        is_end = ends_anywhere or following == points
        s.path[following] = ahead
        s.branch[following] = 0
        if stop >= TAKEN:  # AA-12: trucks may be passed, but no move ends on them
            s.free_at[following] = s.free_at[depth]
            if is_end:
                mark_last_free(s, following)
        else:
            s.free_at[following] = following
            if is_end:
                mark_end(s, ahead, EXACT, here)
            elif stop > 0:
                mark_end(s, ahead, stop, here)
        if following < points:  # most spaces met are the last of a way: their neighbours need not be looked at
            depth = following
    forget_obstacles(s, t)


@kernel
def leads_but_for(s: State, t: Tables, space: int, marker: int) -> bool:
    """AA-22, AA-23: return whether a way of `points` steps would lead to the space without that marker.

    Ways are enumerated as numbers with a digit for each fork; nothing is written, as a reason may not change a
    position.
    """
    last = 1
    for _ in range(s.points - 1):
        last *= MAX_ROADS
    number = 0
    while number < last * MAX_ROADS:
        here = s.truck[s.mover]
        before = NOWHERE
        digit = last
        rest = number
        for depth in range(1, s.points + 1):
            i = rest // digit
            rest -= i * digit
            if i >= t.degree[here]:  # no more forks here: on with the next one of the space before
                number += digit * (MAX_ROADS - i)
                break
            ahead = t.neighbour[here, i]
            turns = ahead == before and t.degree[here] > 1
            if turns or (is_closed(s, ahead) and ahead != marker):
                number += digit  # skips every way with this beginning
                break
            before = here
            here = ahead
            if here == space and (depth == s.points or s.free == 1):
                return True
            if depth == s.points:
                number += 1
            digit //= MAX_ROADS
    return False


@kernel
def explore_back(s: State, t: Tables) -> None:
    """AA-E03: mark the nearest city back along the space the truck came from; if it came from none, the nearest."""
    here = s.truck[s.mover]
    nearest = MAX_SPACES
    for i in range(t.degree[here]):
        nearest = min(nearest, steps_to_city(t, here, t.neighbour[here, i]))
    for i in range(t.degree[here]):
        first = t.neighbour[here, i]
        if s.came[s.mover] == NOWHERE:
            if steps_to_city(t, here, first) == nearest:
                walk_to_city(s, t, here, first)
        elif first == s.came[s.mover]:
            walk_to_city(s, t, here, first)


@kernel
def next_space(t: Tables, before: int, here: int) -> int:
    """Return the next space of a road; spaces of roads have two neighbours."""
    return int(t.neighbour[here, 1] if t.neighbour[here, 0] == before else t.neighbour[here, 0])


@kernel
def steps_to_city(t: Tables, here: int, first: int) -> int:
    """Return the number of steps along a road to its city."""
    steps = 1
    before = here
    space = first
    while not is_city(t, space):
        following = next_space(t, before, space)
        before = space
        space = following
        steps += 1
    return steps


@kernel
def walk_to_city(s: State, t: Tables, here: int, first: int) -> None:
    """AA-12, AA-22, AA-23: mark a road's city, or the last space before it that markers and trucks leave free."""
    before = here
    space = first
    last = here
    last_before = s.came[s.mover]
    while not is_closed(s, space) or enterable_jam(s, t, space):
        if not is_occupied(s, t, space, s.mover):
            last = space
            last_before = before
        if is_city(t, space):
            if last == space:
                mark_end(s, space, SPARE | ONLY_DELIVER if space == s.jam else EXACT, before)
                return
            break
        following = next_space(t, before, space)
        before = space
        space = following
    mark_end(s, last, SPARE, last_before)


@kernel
def explore_next_city(s: State, t: Tables) -> None:
    """AA-E08: mark the next unoccupied city along each road.

    The search is breadth first; `stop` is the queue, and `via` marks visited spaces and the way back.
    """
    start = s.truck[s.mover]
    s.stop[:] = 0
    s.stop[0] = start
    s.via[start] = start  # marks the start as visited; `forget_ways` sets it right
    read = 0
    written = 1
    while read < written:
        here = s.stop[read]
        read += 1
        for i in range(t.degree[here]):
            ahead = t.neighbour[here, i]
            if s.via[ahead] != NOWHERE:
                continue
            if is_closed(s, ahead):
                if enterable_jam(s, t, ahead):
                    s.via[ahead] = here
                    s.reach[ahead] = SPARE | ONLY_DELIVER
                continue
            s.via[ahead] = here
            if is_city(t, ahead) and not is_occupied(s, t, ahead, s.mover):
                s.reach[ahead] = EXACT
            else:
                s.stop[written] = ahead
                written += 1
    forget_ways(s, t, start)


@kernel
def explore_next_event(s: State, t: Tables) -> None:
    """AA-E30: mark the first event space along each road that leaves the space."""
    start = s.truck[s.mover]
    for i in range(t.degree[start]):
        mark_first_event(s, t, start, t.neighbour[start, i])
    forget_ways(s, t, start)


@kernel
def mark_first_event(s: State, t: Tables, start: int, first: int) -> None:
    """AA-E30: mark the nearest event spaces behind `first`; in a city the search follows every road out.

    The search is breadth first with `stop` as the queue. Occupied event spaces end it too, but are not marked.
    """
    s.stop[0] = start
    read = 0
    written = 1
    met = False
    while read < written and not met:
        nearer = written
        while read < nearer:
            here = s.stop[read]
            read += 1
            for i in range(t.degree[here]):
                ahead = t.neighbour[here, i]
                if (here == start and ahead != first) or is_closed(s, ahead) or is_queued(s, ahead, written):
                    continue
                if t.is_event[ahead] == 0:
                    s.stop[written] = ahead
                    written += 1
                    continue
                met = True
                if not is_occupied(s, t, ahead, s.mover):
                    mark_end(s, ahead, EXACT, here)


@kernel
def is_queued(s: State, space: int, written: int) -> bool:
    """Return whether the space is among the first `written` entries of the queue."""
    for i in range(written):  # noqa: SIM110  kernels know no any()
        if s.stop[i] == space:
            return True
    return False


@kernel
def forget_ways(s: State, t: Tables, start: int) -> None:
    """Clear the search, except ends and the way to them; without any end, the truck stays (AA-13)."""
    ends = 0
    for v in range(t.spaces):
        s.stop[v] = 0
        if s.reach[v] == 0:
            s.via[v] = NOWHERE
        else:
            ends += 1
    if ends == 0:
        s.reach[start] = SPARE
    if s.reach[start] > 0:
        s.via[start] = s.came[s.mover]
