"""Reference answers from the boards and rules of Ausgebremst for functions of cells; a function of three decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np

from gamekit.core.game import Game, load
from gamekit.core.kernel import CHANCE
from gamekit.games.ausgebremst.box import compose
from gamekit.games.ausgebremst.circuits import Circuit, space_name
from gamekit.games.ausgebremst.movement import SIX_FORBIDDEN, SIX_FREE, six_reason
from gamekit.games.ausgebremst.state import CARS, CIRCUITS, PIT, RACING, SIX, VALUES, Note, State, spaces_left

SIX_VALUE: Final = 6


def six_rule(sharing: bool, first: bool, home: bool) -> Callable[[int, int, Sequence[int], bool, bool], bool]:
    """Return a rule of the 6 (AB-14, AB-15, AB-17).

    A driver who shares the lead counts as leading if `sharing`; a 6 is allowed in the first turn if `first`, and once
    the winner has finished if `home`.

    >>> six_rule(sharing=True, first=True, home=True)(6, 20, [20, 25], False, False)
    False
    """

    def may_play(card: int, own: int, others: Sequence[int], first_turn: bool, winner_home: bool) -> bool:
        if card < SIX_VALUE or (first and first_turn) or (home and winner_home):
            return True
        return any(other < own or (other == own and not sharing) for other in others)

    return may_play


PLAIN: Final = (SIX_FORBIDDEN, SIX_FREE, Note.SIX_AFTER_WINNER, Note.SIX_FIRST_TURN)
"""Notes of the rules about a 6, except for those about a driver who blocks the way (AB-16)."""
SixMoment = tuple[tuple[int, int, list[int], bool, bool], bool]


@cache
def circuit(number: int) -> Circuit:
    """Return circuit `number`, 1 to 8, as the box composes it of two halves (AB-03)."""
    return compose(load("ausgebremst").box, number)


def circuits() -> dict[str, int]:
    """Return the numbers of all circuits by their titles.

    >>> list(circuits())[0]
    '1. Bleifuß-Drom'
    """
    return {f"{number}. {circuit(number).title}": number for number in range(1, CIRCUITS + 1)}


def arrows(number: int, solid: bool = True) -> list[tuple[str, str, bool]]:
    """Return each pair of consecutive spaces of a circuit (AB-08), and whether the start line lies between them.

    The pit lane is left out. With `solid=False` solid lines may be crossed.

    >>> len(arrows(1)), arrows(1)[0]
    (151, ('L1', 'L2', False))
    """
    graph = circuit(number).graph(solid)
    return [
        (space_name(a), space_name(b), bool(graph.edges[a, b]["line"])) for a, b in graph.edges if a < PIT and b < PIT
    ]


def sixes(game: Game, seed: int) -> list[SixMoment]:
    """Return every moment of a race at which a driver holds a 6, and whether it may be played (AB-14, AB-15, AB-17).

    A moment consists of the card (6), the spaces that the driver and each other car on the board have to go, whether it
    is the driver's first turn, and whether a car has finished. The exceptions of AB-16 are left out.

    >>> sixes(load("ausgebremst", players=4), 1)[0]
    ((6, 74, [75, 75, 70, 69, 72], True, False), True)
    """
    session, found = game.session(seed), []
    choose, rng = game.strategies["careful"].choose, np.random.default_rng(seed)
    while not session.over:
        if session.player == CHANCE:
            session.roll()
            continue
        s: State = session.position  # type: ignore[assignment]
        t, player = game.tables, session.player
        says = int(six_reason(s, t, player))
        if s.hand[player, SIX] and says in PLAIN:
            others = [int(spaces_left(s, t, car)) for car in range(CARS) if car != player and s.status[car] == RACING]
            first, home = not s.moved[player], s.finished > 0
            found.append(
                ((VALUES, int(spaces_left(s, t, player)), others, bool(first), bool(home)), says != SIX_FORBIDDEN)
            )
        legal = np.array(session.legal(), np.int32)
        session.play(int(choose(s, t, player, legal, len(legal), rng)))
    return found
