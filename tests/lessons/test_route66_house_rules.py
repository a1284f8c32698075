"""Route 66, strategies and house rules: matches, scores and every sentence about them, held against games by lot."""

from __future__ import annotations

import re

import numpy as np
import pytest

import gamekit as gk
from gamekit.lessons.kit import estimate
from gamekit.lessons.route66.scored_strategy import SpeedPlay, strategy_of
from tests.lessons.notebooks import cells, notebook, prose, results, said

NAME = "route66/04-house-rules"
GAME = gk.load("route66", players=4)


def text() -> str:
    """All Markdown of the lesson."""
    return prose(NAME)


def test_equal_players_win_a_quarter_each_and_bring_home_alike() -> None:
    model = notebook(NAME)
    wins, own, theirs = model.one_against("racer", "racer", 4_000, np.random.default_rng(11))
    won = model.of_100(wins)
    assert won.low - 1 < 25 < won.high + 1
    assert abs(own.mean() - theirs.mean()) < 0.2


def test_a_collector_wins_more_than_its_share_against_racers_and_a_racer_less_against_collectors() -> None:
    model = notebook(NAME)
    luck = np.random.default_rng(2)
    assert model.of_100(model.one_against("collector", "racer", 2_000, luck)[0]).low > 25
    assert model.of_100(model.one_against("racer", "collector", 2_000, luck)[0]).high < 25


def test_a_paired_difference_sees_what_two_intervals_that_overlap_do_not() -> None:
    """One rule is a little better, and both meet the same luck."""
    rng = np.random.default_rng(3)
    luck = rng.random(1_000)
    real, yours = luck < 0.50, luck < 0.53
    one, other = (estimate(100.0 * wins, (0, 100)) for wins in (real, yours))
    assert one.high > other.low, "they overlap"
    assert estimate(100.0 * yours - 100.0 * real, (-100, 100)).low > 0


@pytest.mark.parametrize("name", [NAME, "auf_achse/06-house-rules"])
def test_a_house_rule_is_judged_by_the_interval_of_the_difference(name: str) -> None:
    (source,) = [cell.source for cell in cells(name) if "def house_rules" in cell.source]
    assert ".covers(0)" in source
    assert not any("overlap" in cell.source and "kit.exit_ticket" not in cell.source for cell in cells(name))
    (panel,) = [shown for cell, shown, _space in results(name) if "def house_rules" in cell.source]
    assert re.search(r"The interval (holds|leaves out) 0", said(panel, seed=1))


def test_the_score_of_three_numbers_prefers_what_they_say() -> None:
    score = notebook(NAME).scoring(wish=1, harm=0.5, fear=2)
    faster_out = SpeedPlay(True, False, 10, 40, False)
    faster_home = SpeedPlay(True, True, 10, 40, False)
    assert score(faster_out) > 0 > score(faster_home)
    assert score(faster_home._replace(mine=False)) > 0
    assert score(SpeedPlay(True, False, 60, 0, True)) < score(SpeedPlay(True, False, 60, 0, False))


def test_the_solution_scores_like_the_three_numbers_and_passes_and_the_first_sliders_do_not() -> None:
    model = notebook(NAME)
    space = dict(vars(model))
    exec(text().split("```python")[1].split("```")[0], space)
    for card in (
        SpeedPlay(mine, home, 10, 60, caught)
        for mine in (True, False)
        for home in (True, False)
        for caught in (True, False)
    ):
        assert space["score"](card) == model.scoring(1, 0.5, 2)(card)
    assert "✓" in str(model.judged(space["score"], np.random.default_rng(5), 120))
    assert "✗" in str(model.judged(model.scoring(7, 0, 0), np.random.default_rng(5), 40))


def test_a_score_that_fails_is_named() -> None:
    with pytest.raises(gk.GamekitError):
        gk.simulate(GAME, [strategy_of(lambda card: 1 / 0), "racer", "racer", "racer"], 4, progress=False)
