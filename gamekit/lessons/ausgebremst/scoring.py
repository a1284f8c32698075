"""Ausgebremst, lesson 5: a student's function that scores moves, driven as a strategy.

Matches and judgements stand in the notebook; the package's own strategies are in the game's strategies.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.games.ausgebremst.state import FAR, FINISH, MISS, PIT, SPACES
from gamekit.games.ausgebremst.strategies import in_the_way, waste, way_left
from gamekit.strategy import Choose, Strategy
from gamekit.words import _

PAST_THE_STOP: Final = -1000.0
"""The worth of a move after which the car can no longer make its stop."""
WAITING: Final = PAST_THE_STOP / 2
HOME: Final = 1000.0


class Move(NamedTuple):
    """One way to play a card, as a scoring function sees it."""

    card: int
    """1 to 6"""
    lost: int
    """points of the card that bring the car no nearer to the finish"""
    to_go: int
    """spaces left afterwards, a stop that is still due included"""
    hinders: int
    """how much the car is in others' way there"""
    stop: bool
    """whether it makes the pit stop"""


Score = Callable[[Move], float]


def move_of(s: Any, t: Any, player: int, action: int) -> Move:
    """A legal move as a `Move`."""
    kind, space = divmod(action, SPACES)
    in_the_pit = PIT <= space < FINISH
    hinders = 0 if in_the_pit else int(in_the_way(s, t, player, space))
    lost, to_go = int(waste(s, t, player, kind, space)), int(way_left(s, t, player, space))
    return Move(kind + 1, lost, to_go, hinders, bool(in_the_pit and not s.stopped[player]))


def chooser(score: Score) -> Choose:
    """Makes the move of highest score; it finishes when it can and never drives past its stop."""

    def worth(s: Any, t: Any, player: int, action: int) -> float:
        if action == MISS:
            return WAITING
        if action % SPACES == FINISH:
            return HOME
        move = move_of(s, t, player, action)
        return PAST_THE_STOP if move.to_go >= FAR else float(score(move))

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        return max((int(action) for action in actions[:n]), key=lambda action: worth(s, t, player, action))

    return choose


def strategy_of(score: Score) -> Strategy:
    """A student's function as a strategy.

    >>> strategy_of(lambda move: move.card).name
    'yours'
    """
    return Strategy("yours", _("Your strategy"), "", chooser(score))
