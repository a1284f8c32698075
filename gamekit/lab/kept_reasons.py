"""How often the coach's reasons turned out true: measured once, kept with each game in its `reasons.toml`, read here.

Measuring is `python -m tools.measure.reasons --keep`; what a reason is stands in reasons.py.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Final, NamedTuple

from gamekit.lab.kept_files import read_kept

FILE: Final = "reasons.toml"


class HitRate(NamedTuple):
    """Of so many reasons of a kind: how many had the right sign, and how many their size within its interval."""

    reasons: int
    signs: int
    sizes: int


class Measured(NamedTuple):
    """Where and how reasons of a game were held against independent continuations, and what came of each kind."""

    date: str
    machine: str
    players: int
    seed: int
    games: int
    positions: int
    continuations: int
    kinds: Mapping[str, HitRate]


@functools.cache
def load_reasons(name: str) -> Measured | None:
    """What is kept with the game of this name; None if nothing is.

    >>> load_reasons("kartenspiel").seed
    1
    """
    text = read_kept(name, FILE)
    if text is None:
        return None
    kept = tomllib.loads(text)
    return Measured(**kept | {"kinds": {kind: HitRate(*counts) for kind, counts in kept["kinds"].items()}})
