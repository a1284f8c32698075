"""Which of the four is the most luck: what the panel says is no more than its intervals allow."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.widgets import Quiz
from tests.lessons.notebooks import notebook, results

NAME = "topics/most_luck"


def test_a_game_is_named_only_if_its_interval_lies_above_all_others() -> None:
    verdict = notebook(NAME).verdict
    apart = {"A": gk.Estimate(60, 55, 65), "B": gk.Estimate(90, 86, 94), "C": gk.Estimate(80, 75, 85)}
    assert verdict(apart, 50) == "Most luck here: B."
    touching = apart | {"C": gk.Estimate(80, 74, 86), "A": gk.Estimate(60, 20, 100)}
    assert verdict(touching, 50) == "50 lots cannot tell which is the most luck: the intervals of B, C and A overlap."
    assert "the intervals of B and C overlap" in verdict(apart | {"C": gk.Estimate(80, 73, 87)}, 300)


def test_skill_and_luck_are_those_of_the_definition() -> None:
    model = notebook(NAME)
    rows = [[0, 1, 1, 1], [0, 0, 1, 0]]
    skill, luck = model.parts(np.array(rows))
    assert skill == pytest.approx(((3 / 4 - 1 / 2) ** 2) / (1 / 4))
    assert luck == pytest.approx((3 / 16 + 3 / 16) / 2 / (1 / 4))


@pytest.mark.parametrize(
    "table",
    [
        np.tile([0.0, 1.0, 1.0], (4, 40)),
        np.random.default_rng(1).random((4, 50)).round(),
        np.arange(80.0).reshape(4, 20),
    ],
)
def test_no_interval_of_a_share_leaves_what_a_share_may_be(table: np.ndarray) -> None:
    for one in notebook(NAME).with_error(table):
        assert 0 <= one.low <= one.value <= one.high <= 100


def test_a_match_is_what_many_matches_by_lot_are() -> None:
    model, rng = notebook(NAME), np.random.default_rng(1)
    for coin in (False, True):
        table = []
        for a, b in model.LINEUPS:
            rounds = np.array([model.wins(a, b, rng.integers(1, 7, (40_000, 4))) for _ in range(15)])
            margin = np.sign((2 * rounds - 1).sum(axis=0))
            if coin:
                margin = np.where(margin == 0, rng.choice([-1, 1], margin.size), margin)
            table.append((margin + 1) / 2)
        assert 100 * model.parts(np.array(table))[1] == pytest.approx(model.match(15, coin), abs=0.7)


@pytest.mark.parametrize("rolls", [2, 3])
def test_a_match_long_enough_can_be_found_however_many_dice_are_rolled_but_not_with_a_coin(rolls: int) -> None:
    shown = results(NAME, ("ROLLS = 2  # dice", f"ROLLS = {rolls}  # dice"))
    panel = next(shown for cell, shown, _space in shown if "def shortest" in cell.source)
    judged = [bool(panel.run(number)) for number in range(1, 81)]
    assert sum(judged) == 1
    assert not panel.run(judged.index(True) + 1, "is decided by a coin")


@pytest.mark.parametrize("rolls", [2, 3])
def test_its_questions_follow_the_dice(rolls: int) -> None:
    shown = list(results(NAME, ("ROLLS = 2  # dice", f"ROLLS = {rolls}  # dice")))
    space, ticket = shown[-1][2], shown[-1][1]
    assert isinstance(ticket, Quiz)
    assert f"From {space['match'](1):.0f} to {space['match'](15):.0f} of 100" in ticket.questions[1].why
    assert ticket.questions[1].choices[ticket.questions[1].answer] == "becomes smaller."
    assert ticket.questions[2].answer == round(100 * space["parts"](space["table"])[1])
