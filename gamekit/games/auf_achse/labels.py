"""Auf Achse: where the names of the cities go, so that they cover neither each other nor roads and spaces."""

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
"""Widths in Gamekit Sans Bold, in sizes."""
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
"""A name may be taken for another city's whose distance, so many times, is less than that of its own."""
PASSES: Final = 4
SIGN: Final = (-17.0, -19.0, 34.0, 32.0)
"""What the sign of an event space covers: left, top, width and height from the space's middle."""
TRUCK: Final = (-33.0, -40.0, 66.0, 43.0)
"""What a truck that stands on a space covers, likewise."""
LETTER: Final = (-26.0, -38.0, 32.0, 32.0)
"""Where that truck carries its player's letter, likewise."""
ASIDE: Final = (-56.0, -44.0, -30.0, -24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0, 32.0, 40.0, 56.0)
LETTER_HEIGHTS: Final = (-56.0, -48.0, -40.0, -32.0, -24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 22.0)
PLATE_HEIGHTS: Final = (-80.0, -72.0, -64.0, -16.0, 0.0, 8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 60.0)
"""How far a truck's letter and its load may move from where they are painted."""
PLATE: Final = (-30.0, 0.0, 60.0, 31.0)
"""Where a truck carries its load, from the space's middle."""
WAYS: Final = 4
"""How many ways to stand aside a space has at most."""
STEP: Final = 24.0
"""How far two of them are apart."""
EDGE: Final = 6.0
"""How near to the edge of the map a sign may stand."""
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
    """About how wide a bold text is."""
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
    """For each city (the first places) x, y and anchor of its name: the best side, looked for a few times over.

    It takes a second, and is the same for every game on the same map.
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
    """For each space a few ways to move a truck's letter and its load aside there, the nearest first.

    None of them covers a name, nor the letter the load, nor does either leave the map.
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
    """All there is to try, the nearest first."""
    return sorted(((dx, dy) for dx in ASIDE for dy in heights), key=lambda shift: shift[0] ** 2 + shift[1] ** 2)


def _find_elsewhere(shifts: Sequence[Point], taken: Sequence[Point]) -> Point | None:
    """The first that is a step away from all that are taken: where a truck is in the way of these, it may be free."""
    return next((a for a in shifts if all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= STEP for b in taken)), None)


def _is_free(box: Box, lines: Sequence[Box], frame: tuple[float, float]) -> bool:
    left, top, width, height = box
    inside = left >= EDGE and top >= EDGE and left + width <= frame[0] - EDGE and top + height <= frame[1] - EDGE
    return inside and not any(overlap(box, line) for line in lines)


def _line(name: str, spot: tuple[float, float, str], size: float) -> Box:
    """What the letters of a name cover that stands at its spot."""
    x, y, anchor = spot
    width = text_width(name, size)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left - 3, y - 0.74 * size, width + 6, 0.98 * size


def spread_points(line: Sequence[Point]) -> list[Point]:
    """Points along a line, close enough to feel where a text would cover it."""
    found = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        steps = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / 5))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(steps)]
    return found


def _box(name: str, place: Point, side: int, size: float) -> Box:
    """The rectangle a name covers: left, top, width, height."""
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
    """How much of the map a name here covers; other names aside."""
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
    """Whether a name here is about as near to another city as to its own."""
    far = [_distance(box, city) for city in cities]
    return min(far[:own] + far[own + 1 :], default=inf) * ALIKE < far[own]


def _distance(box: Box, place: Point) -> float:
    """How far a place is from the nearest point of a box."""
    left, top, width, height = box
    return hypot(max(left - place[0], 0, place[0] - left - width), max(top - place[1], 0, place[1] - top - height))


def move_box(box: Box, place: Point, shift: Point = (0.0, 0.0)) -> Box:
    """A box around the origin, brought to a place and moved aside there."""
    return place[0] + shift[0] + box[0], place[1] + shift[1] + box[1], box[2], box[3]


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have more in common than an edge."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _is_inside(box: Box, place: Point) -> bool:
    return box[0] <= place[0] <= box[0] + box[2] and box[1] <= place[1] <= box[1] + box[3]
