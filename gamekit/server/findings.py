"""Findings of `gamekit check` and their report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamekit.core.i18n.translation import _, ngettext, say_pair


class Lack(NamedTuple):
    """Finding: place, what is missing or wrong, and an example of what is right."""

    where: str
    what: str
    example: str = ""


def say_lacks(name: str, found: Sequence[Lack]) -> str:
    """Return a report of all findings, a paragraph each.

    >>> print(say_lacks("goat", [Lack("box.toml", "It has no title.", 'title = "Goat"')]))
    goat lacks 1 thing:
    <BLANKLINE>
    box.toml: It has no title.
        For example: title = "Goat"
    """
    if not found:
        return _("{name}: nothing is missing.").format(name=name)
    head = ngettext("{name} lacks {n} thing:", "{name} lacks {n} things:", len(found))
    parts = [head.format(name=name, n=len(found))]
    for lack in found:
        example = lack.example.replace("\n", "\n    ")
        shown = "\n    " + _("For example: {example}").format(example=example) if example else ""
        parts.append(say_pair(lack.where, lack.what) + shown)
    return "\n\n".join(parts)
