# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Route 66, the rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.drawing import listed
from gamekit.games.route66.state import MPH_A_SPACE
from gamekit.lessons.desk import Shown, exercise
from gamekit.lessons.route66 import sets
from gamekit.lessons.route66.common import loaded
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    two = loaded(2)
    none = 1 - sets.can_begin(two)
    limit = int(two.tables.limit)
    speeds = [mph for mph in range(0, 75, 5) if 0 < mph + 5 <= 70 and mph + 5 > limit]
    slower = [mph for mph in range(0, 75, 5) if mph - 5 > limit]
    points = 60 // MPH_A_SPACE
    return [
        exercise(
            1,
            _("On which speeds must a speedometer stand so that a +5 card gets its car caught? And −5?"),
            _("The patrol looks at the speed *after* the card. And the new speed must not exceed 70."),
            _("+5: at {speeds} mph. −5: at {slower} mph, because 5 mph less is still above {limit}.").format(
                speeds=listed(map(str, speeds)), slower=listed(map(str, slower)), limit=limit
            ),
        ),
        exercise(
            2,
            _("Your car shows 60 mph and the next three spaces hold two other cars. How far does it get from your place?"),
            _("Occupied spaces are jumped and not counted."),
            _("{points} free spaces: so its place moves on by {places}.").format(points=points, places=points + 2),
        ),
        exercise(
            3,
            _("With two players there are 26 state cards. Is a hand that cannot begin more likely than with four players?"),
            _("Compare what is left of the pile when nine cards are drawn from it."),
            _("It is less likely: {two} % instead of {four} %. Of the smaller pile nine cards are a larger part, so it is harder to miss all of its six end cards.").format(
                two=f"{100 * float(none):.1f}", four=f"{100 * float(1 - sets.can_begin(loaded())):.1f}"
            ),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("You draw a state card and it does not fit. What else do you do this turn?"),
                0,
                _("Drawing replaces the whole turn unless the card can be laid."),
                choices=(_("Nothing."), _("Play a speed card, but not move."), _("Play a speed card and move.")),
                rules=("R66-12",),
            ),
            Question(
                _("A car on its way home stands in Texas with 0 mph at the end of its turn. What does it collect?"),
                2,
                _("Only a car that has moved takes a card."),
                choices=(_("One card."), _("Two cards if the space is marked."), _("Nothing.")),
                rules=("R66-23",),
            ),
            Question(
                _("Somebody plays −5 on your speedometer, which shows 60 mph. What happens to you?"),
                1,
                _("60 − 5 = 55, and 55 is not above the limit."),
                choices=(_("I am caught."), _("I drive on at 55 mph."), _("I pay with a card.")),
                rules=("R66-18",),
            ),
        ],
        title=_("Exit ticket"),
        game=loaded(),
    )
