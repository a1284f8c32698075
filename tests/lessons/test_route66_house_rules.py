"""Route 66, strategies and house rules: matches, scores and every sentence about them, held against games by lot."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lessons.route66.scoring import Card, strategy_of
from tests.lessons.notebooks import notebook, prose

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


def test_the_score_of_three_numbers_prefers_what_they_say() -> None:
    score = notebook(NAME).scoring(wish=1, harm=0.5, fear=2)
    faster_out = Card(True, False, 10, 40, False)
    faster_home = Card(True, True, 10, 40, False)
    assert score(faster_out) > 0 > score(faster_home)
    assert score(faster_home._replace(mine=False)) > 0
    assert score(Card(True, False, 60, 0, True)) < score(Card(True, False, 60, 0, False))


def test_the_solution_scores_like_the_three_numbers_and_passes_and_the_first_sliders_do_not() -> None:
    model = notebook(NAME)
    space = dict(vars(model))
    exec(text().split("```python")[1].split("```")[0], space)
    for card in (
        Card(mine, home, 10, 60, caught) for mine in (True, False) for home in (True, False) for caught in (True, False)
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
