"""Words that a page explains by pointing: each where it first stands in the text, as a key that opens a sentence.

The words are those of show/terms.py. It works by touch, by keyboard and without a script: the browser opens it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Final

from .terms import terms

TAG: Final = re.compile(r"(<[^>]+>)")
NAME: Final = re.compile(r"<(/?)([\w-]+)")
LEFT_ALONE: Final = {"a", "button", "code", "em", "h1", "h2", "h3", "h4", "math", "pre", "summary", "svg", "style"}
"""Where a key must not stand, or where the word itself is explained: what is new is set in italics."""


class Pointing:
    """The texts of one page, drawn by `draw`; a word is a key only once."""

    def __init__(self, draw: Callable[[str], str]) -> None:
        self._draw = draw
        self._left = terms()

    def as_html(self, source: str) -> str:
        """A text with a key for each word that stands in it for the first time on this page."""
        inside: list[str] = []
        pieces = []
        for piece in TAG.split(self._draw(source)):
            tag = NAME.match(piece)
            if tag is None:
                pieces.append(piece if inside else self._mark_words(piece))
                continue
            pieces.append(piece)
            if tag[2].lower() not in LEFT_ALONE or piece.endswith("/>"):
                continue
            if tag[1]:
                inside.pop()
            else:
                inside.append(tag[2])
        return "".join(pieces)

    def _mark_words(self, text: str) -> str:
        found = []
        for word in self._left:
            place = re.search(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])", text, re.IGNORECASE)
            if place:
                found.append((place.start(), place.end(), word))
        end = 0
        pieces = []
        for first, last, word in sorted(found, key=lambda one: (one[0], -one[1])):
            if first < end:
                continue  # part of a longer word that is explained
            pieces += [text[end:first], key(text[first:last], word, self._left.pop(word))]
            end = last
        return "".join([*pieces, text[end:]])


def key(shown: str, word: str, meaning: str) -> str:
    """A word that opens its sentence.

    >>> key("seeds", "seed", "A number.").count("A number.")
    1
    """
    name = "gk-term-" + re.sub(r"\W+", "-", word)
    told = f'<span popover id="{name}" class="gk-meaning"><strong>{escape(word)}</strong> {escape(meaning)}</span>'
    return f'<button type="button" class="gk-term" popovertarget="{name}">{shown}</button>{told}'
