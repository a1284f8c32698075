"""Widgets and charts of lessons and pages: boards, quizzes, predictions, panels, text fields. No rules, no game.

A public name is loaded at first use, so that a page that only plays does not load matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.core.extras import need

if TYPE_CHECKING:
    from gamekit.widgets.bet import Bet
    from gamekit.widgets.canvas import Chart
    from gamekit.widgets.charts import bars, distribution, heat, lines, network
    from gamekit.widgets.controls import Choice, Number, Numbers, YesNo
    from gamekit.widgets.panel import Judged, Lab, Table, lab
    from gamekit.widgets.quiz import Question, Quiz, TextField
    from gamekit.widgets.stepper import Stepper, play, replay

_PUBLIC = {
    name: f"gamekit.widgets.{module}"
    for module, names in {
        "bet": "Bet",
        "canvas": "Chart",
        "charts": "bars distribution heat lines network",
        "panel": "Judged Lab Table lab",
        "quiz": "Question Quiz TextField",
        "controls": "Choice Number Numbers YesNo",
        "stepper": "Stepper play replay",
    }.items()
    for name in names.split()
}
"""The module that defines each public name."""

__all__ = [
    "Bet",
    "Chart",
    "Choice",
    "Judged",
    "Lab",
    "Number",
    "Numbers",
    "Question",
    "Quiz",
    "Stepper",
    "Table",
    "TextField",
    "YesNo",
    "bars",
    "distribution",
    "heat",
    "lab",
    "lines",
    "network",
    "play",
    "replay",
]


def __getattr__(name: str) -> Any:
    """Load a public name at first use (PEP 562)."""
    if name not in _PUBLIC:
        raise AttributeError(f"gamekit.widgets has no {name!r}.")
    with need(f"gamekit.widgets.{name}"):
        return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return __all__
