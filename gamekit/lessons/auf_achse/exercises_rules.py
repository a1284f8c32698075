# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Auf Achse, the rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.auf_achse.travel import board, ends, named
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    t = board().tables
    return [
        exercise(
            1,
            _("A truck stands on the space between Hamburg and Flensburg and rolls a 3. Where may its move end?"),
            _("There are two directions, and one is a dead end."),
            _("{ends}.").format(ends=", ".join(named(v) for v in ends(int(t.cities), 3))),
        ),
        exercise(
            2,
            _("You have 400 DM and draw “Police check” (500 DM). What happens, now and later?"),
            _("There are no loans."),
            _("The card stays open in front of you. As soon as you can pay 1,000 DM, you must; if that never happens, it costs nothing."),
        ),
        exercise(
            3,
            _("Why may others bid only more than the highest bid, while the caller may match it?"),
            _("What would happen to a player who never called an auction?"),
            _("The caller has spent a turn to reach the city exactly. The right to match is the reward, and it makes calling worthwhile even when others know the contract’s worth."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("A truck reaches a city with its last point. What may its player do there, once a turn?"),
                0,
                _("Only the turn’s own roll counts, not a move given by an event."),
                choices=(_("Call an auction."), _("Roll again."), _("Move the roadworks.")),
                rules=("AA-20",),
            ),
            Question(
                _("How many goods does a truck with one large trailer carry?"),
                int(board().tables.capacity + board().tables.large_capacity),
                _("Six on the truck and six on the trailer."),
                tolerance=0.0,
                rules=("AA-17",),
            ),
            Question(
                _("When does the game end?"),
                2,
                _("Both conditions must hold."),
                choices=(
                    _("When the stack is empty."),
                    _("When somebody has no contract."),
                    _("When no public contract is left and somebody has delivered the last of the own contracts."),
                ),
                rules=("AA-26",),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
