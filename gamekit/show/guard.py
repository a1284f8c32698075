"""One guard round every callback: whatever goes wrong becomes a sentence on the page, never silence, never a traceback.

Which sentence an error of gamekit carries is decided where it is raised.
"""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from gamekit.core.errors import GamekitError, IllegalAction
from gamekit.core.i18n.translation import _

ALONE: Final = "GAMEKIT_ALONE"
"""Set where a lesson is run for a web page of its own (serve/lesson_run.py): widgets then tell all it must know."""
LOG = logging.getLogger("gamekit.show")

P = ParamSpec("P")


class Reporter(Protocol):
    """Something that can show a sentence to the person in front of it."""

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence, and the number of the rule it comes from."""


S = TypeVar("S", bound=Reporter)


def guard(callback: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """A method that never fails: errors are shown through `self.report`, and unforeseen ones are logged too."""

    @functools.wraps(callback)
    def safe(self: S, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  the one place where everything is caught, and shown
            sentence, rule = explain_error(error)
            self.report(sentence, rule)

    return safe  # type: ignore[return-value]


def explain_error(error: Exception) -> tuple[str, str]:
    """What to tell a person about an error, and the rule it is about, if any."""
    if isinstance(error, IllegalAction):
        return error.sentence, error.rule
    if isinstance(error, GamekitError):
        return str(error), ""
    LOG.error("A callback failed.", exc_info=error)
    sentence = _("Something went wrong in the program, not in your game. Please go on, or reload the page.")
    return sentence, ""


def is_on_web_page() -> bool:
    """Whether this runs for a web page, of this package's server or of Voilà, where code is hidden."""
    served = os.environ.get("SERVER_SOFTWARE", "").lower().startswith("voila")
    return served or ALONE in os.environ or any(name.startswith("VOILA_") for name in os.environ)
