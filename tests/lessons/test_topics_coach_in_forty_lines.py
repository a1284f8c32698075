"""The coach in forty lines: it plays as the rules do, many coaches do what is computed exactly, figures hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lessons.kartenspiel.reference import own_choice
from tests.lessons.notebooks import cells, notebook

NAME = "topics/coach_in_forty_lines"
MODEL = notebook(NAME)
OPENING = MODEL.first_decision(MODEL.DEAL)


def test_it_has_at_most_forty_lines_and_the_coach_of_the_board_agrees_with_it() -> None:
    cell = next(cell for cell in cells(NAME) if "def coach(" in cell.source)
    assert cell.lines <= 40
    shares = MODEL.coach(OPENING, 150, np.random.default_rng(1))
    board = gk.coach(OPENING, 20_000, even=True, ahead=0, strategy="planner")
    assert list(shares) == OPENING.legal()
    off = [(shares[one.action] - one.win.value) / np.sqrt(one.win.value * (1 - one.win.value) / 150) for one in board]
    assert max(map(abs, off)) < 3.5
    assert np.sum(np.square(off)) < 22, "a chi-square of 8 goes that far in one of 200 cases"


def test_a_world_keeps_what_a_sees_and_is_played_on_to_its_end() -> None:
    view, rng = OPENING.view(MODEL.A), np.random.default_rng(2)
    first, second = MODEL.imagine(view, rng), MODEL.imagine(view, rng)
    assert (first["hand"][0] == view["hand"][0]).all()
    assert (first["hand"][1] != second["hand"][1]).any()
    assert first["hand"].sum() + first["pile"].sum() == sum(MODEL.game.tables.deck)
    MODEL.play_on(first, OPENING.legal()[0], rng)
    assert MODEL.game.rules.player(first, MODEL.game.tables) == gk.OVER
    assert (OPENING.view(MODEL.A) == view).all(), "the game on the board does not move"


def test_the_planners_card_is_what_it_would_play() -> None:
    view, t = OPENING.view(0), MODEL.game.tables
    actions = np.array(OPENING.legal(), np.int32)
    chosen = MODEL.planner(view, t, 0, actions, len(actions), np.random.default_rng(3))
    assert OPENING.legal()[own_choice(OPENING, "planner")] == chosen


@pytest.mark.parametrize("n", [5, 100])
def test_many_coaches_find_on_average_what_the_judge_found(n: int) -> None:
    shares = MODEL.tries(MODEL.DEAL, n, np.random.default_rng(4), 10_000)
    assert abs((shares.mean(axis=0) - MODEL.TRUE) / (MODEL.WINS.std(axis=0) / np.sqrt(10_000 * n))).max() < 4
    assert shares.std(axis=0) == pytest.approx(MODEL.WINS.std(axis=0) / np.sqrt(n), rel=0.05)


def test_halving_leaves_the_better_half_and_in_doubt_the_planners_card() -> None:
    rounds = ([0.9, 0.8, 0.2, 0.1], [0.6, 0.7, 1.0, 0.5])
    assert MODEL.one_coach(rounds, 3, 0, 20) == (1, 0.7), "the third card is out by the first round"
    assert MODEL.one_coach(rounds, 3, 0.5, 20) == (0, 0.6), "the planner's card stays in, for the second one"
    assert MODEL.one_coach(rounds, 3, 1, 20) == (3, 0.5)
    assert MODEL.one_coach(([0.5, 0.5],), 1, 0, 20) == (0, 0.5), "of equals the first"


@pytest.mark.thorough
def test_with_any_luck_halving_and_a_little_doubt_is_good_and_neither_alone() -> None:
    def good(halve: bool, doubt: float, seed: int) -> Any:
        return MODEL.is_good(MODEL.tried(halve, doubt, np.random.default_rng(seed)))[0]

    seeds = range(20, 24)
    assert all(good(True, 0.5, seed) for seed in seeds)
    assert not any(good(True, 0, seed) or good(True, 3, seed) for seed in seeds)
    assert not any(good(False, doubt, 8) for doubt in np.arange(0, 3.25, 0.25))
