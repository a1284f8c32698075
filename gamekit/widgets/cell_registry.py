"""Registry of the cards (predictions, quizzes, panels, boards) that a lesson's cells create.

Inside `gather` cards are kept and numbered from 1 per kind, so that every run of the same cells gives a panel the same
number; otherwise they are only counted. A card that asks something has a key made of the id of its cell and its number
among the questions of this cell: equal in all languages, and stable as long as the cell exists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from IPython import get_ipython

NO_CELL: Final = "run"
"""Cell id in keys if a front end sends none; questions are then counted over the whole run."""


class CardRegistry:
    """Cards by kind and number, and the keys of those that ask something."""

    def __init__(self, keep: bool = True) -> None:
        self._keep = keep
        self._counts: Counter[str] = Counter()
        self._kept: dict[str, dict[int, Any]] = {}
        self._asked: Counter[str] = Counter()
        self._cell = NO_CELL
        self._execution = ""

    def add(self, kind: str, card: Any) -> int:
        """Register a card and return its number, counted from 1 per kind."""
        self._counts[kind] += 1
        if self._keep:
            self._kept.setdefault(kind, {})[self._counts[kind]] = card
        return self._counts[kind]

    def list_cards(self, kind: str) -> dict[int, Any]:
        return dict(self._kept.get(kind, {}))

    def enter_cell(self, cell: str, execution: str = "") -> None:
        """Count questions within this cell from now on; another execution of the same cell begins at 1 again."""
        if execution != self._execution and cell != NO_CELL:
            self._asked.pop(cell, None)
        self._cell, self._execution = cell, execution

    def next_key(self) -> str:
        """Return the key of the next card that asks something: the cell's id and an ordinal from 1."""
        if not self._keep:
            self.enter_cell(*find_execution())
        self._asked[self._cell] += 1
        return f"{self._cell}.{self._asked[self._cell]}"


_current = CardRegistry(keep=False)


def register_card(kind: str, card: Any) -> int:
    """Add a card to the current registry and return its number, counted from 1 per kind."""
    return _current.add(kind, card)


def next_key() -> str:
    """Return the key of a card that asks something, from the current registry.

    >>> with gather() as cards:
    ...     cards.enter_cell("cell-07")
    ...     next_key(), next_key()
    ('cell-07.1', 'cell-07.2')
    """
    return _current.next_key()


def find_execution() -> tuple[str, str]:
    """Return the id of the cell that a notebook's kernel executes, and the id of the request.

    JupyterLab sends the cell's id with each request; where a front end does not, it is `NO_CELL`.
    """
    shell = get_ipython()
    request = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = request.get("metadata", {}).get("cellId")
    return str(cell or NO_CELL), str(request.get("header", {}).get("msg_id", ""))


@contextmanager
def gather() -> Iterator[CardRegistry]:
    """Number the cards that are created within this context from 1, and keep them."""
    global _current
    before, _current = _current, CardRegistry()
    try:
        yield _current
    finally:
        _current = before
