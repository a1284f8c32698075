"""Words of glossary.toml in the text of lessons: the first occurrence on a page opens the explanation.

Buttons work by touch, by keyboard and without scripts. A word in folded text
(`details`) does not count as read: it is marked there, and again at its first occurrence outside.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from gamekit.core.i18n.translation import _

GLOSSARY: Final = Path(__file__).with_name("glossary.toml")
TAG: Final = re.compile(r"(<[^>]+>)")
NAME: Final = re.compile(r"<(/?)([\w-]+)")
LEFT_ALONE: Final = {"a", "button", "code", "em", "h1", "h2", "h3", "h4", "math", "pre", "summary", "svg", "style"}
"""Elements in which no word is marked; `em` encloses new words that the text itself explains."""


def terms() -> dict[str, str]:
    """Return the meaning of each word in the reader's language.

    >>> terms()["median"]
    'The value in the middle: half of all values lie below it, half above.'
    """
    return {_(word): _(meaning) for word, meaning in tomllib.loads(GLOSSARY.read_text(encoding="utf-8")).items()}


class Pointing:
    """Texts of one page, rendered by `draw`; a word is marked once, or once folded and once outside."""

    def __init__(self, draw: Callable[[str], str]) -> None:
        self._draw = draw
        self._left = terms()
        self._left_folded = terms()

    def render_html(self, source: str) -> str:
        """Return a text as HTML with the words marked that occur for the first time on this page."""
        inside: list[str] = []
        folds = 0
        pieces = []
        for piece in TAG.split(self._draw(source)):
            tag = NAME.match(piece)
            if tag is None:
                pieces.append(piece if inside else self._mark_words(piece, folded=folds > 0))
                continue
            pieces.append(piece)
            if tag[2].lower() == "details":
                folds += -1 if tag[1] else 1
            if tag[2].lower() not in LEFT_ALONE or piece.endswith("/>"):
                continue
            if tag[1]:
                inside.pop()
            else:
                inside.append(tag[2])
        return "".join(pieces)

    def _mark_words(self, text: str, folded: bool) -> str:
        left = self._left_folded if folded else self._left
        found = []
        for word in left:
            place = re.search(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])", text, re.IGNORECASE)
            if place:
                found.append((place.start(), place.end(), word))
        end = 0
        pieces = []
        for first, last, word in sorted(found, key=lambda one: (one[0], -one[1])):
            if first < end:
                continue  # part of a longer word that is explained
            pieces += [text[end:first], key(text[first:last], word, left.pop(word), folded)]
            self._left_folded.pop(word, None)  # read outside, so known
            end = last
        return "".join([*pieces, text[end:]])


def key(shown: str, word: str, meaning: str, folded: bool = False) -> str:
    """Return a button that opens the meaning of a word, which is also its tooltip.

    >>> key("seeds", "seed", "A number.").count("A number.")
    2
    """
    name = ("gk-folded-" if folded else "gk-term-") + re.sub(r"\W+", "-", word)
    told = f'<span popover id="{name}" class="gk-meaning"><strong>{escape(word)}</strong> {escape(meaning)}</span>'
    pointed = f'popovertarget="{name}" title="{escape(meaning)}"'
    return f'<button type="button" class="gk-term" {pointed}>{shown}</button>{told}'
