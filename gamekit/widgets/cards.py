"""Base class of a lesson's cards: answers a page's greeting with its data, and every error with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import say_mismatch
from gamekit.web import bundle
from gamekit.widgets.base import CarefulWidget
from gamekit.widgets.error_guard import guard


class Card(CarefulWidget):
    """A widget of one card; subclasses define `data` and `receive`."""

    _css = bundle.widget_style()

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._hear)

    def data(self) -> dict[str, Any]:
        """Return what a view needs to draw the card."""
        raise NotImplementedError

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        """Carry out a request of the page. Raises a `GamekitError` if it cannot be done."""
        raise NotImplementedError

    @guard
    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        asked = message.get("do") if isinstance(message, dict) else None
        if asked == "hello":
            self.send({"type": "all", "data": self.data()})
        elif isinstance(asked, str):
            self.send({"type": "heard"})  # a restarted kernel would not answer
            self.receive(asked, message)
        else:
            raise OptionError(say_mismatch())
