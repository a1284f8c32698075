"""What do you know now?, and Search by hand: their models against counting, NetworkX and real games; their figures."""

from __future__ import annotations

from math import comb

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import notebook, results

KNOW, SEARCH = "topics/what_do_you_know", "topics/search_by_hand"


# What do you know now?


@pytest.mark.parametrize("card", [10, 20, 50, 120])
def test_the_likelihood_of_a_careful_card_is_what_counting_hands_says(card: int) -> None:
    model = notebook(KNOW)
    below = sum(n for km, n in model.copies.items() if km < card)
    ways = [comb(109 - below - more, 10) for more in (0, model.copies[card])]
    assert model.likelihood(card)["careful"] == pytest.approx((ways[0] - ways[1]) / comb(109, 10))
    assert model.likelihood(card)["careless"] == pytest.approx(model.copies[card] / 109)


def test_every_careful_hand_lays_some_kilometre_card_or_has_none() -> None:
    model = notebook(KNOW)
    assert model.likelihood(0)["careful"] == pytest.approx(comb(model.without, 10) / comb(109, 10))
    assert sum(model.likelihood(card)["careful"] for card in (0, *model.copies)) == pytest.approx(1)


def test_worlds_by_lot_agree_with_bayes_rule() -> None:
    model = notebook(KNOW)
    for card in (0, 10, 40, 80):
        kept = model.IS_CAREFUL[card == model.LAID]
        exact = model.bayes(model.HALF, model.likelihood(card))["careful"]
        assert abs(kept.mean() - exact) < 4 * (exact * (1 - exact) / len(kept)) ** 0.5 + 1e-3


def test_a_careful_player_of_the_model_plays_as_greedy_does() -> None:
    game, model = gk.load("kartenspiel", players=2), notebook(KNOW)
    greedy = game.strategies["greedy"]
    for seed in range(25):
        session, rng = game.session(seed), np.random.default_rng(seed)
        while session.position.laid[0] < 0:
            if session.player < 0:
                session.roll()
                continue
            if session.player == 0 and int(session.position.phase) != int(game.rules.Phase.COUNTER):
                hand = session.position.hand[0].copy()
            legal = np.array(session.legal(), np.int32)
            chosen = greedy.choose(session.position, game.tables, session.player, legal, len(legal), rng)
            session.play(int(chosen))
        cards = np.repeat(game.tables.km, hand)
        assert model.careful(cards.reshape(1, -1))[0] == game.tables.km[session.position.laid[0]]


# Search by hand


def test_the_searches_by_hand_agree_with_networkx_from_every_city() -> None:
    model = notebook(SEARCH)
    for start in model.road_map:
        *_, (taken, queue, came_from) = model.breadth_first(model.road_map, start)
        few = nx.single_source_shortest_path_length(model.road_map, start)
        assert not queue
        assert sorted(taken) == sorted(model.road_map)
        assert [few[city] for city in taken] == sorted(few.values())
        assert all(len(model.way(came_from, city)) - 1 == few[city] for city in model.road_map)
        *_, (final, nearest_from) = model.dijkstra(model.road_map, start)
        assert final == nx.single_source_dijkstra_path_length(model.road_map, start, weight="steps")
        assert list(final.values()) == sorted(final.values())
        assert model.way(nearest_from, start) == [start]


def test_only_dijkstras_rule_is_right_from_every_start_and_the_panel_opens_where_the_wrong_one_shows() -> None:
    *_, panel, space = next(one for one in results(SEARCH) if "def rule_for_next" in one[0].source)
    cities = [*space["CITIES"].values()]
    full = len(cities)
    good = {}
    for rule in space["RULES"]:
        exact = [nx.single_source_dijkstra_path_length(space["road_map"], city, weight="steps") for city in cities]
        good[rule] = sum(space["distances_by"](rule, city) == far for city, far in zip(cities, exact, strict=True))
        assert all(bool(panel.run(rule, start)) is (good[rule] == full) for start in ("Hamburg", "Amsterdam"))
    assert [*good.values()] == [26, 0, full, 0]
    assert not panel.run(), "as it opens"
    assert "36 of 37" in str(panel.run())
    found = space["distances_by"]("the one that has waited longest", "Amsterdam")
    wrong = {city: far for city, far in found.items() if far != space["DISTANCE"]["Amsterdam"][city]}
    assert wrong == {"Berlin": 10}
    assert space["DISTANCE"]["Amsterdam"]["Berlin"] == 9
