"""Reference answers from the rules of Route 66, against which lessons check functions of their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from gamekit.core.errors import OptionError, is_whole
from gamekit.core.game import Game
from gamekit.core.kernel import CHANCE
from gamekit.core.record import clear_notes
from gamekit.core.session import Session
from gamekit.games.route66.box import KIND_NAMES
from gamekit.games.route66.moves import check_speed, complete_rows, drive, fits, speed_after
from gamekit.games.route66.state import CHICAGO, MPH_A_SPACE, TOP_SPEED, State

FASTEST: Final = TOP_SPEED // MPH_A_SPACE

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


def list_stops(game: Game, plan: Callable[[int], int]) -> list[tuple[int, int]]:
    """Return the stops of a car driving home alone from Los Angeles (R66-16, R66-23): (place, cards so far).

    `plan(place)` returns the number of spaces to drive, 1 to 7. Raises `OptionError` for any other value.

    >>> from gamekit import load
    >>> list_stops(load("route66"), lambda place: 7)[:2]
    [(46, 1), (39, 2)]
    """
    s: State = game.start()  # type: ignore[assignment]
    t = game.tables
    complete_rows(s, t)
    s.tide, s.num_home = 1, game.players - 1
    for player in range(game.players):
        s.turned[player] = 1
    s.place[0] = t.los_angeles
    stops = []
    while s.place[0] != CHICAGO:
        spaces = plan(int(s.place[0]))
        if not is_whole(spaces, 1, FASTEST):
            raise OptionError(f"A plan answers 1 to {FASTEST} spaces, not {spaces!r:.200}.")
        s.speed[0] = MPH_A_SPACE * int(spaces)
        drive(s, t, 0)
        clear_notes(s)
        stops.append((int(s.place[0]), int(s.score[0])))
    return stops


def on_the_way_home(game: Game, seed: int) -> Session:
    """Return a game played by racers until a car has turned in Los Angeles (R66-21) and player A decides."""
    session = game.session(seed)
    choose = game.strategies["racer"].choose
    while session.position.tide == 0 or session.player != 0:  # type: ignore[attr-defined]
        if session.player == CHANCE:
            session.roll()
            continue
        legal = np.array(session.legal(), np.int32)
        rng = np.random.default_rng(session.step)
        session.play(int(choose(session.position, game.tables, session.player, legal, len(legal), rng)))
    return session
