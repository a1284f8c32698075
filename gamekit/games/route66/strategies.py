# ruff: noqa: F405
"""Route 66: strategies as kernels.

Each weighs the effect of a speed card on its own car against the effect on others. They differ in the speeds they
prefer, in the weight of harm, and in whether they lay a state card or draw first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Strategy
from gamekit.games.route66.moves import *  # noqa: F403  cards and the names of state.py

RISK: Final = 2.0
"""Loss of value of a speed above the limit, in spaces a turn."""
SLOW: Final = 3.0
"""Value of one space a turn to a crawler on the way home; n spaces a turn are worth SLOW / n."""
STANDING: Final = 1.0
"""Value of standing still to a crawler on the way home: it brings no card, but uses up no road."""
CARD: Final = 2.0
"""Value of a collected card that is fined, in spaces a turn."""
HASTE: Final = 0
"""Way of driving: fast out and fast home."""
CRAWL: Final = 1
"""Way of driving: fast out, one space a turn home."""
STROLL: Final = 2
"""Way of driving: at most 4 spaces a turn out, two spaces a turn home."""
OUT: Final = 4
"""Spaces a turn beyond which a stroller gains nothing on the way out."""
BACK: Final = 2
"""Spaces a turn that a stroller prefers on the way home."""
ABOVE_ALL: Final = 100.0
"""Value of an action that comes before all others."""
HARM: Final = 0.5
"""Weight of the harm to others in a collector's choice, where its own benefit has weight 1."""
SWING: Final = 3
"""Scale of the coach's score in cards: a lead of this size counts 3/4, level 1/2, a deficit of this size 1/4."""


@kernel
def rate_speed(t: Tables, turned: int, mph: int, way: int) -> float:
    """Return the value of a speed in spaces a turn, for a car out or home driven in the way HASTE, CRAWL or STROLL."""
    spaces = mph // MPH_A_SPACE
    risk = RISK if mph > t.limit else 0.0
    if turned == 0:
        return (min(spaces, OUT) if way == STROLL else spaces) - risk
    if way == STROLL:
        return SLOW - abs(spaces - BACK) - risk
    if way == HASTE:
        return spaces - risk
    return STANDING if spaces == 0 else SLOW / spaces - risk


@kernel
def rating_change(s: State, t: Tables, kind: int, p: int, way: int) -> float:
    """Return the change of `rate_speed` that a speed card brings a player's car, minus the cost of a patrol."""
    if is_home(s, p):
        return 0.0
    now = rate_speed(t, s.turned[p], s.speed[p], way)
    after = speed_after(s, t, kind, p)
    if t.patrol[kind] == 1 and after > t.limit:
        return rate_speed(t, s.turned[p], 0, way) - now - cost_of_patrol(s, t, p, way)
    return rate_speed(t, s.turned[p], after, way) - now


@kernel
def cost_of_patrol(s: State, t: Tables, p: int, way: int) -> float:
    """Return the cost of being caught apart from the speed: road lost, or on the way home a card and road not used."""
    if s.place[p] == CHICAGO:
        return 0.0
    road = float(s.place[p] - t.border[s.place[p]])
    if s.turned[p] == 0:
        return road
    return (CARD if s.score[p] > 0 else 0.0) + (-road if way == HASTE else road / SLOW)


@kernel
def value(s: State, t: Tables, p: int, action: int, own: float, harm: float, way: int) -> float:
    """Return the value of an action to a strategy: lay doubles first, lay before drawing, draw before ending the turn.

    A stroller draws first of all. Speed cards are valued by `worth_of`; at home, those that only help others lose to
    KEEP.
    """
    if s.phase != Phase.SPEED:
        if LAY <= action < DRAW:
            return float(s.hand[p, action - LAY])
        if action == DRAW and way == STROLL:
            return ABOVE_ALL
        return -1.0 if action in (PASS, STOP) else 0.0
    if action in (SWAP, KEEP):
        return 1.0 if action == SWAP else 0.0
    return worth_of(s, t, p, (action - PLAY) // MAX_PLAYERS, (action - PLAY) % MAX_PLAYERS, own, harm, way)


@kernel
def worth_of(s: State, t: Tables, p: int, kind: int, target: int, own: float, harm: float, way: int) -> float:
    """Return the value of playing a speed card on a speedometer; a racer assumes that the others crawl home."""
    if target == p:
        return own * rating_change(s, t, kind, p, way)
    return -harm * rating_change(s, t, kind, target, CRAWL if way == HASTE else way)


@kernel
def best(
    s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator, own: float, harm: float, way: int
) -> int:
    """Return the action of greatest value, ties broken at random."""
    chosen = actions[0]
    highest = value(s, t, p, chosen, own, harm, way)
    equal = 1
    for i in range(1, n):
        worth = value(s, t, p, actions[i], own, harm, way)
        if worth > highest:
            equal = 0
        if worth >= highest:
            equal += 1
            if equal == 1 or rng.random() * equal < 1:
                chosen = actions[i]
            highest = worth
    return int(chosen)


@kernel
def racer(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Drive fast out and home, and play cards that would slow it down on others with little regard to harm."""
    return best(s, t, player, actions, n, rng, 1.0, 0.05, HASTE)


@kernel
def collector(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Drive fast out and one space a turn home; use other cards to slow others out and hurry them home."""
    return best(s, t, player, actions, n, rng, 1.0, HARM, CRAWL)


@kernel
def saboteur(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Play each card where it harms others most; its own car counts 0.3."""
    return best(s, t, player, actions, n, rng, 0.3, 1.0, CRAWL)


@kernel
def stroller(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Draw before laying, drive out at leisure and home two spaces a turn."""
    return best(s, t, player, actions, n, rng, 1.0, HARM, STROLL)


STRATEGIES: tuple[Strategy, ...] = (
    Strategy("stroller", "Stroller", "Draws before it lays, drives out at ease and home two spaces a turn.", stroller),
    Strategy(
        "collector", "Collector", "Races out, then crawls home one space a turn and hurries the others on.", collector
    ),
    Strategy("racer", "Racer", "Drives as fast as it can, out and home, and risks no patrol.", racer),
    Strategy(
        "saboteur", "Saboteur", "Plays each speed card where it hurts others most; its own car comes second.", saboteur
    ),
)
