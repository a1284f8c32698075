"""Auf Achse for newcomers: five pictures of one game, the stops of a first round, and its parts.

What is said here repeats the rulebook in short; nothing is decided here. `show` brings it to the pages.
"""

from __future__ import annotations

from typing import Final

from gamekit.guiding import Glimpse, Guide, Piece, Stop
from gamekit.words import _

PLAYED: Final = (
    7, 194, 211, 59, 43, 45, 66, 72, 50, 116, 100, 122, 114, 5, 326, 1059, 1060, 1, 313, 794, 4, 330, 816, 1060,
    0, 369, 579, 4, 389, 34, 632, 1, 369, 3, 323, 5, 317, 844, 1058, 105, 4, 321, 803, 1, 376, 3, 327, 849,
    1053, 1053, 1054, 1054, 1055, 1058, 138, 2, 319,
)  # fmt: skip
"""A game of two players as it was played, from the placing of the trucks to the first delivery of the first player."""
MIDDLE: Final = 85
"""A space on a road near the middle of the map, which a phone scrolls to."""


def guide() -> Guide:
    """What a newcomer is shown."""
    return Guide(players=2, actions=PLAYED, pictures=_pictures(), stops=_stops(), parts=_parts())


def _pictures() -> tuple[Glimpse, ...]:
    return (
        Glimpse(
            3,
            "300 160 580 420",
            ("truck-#",),
            _("Everybody puts a truck on a road, before anybody has seen a contract."),
        ),
        Glimpse(
            13,
            "1008 660 404 240",
            ("hand-#",),
            _("You hold contracts: so many goods from one city to another, for so much money."),
        ),
        Glimpse(
            20,
            "470 190 420 320",
            ("truck-0",),
            _("Roll, and drive exactly that far. In the city where a contract begins you load, if there is room."),
        ),
        Glimpse(
            49,
            "1008 0 404 212",
            ("open-0",),
            _(
                "Whoever reaches a city exactly may put an open contract up for auction. The small numbers are "
                "the bids."
            ),
        ),
        Glimpse(
            57,
            "760 0 252 176",
            ("purse-0",),
            _(
                "Who delivers is paid at once. When the public contracts are gone and somebody has done all own "
                "ones, most money wins."
            ),
        ),
    )


def _stops() -> tuple[Stop, ...]:
    return (
        Stop(
            "AA-05",
            (f"space-{MIDDLE}", "purse-0"),
            _(
                "You begin with this money and know no contract yet. Put your truck on a road, best near the "
                "middle of the map."
            ),
        ),
        Stop(
            "AA-09",
            ("hand-#",),
            _(
                "These are your contracts: goods from one city to another. Point at one, and its way lights up "
                "on the map."
            ),
        ),
        Stop(
            "AA-09",
            ("truck-0",),
            _(
                "The die has been rolled, and your truck can drive to what glows. Make for the city where a "
                "contract begins."
            ),
        ),
        Stop(
            "AA-21",
            ("open-#", "hand-#"),
            _(
                "An auction: whoever makes the highest bid pays it at once and holds the contract. Bid if it lies on "
                "your way, otherwise pass."
            ),
        ),
        Stop(
            "AA-09",
            ("open-#",),
            _(
                "These contracts are open to all: whoever reaches a city exactly may have one auctioned, at the "
                "bids printed on it."
            ),
            later=True,
        ),
        Stop(
            "AA-09",
            ("purse-#",),
            _("In the right city you are asked whether to load, and are paid for what you deliver. Most money wins."),
            later=True,
        ),
    )


def _parts() -> tuple[Piece, ...]:
    return (
        Piece(
            ("truck-#", "letter-#"),
            _("A truck: it drives exactly what the die says, and only one stands on a space."),
            "AA-12",
        ),
        Piece(
            ("load-#",), _("What the truck carries, and for how many goods it has room, trailers included."), "AA-17"
        ),
        Piece(
            ("hand-#", "hand-#-from", "hand-#-to", "hand-#-money", "hand-#-goods"),
            _("A contract of yours: load all its goods where it begins, and be paid where it ends."),
            "AA-16",
        ),
        Piece(
            ("open-#", "open-#-from", "open-#-to", "open-#-money", "open-#-goods", "open-#-bids"),
            _("An open contract. Whoever reaches a city exactly may put it up for auction, at the bids printed on it."),
            "AA-20",
        ),
        Piece(("roadworks",), _("Roadworks close this space to everybody. Who rolls a 1 moves them."), "AA-22"),
        Piece(("jam",), _("A jam: for a round nobody enters this space."), "AA-23"),
        Piece(("cash-#",), _("This player’s money. Most money wins."), "AA-27"),
        Piece(("fact-#",), _("Contracts in hand, and contracts delivered."), "AA-26"),
        Piece(("kept-#",), _("Trailers, cards that are kept, and turns to be missed."), "AA-15"),
        Piece(("purse-#",), _("What this player has: money, contracts, trailers and cards that are kept."), "AA-30"),
        Piece(
            ("space-#",),
            _("A space or a city. At a triangle the top event is drawn, in a city goods are loaded and delivered."),
            "AA-14",
        ),
        Piece(("piles",), _("Events that nobody has seen yet, and those under the pile."), "AA-14"),
    )
