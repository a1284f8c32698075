"""A field to write an answer into, for questions without one right answer. The browser keeps what is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import say_mismatch
from gamekit.show.card_registry import next_key
from gamekit.show.cards import Card
from gamekit.show.strings import field_words
from gamekit.web import bundle


class TextField(Card):
    """A field on the page, called `title`; `text` is what was written there, as far as this program was told."""

    _esm = bundle.module("cards/fieldwidget")

    def __init__(self, title: str, *, lines: int = 3, key: str = "") -> None:
        super().__init__()
        self.title, self.key, self.lines, self.text = title, key or next_key(), lines, ""

    def describe(self) -> str:
        """The title."""
        return self.title

    def data(self) -> dict[str, Any]:
        """The title, and the name under which the browser keeps what is written."""
        return {"title": self.title, "key": self.key, "lines": self.lines, "words": field_words()}

    def pack_alone(self) -> dict[str, Any]:
        """The same: the page keeps what is written."""
        return {"kind": "field", "data": self.data()}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        """What the reader has written."""
        if asked != "written":
            raise OptionError(say_mismatch())
        self.text = str(message.get("text", ""))
