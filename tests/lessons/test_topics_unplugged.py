"""Unplugged: boards by the bell, by other games and by hand; what is missing on them; what the text says."""

from __future__ import annotations

from functools import partial
from itertools import product
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
PLANNER, CLIMBER = (MODEL.stages(player) for player in ("planner", "climber"))


def other_stages(player: str) -> Any:
    """Stages with other luck than the lesson's."""
    game = gk.load("kartenspiel", players=2, stages=1)
    return gk.simulate(game, [player, player], games=12_000, seed=77, progress=False).returns


def by_the_bell(km: Any, pairs: int, far: float) -> float:
    """Of 100 boards, how many are more than so many km off, if their means form a bell."""
    return 100 * erfc(far / (km.mean(axis=1).std() / sqrt(pairs)) / sqrt(2))


def wrong_by_hand(pairs: int, line: float) -> tuple[float, float]:
    """Of 100 boards of planners those below the line, and of 100 of climbers the others, sum after sum."""
    found = []
    for km in (PLANNER, CLIMBER):
        one = np.bincount((km.sum(axis=1) // 10).astype(int)) / len(km)
        chances = np.ones(1)
        for _pair in range(pairs):
            chances = np.convolve(chances, one)
        found.append(100 * chances[10 * np.arange(len(chances)) / (2 * pairs) < line].sum())
    return found[0], 100 - found[1]


@pytest.mark.parametrize("player", ["planner", "climber"])
def test_stages_with_other_luck_have_the_same_mean_spread_and_correlation(player: str) -> None:
    ours, others = MODEL.stages(player), other_stages(player)
    assert abs(ours.mean() - others.mean()) < 4 * others.mean(axis=1).std() * sqrt(1 / 12_000 + 1 / 20_000)
    assert ours.std() == pytest.approx(others.std(), rel=0.02)
    assert abs(np.corrcoef(ours.T)[0, 1] - np.corrcoef(others.T)[0, 1]) < 0.05


def test_boards_by_lot_lie_as_far_off_as_is_exact_and_as_the_bell_says() -> None:
    for pairs in (5, 15, 60):
        found = MODEL.boards("planner", pairs, 20_000, np.random.default_rng(3))
        assert found.shape == (20_000, pairs, 2)
        means, exact = found.mean(axis=(1, 2)), MODEL.far_off("planner", pairs)
        far = 100 * (abs(means - PLANNER.mean()) > MODEL.FAR_OFF).mean()
        assert abs(far - exact) < 0.02 + 4 * sqrt(exact * (100 - exact) / 20_000)
        assert abs(by_the_bell(PLANNER, pairs, MODEL.FAR_OFF) - exact) < 1.5
        assert means.std() == pytest.approx(MODEL.typical("planner", pairs), rel=0.03)
        km, chances = MODEL.means("planner", pairs)
        assert chances.sum() == pytest.approx(1)
        assert km @ chances == pytest.approx(PLANNER.mean())


def test_the_two_of_a_pair_are_not_independent_and_pairs_are_counted() -> None:
    together = np.corrcoef(PLANNER.T)[0, 1]
    assert together - 4 / sqrt(len(PLANNER)) > 0.1
    alone = PLANNER.std() / sqrt(30)
    assert MODEL.typical("planner", 15) == pytest.approx(alone * sqrt(1 + together), rel=1e-3)
    assert MODEL.typical("planner", 15) > alone + 1
    within = MODEL.boards("planner", 15, 20_000, np.random.default_rng(4)).mean(axis=(1, 2)) - PLANNER.mean()
    assert 94 < 100 * (abs(within) < 2 * MODEL.typical("planner", 15)).mean() < 96.5, "about 95 within twice that"


def test_it_is_the_stage_that_binds_the_two_of_a_pair() -> None:
    """Results of two who sat at different tables have nothing to do with each other."""
    elsewhere = np.random.default_rng(5).permutation(PLANNER[:, 1])
    assert abs(np.corrcoef(PLANNER[:, 0], elsewhere)[0, 1]) < 4 / sqrt(len(PLANNER))
    words = MODEL.game.rulebook
    assert "A stage ends when" in words["KS-20"].text
    assert all(words[rule].text.startswith("Everybody") for rule in ("KS-22", "KS-23"))


def test_eighteen_pairs_are_the_fewest_that_tell_the_two_apart() -> None:
    good = [n for n, line in product(range(1, 24), range(150, 451, 10)) if max(errors(n, line)) <= 5]
    assert min(good) == 18
    for pairs, told in ((18, (3.9, 4.5)), (15, (5.3, 6.1))):
        assert wrong_by_hand(pairs, 300) == pytest.approx(errors(pairs, 300), abs=1e-9)
        assert tuple(round(one, 1) for one in errors(pairs, 300)) == told
    assert 18 < min(max(errors(5, line)) for line in range(150, 451, 10)) < 19
    panel = shown("def tell_apart(")
    for pairs, line, right in ((18, 300, True), (17, 300, False), (18, 250, False)):
        assert str(panel.answer(pairs=pairs, line=line)).startswith("✓") is right


def errors(pairs: int, line: float) -> tuple[float, float]:
    """The same by the lesson's exact means."""
    (low, those), (high, others) = (MODEL.means(player, pairs) for player in ("planner", "climber"))
    return 100 * those[low < line].sum(), 100 * others[high >= line].sum()


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
    whose = shown("def who_plays_like_us(")
    assert said(whose, km=[100]) != said(whose)


def test_the_panels_answer_otherwise_with_other_controls() -> None:
    many = shown("def many_classes(")
    assert len({said(many, pairs=str(pairs)) for pairs in (5, 15, 60, 240)}) == 4
    top = shown("def highest(")
    assert len({said(top, player=player) for player in MODEL.PLAYERS}) == 5
    board = shown("def who_writes(")
    writers = ("everybody", "the better of each pair", "who has 200 km or more")
    assert len({said(board, writes=one, pairs=str(n)) for one in writers for n in (15, 60)}) == 6
