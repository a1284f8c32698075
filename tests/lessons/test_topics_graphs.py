"""Four graphs: the numbers of the cells by hand on small graphs, and by NetworkX; what the text says of the boards."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lessons.auf_achse.asked import board_of_spaces, call_spaces, list_detours, mean_detours
from tests.lessons.notebooks import flat_prose, notebook

NAME = "topics/four_graphs"
MODEL = notebook(NAME)
TEXT = flat_prose(NAME)
TRACK, ROADS = MODEL.boards["Ausgebremst"], MODEL.boards["Auf Achse"]
HIGHWAY, CARDS = MODEL.boards["Route 66"], MODEL.boards["Auf Achse – Das Kartenspiel"]
AT = {str(TRACK.nodes[space]["name"]): space for space in TRACK}
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


def said(*texts: str) -> None:
    for text in texts:
        assert text in TEXT, text


def test_what_the_text_says_about_the_race_track_is_right() -> None:
    back = {len(nx.shortest_path(TRACK, b, a)) - 1 for a, b in TRACK.edges}
    said(f"takes {min(back)} to {max(back)} edges")
    busy, degree = MODEL.busy(TRACK), dict(TRACK.degree)
    assert MODEL.highest(busy) == [AT["M14"], AT["M22"]]
    said(f"Each lies on {busy[AT['M14']]:.0f} of 100 trips")
    reached = nx.transitive_closure(TRACK.subgraph(set(TRACK) - {AT["M14"]})).size()
    others = (len(TRACK) - 1) * (len(TRACK) - 2)
    loops = sum(
        1 for part in nx.strongly_connected_components(TRACK.subgraph(set(TRACK) - {AT["M14"]})) if len(part) > 1
    )
    assert loops == 0
    said(f"cuts off {others - reached:,} of the {others:,} pairs")
    most = [space for space in TRACK if degree[space] == max(degree.values())]
    assert (len(most), max(degree.values())) == (13, 6)
    assert {AT["M1"], AT["M14"], AT["M22"]} <= set(most)
    assert degree[AT["R18"]] == 3
    said("thirteen spaces have the most neighbours, six")
    said(f"M1 has six neighbours and lies on {busy[AT['M1']]:.0f} of 100 trips")
    said(f"R18 has three and lies on {busy[AT['R18']]:.0f}")


def test_what_the_text_says_about_the_road_map_is_right() -> None:
    busy, degree = MODEL.busy(ROADS), dict(ROADS.degree)
    assert [MODEL.highest(busy), degree["Hannover"]] == [["Nürnberg"], degree["Nürnberg"]]
    assert busy["Hannover"] < busy["Nürnberg"] / 2
    said(f"Nuremberg, the busiest city, lies only on {busy['Nürnberg']:.0f} of 100 trips")
    assert list(nx.articulation_points(ROADS)) == ["Hamburg"]
    said(f"Flensburg is cut off from all {len(ROADS) - 2} others")
    before = dict(nx.all_pairs_shortest_path_length(ROADS))
    for city in ("Nürnberg", "Hamburg"):
        now = dict(nx.all_pairs_shortest_path_length(ROADS.subgraph(set(ROADS) - {city})))
        pairs = [(a, b) for a in now for b in now[a] if a != b]
        was, is_now = (np.mean([far[a][b] for a, b in pairs]) for far in (before, now))
        said(f"{is_now:.3f} instead of {was:.3f}")
    means = MODEL.all_new_roads(ROADS)
    said(f"Among all {len(means)} roads that could be built")
    assert nx.diameter(ROADS) == before["Flensburg"]["Verona"] == 8
    odd = sum(number % 2 for number in degree.values())
    said(f"Here there are {odd}.", f"There are {ROADS.size()} roads", f"2 · {ROADS.size()} = {2 * ROADS.size()}")


def test_what_the_text_says_about_the_highway_and_the_cards_is_right() -> None:
    busy = MODEL.busy(HIGHWAY)
    assert MODEL.highest(busy) == [26, 27]
    assert len(HIGHWAY) == 54
    assert sorted(dict(HIGHWAY.degree).values()) == [1, 1] + 52 * [2]
    said(f"Route 66 with its 54 places is close to that: {max(busy.values()):.1f}")
    said(f"32 of 72 trips, {MODEL.busy(nx.path_graph(9))[4]:.1f} of 100")
    assert CARDS.size() * 2 == len(CARDS) * (len(CARDS) - 1)
    assert nx.is_directed_acyclic_graph(CARDS)


def test_what_the_text_says_about_the_road_between_the_farthest_cities_is_right() -> None:
    means = MODEL.all_new_roads(ROADS)
    said(f"It has rank {MODEL.rank(means, 'Flensburg', 'Verona')}.")
    best = " – ".join(MODEL.CALLED[MODEL.ROADS][city] for city in next(iter(means)))
    said(f"The best road, {best}, begins where many ways meet")


def test_what_the_text_says_about_one_roadworks_marker_is_right() -> None:
    """The mean trips by the game's own table of distances, and by removing a space from the board."""
    game = gk.load("auf_achse")
    board, cities = board_of_spaces(game), list(game.graph)
    cost = mean_detours(game)
    assert set(cost) == set(board) - set(cities)
    cut = [space for space in cost if np.isinf(cost[space])]
    assert len(cut) == 1
    assert set(board[cut[0]]) == {"Flensburg", "Hamburg"}
    pairs = len(cities) * (len(cities) - 1)
    worst = max(set(cost) - set(cut), key=lambda space: cost[space])
    assert {"Nürnberg", "München"} <= {city for space in (worst, *board[worst]) for city in cities if city in space}

    def total(closed: set[str]) -> int:
        far = dict(nx.all_pairs_shortest_path_length(board.subgraph(set(board) - closed)))
        return sum(far[a][b] for a in cities for b in cities)

    assert total(set()) == game.tables.distance[: len(cities), : len(cities)].sum()
    assert cost[worst] == pytest.approx((total({worst}) - total(set())) / pairs)
    said(f"the mean trip of {total(set()) / pairs:.2f} steps longer by {cost[worst]:.3f}")
    told = list_detours(game)
    called = call_spaces(game)
    assert [space for space, _steps in told[:2]] == [called[cut[0]], called[worst]]
    assert [told[0][1], told[1][1]] == ["no way is left", f"{cost[worst]:.3f}"]
