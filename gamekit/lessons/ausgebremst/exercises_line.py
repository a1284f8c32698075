# ruff: noqa: E501  sentences are not broken
"""Lesson 2 of Ausgebremst, the racing line: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.ausgebremst.lines import faithful, game, lane_of, shortest
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three levels."""
    best, outer = len(shortest(1)), len(faithful(1, lane_of(1, 2)))
    return [
        exercise(
            1,
            _(
                "A bend has two spaces inside and four outside. A race goes through it three times. What does the outside cost?"
            ),
            _("Count one lap first."),
            _("Two spaces a lap, six in the race: more than a card of 5 is gone, for nothing."),
        ),
        exercise(
            2,
            _("Circuit 1 leaves {spare} of the 84 points to spare. How many laps can be driven wholly outside?").format(
                spare=84 - game().box.circuits[0].spaces
            ),
            _("What does one such lap cost?"),
            _("A lap outside costs {more} more. One is possible, two are not.").format(more=outer - best),
        ),
        exercise(
            3,
            _("Why does every lap, short or long, pass the chicane, and what does that mean for blocking?"),
            _("How many lanes has a chicane?"),
            _(
                "It is the whole track there, so all ways meet in it; such a node is called a cut vertex. A car on it stops everybody behind, at no cost to itself, because the shortest line runs through it too."
            ),
        ),
    ]


def exit_ticket() -> Quiz:
    """Three questions."""
    return Quiz(
        [
            Question(
                _("What makes a space part of the racing line?"),
                1,
                _("Both halves of the way are then shortest, and together they are no longer than the best lap."),
                (
                    _("It lies in the inside lane."),
                    _("The shortest lap through it is as long as the shortest lap."),
                    _("It has most followers."),
                ),
            ),
            Question(
                _("Is there only one racing line?"),
                1,
                _("On straights it does not matter in which lane one drives."),
                (_("Yes, the shortest one."), _("No, there may be thousands that are equally short.")),
                rules=("AB-05",),
            ),
            Question(
                _("A car stands in the chicane. What is the shortest way past it?"),
                2,
                _("The chicane is the whole track."),
                (_("One space longer."), _("As long as before."), _("There is none.")),
                rules=("AB-12",),
            ),
        ],
        title=_("Exit ticket"),
        game=game(),
    )
