"""The card game's lessons: what they calculate, held against slow oracles and against simulation."""

from __future__ import annotations

import numpy as np
import pytest

from gamekit.core.record import UNKNOWN
from gamekit.lessons import kit
from gamekit.lessons.kartenspiel import run_quiz, situations
from gamekit.lessons.kartenspiel.reference import run_after
from gamekit.lessons.kartenspiel.staging import kinds

WORKED = {
    "20 40 50 70 80 120": 380,
    "30 50 40 60 60 70 90": 220,
    "10 20 40 80 R 120": 270,
    "R 40 50 70 30 90": 120,
    "20 50 40 60 60 R 70 80": 210,
    "40 50 R R 60 120 R": 180,
    "70 R 80 100 B 110 R 120": 230,
}


# Situations


@pytest.mark.parametrize("one", situations.surprises(), ids=lambda one: one.key)
def test_a_situation_can_be_played_and_its_answer_is_offered(one):
    session = one.play()
    assert session.length == len(one.actions) > one.at > 0
    assert one.answer in one.choices
    assert len(set(one.choices)) == len(one.choices)
    assert one.rule in session.game.rulebook
    assert one.play_to_question().step == one.at
    assert one.told, "something must happen after the question"


@pytest.mark.parametrize("number", range(1, 8))
def test_the_worked_runs_of_the_rules_are_situations_with_their_answers(number):
    one = situations.group("runs")[number - 1]
    cards = situations.WORKED_RUNS[number - 1][1]
    assert one.answer == f"{WORKED[cards]} km"
    assert [int(k) for k in one.play_to_question().position.run[0, : len(cards.split())]] == kinds(cards)


def test_situations_come_one_after_the_other_at_the_press_of_a_button():
    three = situations.group("runs")[:3]
    shown = kit.situations(*three)
    for number, one in enumerate(three, start=1):
        assert f"Situation {number} of 3" in shown.where.value
        assert one.question in shown.describe()
        assert (shown.back.disabled, shown.on.disabled) == (number == 1, number == 3)
        shown.on.click()
    shown.back.click()
    assert three[1].question in shown.describe()


def test_a_worked_run_cannot_be_read_off_the_board_before_it_is_scored():
    for number in range(1, 9):
        one = situations.group("runs")[number - 1]
        seen = one.game.view(one.play_to_question().position, int(one.viewer))
        assert (seen.run[0, : seen.run_size[0]] == UNKNOWN).all()


def test_the_situations_are_what_their_questions_say():
    before = {one.key: one.play_to_question().position for one in situations.surprises()}
    assert before["stays"].lying[5] == 1
    assert (before["paid"].counter, int(before["paid"].lying[2] + before["paid"].lying[1])) == (30, 1)
    assert before["passed"].counter == 180
    assert before["rests"].counter == 140
    assert before["barriers"].run_size[:2].sum() == 0
    assert before["one-card"].hand_size[0] == 1
    assert (before["both-empty"].pile_size, before["both-empty"].discard.sum()) == (0, 0)
    assert (before["start"].start, before["start"].round_number) == (0, 1)


# Runs


def test_the_quiz_asks_what_the_rules_answer_and_gives_a_reason_for_every_card():
    rng = np.random.default_rng(5)
    for _again in range(300):
        cards = run_quiz.random_run(rng)
        offered = run_quiz.answers(cards, run_quiz.worth(cards), rng)
        written = [10 * (kind + 1) if kind < 12 else "R" if kind == 12 else "A" for kind in cards]
        assert run_quiz.worth(cards) == run_after(written)[0]
        assert len(set(offered)) == 4
        assert run_quiz.worth(cards) in offered
        assert offered == sorted(offered)
        assert run_quiz.reasons(cards).count(".") == len(cards)


def test_the_quiz_has_runs_with_and_without_breaks():
    rng = np.random.default_rng(6)
    lost = [
        run_quiz.worth(run) < sum(10 * (k + 1) for k in run if k < 12)
        for run in (run_quiz.random_run(rng) for _ in range(200))
    ]
    assert 60 < sum(lost) < 190
