# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Route 66, strategies and house rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from typing import Final

from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, exercise, of_hundred
from gamekit.lessons.route66.common import FAIR, PLAYERS, loaded
from gamekit.show import Question, Quiz
from gamekit.words import _

SUPPOSED: Final = 0.55
FEW: Final = 20
MANY: Final = 4_000


def exercises() -> list[Shown]:
    """Three exercises with computed solutions, about a supposed result."""
    many, few = share(SUPPOSED * MANY, MANY), share(round(SUPPOSED * FEW), FEW)
    half = (many.high - many.low) / 2
    won = f"{100 * SUPPOSED:.0f}"
    return [
        exercise(
            1,
            _("Suppose a strategy wins {won} of 100 games against three others that are alike. How many of 100 games does each of the three win on average?").format(won=won),
            _("All win rates together are 100 of 100."),
            _("(100 − {won}) / 3 = {rest}.").format(won=won, rest=f"{100 * (1 - SUPPOSED) / (PLAYERS - 1):.1f}"),
        ),
        exercise(
            2,
            _("Suppose you had played {games} games only, and it had won {k} of them. Would you be sure that it is better than the others?").format(games=FEW, k=round(SUPPOSED * FEW)),
            _("Compare the interval with the quarter that equal players win."),
            _("The interval would be {few} of 100 games. {verdict}").format(
                few=of_hundred(few),
                verdict=_("A quarter lies outside, so yes; but how much better stays open.") if few.low > FAIR else _("A quarter lies inside, so no."),
            ),
        ),
        exercise(
            3,
            _("With {games} games the interval would be about ± {half} of 100. How many games would halve it?").format(games=f"{MANY:,}", half=f"{100 * half:.1f}"),
            _("The width of an interval falls with the square root of the number of games."),
            _("Four times as many: {games}.").format(games=f"{4 * MANY:,}"),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _(
                    "Four players with the same strategy play 1,000 games, each as often in every seat. How many of 100 games does each win in the long run?"
                ),
                100 * FAIR,
                _("All four rates are equal, and they add up to 100."),
                unit=_("of 100"),
            ),
            Question(
                _("Two intervals overlap a lot. What follows?"),
                1,
                _("More games make intervals narrower; then a difference may show, or not."),
                choices=(
                    _("Both strategies are equally good."),
                    _("These games do not decide which is better."),
                    _("The simulation is wrong."),
                ),
            ),
            Question(
                _(
                    "A house rule makes the first player win more often. What should you do before comparing strategies?"
                ),
                0,
                _("Then everybody has the advantage equally often, and it cancels out."),
                choices=(
                    _("Let each strategy play from every seat."),
                    _("Leave the first player out."),
                    _("Play fewer games."),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=loaded(),
    )
