# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Route 66, collecting states: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.games.route66.state import STATES
from gamekit.lessons.desk import Shown, exercise
from gamekit.lessons.route66 import sets
from gamekit.lessons.route66.common import loaded
from gamekit.lessons.route66.home import ByChance, driven, empty_road, steady
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    g = empty_road()
    counts = sets.copies(g)
    total = sum(counts)
    none = sets.none_of(total, counts[5], 9)
    five = steady(g, 5)
    way = ByChance(g)
    slow, fast = way.cards(0), way.cards(70)
    coupon = sets.mean_with_putting_back([1] * STATES)
    return [
        exercise(
            1,
            _("A car drives five spaces each turn from Los Angeles (place 53). On which places does it stop, and how many turns is that?"),
            _("53 − 5, 53 − 10, and so on. Chicago is place 0."),
            _("On {places}: {stops} stops, then Chicago. With its “2” spaces that makes {cards} cards in {turns} turns.").format(
                places=", ".join(str(place) for place, _cards in driven(g, lambda _place: 5)[:-1]), stops=five[1] - 1, cards=five[0], turns=five[1]
            ),
        ),
        exercise(
            2,
            _("Nine cards are dealt from the full pile of four players. How likely is it that New Mexico is not among them?"),
            _("{wanted} of {total} cards are New Mexico. Count the hands without them.").format(wanted=counts[5], total=total),
            _("{fraction}, that is {share} %.").format(fraction=none, share=f"{100 * float(none):.1f}"),
        ),
        exercise(
            3,
            _("Eight equally frequent states, each card put back: why does it take {mean} cards on average to see them all?").format(mean=f"{float(coupon):.2f}"),
            _("How long does it take to see a new state when you have seen none, one, two … seven?"),
            _("With k states missing, a card is new with probability k/8, which takes 8/k cards on average. 8/8 + 8/7 + … + 8/1 = {coupon}.").format(coupon=coupon),
            _("And the speed in Los Angeles? A dial at 70 mph brings {fast} cards, one at 0 mph {slow}: the first turns in California decide the difference.").format(
                fast=f"{fast:.2f}", slow=f"{slow:.2f}"
            ),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Why does one space a turn bring the most cards?"),
                1,
                _("Every stop brings a card, and the number of turns costs nothing."),
                choices=(
                    _("Slow cars get two cards for each stop."),
                    _("It makes the most stops."),
                    _("It is home first."),
                ),
                rules=("R66-23",),
            ),
            Question(
                _("When is it wrong to stand still?"),
                0,
                _(
                    "Standing still brings nothing and uses up no road; it matters only because others take cards meanwhile."
                ),
                choices=(
                    _("When others can take the cards before you."),
                    _("Always: you lose a card."),
                    _("Never: you get a card each turn."),
                ),
                rules=("R66-23", "R66-25"),
            ),
            Question(
                _("Cards are drawn and not put back. Compared with putting back, all eight states are seen …"),
                0,
                _("A state that has been drawn becomes rarer, so the missing ones become more frequent."),
                choices=(_("sooner, on average."), _("later, on average."), _("after the same number, on average.")),
            ),
        ],
        title=_("Exit ticket"),
        game=loaded(),
    )
