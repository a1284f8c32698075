"""Pig: every rule, as docs/how-to/add-a-game.md asks of a new game."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.pig.rules import DIE, HOLD, ROLL
from gamekit.games.pig.strategies import NEAR, PACE, SHARE, hold_at_20, keep_pace


def played(session: gk.Session, *faces: int) -> gk.Session:
    """Every roll shows what is named, and a 0 holds."""
    for face in faces:
        session.play(ROLL if face else HOLD)
        if face:
            session.play(DIE + face - 1)
    return session


def pig(**options: int) -> gk.Session:
    return gk.load("pig", **{"players": 2} | options).session(seed=1)


@pytest.mark.rule("PIG-01")
def test_players_take_turns_and_the_first_step_is_a_decision():
    session = pig(players=3)
    assert (session.player, session.legal()) == (0, [ROLL])
    assert [played(session, 1).player for _ in range(4)] == [1, 2, 0, 1]


@pytest.mark.rule("PIG-02")
def test_two_to_six_are_added_to_the_turn_and_every_face_is_equally_likely():
    session = played(pig(), 2, 6)
    assert (session.position.pot, session.player, session.legal()) == (8, 0, [ROLL, HOLD])
    session.play(ROLL)
    assert session.chance() == [(DIE + face, Fraction(1, 6)) for face in range(6)]
    assert session.why_not(HOLD).rule == "PIG-02"


@pytest.mark.rule("PIG-03")
def test_a_one_loses_the_turn_and_nothing_else():
    session = played(pig(), 5, 0, 2, 0, 6, 6, 1)
    assert (session.returns(), session.player, session.position.pot) == ([5, 2], 1, 0)
    assert [said.text for said in session.log[-1].notes] == ["The die shows 1: A loses the 12 points of this turn."]


@pytest.mark.rule("PIG-04")
def test_holding_makes_the_points_safe_but_needs_a_roll():
    session = pig()
    assert session.why_not(HOLD).rule == "PIG-04"
    assert (played(session, 4, 0).returns(), session.player) == ([4, 0], 1)


@pytest.mark.rule("PIG-05")
def test_whoever_holds_with_the_goal_wins_at_once():
    session = played(pig(goal=10), 2, 0, 6, 6)
    assert not session.over
    played(session, 0)
    assert (session.over, session.returns()) == (True, [2, 12])
    won = session.log[-1].notes[-1]
    assert (won.text, won.rule) == ("B wins with 12 points.", "PIG-05")
    assert session.why_not(ROLL).rule == "PIG-05"


@pytest.mark.rule("PIG-06")
def test_after_the_last_round_most_points_win_and_equal_ones_share():
    session = played(pig(rounds=1), 3, 0, 3, 0)
    assert (session.over, session.returns()) == (True, [3, 3])
    assert [said.text for said in session.log[-1].notes[1:]] == [f"{p} shares the win with 3 points." for p in "AB"]


@pytest.mark.rule("PIG-05")
@pytest.mark.parametrize(("faces", "wins"), [((4, 5), False), ((4, 6), True), ((5, 6), True)])
def test_exactly_the_goal_is_enough(faces, wins):
    assert played(pig(goal=10), *faces, 0).over == wins


# Strategies


def decides(choose, pot: int, *scores: int, **options: int) -> int:
    """What a strategy does as A with so many points in the turn and these safe."""
    session = pig(players=len(scores), **options)
    s = session.position.copy()
    s.pot, s.scores[: len(scores)] = pot, scores
    return int(choose(s, session.game.tables, 0, np.array([ROLL, HOLD], np.int32), 2, np.random.default_rng(1)))


@pytest.mark.parametrize(("safe", "enough"), [(0, 20), (80, 20), (81, 19), (98, 2)])
def test_holding_at_20_or_with_the_goal_means_with_exactly_so_many(safe, enough):
    assert [decides(hold_at_20, pot, safe, 0, goal=100) for pot in (enough - 1, enough)] == [ROLL, HOLD]


@pytest.mark.parametrize(
    ("own", "best", "wanted"),
    [
        (0, 0, PACE), (10, 10, PACE), (0, SHARE - 1, PACE), (0, SHARE, PACE + 1),
        (100 - NEAR - 1, 100 - NEAR - 1, PACE), (100 - NEAR, 10, NEAR), (10, 100 - NEAR, 90),
    ],
)  # fmt: skip
def test_keeping_pace_asks_just_one_point_more_for_each_share_and_everything_near_the_goal(own, best, wanted):
    assert [decides(keep_pace, pot, own, 0, best, goal=100) for pot in (wanted - 1, wanted)] == [ROLL, HOLD]


@pytest.mark.rule("PIG-04")
def test_keeping_pace_rolls_at_least_once_however_far_ahead():
    assert [decides(keep_pace, pot, 900, 0, goal=1000) for pot in (0, 2)] == [ROLL, HOLD]
