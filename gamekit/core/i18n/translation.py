"""Sentences, numbers and lists in the reader's language, which belongs to a page and not to the process.

A request, or a task of a worker, sets it for its page (`speak`, `use_language`); a notebook or program sets it with
`set_language`. Games speak the `rules_language` through their rulebooks. Catalogues are read in catalogs.py, numbers
written in numbers.py.
"""

from __future__ import annotations

import codecs
import logging
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import lru_cache, wraps
from gettext import NullTranslations
from typing import Any, Final, TypeVar

from gamekit.core.i18n.catalogs import RULEBOOKS, find_languages, has_catalogue, open_catalogue
from gamekit.core.i18n.numbers import (
    ENGLISH,
    Style,
    Translation,
    list_readings,
    plural_integer,
    retype,
    write_list,
    write_number,
)

log = logging.getLogger(__name__)

VARIABLE: Final = "GAMEKIT_LANGUAGE"
KNOWN_CODES: Final = 64
"""Codes whose language is cached: an address can name any number of them."""
T = TypeVar("T")
_READER: Final[ContextVar[str]] = ContextVar("gamekit-language", default="")
_OWN: Final = [""]
"""Language set by `set_language`, used if no page asks for another."""
MINUS: Final = re.compile(r"(?<![\w.)\]\[−-])-(?=\.?\d)")
"""Hyphen before a number, and not between two."""
PLAIN: Final = {
    **dict.fromkeys("−–—", "-"), **dict.fromkeys("‘’‚", "'"), **dict.fromkeys("“”„", '"'),
    "…": "...", "→": "->", "←": "<-", "×": "x", "·": "-", "✓": "+", "✗": "-", "○": "o",
}  # fmt: skip
"""ASCII for characters that a stream cannot write."""
PLAINLY: Final = "gamekit.plainly"
"""Name of the error handler that writes them so."""


def language() -> str:
    """Return the code of the reader's language.

    It is that of the page that asks, else that of `set_language`, else that of the environment variable
    ``GAMEKIT_LANGUAGE``, else English.

    Returns
    -------
    str
        A code such as ``"en"``.

    Examples
    --------
    >>> import gamekit as gk
    >>> gk.language()
    'en'
    """
    return _READER.get() or _OWN[0] or match_language(os.environ.get(VARIABLE, ""))


def set_language(code: str) -> None:
    """Choose the language of sentences for this notebook or program.

    Parameters
    ----------
    code : str
        Code of a language, such as ``"de"`` or ``"fr"``; ``"en"`` is English again. A language without translations is
        English, and a warning in the log.

    Raises
    ------
    OptionError
        If `code` is no text.

    Examples
    --------
    >>> import gamekit as gk
    >>> gk.set_language("de"); gk.language(); gk.set_language("en")
    'de'
    """
    if not isinstance(code, str):
        raise _refuse_code(code)
    _OWN[0] = match_language(code)


def _refuse_code(code: object) -> Exception:
    from gamekit.core.errors import OptionError, quote  # importing gamekit loads none of it

    return OptionError(f"`code` must be the code of a language, such as 'de', not {quote(code)}.")


@contextmanager
def use_language(code: str) -> Iterator[str]:
    """Context manager: use a language for a page, in this task and in those it starts; yield its code.

    >>> with use_language("fr") as spoken:
    ...     spoken, language()
    ('fr', 'fr')
    """
    before = _READER.set(match_language(code))
    try:
        yield _READER.get()
    finally:
        _READER.reset(before)


def speak(code: str) -> None:
    """Use a language for the rest of this task, such as a request."""
    _READER.set(match_language(code))


@lru_cache(KNOWN_CODES)
def match_language(code: str) -> str:
    """Return the language for a code such as "de-AT" or "fr_FR.UTF-8"; English, with a warning, for an unknown one.

    >>> match_language("de-AT"), match_language("C"), match_language("tlh")
    ('de', 'en', 'en')
    """
    plain = code.partition(".")[0].replace("_", "-")
    known = {one.lower(): one for one in find_languages()}
    found = known.get(plain.lower()) or known.get(plain.partition("-")[0].lower())
    if found is None and code and plain not in ("C", "POSIX"):
        log.warning("There is no language %.40r here; it is English. There are: %s.", code, ", ".join(find_languages()))
    return found or ENGLISH


def _(message: str) -> str:
    """Return a sentence in the reader's language.

    >>> _("no such sentence")
    'no such sentence'
    """
    spoken = language()
    return message if spoken == ENGLISH else _say(open_catalogue(spoken).gettext(message), message, spoken)


def ngettext(one: str, many: str, n: float) -> str:
    """Return a sentence in the plural form of a number; French has its singular for all numbers below 2.

    >>> ngettext("{n} game", "{n} games", 0)
    '{n} games'
    """
    spoken, english = language(), one if n == 1 else many
    if spoken == ENGLISH:
        return english
    return _say(open_catalogue(spoken).ngettext(one, many, plural_integer(n, spoken)), english, spoken)


def pgettext(context: str, message: str) -> str:
    """Return a word or sentence with several meanings in the reader's language; `context` tells translators which.

    >>> pgettext("of a game", "Steps")
    'Steps'
    """
    spoken = language()
    return message if spoken == ENGLISH else _say(open_catalogue(spoken).pgettext(context, message), message, spoken)


def say_from(domain: str, message: str) -> str:
    """Return a sentence from another catalogue than the interface's; English if a language lacks it.

    >>> say_from("lessons", "no such title")
    'no such title'
    """
    spoken = language()
    if spoken == ENGLISH or not has_catalogue(spoken, domain):
        return message
    return _say(open_catalogue(spoken, domain).gettext(message), message, spoken)


def rules_language() -> str:
    """Return the language of rulebooks for the reader: English if there are none in the reader's own.

    >>> rules_language()
    'en'
    """
    spoken = language()
    return ENGLISH if spoken == ENGLISH or type(open_catalogue(spoken, RULEBOOKS)) is NullTranslations else spoken


def say_of_game(game: str, said: str) -> str:
    """Return a text of a game's strategy or option in the language of the rulebooks.

    >>> say_of_game("pig", "Keep pace")
    'Keep pace'
    """
    spoken = rules_language()
    return said if spoken == ENGLISH or not said else open_catalogue(spoken, RULEBOOKS).pgettext(game, said)


def _say(said: str, english: str, spoken: str) -> str:
    return english if said is english else Translation(said, spoken)


def say_number(value: Any, form: str = ",") -> str:
    """Return a number as the reader's language writes it.

    >>> say_number(5000), say_number(28.444, ".2f")
    ('5,000', '28.44')
    """
    return write_number(value, form, language())


def read_number(text: str) -> Decimal:
    """Return a number typed as the reader's language writes it.

    Raises `OptionError` if it is no number, or has two readings; the sentence says what may be typed.

    >>> read_number("12.5"), read_number("−1 000")
    (Decimal('12.5'), Decimal('-1000'))
    """
    readings = list_readings(text, language())
    if len(readings) == 1:
        return Decimal(readings[0])
    from gamekit.core.errors import OptionError  # importing gamekit loads none of it

    if not readings:
        raise OptionError(_("“{text}” is not a number. Type one such as 12 or 12.5.").format(text=text.strip()))
    one, other = (retype(reading, language()) for reading in readings)
    told = _("“{text}” can be read in two ways. Type {one} or {other}.")
    raise OptionError(told.format(text=text.strip(), one=one, other=other))


def say_mismatch() -> str:
    """Return the answer to a message that no page of this version sends."""
    return _("This page and the server do not fit together. Please reload the page.")


def say_list(items: Sequence[str], style: Style = "standard") -> str:
    """Return some things as a sentence of the reader's language lists them; `style` is "standard" (and) or "or".

    >>> say_list(["a", "b", "c"], "or")
    'a, b or c'
    """
    return write_list(items, style, language())


def say_pair(name: object, value: object) -> str:
    """Return a name and its value, with a colon as the reader's language writes it."""
    return _("{name}: {value}").format(name=name, value=value)


def alphabetical(names: Iterable[str]) -> list[str]:
    """Return names in the alphabetical order that English, German and French share, without accents and capitals.

    >>> alphabetical(["Zürich", "Österreich", "oslo", "École", "Straße", "Strasse 2"])
    ['École', 'oslo', 'Österreich', 'Straße', 'Strasse 2', 'Zürich']
    """
    return sorted(names, key=lambda name: (_strip_accents(name), name))


def _strip_accents(name: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))


def each_language(most: int | None = None) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Return a decorator like `functools.cache` for functions with sentences: up to `most` results, per language.

    >>> @each_language()
    ... def twice(text: str) -> str:
    ...     return _(text) * 2
    >>> twice("no"), twice("no")
    ('nono', 'nono')
    """

    def keep(work: Callable[..., T]) -> Callable[..., T]:
        kept = lru_cache(most)(lambda _spoken, given, named: work(*given, **dict(named)))

        @wraps(work)
        def recall(*given: Any, **named: Any) -> T:
            return kept(language(), given, tuple(named.items()))

        recall.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return recall

    return keep


def typeset(text: object) -> str:
    """Return a sentence or a cell as it is printed: real minus signs, numbers as the language writes them.

    >>> typeset("-5, or 3 to -2 in 2026-11-23, or cards[-1]")
    '−5, or 3 to −2 in 2026-11-23, or cards[-1]'
    """
    return MINUS.sub("−", say_number(text, "") if isinstance(text, float) else str(text))


def spell_ascii(sign: str) -> str:
    """Return a text in ASCII.

    >>> spell_ascii("−5 … “Zoë”")
    '-5 ... "Zoe"'
    """
    letters = unicodedata.normalize("NFKD", "".join(PLAIN.get(one, one) for one in sign))
    return "".join(one if ord(one) < 128 else "?" for one in letters if not unicodedata.combining(one))


def write_plainly(*streams: Any) -> None:
    """Let streams replace characters that they cannot encode by ASCII, where they would raise an error.

    Such are files on Windows (`python -m mine > out.txt`), which are written in the country's own encoding.
    """
    codecs.register_error(PLAINLY, _replace_unwritable)
    for stream in streams:
        encoding = str(getattr(stream, "encoding", None) or "utf").lower()
        if not encoding.startswith("utf") and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAINLY)


def _replace_unwritable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(spell_ascii, error.object[error.start : error.end])), error.end
