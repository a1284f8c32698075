"""What do you know now?, and Search by hand: their models against counting, NetworkX and real games; their figures."""

from __future__ import annotations

import re
from math import comb

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import flat_prose, notebook, prose, results, said
from tests.play import enough

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
            left = model.left(careful)
            by_lot = [(careful == 110).any(axis=1), careful.max(axis=1) == 110, (left == 110).any(axis=1)]
            for found, exact in zip(by_lot, model.where_is(110, card), strict=True):
                assert abs(found.mean() - exact) < 4 * (exact * (1 - exact) / len(careful)) ** 0.5


@pytest.mark.parametrize("km", [90, 120])
def test_what_a_careful_b_still_holds_in_real_games_is_what_the_model_says(km: int) -> None:
    games = enough(900, 1_500)
    model, game = notebook(KNOW), gk.load("kartenspiel", players=2)
    held, on_run, said = [], [], []
    for seed in range(games):
        session, rng = game.session(seed), np.random.default_rng(seed)
        strategies = [game.strategies[name].choose for name in ("random", model.PLAYERS["careful"])]
        while session.position.laid[1] < 0:
            if session.player < 0:
                session.roll()
                continue
            legal = np.array(session.legal(), np.int32)
            choose = strategies[session.player]
            session.play(int(choose(session.position, game.tables, session.player, legal, len(legal), rng)))
        card = int(game.tables.km[session.position.laid[1]])
        if 0 < card <= 50:
            kind = list(game.tables.km).index(km)
            held.append(session.position.hand[1][kind] > 0)
            on_run.append(session.position.run[1][0] == kind)
            said.append(model.where_is(km, card)[1:])
    for found, exact in zip((on_run, held), np.transpose(said), strict=True):
        error = (exact * (1 - exact)).sum() ** 0.5 / len(exact)
        assert abs(np.mean(found) - exact.mean()) < 4 * error, (np.mean(found), exact.mean())


def test_what_the_text_says_about_the_120_holds() -> None:
    dealt, on_run, holds = 100 * notebook(KNOW).where_is(120, 40)
    ordinary = 100 * (1 - comb(103, 10) / comb(109, 10))
    text = flat_prose(KNOW)
    assert (
        f"{dealt:.0f} of 100 such B were dealt a 120, a little more than the {ordinary:.0f} of ordinary hands" in text
    )
    assert f"was dealt two of them still holds one: {holds:.0f} of 100" in text
    assert on_run == pytest.approx(dealt)
    assert 3.8 < dealt / holds < 4.5
    assert "off by a factor of four" in text


@pytest.mark.parametrize("hand", [10, 5, 3])
def test_questions_follow_the_size_of_the_hand(hand: int) -> None:
    shown = list(results(KNOW, ("HAND = 10", f"HAND = {hand}")))
    space = shown[-1][2]
    held = next(card for cell, card, _space in shown if "held = kit.bet" in cell.source)
    assert (
        f"Of 100 hands of {hand} as they are dealt, about {100 * (1 - comb(103, hand) / comb(109, hand)):.0f}"
        in held.question
    )
    changed = said(
        next(card for cell, card, _space in shown if "def other_deck" in cell.source).answer(more=0, hand=hand, card=20)
    )
    was, now = re.findall(r"(?:as it was|changed) ([\d.]+\d)", changed)[:2]
    assert was == now, "without a change both bars are alike"
    asked = next(card for cell, card, _space in shown if "modified = kit.bet" in cell.source)
    assert (
        f"{space['without'] + space['MORE']} cards without kilometres instead of {space['without']}" in asked.question
    )


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


def test_the_bags_and_the_illness_are_computed() -> None:
    said, bayes = flat_prose(KNOW), notebook(KNOW).bayes
    assert bayes({"X": 6 / 8, "Y": 2 / 8}, {"X": 0.5, "Y": 1})["Y"] == pytest.approx(2 / 5)
    assert "2/5 = 0.4. Of 8 bags 6 are from X" in said
    ill = bayes({"ill": 0.01, "well": 0.99}, {"ill": 0.9, "well": 0.09})["ill"]
    assert round(10_000 * (0.01 * 0.9 + 0.99 * 0.09)) == 981
    assert f"90/981 ≈ {100 * ill:.1f} %" in said


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


def test_only_dijkstras_rule_is_right_from_every_start_and_the_panel_opens_where_the_wrong_one_shows() -> None:
    *_, panel, space = next(one for one in results(SEARCH) if "def rule_for_next" in one[0].source)
    text, cities = flat_prose(SEARCH), [*space["CITIES"].values()]
    full = len(cities)
    good = {}
    for rule in space["RULES"]:
        exact = [nx.single_source_dijkstra_path_length(space["road_map"], city, weight="steps") for city in cities]
        good[rule] = sum(space["distances_by"](rule, city) == far for city, far in zip(cities, exact, strict=True))
        assert all(bool(panel.run(rule, start)) is (good[rule] == full) for start in ("Hamburg", "Amsterdam"))
    assert [*good.values()] == [26, 0, full, 0]
    assert f"is right from {good['the one that has waited longest']} of the {full} cities, Hamburg among them" in text
    assert not panel.run(), "as it opens"
    assert "36 of 37" in str(panel.run())
    found = space["distances_by"]("the one that has waited longest", "Amsterdam")
    wrong = {city: far for city, far in found.items() if far != space["shortest"]("Amsterdam", city)}
    assert wrong == {"Berlin": 10}
    assert space["shortest"]("Amsterdam", "Berlin") == 9
    assert "Berlin is 10 steps away instead of 9" in text


def test_what_the_text_says_about_how_much_a_search_looks_at_and_about_event_spaces() -> None:
    model, text = notebook(SEARCH), flat_prose(SEARCH)
    nearest = next(
        n for n, (final, _from) in enumerate(model.dijkstra(model.road_map, "Hamburg"), 1) if "München" in final
    )
    taken = next(step for step in model.breadth_first(model.road_map, "Hamburg") if step[0][-1] == "München")[0]
    assert nearest == len(taken) == 25
    assert "25 with Munich, just as many as breadth first" in text
    roads = model.road_map.edges(data=True)
    events, spaces = sum(road["events"] for *_, road in roads), sum(road["steps"] - 1 for *_, road in roads)
    assert 0.23 < events / spaces < 0.27
    near = [nx.single_source_shortest_path_length(model.road_map, city) for city in ("Verona", "Hamburg")]
    for roads_away in range(1, 7):
        verona, hamburg = (sum(far <= roads_away for far in one.values()) for one in near)
        assert verona < hamburg, "round Verona lie fewer cities"


def test_what_the_text_says_about_changed_decks_and_avoided_events_holds() -> None:
    know, search = notebook(KNOW), notebook(SEARCH)
    below = know.copies[10]
    ways = [comb(126 - below - more, 10) for more in (0, know.copies[20])]
    careful, careless = (ways[0] - ways[1]) / comb(126, 10), know.copies[20] / 126
    changed = 100 * careful / (careful + careless)
    was = 100 * know.bayes(know.HALF, know.likelihood(20))["careful"]
    assert f"a little more often, {changed:.1f} instead of {was:.1f}" in prose(KNOW)
    found = {}
    for extra in range(11):
        cost = lambda a, b: search.steps(a, b) + extra * search.road_map[a][b]["events"]  # noqa: B023, E731
        *_, (_final, came_from) = search.dijkstra(search.road_map, "Hamburg", cost)
        way = search.way(came_from, "München")
        found[extra] = tuple(nx.path_weight(search.road_map, way, what) for what in ("steps", "events"))
    assert found[0] == (10, 1)
    assert {found[extra] for extra in range(2, 11)} == {(11, 0)}
    assert "It has 11 steps, one more than the shortest, and no event space" in prose(SEARCH)
