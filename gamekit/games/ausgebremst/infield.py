"""Ausgebremst: what is looked for once for a circuit: where its name and the trees stand, and its shortest lap.

It takes NumPy and graphs; everything that is drawn stands in track.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import networkx as nx
import numpy as np

from gamekit.games.ausgebremst.circuits import Circuit, lap_graph
from gamekit.games.ausgebremst.state import LAPS, PIT, STRIDE
from gamekit.games.ausgebremst.track import BARE, HEIGHT, WIDTH, CircuitDrawing, Infield, Point, Tree, shift_aside

TREES: Final = 90
TREE_ROOM: Final = 34.0
SIGN_ROOM: Final = (136.0, 66.0)
"""Half the width and height of the circuit's name."""


@cache
def draw_circuit(circuit: Circuit, number: int) -> CircuitDrawing:
    """The drawing of a circuit; drawn once."""
    return CircuitDrawing(circuit, number, infield_of(circuit, number))


@cache
def infield_of(circuit: Circuit, number: int) -> Infield:
    """Trees, the place of the name, and the spaces of the ideal lap."""
    drawing = CircuitDrawing(circuit, number, BARE)
    sign = place_of_name(drawing)
    return plant_trees(drawing, sign), sign, ideal_lap(circuit)


def plant_trees(d: CircuitDrawing, sign: Point) -> list[Tree]:
    """Trees where nothing else is; always the same ones."""
    rng = np.random.default_rng(d.number + 17)
    built = d.move(d.circuit.pit_path.points) + d.stand_row(1) + d.stand_row(3)
    road = np.array(d.left + d.right + built)
    middle = np.array([d.on(section, f, 0) for section in d.circuit.ring for f in (0.1, 0.3, 0.5, 0.7, 0.9)])
    trees: list[tuple[float, float, float]] = []
    for _ in range(12 * TREES):
        x, y, r = rng.uniform(12, WIDTH - 12), rng.uniform(12, HEIGHT - 12), rng.uniform(8, 16)
        clear = np.hypot(*(road - (x, y)).T).min() > TREE_ROOM + r and np.hypot(*(middle - (x, y)).T).min() > 66 + r
        grove = math.sin(x / 71 + d.number) + math.cos(y / 59 - x / 173) > 0.15
        in_sign = abs(x - sign[0]) < SIGN_ROOM[0] and abs(y - sign[1]) < SIGN_ROOM[1]
        apart = all(math.hypot(x - a, y - b) > 0.8 * (r + c) for a, b, c in trees)
        if clear and grove and apart and not in_sign and len(trees) < TREES:
            trees.append((round(x, 1), round(y, 1), round(r, 1)))
    return trees


def place_of_name(d: CircuitDrawing) -> Point:
    """Where the circuit's name stands: the widest place of the infield."""
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
    """Whether a point lies within a closed border."""
    found = False
    for (ax, ay), (bx, by) in zip(border, [*border[1:], border[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            found = not found
    return found


def ideal_race(circuit: Circuit, start: int, stops: int = 0) -> list[tuple[int, int, int]]:
    """A shortest whole race, as (space, times the line was crossed, stops): the one with fewest lane changes."""
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
