"""The interface's sentences in the reader's language: one gettext catalogue, English where it has none.

What games say stands in their rulebooks; only words of widgets, pictures and pages pass through here.
"""

from __future__ import annotations

import gettext
import os
import re
from functools import cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "gamekit"
MINUS: Final = re.compile(r"(?<![\w.)\]−-])-(?=\.?\d)")
"""A hyphen that stands before a number, and not between two."""


@cache
def catalogue(languages: str) -> gettext.NullTranslations:
    """The catalogue for a colon-separated list of languages; without one, the English of the sources."""
    chosen = [language for language in languages.split(":") if language]
    return gettext.translation(DOMAIN, LOCALE, chosen or ["en"], fallback=True)


def _(message: str) -> str:
    """A sentence in the reader's language, which `GAMEKIT_LANGUAGE` or the system's settings name.

    >>> _("no such sentence")
    'no such sentence'
    """
    chosen = (os.environ.get(name, "") for name in ("GAMEKIT_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return catalogue(next(filter(None, chosen), "")).gettext(message)


def typeset(text: object) -> str:
    """A sentence or a cell as it is printed: a minus is longer than a hyphen.

    >>> typeset("-5, or 3 to -2 in 2026-11-23")
    '−5, or 3 to −2 in 2026-11-23'
    """
    return MINUS.sub("−", str(text))
