"""Lesson 3 of Auf Achse: how many turns a journey takes – a Markov decision process on the map, solved and driven.

Where a roll may lead is asked of the rules of the game; nothing about roads is written here a second time.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError
from gamekit.game import Game, load
from gamekit.games.auf_achse.names import (
    BY_POINTS,
    DICE,
    LOADED,
    NOWHERE,
    PHASE_DRIVE,
    UNSEEN,
)
from gamekit.games.auf_achse.roads import explore
from gamekit.kernel import compiled

NAME: Final = "auf_achse"
FAR: Final = 1e9
SMALL: Final = 1e-13
MOST_SWEEPS: Final = 20_000
MOST_TURNS: Final = 400
ANY_SIX: Final = "any"
SIX_SIX: Final = "six"
START: Final = "Hamburg"
GOAL: Final = "München"
"""The journey of the lesson."""

Values = NDArray[np.float64]
Plan = NDArray[np.int64]


@lru_cache(maxsize=1)
def board() -> Game:
    """The game whose map is driven on."""
    return load(NAME, 2)


def city(name: str) -> int:
    """The number of a city. Raises `OptionError` naming what there is."""
    cities = list(board().box.map.cities)
    if name not in cities:
        raise OptionError(f"There is no city {name!r}. The cities are: {', '.join(cities)}.")
    return cities.index(name)


def cities() -> list[str]:
    """All cities."""
    return list(board().box.map.cities)


@dataclass(frozen=True)
class Journey:
    """A journey to a city. `deliver` says whether points may be left over there, `six` what a 6 may do."""

    goal: str
    deliver: bool = True
    six: str = ANY_SIX
    roadworks: int = NOWHERE

    def ends(self, space: int, points: int) -> list[int]:
        """Where a roll may lead from a space, by the rules."""
        return list(_ends(self, space)[points - 1])


def journey(goal: str, exact: bool, six: str = ANY_SIX) -> Journey:
    """A journey with a delivery waiting at its end, or to reach the city exactly."""
    return Journey(goal, deliver=not exact, six=six)


@lru_cache(maxsize=4096)
def _ends(journey: Journey, space: int) -> tuple[tuple[int, ...], ...]:
    """For each of the six sides of the die, the spaces where a lone truck may end its move."""
    game = board()
    t = game.tables.copy()
    s: Any = game.start()
    goal = city(journey.goal)
    s.where[:] = UNSEEN
    if journey.deliver:
        t.target[0] = goal
        s.where[0] = LOADED
    s.phase, s.manner = PHASE_DRIVE, BY_POINTS
    s.roadworks = journey.roadworks
    s.truck[:2] = NOWHERE
    s.truck[0] = space
    find = compiled(explore)
    sides = []
    for points in range(1, DICE + 1):
        s.points = points
        s.free = int(points == DICE and journey.six == ANY_SIX)
        find(s, t)
        sides.append(tuple(int(space) for space in np.flatnonzero(s.reach)))
    return tuple(sides)


def ends(space: int, points: int, deliver: str = "") -> list[int]:
    """Where a lone truck may end, by the rules; with goods for a city on board, or without."""
    trip = Journey(deliver, deliver=True) if deliver else Journey(cities()[0], deliver=False)
    return trip.ends(space, points)


@dataclass(frozen=True)
class Solved:
    """The expected turns from every space, and where each roll is best used."""

    journey: Journey
    turns: Values
    plan: Plan
    """`plan[space, side]`: the end to choose; side 0 is a 1."""

    def from_city(self, name: str) -> float:
        """Expected turns from a city."""
        return float(self.turns[city(name)])


@lru_cache(maxsize=64)
def solve(journey: Journey) -> Solved:
    """The best way to drive: value iteration until nothing changes any more.

    A turn costs 1; after it the expected turns from where the roll is best used come on top.
    """
    table, goal = _table(journey), city(journey.goal)
    turns = np.zeros(len(table) + 1)
    turns[-1] = FAR
    for _sweep in range(MOST_SWEEPS):
        better = np.append(1 + turns[table].min(axis=2).mean(axis=1), FAR)
        better[goal] = 0
        change = float(np.abs(better - turns).max())
        turns = better
        if change < SMALL:
            break
    best = turns[table].argmin(axis=2)
    plan = np.take_along_axis(table, best[:, :, None], axis=2)[:, :, 0]
    return Solved(journey, turns[:-1], plan.astype(np.int64))


def _table(journey: Journey) -> NDArray[np.int64]:
    """`table[space, side, i]`: the ends of every roll, filled up with a place behind the last space."""
    spaces = int(board().tables.spaces)
    every = [_ends(journey, space) for space in range(spaces)]
    longest = max(len(ends) for sides in every for ends in sides)
    table = np.full((spaces, DICE, longest), spaces, np.int64)
    for space, sides in enumerate(every):
        for side, ends in enumerate(sides):
            table[space, side, : len(ends)] = ends
    return table


@lru_cache(maxsize=64)
def straight(journey: Journey) -> Solved:
    """The plan of a driver who always ends as near to the goal as possible, and what it costs."""
    distance = board().tables.distance[:, city(journey.goal)]
    table = _table(journey)
    steps = np.append(distance[: len(table)], np.iinfo(np.int32).max)
    plan = np.take_along_axis(table, steps[table].argmin(axis=2)[:, :, None], axis=2)[:, :, 0].astype(np.int64)
    return Solved(journey, cost(plan, city(journey.goal)), plan)


def cost(plan: Plan, goal: int) -> Values:
    """The expected turns of a fixed plan: a system of linear equations, one for each space."""
    spaces = len(plan)
    chance = np.zeros((spaces, spaces))
    for side in range(DICE):
        np.add.at(chance, (np.arange(spaces), plan[:, side]), 1 / DICE)
    chance[goal] = 0
    ones = np.ones(spaces)
    ones[goal] = 0
    return np.linalg.solve(np.eye(spaces) - chance, ones).astype(np.float64)


def drive(solved: Solved, start: int, trips: int, seed: int) -> NDArray[np.int64]:
    """Drive so many trips with the die, all by the plan; the turns each of them took."""
    rng = np.random.default_rng(seed)
    goal = city(solved.journey.goal)
    at = np.full(trips, start)
    turns = np.zeros(trips, np.int64)
    for _turn in range(MOST_TURNS):
        under_way = at != goal
        if not under_way.any():
            break
        sides = rng.integers(0, DICE, trips)
        at = np.where(under_way, solved.plan[at, sides], at)
        turns += under_way
    return turns


def likely(solved: Solved, start: int, most: int) -> list[float]:
    """The exact chance to arrive in exactly 0, 1, … `most` turns."""
    spaces, goal = len(solved.plan), city(solved.journey.goal)
    now = np.zeros(spaces)
    now[start] = 1
    arrived = [float(now[goal])]
    for _turn in range(most):
        now[goal] = 0
        then = np.zeros(spaces)
        for side in range(DICE):
            np.add.at(then, solved.plan[:, side], now / DICE)
        now = then
        arrived.append(float(now[goal]))
    return arrived


def on_a_road(spaces: int) -> Fraction:
    """Expected turns over so many spaces of a straight road, where points may be left over at its end.

    >>> on_a_road(1), on_a_road(2), on_a_road(7)
    (Fraction(1, 1), Fraction(7, 6), Fraction(117649, 46656))
    """
    found = [Fraction(0)]
    for n in range(1, spaces + 1):
        found.append(1 + sum((found[max(n - side, 0)] for side in range(1, DICE + 1)), Fraction(0)) / DICE)
    return found[spaces]


def steps(start: str, goal: str) -> int:
    """The shortest way between two cities in steps."""
    return int(board().tables.distance[city(start), city(goal)])


def named(space: int) -> str:
    """A space as the rulebook calls it."""
    words: Any = board().rulebook.words
    return str(words["space"][space])
