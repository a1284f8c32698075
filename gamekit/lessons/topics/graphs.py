"""Four graphs: what can be measured on any game's graph – exactly, and by simulated trips.

Which graph a game has is said by its box; how graphs are drawn is in graphs_picture.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError
from gamekit.lab.estimate import Estimate, share
from gamekit.words import _

Graph = Any
"""Any of NetworkX's graphs, directed or not: their types know no common ground."""
Node = Hashable
Steps = NDArray[np.float64]
"""A matrix of distances in steps, infinite where no way leads."""


@dataclass(frozen=True)
class Measures:
    """What distinguishes one board from another. `None` where a graph has no such number."""

    nodes: int
    edges: int
    directed: bool
    acyclic: bool
    connected: bool
    least_degree: int
    mean_degree: Fraction
    most_degree: int
    diameter: int | None
    diameter_ends: tuple[Node, Node] | None
    mean_distance: Fraction
    reachable: Fraction
    cut_nodes: int
    longest: int | None
    """Nodes on the longest path of a graph without cycles."""
    busiest: Node
    busiest_share: float


def node_name(graph: Graph, node: Node) -> str:
    """What people call a node."""
    return str(graph.nodes[node].get("name", node))


def named_node(graph: Graph, name: str) -> Node:
    """The node people call `name`. Raises `OptionError` if there is none."""
    for node in graph:
        if node_name(graph, node) == name:
            return node  # type: ignore[no-any-return]
    raise OptionError(_("There is no place called {name!r} on this board.").format(name=name))


def distances(graph: Graph) -> Steps:
    """Steps from every node to every other, in the graph's order of nodes."""
    place = {node: i for i, node in enumerate(graph)}
    steps = np.full((len(place), len(place)), np.inf)
    for start, ways in nx.all_pairs_shortest_path_length(graph):
        for goal, length in ways.items():
            steps[place[start], place[goal]] = length
    return steps


def mean_of(steps: Steps) -> Fraction:
    """The mean distance between two different nodes, over all pairs between which a way leads."""
    count = int(np.isfinite(steps).sum()) - len(steps)
    return Fraction(int(steps[np.isfinite(steps)].sum()), count) if count else Fraction(0)


def diameter(graph: Graph, steps: Steps) -> tuple[int, tuple[Node, Node]] | None:
    """The longest of all shortest ways and its ends; None if some node cannot be reached from some other."""
    if not np.isfinite(steps).all():
        return None
    nodes = list(graph)
    i, j = np.unravel_index(int(steps.argmax()), steps.shape)
    return int(steps[i, j]), (nodes[i], nodes[j])


def passing(graph: Graph) -> dict[Node, float]:
    """For each node, the share of all trips that pass through it on their way.

    A trip goes from one node to another, all pairs with a way equally likely, by a shortest way, all of them equally
    likely. Trips that begin or end at a node do not pass through it. This is betweenness, read as a probability.
    """
    steps = distances(graph)
    trips = int(np.isfinite(steps).sum()) - len(steps)
    raw = nx.betweenness_centrality(graph, normalized=False)
    both = 1 if graph.is_directed() else 2
    return {node: both * value / trips if trips else 0.0 for node, value in raw.items()}


def measure(graph: Graph) -> Measures:
    """Everything in `Measures`, for any graph."""
    steps = distances(graph)
    n = len(graph)
    degrees = [degree for _, degree in graph.degree]
    directed = bool(graph.is_directed())
    acyclic = nx.is_directed_acyclic_graph(graph) if directed else nx.is_forest(graph)
    far = diameter(graph, steps)
    through = passing(graph)
    busiest = max(through, key=lambda node: through[node])
    return Measures(
        nodes=n,
        edges=graph.number_of_edges(),
        directed=directed,
        acyclic=acyclic,
        connected=far is not None,
        least_degree=min(degrees),
        mean_degree=Fraction(sum(degrees), n),
        most_degree=max(degrees),
        diameter=far[0] if far else None,
        diameter_ends=far[1] if far else None,
        mean_distance=mean_of(steps),
        reachable=Fraction(int(np.isfinite(steps).sum()) - n, n * (n - 1)),
        cut_nodes=len(cut_nodes(graph)),
        longest=nx.dag_longest_path_length(graph, weight=None) + 1 if directed and acyclic else None,
        busiest=busiest,
        busiest_share=through[busiest],
    )


def cut_nodes(graph: Graph) -> list[Node]:
    """The nodes without which the board falls into more pieces than before; one-way edges count as open both ways."""
    cuts = set(nx.articulation_points(graph.to_undirected(as_view=True)))
    return [node for node in graph if node in cuts]


def shortest(graph: Graph, start: Node, goal: Node, weight: str | None = None) -> list[Node]:
    """A shortest way by steps, or by an edge's number such as "km"; empty if none leads there."""
    try:
        return list(nx.shortest_path(graph, start, goal, weight=weight))
    except nx.NetworkXNoPath:
        return []


def way_length(graph: Graph, way: Sequence[Node], weight: str | None = None) -> float:
    """How long a way is: in edges, or in an edge's number."""
    return sum(graph.edges[pair].get(weight, 1) if weight else 1 for pair in pairwise(way))


def edge_numbers(graph: Graph) -> list[str]:
    """The numbers every edge has that a way could be measured by: lengths, not marks of 0 and 1."""
    names: set[str] | None = None
    for _a, _b, data in graph.edges(data=True):
        numbers = {key for key, value in data.items() if isinstance(value, int | float) and value > 0}
        names = numbers if names is None else names & numbers
    return sorted(names or ())


def paths_of_dag(graph: Graph) -> int:
    """How many non-empty paths a graph without cycles has: one node alone is a path too."""
    from_here: dict[Node, int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        from_here[node] = 1 + sum(from_here[after] for after in graph.successors(node))
    return sum(from_here.values())


# Simulated trips


def random_trip(graph: Graph, ways: dict[Node, dict[Node, int]], rng: np.random.Generator) -> list[Node]:
    """One trip: a random pair with a way between, then one of the shortest ways, all equally likely."""
    nodes = list(graph)
    while True:
        start, goal = nodes[int(rng.integers(len(nodes)))], nodes[int(rng.integers(len(nodes)))]
        if start != goal and goal in ways[start]:
            break
    return random_shortest(graph, ways[start], start, goal, rng)


def random_shortest(
    graph: Graph, steps: dict[Node, int], start: Node, goal: Node, rng: np.random.Generator
) -> list[Node]:
    """One of the shortest ways from `start`, all equally likely: walked back from the goal by counts of ways."""
    before = graph.predecessors if graph.is_directed() else graph.neighbors
    counts: dict[Node, int] = {start: 1}

    def count(node: Node) -> int:
        if node not in counts:
            counts[node] = sum(count(b) for b in before(node) if steps.get(b, -1) == steps[node] - 1)
        return counts[node]

    way = [goal]
    while way[-1] != start:
        choices = [b for b in before(way[-1]) if steps.get(b, -1) == steps[way[-1]] - 1]
        weights = np.array([count(b) for b in choices], np.float64)
        way.append(choices[int(rng.choice(len(choices), p=weights / weights.sum()))])
    return way[::-1]


def simulate_passing(graph: Graph, trips: int, seed: int) -> dict[Node, Estimate]:
    """The share of random trips that pass through each node, with its interval: compare `passing`."""
    rng = np.random.default_rng(seed)
    ways = {start: dict(lengths) for start, lengths in nx.all_pairs_shortest_path_length(graph)}
    seen: dict[Node, int] = dict.fromkeys(graph, 0)
    for _trip in range(trips):
        for node in random_trip(graph, ways, rng)[1:-1]:
            seen[node] += 1
    return {node: share(count, trips) for node, count in seen.items()}


# A new road


@dataclass(frozen=True)
class NewRoad:
    """What one new road does: mean distance and diameter before and after, and how many roads would do better."""

    ends: tuple[Node, Node]
    before: Fraction
    after: Fraction
    diameter_before: int
    diameter_after: int
    better: int
    roads: int


def with_road(steps: Steps, a: int, b: int, directed: bool) -> Steps:
    """All distances after one road from a to b is added: a way either uses it or it does not."""
    by = steps[:, [a]] + 1 + steps[[b], :]
    shorter = np.minimum(steps, by)
    return shorter if directed else np.minimum(shorter, steps[:, [b]] + 1 + steps[[a], :])


def new_road(graph: Graph, a: Node, b: Node) -> NewRoad:
    """What a road between a and b would do. Raises `OptionError` if it cannot be built."""
    for end in (a, b):
        if end not in graph:
            raise OptionError(_("There is no place {end!r} on this board.").format(end=end))
    if a == b:
        raise OptionError(_("A road needs two different ends, not {a} twice.").format(a=node_name(graph, a)))
    if graph.has_edge(a, b):
        raise OptionError(_("{a} and {b} are neighbours already.").format(a=node_name(graph, a), b=node_name(graph, b)))
    steps = distances(graph)
    if not np.isfinite(steps).all():
        raise OptionError(_("New roads are only compared on boards where every place can be reached."))
    table = all_new_roads(graph, steps)
    nodes = list(graph)
    after = with_road(steps, nodes.index(a), nodes.index(b), graph.is_directed())
    mine = int(after.sum())
    return NewRoad(
        (a, b),
        mean_of(steps),
        mean_of(after),
        int(steps.max()),
        int(after.max()),
        sum(1 for total, _ in table if total < mine),
        len(table),
    )


def all_new_roads(graph: Graph, steps: Steps) -> list[tuple[int, tuple[Node, Node]]]:
    """Every road that could be added, with the sum of all distances it leads to; the best first."""
    nodes = list(graph)
    directed = graph.is_directed()
    found = []
    for i in range(len(nodes)):
        for j in range(len(nodes)):
            if i == j or (not directed and j < i) or graph.has_edge(nodes[i], nodes[j]):
                continue
            found.append((int(with_road(steps, i, j, directed).sum()), (nodes[i], nodes[j])))
    return sorted(found, key=lambda entry: entry[0])
