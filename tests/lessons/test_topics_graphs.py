"""Four graphs: the numbers of the cells by hand on small graphs, and by NetworkX; what the text says of the boards."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook

NAME = "topics/four_graphs"
MODEL = notebook(NAME)
TRACK, ROADS = MODEL.boards["Ausgebremst"], MODEL.boards["Auf Achse"]
HIGHWAY, CARDS = MODEL.boards["Route 66"], MODEL.boards["Auf Achse – Das Kartenspiel"]
SMALL = {
    "path": nx.path_graph(5),
    "ring": nx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)]),
    "square": nx.cycle_graph(4),
}


@pytest.mark.parametrize("graph", [*SMALL.values(), TRACK, ROADS], ids=[*SMALL, "track", "roads"])
def test_shortest_ways_are_as_many_as_networkx_finds(graph: nx.Graph) -> None:
    start = next(iter(graph))
    far, ways = MODEL.shortest_ways(graph, start)
    assert far == nx.single_source_shortest_path_length(graph, start)
    for goal in [place for place in graph if far[place] <= 6]:
        assert ways[goal] == len(list(nx.all_shortest_paths(graph, start, goal)))


def test_busy_is_a_share_of_trips_counted_by_hand() -> None:
    assert MODEL.busy(nx.path_graph(3)) == pytest.approx({0: 0, 1: 100 / 3, 2: 0})
    assert MODEL.busy(nx.DiGraph([(0, 1), (1, 2), (2, 0)]))[0] == pytest.approx(100 / 6)
    assert MODEL.busy(nx.path_graph(9))[4] == pytest.approx(3200 / 72)
    assert set(MODEL.busy(CARDS).values()) == {0}


@pytest.mark.parametrize("graph", [HIGHWAY, TRACK, ROADS], ids=["highway", "track", "roads"])
def test_trips_by_lot_agree_with_betweenness(graph: nx.Graph) -> None:
    n, exact = 2_000, MODEL.busy(graph)
    passed = MODEL.trips(graph, n, np.random.default_rng(2))
    missed = [place for place in graph if not share(passed[place], n).covers(exact[place] / 100)]
    assert len(missed) <= 0.2 * len(graph)  # neighbours rise and fall together
    for place in MODEL.highest(exact):
        assert abs(passed[place] / n - exact[place] / 100) < 4 * (0.25 / n) ** 0.5


@pytest.mark.parametrize(
    "graph", [nx.cycle_graph(8), nx.DiGraph([(i, (i + 1) % 6) for i in range(6)])], ids=["both", "one way"]
)
def test_new_roads_are_judged_as_networkx_judges_the_built_graph(graph: nx.Graph) -> None:
    means = MODEL.all_new_roads(graph)
    pairs = len(graph) * (len(graph) - 1)
    assert len(means) == (pairs if graph.is_directed() else pairs // 2) - graph.size()
    for a, b in means:
        built = graph.copy()
        built.add_edge(a, b)
        assert means[a, b] == pytest.approx(nx.average_shortest_path_length(built))
    ranks = [MODEL.rank(means, *road) for road in means]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    assert MODEL.rank({(0, 2): 1.5, (0, 1): 1.0}, 2, 0) == 2


def test_places_have_the_names_that_their_boards_give_them() -> None:
    for board in (MODEL.HIGHWAY, MODEL.TRACK):
        named = nx.get_node_attributes(MODEL.boards[board], "name")
        assert [MODEL.CALLED[board][place] for place in named] == list(named.values())
    assert list(MODEL.CALLED[MODEL.CARDS]) == list(CARDS)
    assert [MODEL.CALLED[MODEL.ROADS][city] for city in ("München", "Berlin")] == ["Munich", "Berlin"]
