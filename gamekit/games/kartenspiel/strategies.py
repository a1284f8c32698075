"""Auf Achse – Das Kartenspiel: strategies as kernels. They use only what their player knows."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from gamekit.compiling import kernel
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
from gamekit.record import Ints
from gamekit.strategy import Choose, Strategy

NONE: Final = -1
SLOW_PACE: Final = 16
"""Kilometres that a counter card adds on average where everybody holds back."""
FAST_PACE: Final = 35
"""The same where somebody pushes on."""
GOOD_RUN: Final = 200
"""From how many kilometres on a run is worth defending."""
LOW_PILE: Final = 20
"""With fewer cards than this in the draw pile there is little left to wait for."""
AHEAD: Final = 6
"""How many own decisions the coach thinks ahead: most of all, which card will go on the counter after this one."""
RESTLESS: Final = 0.5
"""In how many of its decisions a restless planner does not wait for what else the hand could climb."""
BRISK_PACE: Final = 24
"""What it then takes a counter card to add on average, in kilometres."""
SHORTEST: Final = 10
"""The lowest kilometre card."""
LONGEST: Final = 120
"""The highest kilometre card."""
SWING: Final = 10
"""By so many kilometres one wins as easily as one loses: the coach counts how far ahead one is, not wins alone."""


# What a player sees of the own run and hand


@kernel
def own_run(s: State, t: Tables, p: int) -> tuple[int, int, int]:
    """Value of the own run, its last kilometre card, and the rest cards at its end."""
    _, value, last, rests = run_end(s.run[p], s.run_size[p], t.km)
    return value, last, rests


@kernel
def count_climbing(s: State, t: Tables, p: int, last: int) -> int:
    """How many different cards of the hand beat `last`."""
    n = 0
    for kind in range(KM_KINDS):
        if s.hand[p, kind] > 0 and t.km[kind] > last:
            n += 1
    return n


@kernel
def open_to(s: State, t: Tables, player: int) -> int:
    """What a player keeps open: how many different cards of the hand would still climb (`open` of the rulebook)."""
    _, last, _ = own_run(s, t, player)
    return count_climbing(s, t, player, last)


@kernel
def step_up(s: State, t: Tables, p: int, last: int, cards: int) -> int:
    """The card to lay now if `cards` more can be laid: the lowest of so many highest that beat `last`; or NONE."""
    found = NONE
    for k in range(KM_KINDS):
        kind = KM_KINDS - 1 - k
        if cards > 0 and s.hand[p, kind] > 0 and t.km[kind] > last:
            found = kind
            cards -= 1
    return found


@kernel
def lowest_km(s: State, p: int) -> int:
    """The lowest kilometre card of the hand, or NONE."""
    for kind in range(KM_KINDS):
        if s.hand[p, kind] > 0:
            return kind
    return NONE


@kernel
def highest_km(s: State, p: int) -> int:
    """The highest kilometre card of the hand, or NONE."""
    for k in range(KM_KINDS):
        if s.hand[p, KM_KINDS - 1 - k] > 0:
            return KM_KINDS - 1 - k
    return NONE


@kernel
def rounds_left(s: State, t: Tables, pace: int) -> int:
    """How many rounds the stage will last, this one included, if each counter card adds `pace` kilometres."""
    return int(1 + max(0, t.limit - 1 - s.counter) // (t.players * pace))


# The run


@kernel
def lay_on_run(s: State, t: Tables, p: int, cards: int, first: int) -> int:
    """The card for the run if about `cards` more can be laid: climb, else rest, else break as cheaply as can be.

    `first` is the lowest legal action: what is left when the hand has nothing better.
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
    """The counter card that keeps the stage going: lost freight, a spare rest, else the lowest card."""
    if s.hand[p, FREIGHT] > 0:
        return COUNTER + FREIGHT
    if s.hand[p, REST] > 1:
        return COUNTER + REST
    kind = lowest_km(s, p)
    return COUNTER + kind if kind != NONE else first


@kernel
def push_on(s: State, p: int, first: int) -> int:
    """The counter card that ends the stage soonest: the highest."""
    kind = highest_km(s, p)
    return COUNTER + kind if kind != NONE else first


@kernel
def open_road(s: State, p: int, steps: int) -> int:
    """The counter card that lets everybody lay more, if `steps` cards of the own hand climb; or NONE."""
    if s.hand[p, REALLY_FREE] > 0 and steps >= 2:
        return COUNTER + REALLY_FREE
    if s.hand[p, FREE] > 0 and steps >= 1:
        return COUNTER + FREE
    return NONE


@kernel
def plan_counter(s: State, t: Tables, p: int, first: int) -> int:
    """Hold the counter back until the hand climbs no more on a good run; then end the stage."""
    value, last, _ = own_run(s, t, p)
    steps = count_climbing(s, t, p, last)
    if s.pile_size < LOW_PILE or (value >= GOOD_RUN and steps == 0):
        return push_on(s, p, first)
    road = open_road(s, p, steps)
    return road if road != NONE else hold_back(s, p, first)


# Any card at all


@kernel
def lowest(s: State, p: int) -> int:
    """The first kind of card in a hand that is not empty."""
    kind = 0
    while s.hand[p, kind] == 0:
        kind += 1
    return kind


@kernel
def any_held(s: State, p: int, cards: int, rng: np.random.Generator) -> int:
    """A kind of card of a hand of so many cards, every single card equally likely."""
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
    """Play by three numbers: with how many km a run begins, by how many it climbs, from how many the stage ends.

    `plan` holds them in groups of three digits, so that a compiled loop takes them where it takes the number of a
    strategy. The lesson “Write a strategy” has the same plan in plain Python.
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
"""What every loop has behind its last strategy; see `Strategy.plan`."""


def _strategy(choose: Choose, title: str) -> Strategy:
    return Strategy(choose.__name__, title, (choose.__doc__ or "").strip(), choose)


@kernel
def any_card(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Lays any card of the hand, every single card equally likely: what it lays is a random sample of the deck."""
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
"""How the coach plays on: whoever looks ahead ends a stage sooner than a planner, who is the better player."""
