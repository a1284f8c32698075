"""Strategies made from a student's function that scores speed cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gamekit.core.i18n.translation import _
from gamekit.core.strategy import Choose, Strategy
from gamekit.games.route66.moves import is_home, speed_after
from gamekit.games.route66.state import DRAW, KEEP, LAY, MAX_PLAYERS, PASS, PLAY, STOP, SWAP, Phase


class SpeedPlay(NamedTuple):
    """A way to play a speed card, as a scoring function gets it."""

    mine: bool
    """True if the card goes to the player's own speedometer."""
    homeward: bool
    """True if the car concerned has turned in Los Angeles."""
    before: int
    after: int
    """Speed of that car in mph before and after the card."""
    caught: bool
    """True if the patrol catches that car."""


Score = Callable[[SpeedPlay], float]


def card_of(s: Any, t: Any, player: int, action: int) -> SpeedPlay:
    """Return a legal speed action as a `SpeedPlay`."""
    kind, target = divmod(action - PLAY, MAX_PLAYERS)
    after = int(speed_after(s, t, kind, target))
    caught = bool(t.patrol[kind]) and after > t.limit and not is_home(s, target)
    return SpeedPlay(target == player, bool(s.turned[target]), int(s.speed[target]), 0 if caught else after, caught)


def chooser(score: Score) -> Choose:
    """Return a chooser that plays the speed card of highest score and swaps if none fits.

    At home it plays only a score above 0 and else keeps its cards.
    """

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        legal = [int(action) for action in actions[:n]]
        if s.phase != Phase.SPEED:
            return max(legal, key=lambda action: wish_to_lay(s, player, action))
        if legal[0] == SWAP:
            return SWAP
        scores = {action: float(score(card_of(s, t, player, action))) for action in legal if action != KEEP}
        return max(legal, key=lambda action: scores.get(action, 0.0))

    return choose


def wish_to_lay(s: Any, player: int, action: int) -> int:
    """Return the rank of a state action: the number of such cards held, 0 for drawing, -1 for ending the turn."""
    if action < DRAW:
        return int(s.hand[player, action - LAY])
    return -1 if action in (PASS, STOP) else 0


def strategy_of(score: Score) -> Strategy:
    """Return a student's scoring function as a strategy.

    >>> strategy_of(lambda card: card.after).name
    'yours'
    """
    return Strategy("yours", _("Your strategy"), "", chooser(score))
