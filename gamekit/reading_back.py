"""What a text of a lesson is in English: by it a question has the same name, and its choices the same order, in every
language, so that a class whose pages speak several can vote on it, and one answer counts on all of them.

A text is found again in the catalogues it was taken from; what fills its places is read as a word or a number there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from typing import Final

from gamekit.catalogues import DOMAIN, LESSON, RULEBOOKS, forms, has_catalogue, name_for_babel, open_catalogue, place_of
from gamekit.figures import ENGLISH, find_locale
from gamekit.words import language

PLACE: Final = re.compile(r"(\{[^{}]*\})")
NUMBER: Final = re.compile(r"\d[\d.,’\u00a0\u202f]*\d")
WORD: Final = re.compile(r"[^\W\d_]{2}")
QUOTED: Final = re.compile(r"'([^']*)'")
SPACE: Final = re.compile("[\u00a0\u202f](?!\\d)")
"""A space that does not break, which is typeset where a text is shown; in a number it is its mark."""
MINUS: Final = re.compile(r"−(?=\d)")
PERCENT: Final = re.compile("(?<=\\d)[\u00a0\u202f]%")
ONE: Final = "1"
"""Marks a template that is said of one thing alone."""
LISTED: Final = re.compile(r"( – |, |(?<=\d) (?=[A-ZÀ-Þ]))")
"""What parts names that stand side by side, as in “A9 Nuremberg – Munich”."""
BEHIND: Final = re.compile(r"(.*\S)( )(\([^()]*\))")
"""What stands behind a value in brackets, as in “54 (44 to 63)”."""
MOST_DEEP: Final = 3
"""How deep what fills a place may have places itself."""


def turn_first(text: str) -> str:
    """The text with its first letter large instead of small, or small instead of large."""
    return text[:1].swapcase() + text[1:]


def find_marks(code: str) -> dict[int, str]:
    """How the marks of a number become English ones."""
    locale = find_locale(code)
    if locale is None:
        return {}
    symbols = locale.number_symbols["latn"]
    return {ord(symbols["group"]): ",", ord(symbols["decimal"]): "."}


class Reader:
    """Reads sentences of a language back into English."""

    def __init__(self, code: str, pairs: Sequence[tuple[str, str, bool]]) -> None:
        self.marks = find_marks(code)
        self.whole: dict[str, str] = {}
        self.templates: list[tuple[re.Pattern[str], list[str], list[str]]] = []
        for english, said, is_one in pairs:
            self._add(english, said, [ONE] if is_one else [])
        self.templates.sort(key=lambda one: len(one[0].pattern), reverse=True)  # the most particular first

    def _add(self, english: str, said: str, mark: list[str]) -> None:
        said = SPACE.sub(" ", said)
        if self.whole.get(said) == said and " " not in said:
            del self.whole[said]  # a key of the data: how English calls it, a rulebook says
        if self.whole.setdefault(said, english) == turn_first(english):
            self.whole[said] = max(english, turn_first(english))  # within a text it is small
        parts, wanted = PLACE.split(said), PLACE.split(english)
        if len(parts) == len(wanted) > 1 and set(wanted[1::2]) != set(parts[1::2]):  # words in places are others
            words = zip(QUOTED.findall(said), QUOTED.findall(english), strict=False)
            self.whole |= {word.strip(" –"): before.strip(" –") for word, before in words if word != before}
            parts = [one if place % 2 == 0 else wanted[place] for place, one in enumerate(parts)]
        if len(parts) > 1 and set(wanted[1::2]) <= set(parts[1::2]) and WORD.search(" ".join(parts[::2])):
            pattern = "(.+?)".join(re.escape(part) for part in parts[::2])
            self.templates.append((re.compile(pattern, re.DOTALL), parts[1::2] + mark, wanted))

    def read(self, text: str, deep: int = 0) -> str:
        """The text in English; what no sentence of the catalogues says stays as it is, but for its numbers."""
        plain = SPACE.sub(" ", text)
        found = self._find(plain, deep)
        if found is not None:
            return found
        if deep < MOST_DEEP and (behind := BEHIND.fullmatch(plain)):
            return "".join(self.read(part, deep + 1) for part in behind.groups())
        pieces = LISTED.split(plain)
        if len(pieces) > 1 and deep < MOST_DEEP:
            return "".join(self.read(piece, MOST_DEEP) for piece in pieces)
        return NUMBER.sub(lambda number: number[0].translate(self.marks), text)

    def _find(self, text: str, deep: int) -> str | None:
        """The sentence that says it, also where its first letter was made another."""
        for said in (text, swapped := turn_first(text)):
            if said in self.whole:
                return self.whole[said] if said is text else turn_first(self.whole[said])
        for pattern, places, wanted in self.templates if deep < MOST_DEEP else ():
            found = pattern.fullmatch(text) or pattern.fullmatch(swapped)
            if not found or (ONE in places and found[1] != "1"):
                continue
            values = [self.read(value, deep + 1) for value in found.groups()]
            if len(values) == len(wanted) // 2 and ONE not in places and places == wanted[1::2]:
                in_order = iter(values)  # the same place may be filled twice, each time otherwise
                english = "".join(next(in_order) if PLACE.fullmatch(part) else part for part in wanted)
            else:
                filled = dict(zip([one for one in places if one != ONE], values, strict=True))
                english = "".join(filled.get(part, part) for part in wanted)
            return english if found.string is text else turn_first(english)
        return None


_reader: ContextVar[Reader | None] = ContextVar("reading back", default=None)


@lru_cache(8)
def _find_pairs(code: str, domain: str, opened: NullTranslations) -> tuple[tuple[str, str, bool], ...]:
    """Every sentence of a catalogue in English and as it is said; of a plural each form, and if it is of 1."""
    if type(opened) is not GNUTranslations:  # missing, damaged or a disguise
        return ()
    from babel.messages.pofile import read_po

    with place_of(code, domain).open("rb") as file:
        messages = [one for one in read_po(file, locale=name_for_babel(code)) if one.id]
    return tuple(
        (english, said, number == 0 and len(forms(one.id)) > 1)
        for one in messages
        for number, (english, said) in enumerate(zip(forms(one.id), forms(one.string), strict=False))
        if said
    )


def find_reader(code: str, lesson: str) -> Reader:
    """Reads what a lesson says, from the catalogues that are open."""
    domains = (LESSON.format(name=lesson), DOMAIN, RULEBOOKS)
    there = (domain for domain in domains if has_catalogue(code, domain))
    return _make_reader(code, *((domain, open_catalogue(code, domain)) for domain in there))


@lru_cache(4)
def _make_reader(code: str, *opened: tuple[str, NullTranslations]) -> Reader:
    return Reader(code, [pair for domain, catalogue in opened for pair in _find_pairs(code, domain, catalogue)])


@contextmanager
def read_lesson_back(lesson: str) -> Iterator[None]:
    """Within it, texts of a lesson are read back from the language that is spoken."""
    token = _reader.set(None if language() == ENGLISH else find_reader(language(), lesson))
    try:
        yield
    finally:
        _reader.reset(token)


def read_in_english(text: str) -> str:
    """A text of the lesson that is being run, in English; minus and per cent as Python writes them, whoever wrote it.

    >>> read_in_english("What is this run worth?")
    'What is this run worth?'
    """
    reader = _reader.get()
    read = text if reader is None else reader.read(text)
    return PERCENT.sub("%", MINUS.sub("-", read))
