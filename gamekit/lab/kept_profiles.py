"""Profiles that were measured once and are kept with their game, in its `profile.toml`: written and read here.

Measuring is profile.py's; `python -m benchmarks.profiles --keep` writes the files.
"""

from __future__ import annotations

import tomllib
from typing import Any, Final

from gamekit.game import load
from gamekit.lab.estimate import Estimate
from gamekit.lab.kept_files import read_kept
from gamekit.lab.profile import SPREAD, Profile, list_figures
from gamekit.lab.profiling import Thinking
from gamekit.lab.skill_ladder import Rung
from gamekit.words import each_language

FILE: Final = "profile.toml"
DIGITS: Final = 6
"""Digits of a figure that are kept: more than its interval leaves certain."""


@each_language()
def load_profile(name: str) -> Profile | None:
    """The profile that is kept with the game of this name; None if there is none.

    >>> found = load_profile("route66")
    >>> found.players, found["luck"].unit
    (4, '%')
    """
    text = read_kept(name, FILE)
    if text is None:
        return None
    kept = tomllib.loads(text)
    game = load(name)
    rungs = [
        Rung(playouts, below, games, Estimate(*win), Estimate(*elo))
        for playouts, below, games, win, elo in kept["rungs"]
    ]
    return Profile(
        list_figures({key: Estimate(*value) for key, value in kept["figures"].items()}, rungs),
        rungs,
        [Thinking(playouts, Estimate(*gain)) for playouts, gain in kept["thinking"]],
        [Estimate(*value) for value in kept["lost"]],
        name=game.name,
        title=game.title,
        call=repr(game),
        cancelled=False,
        **{key: kept[key] for key in ("players", "strategy", "styles", "games", "seed")},
    )


def write_toml(found: Profile) -> str:
    """A profile as the text of the file; `load_profile` reads it."""
    about = {
        "games": found.games,
        "seed": found.seed,
        "players": found.players,
        "strategy": found.strategy,
        "styles": list(found.styles),
        "lost": [list(value) for value in found.lost],
        "thinking": [[one.playouts, list(one.gain)] for one in found.thinking],
        "rungs": [[one.playouts, one.below, one.games, list(one.win), list(one.elo)] for one in found.rungs],
    }
    lines = ["# Measured by `python -m benchmarks.profiles --keep`; each figure with the ends of its 95 % interval."]
    lines += [f"{key} = {_value(value)}" for key, value in about.items()]
    figures = (figure for figure in found if figure.key != SPREAD)
    lines += ["", "[figures]", *(f"{figure.key} = {_value(list(figure.value))}" for figure in figures)]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A text, a number or a list of such in TOML's form."""
    if isinstance(value, str):
        return f'"{value}"'  # the name of a strategy is an identifier
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, int):
        return str(value)
    said = f"{value:.{DIGITS}g}"
    return said if {"n", "e", "."} & set(said) else f"{said}.0"
