# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Ausgebremst: a circuit as drawn: asphalt, kerbs, lines, spaces, pit lane, trees. No position is read here.

Panels and cars are in scenery.py; where a space lies is decided in circuits.py, where trees and names go in infield.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from gamekit.drawing import text
from gamekit.games.ausgebremst.circuits import MIDDLE, RIGHT, Circuit, Pose, Section, Space
from gamekit.games.ausgebremst.state import LANES
from gamekit.words import _

Point = tuple[float, float]

STEP: Final = 7.0
"""Curves are drawn as points about this far apart."""
EDGE: Final = 4.0
"""Asphalt outside the outer lanes."""
TAPER: Final = 34.0
"""On so much of its length a narrow section widens to the next one."""
WIDTH: Final = 1000
HEIGHT: Final = 770

Tree = tuple[float, float, float]
"""Its middle and its radius."""
Infield = tuple[list[Tree], Point, list[int]]
"""The trees, the middle of the circuit's name, and the spaces of the ideal lap."""
BARE: Final[Infield] = ([], (WIDTH / 2, HEIGHT / 2), [])


class CircuitDrawing:
    """One circuit drawn into a frame of WIDTH × HEIGHT, its middle in the middle."""

    def __init__(self, circuit: Circuit, number: int, infield: Infield) -> None:
        self.circuit, self.number = circuit, number
        self.trees, self.sign, self.ideal = infield
        self.half_width = circuit.lane_width / 2
        self.spaces = {space.number: space for space in circuit.spaces()}
        left, right = self._edges()
        xs, ys = zip(*(left + right), strict=True)
        self.shift = (WIDTH / 2 - (min(xs) + max(xs)) / 2, HEIGHT / 2 - (min(ys) + max(ys)) / 2)
        self.left, self.right = self.move(left), self.move(right)

    def pose(self, number: int) -> Pose:
        """The middle of a space in the frame."""
        x, y, heading = self.circuit.pose(self.spaces[number])
        return Pose(x + self.shift[0], y + self.shift[1], heading)

    def on(self, section: Section, fraction: float, aside: float) -> Point:
        """A point of a section in the frame."""
        x, y, _ = section.at(fraction, aside)
        return x + self.shift[0], y + self.shift[1]

    def svg(self, ideal: bool, ways: str = "") -> str:
        """The circuit, from the ground up; `ways` lie on the asphalt, below the names of the spaces."""
        road = close_path(self.left) + close_path(self.right)
        return "".join(
            (
                f'<path class="ab-infield" d="{close_path(self.right if self.circuit.clockwise else self.left)}"/>',
                self._gravel(),
                self._trees(),
                self._stand(),
                f'<path class="ab-verge" d="{road}"/>',
                self._pit_road(),
                f'<path class="ab-road" fill-rule="evenodd" d="{road}"/>',
                self._kerbs(),
                f'<path class="ab-edge" d="{road}"/>',
                self._lines(),
                self._ideal() if ideal else "",
                ways,
                self._cells(),
                self._start(),
            )
        )

    # Outlines

    def _edges(self) -> tuple[list[Point], list[Point]]:
        """The left and the right edge of the road, as driven."""
        left: list[Point] = []
        right: list[Point] = []
        for section in self.circuit.ring:
            n = max(int(section.length / STEP), 4)
            for i in range(n):
                f = i / n
                for side, edge in ((-1, left), (1, right)):
                    x, y, _ = section.at(f, side * self._half(section, f, side))
                    edge.append((x, y))
        return left, right

    def _half(self, section: Section, fraction: float, side: int) -> float:
        """How far the road reaches to one side: less where a lane is missing, with soft ends."""
        full = 3 * self.half_width + EDGE
        if section.cells[MIDDLE + side]:
            return full
        along = min(fraction, 1 - fraction) * section.length
        share = min(along / min(TAPER, section.length / 2.6), 1.0)
        return full - 2 * self.half_width * share * share * (3 - 2 * share)

    def move(self, points: Iterable[Point]) -> list[Point]:
        """Points of the table in the frame."""
        return [(x + self.shift[0], y + self.shift[1]) for x, y in points]

    def along(self, section: Section, aside: float, first: float = 0, last: float = 1) -> list[Point]:
        """Points along a section, `aside` of its centre line."""
        n = max(int(section.length * (last - first) / STEP), 1) if section.turn else 1
        return [self.on(section, first + (last - first) * i / n, aside) for i in range(n + 1)]

    def outline(self, space: Space, inset: float = 2.5) -> list[Point]:
        """The border of a space, a little inside."""
        if space.lane == LANES:
            return self._pit_outline(space, inset)
        section = self.circuit.ring[space.section]
        middle, half = self.circuit.aside(space.lane), self.half_width - inset
        cut = inset / section.length
        near = self.along(section, middle - half, space.first + cut, space.last - cut)
        far = self.along(section, middle + half, space.first + cut, space.last - cut)
        return near + far[::-1]

    def _pit_outline(self, space: Space, inset: float) -> list[Point]:
        path = self.circuit.pit_path
        spots = [path.at(space.first + (space.last - space.first) * f) for f in (0.04, 0.27, 0.5, 0.73, 0.96)]
        half = self.half_width - inset - 4
        sides = []
        for side in (-half, half):
            sides.append(self.move(shift_aside(spot, side) for spot in spots))
        return sides[0] + sides[1][::-1]

    # Parts

    def _gravel(self) -> str:
        """Gravel outside the bends."""
        parts = []
        for section in self.circuit.ring:
            if section.kind != "bend":
                continue
            out = self._outward(section)
            points = [
                self.on(section, f / 12, out * (3 * self.half_width + 30 * math.sin(math.pi * f / 12)))
                for f in range(13)
            ]
            back = [self.on(section, f / 12, out * 2.6 * self.half_width) for f in range(12, -1, -1)]
            parts.append(close_path(points + back))
        return f'<path class="ab-gravel" d="{"".join(parts)}"/>'

    def _outward(self, section: Section) -> int:
        turn = -section.turn if section.flipped else section.turn
        return -1 if turn > 0 else 1

    def _kerbs(self) -> str:
        """Striped kerbs: inside every bend, and on both sides where the road narrows."""
        paths = []
        for section in self.circuit.ring:
            sides: tuple[int, ...] = ()
            if section.kind == "bend":
                sides = (-self._outward(section),)
            if 0 in section.cells:
                sides = tuple(side for side in (-1, 1) if not section.cells[MIDDLE + side] or side in sides)
            n = max(int(section.length / STEP), 4)
            for side in sides:
                edge = [self.on(section, i / n, side * (self._half(section, i / n, side) + 1)) for i in range(n + 1)]
                paths.append(open_path(edge))
        d = "".join(paths)
        return f'<path class="ab-kerb" d="{d}"/><path class="ab-kerb-red" d="{d}"/>'

    def _cells(self) -> str:
        """The spaces: what is clicked and lights up."""
        return "".join(
            f'<g id="s{self.number}-{number}" class="ab-cell"><path d="{close_path(self.outline(space))}"/>{self._name(space)}</g>'
            for number, space in self.spaces.items()
        )

    def _lines(self) -> str:
        """Lines between lanes, dashed or solid, and thin ticks between the spaces of a lane."""
        dashed: list[str] = []
        solid: list[str] = []
        ticks: list[str] = []
        for section in self.circuit.ring:
            for border in (0, 1):
                if section.cells[border] and section.cells[border + 1]:
                    points = open_path(self.along(section, (2 * border - 1) * self.half_width))
                    (solid if section.solid[border] else dashed).append(points)
            for lane in range(LANES):
                middle = self.circuit.aside(lane)
                for k in range(section.cells[lane]):
                    f = k / section.cells[lane]
                    ends = [self.on(section, f, middle + side * (self.half_width - 3)) for side in (-1, 1)]
                    ticks.append(open_path(ends))
        return (
            f'<path class="ab-tick" d="{"".join(ticks)}"/><path class="ab-dash" d="{"".join(dashed)}"/>'
            f'<path class="ab-solid" d="{"".join(solid)}"/>'
        )

    def _start(self) -> str:
        """The chequered line with its flag, and the grid."""
        section = self.circuit.ring[0]
        size = self.half_width / 2
        full = 3 * self.half_width + EDGE
        squares = []
        count = round(2 * full / size)
        for row in range(2):
            for k in range(count):
                if (row + k) % 2:
                    continue
                corners = []
                for du, do in ((0, 0), (1, 0), (1, 1), (0, 1)):
                    f = (row + du - 1) * size / section.length
                    corners.append(self.on(section, f, -full + (k + do) * 2 * full / count))
                squares.append(close_path(corners))
        band = [
            self.on(section, f * size / section.length, o) for f, o in ((-1, -full), (1, -full), (1, full), (-1, full))
        ]
        grid = []
        for place, number in enumerate(self.circuit.grid(), start=1):
            x, y, heading = self.pose(number)
            grid.append(
                f'<g transform="translate({x:.1f} {y:.1f}) rotate({heading:.1f})"><path class="ab-box" d="M14-16H25V16H14"/></g>'
                f'<text class="ab-place gk-ground" x="{x:.1f}" y="{y + 5:.1f}">{place}</text>'
            )
        x, y = self.on(section, 0.35, (1 if self.circuit.inside != RIGHT else -1) * (full + 26))
        heading = section.at(0, 0).heading
        arrow = f'<g transform="translate({x:.1f} {y:.1f}) rotate({heading:.1f})"><path class="ab-arrow" d="M-26-7H8V-15L30 0L8 15V7H-26Z"/></g>'
        return (
            "".join(grid)
            + f'<g id="finish-{self.number}" class="ab-finish"><path class="ab-flag" d="{close_path(band)}"/>'
            f'<path class="ab-check" d="{"".join(squares)}"/></g>{arrow}'
        )

    def _pit_road(self) -> str:
        """The pit lane with its garages."""
        path = self.circuit.pit_path
        points = self.move(path.points)
        entry, leave = self.pose(self.circuit.entry), self.pose(self.circuit.exit)
        course = [entry[:2], *points, leave[:2]]
        ends = [path.at(k / path.spaces) for k in range(path.spaces + 1)]
        half = self.half_width - 6
        ticks = [open_path(self.move([shift_aside(spot, -half), shift_aside(spot, half)])) for spot in ends]
        middle, side = path.at(0.5), path.side
        boxes = []
        for k in range(-2, 3):
            x, y = shift_aside(middle, side * (self.half_width + 16))
            x += self.shift[0] + 37 * k * math.cos(math.radians(middle.heading))
            y += self.shift[1] + 37 * k * math.sin(math.radians(middle.heading))
            boxes.append(
                '<rect class="ab-garage" x="-16.5" y="-10" width="33" height="20" rx="2" '
                f'transform="translate({x:.1f} {y:.1f}) rotate({middle.heading:.1f})"/>'
            )
        x, y = shift_aside(middle, -side * (self.half_width + 9))
        turned = middle.heading - 180 if 90 < middle.heading % 360 < 270 else middle.heading
        sign = f"translate({x + self.shift[0]:.1f} {y + self.shift[1]:.1f}) rotate({turned:.1f})"
        return (
            f'<path class="ab-pit-verge" d="{open_path(course)}"/><path class="ab-pit" d="{open_path(course)}"/>'
            f'<path class="ab-tick" d="{"".join(ticks)}"/>{"".join(boxes)}'
            f'<text class="ab-pit-sign" y="5" transform="{sign}">{text(_("PIT"))}</text>'
        )

    def _ideal(self) -> str:
        """The shortest line of a lap without a stop."""
        points = [self.pose(number)[:2] for number in self.ideal]
        return f'<path class="ab-ideal" d="{round_path(points)}"/>'

    def _name(self, space: Space) -> str:
        """A space's name, small, its lane apart; grid places carry their number instead."""
        if space.number in self.circuit.grid():
            return ""
        x, y, _ = self.pose(space.number)
        lane, place = space.name[0], space.name[1:]
        return (
            f'<text class="gk-ground" x="{x:.0f}" y="{y + 4:.0f}"><tspan class="ab-lane">{lane}</tspan>{place}</text>'
        )

    def _trees(self) -> str:
        """Trees where nothing else is."""
        return (
            '<g class="ab-trees">'
            + "".join(
                f'<circle class="ab-shade" cx="{x + 3:.0f}" cy="{y + 4:.0f}" r="{r:.0f}"/><circle class="ab-tree{" dark" if i % 3 == 0 else ""}" '
                f'cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}"/><circle class="ab-top" cx="{x - r / 4:.1f}" cy="{y - r / 3:.1f}" r="{r / 2:.1f}"/>'
                for i, (x, y, r) in enumerate(sorted(self.trees, key=lambda tree: tree[1]))
            )
            + "</g>"
        )

    def _stand(self) -> str:
        """A grandstand beside the start, outside."""
        d = "".join(open_path(self.stand_row(k)) for k in range(4))
        return f'<path class="ab-stand" d="{d}"/><path class="ab-crowd" d="{d}"/>'

    def stand_row(self, row: int) -> list[Point]:
        """A row of the grandstand."""
        side = -1 if self.circuit.inside == RIGHT else 1
        aside = side * (3 * self.half_width + 28 + 9 * row)
        return [self.on(self.circuit.ring[-1], f / 8, aside) for f in range(1, 9)]


def shift_aside(spot: Pose, aside: float) -> Point:
    """The point `aside` units to the right of a spot."""
    angle = math.radians(spot.heading)
    return spot.x - aside * math.sin(angle), spot.y + aside * math.cos(angle)


def open_path(points: Sequence[Point]) -> str:
    """A path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def close_path(points: Sequence[Point]) -> str:
    """A closed path through points."""
    return open_path(points) + "Z"


def round_path(points: Sequence[Point]) -> str:
    """A closed soft curve through points."""
    n = len(points)
    d = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        d.append(
            f"C{bx + (cx - ax) / 6:.1f} {by + (cy - ay) / 6:.1f} {cx - (ex - bx) / 6:.1f} {cy - (ey - by) / 6:.1f} {cx:.1f} {cy:.1f}"
        )
    return "".join(d) + "Z"
