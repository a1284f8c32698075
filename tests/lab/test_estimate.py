"""Estimates and distributions: right figures, and intervals that cover the truth as often as they say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gamekit.core.i18n.translation import use_language
from gamekit.lab.estimate import (
    MOST_VALUES,
    SHARES,
    SHIFTS,
    Distribution,
    Estimate,
    bound_unseen,
    difference,
    mean,
    mean_from,
    share,
    win_shares,
)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(case: tuple[int, int]) -> None:
    k, n = case
    expected = stats.binomtest(k, n).proportion_ci(method="wilson")
    found = share(k, n)
    assert found.low <= found.value <= found.high
    assert (
        found.high == pytest.approx(expected.high, abs=1e-12)
        if k < n - 4 or k == n
        else found.high >= expected.high - 1e-12
    )
    assert found.low == pytest.approx(expected.low, abs=1e-12) if k > 4 or k == 0 else found.low <= expected.low + 1e-12


@pytest.mark.parametrize("events", [1, 2, 3])
def test_few_successes_may_be_as_rare_as_the_poisson_distribution_says(events: int) -> None:
    games = 1_000_000
    expected = pytest.approx(stats.chi2.ppf(0.05, 2 * events) / 2, rel=1e-3)
    assert share(events, games).low * games == expected
    assert (1 - share(games - events, games).high) * games == expected


def hard_ends(games: int) -> list[float]:
    """Probabilities near 0: on average far less than one success, one, a few; and some from there to the middle."""
    return [*(np.geomspace(0.001, min(20, games / 2), 300) / games), *np.linspace(0.02, 0.5, 60)]


@pytest.mark.parametrize(("games", "promised"), [(10, 0.91), (30, 0.92), (100, 0.925), (1000, 0.93)])
def test_the_interval_of_a_share_keeps_its_promise_at_its_hard_ends_too(games: int, promised: float) -> None:
    """Exactly, from the binomial distribution. Wilson's own covers 0.84 where a success comes in every sixth series."""
    found = [share(k, games) for k in range(games + 1)]
    for p in hard_ends(games):
        chances = stats.binom.pmf(np.arange(games + 1), games, p)
        for truth, seen in ((p, found), (1 - p, found[::-1])):
            assert sum(w for w, e in zip(chances, seen, strict=True) if e.covers(truth)) > promised, p


def returns_of(successes: int, games: int, worth: float) -> Distribution:
    """So many games that returned `worth`; the others returned nothing."""
    return Distribution.of([worth] * successes + [0.0] * (games - successes))


@pytest.mark.parametrize(("games", "promised"), [(10, 0.91), (100, 0.925)])
@pytest.mark.parametrize(("worth", "highest"), [(1.0, 1.0), (10.0, 360.0), (300.0, 151_200.0)])
def test_the_mean_of_rare_returns_keeps_its_promise(games: int, promised: float, worth: float, highest: float) -> None:
    """Exactly. The t interval covers as little as nothing here: where no success comes, it has no width."""
    found = [returns_of(k, games, worth).mean_within((0.0, highest)) for k in range(games + 1)]
    assert all(estimate.low < estimate.high for estimate in found)
    for p in hard_ends(games):
        chances = stats.binom.pmf(np.arange(games + 1), games, p)
        assert sum(w for w, e in zip(chances, found, strict=True) if e.covers(p * worth)) > promised, p


@pytest.mark.parametrize(
    "rates", [(0.02, 0.0), (0.3, 0.0), (3.5, 0.0), (3.5, 3.5), (6.0, 1.0), (12.0, 2.0), (1.0, 6.0)]
)
def test_neither_end_of_a_difference_misses_the_truth_more_often_than_it_should(rates: tuple[float, float]) -> None:
    """Exactly: each end by itself, for an interval whose ends are swapped covers as often, on the wrong side."""
    games = 60
    gains, losses = (rate / games for rate in rates)
    below = above = 0.0
    for g, less in itertools.product(range(30), range(22)):
        chance = stats.multinomial.pmf([g, less, games - g - less], games, [gains, losses, 1 - gains - losses])
        if chance > 1e-7:
            a, b = [1.0] * g + [0.0] * (games - g), [0.0] * g + [1.0] * less + [0.0] * (games - g - less)
            found = difference(a, b, SHIFTS)
            below, above = below + chance * (found.high < gains - losses), above + chance * (found.low > gains - losses)
    assert max(below, above) < 0.045
    assert below + above < 0.07


def test_a_mean_far_from_its_bounds_has_student_s_interval() -> None:
    x = np.random.default_rng(5).normal(50.0, 3.0, 400)
    assert mean(x, (-1e6, 1e6)) == pytest.approx(mean(x), abs=1e-3)
    assert mean(x, (0.0, 1e6)) == pytest.approx(mean(x), abs=0.01)


@pytest.mark.parametrize(("wins", "shared", "lost"), [(30, 0, 70), (12, 0, 13), (6, 10, 9)])
def test_a_bounded_mean_has_wilsons_interval_with_students_quantile(wins: int, shared: int, lost: int) -> None:
    x = np.repeat([1.0, 0.5, 0.0], [wins, shared, lost])
    p = x.mean()
    w = x.var() / (p * (1 - p)) * stats.t.ppf(0.975, x.size - 1) ** 2 / x.size
    middle, half = (p + w / 2) / (1 + w), np.sqrt(w * p * (1 - p) + w**2 / 4) / (1 + w)
    assert mean(x, SHARES) == pytest.approx((p, middle - half, middle + half))


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_the_mean_interval_is_students(values: list[int]) -> None:
    found = mean(values)
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    assert found.value == pytest.approx(np.mean(values))
    assert found.high - found.value == pytest.approx(half, abs=1e-9)
    x = np.array(values, float)
    assert mean_from(len(x), x.sum(), x @ x) == pytest.approx(found, abs=1e-6)


@pytest.mark.parametrize("bounds", [SHARES, SHIFTS])
@pytest.mark.parametrize("games", [1, 2, 3, 7, 40, 1000])
def test_values_that_are_all_alike_mislead_in_less_than_5_of_100_cases(bounds: tuple[float, float], games: int) -> None:
    """Exactly, for values at both bounds and between: how likely is it that all are alike and the interval misses?"""
    low, high = bounds
    points = (low, (low + high) / 2, high)
    found = [mean([point] * games, bounds) for point in points]
    assert all(estimate.low < estimate.high for estimate in found)
    worst = 0.0
    for rare, rarer in itertools.product(np.geomspace(1e-6, 0.5, 200), (0.0, 0.1, 0.5, 1.0)):
        chances = [1 - rare, rare * (1 - rarer), rare * rarer]
        for order in itertools.permutations(chances):
            truth = float(np.dot(order, points))
            misses = [
                p**games for p, e in zip(order, found, strict=True) if not e.low - 1e-12 <= truth <= e.high + 1e-12
            ]
            worst = max(worst, sum(misses))
    assert 0 < worst < 0.05


@given(st.integers(1, 5000))
def test_what_was_never_seen_may_be_as_likely_as_scipy_s_exact_interval_says(games: int) -> None:
    exact = stats.binomtest(0, games).proportion_ci(method="exact")
    assert bound_unseen(games) == pytest.approx(exact.high, rel=1e-9)
    assert mean([0.0] * games, SHARES) == pytest.approx(Estimate(0.0, 0.0, exact.high))
    assert mean([1.0] * games, SHARES) == pytest.approx(Estimate(1.0, 1 - exact.high, 1.0))


def test_an_interval_stays_within_what_is_possible() -> None:
    assert mean([1.0] * 9 + [0.5], SHARES).value < mean([1.0] * 9 + [0.5], SHARES).high <= 1.0
    assert mean([1.0] * 9 + [0.5]).high > 1.0
    assert difference([0.0] * 9 + [1.0], [1.0] * 10, SHIFTS).low >= -1.0
    assert difference([0.0] * 9 + [1.0], [1.0] * 10).low < -1.0
    assert mean([3.0, 3.0, 3.0]) == Estimate(3.0, 3.0, 3.0)


def test_no_games_give_no_figure_and_one_game_no_interval() -> None:
    assert math.isnan(share(0, 0).value)
    assert mean([7.0]) == Estimate(7.0, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.25341, 0.2501, 0.2567), "0.2534 (0.2501 to 0.2567)"),
        (Estimate(290.05, 289.5, 290.6), "290.1 (289.5 to 290.6)"),
        (Estimate(1500.0, 1400.0, 1600.0), "1500 (1400 to 1600)"),
        (Estimate(3.0, 3.0, 3.0), "3.00 (3.00 to 3.00)"),
    ],
)
def test_an_estimate_is_shown_with_as_many_digits_as_it_is_worth(estimate: Estimate, text: str) -> None:
    assert str(estimate) == text
    with use_language("de"):
        assert str(estimate) == text.replace(".", ",").replace("to", "bis")


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=50), st.lists(st.integers(-5, 5), min_size=1, max_size=50))
def test_distributions_add_up_as_if_counted_together(a: list[int], b: list[int]) -> None:
    both, whole = Distribution.of(a) + Distribution.of(b), Distribution.of(a + b)
    assert both.values.tolist() == whole.values.tolist()
    assert both.counts.tolist() == whole.counts.tolist()
    assert both.mean == pytest.approx(whole.mean, nan_ok=True)
    assert whole.quantile(0.5) == np.sort(a + b)[(len(a + b) - 1) // 2]
    assert whole.at_least(0).value == pytest.approx(np.mean(np.array(a + b) >= 0))


def test_too_many_different_values_keep_the_mean_only() -> None:
    x = np.arange(MOST_VALUES, dtype=float)
    whole = Distribution.of(x) + Distribution.of(x + 0.5)
    assert whole.values.size == 0
    assert (Distribution.of(x) + Distribution.of(x)).values.size == MOST_VALUES, "just so many are kept"
    assert whole.mean.value == pytest.approx(x.mean() + 0.25)
    assert (whole + Distribution.of([1.0])).games == 2 * MOST_VALUES + 1


def test_equal_best_returns_share_the_win() -> None:
    assert win_shares(np.array([[3.0, 3.0, 1.0], [0.0, 2.0, 1.0], [5.0, 5.0, 5.0]])).tolist() == [
        [0.5, 0.5, 0.0],
        [0.0, 1.0, 0.0],
        [1 / 3, 1 / 3, 1 / 3],
    ]
