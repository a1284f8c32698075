# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Ausgebremst, the lost board: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.ausgebremst.lines import game
from gamekit.lessons.ausgebremst.rebuild import MISPRINT, RIGHT, laps_of, without_stop
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three levels."""
    laps = laps_of(without_stop() | {MISPRINT: RIGHT})
    return [
        exercise(
            1,
            _(
                "Plattfuß-Circuit has {a} spaces a lap, Plattfuß-Drom {b}. By how much is Drom longer than Circuit?"
            ).format(a=laps[2], b=laps[8]),
            _("Plattfuß is in both."),
            _("By {n}: Plattfuß drops out of the difference.").format(n=laps[8] - laps[2]),
        ),
        exercise(
            2,
            _("Why can a misprint in row 1 not be told from one in row 4?"),
            _("In which rows does Bleifuß occur?"),
            _(
                "Bleifuß is in rows 1 and 4 only. If one of them is left out, the other one merely says how long Bleifuß is and checks nothing. So leaving out either makes everything fit."
            ),
        ),
        exercise(
            3,
            _(
                "Draw the six halves as points and the eight circuits as lines between them. What do the checks have to do with the loops in this drawing?"
            ),
            _("Go once round a loop and give the circuits the signs + and − in turn."),
            _(
                "Round a loop every half occurs once with + and once with −, so the sum is 0: each loop is a check. With 6 points and 8 lines there are 8 − 6 + 1 = 3 independent loops. A misprint spoils exactly the checks whose loops use its line."
            ),
        ),
    ]


def exit_ticket() -> Quiz:
    """Three questions."""
    return Quiz(
        [
            Question(
                _("Six unknown halves, eight equations. Why are the halves still not determined?"),
                0,
                _("What is added to the first halves can be taken from the second ones: every sum stays the same."),
                (
                    _("One number stays free: only sums are known."),
                    _("Because there are more equations than unknowns."),
                    _("Because one row is wrong."),
                ),
                rules=("AB-06",),
            ),
            Question(
                _("How was the misprint found?"),
                2,
                _("Without row 7 the others agree; with it they do not."),
                (_("It looked odd."), _("It is the largest number."), _("Only without it all others hold together.")),
                rules=("AB-06",),
            ),
            Question(_("A-X is 20, B-X is 24, A-Y is 18. What is B-Y?"), 22, _("24 − 20 + 18 = 22.")),
        ],
        title=_("Exit ticket"),
        game=game(),
    )
