"""Correction of mistyped URL paths: trailing punctuation, wrong case, missing or other file endings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

PLACES: Final = ("", "class", "class/tables", "class/teacher", "class/tournament", "class/privacy")
"""Paths that always exist, relative to the server's base."""


def simplify(path: str) -> str:
    """Normalise a URL path: no case, no surrounding punctuation, no file ending, no index.

    >>> simplify("/Play//Kartenspiel.html/."), simplify("lessons/route66/01-rules.ipynb"), simplify("index.html")
    ('play/kartenspiel', 'lessons/route66/01-rules', '')
    """
    text = re.sub(r"/{2,}", "/", unquote(path)).strip("/.,;:!?)>]\"'” \t").casefold()
    text = re.sub(r"\.(html?|ipynb)$", "", text)
    return re.sub(r"(^|/)(index|gallery)$", "", text)


def nearest(path: str, games: Iterable[str], lessons: Iterable[str]) -> str | None:
    """Return the existing path, relative to the server's base, that a mistyped one means, or None.

    `games` are names of games; `lessons` are names of lessons, as `folder/name`.
    """
    known = {simplify(place): place for place in PLACES}
    known |= {f"{page}/{game}": f"{page}/{game}" for game in games for page in ("play", "puzzles", "kind", "rules")}
    for name in lessons:
        for before in ("", "lessons/"):
            known.setdefault(simplify(before + name), f"lessons/{name}.html")
    return known.get(simplify(path))
