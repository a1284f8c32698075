"""Error handling of callbacks: every exception becomes a sentence on the page; unforeseen ones are logged."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from gamekit.core.errors import GamekitError, IllegalAction
from gamekit.core.i18n.translation import _

ALONE: Final = "GAMEKIT_ALONE"
"""Environment variable set where a lesson is run for a page without Python: widgets then output all their data."""
LOG = logging.getLogger("gamekit.widgets")

P = ParamSpec("P")


class Reporter(Protocol):
    """An object that can show a sentence to its reader."""

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence and the number of its rule."""


S = TypeVar("S", bound=Reporter)


def guard(callback: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Return a method that shows exceptions through `self.report` and does not raise them."""

    @functools.wraps(callback)
    def safe(self: S, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  catches everything, in order to show it
            sentence, rule = explain_error(error)
            self.report(sentence, rule)

    return safe  # type: ignore[return-value]


def explain_error(error: Exception) -> tuple[str, str]:
    """Return the sentence about an error and its rule, if any; log errors that are not gamekit's."""
    if isinstance(error, IllegalAction):
        return error.sentence, error.rule
    if isinstance(error, GamekitError):
        return str(error), ""
    LOG.error("A callback failed.", exc_info=error)
    sentence = _("Something went wrong in the program, not in your game. Please go on, or reload the page.")
    return sentence, ""


def is_on_web_page() -> bool:
    """Return whether this runs for a web page, of gamekit's server or of Voilà, where code is hidden."""
    served = os.environ.get("SERVER_SOFTWARE", "").lower().startswith("voila")
    return served or ALONE in os.environ or any(name.startswith("VOILA_") for name in os.environ)
