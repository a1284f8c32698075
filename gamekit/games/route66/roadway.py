"""Route 66: geometry of the road, which runs in three rows from Chicago (top right) to Los Angeles."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

ROWS: Final = 3
PITCH: Final = 110.0
"""Distance of two rows."""
EAST, WEST = 900.0, 100.0
"""x of the ends of the straight stretches, where the bends begin."""
TOP: Final = 120.0
"""y of the first row."""
RADIUS: Final = PITCH / 2
STRAIGHT: Final = EAST - WEST
BEND: Final = pi * RADIUS
LENGTH: Final = ROWS * STRAIGHT + (ROWS - 1) * BEND


def at(along: float) -> tuple[float, float, float]:
    """Return x and y at a distance along the road from Chicago, and the angle of the outer roadside in radians."""
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
    """Return the points of `places` places, evenly spaced along the whole road."""
    return [at(LENGTH * place / (places - 1))[:2] for place in range(places)]


def beside(along: float, distance: float) -> tuple[float, float]:
    """Return a point on the roadside: below the straight stretches, outside the bends."""
    x, y, angle = at(along)
    return x + distance * cos(angle), y + distance * sin(angle)


def straights(start: float, end: float) -> list[tuple[float, float, float]]:
    """Return west end, east end and height of each straight part of the road between two distances along it."""
    found = []
    for row in range(ROWS):
        first = row * (STRAIGHT + BEND)
        low, high = max(start, first), min(end, first + STRAIGHT)
        if high > low:
            ends = sorted((at(low)[0], at(high)[0]))
            found.append((ends[0], ends[1], TOP + row * PITCH))
    return found


def stretch(start: float, end: float) -> str:
    """Return the road between two distances along it as an SVG path."""
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
