# ruff: noqa: F405
"""Route 66: strategies as kernels. They use only what their player knows.

All weigh what a speed card does to their own car against what it does to the others; they differ in which speeds they
like, in how much they care for harming others, and in whether they lay a state card or draw one.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.compiling import kernel
from gamekit.games.route66.moves import *  # noqa: F403  cards and the names of state.py
from gamekit.record import Ints
from gamekit.strategy import Strategy

RISK: Final = 2.0
"""What driving above the limit is worth less, in spaces a turn."""
SLOW: Final = 3.0
"""How good one space a turn is for a collector on the way home; faster is worth the less the faster."""
STANDING: Final = 1.0
"""How good standing still is for a collector: it brings nothing, but uses up no road either."""
CARD: Final = 2.0
"""What the fine of a card is worth, in the same measure."""
HASTE: Final = 0
"""How somebody likes to drive: fast out and fast home."""
CRAWL: Final = 1
"""Fast out, one space a turn home."""
STROLL: Final = 2
"""Out no faster than need be, home two spaces a turn."""
OUT: Final = 4
"""Spaces a turn beyond which a car that strolls gains nothing on the way out."""
BACK: Final = 2
"""Spaces a turn it likes best on the way home."""
ABOVE_ALL: Final = 100.0
"""What to do before anything else."""
HARM: Final = 0.5
"""What a collector thinks that harming others is worth, where the good of the own car is worth 1."""
SWING: Final = 3
"""By so many cards one wins as easily as one loses: the coach counts how far ahead one is, not wins alone."""


@kernel
def rate_speed(t: Tables, turned: int, mph: int, way: int) -> float:
    """How good a speed is for a car, out or home, if it is driven in this `way`: HASTE, CRAWL or STROLL."""
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
def change_for(s: State, t: Tables, kind: int, p: int, way: int) -> float:
    """How much better or worse a speed card makes things for a player's car; nothing for a car at home."""
    if is_home(s, p):
        return 0.0
    now = rate_speed(t, s.turned[p], s.speed[p], way)
    after = speed_after(s, t, kind, p)
    if t.patrol[kind] == 1 and after > t.limit:
        return rate_speed(t, s.turned[p], 0, way) - now - cost_of_patrol(s, t, p, way)
    return rate_speed(t, s.turned[p], after, way) - now


@kernel
def cost_of_patrol(s: State, t: Tables, p: int, way: int) -> float:
    """What being caught costs beside the speed: the way back, or on the way home a card and road not used."""
    if s.place[p] == CHICAGO:
        return 0.0
    road = float(s.place[p] - t.border[s.place[p]])
    if s.turned[p] == 0:
        return road
    return (CARD if s.score[p] > 0 else 0.0) + (-road if way == HASTE else road / SLOW)


@kernel
def value(s: State, t: Tables, p: int, action: int, own: float, harm: float, way: int) -> float:
    """How good an action looks: lay what you hold twice, lay anything rather than draw, draw rather than end the turn,
    play the best speed card, and at home none that helps others. Who strolls draws before all.
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
    """How good it looks to play a speed card on a speedometer; who is in haste takes the others for crawlers."""
    if target == p:
        return own * change_for(s, t, kind, p, way)
    return -harm * change_for(s, t, kind, target, CRAWL if way == HASTE else way)


@kernel
def best(
    s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator, own: float, harm: float, way: int
) -> int:
    """The action of greatest value; among equally good ones each is equally likely."""
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
    """Fast out and fast home; cards that would slow it down go to others without much thought."""
    return best(s, t, player, actions, n, rng, 1.0, 0.05, HASTE)


@kernel
def collector(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Fast out, then one space at a time; what it cannot use itself slows others out and hurries them home."""
    return best(s, t, player, actions, n, rng, 1.0, HARM, CRAWL)


@kernel
def saboteur(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Plays each card where it hurts most; its own car comes second."""
    return best(s, t, player, actions, n, rng, 0.3, 1.0, CRAWL)


@kernel
def stroller(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Draws before it lays, for what fits is laid at once and the hand stays; drives out at ease, home in twos."""
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
