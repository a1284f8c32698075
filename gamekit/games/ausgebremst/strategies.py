# ruff: noqa: F405
"""Ausgebremst: strategies as kernels. They use only what their player knows (AB-40)."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Strategy
from gamekit.games.ausgebremst.movement import crosses
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names

DOOM = -10_000
"""Value of a move after which the car can no longer make its pit stop."""
CLOSE = 8
"""Greatest distance in spaces of a rival worth blocking."""
MARGIN = 4
"""Points to spare below which the careful driver wastes none."""
HALF_POINT = 2
"""Factor of values, which are counted in half points."""
STOP_NOW = 3 * HALF_POINT
"""Value of making the pit stop, in half points."""
AHEAD = 2
"""Number of own decisions the coach's search looks ahead: the next two cards."""
SWING = 3
"""Scale of the coach's score in points: a lead of this size counts 3/4, level 1/2, a deficit of this size 1/4."""


@kernel
def way_left(s: State, t: Tables, car: int, space: int) -> int:
    """Return the spaces to the finish after a move, with a stop still due; FAR if that can no longer be made."""
    if space == FINISH:
        return 0
    c = s.circuit
    lines = s.lines[car] + (1 if crosses(s, t, s.space[car], space) else 0)
    away = t.left[c, lines, space]
    if t.advanced == 1 or s.stopped[car] == 1 or space >= PIT:
        return away  # type: ignore[no-any-return]
    if lines == LAPS or (lines == LAPS - 1 and t.to_entry[c, space] == FAR):
        return FAR
    return away + t.stop_cost[c]  # type: ignore[no-any-return]


@kernel
def points_left(s: State, car: int) -> int:
    """Return the sum of the values of a player's cards in hand, deck and piles and beside the pit lane."""
    points = 0
    for kind in range(VALUES):
        points += (kind + 1) * (s.hand[car, kind] + s.deck[car, kind])
    for k in range(PILES):
        for i in range(s.height[car, k]):
            points += s.pile[car, k, i] + 1
    for i in range(PIT_CARDS):
        points += s.aside[car, i] + 1
    return points


@kernel
def waste(s: State, t: Tables, car: int, kind: int, space: int) -> int:
    """Return the points of a card that bring the car no nearer to the finish; FAR if a stop due becomes impossible."""
    after = way_left(s, t, car, space)
    if after == FAR:
        return FAR
    return max(0, kind + 1 - (way_left(s, t, car, s.space[car]) - after))


@kernel
def count_hindrance(s: State, t: Tables, car: int, space: int) -> int:
    """Return how much a car on `space` hinders others: in a chicane, at the pit entry, right in front of them."""
    if space >= PIT:
        return 0
    c = s.circuit
    here = t.left[c, min(s.lines[car] + (1 if crosses(s, t, s.space[car], space) else 0), LAPS), space]
    hindered = 0
    for other in range(CARS):
        if other == car or s.status[other] != RACING:
            continue
        behind = spaces_left(s, t, other) - here
        due = t.advanced == 0 and s.stopped[other] == 0 and s.lines[other] > 0 and s.lines[other] < LAPS
        if t.chicane[c, space] == 1 and 0 < behind <= CLOSE:
            hindered += 2
        if space == t.entry[c] and due and t.to_entry[c, s.space[other]] <= CLOSE:
            hindered += 2
        for k in range(FOLLOWERS):
            if t.follow[c, s.space[other], k] == space:
                hindered += 1
    return hindered


@kernel
def best_move(s: State, t: Tables, p: int, actions: Ints, n: int, against_waste: int, for_blocking: int) -> int:
    """Return the move of greatest value in half points: fast cards first, waste and hindrance weighted as given."""
    best = DOOM - 1
    chosen = actions[0]
    for i in range(n):
        action = actions[i]
        if action == MISS:
            worth = DOOM // 2
        else:
            kind, space = action // SPACES, action % SPACES
            lost = waste(s, t, p, kind, space)
            worth = DOOM if lost >= FAR else (kind + 1) * HALF_POINT - against_waste * lost
            if space == FINISH:
                worth += CARS * HALF_POINT
            elif worth > DOOM:
                worth += for_blocking * count_hindrance(s, t, p, space)
                worth += STOP_NOW if space >= PIT and s.stopped[p] == 0 and t.advanced == 0 else 0
        if worth > best:
            best = worth
            chosen = action
    return chosen  # type: ignore[no-any-return]


# The advanced game


@kernel
def pile_for(kind: int) -> int:
    """Return the pile for a card: 1 and 2, 3 and 4, 5, 6."""
    return kind // 2 if kind < VALUES - 2 else kind - 2


@kernel
def best_pile(s: State, p: int, actions: Ints, n: int) -> int:
    """Return the action that takes the highest card, but no second 6."""
    best = -1
    chosen = actions[0]
    for i in range(n):
        pile = actions[i] - TAKE
        kind = s.pile[p, pile, s.height[p, pile] - 1]
        worth = kind + 1
        if kind == SIX and s.hand[p, SIX] > 0:
            worth = 0
        if worth > best:
            best = worth
            chosen = actions[i]
    return chosen  # type: ignore[no-any-return]


@kernel
def with_cards(s: State, p: int, actions: Ints, n: int, set_up: int) -> int:
    """Return the choice of an advanced game beside driving: set-up, sorting, taking and placing cards."""
    first = actions[0]
    if SETUP <= first < SORT:
        return SETUP + set_up - FAST
    if n == 1:
        return int(first)
    if SORT <= first < TAKE:
        return SORT + pile_for(s.seen)
    if TAKE <= first < PLACE:
        return best_pile(s, p, actions, n)
    return PLACE + pile_for(s.aside[p, 1])


@kernel
def choose_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """AB-05: stay on the shortest line whatever the others do."""
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, FAST)
    return best_move(s, t, player, actions, n, CARS * HALF_POINT, 0)


@kernel
def choose_blocker(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """AB-10, AB-12, AB-28: end where others have no way past, if it costs little."""
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, FAST)
    return best_move(s, t, player, actions, n, CARS * HALF_POINT, LAPS)


@kernel
def choose_careful(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """AB-09, AB-23: waste points only while there are points to spare, and keep the hand mixed."""
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, MEDIUM)
    spare = points_left(s, player) - way_left(s, t, player, s.space[player])
    best = DOOM - 1
    chosen = actions[0]
    for i in range(n):
        action = actions[i]
        if action == MISS:
            worth = DOOM // 2
        else:
            kind, space = action // SPACES, action % SPACES
            lost = waste(s, t, player, kind, space)
            if lost >= FAR:
                worth = DOOM
            else:
                dear = CARS * HALF_POINT if spare - lost < MARGIN else HALF_POINT + 1
                worth = (kind + 1) - dear * lost + HALF_POINT * s.hand[player, kind]
                worth += s.hand[player, SIX] * HALF_POINT if kind == SIX else 0
                worth += count_hindrance(s, t, player, space) if space != FINISH else CARS * HALF_POINT
                worth += STOP_NOW + dear if PIT <= space < FINISH and s.stopped[player] == 0 else 0
        if worth > best:
            best = worth
            chosen = action
    return chosen  # type: ignore[no-any-return]


@kernel
def fast_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, FAST)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def medium_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, MEDIUM)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def slow_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, SLOW)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def fast_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, FAST)
    return choose_careful(s, t, player, actions, n, rng)


@kernel
def medium_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, MEDIUM)
    return choose_careful(s, t, player, actions, n, rng)


@kernel
def slow_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    if s.phase != Phase.PLAY:
        return with_cards(s, player, actions, n, SLOW)
    return choose_careful(s, t, player, actions, n, rng)


STRATEGIES: tuple[Strategy, ...] = (
    Strategy(
        "careful",
        "Careful budgeter",
        "Compares points left and way left, wastes only what is to spare, keeps a mixed hand; stops.",
        choose_careful,
    ),
    Strategy(
        "ideal_line",
        "Ideal line",
        "Stays on the shortest line and plays the highest card that wastes no point; fast set-up, no stop.",
        choose_line,
    ),
    Strategy(
        "blocker",
        "Blocker",
        "Like the ideal line, but ends where it hinders others: in chicanes, at the pit lane, ahead of them.",
        choose_blocker,
    ),
)
UNLISTED: tuple[Strategy, ...] = (
    Strategy("fast_line", "fast", "", fast_line),
    Strategy("medium_line", "medium", "", medium_line),
    Strategy("slow_line", "slow", "", slow_line),
    Strategy("fast_stop", "fast", "", fast_stop),
    Strategy("medium_stop", "medium", "", medium_stop),
    Strategy("slow_stop", "slow", "", slow_stop),
)
"""Strategies of a lesson that differ in set-up and stop; compiled with the others but not listed for choice."""
