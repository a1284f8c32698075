"""What do you know now?, and Search by hand: their models against counting, NetworkX and real games; their figures."""

from __future__ import annotations

from math import comb

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import notebook, prose

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
    none = comb(model.without, 10) / comb(109, 10)
    assert sum(model.likelihood(card)["careful"] for card in model.copies) == pytest.approx(1 - none)


def test_worlds_by_lot_agree_with_bayes_rule() -> None:
    model = notebook(KNOW)
    for card in (10, 40, 80):
        kept, hands = model.that_fit(card, 120_000, np.random.default_rng(card))
        exact = model.bayes(model.HALF, model.likelihood(card))["careful"]
        assert abs(kept.mean() - exact) < 4 * (exact * (1 - exact) / len(kept)) ** 0.5 + 1e-3
        careful = hands[kept]
        if len(careful) > 500:
            held = (careful == 120).any(axis=1).mean()
            exact = model.holds_given(120, card)
            assert abs(held - exact) < 4 * (exact * (1 - exact) / len(careful)) ** 0.5


def test_a_careful_player_of_the_model_plays_as_greedy_does() -> None:
    game, model = gk.load("kartenspiel", players=2), notebook(KNOW)
    greedy = game.strategies["greedy"]
    for seed in range(25):
        session, rng = game.session(seed), np.random.default_rng(seed)
        while session.position.laid[0] < 0:
            if session.player < 0:
                session.roll()
                continue
            if session.player == 0 and int(session.position.phase) != int(game.rules.PHASE_COUNTER):
                hand = session.position.hand[0].copy()
            legal = np.array(session.legal(), np.int32)
            chosen = greedy.choose(session.position, game.tables, session.player, legal, len(legal), rng)
            session.play(int(chosen))
        cards = np.repeat(game.tables.km, hand)
        assert model.careful(cards.reshape(1, -1))[0] == game.tables.km[session.position.laid[0]]


def test_the_figures_in_the_text_about_b_are_right() -> None:
    model, said = notebook(KNOW), prose(KNOW)
    even = {card: 100 * model.bayes(model.HALF, model.likelihood(card))["careful"] for card in model.copies}
    rare = model.bayes({"careful": 0.1, "careless": 0.9}, model.likelihood(20))["careful"]
    assert f"means {100 * rare:.0f} of 100, not {even[20]:.0f}" in said
    assert even[40] > 50 > even[50]
    assert 4.5 < model.likelihood(20)["careful"] / model.likelihood(20)["careless"] < 5
    assert 44.5 < 100 * (1 - comb(103, 10) / comb(109, 10)) < 45.5
    two, one = model.hypergeom.sf(1, 109, 6, 10), model.hypergeom.sf(0, 109, 6, 10)
    assert f"(a) {100 * two / one:.1f} %, (b) {100 * model.hypergeom.sf(0, 108, 5, 9):.1f} %" in said


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


def test_the_figures_in_the_text_about_the_map_are_right() -> None:
    model, said = notebook(SEARCH), prose(SEARCH)
    steps = next(step for step in model.breadth_first(model.road_map, "Hamburg") if step[0][-1] == "München")
    found = model.way(steps[2], "München")
    assert len(steps[0]) == 25
    assert (len(found) - 1, nx.path_weight(model.road_map, found, "steps")) == (4, 12)
    assert "a way of four roads and twelve steps" in said
    assert nx.dijkstra_path_length(model.road_map, "Hamburg", "München", weight="steps") == 10
    pairs = [(a, b) for a in model.road_map for b in model.road_map if a < b]
    near = dict(nx.all_pairs_dijkstra_path_length(model.road_map, weight="steps"))
    differ = [
        (a, b)
        for a, b in pairs
        if min(nx.path_weight(model.road_map, way, "steps") for way in nx.all_shortest_paths(model.road_map, a, b))
        > near[a][b]
    ]
    assert f"{len(differ)} of {len(pairs)} pairs" in said
    circuit = gk.load("ausgebremst").graph
    assert (len(circuit), circuit.size()) == (85, 157)
    assert "85 spaces, and 157 arrows" in said
    *_, (taken, _queue, _from) = model.breadth_first(model.road_map, "Flensburg")
    assert ", ".join(taken[:4]) + "." in said


def test_a_way_back_has_as_many_roads_but_another_search() -> None:
    model = notebook(SEARCH)
    there = next(step for step in model.breadth_first(model.road_map, "Hamburg") if step[0][-1] == "Verona")
    back = next(step for step in model.breadth_first(model.road_map, "Verona") if step[0][-1] == "Hamburg")
    assert len(model.way(there[2], "Verona")) == len(model.way(back[2], "Hamburg"))
    assert len(there[0]) != len(back[0])
