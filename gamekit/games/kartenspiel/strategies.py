"""Auf Achse – Das Kartenspiel: strategies as kernels. They use only what their player knows."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Choose, Strategy
from gamekit.games.kartenspiel.runs import run_end
from gamekit.games.kartenspiel.state import (
    COUNTER,
    FREE,
    FREIGHT,
    KINDS,
    KM_KINDS,
    REALLY_FREE,
    REST,
    RUN,
    Phase,
    State,
    Tables,
)

NONE: Final = -1
SLOW_PACE: Final = 16
"""Kilometres that a counter card adds on average if everybody holds back."""
FAST_PACE: Final = 35
"""Kilometres that a counter card adds on average if somebody pushes on."""
GOOD_RUN: Final = 200
"""Kilometres from which a run is worth ending the stage for."""
LOW_PILE: Final = 20
"""Number of cards in the draw pile below which waiting for better cards does not pay."""
AHEAD: Final = 6
"""Number of own decisions the coach's search looks ahead; mainly the next counter card matters."""
RESTLESS: Final = 0.5
"""Share of the restless planner's decisions in which it does not wait for the hand's further climbing cards."""
BRISK_PACE: Final = 24
"""Kilometres that a counter card adds on average, as the restless planner assumes in those decisions."""
SHORTEST: Final = 10
"""Kilometres of the lowest card."""
LONGEST: Final = 120
"""Kilometres of the highest card."""
SWING: Final = 10
"""Scale of the coach's score in km: a lead of this size counts 3/4, level 1/2, a deficit of this size 1/4."""


# What a player sees of the own run and hand


@kernel
def own_run(s: State, t: Tables, p: int) -> tuple[int, int, int]:
    """Return value and last kilometre card of the own run, both in km, and the number of rest cards at its end."""
    _, value, last, rests = run_end(s.run[p], s.run_size[p], t.km)
    return value, last, rests


@kernel
def count_climbing(s: State, t: Tables, p: int, last: int) -> int:
    """Return the number of different kilometre cards in the hand that beat `last` km."""
    n = 0
    for kind in range(KM_KINDS):
        if s.hand[p, kind] > 0 and t.km[kind] > last:
            n += 1
    return n


@kernel
def open_to(s: State, t: Tables, player: int) -> int:
    """Return the number of different cards in the hand that would still climb (`open` in the rulebook)."""
    _, last, _ = own_run(s, t, player)
    return count_climbing(s, t, player, last)


@kernel
def step_up(s: State, t: Tables, p: int, last: int, cards: int) -> int:
    """Return the lowest of the `cards` highest cards in the hand that beat `last` km, or NONE."""
    found = NONE
    for k in range(KM_KINDS):
        kind = KM_KINDS - 1 - k
        if cards > 0 and s.hand[p, kind] > 0 and t.km[kind] > last:
            found = kind
            cards -= 1
    return found


@kernel
def lowest_km(s: State, p: int) -> int:
    """Return the lowest kilometre card of the hand, or NONE."""
    for kind in range(KM_KINDS):
        if s.hand[p, kind] > 0:
            return kind
    return NONE


@kernel
def highest_km(s: State, p: int) -> int:
    """Return the highest kilometre card of the hand, or NONE."""
    for k in range(KM_KINDS):
        if s.hand[p, KM_KINDS - 1 - k] > 0:
            return KM_KINDS - 1 - k
    return NONE


@kernel
def rounds_left(s: State, t: Tables, pace: int) -> int:
    """Return the number of rounds left in the stage, with this one, if each counter card adds `pace` km."""
    return int(1 + max(0, t.limit - 1 - s.counter) // (t.players * pace))


# The run


@kernel
def lay_on_run(s: State, t: Tables, p: int, cards: int, first: int) -> int:
    """Return the run action if about `cards` more cards follow: climb, else rest, else break as cheaply as possible.

    `first` is the lowest legal action, returned if the hand has nothing better.
    """
    _, last, rests = own_run(s, t, p)
    kind = step_up(s, t, p, last, cards)
    if kind != NONE:
        return RUN + kind
    if s.hand[p, REST] > 0 and rests == 0:
        return RUN + REST
    kind = step_up(s, t, p, 0, cards)
    return RUN + kind if kind != NONE else first


# The counter


@kernel
def hold_back(s: State, p: int, first: int) -> int:
    """Return the counter action that prolongs the stage: lost freight, a spare rest, the lowest card, else `first`."""
    if s.hand[p, FREIGHT] > 0:
        return COUNTER + FREIGHT
    if s.hand[p, REST] > 1:
        return COUNTER + REST
    kind = lowest_km(s, p)
    return COUNTER + kind if kind != NONE else first


@kernel
def push_on(s: State, p: int, first: int) -> int:
    """Return the counter action that ends the stage soonest, the highest kilometre card; else `first`."""
    kind = highest_km(s, p)
    return COUNTER + kind if kind != NONE else first


@kernel
def open_road(s: State, p: int, steps: int) -> int:
    """Return the counter action of a free road if `steps` climbing cards make use of it; or NONE."""
    if s.hand[p, REALLY_FREE] > 0 and steps >= 2:
        return COUNTER + REALLY_FREE
    if s.hand[p, FREE] > 0 and steps >= 1:
        return COUNTER + FREE
    return NONE


@kernel
def plan_counter(s: State, t: Tables, p: int, first: int) -> int:
    """Return the planner's counter action: end the stage on a good run that cannot climb, else prolong the stage."""
    value, last, _ = own_run(s, t, p)
    steps = count_climbing(s, t, p, last)
    if s.pile_size < LOW_PILE or (value >= GOOD_RUN and steps == 0):
        return push_on(s, p, first)
    road = open_road(s, p, steps)
    return road if road != NONE else hold_back(s, p, first)


# Any card at all


@kernel
def lowest(s: State, p: int) -> int:
    """Return the first kind of card in a hand, which must not be empty."""
    kind = 0
    while s.hand[p, kind] == 0:
        kind += 1
    return kind


@kernel
def any_held(s: State, p: int, cards: int, rng: np.random.Generator) -> int:
    """Return the kind of a random card of a hand of `cards` cards, every card equally likely."""
    r = int(rng.random() * cards)
    kind = 0
    while r >= s.hand[p, kind]:
        r -= s.hand[p, kind]
        kind += 1
    return kind


# The strategies


@kernel
def planner(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Plans the run for a long stage and holds the counter back until the hand climbs no more."""
    if s.phase != Phase.COUNTER:
        return lay_on_run(s, t, p, rounds_left(s, t, SLOW_PACE), actions[0])
    return plan_counter(s, t, p, actions[0])


@kernel
def restless(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Plans like the planner, but in half of its decisions wants a good run home before the others' is better."""
    if rng.random() >= RESTLESS:
        return planner(s, t, p, actions, n, rng)
    if s.phase != Phase.COUNTER:
        return lay_on_run(s, t, p, rounds_left(s, t, BRISK_PACE), actions[0])
    value, _, _ = own_run(s, t, p)
    return push_on(s, p, actions[0]) if value >= GOOD_RUN else hold_back(s, p, actions[0])


@kernel
def climber(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Climbs in the smallest steps and always holds the counter back."""
    if s.phase != Phase.COUNTER:
        return lay_on_run(s, t, p, KM_KINDS, actions[0])
    return hold_back(s, p, actions[0])


@kernel
def greedy(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Lays the highest card that climbs; gives the counter its lowest card."""
    if s.phase != Phase.COUNTER:
        return lay_on_run(s, t, p, 1, actions[0])
    kind = lowest_km(s, p)
    return COUNTER + kind if kind != NONE else actions[0]


@kernel
def spoiler(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Builds a good run quickly, then ends the stage over the others’ heads."""
    if s.phase != Phase.COUNTER:
        return lay_on_run(s, t, p, rounds_left(s, t, FAST_PACE), actions[0])
    value, _, _ = own_run(s, t, p)
    if value >= GOOD_RUN:
        return push_on(s, p, actions[0])
    return hold_back(s, p, actions[0])


# Plans: one strategy with three numbers to set


@kernel
def lowest_between(s: State, t: Tables, p: int, low: int, high: int) -> int:
    """Return the lowest kilometre card of the hand that is worth `low` to `high` km, or NONE."""
    for kind in range(KM_KINDS):
        if s.hand[p, kind] > 0 and low <= t.km[kind] <= high:
            return kind
    return NONE


@kernel
def play_plan(plan: int, s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Play by three numbers in km: least first card of a run, greatest step, and run value from which the stage ends.

    `plan` holds them as groups of three digits, so that a compiled loop can take it in place of a strategy's number.
    The lesson “Write a strategy” has the same plan in plain Python.
    """
    first, step, enough = plan // 1_000_000, plan // 1_000 % 1_000, plan % 1_000
    cheapest = lowest_km(s, p)
    if cheapest == NONE:
        return int(actions[0])
    value, last, rests = own_run(s, t, p)
    if s.phase == Phase.COUNTER:
        return COUNTER + (highest_km(s, p) if value >= enough else cheapest)
    if last == 0:
        kind = lowest_between(s, t, p, first, LONGEST)
    else:
        kind = lowest_between(s, t, p, last + SHORTEST, last + step)
        if kind == NONE and s.hand[p, REST] > 0 and rests == 0:
            return RUN + REST
    if kind == NONE:
        kind = lowest_between(s, t, p, last + SHORTEST, LONGEST)
    return RUN + (kind if kind != NONE else cheapest)


def make_plan(name: str, first: int, step: int, enough: int) -> Strategy:
    """Return the strategy that plays by three numbers; see `play_plan`.

    Parameters
    ----------
    name
        What the strategy is called in results.
    first
        A run begins with a card of at least so many kilometres, 0 to 999.
    step
        It then climbs by at most so many kilometres at once, 0 to 999.
    enough
        As soon as the run is worth so many kilometres, 0 to 999, the highest card goes on the counter; before that the
        lowest.

    Returns
    -------
    Strategy
        A strategy that runs as machine code, whatever its numbers, in loops that are compiled once.
    """
    plan = (first * 1_000 + step) * 1_000 + enough
    return Strategy(name, name, "", partial(play_plan, plan), plan=plan)


PLAN: Final = play_plan
"""The strategy compiled into every loop behind its last one; see `Strategy.plan`."""


def _strategy(choose: Choose, title: str) -> Strategy:
    return Strategy(choose.__name__, title, (choose.__doc__ or "").strip(), choose)


@kernel
def any_card(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Play a random card of the hand, every card equally likely: the cards played are a random sample of the deck."""
    first = actions[0] - actions[0] % KINDS
    return int(first + any_held(s, p, s.hand_size[p], rng))


STRATEGIES: tuple[Strategy, ...] = (
    _strategy(planner, "Planner"),
    _strategy(climber, "Safe climber"),
    _strategy(greedy, "Greedy"),
    _strategy(spoiler, "Spoiler"),
    Strategy("any-card", "Any card", "Lays any card of the hand, every single card equally likely.", any_card),
)

PLAYOUT: Final = _strategy(restless, "Restless planner")
"""Strategy of the coach's playouts. Its stages end sooner than a planner's, as those of opponents who look ahead do."""
