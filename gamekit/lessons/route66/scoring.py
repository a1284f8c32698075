"""Route 66, lesson 4: a student's function that scores speed cards, played as a strategy.

Matches and judgements stand in the notebook; the package's own strategies are in the game's strategies.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gamekit.core.i18n.translation import _
from gamekit.core.strategy import Choose, Strategy
from gamekit.games.route66.moves import is_home, speed_after
from gamekit.games.route66.state import DRAW, KEEP, LAY, MAX_PLAYERS, PASS, PLAY, STOP, SWAP, Phase


class SpeedPlay(NamedTuple):
    """One way to play a speed card, as a scoring function sees it."""

    mine: bool
    """whether it goes to the own speedometer"""
    homeward: bool
    """whether that car has turned in Los Angeles"""
    before: int
    after: int
    """the speedometer in mph before and after the card"""
    caught: bool
    """whether the patrol catches that car"""


Score = Callable[[SpeedPlay], float]


def card_of(s: Any, t: Any, player: int, action: int) -> SpeedPlay:
    """A legal speed action as a `SpeedPlay`."""
    kind, target = divmod(action - PLAY, MAX_PLAYERS)
    after = int(speed_after(s, t, kind, target))
    caught = bool(t.patrol[kind]) and after > t.limit and not is_home(s, target)
    return SpeedPlay(target == player, bool(s.turned[target]), int(s.speed[target]), 0 if caught else after, caught)


def chooser(score: Score) -> Choose:
    """Plays the speed card of highest score, at home only above 0; what fits nowhere is swapped."""

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
    """Lay state cards like the package's own strategies: what is held most often; draw rather than end the turn."""
    if action < DRAW:
        return int(s.hand[player, action - LAY])
    return -1 if action in (PASS, STOP) else 0


def strategy_of(score: Score) -> Strategy:
    """A student's function as a strategy.

    >>> strategy_of(lambda card: card.after).name
    'yours'
    """
    return Strategy("yours", _("Your strategy"), "", chooser(score))
