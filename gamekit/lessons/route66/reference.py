"""Reference answers from the rules of Route 66, against which lessons check functions of their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.core.game import Game
from gamekit.core.record import clear_notes
from gamekit.games.route66.box import KIND_NAMES
from gamekit.games.route66.moves import check_speed, fits, speed_after
from gamekit.games.route66.state import TOP_SPEED, State

ON_THE_ROAD: Final = 20
"""Place between the cities, at which the patrol catches a car."""


def dial_after(game: Game, mph: int, card: str) -> int:
    """Return the speed in mph after a card (R66-14, R66-18); it is unchanged if the card does not fit.

    `mph` is 0 to 70 in steps of 5, `card` one of "+5", "+10", … "stop".

    >>> from gamekit import load
    >>> dial_after(load("route66"), 60, "+5"), dial_after(load("route66"), 50, "+5")
    (0, 55)
    """
    s: State = game.start()  # type: ignore[assignment]
    t = game.tables
    kind = KIND_NAMES.index(card)
    s.place[0], s.speed[0] = ON_THE_ROAD, mph
    after = int(speed_after(s, t, kind, 0))
    if not 0 <= after <= TOP_SPEED:
        return int(mph)
    s.speed[0] = after
    if t.patrol[kind]:
        check_speed(s, t, 0)
        clear_notes(s)
    return int(s.speed[0])


def card_fits(game: Game, laid: Sequence[int], state: int) -> bool:
    """Return whether a card of a state fits the row of its colour (R66-10).

    `laid` is the number of cards of each of the eight states in the row, from the east; `state` is 0 (Illinois) to 7.

    >>> from gamekit import load
    >>> [card_fits(load("route66"), [1, 1, 0, 0, 0, 0, 0, 0], state) for state in (2, 3)]
    [True, False]
    """
    s: State = game.start()  # type: ignore[assignment]
    for place, count in enumerate(laid):
        s.laid[place] = count
    return bool(fits(s, state))
