"""Pig: strategies as kernels, the best first."""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Strategy
from gamekit.games.pig.rules import HOLD, ROLL, State, Tables

TWENTY: Final = 20
"""Points in a turn from which a roll loses on average what it wins: 20 · 1/6 = (2 + 3 + 4 + 5 + 6) · 1/6."""
PACE: Final = 21
SHARE: Final = 8
"""Points of a deficit for which a turn is to bring one point more."""
NEAR: Final = 29
"""Points to the goal at which a player, own or other, makes every turn go on until the game is won."""


@kernel
def hold_at_20(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Hold at 20 points, or as soon as that wins."""
    return HOLD if s.pot >= min(TWENTY, t.goal - s.scores[player]) else ROLL


@kernel
def keep_pace(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Ask for more points in a turn the larger the deficit, and near the end for all that are missing."""
    own = s.scores[player]
    best = 0
    for p in range(t.players):
        if p != player:
            best = max(best, s.scores[p])
    wanted = t.goal - own
    if max(own, best) < t.goal - NEAR:
        wanted = min(wanted, PACE + (best - own) // SHARE)
    return HOLD if s.pot > 0 and s.pot >= wanted else ROLL


STRATEGIES: tuple[Strategy, ...] = (
    Strategy("keep pace", "Keep pace", "Asks more of a turn the further it lies behind; races at the end.", keep_pace),
    Strategy("hold at 20", "Hold at 20", "Holds at 20 points, or as soon as that wins.", hold_at_20),
)
