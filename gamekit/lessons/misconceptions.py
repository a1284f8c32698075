"""Misconceptions of students and what helps against them, for the teachers' page.

The English texts are in misconceptions.toml; each other language has a catalogue of its own for them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gamekit.core.i18n.catalogs import MISCONCEPTIONS
from gamekit.core.i18n.translation import _, say_from


@dataclass(frozen=True)
class Belief:
    """Misconception, and what helps against it."""

    thought: str
    help: str

    def translate(self) -> Belief:
        """Return this misconception in the reader's language."""
        return Belief(say_from(MISCONCEPTIONS, self.thought), say_from(MISCONCEPTIONS, self.help))

    @property
    def quoted(self) -> str:
        """Misconception in the quotation marks of the reader's language."""
        return _("“{thought}”").format(thought=self.thought)


@cache
def read_misconceptions() -> dict[str, tuple[Belief, ...]]:
    """Return all misconceptions in English, by lesson (folder/notebook) or game.

    >>> read_misconceptions()["route66"][1].thought
    'The patrol catches whoever is fastest.'
    """
    text = (files("gamekit.lessons") / "misconceptions.toml").read_text(encoding="utf-8")
    return {name: tuple(Belief(**one) for one in found) for name, found in tomllib.loads(text).items()}


def find_misconceptions(*names: str) -> list[Belief]:
    """Return the misconceptions of lessons or games, in the reader's language; an unknown name has none.

    >>> [one.thought for one in find_misconceptions("topics", "no such lesson")]
    ['What a computer simulates many times is exact.']
    """
    return [belief.translate() for name in names for belief in read_misconceptions().get(name, ())]
