"""A page without a browser, for the tests of widgets."""

from __future__ import annotations

from typing import Any


class Page:
    """What a widget sent to its page, but for the news that it has heard a message at all."""

    def __init__(self, widget: Any) -> None:
        self.widget, self.heard = widget, []
        widget.send = lambda message, buffers=None: message == {"type": "heard"} or self.heard.append(message)

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        before = len(self.heard)
        self.widget._handle_custom_msg(message, [])
        return self.heard[before:]
