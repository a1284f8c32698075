"""What lessons say, as catalogues for translators: one for each lesson, in its order, one for the list of them, and one
for what students tend to believe.

Which parts of a notebook are messages is said in gamekit/serve/lesson_words.py.
"""

from __future__ import annotations

import json
from typing import Final

from babel.messages.catalog import Catalog

from gamekit.core.i18n.catalogs import LESSON, lesson_of
from gamekit.lessons.misconceptions import read_misconceptions
from gamekit.serve.lesson_words import context_of, find_messages, find_own_keys
from gamekit.serve.lessons import SAID, find_lessons, own_folder

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
"""What a translator is told of each message."""


def lesson_domains() -> list[str]:
    """The catalogues that there are to be, one for each lesson."""
    return [LESSON.format(name=lesson.name) for lesson in find_lessons(own_folder())]


def add_titles(catalogue: Catalog) -> Catalog:
    """The catalogue with what the list of lessons says of each."""
    for lesson in find_lessons(own_folder()):
        for field in SAID:
            catalogue.add(getattr(lesson, field), auto_comments=[field])
    return catalogue


def add_misconceptions(catalogue: Catalog) -> Catalog:
    """The catalogue with what students tend to believe, and what helps, in the order of the lessons."""
    for name, found in read_misconceptions().items():
        for belief in found:
            catalogue.add(belief.thought, auto_comments=[f"{name}: what students tend to believe"])
            catalogue.add(belief.help, auto_comments=["what helps"])
    return catalogue


def add_lesson(catalogue: Catalog, domain: str) -> Catalog:
    """The catalogue with everything that a lesson says, each message once."""
    path = own_folder() / f"{lesson_of(domain)}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    own = find_own_keys(cells)
    for cell in cells:
        for message, kind in find_messages(cell["cell_type"], "".join(cell["source"])):
            context = context_of(message, kind, own)
            if catalogue.get(message, context) is None:
                catalogue.add(message, auto_comments=[KINDS[kind]], context=context)
    return catalogue
