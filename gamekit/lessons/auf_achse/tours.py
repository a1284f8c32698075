"""Lesson 5 of Auf Achse: the best order to fetch and deliver several contracts – exactly, and by rules of thumb.

A stop is (contract, 0) for loading and (contract, 1) for delivering; lengths are steps on the map of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np

from gamekit.errors import OptionError
from gamekit.lessons.auf_achse.travel import board, city, named
from gamekit.words import _

MOST: Final = 6
Stop = tuple[int, int]
Tour = tuple[Stop, ...]


@dataclass(frozen=True)
class Errand:
    """Contracts by their numbers, where the truck stands, and how many goods it carries."""

    contracts: tuple[int, ...]
    start: str
    capacity: int = 6

    def place(self, stop: Stop) -> int:
        """The city of a stop."""
        t = board().tables
        return int(t.origin[stop[0]] if stop[1] == 0 else t.target[stop[0]])

    def goods(self, contract: int) -> int:
        """The goods of a contract."""
        return int(board().tables.goods[contract])

    def stops(self) -> list[Stop]:
        """All stops."""
        return [(contract, kind) for contract in self.contracts for kind in (0, 1)]

    def length(self, tour: Sequence[Stop]) -> int:
        """The steps of a tour."""
        at, steps = city(self.start), 0
        for stop in tour:
            steps += distance(at, self.place(stop))
            at = self.place(stop)
        return steps

    def fits(self, tour: Sequence[Stop]) -> bool:
        """AA-16 to AA-18: everything is loaded before it is delivered, and the truck is never too full."""
        on_board, seen = 0, set()
        for contract, kind in tour:
            if kind == 1 and (contract, 0) not in seen:
                return False
            on_board += self.goods(contract) * (1 if kind == 0 else -1)
            if on_board > self.capacity:
                return False
            seen.add((contract, kind))
        return len(seen) == 2 * len(self.contracts) == len(tour)

    def told(self, tour: Sequence[Stop]) -> list[tuple[str, str, int]]:
        """A tour in words: city, what is done there, goods on board behind it."""
        on_board, rows = 0, []
        for contract, kind in tour:
            on_board += self.goods(contract) * (1 if kind == 0 else -1)
            other = named(self.place((contract, 1 - kind)))
            done = _("load for {city}") if kind == 0 else _("deliver from {city}")
            rows.append((named(self.place((contract, kind))), done.format(city=other), on_board))
        return rows


def distance(a: int, b: int) -> int:
    """Steps from space to space."""
    return int(board().tables.distance[a, b])


def brute_force(errand: Errand) -> Tour:
    """Every order of all stops is tried: simple, and soon hopeless."""
    tours = (tour for tour in permutations(errand.stops()) if errand.fits(tour))
    return min(tours, key=errand.length)


def best(errand: Errand) -> Tour:
    """The best tour by dynamic programming: what is done and where one stands is all that matters.

    Raises `OptionError` for more contracts than it can do in a moment.
    """
    if len(errand.contracts) > MOST:
        raise OptionError(f"At most {MOST} contracts can be planned exactly here.")

    @cache
    def rest(at: int, open_stops: frozenset[Stop], room: int) -> tuple[int, Tour]:
        if not open_stops:
            return 0, ()
        found: list[tuple[int, Tour]] = []
        for stop in sorted(open_stops):
            contract, kind = stop
            if kind == 1 and (contract, 0) in open_stops:
                continue
            left = room + errand.goods(contract) * (1 if kind == 1 else -1)
            if left < 0:
                continue
            steps, tour = rest(errand.place(stop), open_stops - {stop}, left)
            found.append((steps + distance(at, errand.place(stop)), (stop, *tour)))
        return min(found)

    return rest(city(errand.start), frozenset(errand.stops()), errand.capacity)[1]


def one_by_one(errand: Errand) -> Tour:
    """Fetch and deliver contract by contract, in the order given."""
    return tuple((contract, kind) for contract in errand.contracts for kind in (0, 1))


def nearest(errand: Errand) -> Tour:
    """Always drive to the nearest stop at which something can be done."""
    at, room, tour = city(errand.start), errand.capacity, list[Stop]()
    while len(tour) < 2 * len(errand.contracts):
        stop = min(possible(errand, tour, room), key=lambda one: (distance(at, errand.place(one)), one))
        room += errand.goods(stop[0]) * (1 if stop[1] == 1 else -1)
        at = errand.place(stop)
        tour.append(stop)
    return tuple(tour)


def possible(errand: Errand, tour: Sequence[Stop], room: int) -> Iterator[Stop]:
    """The stops at which something can be done next."""
    for contract in errand.contracts:
        if (contract, 0) not in tour:
            if errand.goods(contract) <= room:
                yield contract, 0
        elif (contract, 1) not in tour:
            yield contract, 1


def insertion(errand: Errand) -> Tour:
    """Put one contract after another where it lengthens the tour least."""
    tour: Tour = ()
    for i, contract in enumerate(errand.contracts):
        part = Errand(errand.contracts[: i + 1], errand.start, errand.capacity)
        tried = [
            with_both
            for a in range(len(tour) + 1)
            for b in range(a, len(tour) + 1)
            if part.fits(with_both := (*tour[:a], (contract, 0), *tour[a:b], (contract, 1), *tour[b:]))
        ]
        tour = min(tried, key=part.length)
    return tour


WAYS: Final[dict[str, Callable[[Errand], Tour]]] = {
    "one_by_one": one_by_one,
    "nearest": nearest,
    "insertion": insertion,
    "best": best,
}


def random_errand(contracts: int, capacity: int, rng: np.random.Generator) -> Errand:
    """Random contracts of the box that fit the truck, and a random city to start in."""
    t = board().tables
    fitting = [c for c in range(t.contracts) if t.goods[c] <= capacity]
    chosen = tuple(int(c) for c in rng.choice(fitting, contracts, replace=False))
    return Errand(chosen, named(int(rng.integers(t.cities))), capacity)


def inserted(errand: Errand, contract: int) -> int:
    """How many steps longer the best tour gets with one contract more."""
    more = Errand((*errand.contracts, contract), errand.start, errand.capacity)
    return more.length(best(more)) - errand.length(best(errand))
