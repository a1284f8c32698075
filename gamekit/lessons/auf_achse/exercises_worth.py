# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Auf Achse, the worth of a contract: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from fractions import Fraction

from gamekit.lessons.auf_achse.tours import Errand
from gamekit.lessons.auf_achse.travel import board
from gamekit.lessons.auf_achse.wording import signed
from gamekit.lessons.auf_achse.worth import LOT, STEP, contracts, curse, revenue, worth
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    steps, value = worth(Errand((), "Hamburg"), LOT, STEP)
    return [
        exercise(
            1,
            _("What is {contract} worth to an empty truck in Hamburg, if a step is worth {step} DM?").format(contract=contracts()[str(LOT)], step=STEP),
            _("How many steps to its loading city, and on to its end?"),
            _("{revenue} − {step} · {steps} = {value} DM.").format(revenue=revenue(LOT), step=STEP, steps=steps, value=signed(value)),
        ),
        exercise(
            2,
            _("Two players estimate within ± 100 DM. The winner pays the lower estimate. What does the winner earn on average?"),
            _("Two numbers between −100 and 100 are drawn by lot. Where does the lower one lie on average?"),
            _("{exact} DM: the lower one lies at −100/3 on average.").format(exact=Fraction(100, 3)),
        ),
        exercise(
            3,
            _("A bidder says: “My estimates are right on average, so I bid them.” What is wrong?"),
            _("On average over which auctions?"),
            _("Right on average over all auctions, but not over those that are won. Winning is news: all others thought less of the contract."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Why is the same contract worth more to one player than to another?"),
                2,
                _("The revenue is the same; the steps it adds are not."),
                choices=(_("Its revenue differs."), _("Its bids differ."), _("It adds fewer steps to one tour than to the other.")),
            ),
            Question(
                _("What is the winner’s curse?"),
                0,
                _("The highest estimate is usually too high."),
                choices=(
                    _("Whoever wins has usually overestimated."),
                    _("Whoever calls an auction loses it."),
                    _("Whoever wins must pay twice."),
                ),
            ),
            Question(
                _("Five players, errors within ± 600 DM, everybody bids the estimate: what does the winner lose on average, in DM?"),
                -float(curse(5, 600)),
                _("600 · (5 − 3) / (5 + 1)."),
                tolerance=1,
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )  # fmt: skip
