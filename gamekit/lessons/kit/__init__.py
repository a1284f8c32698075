"""Kit shared by all lessons: predictions, questions, panels over a notebook's functions, comparisons, checks.

Names that need Matplotlib are imported on first access, so that a lesson that only plays games loads quickly.
"""

from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

from gamekit.core.extras import need

with need("A lesson"):
    from gamekit.lessons.kit.checks import Case, Verdict, check, check_against
    from gamekit.lessons.kit.output import call, count, fold, join_numbers, judged, right, say, table, wrong
    from gamekit.lessons.kit.panels import panel
    from gamekit.lessons.kit.questions import ask, bet, exercise, exit_ticket, field, puzzles, question, quiz
    from gamekit.lessons.kit.situation_viewer import situations
    from gamekit.lessons.localized_numbers import say_numbers_in

if TYPE_CHECKING:
    from gamekit.lessons.kit.comparison import (
        apart,
        beyond,
        closing_in,
        compare,
        estimate,
        hundred,
        of_hundred,
        typical,
    )
    from gamekit.widgets.charts import bars, distribution, heat, lines, network

_COMPARED = ("apart", "beyond", "closing_in", "compare", "estimate", "hundred", "of_hundred", "typical")
_DRAWN = ("bars", "distribution", "heat", "lines", "network")
_LATER = dict.fromkeys(_COMPARED, "gamekit.lessons.kit.comparison") | dict.fromkeys(_DRAWN, "gamekit.widgets.charts")
_IMPORTING = RLock()  # panels run in threads, and two that import Matplotlib at the same time get half of it

__all__ = [
    "Case",
    "Verdict",
    "apart",
    "ask",
    "bars",
    "bet",
    "beyond",
    "call",
    "check",
    "check_against",
    "closing_in",
    "compare",
    "count",
    "distribution",
    "estimate",
    "exercise",
    "exit_ticket",
    "field",
    "fold",
    "heat",
    "hundred",
    "join_numbers",
    "judged",
    "lines",
    "network",
    "of_hundred",
    "panel",
    "puzzles",
    "question",
    "quiz",
    "right",
    "say",
    "situations",
    "table",
    "typical",
    "wrong",
]


def __getattr__(name: str) -> Any:
    """Import a name of `_LATER` on first access."""
    if name not in _LATER:
        raise AttributeError(f"gamekit.lessons.kit has no {name!r}.")
    with _IMPORTING:
        return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _say_numbers() -> None:
    """Make f-strings of a notebook write numbers as the reader's language does; does nothing outside IPython."""
    from IPython import get_ipython  # is there: need("A lesson") has asked for it

    shell = get_ipython()
    if shell is not None:
        say_numbers_in(shell)


_say_numbers()
