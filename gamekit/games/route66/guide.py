"""Route 66 for newcomers: five pictures of one game, the stops of a first round, and its parts.

What is said here repeats the rulebook in short; nothing is decided here. `show` brings it to the pages.
"""

from __future__ import annotations

from typing import Final

from gamekit.guiding import Glimpse, Guide, Piece, Stop
from gamekit.words import _

PLAYED: Final = (
    104, 106, 104, 96, 91, 92, 98, 100, 94, 97, 93, 100, 96, 106, 102, 102, 105, 94, 134, 136, 137, 137, 136,
    133, 15, 58, 90, 136, 42, 40, 98, 7, 54, 90, 139, 42, 40, 103, 42, 40, 101, 42, 40, 95, 42, 40, 92, 42, 40,
    104, 42, 40, 99, 8, 83, 90, 134, 40, 96, 42, 14, 59, 90, 137, 13, 74, 90, 132, 13, 48, 90, 132, 13, 48, 90,
    137, 9, 73, 90, 131, 42, 7, 74, 90, 132, 10, 44, 90, 135, 9, 48, 90, 134, 11, 64, 90, 131, 11, 73, 90, 131,
    0, 58, 90, 133, 15, 68, 90, 135, 12, 53, 90, 134, 1, 63, 90, 136, 42, 1, 59, 90, 137, 6, 68, 90, 138, 5, 69,
    90, 132, 5, 48, 90, 132, 42, 2, 43, 90, 138, 3, 48, 90, 132, 42, 3, 78, 90, 139, 4, 48, 90, 132, 5, 83, 90,
    133, 48, 90, 139, 54, 90, 134, 74, 90, 137, 59, 90, 134, 84, 90, 138, 59, 90, 135, 79, 90, 134, 64, 90, 132,
    58, 90, 131, 78, 90, 139, 69, 90, 131, 49, 90, 136, 74, 90, 135, 44, 90, 131, 63, 90, 138, 83, 90, 136, 79,
    90, 133, 44, 90, 134, 53, 90, 132, 59, 90, 131, 43, 90, 135, 44, 90, 132, 64, 90, 133, 69, 90, 131, 48, 90,
    134, 49, 90, 134, 53, 90, 139, 58, 90, 138, 84, 90, 137, 68, 90, 132, 58, 90, 137, 49, 90, 135, 74, 90, 136,
    64, 90, 133, 44, 90, 135, 78, 90, 138, 63, 90, 139, 53, 90, 132, 73, 90, 137, 48, 90, 131, 73, 90,
)  # fmt: skip
"""A game of two players as it was played, from the deal to the first cards the first player collects."""


def guide() -> Guide:
    """What a newcomer is shown."""
    return Guide(players=2, actions=PLAYED, pictures=_pictures(), stops=_stops(), parts=_parts())


def _pictures() -> tuple[Glimpse, ...]:
    return (
        Glimpse(
            24,
            "0 822 1000 152",
            ("hand-#",),
            _(
                "Everybody holds nine state cards of any colours. This is your hand: the shape above is a card’s "
                "colour, the letters below are its state."
            ),
        ),
        Glimpse(
            25,
            "0 640 1000 334",
            ("cell-#-0", "cell-#-7"),
            _("First lay a state card. The row of each colour begins at either end and grows inwards, state by state."),
        ),
        Glimpse(
            26,
            "190 420 620 222",
            ("dial-#",),
            _("Then play one of your speed cards on any speedometer: make yourself faster, or somebody else slower."),
        ),
        Glimpse(
            27,
            "480 58 520 160",
            ("car-0",),
            _(
                "Your car moves one space for each full ten miles an hour, to Los Angeles and back. Other cars "
                "are jumped."
            ),
        ),
        Glimpse(
            278,
            "0 58 1000 772",
            ("car-0", "cell-0-7"),
            _(
                "On the way home each stop brings a card of its state, two on a space marked 2. When all are "
                "home, most cards win."
            ),
        ),
    )


def _stops() -> tuple[Stop, ...]:
    return (
        Stop(
            "R66-09",
            ("hand-#",),
            _("Your hand: state cards, each with its colour’s shape and its state. What fits now glows."),
        ),
        Stop(
            "R66-09",
            ("cell-#-0", "cell-#-7"),
            _(
                "Each row begins at Illinois or California and grows inwards. Lay a card: it does not matter "
                "whose colour it has."
            ),
        ),
        Stop(
            "R66-14",
            ("slot-#-#",),
            _(
                "Now a speed card. Below each speedometer stands what your cards would do to it: drive faster, "
                "or slow somebody down."
            ),
        ),
        Stop(
            "R66-09",
            ("car-0",),
            _("Your car has moved a space for each full ten miles an hour. The way leads to Los Angeles first."),
            later=True,
        ),
        Stop(
            "R66-14",
            ("dial-#",),
            _(
                "Cards with a star are the highway patrol as well: above 55 miles an hour it stops a car and "
                "sends it back."
            ),
        ),
        Stop(
            "R66-09",
            ("map",),
            _(
                "On the way home from Los Angeles each stop brings a card of its state, two on a space marked 2. "
                "Most cards win."
            ),
            later=True,
        ),
    )


def _parts() -> tuple[Piece, ...]:
    return (
        Piece(
            ("car-#",),
            _("A car: it moves one space for each full ten miles an hour, and jumps over other cars."),
            "R66-16",
        ),
        Piece(
            ("dial-#", "needle-#", "mph-#"),
            _("A speedometer, from 0 to 70 miles an hour. Anybody may play speed cards on it."),
            "R66-14",
        ),
        Piece(
            ("slot-#-#",),
            _("Your speed cards, below each speedometer they could be played on; a star is the highway patrol."),
            "R66-14",
        ),
        Piece(
            ("cell-#-#", "pips-#-#", "have-#-#"),
            _("One state in the row of one colour; a small card if you hold it. A row grows inwards from its ends."),
            "R66-10",
        ),
        Piece(
            ("hand-#",),
            _("A state card of the open hand: its colour’s shape, its state, and how many. Lay it where it fits."),
            "R66-09",
        ),
        Piece(("left-#",), _("What this state has left to be collected on the way home."), "R66-25"),
        Piece(("pile",), _("State cards: whoever cannot or does not want to lay one may draw one."), "R66-12"),
        Piece(("speed-pile",), _("Speed cards: one is drawn for each one played."), "R66-19"),
        Piece(("score-#",), _("State cards: in hand on the way out, collected on the way home."), "R66-29"),
        Piece(
            ("map",),
            _("The road: four spaces for each state card. A space marked 2 brings two cards on the way home."),
            "R66-06",
        ),
    )
