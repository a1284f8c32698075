"""The card game's lessons: what they calculate, held against slow oracles and against simulation."""

from __future__ import annotations

import numpy as np

from gamekit.core.record import UNKNOWN
from gamekit.lessons import kit
from gamekit.lessons.kartenspiel import run_quiz, situations
from gamekit.lessons.kartenspiel.reference import run_after

# Situations


def test_situations_come_one_after_the_other_at_the_press_of_a_button():
    three = situations.group("runs")[:3]
    shown = kit.situations(*three)
    for number, one in enumerate(three, start=1):
        assert f"Situation {number} of 3" in shown.where.value
        assert one.question in shown.describe()
        board = shown.stepper.following
        assert (board.shown_step, board.viewer) == (one.at, str(one.viewer)), "it tells no answer"
        assert (shown.back.disabled, shown.on.disabled) == (number == 1, number == 3)
        shown.on.click()
    shown.back.click()
    assert three[1].question in shown.describe()
    assert len(shown.pack_alone()["data"]["moments"]) == 3
    assert shown.number == 0, "a page begins with the first"


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
