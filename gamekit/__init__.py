"""gamekit: four road games as rules, pictures and lessons. This is the public face, nothing more.

>>> import gamekit as gk
>>> game = gk.load("kartenspiel", players=4)
>>> game.title
'Auf Achse – Das Kartenspiel'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.compiling import CHANCE, OVER, kernel
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
from gamekit.game import Game, game_names, load
from gamekit.replay_file import open_session
from gamekit.session import Session

if TYPE_CHECKING:
    from gamekit.lab.chains import chain
    from gamekit.lab.coach import coach
    from gamekit.lab.equilibrium import best_response, cfr, exploitability
    from gamekit.lab.estimate import Estimate
    from gamekit.lab.exact import outcomes, tree
    from gamekit.lab.extensive import extensive_form
    from gamekit.lab.levels import levels
    from gamekit.lab.profile import profile
    from gamekit.lab.review import review
    from gamekit.lab.simulate import Simulation, simulate
    from gamekit.lab.tournament import tournament
    from gamekit.lab.whatif import what_if
    from gamekit.show.stepper import play, replay

__version__ = "0.1.0"

_LAZY = {
    "simulate": "gamekit.lab.simulate",
    "Simulation": "gamekit.lab.simulate",
    "Estimate": "gamekit.lab.estimate",
    "best_response": "gamekit.lab.equilibrium",
    "cfr": "gamekit.lab.equilibrium",
    "chain": "gamekit.lab.chains",
    "coach": "gamekit.lab.coach",
    "exploitability": "gamekit.lab.equilibrium",
    "extensive_form": "gamekit.lab.extensive",
    "levels": "gamekit.lab.levels",
    "outcomes": "gamekit.lab.exact",
    "profile": "gamekit.lab.profile",
    "review": "gamekit.lab.review",
    "tournament": "gamekit.lab.tournament",
    "tree": "gamekit.lab.exact",
    "what_if": "gamekit.lab.whatif",
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
    "best_response",
    "cfr",
    "chain",
    "coach",
    "exploitability",
    "extensive_form",
    "game_names",
    "kernel",
    "levels",
    "load",
    "open_session",
    "outcomes",
    "play",
    "profile",
    "replay",
    "review",
    "simulate",
    "tournament",
    "tree",
    "what_if",
]


def __getattr__(name: str) -> Any:
    """Load the lab and the widgets when they are first asked for: a page that only plays stays light."""
    if name not in _LAZY:
        raise AttributeError(f"gamekit has no {name!r}.")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    """The whole face, what is not loaded yet included."""
    return sorted({*globals(), *__all__})
