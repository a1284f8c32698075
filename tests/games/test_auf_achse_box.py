"""Auf Achse: the box: map, contracts, and what is refused with entry and reason."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from gamekit.games.auf_achse.road_map import space_graph
from tests.games.auf_achse_desk import loaded
from tests.play import box_with


@pytest.fixture(scope="module")
def game() -> gk.Game:
    return loaded(4)


def air_km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Distance over the globe between two (longitude, latitude)."""
    (x1, y1), (x2, y2) = np.radians([a, b])
    h = math.sin((y2 - y1) / 2) ** 2 + math.cos(y1) * math.cos(y2) * math.sin((x2 - x1) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(h))


@pytest.mark.rule("AA-02")
def test_the_map_is_connected_and_has_the_cities_the_rules_and_reviews_name(game: gk.Game) -> None:
    named = [
        "Flensburg", "Hamburg", "Kassel", "Frankfurt", "München", "Wien", "Berlin", "Brüssel", "Rotterdam", "Graz",
        "Triest", "Verona", "Mailand",
    ]  # fmt: skip
    assert set(named) <= set(game.graph)
    assert 34 <= len(game.graph) <= 38
    assert nx.is_connected(game.graph)


@pytest.mark.rule("AA-02")
def test_road_lengths_in_spaces_are_in_proportion_to_real_distances(game: gk.Game) -> None:
    """Each road is km / 80 steps, rounded; its km are 1 to 1.75 times the air line; shortest ways agree overall."""
    places = {city: (at["longitude"], at["latitude"]) for city, at in game.graph.nodes(data=True)}
    for a, b, road in game.graph.edges(data=True):
        assert abs(road["steps"] - road["km"] / 80) <= 0.5, (a, b)
        assert 1.0 <= road["km"] / air_km(places[a], places[b]) <= 1.75, (a, b)
    steps = dict(nx.all_pairs_dijkstra_path_length(game.graph, weight="steps"))
    pairs = [(a, b) for a in game.graph for b in game.graph if a < b]
    ours = np.array([steps[a][b] for a, b in pairs])
    real = np.array([air_km(places[a], places[b]) for a, b in pairs])
    assert np.corrcoef(ours, real)[0, 1] > 0.95
    assert np.median(real / ours) == pytest.approx(62, abs=8)


@pytest.mark.rule("AA-02")
def test_one_space_lies_between_hamburg_and_flensburg_which_has_no_other_road(game: gk.Game) -> None:
    assert game.graph["Flensburg"]["Hamburg"]["steps"] == 2
    assert list(game.graph["Flensburg"]) == ["Hamburg"]


@pytest.mark.rule("AA-02")
def test_most_cities_join_three_roads_or_more(game: gk.Game) -> None:
    assert sum(degree >= 3 for _, degree in game.graph.degree) >= 0.9 * len(game.graph)


@pytest.mark.rule("AA-02", "AA-22")
def test_no_city_is_cut_off_by_one_roadworks_marker(game: gk.Game) -> None:
    """Every space that is not a city and not sheltered is taken away in turn."""
    spaces = space_graph(game.box.map)
    cut = set(nx.articulation_points(spaces))
    sheltered = {n for n in spaces if game.tables.sheltered[n] == 1}
    assert len(sheltered) == 1
    assert {n for n in cut if not spaces.nodes[n]["city"]} == sheltered


@pytest.mark.rule("AA-02")
def test_one_space_in_four_outside_the_cities_is_an_event_space(game: gk.Game) -> None:
    spaces = [data for _, data in space_graph(game.box.map).nodes(data=True) if not data["city"]]
    assert 0.2 <= sum(data["event"] for data in spaces) / len(spaces) <= 0.3


@pytest.mark.rule("AA-03")
def test_contracts_carry_two_to_six_goods_and_three_in_five_at_least_four(game: gk.Game) -> None:
    cards = game.box.contracts.cards
    goods = [card.goods for card in cards]
    assert len(cards) == 52
    assert set(goods) == {2, 3, 4, 5, 6}
    assert sum(g >= 4 for g in goods) / 52 == pytest.approx(3 / 5, abs=0.02)


@pytest.mark.rule("AA-03")
def test_revenues_rise_with_goods_and_road_distance_and_are_whole_hundreds(game: gk.Game) -> None:
    km = dict(nx.all_pairs_dijkstra_path_length(game.graph, weight="km"))
    cards = game.box.contracts.cards
    for a in cards:
        assert a.revenue % 100 == 0
        for b in cards:
            if a.goods >= b.goods and km[a.origin][a.to] >= km[b.origin][b.to]:
                assert a.revenue >= b.revenue


@pytest.mark.rule("AA-03")
def test_each_contract_has_five_rising_bids_whose_profit_is_what_is_left(game: gk.Game) -> None:
    for card in game.box.contracts.cards:
        prices = [price for price, _ in card.bids]
        assert len(prices) == 5
        assert prices == sorted(set(prices))
        assert all(price + profit == card.revenue for price, profit in card.bids)


@pytest.mark.rule("AA-01", "AA-04")
def test_the_rest_of_the_box(game: gk.Game) -> None:
    t = game.tables
    assert (game.min_players, game.max_players) == (2, 6)
    assert (t.small_number, t.small_capacity, t.small_price) == (4, 4, 2000)
    assert (t.large_number, t.large_capacity, t.large_price) == (4, 6, 3000)
    assert (t.stock, t.capacity, len(game.start().event)) == (48, 6, 31)


@pytest.mark.rule("AA-07")
@pytest.mark.parametrize(("players", "public"), [(2, 12), (3, 16), (4, 20), (5, 24), (6, 24)])
def test_so_many_contracts_are_public_and_what_is_left_is_the_reserve(players: int, public: int) -> None:
    s = loaded(players).start()
    assert (s.stack, s.reserve) == (public, 52 - public - 3 * players)
    assert loaded(players, public=3).start().stack == 3


@pytest.mark.rule("AA-07")
def test_more_public_contracts_than_there_are_cards_are_refused() -> None:
    with pytest.raises(gk.OptionError, match="public must be at most 34 with 6 players"):
        gk.load("auf_achse", players=6, public=35)


ROAD = '[[map.roads]]\nbetween = ["Frankfurt", "%s"]\nname = "A"\nkm = 80\nspaces = 0\n'
CHANGES = [
    ('between = ["Hamburg", "Bremen"]', 'between = ["Hamburg", "Bremne"]', "roads.2.between: 'Bremne' is not one of"),
    ("km = 155\nspaces = 1", "km = 155\nspaces = 5", "155 km at 80 km a step are 2 steps, so 1 spaces and not 5"),
    (
        'sheltered = ["Flensburg", "Hamburg"]',
        'sheltered = ["Flensburg", "Wien"]',
        "sheltered: there is no road between",
    ),
    ('inspection = "München"', 'inspection = "Munich"', "inspection: 'Munich' is not one of the cities"),
    ("goods = 3, revenue = 2500", "goods = 7, revenue = 2500", "contracts.cards.0.goods"),
    ("revenue = 2500", "revenue = 2600", "cards.0.*price 200 and profit 2300 must make 2600"),
    ("[[200, 2300], [600, 1900]", "[[600, 1900], [600, 1900]", "cards.0.*bid 2 costs 600, which is not more than 600"),
    ('from = "Flensburg", to = "München"', 'from = "Flensburg", to = "Monaco"', "cards.0.to: 'Monaco' is not one of"),
    ("events = [1]", "events = [9]", "events names space 9, but the road has spaces 1 to"),
    ("km_a_step = 80", "km_a_step = 80\nsea = true", "map.sea"),
    ('between = ["Hamburg", "Bremen"]', 'between = ["Hamburg", "Rostock"]', "already a road between these two"),
    ("small = { number = 4", "small = { number = -4", "trailers.small.number"),
    ("[[map.roads]]", 3 * ROAD % ("Triest", "Rostock", "Graz") + "[[map.roads]]", "has 9 roads; at most 8"),
    ("[map.cities]", "[map.cities]\nOslo = [10.75, 59.91]", "falls apart: from Oslo not every city can be reached"),
]


@pytest.mark.parametrize(("old", "new", "message"), CHANGES)
def test_a_wrong_box_is_refused_with_entry_and_reason(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(gk.BoxError, match=message):
        gk.load("auf_achse", box=box_with("auf_achse", tmp_path, (old, new)))


def test_a_teachers_own_map_is_played(tmp_path: Path) -> None:
    path = box_with("auf_achse", tmp_path, ("2500, bids = [[200, 2300]", "2500, bids = [[100, 2400]"))
    path.write_text(path.read_text(encoding="utf-8").replace("Graz", "Gratz"), encoding="utf-8")
    game = gk.load("auf_achse", box=path)
    assert "Gratz" in game.graph
    assert {"Gratz", "Vienna"} <= set(game.rulebook.words["space"]), "a name that nobody knows stays as it is"
    assert game.own_box


def test_a_city_s_name_from_a_box_is_drawn_as_a_text_and_nothing_else(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>&'"
    path = box_with("auf_achse", tmp_path, ("\nGraz = ", f'\n"{hostile}" = '))
    path.write_text(path.read_text(encoding="utf-8").replace('"Graz"', f'"{hostile}"'), encoding="utf-8")
    game = gk.load("auf_achse", box=path)
    scene = game.picture.scene(game)
    assert "<script" not in scene
    assert hostile in [node.text for node in ElementTree.fromstring(scene).iter() if node.text]
