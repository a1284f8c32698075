"""A review's sums: whose luck, whose decisions, whose cost."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.review import Moment, Review


def exactly(value: float) -> gk.Estimate:
    return gk.Estimate(value, value, value)


@pytest.fixture
def found() -> Review:
    """A deal, two moves of A and one of B, each with a size of its own."""
    steps = [(-1, 0.08, None), (0, 0.04, 0.0), (1, 0.02, 0.5), (0, -0.01, 0.25), (-1, -0.3, None)]
    moments = [
        Moment(number, who, f"step {number}", (exactly(moved), exactly(-moved)), "", None if c is None else exactly(c))
        for number, (who, moved, c) in enumerate(steps, start=1)
    ]
    shares = 0.5 + np.cumsum([0.0, *(moved for _who, moved, _cost in steps)])
    session = gk.load("pig", players=2).session(seed=1)
    return Review(session, np.column_stack([shares, 1 - shares]), moments)


def test_luck_decisions_and_their_cost_belong_to_each_player_alone(found: Review) -> None:
    assert [found.luck_of(p) for p in (0, 1)] == pytest.approx([-0.22, 0.22])
    assert [found.decisions_of(p) for p in (0, 1)] == pytest.approx([0.03, -0.02])
    assert [found.cost_of(p) for p in (0, 1)] == pytest.approx([0.25, 0.5])
    table = found.summary()
    for p in (0, 1):
        row = table.iloc[p]
        assert row.luck + row.own_decisions + row.others_decisions == pytest.approx(row.end - row.start)
        assert row.others_decisions == pytest.approx((0.02, -0.03)[p])


def test_mistakes_are_decisions_that_cost_something_the_dearest_first(found: Review) -> None:
    assert [moment.step for moment in found.mistakes()] == [3, 4]
    assert [moment.step for moment in found.mistakes(1)] == [3]
    assert [moment.step for moment in found.key_moments(2)] == [1, 5], "the two largest, in the order of play"
