"""What a lesson's cells make, in the order of making: its predictions, panels and boards each have a number.

Where a lesson is run for a page (`gather`) they are numbered from 1, and kept, so that whoever runs the same cells
finds the same panel under the same number. Elsewhere, as in JupyterLab, they only count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Made:
    """The cards of one lesson, by kind and number."""

    def __init__(self, keep: bool = True) -> None:
        self._keep = keep
        self._counts: Counter[str] = Counter()
        self._kept: dict[str, dict[int, Any]] = {}

    def add(self, kind: str, card: Any) -> int:
        """The number of a new card."""
        self._counts[kind] += 1
        if self._keep:
            self._kept.setdefault(kind, {})[self._counts[kind]] = card
        return self._counts[kind]

    def list_cards(self, kind: str) -> dict[int, Any]:
        """All cards of a kind, by number."""
        return dict(self._kept.get(kind, {}))


_now = Made(keep=False)


def number_of(kind: str, card: Any) -> int:
    """The number of a card that is being made."""
    return _now.add(kind, card)


@contextmanager
def gather() -> Iterator[Made]:
    """Within it, what is made is numbered from 1 and kept."""
    global _now
    before, _now = _now, Made()
    try:
        yield _now
    finally:
        _now = before
