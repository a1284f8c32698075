"""The interface's sentences in the reader's language: one gettext catalogue, English where it has none.

What games say stands in their rulebooks; only words of widgets, pictures and pages pass through here.
"""

from __future__ import annotations

import codecs
import gettext
import os
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, Final

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "gamekit"
MINUS: Final = re.compile(r"(?<![\w.)\]−-])-(?=\.?\d)")
"""A hyphen that stands before a number, and not between two."""
PLAIN: Final = {
    **dict.fromkeys("−–—", "-"), **dict.fromkeys("‘’‚", "'"), **dict.fromkeys("“”„", '"'),
    "…": "...", "→": "->", "←": "<-", "×": "x", "·": "-", "✓": "+", "✗": "-", "○": "o",
}  # fmt: skip
"""What is written where a sign cannot be."""
PLAINLY: Final = "gamekit.plainly"
"""The name of the way in which Python's codecs write such signs."""


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


def plain(sign: str) -> str:
    """A sign in ASCII.

    >>> plain("−5 … “Zoë”")
    '-5 ... "Zoe"'
    """
    letters = unicodedata.normalize("NFKD", "".join(PLAIN.get(one, one) for one in sign))
    return "".join(one if ord(one) < 128 else "?" for one in letters if not unicodedata.combining(one))


def write_plainly(*streams: Any) -> None:
    """Let streams that cannot write every sign write plainly what they cannot, where they would raise an error.

    On Windows that is what is sent to a file (`python -m mine > out.txt`): it is written in the country's own encoding.
    """
    codecs.register_error(PLAINLY, _plainly)
    for stream in streams:
        encoding = str(getattr(stream, "encoding", None) or "utf").lower()
        if not encoding.startswith("utf") and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAINLY)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end
