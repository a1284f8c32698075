"""Ausgebremst for newcomers: five pictures of one race, the stops of a first round, and its parts.

What is said here repeats the rulebook in short; nothing is decided here. `show` brings it to the pages.
"""

from __future__ import annotations

from typing import Final

from gamekit.guiding import Glimpse, Guide, Piece, Stop
from gamekit.words import _

PLAYED: Final = (
    789, 785, 787, 801, 800, 800, 797, 800, 799, 801, 800, 798, 805, 807, 807, 555, 796, 554, 798, 594, 797,
    803, 804, 806, 560, 799, 431, 800, 302, 796, 804, 802, 805, 436, 796, 306, 796, 47, 798, 806, 806, 805, 53,
    797, 180, 796, 654, 796, 802, 806, 802, 700, 797, 53, 799, 768, 802, 805, 807, 61, 798, 533, 801, 53, 796,
    808, 806, 804, 355, 801, 706, 799, 313, 799, 808, 802, 802, 249, 797, 466, 800, 445, 798, 804, 802, 808,
    251, 800, 431, 796, 321, 798, 805, 803, 803, 647,
)  # fmt: skip
"""A race of three players as it was played, from the grid to the second lap."""


def guide() -> Guide:
    """What a newcomer is shown."""
    return Guide(players=3, actions=PLAYED, pictures=_pictures(), stops=_stops(), parts=_parts())


def _pictures() -> tuple[Glimpse, ...]:
    return (
        Glimpse(
            12,
            "640 240 350 250",
            ("car-0",),
            _("Six cars stand on the grid. The grey ones belong to nobody and are only in the way."),
        ),
        Glimpse(
            15,
            "10 772 404 262",
            ("hand-#",),
            _(
                "You hold three cards. A card moves your car exactly its number of spaces, forwards or "
                "diagonally forwards."
            ),
        ),
        Glimpse(
            54,
            "100 200 420 440",
            ("car-1",),
            _(
                "No car passes through another, and a chicane has room for one only: getting in the way is half "
                "of the game."
            ),
        ),
        Glimpse(
            78,
            "560 220 320 360",
            ("car-0",),
            _("At the end of the first or of the second lap every car has to end a move in the pit lane."),
        ),
        Glimpse(
            96,
            "420 776 576 256",
            ("line-#-left",),
            _(
                "Whoever has fewest spaces to go leads, and may not play a 6. First over the line after three "
                "laps wins."
            ),
        ),
    )


def _stops() -> tuple[Stop, ...]:
    return (
        Stop(
            "AB-09",
            ("hand-#",),
            _(
                "This is your hand. A card moves your car exactly its number of spaces; choose one to see where "
                "it leads."
            ),
        ),
        Stop(
            "AB-09",
            ("car-0",),
            _("This is your car. It drives forwards or diagonally forwards, and never through another car."),
        ),
        Stop(
            "AB-09",
            ("line-#-left",),
            _("So many spaces each car still has to go. Whoever has fewest leads, and may not play a 6."),
            later=True,
        ),
        Stop(
            "AB-09",
            ("line-#-stop", "line-#-due"),
            _("Everybody has to stop once: at the end of lap 1 or 2 a move has to end in the pit lane."),
            later=True,
        ),
        Stop(
            "AB-09",
            ("line-#-cards",),
            _("Cards run out: use your high ones where the road is free. First over the line after three laps wins."),
            later=True,
        ),
    )


def _parts() -> tuple[Piece, ...]:
    return (
        Piece(("car-#", "plate-#"), _("A car. Only one fits on a space, and nobody passes through it."), "AB-10"),
        Piece(
            ("hand-#", "hand-#-v", "hand-#-c", "hand-#-p"),
            _("A card moves your car exactly its number of spaces."),
            "AB-09",
        ),
        Piece(("s#-#",), _("A space has room for one car. Solid lines beside it are not crossed."), "AB-11"),
        Piece(("finish-#",), _("The finish: after three laps the first car over the line wins."), "AB-22"),
        Piece(
            ("line-#-left",),
            _("Spaces to go on the shortest line: who has fewest leads, and may not play a 6."),
            "AB-14",
        ),
        Piece(
            ("line-#-stop", "line-#-due"),
            _("Whether the pit stop is done: it has to be, at the end of lap 1 or 2."),
            "AB-26",
        ),
        Piece(
            ("line-#-cards",),
            _("How many cards are left. Without cards before the finish the car is taken off."),
            "AB-23",
        ),
        Piece(("line-#-points",), _("Points of all races so far: 9, 6, 4, 3, 2 and 1 for the places."), "AB-24"),
        Piece(
            ("line-#-laps", "line-#-place", "line-#"), _("How far this car has come; a race is three laps."), "AB-22"
        ),
    )
