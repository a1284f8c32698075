"""Is it the rule or the luck?: p-values counted way by way, power and looks computed in other ways, too."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from scipy.stats import fisher_exact

import gamekit as gk
from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook, results

NAME = "topics/rule_or_luck"
MODEL = notebook(NAME)
P, Q = MODEL.P, MODEL.Q


@cache
def every_result(change: tuple[str, str] | None = None) -> tuple[tuple[str, Any], ...]:
    """The code of all cells, each with what it shows."""
    return tuple((cell.source, shown) for cell, shown, _space in results(NAME, change))


def shown(words: str, change: tuple[str, str] | None = None) -> Any:
    """What the cell with these words shows."""
    return next(shown for source, shown in every_result(change) if words in source)


def test_the_stages_are_those_of_other_games_too() -> None:
    for true, more in ((P, {}), (Q, {"action": 0})):
        game = gk.load("kartenspiel", players=2, stages=1, **more)
        km = gk.simulate(game, ["planner", "climber"], games=10_000, seed=77, progress=False).returns
        error = np.sqrt(2 * true * (1 - true) / 10_000)
        assert abs((km[:, 0] > km[:, 1]).mean() - true) < 4 * error
    assert MODEL.N == 12


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_p_value_is_that_of_all_ways_of_dealing_counted_one_by_one(n: int) -> None:
    for a, b in product(range(n + 1), repeat=2):
        slips = [1] * (a + b) + [0] * (2 * n - a - b)
        ways = [sum(slips[i] for i in chosen) for chosen in combinations(range(2 * n), n)]
        as_far = sum(abs(2 * heap - a - b) >= abs(a - b) for heap in ways)
        assert MODEL.lucks(n)[a, b] == pytest.approx(as_far / len(ways))


def test_a_p_value_is_that_of_the_library_and_of_shuffling() -> None:
    for n, a, b in ((12, 12, 9), (40, 30, 37), (100, 70, 81)):
        exact = MODEL.lucks(n)[a, b]
        assert exact == pytest.approx(fisher_exact([[a, n - a], [b, n - b]]).pvalue, rel=1e-6)
        more = MODEL.shuffles(a + b, n, np.random.default_rng(n), 20_000)
        assert share(float((abs(more) >= abs(a - b)).sum()), 20_000).covers(exact) or abs(
            (abs(more) >= abs(a - b)).mean() - exact
        ) < 4 * np.sqrt(exact * (1 - exact) / 20_000)


@pytest.mark.parametrize("n", [4, 12, 40])
@pytest.mark.parametrize("truth", [(P, Q), (P, P)], ids=["works", "nothing"])
def test_power_is_what_many_classes_by_lot_find(n: int, truth: tuple[float, float]) -> None:
    seen = MODEL.classes(n, *truth, np.random.default_rng(n), 40_000) <= 0.05 + 1e-9
    exact = MODEL.power(n, *truth) / 100
    assert abs(seen.mean() - exact) < 4 * np.sqrt(exact * (1 - exact) / 40_000) + 1e-9


def test_luck_fools_a_single_look_at_most_as_often_as_the_limit_says() -> None:
    for limit, n, p in product((0.01, 0.05, 0.2), (4, 12, 36), (0.1, 0.5, P)):
        assert MODEL.power(n, p, p, limit) <= 100 * limit + 1e-9


def test_looks_are_followed_as_if_every_course_of_wins_were_tried() -> None:
    """All courses of four looks at one stage each, with a limit that such small numbers can reach."""
    p, q, limit = 0.7, 0.9, 0.35
    called = stages = 0.0
    for course in product((0, 1), repeat=8):
        chance = np.prod([p if one else 1 - p for one in course[:4]]) * np.prod(
            [q if one else 1 - q for one in course[4:]]
        )
        stop = next((n for n in range(1, 5) if MODEL.lucks(n)[sum(course[:n]), sum(course[4 : 4 + n])] <= limit), None)
        called += 100 * chance * (stop is not None)
        stages += chance * (stop or 4)
    assert MODEL.follow(1, 4, limit, p, q) == pytest.approx((called, stages))
    assert 0 < called < 100
    assert stages < 4


def test_a_plan_is_good_by_what_the_panel_says_is_wanted() -> None:
    for look, looks, limit in ((20, 2, 5.0), (10, 5, 5.0), (20, 1, 5.0), (40, 1, 5.0)):
        false, seen = (MODEL.follow(look, looks, limit / 100, P, q)[0] for q in (P, Q))
        verdict = str(shown("def plan(").answer(look=look, looks=looks, limit=limit))
        assert verdict.startswith("✓") == (false <= 5 and seen >= 80), (look, looks)


@pytest.mark.parametrize(("change", "answer"), [
    (("N, SEED, MANY = 12, 10", "N, SEED, MANY = 40, 10"), "It has been seen to work."),
    (('PLAYER = "planner"', 'PLAYER = "climber"'), "Nothing yet: it may work or not."),
])  # fmt: skip
def test_what_follows_from_p_follows_p(change: tuple[str, str], answer: str) -> None:
    (asked,) = shown("p_value = ", change).questions
    assert asked.choices[int(asked.answer)] == answer
