"""The first page: light, with a board, a prediction and three questions; and its stages are those of the game."""

from __future__ import annotations

import numpy as np
import pytest

from gamekit.widgets import Bet, Quiz, Stepper
from tests.lessons.notebooks import results


def test_the_first_page_has_a_board_for_a_a_prediction_and_three_questions() -> None:
    shown = [one for _cell, one, _space in results("start")]
    boards = [one for one in shown if isinstance(one, Stepper)]
    assert [board.session.player for board in boards] == [0]
    assert [one.value for one in shown if isinstance(one, Bet)] == [None]
    assert [len(one.questions) for one in shown if isinstance(one, Quiz)] == [3]


@pytest.mark.parametrize("limit", [150, 100, 5_000])
def test_its_question_and_stages_follow_the_limit(limit: int) -> None:
    shown = list(results("start", ("LIMIT = 150", f"LIMIT = {limit}")))
    space = shown[-1][2]
    asked = next(one for _cell, one, _space in shown if isinstance(one, Bet))
    assert f"a stage ends at {limit:,} km" in asked.question
    rounds = space["stages"](400, np.random.default_rng(1))
    assert asked.low <= rounds.mean() <= asked.high
    assert rounds.max() <= len(space["DECK"]) // 2
    assert (rounds == len(space["DECK"]) // 2).all() == (space["DECK"].sum() < limit), "never reached is not in round 1"
