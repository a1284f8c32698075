"""Exact or simulated? What is computed exactly is what simulation finds."""

import numpy as np
import pytest

from gamekit.errors import OptionError
from gamekit.lab.estimate import share
from gamekit.lessons.topics import estimates

P = 0.23
Z = estimates.LEVELS[95]


def hits(runs: int, deals: int, p: float = P, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random((runs, deals)) < p


def test_the_intervals_are_those_of_the_lab():
    low, high = estimates.interval(np.array([0.0, 23.0, 100.0]), 100, Z, "Wilson")
    for i, count in enumerate((0, 23, 100)):
        assert (low[i], high[i]) == pytest.approx(share(count, 100)[1:], abs=1e-12)


@pytest.mark.parametrize("method", estimates.METHODS)
@pytest.mark.parametrize(("p", "deals"), [(0.23, 100), (0.046, 50), (0.5, 20)])
def test_the_exact_share_of_good_intervals_is_what_a_large_class_finds(method, p, deals):
    found = estimates.class_of(hits(4_000, deals, p), p, Z, method).kept
    assert found.covers(estimates.coverage(p, deals, Z, method))


def test_the_simple_formula_promises_too_much_for_rare_events():
    assert estimates.coverage(0.046, 50, Z, "simple") < 0.91 < estimates.coverage(0.046, 50, Z, "Wilson")


def test_four_times_the_deals_halve_the_error():
    assert estimates.standard_error(P, 400) == pytest.approx(estimates.standard_error(P, 100) / 2)
    assert estimates.deals_for(P, 0.01) == pytest.approx(4 * estimates.deals_for(P, 0.02), rel=1e-3)


def test_the_binomial_weights_are_those_of_coin_tosses():
    assert estimates.binomial(3, 0.5) == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])


@pytest.mark.parametrize(
    "stop", [estimates.after(600), estimates.narrow(0.03), estimates.excludes(P)], ids=["after", "narrow", "excludes"]
)
def test_a_stopping_rule_does_exactly_what_it_does_in_many_runs(stop):
    exact = estimates.follow(stop, P, 0.03, most=1_000)
    far, missed, mean = estimates.simulate_stop(stop, hits(1_500, 1_000), P, 0.03)
    assert far.covers(exact.far)
    assert missed.covers(exact.missed)
    assert mean == pytest.approx(exact.mean_deals, rel=0.03)


def test_peeking_until_the_truth_is_excluded_misses_far_more_often_than_one_look():
    once = estimates.follow(estimates.after(1_000), P, 0.03, most=1_000)
    peeking = estimates.follow(estimates.excludes(P), P, 0.03, most=1_000)
    assert once.missed < 0.06
    assert peeking.missed > 3 * once.missed


def test_a_rule_that_answers_something_else_is_refused():
    with pytest.raises(OptionError, match="True or False"):
        estimates.follow(lambda hits, deals: None, P, 0.03)


def test_running_shares_end_at_the_share_of_all_deals():
    row = hits(1, 5_000)[0]
    points = estimates.checkpoints(5_000)
    assert points[0] == 1
    assert points[-1] == 5_000
    assert estimates.running(row, points)[-1] == row.mean()
