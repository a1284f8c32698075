"""Exact or simulated? What the cells compute exactly is what simulation finds, and the figures in the text hold."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook

NAME = "topics/exact_or_simulated"
MODEL = notebook(NAME)
P = MODEL.exact()


def test_hands_by_lot_agree_with_counting_and_the_pile_is_the_games() -> None:
    hits = MODEL.deal(100_000, np.random.default_rng(1))
    assert share(hits.sum(), len(hits)).covers(P)
    assert sum(gk.load("kartenspiel", players=2).tables.deck) == MODEL.REST + MODEL.OTHERS


@pytest.mark.parametrize("hits", [0, 23, 100])
def test_the_intervals_are_those_of_the_lab(hits: int) -> None:
    assert MODEL.interval(hits, 100) == pytest.approx(share(hits, 100)[1:], abs=1e-9)


@pytest.mark.parametrize("sure", [0.8, 0.95])
def test_the_exact_share_of_good_intervals_is_what_a_large_class_finds(sure: float) -> None:
    hits = np.random.default_rng(2).binomial(50, 0.1, 20_000)
    assert share((~MODEL.missing(50, 0.1, sure)[hits]).sum(), 20_000).covers(MODEL.kept(50, 0.1, sure))


def test_a_test_sees_a_difference_with_about_half_the_deals_that_let_intervals_lie_apart() -> None:
    other, rng = MODEL.exact(MODEL.REST - 1), np.random.default_rng(3)
    needed = round(MODEL.NEEDED)
    apart, _seen = MODEL.comparisons(P, other, 2 * needed, rng)
    _apart, seen = MODEL.comparisons(P, other, needed, rng)
    assert share(apart.sum(), apart.size).covers(0.5)
    assert abs(seen.mean() - 0.5) < 0.05
    _apart, seen = MODEL.comparisons(P, P, 3_000, rng)
    assert abs(seen.mean() - 0.05) < 0.015


@pytest.mark.parametrize("rule", ["fixed", "claim"])
def test_a_stopping_rule_does_exactly_what_it_does_in_many_runs(rule: str) -> None:
    stop, p = {"fixed": MODEL.after(500), "claim": MODEL.excludes(0.3)}[rule], 0.3
    far, missed, mean = MODEL.judge(stop, p)
    rng, ends = np.random.default_rng(4), []
    for _run in range(3_000):
        hits = n = 0
        while n == 0 or (n < MODEL.MOST and not stop(hits, n)):
            hits, n = hits + rng.binomial(MODEL.LOOK, p), n + MODEL.LOOK
        ends.append((hits, n))
    off = sum(abs(hits / n - p) > 0.03 + 1e-9 for hits, n in ends)
    wrong = sum(bool(MODEL.missing(n, p)[hits]) for hits, n in ends)
    assert share(off, 3_000).covers(far / 100)
    assert share(wrong, 3_000).covers(missed / 100)
    assert np.mean([n for _hits, n in ends]) == pytest.approx(mean, rel=0.05)


def test_only_rules_that_are_good_for_every_truth_are_praised() -> None:
    for stop, good in [
        (MODEL.after(1_100), True),
        (MODEL.narrow(0.03), True),
        (MODEL.after(900), False),
        (MODEL.excludes(0.3), False),
        (lambda hits, n: abs(hits / n - 0.295) < 0.03, False),  # who knows the truth is not praised
    ]:
        assert bool(MODEL.verdict(stop)[0]) is good
