# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Ausgebremst: drawing of a circuit: road, kerbs, lines, spaces, pit lane, name and trees."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import networkx as nx
import numpy as np

from gamekit.core.i18n.translation import _
from gamekit.core.svg import each_of_the_box, text
from gamekit.games.ausgebremst.box import compose
from gamekit.games.ausgebremst.circuits import MIDDLE, RIGHT, Circuit, Pose, Section, Space, lap_edges
from gamekit.games.ausgebremst.state import LANES, LAPS, PIT, STRIDE

if TYPE_CHECKING:
    from gamekit.core.game import Game

CIRCUITS: Final = range(1, 9)


def list_circuits(game: Game) -> list[int]:
    """Return the numbers of a game's circuits, 1 to 8, each once, ascending."""
    return sorted({int(number) + 1 for number in game.tables.programme[: game.tables.races]})


@functools.lru_cache(maxsize=16)
def load_drawing(game: Game, number: int) -> CircuitDrawing:
    """Return the drawing of circuit `number`, 1 to 8; cached."""
    return CircuitDrawing(join_circuit(game, number), number, read_infield(game, number))


def join_circuit(game: Game, number: int) -> Circuit:
    """Return circuit `number`, 1 to 8, built from plain data of the box."""
    title, clockwise, sections, spaces, entry, leave, lane_width = read_course(game, number)
    ring = [
        Section(Pose(*start), length, turn, cells, solid, kind, i, flipped)
        for i, (start, length, turn, cells, solid, kind, flipped) in enumerate(sections)
    ]
    return Circuit(title, clockwise, tuple(ring), spaces, entry, leave, lane_width)


@each_of_the_box(CIRCUITS)
def read_course(game: Game, number: int) -> Any:
    """Return circuit `number` as plain data: title, direction, sections, pit lane and width of a lane."""
    c = compose(game.box, number)
    sections = [(tuple(s.start), s.length, s.turn, s.cells, s.solid, s.kind, s.flipped) for s in c.ring]
    return c.title, c.clockwise, sections, c.pit_spaces, c.pit_entry, c.pit_exit, c.lane_width


@each_of_the_box(CIRCUITS)
def read_infield(game: Game, number: int) -> Infield:
    """Return trees, place of the name and ideal lap of circuit `number`."""
    return infield_of(compose(game.box, number), number)


@each_of_the_box(CIRCUITS)
def read_entry(game: Game, number: int) -> tuple[str, str, bool, int]:
    """Return title, level, driving direction (True: clockwise) and number of spaces of circuit `number`."""
    found = game.box.circuits[number - 1]
    return "-".join(found.halves), found.level, found.clockwise, found.spaces


TREES: Final = 90
TREE_ROOM: Final = 34.0
SIGN_ROOM: Final = (136.0, 66.0)
"""Half the width and half the height kept free for the circuit's name."""


@cache
def draw_circuit(circuit: Circuit, number: int) -> CircuitDrawing:
    """Return the drawing of a circuit; cached."""
    return CircuitDrawing(circuit, number, infield_of(circuit, number))


@cache
def infield_of(circuit: Circuit, number: int) -> Infield:
    """Return trees, place of the name, and the spaces of the ideal lap; cached."""
    drawing = CircuitDrawing(circuit, number, BARE)
    sign = place_of_name(drawing)
    return plant_trees(drawing, sign), sign, ideal_lap(circuit)


def plant_trees(d: CircuitDrawing, sign: Point) -> list[Tree]:
    """Return random trees clear of road, buildings and the name; the circuit's number seeds them."""
    rng = np.random.default_rng(d.number + 17)
    built = d.move(d.circuit.pit_path.points) + d.stand_row(1) + d.stand_row(3)
    road = np.array(d.left + d.right + built)
    middle = np.array([d.on(section, f, 0) for section in d.circuit.ring for f in (0.1, 0.3, 0.5, 0.7, 0.9)])
    trees: list[tuple[float, float, float]] = []
    for _attempt in range(12 * TREES):
        x, y, r = rng.uniform(12, WIDTH - 12), rng.uniform(12, HEIGHT - 12), rng.uniform(8, 16)
        clear = np.hypot(*(road - (x, y)).T).min() > TREE_ROOM + r and np.hypot(*(middle - (x, y)).T).min() > 66 + r
        grove = math.sin(x / 71 + d.number) + math.cos(y / 59 - x / 173) > 0.15
        in_sign = abs(x - sign[0]) < SIGN_ROOM[0] and abs(y - sign[1]) < SIGN_ROOM[1]
        apart = all(math.hypot(x - a, y - b) > 0.8 * (r + c) for a, b, c in trees)
        if clear and grove and apart and not in_sign and len(trees) < TREES:
            trees.append((round(x, 1), round(y, 1), round(r, 1)))
    return trees


def place_of_name(d: CircuitDrawing) -> Point:
    """Return the centre of the circuit's name, the widest place of the infield on a grid of 10 units."""
    path = d.circuit.pit_path
    inner = d.right if d.circuit.clockwise else d.left
    spots = (path.at(f / 10) for f in range(11))
    walls = np.array(inner + d.move(shift_aside(spot, path.side * 55) for spot in spots))
    best, place = 0.0, (WIDTH / 2, HEIGHT / 2)
    for x in range(150, WIDTH - 150, 10):
        for y in range(150, HEIGHT - 150, 10):
            room = float((np.abs(walls - (x, y)) / SIGN_ROOM).max(axis=1).min())
            if room > best and inside(inner, x, y):
                best, place = room, (float(x), float(y))
    return place


def inside(border: Sequence[Point], x: float, y: float) -> bool:
    """Return whether a point lies within a closed border."""
    found = False
    for (ax, ay), (bx, by) in zip(border, [*border[1:], border[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            found = not found
    return found


def ideal_race(circuit: Circuit, start: int, stops: int = 0) -> list[tuple[int, int, int]]:
    """Return a shortest whole race, as (space, times the line was crossed, stops), with the fewest lane changes."""
    race: nx.DiGraph[Any] = nx.DiGraph()
    for u, v in lap_edges(circuit.edges(), LAPS, stops):
        race.add_edge(u, v, cost=1000 + (u[0] < PIT and v[0] < PIT and u[0] // STRIDE != v[0] // STRIDE))
    found: Any = nx.single_source_dijkstra(race, (start, 0, 0), weight="cost")
    costs: dict[tuple[int, int, int], float] = found[0]
    ways: dict[tuple[int, int, int], list[tuple[int, int, int]]] = found[1]
    goal = min((node for node in costs if node[1] == LAPS + 1 and node[2] == stops), key=lambda node: costs[node])
    return ways[goal]


def ideal_lap(circuit: Circuit) -> list[int]:
    """Return the spaces of the shortest lap, from the line on."""
    return [space for space, lap, _ in ideal_race(circuit, circuit.grid()[0]) if lap == 2]


Point = tuple[float, float]

STEP: Final = 7.0
"""Approximate distance of the points of a drawn curve."""
EDGE: Final = 4.0
"""Width of asphalt outside the outer lanes."""
TAPER: Final = 34.0
"""Length over which a narrow section widens to the next one."""
WIDTH: Final = 1000
HEIGHT: Final = 770

Tree = tuple[float, float, float]
"""Centre x, centre y and radius."""
Infield = tuple[list[Tree], Point, list[int]]
"""Trees, centre of the circuit's name, and spaces of the ideal lap."""
BARE: Final[Infield] = ([], (WIDTH / 2, HEIGHT / 2), [])


class CircuitDrawing:
    """Drawing of one circuit, centred in a frame of WIDTH × HEIGHT."""

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
        """Return the pose of the middle of a space in the frame."""
        x, y, heading = self.circuit.pose(self.spaces[number])
        return Pose(x + self.shift[0], y + self.shift[1], heading)

    def on(self, section: Section, fraction: float, aside: float) -> Point:
        """Return a point of a section in the frame."""
        x, y, _ = section.at(fraction, aside)
        return x + self.shift[0], y + self.shift[1]

    def svg(self, ideal: bool, ways: str = "") -> str:
        """Return the circuit as SVG, background first; `ways` is drawn on the asphalt, below the names of spaces."""
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
        """Return the left and the right edge of the road, in driving direction."""
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
        """Return the width of the road to one side, smoothly less where a lane is missing."""
        full = 3 * self.half_width + EDGE
        if section.cells[MIDDLE + side]:
            return full
        along = min(fraction, 1 - fraction) * section.length
        share = min(along / min(TAPER, section.length / 2.6), 1.0)
        return full - 2 * self.half_width * share * share * (3 - 2 * share)

    def move(self, points: Iterable[Point]) -> list[Point]:
        """Return points of the table shifted to the frame."""
        return [(x + self.shift[0], y + self.shift[1]) for x, y in points]

    def along(self, section: Section, aside: float, first: float = 0, last: float = 1) -> list[Point]:
        """Return points along a section, `aside` units to the right of its centre line."""
        n = max(int(section.length * (last - first) / STEP), 1) if section.turn else 1
        return [self.on(section, first + (last - first) * i / n, aside) for i in range(n + 1)]

    def outline(self, space: Space, inset: float = 2.5) -> list[Point]:
        """Return the border of a space, `inset` units inside."""
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
        """Draw gravel outside the bends."""
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
        """Draw striped kerbs: inside every bend, and on both sides where the road narrows."""
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
        """Draw the spaces, which are clicked and highlighted."""
        return "".join(
            f'<g id="s{self.number}-{number}" class="ab-cell"><path d="{close_path(self.outline(space))}"/>{self._name(space)}</g>'
            for number, space in self.spaces.items()
        )

    def _lines(self) -> str:
        """Draw lines between lanes, dashed or solid, and thin ticks between the spaces of a lane."""
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
        """Draw the chequered line with its flag, and the grid."""
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
        """Draw the pit lane with its garages."""
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
        """Draw the shortest line of a lap without a stop."""
        points = [self.pose(number)[:2] for number in self.ideal]
        return f'<path class="ab-ideal" d="{round_path(points)}"/>'

    def _name(self, space: Space) -> str:
        """Draw a space's name, its lane in an element of its own; grid places show their number instead."""
        if space.number in self.circuit.grid():
            return ""
        x, y, _ = self.pose(space.number)
        lane, place = space.name[0], space.name[1:]
        return (
            f'<text class="gk-ground" x="{x:.0f}" y="{y + 4:.0f}"><tspan class="ab-lane">{lane}</tspan>{place}</text>'
        )

    def _trees(self) -> str:
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
        """Draw a grandstand on the outside of the start."""
        d = "".join(open_path(self.stand_row(k)) for k in range(4))
        return f'<path class="ab-stand" d="{d}"/><path class="ab-crowd" d="{d}"/>'

    def stand_row(self, row: int) -> list[Point]:
        """Return the points of a row of the grandstand."""
        side = -1 if self.circuit.inside == RIGHT else 1
        aside = side * (3 * self.half_width + 28 + 9 * row)
        return [self.on(self.circuit.ring[-1], f / 8, aside) for f in range(1, 9)]


def shift_aside(spot: Pose, aside: float) -> Point:
    """Return the point `aside` units to the right of a pose."""
    angle = math.radians(spot.heading)
    return spot.x - aside * math.sin(angle), spot.y + aside * math.cos(angle)


def open_path(points: Sequence[Point]) -> str:
    """Return an SVG path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def close_path(points: Sequence[Point]) -> str:
    return open_path(points) + "Z"


def round_path(points: Sequence[Point]) -> str:
    """Return a closed smooth SVG path through points."""
    n = len(points)
    d = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        d.append(
            f"C{bx + (cx - ax) / 6:.1f} {by + (cy - ay) / 6:.1f} {cx - (ex - bx) / 6:.1f} {cy - (ey - by) / 6:.1f} {cx:.1f} {cy:.1f}"
        )
    return "".join(d) + "Z"
