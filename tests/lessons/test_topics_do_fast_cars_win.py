"""Do fast cars win?: figures by the library and by other games; the confounder, its control and the experiment."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.stats import linregress, pearsonr

import gamekit as gk
from gamekit.lessons.kit.comparison import apart, estimate
from tests.lessons.notebooks import notebook, shown_by

NAME = "topics/do_fast_cars_win"
shown = partial(shown_by, NAME)
MODEL = notebook(NAME)
ALIKE = ("stroller",) * 4


def car_a(drivers: tuple[str, ...], games: int = 12_000, turns: int = 22) -> list[Any]:
    """Speed, cards, turned and wins of car A in games with other luck than the lesson's."""
    return [noted[:, 0] for noted in MODEL.at_the_bell(drivers, games, 77, turns)]


def test_what_is_noted_at_the_bell_is_what_the_rules_have() -> None:
    mph, cards, turned, wins = MODEL.ALL
    assert mph.shape == cards.shape == turned.shape == wins.shape == (MODEL.GAMES, 4)
    assert set(np.unique(mph)) <= set(range(0, 71, 5))
    assert (cards[~turned] == 0).all(), "R66-24: nobody collects before Los Angeles"
    assert wins.sum(axis=1) == pytest.approx(100)
    best = cards == cards.max(axis=1, keepdims=True)
    assert wins == pytest.approx(100 * best / best.sum(axis=1, keepdims=True)), "R66-29: equals share the win"


def test_line_correlation_and_residuals_are_those_of_the_library() -> None:
    fit = linregress(MODEL.MPH, MODEL.CARDS)
    assert MODEL.line(MODEL.MPH, MODEL.CARDS) == pytest.approx((fit.slope, fit.intercept))
    assert pytest.approx(fit.slope) == MODEL.STEEP
    assert pytest.approx(fit.intercept) == MODEL.HEIGHT
    found, other = MODEL.correlation(MODEL.MPH, MODEL.CARDS), pearsonr(MODEL.MPH, MODEL.CARDS)
    interval = other.confidence_interval()
    assert tuple(found) == pytest.approx((other.statistic, interval.low, interval.high), abs=1e-3)
    left = MODEL.residuals(MODEL.MPH, MODEL.CARDS)
    assert left.mean() == pytest.approx(0, abs=1e-9)
    assert MODEL.correlation(MODEL.MPH, left).value == pytest.approx(0, abs=1e-9)
    assert 1 - left.var() / MODEL.CARDS.var() == pytest.approx(found.value**2), "what the line explains is r²"


def test_within_groups_is_the_partial_correlation_and_only_one_grouping_is_fair() -> None:
    fair = [
        name for name, group in MODEL.GROUPS.items() if abs(MODEL.within(MODEL.MPH, MODEL.CARDS, group).value) < 0.09
    ]
    assert fair == ["whether A has turned"]
    turned = 1.0 * MODEL.TURNED
    left = [MODEL.residuals(turned, one) for one in (MODEL.MPH, MODEL.CARDS)]
    found = MODEL.within(MODEL.MPH, MODEL.CARDS, MODEL.TURNED)
    assert found.value == pytest.approx(np.corrcoef(*left)[0, 1])
    panel = shown("def compare_within(")
    verdicts = {by: str(panel.answer(by=by)[0])[0] for by in MODEL.GROUPS}
    assert verdicts == {by: "✓" if by in fair else "✗" for by in MODEL.GROUPS}


def test_a_verdict_on_what_lies_behind_is_open_where_an_interval_holds_the_limit() -> None:
    third = MODEL.BEFORE.value / 3
    assert MODEL.explains(gk.Estimate(0, third / -2, third / 2))
    assert MODEL.explains(gk.Estimate(2 * third, 1.1 * third, 3 * third)) == False  # noqa: E712  not None
    assert MODEL.explains(gk.Estimate(third, 0.9 * third, 1.1 * third)) is None
    assert MODEL.explains(gk.Estimate(-third, -2 * third, 0.0)) is None


@pytest.mark.parametrize("seed", [11, 12])
def test_the_lot_sets_the_dial_and_nothing_else_and_makes_a_win_more_often_with_other_luck(seed: int) -> None:
    begun, won = {}, {}
    for number, dial in enumerate((MODEL.SLOW, MODEL.FAST)):
        begun[dial] = MODEL.at_the_bell(ALIKE, 1_000, seed + 10 * number, 1, dial)[0]
        won[dial] = estimate(MODEL.at_the_bell(ALIKE, 10_000, seed + 10 * number, 22, dial)[3][:, 0], (0, 100))
    assert begun[MODEL.FAST][:, 0].mean() > begun[MODEL.SLOW][:, 0].mean() + 10
    assert apart(*(estimate(begun[dial][:, 1]) for dial in begun)) is False, "B begins with 0 mph both times"
    assert 5 < won[MODEL.FAST].value - won[MODEL.SLOW].value < 11
    assert apart(won[MODEL.FAST], won[MODEL.SLOW])
