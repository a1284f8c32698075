"""Ways round a circuit as graph questions: shortest laps, faithful lanes, detours, how often a space is passed.

Answers only; how a page shows them is in page_line.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import networkx as nx

from gamekit.game import Game, load
from gamekit.games.ausgebremst.box import compose
from gamekit.games.ausgebremst.circuits import Circuit
from gamekit.games.ausgebremst.state import LANES, PIT, STRIDE

NAME: Final = "ausgebremst"
SINK: Final = -1
"""Stands for "over the line": a lap ends there."""

Road = nx.DiGraph


@cache
def game(circuit: int = 1) -> Game:
    """A race for four on one circuit, without the line drawn in."""
    return load(NAME, 4, circuit=circuit, ideal_line=False)


@cache
def circuit(number: int) -> Circuit:
    """Circuit `number`, 1…8."""
    return compose(game().box, number)


def title(number: int) -> str:
    """A circuit's name."""
    return circuit(number).title


def lap(number: int, *, lines: bool = True, without: Iterable[int] = ()) -> nx.DiGraph[int]:
    """One lap as a graph without circles: from the spaces behind the line to SINK; the pit lane is left out."""
    g = circuit(number).graph(lines)
    blocked = set(without)
    road: nx.DiGraph[int] = nx.DiGraph()
    for u, v in g.edges:
        if u < PIT and v < PIT and not {u, v} & blocked:
            road.add_edge(u, SINK if g.edges[u, v]["line"] else v)
    return road


def starts() -> list[int]:
    """The spaces directly behind the line."""
    return [STRIDE * lane for lane in range(LANES)]


SPACE: Final = 1000
"""What a step costs when ways are compared; a change of lanes costs one more, so it decides between equal lengths."""


def cost(u: int, v: int, _edge: Mapping[str, object]) -> int:
    """What the step from one space to the next costs."""
    return SPACE + (v != SINK and u // STRIDE != v // STRIDE)


def shortest(number: int, *, lines: bool = True, without: Iterable[int] = (), through: int | None = None) -> list[int]:
    """A shortest lap with few changes of lanes, through one space if that is asked for; empty if there is none."""
    road = lap(number, lines=lines, without=without)
    best: list[int] = []
    least = 0
    for start in starts():
        if start not in road or not nx.has_path(road, start, SINK):
            continue
        if through is None:
            way = nx.dijkstra_path(road, start, SINK, cost)
        elif through in road and nx.has_path(road, start, through):
            way = nx.dijkstra_path(road, start, through, cost)[:-1] + nx.dijkstra_path(road, through, SINK, cost)
        else:
            continue
        price = sum(cost(u, v, {}) for u, v in pairwise(way))
        if not best or price < least:
            best, least = way[:-1], price
    return best


def lane_of(number: int, from_inside: int) -> int:
    """A lane counted from the infield as the driver's lane."""
    inside = circuit(number).inside
    return from_inside if inside == 0 else LANES - 1 - from_inside


def faithful(number: int, lane: int) -> list[int]:
    """The lap of a driver who stays in one lane wherever it exists, and comes back to it as soon as possible."""
    road = lap(number)
    way = [STRIDE * lane]
    while way[-1] != SINK:
        way.append(min(road.successors(way[-1]), key=lambda v: (v != SINK and abs(v // STRIDE - lane), v)))
    return way[:-1]


def detours(number: int) -> dict[int, int]:
    """What it costs to pass each space: the shortest lap through it, less the shortest lap."""
    road = lap(number)
    ahead = nx.single_source_shortest_path_length(road.reverse(copy=False), SINK)
    behind: dict[int, int] = {}
    for start in starts():
        for space, steps in nx.single_source_shortest_path_length(road, start).items():
            behind[space] = min(steps, behind.get(space, steps))
    best = len(shortest(number))
    return {space: behind[space] + ahead[space] - best for space in behind if space != SINK}


def ways(number: int, *, lines: bool = True) -> tuple[dict[int, int], dict[int, int]]:
    """For each space on shortest laps: how many beginnings lead to it, how many ends go on from it."""
    road = lap(number, lines=lines)
    best = len(shortest(number, lines=lines))
    ahead = nx.single_source_shortest_path_length(road.reverse(copy=False), SINK)
    first = [start for start in starts() if ahead.get(start) == best]
    behind = nx.multi_source_dijkstra_path_length(road, set(first))
    on_line = [space for space in road if space in behind and behind[space] + ahead.get(space, best + 1) == best]
    to: dict[int, int] = dict.fromkeys(on_line, 0) | dict.fromkeys(first, 1)
    going_on: dict[int, int] = dict.fromkeys(on_line, 0) | {SINK: 1}
    for space in sorted(on_line, key=lambda space: behind[space]):
        for other in road.successors(space):
            if other in to and behind[other] == behind[space] + 1:
                to[other] += to[space]
    for space in sorted(on_line, key=lambda space: -behind[space]):
        for other in road.successors(space):
            if other in going_on and behind[other] == behind[space] + 1:
                going_on[space] += going_on[other]
    return to, going_on


def count(number: int, *, lines: bool = True) -> int:
    """How many different shortest laps there are."""
    return ways(number, lines=lines)[0][SINK]


def passed(number: int) -> dict[int, float]:
    """For each space, the share of all shortest laps that pass it: its betweenness between line and line."""
    to, going_on = ways(number)
    shares = {space: to[space] * going_on[space] / to[SINK] for space in to if space != SINK}
    return {space: shares.get(space, 0.0) for space in lap(number) if space != SINK}


def steps(follow: Mapping[int, Sequence[int]], start: int, goal: int) -> int:
    """Breadth first: the fewest steps from `start` to `goal`, or −1."""
    ring, seen, taken = [start], {start}, 0
    while ring:
        if goal in ring:
            return taken
        ring = list({v: None for u in ring for v in follow.get(u, ()) if v not in seen})
        seen.update(ring)
        taken += 1
    return -1
