"""Base class of widgets, which checks a page's messages, and base class of a lesson's cards, which show errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.web import bundle
from gamekit.widgets.error_guard import guard, is_on_web_page
from gamekit.widgets.still_picture import StillWidget


class CarefulWidget(StillWidget, anywidget.AnyWidget):
    """A widget that answers a malformed message with a sentence and not with an error of its kernel."""

    without_python = traitlets.Dict().tag(sync=True)
    """Sentences that the page shows (web/shared/widget_view.js) while Python is busy or no longer knows the widget."""

    @traitlets.default("without_python")
    def _word_absence(self) -> dict[str, str]:
        page = _("The program behind this page has ended: reload the page.")
        cell = _("Python was started anew and no longer knows this: run this cell again.")
        return {
            "gone": page if is_on_web_page() else cell,
            "busy": _("Python is busy with something else; this appears as soon as it is free."),
        }

    def report(self, sentence: str, rule: str = "") -> None:
        self.send({"type": "error", "text": sentence, "rule": rule})

    @guard
    def _handle_msg(self, msg: Any) -> None:
        """Check a message's form and pass it on to ipywidgets."""
        data = msg.get("content", {}).get("data")
        fits = isinstance(data, dict) and isinstance(data.get("method"), str)
        if (
            not fits
            or not isinstance(data.get("state", {}), dict)
            or not isinstance(data.get("buffer_paths", []), list)
        ):
            raise OptionError(say_mismatch())
        super()._handle_msg(msg)

    @guard
    def set_state(self, sync_data: Any) -> None:
        """Set synchronised traits to values that the page sent; ipywidgets calls this."""
        try:
            super().set_state(sync_data)
        except (traitlets.TraitError, TypeError, ValueError, LookupError, AttributeError) as error:
            raise OptionError(_("The page sent a value of a wrong kind.")) from error


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
