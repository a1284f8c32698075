"""Unplugged: boards by the bell and by other games; shares of luck as defined, and no more than intervals allow."""

from __future__ import annotations

from functools import partial
from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.errors import OptionError
from gamekit.widgets import Numbers
from tests.lessons.notebooks import notebook, said, shown_by

NAME = "topics/unplugged"
shown = partial(shown_by, NAME)
MODEL = notebook(NAME)
PLANNER = MODEL.stages("planner")


def by_the_bell(km: Any, pairs: int, far: float) -> float:
    """Of 100 boards, how many are more than so many km off, if their means form a bell."""
    return 100 * erfc(far / (km.mean(axis=1).std() / sqrt(pairs)) / sqrt(2))


def test_boards_by_lot_lie_as_far_off_as_is_exact_and_as_the_bell_says() -> None:
    for pairs in (5, 15, 60):
        found = MODEL.boards("planner", pairs, 20_000, np.random.default_rng(3))
        assert found.shape == (20_000, pairs, 2)
        means, exact = found.mean(axis=(1, 2)), MODEL.far_off("planner", pairs)
        far = 100 * (abs(means - PLANNER.mean()) > MODEL.FAR_OFF).mean()
        assert abs(far - exact) < 0.02 + 4 * sqrt(exact * (100 - exact) / 20_000)
        assert abs(by_the_bell(PLANNER, pairs, MODEL.FAR_OFF) - exact) < 1.5
        assert means.std() == pytest.approx(MODEL.typical("planner", pairs), rel=0.03)


def test_the_two_of_a_pair_are_not_independent_and_pairs_are_counted() -> None:
    together = np.corrcoef(PLANNER.T)[0, 1]
    assert together - 4 / sqrt(len(PLANNER)) > 0.1
    alone = PLANNER.std() / sqrt(30)
    assert MODEL.typical("planner", 15) == pytest.approx(alone * sqrt(1 + together), rel=1e-3)
    assert MODEL.typical("planner", 15) > alone + 1
    within = MODEL.boards("planner", 15, 20_000, np.random.default_rng(4)).mean(axis=(1, 2)) - PLANNER.mean()
    assert 94 < 100 * (abs(within) < 2 * MODEL.typical("planner", 15)).mean() < 96.5, "about 95 within twice that"


def test_your_own_results_are_taken_and_nothing_else_is() -> None:
    panel = shown("def our_board(")
    (asked,) = panel.controls
    assert isinstance(asked, Numbers)
    assert list(asked.value) == MODEL.EXAMPLE
    example, ours = said(panel), said(panel, km=[100, 200, 300])
    assert "The example lies 90 km below" in example
    assert "Our board | 3 | 200 km | 82 km | 100 km | 300 km" in ours
    assert f"Our board lies {PLANNER.mean() - 200:.0f} km below" in ours
    assert "km above the mean of all" in said(panel, km=[700, 700])
    for refused in ([], [-10], [891], [10.5], ["10"], [None], [True], "100 200", [1] * 101):
        with pytest.raises(OptionError, match="1 to 100 whole numbers from 0 to 890"):
            panel.answer(km=refused)


def test_a_game_is_named_only_if_its_interval_lies_above_all_others() -> None:
    apart = {"A": gk.Estimate(60, 55, 65), "B": gk.Estimate(90, 86, 94), "C": gk.Estimate(80, 75, 85)}
    assert MODEL.verdict(apart, 50) == "Most luck here: B."
    touching = apart | {"C": gk.Estimate(80, 74, 86), "A": gk.Estimate(60, 20, 100)}
    assert "the intervals of B, C and A overlap" in MODEL.verdict(touching, 50)


def test_skill_and_luck_are_those_of_the_definition() -> None:
    skill, luck = MODEL.parts(np.array([[0, 1, 1, 1], [0, 0, 1, 0]]))
    assert skill == pytest.approx(((3 / 4 - 1 / 2) ** 2) / (1 / 4))
    assert luck == pytest.approx((3 / 16 + 3 / 16) / 2 / (1 / 4))


@pytest.mark.parametrize(
    "table", [np.tile([0.0, 1.0, 1.0], (4, 40)), np.arange(80.0).reshape(4, 20)], ids=["equal rows", "all differ"]
)
def test_no_interval_of_a_share_leaves_what_a_share_may_be(table: np.ndarray) -> None:
    for one in MODEL.with_error(table):
        assert 0 <= one.low <= one.value <= one.high <= 100
