"""How far from the mean?: deviation, error and alarm are those of other games, of the library and of counting."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import notebook

MODEL = notebook("topics/how_far_from_the_mean")


def test_the_stages_are_those_of_other_games_too() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    other = gk.simulate(game, ["planner", "planner"], games=40_000, seed=77, progress=False).returns[:, 0]
    error = np.hypot(MODEL.SD / MODEL.STAGES**0.5, other.std() / 200)
    assert abs(MODEL.MEAN - other.mean()) < 4 * error
    assert abs(MODEL.SD - other.std()) < 3


@pytest.mark.parametrize("n", [1, 2, 25, 100])
def test_means_of_pupils_are_as_far_off_as_the_root_says(n: int) -> None:
    off = np.std(MODEL.means(MODEL.PLAYED, n) - MODEL.MEAN)
    assert off == pytest.approx(MODEL.SD / n**0.5, rel=0.03)


def test_an_alarm_is_judged_by_whole_intervals() -> None:
    wanted = {(85, 2.0): True, (25, 1.0): False, (30, 4.0): False}
    assert {one: MODEL.judge(*one) for one in wanted} == wanted
    open_ones = [n for n in range(1, MODEL.LONGEST) if MODEL.judge(n, 1.96) is None]
    for n in open_ones:
        false, caught = MODEL.rings(MODEL.PLAYED, n, 1.96), MODEL.rings(MODEL.OTHERS, n, 1.96)
        assert false.low <= MODEL.FALSE < false.high or caught.low < MODEL.CAUGHT <= caught.high
    assert open_ones
