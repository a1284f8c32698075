"""What a game shows a newcomer: a few moments of a real game as pictures, a first round with stops, and its parts.

Each game's own are in its guide.py; how they are shown is decided in gamekit/show.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Glimpse:
    """A moment of the game that is replayed: after how many actions, what of the scene is seen, and a sentence.

    `points`: names of the scene's elements that stand out; # stands for any number.
    """

    step: int
    frame: str
    points: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Stop:
    """One sentence of a first round, told when a decision by this rule is open; `later`: not the same decision."""

    rule: str
    points: tuple[str, ...]
    text: str
    later: bool = False


@dataclass(frozen=True)
class Piece:
    """What elements of the picture are: their names, a sentence and the rule; `look`: only while they look so."""

    names: tuple[str, ...]
    text: str
    rule: str
    look: str = ""


@dataclass(frozen=True)
class Guide:
    """A game for newcomers: a game for `players`, as its first player sees it, by the actions that were played."""

    players: int
    actions: tuple[int, ...]
    pictures: tuple[Glimpse, ...]
    stops: tuple[Stop, ...]
    parts: tuple[Piece, ...] = field(default=())
