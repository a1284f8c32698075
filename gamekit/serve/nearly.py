"""Addresses that are nearly right: with a full stop behind them, typed in capitals, or older than this server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import unquote

PLACES: Final = ("", "class", "class/tables", "class/teacher", "class/tournament", "class/privacy", "login")
"""Pages that are always there, below the server's address."""
OLD: Final = re.compile(r"^(voila/(render|files)|notebooks|lab/tree(/notebooks)?)/")
"""Where lessons once were, or are in JupyterLab."""


def simplify(path: str) -> str:
    """An address without what people and programs change in one.

    >>> simplify("/Play//Kartenspiel.html/."), simplify("voila/render/route66/01-rules.ipynb"), simplify("index.html")
    ('play/kartenspiel', 'lessons/route66/01-rules', '')
    """
    text = re.sub(r"/{2,}", "/", unquote(path)).strip("/.,;:!?)>]\"'” \t").casefold()
    text = OLD.sub("lessons/", re.sub(r"\.(html?|ipynb)$", "", text))
    return re.sub(r"(^|/)(index|gallery)$", "", text)


def nearest(path: str, games: Iterable[str], lessons: Mapping[str, str]) -> str | None:
    """The address below the server's that was meant by another one, or None.

    `lessons` says for each name, `folder/name`, that a lesson has or once had, which one it is.
    """
    known = {simplify(place): place for place in PLACES}
    known |= {f"{page}/{game}": f"{page}/{game}" for game in games for page in ("play", "puzzles", "kind", "rules")}
    for name, lesson in lessons.items():
        for before in ("", "lessons/"):
            known.setdefault(simplify(before + name), f"lessons/{lesson}.html")
    return known.get(simplify(path))
