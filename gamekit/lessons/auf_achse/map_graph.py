"""Lesson 2 of Auf Achse: the map as a graph – shortest ways, busy cities, what one roadworks marker does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import networkx as nx
import numpy as np

from gamekit.games.auf_achse.board import space_graph
from gamekit.games.auf_achse.landscape import project
from gamekit.lab.estimate import Estimate, share
from gamekit.lessons.auf_achse.travel import board, cities
from gamekit.lessons.topics.graphs import random_shortest

MAP_SIZE: Final = (6.4, 7.0)
"""How large a chart of the map is, in inches."""


@cache
def spaces() -> nx.Graph[int]:
    """Every space of the board, cities first."""
    return space_graph(board().box.map)


@cache
def roads() -> nx.Graph[str]:
    """Cities and roads."""
    return board().graph


def places() -> dict[str, tuple[float, float]]:
    """Where the cities lie in a chart, north above."""
    found = {name: project(*place) for name, place in board().box.map.cities.items()}
    return {name: (x, -y) for name, (x, y) in found.items()}


def way(start: str, goal: str, by: str = "steps") -> list[str]:
    """The shortest way by `steps` or `km`, city by city."""
    return list(nx.dijkstra_path(roads(), start, goal, weight=by))


def long(path: list[str], by: str) -> int:
    """How long a way is."""
    return int(nx.path_weight(roads(), path, weight=by))


@cache
def settled(start: str, by: str = "steps") -> tuple[tuple[str, int, str], ...]:
    """In which order Dijkstra's search settles the cities: city, distance, city before it."""
    before, far = nx.dijkstra_predecessor_and_distance(roads(), start, weight=by)
    order = sorted(far, key=lambda name: (far[name], name))
    return tuple((name, int(far[name]), min(before[name], default="")) for name in order)


@cache
def passing() -> dict[str, float]:
    """For each city, the share of all trips between two other cities that pass through it, exactly.

    All pairs are equally likely, and so are all shortest ways between them.
    """
    graph, names = spaces(), cities()
    inside = list(range(len(names)))
    raw = nx.betweenness_centrality_subset(graph, inside, inside)
    pairs = len(names) * (len(names) - 1) / 2
    return {name: raw[i] / pairs for i, name in enumerate(names)}


def drive_through(trips: int, seed: int) -> dict[str, Estimate]:
    """The same from random trips."""
    graph, names = spaces(), cities()
    rng = np.random.default_rng(seed)
    ways = {i: dict(nx.single_source_shortest_path_length(graph, i)) for i in range(len(names))}
    seen = dict.fromkeys(names, 0)
    for _trip in range(trips):
        start, goal = (int(v) for v in rng.choice(len(names), 2, replace=False))
        passed: list[Any] = random_shortest(graph, ways[start], start, goal, rng)[1:-1]
        for space in passed:
            if space < len(names):
                seen[names[space]] += 1
    return {name: share(count, trips) for name, count in seen.items()}


@dataclass(frozen=True)
class Closed:
    """What one closed space does to all trips between two cities."""

    space: int
    name: str
    longer: float
    """Steps the mean trip gets longer."""
    affected: float
    """Share of the pairs of cities whose way gets longer."""
    worst: int
    cut: int
    """Cities on the smaller side, if the map falls apart."""


@cache
def closures() -> tuple[Closed, ...]:
    """Every space outside the cities closed in turn, the worst first."""
    graph, n = spaces(), len(cities())
    before = np.array([[float(v) for v in row[:n]] for row in board().tables.distance[:n]])
    found = []
    for space in range(n, len(graph)):
        rest = graph.subgraph(set(graph) - {space})
        after = np.full((n, n), np.inf)
        for i in range(n):
            for j, steps in nx.single_source_shortest_path_length(rest, i).items():
                if j < n:
                    after[i, j] = steps
        extra = after - before
        reached = np.isfinite(extra)
        found.append(
            Closed(
                space,
                str(graph.nodes[space]["name"]),
                float(extra[reached].sum() / (n * (n - 1))),
                float((extra[reached] > 0).sum() / (n * (n - 1))),
                int(extra[reached].max()),
                min(int(reached[0].sum()), int((~reached[0]).sum())),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.cut, -one.longer)))


def cut_cities() -> list[str]:
    """Cities without which the map falls apart."""
    return sorted(nx.articulation_points(roads()))


def mean_trip(graph: Any = None) -> float:
    """The mean distance in steps between two different cities."""
    return float(nx.average_shortest_path_length(roads() if graph is None else graph, weight="steps"))


def with_road(a: str, b: str) -> tuple[float, int]:
    """The mean trip with one road more, straight from a to b, and the steps of that road."""
    graph = roads().copy()
    steps = road_steps(a, b)
    if not graph.has_edge(a, b) or graph[a][b]["steps"] > steps:
        graph.add_edge(a, b, steps=steps, km=steps * board().box.map.km_a_step)
    return mean_trip(graph), steps


def road_steps(a: str, b: str) -> int:
    """How many steps a new road would have: the air line, and a quarter more, at 80 km a step."""
    (x1, y1), (x2, y2) = (np.radians(board().box.map.cities[name]) for name in (a, b))
    h = np.sin((y2 - y1) / 2) ** 2 + np.cos(y1) * np.cos(y2) * np.sin((x2 - x1) / 2) ** 2
    air = float(2 * 6371 * np.arcsin(np.sqrt(h)))
    return max(1, round(1.25 * air / int(board().box.map.km_a_step)))


@cache
def disagreement() -> tuple[str, str]:
    """Two cities whose shortest way in steps is longest in comparison with the shortest in kilometres."""
    pairs = [(a, b) for a in roads() for b in roads() if a < b]

    def longer(a: str, b: str) -> int:
        return long(way(a, b, "steps"), "km") - long(way(a, b, "km"), "km")

    return max(pairs, key=lambda pair: (longer(pair[0], pair[1]), pair))
