# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Ausgebremst, the rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.ausgebremst.lines import game
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three levels."""
    return [
        exercise(
            1,
            _("You stand two spaces behind a blocked chicane and hold 1, 3 and 5. What may you do?"),
            _("How many free spaces are there in front of you?"),
            _("There is one free space, so the 1 can be used in full, and you must play it."),
        ),
        exercise(
            2,
            _("Two cars stand side by side in the lead; both drivers hold 6, 6, 6. There are three lanes. Who moves?"),
            _("Is a way past them open?"),
            _(
                "Neither: the third lane is free, so they do not block the track. They show their cards and wait until somebody has overtaken them."
            ),
        ),
        exercise(
            3,
            _(
                "At the end of lap 2 you stand on the space before the pit lane, still without a stop, not in the lead, and hold nothing but 6s. The pit lane has five spaces. What can you do?"
            ),
            _("Where does a 6 lead from there? Is there a reason to wait?"),
            _(
                "A 6 leads right through the pit lane or past it, and either way you pass the line without a stop: you are out. You may wait only while a car stands on the first space of the pit lane, and that helps nothing. Whoever plans ahead keeps a smaller card for the stop."
            ),
        ),
    ]


def exit_ticket() -> Quiz:
    """Three questions."""
    return Quiz(
        [
            Question(
                _("You hold 2, 5 and 6 and lead. Only the 6 would lead to a free space. What do you do?"),
                2,
                _("No 6 in the lead, and no other card can be used in full: show the cards and miss the turn."),
                (_("Play the 6."), _("Play the 2 and go one space."), _("Show the cards and miss the turn.")),
                rules=("AB-13", "AB-14"),
            ),
            Question(
                _("When must the pit stop be made?"),
                1,
                _("Whoever passes the line for the second time without it is out."),
                (_("At the end of any lap."), _("At the end of lap 1 or 2."), _("At the end of lap 2.")),
                rules=("AB-26",),
            ),
            Question(
                _("Unowned cars come in first and third, you are second. How many points do you get?"),
                6,
                _("Six points for place 2, whoever is first."),
                rules=("AB-24",),
            ),
        ],
        title=_("Exit ticket"),
        game=game(),
    )
