"""The catalogues of sentences as they are read: a .po for each language, when it is first asked for, and then kept.

Babel reads them, gettext answers out of them. They are not compiled beforehand: reading takes half a second, once in a
process, and a compiled file could be old. What is wrong with one is a note in the log, and English is shown in its
place. How catalogues are written and brought up to date is in gamekit/locale/, who reads which in gamekit/words.py.
"""

from __future__ import annotations

import gettext
import io
import logging
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gamekit.figures import ENGLISH

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

log = logging.getLogger(__name__)

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "gamekit"
"""The interface's sentences."""
RULEBOOKS: Final = "rulebooks"
"""What rulebooks say, each sentence with its game."""
TITLES: Final = "lessons"
"""What lessons are called, and what else a list of them says."""
MISCONCEPTIONS: Final = "misconceptions"
"""What students tend to believe, and what helps against it."""
LESSON: Final = "lessons/{name}"
"""What a lesson says. Its places and marks are other ones, and are looked at where they are filled in."""
UNFINISHED: Final = "unfinished.toml"
"""The mark of a language that is being translated: `start` makes it, and it goes when nothing is missing."""
KEPT: Final = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)s|</?[a-z]+[^>]*>")
"""What a translator takes over as it is: places to be filled, and marks of a page."""


def find_languages() -> list[str]:
    """The languages that can be asked for: English, and those that have a catalogue."""
    return [ENGLISH, *sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))]


def find_offered() -> list[str]:
    """Return the languages that are offered to readers, English first: those whose catalogues are whole.

    Another one can be asked for by its code, such as by who translates it.
    """
    return [one for one in find_languages() if not mark_of(one).is_file()]


def mark_of(language: str) -> Path:
    """Return where a file lies as long as a language's catalogues are not whole."""
    return LOCALE / language / UNFINISHED


def has_catalogue(language: str, domain: str) -> bool:
    """Return whether a language has this catalogue.

    >>> has_catalogue("tlh", "gamekit"), has_catalogue("de", "gamekit")
    (False, True)
    """
    return place_of(language, domain).is_file()


def place_of(language: str, domain: str) -> Path:
    """Where a language's catalogue lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def name_for_babel(language: str) -> str:
    """A language as Babel's catalogues write it.

    >>> name_for_babel("pt-BR")
    'pt_BR'
    """
    return language.replace("-", "_")


def lesson_of(domain: str) -> str | None:
    """The lesson whose catalogue this is; None for a catalogue of anything else.

    >>> lesson_of("lessons/route66/01-rules"), lesson_of("rulebooks")
    ('route66/01-rules', None)
    """
    before = LESSON.format(name="")
    return domain.removeprefix(before) if domain.startswith(before) else None


def find_differences(english: Sequence[str], said: str) -> tuple[list[str], list[str]]:
    """The places and marks that a translation lacks, and those that it has besides.

    Where the English has a plural, no form needs to have a place that the English singular has not.

    >>> find_differences(["{n} games"], "{m} Spiele")
    (['{n}'], ['{m}'])
    """
    found = Counter(KEPT.findall(said))
    least = most = Counter(KEPT.findall(english[0]))
    for places in (Counter(KEPT.findall(form)) for form in english):
        least, most = least & places, most | places
    stray = Counter(sign for sign in KEPT.sub("", said) if sign in "{}")
    stray -= Counter(sign for sign in KEPT.sub("", english[-1]) if sign in "{}")
    return sorted((least - found).elements()), sorted([*(found - most).elements(), *stray.elements()])


def forms(said: str | Sequence[str] | None) -> list[str]:
    """A sentence or its translation: several if it has a plural, none if there is none yet."""
    return [said] if isinstance(said, str) else list(said or ())


def read_catalogue(path: Path, language: str, *, is_strict: bool = False) -> Catalog:
    """Read a catalogue from its file, with or without a byte order mark.

    Parameters
    ----------
    path : the file, in UTF-8.
    language : the code of its language, such as "pt-BR".
    is_strict : whether a line that cannot be read is an error rather than left out.

    Raises
    ------
    OSError : if the file cannot be read.
    UnicodeDecodeError : if it is not in UTF-8.
    babel.messages.pofile.PoFileError : if a line cannot be read, and `is_strict`.
    babel.UnknownLocaleError : if nobody knows the language.
    """
    from babel.messages.pofile import read_po

    text = io.StringIO(path.read_text(encoding="utf-8-sig"))
    return read_po(text, locale=name_for_babel(language), abort_invalid=is_strict)


@cache
def open_catalogue(language: str, domain: str = DOMAIN) -> gettext.NullTranslations:
    """The sentences of a language; those that it lacks, or that are wrong, are English."""
    path = place_of(language, domain)
    try:
        return _read(path, language, is_lesson=lesson_of(domain) is not None)
    except ImportError:
        log.warning("%s: the package babel reads it, and is not installed; all is said in English.", path.name)
    except (OSError, ValueError, LookupError, SyntaxError) as error:
        log.warning("%s (%s) is damaged, and all is said in English: %s", path.name, language, error)
    return gettext.NullTranslations()


def _read(path: Path, language: str, *, is_lesson: bool) -> gettext.GNUTranslations:
    from babel import UnknownLocaleError
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError

    try:
        catalogue = read_catalogue(path, language, is_strict=True)
    except (PoFileError, UnknownLocaleError) as error:
        raise ValueError(str(error)) from error
    for message in [one for one in catalogue if one.id and not is_lesson]:
        english = forms(message.id)
        wrong = [said for said in forms(message.string) if said and any(find_differences(english, said))]
        if wrong:
            log.warning("%s (%s): said in English, for its places differ: %r", path.name, language, wrong[0])
            catalogue.delete(message.id, message.context)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
