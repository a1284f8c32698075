"""Placement of node names on a drawn graph, so that they cover few other names, nodes and lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Side = tuple[int, int]

SIDES: Final[tuple[Side, ...]] = ((1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1))
"""Positions of a name beside its node as (right, up), the best first."""
ON_NAME: Final = 60.0
ON_NODE: Final = 9.0
ON_LINE: Final = 1.0
STEP: Final = 4.0
PASSES: Final = 3


def find_freest_sides(
    names: Mapping[Any, str],
    places: Mapping[Any, Point],
    lines: Iterable[tuple[Any, Any]],
    *,
    letter: float,
    height: float,
    gap: float,
) -> dict[Any, Side]:
    """Return for each named node the side where its name covers least; lengths are in the units of `places`.

    >>> find_freest_sides({0: "here"}, {0: (0, 0), 1: (90, 0)}, [(0, 1)], letter=6, height=11, gap=5)
    {0: (-1, 0)}
    """
    road = [at for a, b in lines for at in spread_points(places[a], places[b])]
    chosen = dict.fromkeys(names, SIDES[0])

    def box(node: Any, side: Side) -> Box:
        (x, y), wide = places[node], letter * len(names[node])
        left = x + gap * side[0] - wide * (1 - side[0]) / 2
        low = y + gap * side[1] - height * (1 - side[1]) / 2
        return left, low, left + wide, low + height

    def cost(node: Any, side: Side) -> float:
        own = box(node, side)
        others = sum(overlap(own, box(other, chosen[other])) for other in names if other != node)
        nodes = sum(holds(own, place) for other, place in places.items() if other != node)
        return ON_NAME * others + ON_NODE * nodes + ON_LINE * sum(holds(own, at) for at in road)

    for _again in range(PASSES):
        for node in names:
            chosen[node] = min(SIDES, key=lambda side, node=node: cost(node, side))  # type: ignore[misc]
    return chosen


def spread_points(start: Point, end: Point) -> Sequence[Point]:
    """Return points of a straight line, about `STEP` apart, without its ends."""
    steps = max(1, round(math.dist(start, end) / STEP))
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + dx * k / steps, y + dy * k / steps) for k in range(1, steps)]


def holds(box: Box, at: Point) -> bool:
    """Return whether a point lies in a box (left, low, right, high)."""
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
