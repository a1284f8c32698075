"""Four graphs: measures by hand on small graphs, the same for every game, exact and simulated alike."""

from fractions import Fraction
from xml.etree import ElementTree

import networkx as nx
import pytest

import gamekit as gk
from gamekit.errors import OptionError
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.graphs_picture import SIZE, layout, picture

SVG = "{http://www.w3.org/2000/svg}"


def test_a_path_of_three_is_measured_as_by_hand():
    found = graphs.measure(nx.path_graph(3))
    assert (found.nodes, found.edges, found.diameter, found.cut_nodes) == (3, 2, 2, 1)
    assert found.mean_distance == Fraction(4, 3)
    assert found.busiest == 1
    assert found.busiest_share == pytest.approx(1 / 3)


def test_an_order_has_no_diameter_but_a_longest_path():
    order = nx.DiGraph([(1, 2), (1, 3), (2, 3)])
    found = graphs.measure(order)
    assert found.diameter is None
    assert found.longest == 3
    assert graphs.paths_of_dag(order) == 7


def test_every_climbing_run_is_a_path_and_every_choice_of_values_one_run():
    assert graphs.paths_of_dag(gk.load("kartenspiel").graph) == 2**12 - 1


def test_one_way_streets_count_in_one_direction_only():
    ring = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    assert graphs.measure(ring).diameter == 2
    assert graphs.passing(ring)[0] == pytest.approx(1 / 6)


@pytest.mark.parametrize("name", gk.games())
def test_random_trips_agree_with_the_exact_shares_of_every_game(name):
    graph = gk.load(name).graph
    exact = graphs.passing(graph)
    found = graphs.simulate_passing(graph, 1_500, seed=2)
    missed = [node for node in graph if not found[node].covers(exact[node])]
    busiest = max(exact, key=exact.__getitem__)
    assert found[busiest].covers(exact[busiest])
    assert len(missed) <= 0.2 * len(graph)  # shares of neighbours rise and fall together


@pytest.mark.parametrize("name", gk.games())
def test_every_game_is_drawn_with_all_its_nodes_inside_the_picture(name):
    graph = gk.load(name).graph
    plan = layout(graph)
    assert set(plan.places) == set(graph)
    drawing = picture(graph, "Board", graphs.passing(graph), unit="of trips")
    root = ElementTree.fromstring(drawing.svg)
    assert len(root.findall(f".//{SVG}circle")) == len(graph)
    assert root.find(f"{SVG}desc").text
    assert all(0 < x < SIZE and 0 < y < plan.height for x, y in plan.places.values())


def test_a_new_road_is_judged_against_all_others_and_against_networkx():
    ring = nx.cycle_graph(8)
    judged = graphs.new_road(ring, 0, 4)
    built = ring.copy()
    built.add_edge(0, 4)
    assert judged.diameter_after == nx.diameter(built)
    assert float(judged.after) == pytest.approx(nx.average_shortest_path_length(built))
    assert judged.better == 0
    assert judged.roads == 8 * 7 // 2 - 8


def test_one_way_roads_shorten_one_direction_only():
    ring = nx.DiGraph([(i, (i + 1) % 6) for i in range(6)])
    built = nx.DiGraph(ring)
    built.add_edge(0, 3)
    assert float(graphs.new_road(ring, 0, 3).after) == pytest.approx(nx.average_shortest_path_length(built))


@pytest.mark.parametrize(("a", "b", "sentence"), [(0, 0, "different"), (0, 1, "neighbours"), (0, 99, "no place")])
def test_a_road_that_cannot_be_built_is_refused_with_the_reason(a, b, sentence):
    with pytest.raises(OptionError, match=sentence):
        graphs.new_road(nx.cycle_graph(5), a, b)


def test_shortest_ways_follow_the_chosen_length():
    roads = nx.Graph()
    roads.add_edge("a", "b", km=10)
    roads.add_edge("b", "c", km=10)
    roads.add_edge("a", "c", km=50)
    assert graphs.shortest(roads, "a", "c") == ["a", "c"]
    assert graphs.shortest(roads, "a", "c", "km") == ["a", "b", "c"]
    assert graphs.way_length(roads, ["a", "b", "c"], "km") == 20
    assert graphs.edge_numbers(roads) == ["km"]
    assert graphs.shortest(nx.DiGraph([(1, 2)]), 2, 1) == []
