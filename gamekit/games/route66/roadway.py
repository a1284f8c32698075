"""Route 66: how the road winds over the picture – a strip map in three rows, from Chicago top right to Los Angeles.

Geometry only: lengths along the road become points. What stands there is drawn in scenery.py.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

ROWS: Final = 3
PITCH: Final = 110.0
"""From one row of the road to the next."""
EAST, WEST = 900.0, 100.0
"""Where the straight stretches end and the bends begin."""
TOP: Final = 120.0
"""Height of the first row."""
RADIUS: Final = PITCH / 2
STRAIGHT: Final = EAST - WEST
BEND: Final = pi * RADIUS
LENGTH: Final = ROWS * STRAIGHT + (ROWS - 1) * BEND


def at(along: float) -> tuple[float, float, float]:
    """The point `along` the road from Chicago, and the angle at which the roadside away from the bends lies."""
    row = 0
    while row < ROWS - 1 and along > STRAIGHT + BEND:
        along -= STRAIGHT + BEND
        row += 1
    westward = row % 2 == 0
    y = TOP + row * PITCH
    if along <= STRAIGHT or row == ROWS - 1:
        return (EAST - along if westward else WEST + along), y, pi / 2
    turn = (along - STRAIGHT) / RADIUS
    centre, side = (WEST, -1.0) if westward else (EAST, 1.0)
    away = turn - pi / 2
    return centre + side * RADIUS * sin(turn), y + RADIUS - RADIUS * cos(turn), away if side > 0 else pi - away


def points(places: int) -> list[tuple[float, float]]:
    """Where that many places lie, evenly spaced from one end of the road to the other."""
    return [at(LENGTH * place / (places - 1))[:2] for place in range(places)]


def beside(along: float, distance: float) -> tuple[float, float]:
    """A point on the roadside: below the straight stretches, outside the bends."""
    x, y, angle = at(along)
    return x + distance * cos(angle), y + distance * sin(angle)


def straights(start: float, end: float) -> list[tuple[float, float, float]]:
    """The straight parts of the road between two lengths along it: west end, east end and height."""
    found = []
    for row in range(ROWS):
        first = row * (STRAIGHT + BEND)
        low, high = max(start, first), min(end, first + STRAIGHT)
        if high > low:
            ends = sorted((at(low)[0], at(high)[0]))
            found.append((ends[0], ends[1], TOP + row * PITCH))
    return found


def stretch(start: float, end: float) -> str:
    """The road between two lengths along it, as an SVG path."""
    x, y, _ = at(start)
    path = [f"M{x:.1f} {y:.1f}"]
    along = start
    for row in range(ROWS):
        first = row * (STRAIGHT + BEND)
        for limit, bend in ((first + STRAIGHT, False), (first + STRAIGHT + BEND, True)):
            if along >= min(limit, end):
                continue
            along = min(limit, end)
            x, y, _ = at(along)
            sweep = row % 2
            path.append(f"A{RADIUS:.0f} {RADIUS:.0f} 0 0 {sweep} {x:.1f} {y:.1f}" if bend else f"H{x:.1f}")
    return "".join(path)
