"""Route 66 lessons: the exact answers, against counting by hand, against simulation, and against the real game."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.route66 import rules as r
from gamekit.games.route66.box import KIND_NAMES
from gamekit.lab.estimate import mean, share
from gamekit.lessons.route66 import home, sets
from gamekit.lessons.route66.dial import SPEEDS, Dial, after_card, share_above

GAME = gk.load("route66", players=4)
FREE = gk.load("route66", players=4, limit=70)


# The dial


@pytest.mark.parametrize(
    ("mph", "card", "after"),
    [(0, "+30", 30), (45, "+30", 45), (0, "-5", 0), (55, "+5", 0), (50, "+5", 55), (70, "-5", 0), (60, "-5", 55),
     (70, "-10", 60), (35, "stop", 0), (0, "stop", 0)],
)  # fmt: skip
def test_what_a_card_does_to_a_dial(mph, card, after):
    assert after_card(GAME, mph, KIND_NAMES.index(card)) == after


def test_the_rows_of_the_matrix_are_distributions_and_the_stationary_one_does_not_change():
    dial = Dial.of(GAME)
    assert all(sum(row) == 1 and min(row) >= 0 for row in dial.matrix)
    pi = dial.stationary
    assert sum(pi) == 1
    assert min(pi) > 0
    for j in range(len(SPEEDS)):
        assert sum(pi[i] * dial.matrix[i][j] for i in range(len(SPEEDS))) == pi[j]


def test_from_any_start_the_distribution_comes_close_to_the_stationary_one():
    dial = Dial.of(GAME)
    for start in (0, 35, 70):
        assert np.abs(dial.after(80, start) - np.array(dial.stationary, float)).max() < 1e-6


@pytest.mark.parametrize("turns", [1, 4, 10, 40])
def test_dials_by_lot_agree_with_the_exact_distribution(turns):
    dial = Dial.of(GAME)
    exact = dial.after(turns)
    speeds = dial.thrown(turns, 40_000, seed=turns)
    for mph, p in zip(SPEEDS, exact, strict=True):
        found = share(float((speeds == mph).sum()), len(speeds))
        assert abs(found.value - p) < 4 * max(found.high - found.low, 1e-4) / 2


def test_the_share_above_the_limit_is_the_share_of_time():
    dial = Dial.of(GAME)
    exact = share_above(dial.stationary, 55)
    assert isinstance(exact, Fraction)
    found = share(float((dial.thrown(60, 60_000, seed=5) > 55).sum()), 60_000)
    assert found.low - 0.003 < float(exact) < found.high + 0.003


def test_the_waiting_time_agrees_with_dials_by_lot():
    dial = Dial.of(GAME)
    exact = dial.waiting(lambda mph: mph > 55)
    found = mean(dial.thrown_until(lambda mph: mph > 55, 30_000, seed=2))
    assert exact[60] == exact[70] == 0
    assert abs(found.value - float(exact[0])) < 1.5 * (found.high - found.low)


def test_a_pack_that_splits_the_speeds_is_refused():
    with pytest.raises(gk.OptionError, match="no single answer"):
        _ = Dial(tuple((mph,) for mph in SPEEDS), (1,)).stationary


# Sets


def test_hands_are_counted_right_for_a_small_pile():
    cards = [0, 0, 1, 2, 2, 2]
    for drawn in range(1, 7):
        hands = list(combinations(range(6), drawn))
        found = [sum(len({cards[i] for i in hand}) == k for hand in hands) for k in range(4)]
        assert list(sets.ways((2, 1, 3), drawn)) == found


def test_the_opening_hand_agrees_with_dealing_by_the_rules():
    hits, deals = 0, 3000
    rng = np.random.default_rng(8)
    for _deal in range(deals):
        s = GAME.start()
        for _card in range(9):
            r.apply(s, GAME.tables, r.draw(s, GAME.tables, int(rng.integers(r.total(s, GAME.tables)))))
        hits += any(s.hand[0, card] and card % 8 in (0, 7) for card in range(32))
    assert share(hits, deals).covers(float(sets.can_begin(GAME)))


def test_the_collector_agrees_with_drawing_by_lot():
    counts = sets.copies(GAME)
    for exact, put_back in ((sets.mean_until_all(counts), False), (sets.mean_with_putting_back(counts), True)):
        found = mean(sets.until_all(GAME, 20_000, 3, put_back))
        assert abs(found.value - float(exact)) < found.high - found.low
    assert sets.mean_with_putting_back([1] * 8) == 8 * sum(Fraction(1, k) for k in range(1, 9))
    assert sets.seen_all(counts, 52) == 1
    assert sets.seen_all(counts, 7) == 0


# The way home


def test_a_steady_car_collects_what_driving_by_hand_gives():
    assert [home.steady(GAME, k)[1] for k in range(1, 8)] == [53, 27, 18, 14, 11, 9, 8]
    marked = [place for place in range(1, 53) if GAME.tables.cards[place] == 2]
    for k in (4, 5, 6, 7):
        stops = list(range(53 - k, 0, -k))
        assert home.steady(GAME, k)[0] == len(stops) + sum(place in marked for place in stops)


def test_the_road_of_the_exact_plans_is_the_road_of_the_rules():
    rng = np.random.default_rng(6)
    road = home.Road(GAME)
    for _again in range(20):
        chosen = {place: int(rng.integers(1, 8)) for place in range(54)}
        place, taken, score, stops = 53, 0, 0, []
        while place:
            place, taken, brought = road.stop(place, taken, chosen[place])
            score += brought
            stops.append((place, score))
        assert stops == home.driven(GAME, chosen.__getitem__)


def test_the_best_plan_is_a_plan_and_no_plan_by_lot_beats_it():
    table = home.Timetable(GAME)
    rng = np.random.default_rng(1)
    for turns in (8, 11, 16, 25):
        plan = table.plan(turns)
        assert len(plan) <= turns
        steps = iter(plan)
        assert home.driven(GAME, lambda _place: next(steps))[-1][1] == table.best(turns)  # noqa: B023
        for _again in range(200):
            chosen = rng.integers(1, 8, 54)
            stops = home.driven(GAME, lambda place: int(chosen[place]))  # noqa: B023
            assert len(stops) > turns or stops[-1][1] <= table.best(turns)
    assert [table.best(n) for n in range(8, 54)] == sorted(table.best(n) for n in range(8, 54))
    with pytest.raises(gk.OptionError, match="8 to 60"):
        table.best(7)


@pytest.mark.parametrize("players", [2, 5])
def test_the_expected_cards_agree_with_cars_driven_by_lot(players):
    chance = home.ByChance(gk.load("route66", players=players, limit=70))
    for mph in (0, 70):
        found = mean(chance.driven(8_000, seed=players, mph=mph))
        assert abs(found.value - chance.cards(mph)) < found.high - found.low


def test_the_dial_left_to_chance_wants_a_road_without_patrol():
    with pytest.raises(gk.OptionError, match="limit=70"):
        home.ByChance(GAME)
    assert home.ByChance(FREE).cards(0) > home.ByChance(FREE).cards(70)


@pytest.mark.parametrize("plan", [lambda _p: 0, lambda _p: 8, lambda _p: 1.5, lambda _p: True])
def test_a_plan_that_cannot_be_driven_is_refused(plan):
    with pytest.raises(gk.OptionError, match="1 to 7"):
        home.driven(GAME, plan)
