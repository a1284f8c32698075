"""English in disguise (en-XA) shows what nobody can translate: words that stand in a page or sentence undisguised."""

from __future__ import annotations

import re
from typing import Final

PLAIN: Final = re.compile(r"(?<![^\W\d_])[A-Za-z]*[aeiouAEIOU][a-z]{2,}(?![^\W\d_])")
NAMES: Final = {"Auf", "Achse", "Kartenspiel", "Ausgebremst", "Route", "Chicago", "Angeles", "Elo"}
"""What has one name in all languages."""


def find_plain(text: str) -> set[str]:
    """The words that are no names and in no disguise."""
    return set(PLAIN.findall(text)) - NAMES
