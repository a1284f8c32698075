"""Auf Achse: what an English reader calls a city. The box, and so every graph, saved game and link, has German names.

German and French names stand in the catalogues of rulebooks, under the English ones.
"""

from __future__ import annotations

from typing import Final

ENGLISH_NAMES: Final = {
    "Hannover": "Hanover",
    "Köln": "Cologne",
    "Brüssel": "Brussels",
    "Luxemburg": "Luxembourg",
    "Nürnberg": "Nuremberg",
    "Prag": "Prague",
    "Straßburg": "Strasbourg",
    "München": "Munich",
    "Wien": "Vienna",
    "Zürich": "Zurich",
    "Bozen": "Bolzano",
    "Mailand": "Milan",
    "Triest": "Trieste",
}
"""Those that differ; every other city, of this box or of another, is called as its box calls it."""


def name_in_english(city: str) -> str:
    """A city of the box as an English reader calls it.

    >>> name_in_english("Wien"), name_in_english("Basel")
    ('Vienna', 'Basel')
    """
    return ENGLISH_NAMES.get(city, city)
