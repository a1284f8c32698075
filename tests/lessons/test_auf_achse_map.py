"""Auf Achse, the map as a graph: the cells of the notebook, held against the board and against counting by hand."""

from __future__ import annotations

import math
from collections import Counter
from types import FunctionType

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from gamekit.games.auf_achse.board import space_graph
from gamekit.lab.estimate import share
from gamekit.lessons.auf_achse.asked import steps_without
from tests.lessons.notebooks import content, notebook, prose

NAME = "auf_achse/02-map-as-a-graph"
GAME = gk.load("auf_achse", players=4)


def test_the_board_of_spaces_is_the_board_of_the_game() -> None:
    model, board = notebook(NAME), space_graph(GAME.box.map)
    spaces = model.with_spaces(model.roads)
    assert (len(spaces), spaces.number_of_edges()) == (len(board), board.number_of_edges())
    names = [name for _node, name in board.nodes(data="name")][: len(model.CITIES)]
    order = [names.index(city) for city in model.CITIES]
    tables = GAME.tables.distance[: len(names), : len(names)]
    assert np.array_equal(model.trips_on(spaces), tables[np.ix_(order, order)])


def test_dijkstra_settles_every_city_at_its_distance_and_nearer_ones_first() -> None:
    model = notebook(NAME)
    for start in ("Kassel", "Flensburg"):
        for by in ("steps", "km"):
            settled = model.search(start, by)
            assert {city: far for city, (far, _before) in settled.items()} == dict(
                nx.single_source_dijkstra_path_length(model.roads, start, weight=by)
            )
            distances = [far for far, _before in settled.values()]
            assert distances == sorted(distances)
    way = model.way_to("Verona", model.search("Hamburg"))
    assert (way[0], way[-1]) == ("Hamburg", "Verona")
    assert nx.path_weight(model.roads, way, "steps") == model.search("Hamburg")["Verona"][0]


def test_with_a_road_shorter_than_0_a_settled_distance_need_not_be_final() -> None:
    """What the text says of the condition: the model itself, on a map where a road has −3 steps."""
    model = notebook(NAME)
    roads = nx.Graph()
    roads.add_weighted_edges_from([("A", "B", 2), ("A", "C", 4), ("C", "B", -3)], weight="steps")
    search = FunctionType(model.search.__code__, {**vars(model), "roads": roads}, argdefs=("steps",))
    assert search("A")["B"][0] == 2 > 4 - 3
    assert min(steps for _a, _b, steps in model.roads.edges(data="steps")) > 0
    assert "That holds only because no road is shorter than 0 steps" in prose(NAME)


def test_the_road_ends_and_the_mean_degree_are_what_the_solution_says() -> None:
    roads = notebook(NAME).roads
    assert (roads.number_of_edges(), len(roads)) == (76, 38)
    assert 2 * 76 == 152 == sum(degree for _city, degree in roads.degree)
    assert "152: each of the 76 roads has two ends" in prose(NAME)
    assert "exactly 4" in prose(NAME)
    assert 152 / 38 == 4


def test_random_trips_agree_with_the_exact_betweenness() -> None:
    model = notebook(NAME)
    trips = 6_000
    counts = Counter(city for way in model.drive(trips, np.random.default_rng(3)) for city in way[1:-1])
    for city, exact in model.exact.items():
        found = share(counts[city], trips)
        assert abs(100 * found.value - exact) < 4 * 100 * max(found.high - found.low, 1e-3) / 2


def test_only_the_road_to_flensburg_cuts_a_city_off() -> None:
    model = notebook(NAME)
    cut = [space for space in model.SPACES if np.isinf(model.closed(space)).any()]
    assert cut == ["Flensburg – Hamburg, space 1"]


def test_the_solution_of_the_make_part_is_what_the_board_says() -> None:
    model = notebook(NAME)
    source = next("".join(one["source"]) for one in content(NAME)["cells"] if "A solution" in "".join(one["source"]))
    space = dict(vars(model))
    exec(source.split("```python\n")[1].split("```")[0], space)
    for a, b in model.roads.edges:
        assert space["detour"](a, b) == steps_without(GAME, a, b) - model.roads[a][b]["steps"]
    assert math.isinf(space["detour"]("Flensburg", "Hamburg"))


def test_what_the_text_says_of_amsterdam_and_bregenz() -> None:
    model = notebook(NAME)
    by_steps, by_km = (model.way_to("Bregenz", model.search("Amsterdam", by)) for by in ("steps", "km"))
    lengths = [
        (nx.path_weight(model.roads, way, "steps"), nx.path_weight(model.roads, way, "km")) for way in (by_steps, by_km)
    ]
    assert lengths == [(13, 1110), (14, 1015)]


@pytest.mark.parametrize(
    ("city", "degree", "low", "high"), [("Stuttgart", 6, 5, 6), ("Nürnberg", 6, 27, 28), ("Würzburg", 5, 26, 27)]
)
def test_what_the_text_says_of_busy_cities(city: str, degree: int, low: float, high: float) -> None:
    model = notebook(NAME)
    assert model.roads.degree[city] == degree
    assert low < model.exact[city] < high
