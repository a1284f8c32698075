# ruff: noqa: E501  sentences are not broken
"""Lesson 5 of Auf Achse, the best tour: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from itertools import permutations

from gamekit.lessons.auf_achse.travel import board
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    free = sum(
        1 for order in permutations(range(4)) if order.index(0) < order.index(1) and order.index(2) < order.index(3)
    )
    return [
        exercise(
            1,
            _("Two contracts have four stops. How many orders load each before it is delivered, if everything fits?"),
            _("There are 24 orders of four stops. In how many of them is a given contract the right way round?"),
            _("{n}: a quarter of 24.").format(n=free),
        ),
        exercise(
            2,
            _("How many such orders are there for n contracts?"),
            _("Every contract halves the number."),
            _("(2n)! / 2ⁿ: 6, 90, 2,520, 113,400 for 2 to 5 contracts."),
        ),
        exercise(
            3,
            _("Why can cheapest insertion miss the best tour?"),
            _("What does it never do with the stops already placed?"),
            _("It never changes the order of what is placed already. A contract that comes late may make a quite different order best."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Why does dynamic programming not have to try all orders?"),
                0,
                _("Two ways that have done the same and end at the same place continue in the same best way."),
                choices=(
                    _("What lies ahead depends only on what is done and where one stands."),
                    _("It guesses and repairs."),
                    _("The truck can only carry six goods."),
                ),
            ),
            Question(
                _("How many orders of the six stops of three contracts load before they deliver?"),
                90,
                _("720 / 2 / 2 / 2."),
                tolerance=0.0,
            ),
            Question(
                _("A rule of thumb whose tour is 5 % longer than the best one on average is …"),
                1,
                _("It can be best in most sets and bad in a few; the mean does not tell."),
                choices=(
                    _("5 % longer in every set."),
                    _("often best and sometimes much longer, perhaps."),
                    _("never best."),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
