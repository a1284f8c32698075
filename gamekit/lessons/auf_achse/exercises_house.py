# ruff: noqa: E501  sentences are not broken
"""Lesson 6 of Auf Achse, strategies and house rules: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from typing import Final

from gamekit.lab.estimate import share
from gamekit.lessons.auf_achse.travel import board
from gamekit.lessons.auf_achse.worth import all_revenue
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _

EXAMPLE_WINS: Final = 0.28
MANY: Final = 4_000


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    total, cards = all_revenue()
    few, many = (half_width(EXAMPLE_WINS, games) for games in (100, MANY))
    return [
        exercise(
            1,
            _("What is the mean revenue of a contract in this box?"),
            _("All {cards} contracts together bring {total:,} DM.").format(cards=cards, total=total),
            _("{total:,} / {cards} = {mean:,.0f} DM.").format(total=total, cards=cards, mean=total / cards),
        ),
        exercise(
            2,
            _("A strategy wins {n} of 100 games against three others that are all alike. Is it better than they are?").format(n=round(100 * EXAMPLE_WINS)),
            _("What would it win if it were just as good, and how far off may 100 games be?"),
            _("25 would be its share. With 100 games the 95 % interval reaches about {few:.0f} games to each side: nothing is shown. With {games:,} games it would be about {many:.1f} of 100, and then it would be shown.").format(few=few, many=many, games=MANY),
        ),
        exercise(
            3,
            _("Why can a strategy win often at one table and seldom at another?"),
            _("What do the others leave over?"),
            _("It lives on what the others do: whoever pays little for contracts gains as long as nobody else bids, and starves when somebody does."),
        ),
    ]  # fmt: skip


def half_width(rate: float, games: int) -> float:
    """How far the interval of a win rate reaches to each side, in games of 100."""
    found = share(round(rate * games), games)
    return 50 * (found.high - found.low)


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Four equal strategies play many games. How many of 100 does each win on average?"),
                25,
                _("Somebody wins every game, and nobody is better."),
                tolerance=0.0,
            ),
            Question(
                _("What makes a game longer?"),
                0,
                _(
                    "The game ends only when no public contract is left and somebody has delivered the last of the own contracts."
                ),
                choices=(_("More public contracts."), _("More money at the start."), _("More trailers.")),
            ),
            Question(
                _("Two intervals of win rates overlap widely. What follows?"),
                1,
                _("More games make the intervals narrower."),
                choices=(
                    _("The strategies are equally good."),
                    _("The games played do not show which is better."),
                    _("The simulation is wrong."),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
