"""What the pages of all Route 66 lessons share: the game, loaded once for each set of options, and shares of 100."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from gamekit.game import Game, load
from gamekit.lab.estimate import Estimate

NAME: Final = "route66"
PLAYERS: Final = 4
FAIR: Final = 1 / PLAYERS
"""What each of four equal players wins."""


@cache
def loaded(players: int = PLAYERS, **options: Any) -> Game:
    """The game with these options. Pages ask for it again and again; reading box and rulebook takes its time."""
    return load(NAME, players, **options)


def limit() -> int:
    """The speed limit of the box."""
    return int(loaded().tables.limit)


def hundred(estimate: Estimate) -> tuple[float, float, float]:
    """A share as so many of 100, with its interval."""
    return 100 * estimate.value, 100 * estimate.low, 100 * estimate.high


def spoken(estimate: Estimate) -> str:
    """A share, or a difference of shares, as so many of 100, in words.

    >>> spoken(Estimate(0.5, 0.45, 0.55)), spoken(Estimate(0.01, -0.02, 0.04))
    ('50.0 (45.0 to 55.0)', '1.0 (−2.0 to 4.0)')
    """
    value, low, high = hundred(estimate)
    return f"{value:.1f} ({low:.1f} to {high:.1f})".replace("-", "−")
