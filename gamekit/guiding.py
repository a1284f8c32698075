"""A game's guide for newcomers: moments of a real game as pictures, the stops of a first round, parts of the picture.

The guide of a game is its `guide.toml`; `gamekit.show` puts it on pages.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, TypeAdapter
from pydantic.dataclasses import dataclass

from gamekit.words import _

FILE: Final = "guide.toml"
GAMES: Final = Path(__file__).parent / "games"
Said = Annotated[str, AfterValidator(lambda text: _(text))]
"""A sentence, translated to the reader's language when it is read."""


@dataclass(frozen=True)
class Glimpse:
    """A moment of the game that is replayed: after how many actions, the part of the scene that is shown, a sentence.

    `points` are names of the scene's elements that stand out; # stands for any number.
    """

    step: int
    frame: str
    points: tuple[str, ...]
    text: Said


@dataclass(frozen=True)
class Stop:
    """A sentence of a first round, told when a decision by this rule is open; `later`: at another decision."""

    rule: str
    points: tuple[str, ...]
    text: Said
    later: bool = False


@dataclass(frozen=True)
class Piece:
    """A sentence about elements of the picture, with its rule; `look`: only while they have this look."""

    names: tuple[str, ...]
    text: Said
    rule: str
    look: str = ""


@dataclass(frozen=True)
class Guide:
    """A game for newcomers: a game of `players`, as its first player sees it, by the actions that were played."""

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
