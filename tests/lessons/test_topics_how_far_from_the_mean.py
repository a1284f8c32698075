"""How far from the mean?: deviation and error are computed in other ways, too; what the bell says, where it ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.stats import nbinom

import gamekit as gk
from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook, said, shown_by

NAME = "topics/how_far_from_the_mean"
shown = partial(shown_by, NAME)
MODEL = notebook(NAME)


def test_the_stages_are_those_of_other_games_too() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    assert len(MODEL.KM) == MODEL.STAGES
    for player, km in (("planner", MODEL.KM), ("climber", MODEL.CLIMBER)):
        other = gk.simulate(game, [player, "planner"], games=40_000, seed=77, progress=False).returns[:, 0]
        error = np.hypot(km.std() / MODEL.STAGES**0.5, other.std() / 200)
        assert abs(km.mean() - other.mean()) < 4 * error
        assert abs(km.std() - other.std()) < 3
    assert (MODEL.KM % 10 == 0).all(), "tens of km lose nothing"


def test_mean_and_standard_deviation_are_those_of_the_library() -> None:
    assert pytest.approx(MODEL.KM.mean()) == MODEL.MEAN
    assert pytest.approx(MODEL.KM.std()) == MODEL.FAR
    assert MODEL.standard_deviation([200, 300, 400]) == pytest.approx(np.std([200, 300, 400]))


@pytest.mark.parametrize("n", [1, 2, 25, 100])
def test_means_of_pupils_are_as_far_off_as_the_root_says(n: int) -> None:
    off = MODEL.means(n, np.random.default_rng(n), 20_000) - MODEL.MEAN
    found, exact = MODEL.typical(off), MODEL.FAR / n**0.5
    assert abs(found.value - exact) < 2 * (found.high - found.low) / 2
    assert found.low < found.value < found.high
    assert found.high - found.low < 0.04 * exact, "what is shown tells one fifth from one twenty-fifth"


@pytest.mark.parametrize("kind", ["stage", "waiting"])
def test_sums_are_those_of_adding_one_after_the_other(kind: str) -> None:
    one = MODEL.KINDS[kind][0]
    assert one.sum() == pytest.approx(1)
    by_hand = np.ones(1)
    for n in range(1, 6):
        by_hand = np.convolve(by_hand, one)
        assert MODEL.sums(one, n) == pytest.approx(by_hand, abs=1e-12)


def test_waiting_is_what_the_die_does() -> None:
    results_ = np.arange(len(MODEL.WAITING))
    middle = MODEL.WAITING @ results_
    assert middle == pytest.approx(6)
    assert MODEL.WAITING @ (results_ - middle) ** 2 == pytest.approx(30)
    assert MODEL.WAITING.argmax() == 1, "one roll is the most likely answer"
    for n in (1, 25, 100):
        sums = np.arange(n * (len(MODEL.WAITING) - 1) + 1)
        exact = nbinom.pmf(sums - n, n, 1 / 6)
        assert MODEL.sums(MODEL.WAITING, n) == pytest.approx(exact, abs=1e-9)
        far = (sums - 6 * n) / np.sqrt(30 * n)
        assert MODEL.away(MODEL.WAITING, n) == pytest.approx(far, abs=1e-6)
        wanted = [exact[far < -2].sum(), exact[abs(far) <= 1].sum(), exact[abs(far) <= 2].sum(), exact[far > 2].sum()]
        assert MODEL.exactly(MODEL.WAITING, n) == pytest.approx(100 * np.array(wanted), abs=1e-6)


def test_the_panel_of_shapes_draws_what_is_exact_and_depends_on_its_controls() -> None:
    panel = shown("def shape(")
    kinds = "km of a stage", "rolls until a 6"
    assert len({said(panel, kind=kind, n=n) for kind in kinds for n in (1, 25)}) == 4
    table = panel.answer(kind=kinds[0], n=25)[1]
    assert [float(row[1]) for row in table.rows] == [round(one, 1) for one in MODEL.exactly(MODEL.STAGE, 25)]
    assert [float(row[2]) for row in table.rows] == [2.3, 68.3, 95.4, 2.3]


def test_prices_are_what_coins_make_of_them() -> None:
    rng = np.random.default_rng(5)
    for bids in (1, 5, 9):
        price, chances = MODEL.prices(bids)
        further = np.minimum(rng.geometric(0.5, 100_000) - 1, bids - 1)
        assert chances.sum() == pytest.approx(1)
        for k, (value, chance) in enumerate(zip(price, chances, strict=True)):
            assert value == 100 * 2**k
            assert abs((further == k).mean() - chance) < 4 * np.sqrt(chance * (1 - chance) / 100_000) + 1e-12
        assert price @ chances == 50 * (bids + 1), "without an end of bids there is no mean"
    price, chances = MODEL.prices(5)


def rise(bids: int, then: int) -> tuple[Any, float, float]:
    """In how many classes the mean is higher later, and the mean of the middle class before and after."""
    early, late = MODEL.class_means(bids, 100, then, np.random.default_rng(6), 40_000)
    assert early.shape == (40_000,)
    return share(float((late > early).sum()), 40_000), float(np.median(early)), float(np.median(late))


def test_with_fever_the_mean_climbs_and_with_five_bids_it_does_not() -> None:
    fever, before, after = rise(50, 10_000)
    assert 0.8 < fever.low < fever.high < 0.82, "about 81 of 100"
    assert abs(before - 460) < 8
    assert abs(after - 790) < 8
    assert abs(rise(50, 100_000)[2] - 960) < 8
    bounded, _before, _after = rise(5, 10_000)
    assert 0.505 < bounded.low < bounded.high < 0.525, "about 51 of 100, and more than a half"


def test_the_alarm_rings_as_often_as_many_players_make_it() -> None:
    rng = np.random.default_rng(8)
    for km in (MODEL.KM, MODEL.CLIMBER):
        for n, limit in ((85, 2), (25, 2), (10, 1)):
            found = rng.choice(km, (20_000, n)).mean(axis=1)
            rung = (abs(found - MODEL.MEAN) > limit * MODEL.FAR / n**0.5).mean()
            exact = MODEL.rings(km, n, limit) / 100
            assert abs(rung - exact) < 4 * np.sqrt(exact * (1 - exact) / 20_000)


def test_which_alarms_are_good() -> None:
    def fewest(limit: float) -> int | None:
        sizes = range(75, 141, 5)
        good = [n for n in sizes if MODEL.rings(MODEL.KM, n, limit) <= 5 and MODEL.rings(MODEL.CLIMBER, n, limit) >= 90]
        return min(good, default=None)

    assert [fewest(limit) for limit in (2.0, 2.1, 2.2, 3.0)] == [85, 85, 90, 135]
    assert all(MODEL.rings(MODEL.KM, n, 1.9) > 5 for n in range(5, 201, 15)), "however many stages they play"
    panel = shown("def build_an_alarm(")
    verdicts = [str(panel.answer(n=n, limit=limit)[0]) for n, limit in ((85, 2.0), (80, 2.0), (200, 1.9))]
    assert [one.startswith("✓") for one in verdicts] == [True, False, False]
