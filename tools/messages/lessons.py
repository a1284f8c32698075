"""Messages of lessons for translators: a catalogue for each lesson, for the list of lessons, and for misconceptions."""

from __future__ import annotations

import json
from typing import Final

from babel.messages.catalog import Catalog

from gamekit.core.i18n.catalogs import LESSON, lesson_of
from gamekit.lessons.catalog import SAID, find_lessons, own_folder
from gamekit.lessons.misconceptions import read_misconceptions
from gamekit.lessons.notebook_translation import context_of, find_messages, find_own_keys

KINDS: Final = {
    "markdown": "text",
    "string": "words in the program",
    "template": "words in the program, with places to be filled: {…} stays to the letter",
    "filling": "words that fill a place of a text: no ' or \", no \\, no braces",
    "label": "what a control of a panel is called",
    "unit": "in what something is measured",
    "document": "a function's description",
    "comment": "a comment in the program",
}
"""Comment for translators on each kind of message."""


def lesson_domains() -> list[str]:
    """Return the names of the catalogues of all lessons."""
    return [LESSON.format(name=lesson.name) for lesson in find_lessons(own_folder())]


def add_titles(catalogue: Catalog) -> Catalog:
    """Add the messages of the list of lessons, and return the catalogue."""
    for lesson in find_lessons(own_folder()):
        for field in SAID:
            catalogue.add(getattr(lesson, field), auto_comments=[field])
    return catalogue


def add_misconceptions(catalogue: Catalog) -> Catalog:
    """Add misconceptions and what helps, in the order of the lessons, and return the catalogue."""
    for name, found in read_misconceptions().items():
        for belief in found:
            catalogue.add(belief.thought, auto_comments=[f"{name}: what students tend to believe"])
            catalogue.add(belief.help, auto_comments=["what helps"])
    return catalogue


def add_lesson(catalogue: Catalog, domain: str) -> Catalog:
    """Add all messages of a lesson, each once, and return the catalogue."""
    path = own_folder() / f"{lesson_of(domain)}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    own = find_own_keys(cells)
    for cell in cells:
        for message, kind in find_messages(cell["cell_type"], "".join(cell["source"])):
            context = context_of(message, kind, own)
            if catalogue.get(message, context) is None:
                catalogue.add(message, auto_comments=[KINDS[kind]], context=context)
    return catalogue
