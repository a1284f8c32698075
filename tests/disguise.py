"""English in disguise: a catalogue of accented English shows which words of a page or sentence cannot be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from gamekit.core.i18n import catalogs
from gamekit.core.i18n.translation import match_language, use_language

DISGUISED: Final = "en-AU"
"""A language that nobody will translate, whose numbers and plurals are as in English."""
ACCENTS: Final = str.maketrans("aceginoruyACEGINORUY", "áçéğíñóŕúýÁÇÉĞÍÑÓŔÚÝ")
PLAIN: Final = re.compile(r"(?<![^\W\d_])[A-Za-z]*[aeiouAEIOU][a-z]{2,}(?![^\W\d_])")
NAMES: Final = {"Auf", "Achse", "Kartenspiel", "Ausgebremst", "Route", "Chicago", "Angeles", "Elo"}
"""What has one name in all languages."""


def find_plain(text: str) -> set[str]:
    """Return the words of a text that are no names and not disguised."""
    return set(PLAIN.findall(text)) - NAMES


def disguise(message: str) -> str:
    """Return a sentence with accents, a third longer; what a translator keeps, such as places to be filled, stays.

    >>> disguise("Play {title} now")
    'Pláý {title} ñów ···'
    """
    said, end = "", 0
    for kept in catalogs.KEPT.finditer(message):
        said += message[end : kept.start()].translate(ACCENTS) + kept[0]
        end = kept.end()
    letters = len(catalogs.KEPT.sub("", message))
    return f"{said}{message[end:].translate(ACCENTS)} {'·' * (letters // 3)}".rstrip()


@contextmanager
def use_disguise(folder: Path) -> Iterator[None]:
    """Speak English in disguise inside; its catalogues are written below `folder`, beside the package's languages."""
    shipped, own = catalogs.LOCALE, folder / DISGUISED / "LC_MESSAGES"
    own.mkdir(parents=True)
    for language in catalogs.find_languages()[1:]:
        (folder / language).symlink_to(shipped / language)
    for template in shipped.glob("*.pot"):
        made = Catalog(locale=catalogs.name_for_babel(DISGUISED))
        with template.open("rb") as file:
            for one in read_po(file):
                said = [disguise(form) for form in catalogs.forms(one.id)]
                if one.id:
                    made.add(one.id, said[0] if len(said) == 1 else tuple(said), context=one.context, flags=one.flags)
        with (own / f"{template.stem}.po").open("wb") as file:
            write_po(file, made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogs, "LOCALE", folder)
        match_language.cache_clear()
        with use_language(DISGUISED):
            yield
    match_language.cache_clear()
    catalogs.open_catalogue.cache_clear()
