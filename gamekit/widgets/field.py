"""Text field for questions without one right answer; the browser stores what is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import say_mismatch
from gamekit.web import bundle
from gamekit.widgets.cards import Card
from gamekit.widgets.cell_registry import next_key
from gamekit.widgets.messages import field_words


class TextField(Card):
    """Text field with a title; `text` is what was written, as far as the page has sent it."""

    _esm = bundle.widget("cards/text_field", "{ render: viewOf(createField) }")

    def __init__(self, title: str, *, lines: int = 3, key: str = "") -> None:
        super().__init__()
        self.title, self.key, self.lines, self.text = title, key or next_key(), lines, ""

    def describe(self) -> str:
        return self.title

    def data(self) -> dict[str, Any]:
        return {"title": self.title, "key": self.key, "lines": self.lines, "words": field_words()}

    def pack_alone(self) -> dict[str, Any]:
        return {"kind": "field", "data": self.data()}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        if asked != "written":
            raise OptionError(say_mismatch())
        self.text = str(message.get("text", ""))
