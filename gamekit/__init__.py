"""gamekit: four road games as rules, pictures and lessons. This is the public face, nothing more.

>>> import gamekit as gk
>>> game = gk.load("kartenspiel", players=4)
>>> game.title
'Auf Achse – Das Kartenspiel'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gamekit.games  # noqa: F401  first, so that the function `games` below keeps the name
from gamekit.errors import (
    BoxError,
    GamekitError,
    IllegalAction,
    OptionError,
    ReplayError,
    RulebookError,
    SaveError,
    StrategyError,
    UnknownGame,
)
from gamekit.game import Game, games, load
from gamekit.kernel import CHANCE, OVER, kernel
from gamekit.session import Session, open_session

if TYPE_CHECKING:
    from gamekit.lab.coach import coach
    from gamekit.lab.estimate import Estimate
    from gamekit.lab.simulate import Simulation, simulate
    from gamekit.show.stepper import play, replay

__version__ = "0.1.0"

_LAZY = {
    "simulate": "gamekit.lab.simulate",
    "Simulation": "gamekit.lab.simulate",
    "Estimate": "gamekit.lab.estimate",
    "coach": "gamekit.lab.coach",
    "play": "gamekit.show.stepper",
    "replay": "gamekit.show.stepper",
}

__all__ = [
    "CHANCE",
    "OVER",
    "BoxError",
    "Estimate",
    "Game",
    "GamekitError",
    "IllegalAction",
    "OptionError",
    "ReplayError",
    "RulebookError",
    "SaveError",
    "Session",
    "Simulation",
    "StrategyError",
    "UnknownGame",
    "coach",
    "games",
    "kernel",
    "load",
    "open_session",
    "play",
    "replay",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load the lab and the widgets when they are first asked for: a page that only plays stays light."""
    if name not in _LAZY:
        raise AttributeError(f"gamekit has no {name!r}.")
    return getattr(import_module(_LAZY[name]), name)
