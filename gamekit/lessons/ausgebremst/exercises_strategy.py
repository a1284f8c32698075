# ruff: noqa: E501  sentences are not broken
"""Lesson 5 of Ausgebremst, strategies and house rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from typing import Final

from gamekit.lab.estimate import share
from gamekit.lessons.ausgebremst.drivers import race
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _

SUPPOSED: Final = 27
"""Wins of 100 races in the second exercise."""


def exercises() -> list[Shown]:
    """Three levels."""
    few, many = share(SUPPOSED, 100), share(100 * SUPPOSED, 10_000)
    return [
        exercise(
            1,
            _(
                "Place 1 scores 9 points, place 2 six, place 3 four. Who is ahead after two races: two second places, or a win and no finish?"
            ),
            _("Add."),
            _("Two second places: 12 points against 9."),
        ),
        exercise(
            2,
            _("A strategy wins {n} of 100 races against three equal rivals. Is it better than they are?").format(
                n=SUPPOSED
            ),
            _("How wide is the interval? Does it contain 25?"),
            _(
                "The interval reaches from {a:.0f} to {b:.0f} of 100 and contains 25: nobody can tell. After 10,000 races with the same share it would reach from {c:.1f} to {d:.1f}: then it is better."
            ).format(a=100 * few.low, b=100 * few.high, c=100 * many.low, d=100 * many.high),
        ),
        exercise(
            3,
            _(
                "Unowned cars score nothing but keep their places. Why would a race be another game if players moved up?"
            ),
            _("What would it be worth then to finish behind an unowned car?"),
            _(
                "Then only the order among the drivers would count, and an unowned car ahead of all of them would cost nobody anything. As it is, everybody has a reason to overtake it, or to let it block the others."
            ),
        ),
    ]


def exit_ticket() -> Quiz:
    """Three questions."""
    return Quiz(
        [
            Question(
                _("Why does the match put the one driver on every seat?"),
                0,
                _("Otherwise a difference between seats would look like one between strategies."),
                (
                    _("So that the seat cannot decide."),
                    _("So that there are more races."),
                    _("Because the rules say so."),
                ),
            ),
            Question(
                _("One driver of four wins 31 of 100 races; the interval reaches from 24 to 39. What follows?"),
                2,
                _("25 lies inside the interval."),
                (_("It is better than the others."), _("It is worse."), _("Nothing yet: more races are needed.")),
            ),
            Question(
                _("An unowned car is second. You are third. How many points do you get?"),
                4,
                _("Nobody moves up."),
                rules=("AB-24",),
            ),
        ],
        title=_("Exit ticket"),
        game=race(),
    )
