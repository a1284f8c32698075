"""The frame of every widget: a page’s message is looked at before anything is done with it."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.show.guard import guard, is_on_web_page
from gamekit.show.still import StillWidget


class CarefulWidget(StillWidget, anywidget.AnyWidget):
    """A widget that answers a message of a wrong form with a sentence, not with an error of its kernel."""

    without_python = traitlets.Dict().tag(sync=True)
    """What the page says (web/shared/lifeline.js) while Python is busy, and once Python knows the widget no more."""

    @traitlets.default("without_python")
    def _word_absence(self) -> dict[str, str]:
        page = _("The program behind this page has ended: reload the page.")
        cell = _("Python was started anew and no longer knows this: run this cell again.")
        return {
            "gone": page if is_on_web_page() else cell,
            "busy": _("Python is busy with something else; this appears as soon as it is free."),
        }

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence in the widget."""
        self.send({"type": "error", "text": sentence, "rule": rule})

    @guard
    def _handle_msg(self, msg: Any) -> None:
        """Whatever the page sends, as ipywidgets gets it."""
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
        """New values of synchronised traits; ipywidgets calls this."""
        try:
            super().set_state(sync_data)
        except (traitlets.TraitError, TypeError, ValueError, LookupError, AttributeError) as error:
            raise OptionError(_("The page sent a value of a wrong kind.")) from error
