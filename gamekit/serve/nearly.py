"""Correction of mistyped addresses: trailing punctuation, wrong case, missing or other file endings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

PLACES: Final = ("", "class", "class/tables", "class/teacher", "class/tournament", "class/privacy")
"""Pages that are always there, below the server's address."""


def simplify(path: str) -> str:
    """Return an address without what people and programs change in one.

    >>> simplify("/Play//Kartenspiel.html/."), simplify("lessons/route66/01-rules.ipynb"), simplify("index.html")
    ('play/kartenspiel', 'lessons/route66/01-rules', '')
    """
    text = re.sub(r"/{2,}", "/", unquote(path)).strip("/.,;:!?)>]\"'” \t").casefold()
    text = re.sub(r"\.(html?|ipynb)$", "", text)
    return re.sub(r"(^|/)(index|gallery)$", "", text)


def nearest(path: str, games: Iterable[str], lessons: Iterable[str]) -> str | None:
    """Return the address below the server's that was meant by another one, or None.

    `games` are names of games; `lessons` are names of lessons, as `folder/name`.
    """
    known = {simplify(place): place for place in PLACES}
    known |= {f"{page}/{game}": f"{page}/{game}" for game in games for page in ("play", "puzzles", "kind", "rules")}
    for name in lessons:
        for before in ("", "lessons/"):
            known.setdefault(simplify(before + name), f"lessons/{name}.html")
    return known.get(simplify(path))
