# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Ausgebremst: a circuit as drawn: asphalt, kerbs, lines, spaces, pit lane, trees. No position is read here.

Panels and cars are in scenery.py; where a space lies is decided in circuits.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any, Final

import networkx as nx
import numpy as np

from gamekit.games.ausgebremst.circuits import MIDDLE, RIGHT, Circuit, Section, Space, Spot, lap_graph
from gamekit.games.ausgebremst.state import LANES, LAPS, PIT, STRIDE

Point = tuple[float, float]

STEP: Final = 7.0
"""Curves are drawn as points about this far apart."""
EDGE: Final = 4.0
"""Asphalt outside the outer lanes."""
TAPER: Final = 34.0
"""On so much of its length a narrow section widens to the next one."""
WIDTH: Final = 1000
HEIGHT: Final = 770
TREES: Final = 90
TREE_ROOM: Final = 34.0
SIGN_ROOM: Final = (136.0, 66.0)
"""Half the width and height of the circuit's name."""


class Drawing:
    """One circuit drawn into a frame of WIDTH × HEIGHT, its middle in the middle."""

    def __init__(self, circuit: Circuit, number: int) -> None:
        self.circuit, self.number = circuit, number
        self.half_width = circuit.lane_width / 2
        self.spaces = {space.number: space for space in circuit.spaces()}
        left, right = self._edges()
        xs, ys = zip(*(left + right), strict=True)
        self.shift = (WIDTH / 2 - (min(xs) + max(xs)) / 2, HEIGHT / 2 - (min(ys) + max(ys)) / 2)
        self.left, self.right = self._moved(left), self._moved(right)

    def spot(self, number: int) -> Spot:
        """The middle of a space in the frame."""
        x, y, heading = self.circuit.spot(self.spaces[number])
        return Spot(x + self.shift[0], y + self.shift[1], heading)

    def on(self, section: Section, fraction: float, aside: float) -> Point:
        """A point of a section in the frame."""
        x, y, _ = section.at(fraction, aside)
        return x + self.shift[0], y + self.shift[1]

    def svg(self, ideal: bool, ways: str = "") -> str:
        """The circuit, from the ground up; `ways` lie on the asphalt, below the names of the spaces."""
        road = closed(self.left) + closed(self.right)
        return "".join(
            (
                f'<path class="ab-infield" d="{closed(self.right if self.circuit.clockwise else self.left)}"/>',
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

    def _moved(self, points: Iterable[Point]) -> list[Point]:
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
            sides.append(self._moved(shifted(spot, side) for spot in spots))
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
            parts.append(closed(points + back))
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
                paths.append(opened(edge))
        d = "".join(paths)
        return f'<path class="ab-kerb" d="{d}"/><path class="ab-kerb-red" d="{d}"/>'

    def _cells(self) -> str:
        """The spaces: what is clicked and lights up."""
        return "".join(
            f'<g id="s{self.number}-{number}" class="ab-cell"><path d="{closed(self.outline(space))}"/>{self._name(space)}</g>'
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
                    points = opened(self.along(section, (2 * border - 1) * self.half_width))
                    (solid if section.solid[border] else dashed).append(points)
            for lane in range(LANES):
                middle = self.circuit.aside(lane)
                for k in range(section.cells[lane]):
                    f = k / section.cells[lane]
                    ends = [self.on(section, f, middle + side * (self.half_width - 3)) for side in (-1, 1)]
                    ticks.append(opened(ends))
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
                squares.append(closed(corners))
        band = [
            self.on(section, f * size / section.length, o) for f, o in ((-1, -full), (1, -full), (1, full), (-1, full))
        ]
        grid = []
        for place, number in enumerate(self.circuit.grid(), start=1):
            x, y, heading = self.spot(number)
            grid.append(
                f'<g transform="translate({x:.1f} {y:.1f}) rotate({heading:.1f})"><path class="ab-box" d="M14-16H25V16H14"/></g>'
                f'<text class="ab-place" x="{x:.1f}" y="{y + 5:.1f}">{place}</text>'
            )
        x, y = self.on(section, 0.35, (1 if self.circuit.inside != RIGHT else -1) * (full + 26))
        heading = section.at(0, 0).heading
        arrow = f'<g transform="translate({x:.1f} {y:.1f}) rotate({heading:.1f})"><path class="ab-arrow" d="M-26-7H8V-15L30 0L8 15V7H-26Z"/></g>'
        return (
            "".join(grid) + f'<g id="finish-{self.number}" class="ab-finish"><path class="ab-flag" d="{closed(band)}"/>'
            f'<path class="ab-check" d="{"".join(squares)}"/></g>{arrow}'
        )

    def _pit_road(self) -> str:
        """The pit lane with its garages."""
        path = self.circuit.pit_path
        points = self._moved(path.points)
        entry, leave = self.spot(self.circuit.entry), self.spot(self.circuit.exit)
        course = [entry[:2], *points, leave[:2]]
        ends = [path.at(k / path.spaces) for k in range(path.spaces + 1)]
        half = self.half_width - 6
        ticks = [opened(self._moved([shifted(spot, -half), shifted(spot, half)])) for spot in ends]
        middle, side = path.at(0.5), path.side
        boxes = []
        for k in range(-2, 3):
            x, y = shifted(middle, side * (self.half_width + 16))
            x += self.shift[0] + 37 * k * math.cos(math.radians(middle.heading))
            y += self.shift[1] + 37 * k * math.sin(math.radians(middle.heading))
            boxes.append(
                '<rect class="ab-garage" x="-16.5" y="-10" width="33" height="20" rx="2" '
                f'transform="translate({x:.1f} {y:.1f}) rotate({middle.heading:.1f})"/>'
            )
        x, y = shifted(middle, -side * (self.half_width + 9))
        turned = middle.heading - 180 if 90 < middle.heading % 360 < 270 else middle.heading
        sign = f"translate({x + self.shift[0]:.1f} {y + self.shift[1]:.1f}) rotate({turned:.1f})"
        return (
            f'<path class="ab-pit-verge" d="{opened(course)}"/><path class="ab-pit" d="{opened(course)}"/>'
            f'<path class="ab-tick" d="{"".join(ticks)}"/>{"".join(boxes)}'
            f'<text class="ab-pit-sign" y="5" transform="{sign}">PIT</text>'
        )

    def _ideal(self) -> str:
        """The shortest line of a lap without a stop."""
        points = [self.spot(number)[:2] for number in ideal_lap(self.circuit)]
        return f'<path class="ab-ideal" d="{rounded(points)}"/>'

    def _name(self, space: Space) -> str:
        """A space's name, small, its lane apart; grid places carry their number instead."""
        if space.number in self.circuit.grid():
            return ""
        x, y, _ = self.spot(space.number)
        lane, place = space.name[0], space.name[1:]
        return f'<text x="{x:.0f}" y="{y + 4:.0f}"><tspan class="ab-lane">{lane}</tspan>{place}</text>'

    def _stand(self) -> str:
        """A grandstand beside the start, outside."""
        d = "".join(opened(self._stand_row(k)) for k in range(4))
        return f'<path class="ab-stand" d="{d}"/><path class="ab-crowd" d="{d}"/>'

    def _stand_row(self, row: int) -> list[Point]:
        side = -1 if self.circuit.inside == RIGHT else 1
        aside = side * (3 * self.half_width + 28 + 9 * row)
        return [self.on(self.circuit.ring[-1], f / 8, aside) for f in range(1, 9)]

    def _trees(self) -> str:
        """Trees where nothing else is; always the same ones."""
        rng = np.random.default_rng(self.number + 17)
        built = self._moved(self.circuit.pit_path.points) + self._stand_row(1) + self._stand_row(3)
        road = np.array(self.left + self.right + built)
        middle = np.array([self.on(section, f, 0) for section in self.circuit.ring for f in (0.1, 0.3, 0.5, 0.7, 0.9)])
        trees: list[tuple[float, float, float]] = []
        for _ in range(12 * TREES):
            x, y, r = rng.uniform(12, WIDTH - 12), rng.uniform(12, HEIGHT - 12), rng.uniform(8, 16)
            clear = np.hypot(*(road - (x, y)).T).min() > TREE_ROOM + r and np.hypot(*(middle - (x, y)).T).min() > 66 + r
            grove = math.sin(x / 71 + self.number) + math.cos(y / 59 - x / 173) > 0.15
            in_sign = abs(x - self.sign[0]) < SIGN_ROOM[0] and abs(y - self.sign[1]) < SIGN_ROOM[1]
            apart = all(math.hypot(x - a, y - b) > 0.8 * (r + c) for a, b, c in trees)
            if clear and grove and apart and not in_sign and len(trees) < TREES:
                trees.append((x, y, r))
        return (
            '<g class="ab-trees">'
            + "".join(
                f'<circle class="ab-shade" cx="{x + 3:.0f}" cy="{y + 4:.0f}" r="{r:.0f}"/><circle class="ab-tree{" dark" if i % 3 == 0 else ""}" '
                f'cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}"/><circle class="ab-top" cx="{x - r / 4:.1f}" cy="{y - r / 3:.1f}" r="{r / 2:.1f}"/>'
                for i, (x, y, r) in enumerate(sorted(trees, key=lambda tree: tree[1]))
            )
            + "</g>"
        )

    @cached_property
    def sign(self) -> Point:
        """Where the circuit's name stands: the widest place of the infield."""
        inner = self.right if self.circuit.clockwise else self.left
        walls = np.array(inner + self._moved(shifted(s, self.circuit.pit_path.side * 55) for s in self._pit_spots()))
        best, place = 0.0, (WIDTH / 2, HEIGHT / 2)
        for x in range(150, WIDTH - 150, 10):
            for y in range(150, HEIGHT - 150, 10):
                room = float((np.abs(walls - (x, y)) / SIGN_ROOM).max(axis=1).min())
                if room > best and inside(inner, x, y):
                    best, place = room, (float(x), float(y))
        return place

    def _pit_spots(self) -> list[Spot]:
        return [self.circuit.pit_path.at(f / 10) for f in range(11)]


def shifted(spot: Spot, aside: float) -> Point:
    """The point `aside` units to the right of a spot."""
    angle = math.radians(spot.heading)
    return spot.x - aside * math.sin(angle), spot.y + aside * math.cos(angle)


def inside(border: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies within a closed border."""
    found = False
    for (ax, ay), (bx, by) in zip(border, [*border[1:], border[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            found = not found
    return found


def opened(points: Sequence[Point]) -> str:
    """A path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def closed(points: Sequence[Point]) -> str:
    """A closed path through points."""
    return opened(points) + "Z"


def rounded(points: Sequence[Point]) -> str:
    """A closed soft curve through points."""
    n = len(points)
    d = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        d.append(
            f"C{bx + (cx - ax) / 6:.1f} {by + (cy - ay) / 6:.1f} {cx - (ex - bx) / 6:.1f} {cy - (ey - by) / 6:.1f} {cx:.1f} {cy:.1f}"
        )
    return "".join(d) + "Z"


def ideal_race(circuit: Circuit, start: int, stops: int = 0) -> list[tuple[int, int, int]]:
    """A shortest whole race, as (space, times the line was crossed, stops): of all such the one with fewest lane changes."""
    race = lap_graph(circuit, LAPS, stops)
    for u, v in race.edges:
        changes = u[0] < PIT and v[0] < PIT and u[0] // STRIDE != v[0] // STRIDE
        race.edges[u, v]["cost"] = 1000 + changes
    found: tuple[Any, Any] = nx.single_source_dijkstra(race, (start, 0, 0), weight="cost")
    costs: dict[tuple[int, int, int], float] = found[0]
    ways: dict[tuple[int, int, int], list[tuple[int, int, int]]] = found[1]
    goal = min((node for node in costs if node[1] == LAPS + 1 and node[2] == stops), key=lambda node: costs[node])
    return ways[goal]


def ideal_lap(circuit: Circuit) -> list[int]:
    """The spaces of the shortest lap, from the line on."""
    return [space for space, lap, _ in ideal_race(circuit, circuit.grid()[0]) if lap == 2]


@cache
def drawing_of(circuit: Circuit, number: int) -> Drawing:
    """The drawing of a circuit; drawn once."""
    return Drawing(circuit, number)
