"""What students tend to believe, and what helps against it, in the reader's language: for the teachers' page.

What is believed stands in misconceptions.toml, in English, and in a catalogue of its own for each other language. How a
plan is made of a lesson, and which of it is shown, is the page's own.
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
    """Something that students tend to believe, and what helps against it."""

    thought: str
    help: str

    def translate(self) -> Belief:
        """The same in the reader's language."""
        return Belief(say_from(MISCONCEPTIONS, self.thought), say_from(MISCONCEPTIONS, self.help))

    @property
    def quoted(self) -> str:
        """What they believe, in the quotation marks of the reader's language."""
        return _("“{thought}”").format(thought=self.thought)


@cache
def read_misconceptions() -> dict[str, tuple[Belief, ...]]:
    """All of them in English, by the lesson (folder/notebook) or the game that they belong to.

    >>> read_misconceptions()["route66"][1].thought
    'The patrol catches whoever is fastest.'
    """
    text = (files("gamekit.lessons") / "misconceptions.toml").read_text(encoding="utf-8")
    return {name: tuple(Belief(**one) for one in found) for name, found in tomllib.loads(text).items()}


def find_misconceptions(*names: str) -> list[Belief]:
    """Those of some lessons or games, one after the other, in the reader's language.

    >>> [one.thought for one in find_misconceptions("topics", "no such lesson")]
    ['What a computer simulates many times is exact.']
    """
    return [belief.translate() for name in names for belief in read_misconceptions().get(name, ())]
