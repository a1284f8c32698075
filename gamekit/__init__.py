"""gamekit: four road games as rules, pictures and lessons. This is the public face; `help(gk.load)` tells more of each.

>>> import gamekit as gk
>>> game = gk.load("kartenspiel", players=4)
>>> game.title
'Auf Achse – Das Kartenspiel'

Play

- `gk.game_names()`, `gk.load(name, players, **options)`: a `Game`: `title`, `options`, `rulebook`, `graph`, `picture`
- `game.session(seed)`: a `Session`, a game being played: `player`, `legal()`, `play(action)`, `roll()`, `chance()`,
  `why_not(action)`, `view(player)`, `undo()`, `goto(step)`, `history`, `save(path)`; `gk.open_session(path)`
- `gk.play(game)`, `gk.replay(session)`: a board in a notebook; `gk.levels(game)`: opponents, easy to best
- `gk.review(session)`: a finished game looked back at: luck, choices and what they cost

Simulate

- `gk.simulate(game, strategies, games, seed)`: a `Simulation`: `win_rate(p)`, `mean_return(p)`, `summary()`, `plot()`,
  `to_frame()`
- `gk.what_if(game, {"limit": [90, 150]})`: the same for each value of an option
- `gk.tournament(game, strategies)`: who beats whom
- `gk.profile(name)`: what kind of game it is, measured; each figure is an `Estimate`: `value`, `low`, `high`

Ask about one position

- `gk.coach(session)`: what each legal action is worth

Solve exactly

- `gk.outcomes(session)`, `gk.tree(session, depth)`, or of `game, position`: what can come; `gk.chain(steps)`: a Markov
  chain

In another language: `gk.set_language("de")`, `gk.language()`

Write rules and strategies: `gk.kernel`, `gk.CHANCE`, `gk.OVER`. What is wrong is a `gk.GamekitError`: it says what is
allowed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.core.i18n.translation import write_plainly

if TYPE_CHECKING:
    from gamekit.core.errors import (
        BoxError,
        GamekitError,
        IllegalAction,
        OptionError,
        ReplayError,
        RulebookError,
        SaveError,
        StrategyError,
        UnknownGame,
        UnknownRule,
    )
    from gamekit.core.game import Game, game_names, load
    from gamekit.core.i18n.translation import language, set_language
    from gamekit.core.kernel import CHANCE, OVER, kernel
    from gamekit.core.replay import open_session
    from gamekit.core.session import Session
    from gamekit.lab.chains import chain
    from gamekit.lab.coach import coach
    from gamekit.lab.estimate import Estimate
    from gamekit.lab.exact import outcomes, tree
    from gamekit.lab.levels import levels
    from gamekit.lab.profile import profile
    from gamekit.lab.simulate import Simulation, simulate
    from gamekit.lab.tournament import tournament
    from gamekit.lab.what_if import what_if
    from gamekit.widgets.stepper import play, replay, review

__version__ = "1.0.0"  # the one place for it

write_plainly(sys.stdout)

_PUBLIC = {
    name: f"gamekit.{module}"
    for module, names in {
        "core.kernel": "CHANCE OVER kernel",
        "core.errors": "BoxError GamekitError IllegalAction OptionError ReplayError RulebookError SaveError "
        "StrategyError UnknownGame UnknownRule",
        "core.game": "Game game_names load",
        "core.replay": "open_session",
        "core.session": "Session",
        "lab.tournament": "tournament",
        "lab.chains": "chain",
        "lab.coach": "coach",
        "lab.estimate": "Estimate",
        "lab.exact": "outcomes tree",
        "lab.levels": "levels",
        "lab.profile": "profile",
        "lab.simulate": "Simulation simulate",
        "lab.what_if": "what_if",
        "widgets.stepper": "play replay review",
        "core.i18n.translation": "language set_language",
    }.items()
    for name in names.split()
}
"""The module that defines each public name."""

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
    "UnknownRule",
    "chain",
    "coach",
    "game_names",
    "kernel",
    "language",
    "levels",
    "load",
    "open_session",
    "outcomes",
    "play",
    "profile",
    "replay",
    "review",
    "set_language",
    "simulate",
    "tournament",
    "tree",
    "what_if",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used (PEP 562), so that `import gamekit` is cheap and a page stays light."""
    if name not in _PUBLIC:
        from gamekit.core.errors import suggest_word

        raise AttributeError(f"gamekit has no {name!r}.{suggest_word(name, _PUBLIC)}")
    from gamekit.core.extras import MissingExtra, need

    try:
        with need(f"gamekit.{name}"):
            found = globals()[name] = getattr(import_module(_PUBLIC[name]), name)
    except MissingExtra as error:
        return _refuse(error)
    return found


def __dir__() -> list[str]:
    return __all__


def _refuse(error: Exception) -> Any:
    """Return a function that raises `error`: without an extra, `from gamekit import *` and `help` still work."""

    def refuse(*_given: object, **_named: object) -> None:
        raise error

    refuse.__doc__ = str(error)
    return refuse
