"""Catalogues of translations: finding them, and reading a .po file when its language is first asked for.

Babel reads them and gettext looks sentences up. They are not compiled beforehand: reading takes half a second, once per
process, and a compiled file could be old. A damaged catalogue is logged, and English is shown instead. tools/messages
writes them; translation.py knows the reader's language.
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

from gamekit.core.i18n.numbers import ENGLISH

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

log = logging.getLogger(__name__)

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "gamekit"
"""Catalogue of the interface."""
RULEBOOKS: Final = "rulebooks"
"""Catalogue of the rulebooks, each sentence with its game."""
TITLES: Final = "lessons"
"""Catalogue of the lessons' titles, and of what else a list of them says."""
MISCONCEPTIONS: Final = "misconceptions"
"""Catalogue of misconceptions, and of what helps against them."""
LESSON: Final = "lessons/{name}"
"""Catalogue of a lesson. Its placeholders and marks differ, and are checked where they are filled in."""
UNFINISHED: Final = "unfinished.toml"
"""File that marks a language with missing translations."""
KEPT: Final = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)s|</?[a-z]+[^>]*>")
"""Parts of a sentence that a translation must keep: placeholders, and marks of a page."""


def find_languages() -> list[str]:
    """Return the languages that can be asked for: English, and those with a catalogue."""
    return [ENGLISH, *sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))]


def find_offered() -> list[str]:
    """Return the languages offered to readers, English first: those whose catalogues are complete.

    Others can be asked for by their code, for example by translators.
    """
    return [one for one in find_languages() if not mark_of(one).is_file()]


def mark_of(language: str) -> Path:
    """Return the path of the file that marks a language as incomplete."""
    return LOCALE / language / UNFINISHED


def has_catalogue(language: str, domain: str) -> bool:
    """Return whether a language has this catalogue.

    >>> has_catalogue("tlh", "gamekit"), has_catalogue("de", "gamekit")
    (False, True)
    """
    return place_of(language, domain).is_file()


def place_of(language: str, domain: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def name_for_babel(language: str) -> str:
    """Return the code of a language as Babel writes it.

    >>> name_for_babel("pt-BR")
    'pt_BR'
    """
    return language.replace("-", "_")


def lesson_of(domain: str) -> str | None:
    """Return the lesson of a catalogue, or None for any other catalogue.

    >>> lesson_of("lessons/route66/01-rules"), lesson_of("rulebooks")
    ('route66/01-rules', None)
    """
    before = LESSON.format(name="")
    return domain.removeprefix(before) if domain.startswith(before) else None


def find_differences(english: Sequence[str], said: str) -> tuple[list[str], list[str]]:
    """Return the placeholders and marks that a translation lacks, and those that it has in addition.

    If the English has a plural, no form needs a placeholder that the English singular lacks.

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
    """Return a sentence or its translation as a list: several forms if it has a plural, none if it is missing."""
    return [said] if isinstance(said, str) else list(said or ())


def read_catalogue(path: Path, language: str, *, is_strict: bool = False) -> Catalog:
    """Read a catalogue from a UTF-8 file, with or without a byte order mark.

    Lines that cannot be read are left out or, if `is_strict`, raise `PoFileError`. Raises `OSError`,
    `UnicodeDecodeError`, and `babel.UnknownLocaleError` if Babel does not know the language.
    """
    from babel.messages.pofile import read_po

    text = io.StringIO(path.read_text(encoding="utf-8-sig"))
    return read_po(text, locale=name_for_babel(language), abort_invalid=is_strict)


@cache
def open_catalogue(language: str, domain: str = DOMAIN) -> gettext.NullTranslations:
    """Return the translations of a language; sentences that are missing or damaged are English. Cached."""
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
