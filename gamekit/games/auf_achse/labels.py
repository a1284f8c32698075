"""Auf Achse: placement of the cities' names and of trucks' signs, so that they cover little of the map."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from math import hypot, inf
from typing import Final

Point = tuple[float, float]
Box = tuple[float, float, float, float]

NARROW: Final = frozenset("fijlrtI")
WIDE: Final = frozenset("mwMW")
NARROW_LETTER, LETTER_WIDTH, WIDE_LETTER = 0.36, 0.58, 0.83
"""Widths of letters in Gamekit Sans Bold, as multiples of the font size."""
FAR: Final = 19.0
OUTSIDE: Final = 400.0
ON_LABEL: Final = 40.0
ON_PANEL: Final = 200.0
NEAR_BEAD: Final = 8.0
ON_BEAD: Final = 30.0
ON_TRUCK: Final = 2.5
ON_LETTER: Final = 8.0
ON_ROAD: Final = 1.0
ON_SIGN: Final = 20.0
AT_ANOTHER: Final = 40.0
ALIKE: Final = 0.6
"""A name could be taken for another city's if that city's distance times this is less than its own city's."""
PASSES: Final = 4
SIGN: Final = (-17.0, -19.0, 34.0, 32.0)
"""Rectangle of an event space's sign: left and top from the space's middle, width, height."""
TRUCK: Final = (-33.0, -40.0, 66.0, 43.0)
"""Rectangle of a truck on a space: left and top from the space's middle, width, height."""
LETTER: Final = (-26.0, -38.0, 32.0, 32.0)
"""Rectangle of a truck's letter: left and top from the space's middle, width, height."""
ASIDE: Final = (-56.0, -44.0, -30.0, -24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0, 32.0, 40.0, 56.0)
LETTER_HEIGHTS: Final = (-56.0, -48.0, -40.0, -32.0, -24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 22.0)
PLATE_HEIGHTS: Final = (-80.0, -72.0, -64.0, -16.0, 0.0, 8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 60.0)
"""Distances by which a truck's letter and load may move from their default places."""
PLATE: Final = (-30.0, 0.0, 60.0, 31.0)
"""Rectangle of a truck's load: left and top from the space's middle, width, height."""
WAYS: Final = 4
"""Greatest number of shifts stored for a space."""
STEP: Final = 24.0
"""Least distance of two shifts of a space."""
EDGE: Final = 6.0
"""Least distance of a sign from the edge of the map."""
# Sides to try, best first: anchor, and where the text begins from the middle of the city (in FAR and in heights).
SIDES: Final = (
    ("start", 1.0, 0.36),
    ("end", -1.0, 0.36),
    ("start", 0.75, -0.45),
    ("start", 0.75, 1.15),
    ("end", -0.75, -0.45),
    ("end", -0.75, 1.15),
    ("middle", 0.0, -1.2),
    ("middle", 0.0, 1.68),
)


def text_width(name: str, size: float) -> float:
    """Return the approximate width of a bold text."""
    return size * sum(NARROW_LETTER if c in NARROW else WIDE_LETTER if c in WIDE else LETTER_WIDTH for c in name)


@lru_cache(maxsize=16)
def label_places(
    names: tuple[str, ...],
    places: tuple[Point, ...],
    signs: tuple[Point, ...],
    lines: tuple[tuple[Point, ...], ...],
    panels: tuple[Box, ...],
    size: float,
    frame: tuple[float, float],
) -> list[tuple[float, float, str]]:
    """Return x, y and anchor of the name of each city (the first places), found by coordinate descent.

    It takes about a second, and is cached: it is the same for every game on the same map.
    """
    road = [at for line in lines for at in spread_points(line)]
    boxes = [[_box(name, places[i], side, size) for side in range(len(SIDES))] for i, name in enumerate(names)]
    cities = places[: len(names)]
    costs = [
        [_cost(box, i, places, signs, road, panels, frame) + AT_ANOTHER * _misleads(box, i, cities) for box in sides]
        for i, sides in enumerate(boxes)
    ]
    chosen = [0] * len(names)
    for _ in range(PASSES):
        for i, sides in enumerate(boxes):
            others = [boxes[k][chosen[k]] for k in range(len(names)) if k != i]
            scores = [
                costs[i][side] + ON_LABEL * sum(overlap(box, other) for other in others) + 0.2 * side
                for side, box in enumerate(sides)
            ]
            chosen[i] = scores.index(min(scores))
    spots = []
    for i in range(len(names)):
        anchor, dx, dy = SIDES[chosen[i]]
        spots.append((places[i][0] + dx * FAR, places[i][1] + dy * size, anchor))
    return spots


def shifts(
    names: Sequence[str],
    spots: Sequence[tuple[float, float, str]],
    places: Sequence[Point],
    size: float,
    frame: tuple[float, float],
) -> list[list[tuple[Point, Point]]]:
    """Return for each space up to `WAYS` pairs of shifts for a truck's letter and load, the nearest first.

    Where possible they keep letter and load off each other, off the names and within the map.
    """
    lines = [_line(name, spot, size) for name, spot in zip(names, spots, strict=True)]
    found = []
    for place in places:
        letters, plates = (
            [shift for shift in _list_shifts(heights) if _is_free(move_box(sign, place, shift), lines, frame)]
            for sign, heights in ((LETTER, LETTER_HEIGHTS), (PLATE, PLATE_HEIGHTS))
        )
        ways: list[tuple[Point, Point]] = []
        for _way in range(WAYS):
            letter = _find_elsewhere(letters or [(0.0, 0.0)], [way[0] for way in ways])
            here = move_box(LETTER, place, letter or (0.0, 0.0))
            below = [shift for shift in plates if not overlap(here, move_box(PLATE, place, shift))]
            plate = _find_elsewhere(below or [(0.0, 0.0)], [way[1] for way in ways])
            if letter is None or plate is None:
                break
            ways.append((letter, plate))
        found.append(ways)
    return found


def _list_shifts(heights: Sequence[float]) -> list[Point]:
    """Return all shifts to try, the nearest first."""
    return sorted(((dx, dy) for dx in ASIDE for dy in heights), key=lambda shift: shift[0] ** 2 + shift[1] ** 2)


def _find_elsewhere(shifts: Sequence[Point], taken: Sequence[Point]) -> Point | None:
    """Return the first shift at least `STEP` away from all those taken, or None."""
    return next((a for a in shifts if all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= STEP for b in taken)), None)


def _is_free(box: Box, lines: Sequence[Box], frame: tuple[float, float]) -> bool:
    left, top, width, height = box
    inside = left >= EDGE and top >= EDGE and left + width <= frame[0] - EDGE and top + height <= frame[1] - EDGE
    return inside and not any(overlap(box, line) for line in lines)


def _line(name: str, spot: tuple[float, float, str], size: float) -> Box:
    """Return the rectangle that the letters of a name cover at its place."""
    x, y, anchor = spot
    width = text_width(name, size)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left - 3, y - 0.74 * size, width + 6, 0.98 * size


def spread_points(line: Sequence[Point]) -> list[Point]:
    """Return points along a line, about 5 units apart."""
    found = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        steps = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / 5))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(steps)]
    return found


def _box(name: str, place: Point, side: int, size: float) -> Box:
    """Return the rectangle of a name on one side of its city: left, top, width, height."""
    anchor, dx, dy = SIDES[side]
    width = text_width(name, size)
    x = place[0] + dx * FAR - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return x - 2, place[1] + dy * size - 0.8 * size, width + 4, size


def _cost(
    box: Box,
    own: int,
    places: Sequence[Point],
    signs: Sequence[Point],
    road: Sequence[Point],
    panels: Sequence[Box],
    frame: tuple[float, float],
) -> float:
    """Return the cost of what a name covers or leaves, except other names."""
    left, top, width, height = box
    cost = 0.0
    if left < 4 or top < 4 or left + width > frame[0] - 4 or top + height > frame[1] - 4:
        cost += OUTSIDE
    cost += ON_PANEL * sum(overlap(box, panel) for panel in panels)
    near = (left - 10, top - 10, width + 20, height + 20)
    cost += NEAR_BEAD * sum(_is_inside(near, place) for i, place in enumerate(places) if i != own)
    cost += ON_BEAD * sum(_is_inside((left - 4, top - 4, width + 8, height + 8), place) for place in places)
    cost += ON_TRUCK * sum(overlap(box, move_box(TRUCK, place)) for i, place in enumerate(places) if i != own)
    cost += ON_LETTER * sum(overlap(box, move_box(LETTER, place)) for place in places)
    cost += ON_SIGN * sum(overlap(box, move_box(SIGN, sign)) for sign in signs)
    return cost + ON_ROAD * sum(_is_inside(box, at) for at in road)


def _misleads(box: Box, own: int, cities: Sequence[Point]) -> bool:
    """Return whether a name is about as near to another city as to its own."""
    far = [_distance(box, city) for city in cities]
    return min(far[:own] + far[own + 1 :], default=inf) * ALIKE < far[own]


def _distance(box: Box, place: Point) -> float:
    """Return the distance of a place from the nearest point of a box."""
    left, top, width, height = box
    return hypot(max(left - place[0], 0, place[0] - left - width), max(top - place[1], 0, place[1] - top - height))


def move_box(box: Box, place: Point, shift: Point = (0.0, 0.0)) -> Box:
    """Return a box, given relative to a place, at that place and shifted."""
    return place[0] + shift[0] + box[0], place[1] + shift[1] + box[1], box[2], box[3]


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes have more in common than an edge."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _is_inside(box: Box, place: Point) -> bool:
    return box[0] <= place[0] <= box[0] + box[2] and box[1] <= place[1] <= box[1] + box[3]
