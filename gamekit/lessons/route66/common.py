"""What the pages of all Route 66 lessons share: the game, loaded once for each set of options, and its limit."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from gamekit.game import Game, load

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
