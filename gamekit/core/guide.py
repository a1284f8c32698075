"""Guides for newcomers: moments of a real game as pictures, stops of a first round, and parts of the picture.

A game's guide is its `guide.toml`; the widgets show it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, TypeAdapter
from pydantic.dataclasses import dataclass

from gamekit.core.i18n.translation import _

FILE: Final = "guide.toml"
GAMES: Final = Path(__file__).parents[1] / "games"
Said = Annotated[str, AfterValidator(lambda text: _(text))]
"""Sentence, translated to the reader's language when it is read."""


@dataclass(frozen=True)
class Glimpse:
    """Moment of the replayed game: number of actions before it, the part of the scene shown, and a sentence.

    `points` are names of elements of the scene that are highlighted; # stands for any number.
    """

    step: int
    frame: str
    points: tuple[str, ...]
    text: Said


@dataclass(frozen=True)
class Stop:
    """Sentence of a first round, shown when a decision by this rule is open; with `later`, at another decision."""

    rule: str
    points: tuple[str, ...]
    text: Said
    later: bool = False


@dataclass(frozen=True)
class Piece:
    """Sentence about elements of the picture, with its rule; with `look`, only while they have this look."""

    names: tuple[str, ...]
    text: Said
    rule: str
    look: str = ""


@dataclass(frozen=True)
class Guide:
    """Guide of a game: who can play, how long and for what, what it is like and whom it suits; a game to replay."""

    aim: Said
    like: Said
    suits: Said
    players: int
    actions: tuple[int, ...]
    pictures: tuple[Glimpse, ...]
    stops: tuple[Stop, ...]
    parts: tuple[Piece, ...] = ()


GUIDE: Final = TypeAdapter(Guide)


def guide_of(name: str) -> Guide | None:
    """Return the guide of a game in the reader's language, or None if the game has no `guide.toml`."""
    path = GAMES / name / FILE
    return GUIDE.validate_python(tomllib.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None
