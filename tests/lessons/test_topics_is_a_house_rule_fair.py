"""Is a house rule fair?: pairs, verdicts and power, held against counts, other draws and real games."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kit.comparison import estimate
from tests.lessons.notebooks import notebook

NAME = "topics/is_a_house_rule_fair"


def test_a_rule_that_changes_nothing_changes_no_game_of_a_pair() -> None:
    model = notebook(NAME)
    for name in model.PLAYING:
        assert (model.wins(name, {}, 40, 3) == model.wins(name, {}, 40, 3)).all(), name


def test_the_one_sits_in_every_seat_equally_often() -> None:
    """Where all are alike the one wins its share, although the first seat has an advantage on a fixed grid."""
    model = notebook(NAME)
    table = model.TABLE["ausgebremst"]
    before = model.PLAYING["ausgebremst"]
    model.PLAYING["ausgebremst"] = ("careful", "careful", {"players": 4})
    try:
        won = estimate(model.wins("ausgebremst", {"draw_grid": [False]}, 4_000, 5))
    finally:
        model.PLAYING["ausgebremst"] = before
    assert won.covers(100 / table.players), won


def test_pairs_of_the_card_game_are_narrower_than_games_with_other_luck() -> None:
    model = notebook(NAME)
    same, other = (np.subtract(*model.with_and_without(model.RULES[0], 2_000, 3, luck)) for luck in (0, 500_000))
    assert same.std() < 0.9 * other.std()


def test_a_verdict_follows_from_where_the_whole_interval_lies() -> None:
    verdict = notebook(NAME).verdict
    assert verdict(Estimate(1, -3, 4)) == "fair"
    assert verdict(Estimate(3, 1, 4.9)) == "fair"
    assert verdict(Estimate(6, 1, 9)) == verdict(Estimate(-6, -9, -1)) == "it matters"
    assert verdict(Estimate(9, 5, 12)) == verdict(Estimate(-9, -12, -6)) == "not fair"
    assert verdict(Estimate(1, -6, 7)) == verdict(Estimate(4, -1, 9)) == "not yet known"


@pytest.mark.parametrize(("games", "effect", "changed"), [(400, 5, 40), (2_000, 3, 30), (1_000, 0, 40), (800, 10, 60)])
def test_the_power_by_the_bell_is_that_of_tests_by_lot(games: int, effect: int, changed: int) -> None:
    model = notebook(NAME)
    drawn = model.tests(games, effect, changed, np.random.default_rng(2), many=40_000)
    assert abs(100 * drawn.mean() - model.power(games, effect, changed)) < 1.2


def test_so_many_games_as_the_formula_says_see_a_difference_in_80_of_100_tests() -> None:
    model = notebook(NAME)
    assert round((norm.isf(0.025) + norm.isf(0.2)) ** 2, 2) == 7.85
    for effect, changed in ((5, 40), (3, 30)):
        spread = (100 * changed - effect**2) ** 0.5
        assert abs(model.power(7.85 * (spread / effect) ** 2, effect, changed) - 80) < 0.1


def test_the_plan_of_the_solution_is_good_and_nothing_smaller_is() -> None:
    model = notebook(NAME)
    good = [
        games for games in range(500, 5_001, 100) if any(model.is_good(games, limit / 10) for limit in range(15, 41))
    ]
    assert good[0] == 2_700
    assert model.is_good(2_700, 2.8)


def test_every_rule_is_one_its_game_allows_and_not_the_one_of_the_box() -> None:
    model = notebook(NAME)
    for name, changed in model.HOUSE.values():
        ((key, values),) = changed.items()
        if key == "cards.slow":
            assert values != [list(model.TABLE[name].box.cards.slow)]
        else:
            assert values[0] != model.TABLE[name].options[key]
            gk.load(name, **{key: values[0]})
