"""Exact or simulated? What the cells compute exactly is what simulation finds, and the figures in the text hold."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook, prose, results, said

NAME = "topics/exact_or_simulated"
TEXT = prose(NAME)
MODEL = notebook(NAME)
P = MODEL.exact()


def test_hands_by_lot_agree_with_counting_and_the_pile_is_the_games() -> None:
    hits = MODEL.deal(100_000, np.random.default_rng(1))
    assert share(hits.sum(), len(hits)).covers(P)
    assert sum(gk.load("kartenspiel", players=2).tables.deck) == MODEL.REST + MODEL.OTHERS


@pytest.mark.parametrize("hits", [0, 23, 100])
def test_the_intervals_are_those_of_the_lab(hits: int) -> None:
    assert MODEL.interval(hits, 100) == pytest.approx(share(hits, 100)[1:], abs=1e-9)


@pytest.mark.parametrize("name", ["interval", "simple"])
def test_the_exact_share_of_good_intervals_is_what_a_large_class_finds(name: str) -> None:
    method = getattr(MODEL, name)
    hits = np.random.default_rng(2).binomial(50, 0.1, 20_000)
    assert share((~MODEL.missing(50, 0.1, method)[hits]).sum(), 20_000).covers(MODEL.kept(50, 0.1, method))


def test_halving_an_interval_takes_as_many_deals_as_the_text_says() -> None:
    def width(n: int) -> float:
        low, high = MODEL.interval(P * n, n)
        return float(high - low)

    found = [next(n for n in range(start, 900) if width(n) <= width(start) / 2) for start in (100, 10)]
    assert found == [410, 50]
    assert "Wilson’s interval needs 410 and 50" in TEXT


def test_the_promises_of_the_two_formulas_are_as_the_text_says() -> None:
    simple = [f"{100 * MODEL.kept(n, P, MODEL.simple):.1f}" for n in (100, 110, 111)]
    assert "keeps {} of 100 at 100 deals, {} at 110 and {} at 111".format(*simple) in TEXT
    worst = min(range(10, 301), key=lambda n: MODEL.kept(n, P))
    assert f"(its worst is {100 * MODEL.kept(worst, P):.1f}, at {worst} deals)" in TEXT
    rare = 100 * MODEL.kept(100, MODEL.exact(35), MODEL.simple)
    assert f"with 35 rest cards it keeps {rare:.1f} at 100 deals" in TEXT


def test_a_test_sees_a_difference_with_about_half_the_deals_that_let_intervals_lie_apart() -> None:
    other, rng = MODEL.exact(MODEL.REST - 1), np.random.default_rng(3)
    apart, _seen = MODEL.comparisons(P, other, 3_697, rng)
    _apart, seen = MODEL.comparisons(P, other, 3_697 // 2, rng)
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


def test_the_solutions_have_the_figures_of_the_cells() -> None:
    text = " ".join(TEXT.split())
    root = 1.96 * (np.sqrt(0.25 * 0.75) + np.sqrt(0.26 * 0.74)) / 0.01
    assert f"√n = {root:.0f} and n = {round(root**2, -2):,.0f}, nearly" in text
    assert f"in {MODEL.judge(MODEL.excludes(0.3), 0.3)[1]:.1f} of 100 runs" in text
    looks = MODEL.MOST // MODEL.LOOK
    assert looks == 20
    assert "Twenty looks are twenty chances" in text
    for n in range(MODEL.LOOK, MODEL.MOST + 1, MODEL.LOOK):
        assert 4 < 100 * (1 - MODEL.kept(n, 0.3)) < 6.5, "each single interval misses in only about 5 of 100"


def test_what_is_asked_of_a_stopping_rule_follows_its_constants() -> None:
    old = "OFF, WORST = 0.03, 6"
    shown = list(results(NAME, (old, "OFF, WORST = 0.05, 8")))
    told = next(said(one) for cell, one, _space in shown if "A rule is asked after every" in cell.source)
    assert "it ends more than 5 of 100 from the truth in at most 8 of 100 runs" in told
    space = shown[-1][2]
    assert space["verdict"](space["after"](500))[0], "5 of 100 need fewer deals than 3"
    assert not MODEL.verdict(MODEL.after(500))[0]


def test_the_reading_of_the_second_prediction_has_the_figures_of_its_panel() -> None:
    text, q = " ".join(TEXT.split()), MODEL.exact(MODEL.REST - 1)
    found = {
        n: [100 * one.mean() for one in MODEL.comparisons(P, q, n, np.random.default_rng(6), times=40_000)]
        for n in (200, 3_000, 20_000)
    }
    assert "apart in about 39 of 100 comparisons. With 200 deals it is about 2, and with 20,000 it is always" in text
    assert [round(found[n][0]) for n in (3_000, 200, 20_000)] == [39, 2, 100]
    assert "sees it in about seven of ten" in text
    assert 68 < found[3_000][1] < 73
    assert f"by {100 * (q - P):.2f} of 100" in text


def test_the_width_of_intervals_is_that_of_the_bell_and_the_exercises_compute_with_it() -> None:
    text = " ".join(TEXT.split())
    z = NormalDist().inv_cdf(0.975)
    assert f"with *z* = {z:.2f} for an interval of 95 %" in text
    assert f"95 of 100 lie within {z:.2f} times its typical error" in text
    assert (9 / 3) ** 2 * 100 == 900
    assert "reaches ± 9 of 100. How many deals make it reach ± 3?" in text
    assert "900 deals: a third of the error needs nine times as many" in text
    assert {f"{p * (1 - p):.2f}" for p in (0.25, 0.26)} == {"0.19"}
    assert f"the same for both: 0.19. Both reaches together must be {0.26 - 0.25:.2f}." in text
    assert "a fixed number of 1,100 is good for all five" in text
