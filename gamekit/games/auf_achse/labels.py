"""Auf Achse: where the names of the cities go, so that they cover neither each other nor roads and spaces."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

Point = tuple[float, float]
Box = tuple[float, float, float, float]

NARROW: Final = frozenset("fijlrtI")
WIDE: Final = frozenset("mwMW")
FAR: Final = 19.0
OUTSIDE: Final = 60.0
ON_LABEL: Final = 40.0
ON_PANEL: Final = 200.0
NEAR_BEAD: Final = 8.0
ON_BEAD: Final = 30.0
ON_TRUCK: Final = 2.5
ON_LETTER: Final = 8.0
ON_ROAD: Final = 1.0
PASSES: Final = 4
TRUCK: Final = (-33.0, -40.0, 66.0, 43.0)
"""What a truck that stands on a space covers: left, top, width and height from the space's middle."""
LETTER: Final = (-22.0, -34.0, 24.0, 24.0)
"""Where that truck carries its player's letter, likewise."""
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
    return size * sum(0.33 if c in NARROW else 0.86 if c in WIDE else 0.6 for c in name)


def label_places(
    names: Sequence[str],
    places: Sequence[Point],
    lines: Sequence[Sequence[Point]],
    panels: Sequence[Box],
    size: float,
    frame: tuple[float, float],
) -> list[tuple[float, float, str]]:
    """For each city (the first places) x, y and anchor of its name: the best side, looked for a few times over."""
    road = [at for line in lines for at in thick(line)]
    chosen = [0] * len(names)
    boxes = [_box(name, places[i], 0, size) for i, name in enumerate(names)]
    for _ in range(PASSES):
        for i, name in enumerate(names):
            others = boxes[:i] + boxes[i + 1 :]
            scores = [
                _cost(_box(name, places[i], side, size), i, places, road, others, panels, frame) + 0.2 * side
                for side in range(len(SIDES))
            ]
            chosen[i] = scores.index(min(scores))
            boxes[i] = _box(name, places[i], chosen[i], size)
    spots = []
    for i in range(len(names)):
        anchor, dx, dy = SIDES[chosen[i]]
        spots.append((places[i][0] + dx * FAR, places[i][1] + dy * size, anchor))
    return spots


def thick(line: Sequence[Point]) -> list[Point]:
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
    road: Sequence[Point],
    others: Sequence[Box],
    panels: Sequence[Box],
    frame: tuple[float, float],
) -> float:
    """How much a name here covers."""
    left, top, width, height = box
    cost = 0.0
    if left < 4 or top < 4 or left + width > frame[0] - 4 or top + height > frame[1] - 4:
        cost += OUTSIDE
    cost += ON_LABEL * sum(_overlap(box, other) for other in others)
    cost += ON_PANEL * sum(_overlap(box, panel) for panel in panels)
    near = (left - 10, top - 10, width + 20, height + 20)
    cost += NEAR_BEAD * sum(_inside(near, place) for i, place in enumerate(places) if i != own)
    cost += ON_BEAD * sum(_inside((left - 4, top - 4, width + 8, height + 8), place) for place in places)
    cost += ON_TRUCK * sum(_overlap(box, _moved(TRUCK, place)) for i, place in enumerate(places) if i != own)
    cost += ON_LETTER * sum(_overlap(box, _moved(LETTER, place)) for place in places)
    return cost + ON_ROAD * sum(_inside(box, at) for at in road)


def _moved(box: Box, place: Point) -> Box:
    return place[0] + box[0], place[1] + box[1], box[2], box[3]


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _inside(box: Box, place: Point) -> bool:
    return box[0] <= place[0] <= box[0] + box[2] and box[1] <= place[1] <= box[1] + box[3]
