"""Messages of the browser's scripts, from web/messages.toml, in the reader's language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from gamekit.core.i18n.translation import _, pgettext
from gamekit.lab import reasons
from gamekit.web import bundle

FILE: Final = bundle.WEB / "messages.toml"
INCLUDES: Final = "includes"
"""Key of a section under which it lists sections whose messages it has as well."""
Section = Mapping[str, str | Mapping[str, str]]


def page_messages(*sections: str) -> dict[str, str]:
    """Return the messages of some sections by key, in the reader's language; later sections replace earlier ones.

    The section `board` also has the sentences of the coach's reasons, which Python fills in as well.

    Parameters
    ----------
    *sections : str
        Names of sections of web/messages.toml.

    Returns
    -------
    dict
        Text of each message, with {names} that the scripts fill in.

    Raises
    ------
    KeyError
        If there is no such section.

    Examples
    --------
    >>> page_messages("field")
    {'field_kept': 'Kept in this browser.'}
    >>> page_messages("quiz")["number_missing"] == page_messages("number")["number_missing"]
    True
    """
    told: dict[str, str] = {}
    for name in sections:
        section = read_sections()[name]
        told |= page_messages(*section.get(INCLUDES, ()))
        told |= {key: _translate(entry) for key, entry in section.items() if key != INCLUDES}
        if name == "board":
            told |= {f"coach_why_{kind}": sentence for kind, sentence in reasons.list_templates().items()}
    return told


@cache
def read_sections() -> Mapping[str, Section]:
    """Return the sections of web/messages.toml in English; cached."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _translate(entry: str | Mapping[str, str]) -> str:
    return _(entry) if isinstance(entry, str) else pgettext(entry["context"], entry["text"])
