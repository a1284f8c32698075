"""Is it the rule or the luck?: p-values counted way by way, pairs and power held against other draws and real games."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kit.comparison import estimate
from tests.lessons.notebooks import notebook, shown_by

NAME = "topics/rule_or_luck"


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_p_value_is_that_of_all_ways_of_dealing_counted_one_by_one(n: int) -> None:
    model = notebook(NAME)
    for a, b in product(range(n + 1), repeat=2):
        slips = [1] * (a + b) + [0] * (2 * n - a - b)
        ways = [sum(slips[i] for i in chosen) for chosen in combinations(range(2 * n), n)]
        as_far = sum(abs(2 * heap - a - b) >= abs(a - b) for heap in ways)
        assert model.luck_alone(n, a, b) == pytest.approx(as_far / len(ways))


@pytest.mark.thorough  # each change is the whole lesson once more
@pytest.mark.parametrize(("change", "answer"), [
    (("N, SEED, MANY = 12, 10", "N, SEED, MANY = 40, 10"), "It has been seen to work."),
    (('PLAYER = "planner"', 'PLAYER = "climber"'), "Nothing yet: it may work or not."),
])  # fmt: skip
def test_what_follows_from_p_follows_p(change: tuple[str, str], answer: str) -> None:
    (asked,) = shown_by(NAME, "SMALL = ", change).questions
    assert asked.choices[int(asked.answer)] == answer


def test_the_one_sits_in_every_seat_equally_often() -> None:
    """Where all are alike the one wins its share, although the first seat has an advantage on a fixed grid."""
    model = notebook(NAME)
    before = model.PLAYING["ausgebremst"]
    model.PLAYING["ausgebremst"] = ("careful", "careful", {"players": 4})
    try:
        won = estimate(model.wins("ausgebremst", {"draw_grid": [False]}, 4_000, 5))
    finally:
        model.PLAYING["ausgebremst"] = before
    assert won.covers(100 / model.TABLE["ausgebremst"].players), won


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


def test_every_rule_is_one_its_game_allows_and_not_the_one_of_the_box() -> None:
    model = notebook(NAME)
    assert {name for name, _changed in model.HOUSE.values()} == set(gk.game_names())
    for name, changed in model.HOUSE.values():
        ((key, values),) = changed.items()
        if key == "cards.slow":
            assert values != [list(model.TABLE[name].box.cards.slow)]
        else:
            assert values[0] != model.TABLE[name].options[key]
            gk.load(name, **{key: values[0]})
