# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Ausgebremst, 84 points: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.ausgebremst.lines import game
from gamekit.lessons.ausgebremst.points import POINTS, all_used, chance, deck
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three levels."""
    spare = POINTS - game(1).box.circuits[0].spaces
    two = chance(deck("slow"), 2, lambda hand: all_used(hand, 4))
    return [
        exercise(
            1,
            _(
                "You hold 2, 3 and 6. The chicane in front of you is blocked, with four free spaces. Which distances can you drive?"
            ),
            _("Write down all sums, then cross out what is too long."),
            _("2 and 3; the sums 5, 6, 8, 9 and 11 are too long. You must play the 2 or the 3."),
        ),
        exercise(
            2,
            _("Circuit 1 leaves {spare} points to spare. Why are they worth less than they seem?").format(spare=spare),
            _("What happens to the last cards?"),
            _(
                "A card moves the car exactly its number, so points are lost in detours; and the last card usually carries the car beyond the line: what is left of it is lost too."
            ),
        ),
        exercise(
            3,
            _(
                "A hand of two cards out of the basic deck: what is the exact chance that both can be used with four free spaces?"
            ),
            _("Which pairs add up to 4 or less? Count cards, not values."),
            _("1+1 in 6 ways, 1+2 and 1+3 in 16 each, 2+2 in 6: 44 of 276 pairs, {two}.").format(two=two),
        ),
    ]


def exit_ticket() -> Quiz:
    """Three questions."""
    return Quiz(
        [
            Question(
                _("Which set-up needs the fewest turns?"),
                0,
                _("It has the fewest cards, and each is worth more."),
                (_("fast"), _("medium"), _("slow")),
                rules=("AB-33",),
            ),
            Question(
                _("Why is the fast set-up not always the best?"),
                1,
                _("It has few small cards: it is blocked more often, and its large cards overshoot."),
                (_("It is worth fewer points."), _("Its cards fit less often in full."), _("It may not stop.")),
                rules=("AB-09", "AB-33"),
            ),
            Question(
                _("How many different distances can be driven with some of the cards 1, 2 and 4?"),
                7,
                _("1, 2, 3, 4, 5, 6 and 7: every number in binary."),
            ),
        ],
        title=_("Exit ticket"),
        game=game(),
    )
