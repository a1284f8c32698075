"""Route 66, strategies and house rules: matches, scores and every sentence about them, held against games by lot."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean, share
from gamekit.lessons.kit import estimate
from gamekit.lessons.route66.scoring import SpeedPlay, strategy_of
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


@pytest.mark.thorough
def test_the_collector_wins_in_any_company_as_the_answer_says() -> None:
    model, luck = notebook(NAME), np.random.default_rng(1)
    won = {
        (one, others): model.of_100(model.one_against(one, others, 4_000, luck)[0])
        for one, others in (
            ("collector", "racer"),
            ("collector", "saboteur"),
            ("racer", "collector"),
            ("saboteur", "collector"),
        )
    }
    assert won["collector", "racer"].low > 50
    assert won["collector", "saboteur"].low > 35
    assert won["racer", "collector"].high < 7
    assert won["saboteur", "collector"].high < 15
    (answer,) = [said(shown) for cell, shown, _space in results(NAME) if "Who wins?" in cell.source]
    assert answer.startswith("*Who wins? The collector.*")


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


@pytest.mark.thorough
def test_what_the_lesson_says_of_other_rules() -> None:
    model = notebook(NAME)
    assert "the difference is less than 5 of 100 games" in text()
    real = model.one_against("collector", "racer", 8_000, np.random.default_rng(1))[0]

    def wins(**rules: object) -> np.ndarray:
        game = gk.load("route66", players=4, **rules)
        return model.one_against("collector", "racer", 8_000, np.random.default_rng(1), game)[0]

    free = mean(100 * (wins(limit=70) - real), (-100, 100))
    assert -5 < free.low < free.high < 5
    assert "Without “2” spaces it wins even more, over 60" in text()
    assert model.of_100(wins(twos=False)).low > 60
    for rules in (
        {"limit": 5}, {"speed_cards": "stop 0"}, {"speed_cards": "stop 20"}, {"speed_cards": "+5 0, -5 0"},
        {"speed_cards": "+5 20, -5 20"},
    ):  # fmt: skip
        assert model.of_100(wins(**rules)[::4]).low > 35, rules
    assert "more than 35" in text()
    assert "then it wins about 25, like everybody" in text()
    slow = {"limit": 10, "twos": False, "speed_cards": "stop 20, +5 20, -5 20"}
    for rules in ({"limit": 0}, slow):
        found = model.of_100(
            model.one_against(
                "collector", "racer", 1_000, np.random.default_rng(1), gk.load("route66", players=4, **rules)
            )[0]
        )
        assert 23 < found.low < found.high < 30, rules


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


def test_to_begin_is_worth_a_game_or_two_at_most() -> None:
    assert "it is a game or two of 100" in text()
    for strategy in ("racer", "collector"):
        ahead = gk.simulate(GAME, strategy, 20_000, seed=4, progress=False).advantage(0, 3)
        assert -0.025 < ahead.value < 0.025


def test_more_players_collect_more() -> None:
    found = [
        gk.simulate(gk.load("route66", players=n), "collector", 1_000, seed=5, progress=False) for n in range(2, 6)
    ]
    cards = [played.returns.sum(axis=1).mean() for played in found]
    assert all(more - fewer > 2 for fewer, more in pairwise(cards))


def test_the_figures_of_the_exercises() -> None:
    few, many = share(11, 20), share(2_200, 4_000)
    assert (round(100 * few.low), round(100 * few.high)) == (34, 74)
    assert round(50 * (many.high - many.low), 1) == 1.5
    more = share(8_800, 16_000)
    assert abs((more.high - more.low) / (many.high - many.low) - 0.5) < 0.01
    assert "11 of them. The interval is then 34 to 74 of 100" in text()
    assert "about ± 1.5 of 100" in text()
