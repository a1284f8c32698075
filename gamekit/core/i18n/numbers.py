"""Numbers, plurals and lists as a language writes them, by CLDR through Babel; English as Python writes them.

translation.py knows the reader's language and has `say_number` and `say_list` for others to use.
"""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Mapping, Sequence
from copy import copy
from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal

log = logging.getLogger(__name__)

ENGLISH: Final = "en"
PLAIN_FORMS: Final = frozenset("+,.0123456789fgz%")
"""Characters of format specifications that are localized; with any other one Python's own result is kept."""
Style = Literal["standard", "or"]
LONGEST_NUMBER: Final = 40
PLURAL_SAMPLES: Final = range(200)
"""Numbers among which every plural form of whole numbers occurs."""
MINUSES: Final = tuple("-−–")
SIGNS: Final = (*MINUSES, "+")
WHOLE_NUMBER: Final = re.compile("[0-9]+")
SPACED_NUMBER: Final = re.compile("[1-9][0-9]{0,2}([ \u00a0\u2009\u202f'’])[0-9]{3}(?:\\1[0-9]{3})*(?:[.,][0-9]+)?")
MARKED_NUMBER: Final = re.compile(
    r"[1-9][0-9]{0,2}([.,])[0-9]{3}(?:(?:\1[0-9]{3})+(?:(?!\1)[.,][0-9]+)?|(?!\1)[.,][0-9]+)"
)
DECIMAL_NUMBER: Final = re.compile("([0-9]*)([.,])([0-9]+)")


@cache
def find_locale(language: str) -> Any:
    """Return CLDR's data of a language; None for English, and if the language or Babel is missing."""
    if language.partition("-")[0] == ENGLISH:
        return None
    try:
        from babel import Locale, UnknownLocaleError
    except ImportError:
        return None
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        log.warning("Numbers are written as in English: %s", error)
        return None


def write_number(value: Any, form: str, language: str) -> str:
    """Return a number in a format of Python's, such as `,` or `.2f`, as the language writes it.

    >>> write_number(5000, ",", "en"), write_number(28.44, ".2f", "de"), write_number(1234.5, "+,.1f", "de")
    ('5,000', '28,44', '+1.234,5')
    >>> write_number(1 / 3, ".4g", "de"), write_number(1e9, ".4g", "de")
    ('0,3333', '1e+09')
    >>> write_number(12.5, "", "de"), write_number(-5, "", "de")
    ('12,5', '−5')
    """
    locale = find_locale(language) if PLAIN_FORMS.issuperset(form) else None
    english = format(value, form)
    if locale is None:
        return english
    digits = english.lstrip("+").replace(",", "").rstrip("%")
    if not digits.lstrip("-").replace(".", "", 1).isdecimal():  # infinite, or not a number
        return english
    places = len(digits.partition(".")[2])
    pattern = copy(locale.percent_formats[None] if "%" in form else locale.decimal_formats[None])
    pattern.frac_prec = (places, places)
    rounded = Decimal(digits) / 100 if "%" in form else Decimal(digits)
    said = str(pattern.apply(rounded, locale, group_separator="," in form)).replace("-", "−")
    return f"+{said}" if english.startswith("+") else said


def list_readings(text: str, language: str) -> list[str]:
    """Return what a typed number may mean, as Python writes it.

    Nothing if it is no number, one reading if it is clear, and two, thousands first, if one sign stands before exactly
    three digits and is not the decimal sign of `language`. Digits may have a point or a comma, spaces or apostrophes
    between thousands, and any minus sign. Pages read numbers with `listReadings` of numbers.js; `tests/numbers.json`
    has the cases for both.

    >>> list_readings("−12,5", "de"), list_readings("1.000", "de"), list_readings("3/4", "de")
    (['-12.5'], ['1000', '1.000'], [])
    """
    typed = text.strip()
    minus, body = "-" if typed[:1] in MINUSES else "", typed[typed[:1] in SIGNS :]
    if not typed or len(typed) > LONGEST_NUMBER:
        return []
    if WHOLE_NUMBER.fullmatch(body):
        return [minus + _strip_zeros(body)]
    if grouped := SPACED_NUMBER.fullmatch(body) or MARKED_NUMBER.fullmatch(body):
        return [minus + body.replace(grouped[1], "").replace(",", ".")]
    if not (found := DECIMAL_NUMBER.fullmatch(body)):
        return []
    whole, mark, rest = found.groups()
    decimal = f"{minus}{_strip_zeros(whole or '0')}.{rest}"
    if mark == _decimal_sign(language) or len(rest) != 3 or not re.fullmatch("[1-9][0-9]{0,2}", whole):
        return [decimal]
    return [minus + whole + rest, decimal]


def retype(reading: str, language: str) -> str:
    """Return a reading as it would be typed in a language, so that it has no other.

    >>> retype("-1.000", "de"), list_readings(retype("-1.000", "de"), "de")
    ('−1,000', ['-1.000'])
    """
    return reading.replace(".", _decimal_sign(language)).replace("-", "−")


def _strip_zeros(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _decimal_sign(language: str) -> str:
    locale = find_locale(language)
    return "," if locale is not None and locale.number_symbols["latn"].get("decimal") == "," else "."


def plural_category(n: float, language: str) -> str:
    """Return the plural category of a number in a language, as CLDR calls it: "one", "few", "other" …

    >>> plural_category(1, "en"), plural_category(0, "de"), plural_category(1.5, "fr")
    ('one', 'other', 'one')
    """
    locale = find_locale(language)
    return str(locale.plural_form(n)) if locale is not None else "one" if n == 1 else "other"


def plural_integer(n: float, language: str) -> int:
    """Return a whole number with the plural form of `n`, because gettext knows the forms of whole numbers only.

    It is `n` itself if that is whole; else the smallest number of its category, or 2 if no whole number has that
    category.

    >>> plural_integer(7, "fr"), plural_integer(1.5, "fr"), plural_integer(2.5, "fr"), plural_integer(1.5, "pl")
    (7, 0, 2, 2)
    """
    return int(n) if n == int(n) else _find_integer(plural_category(n, language), language)


@cache
def _find_integer(category: str, language: str) -> int:
    return next((n for n in PLURAL_SAMPLES if plural_category(n, language) == category), 2)


def write_list(items: Sequence[str], style: Style, language: str) -> str:
    """Return some things as a sentence of the language lists them.

    >>> write_list(["Ulm", "Bonn", "Kiel"], "or", "de"), write_list(["Ulm", "Bonn"], "standard", "en")
    ('Ulm, Bonn oder Kiel', 'Ulm and Bonn')
    """
    locale = find_locale(language)
    if locale is not None:
        from babel.lists import format_list

        return format_list(items, style, locale)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {'or' if style == 'or' else 'and'} {items[-1]}"


class Translation(str):
    """A sentence in another language than English; `format` writes numbers as that language does.

    >>> Translation("{cash:,} DM", "de").format(cash=5000)
    '5.000 DM'
    """

    __slots__ = ("language",)
    language: str

    def __new__(cls, text: str, language: str) -> Translation:
        made = super().__new__(cls, text)
        made.language = language
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return str(self), self.language

    def format(self, *given: object, **named: object) -> str:
        """Return the sentence with its placeholders filled."""
        return _Filler(self.language).vformat(self, given, named)


class _Filler(string.Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def vformat(self, template: str, given: Sequence[Any], named: Mapping[str, Any]) -> str:
        return super().vformat(str(template), given, named)

    def format_field(self, value: Any, form: str) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return super().format_field(value, form)  # type: ignore[no-any-return]
        return write_number(value, form, self.language)
