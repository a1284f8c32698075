"""Plans: strategies for the card game that pupils make on a page by setting three numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gamekit.core.errors import OptionError, ReportError
from gamekit.core.i18n.translation import _, read_number, say_pair
from gamekit.core.strategy import Strategy
from gamekit.games.kartenspiel.strategies import make_plan

GAME: Final = "kartenspiel"

Plan = Mapping[str, int]
"""Values of a plan, by the names of its knobs."""


@dataclass(frozen=True)
class Knob:
    """Number of a plan, in km, with range, step and default."""

    name: str
    title: str
    low: int
    high: int
    step: int
    value: int


def knobs() -> list[Knob]:
    """Return the knobs of a plan for the card game."""
    return [
        Knob("first", _("Begin with at least, in km"), 10, 120, 10, 40),
        Knob("step", _("Climb by at most, in km"), 10, 110, 10, 40),
        Knob("enough", _("End the stage from, in km"), 0, 400, 50, 200),
    ]


def read_plan(given: Mapping[str, str]) -> Plan:
    """Parse a plan from a form. Raises `ReportError` if a number is missing, not whole or out of range.

    >>> read_plan({"first": "60", "step": "40", "enough": "100"})
    {'first': 60, 'step': 40, 'enough': 100}
    """
    values = {}
    for knob in knobs():
        try:
            value = read_number(given.get(knob.name, ""))
        except OptionError as error:
            raise ReportError(say_pair(knob.title, error)) from error
        if value != int(value) or not knob.low <= value <= knob.high:
            allowed = _("{title}: allowed are {low} to {high}.")
            raise ReportError(allowed.format(title=knob.title, low=knob.low, high=knob.high))
        values[knob.name] = int(value)
    return values


def describe_plan(plan: Plan) -> str:
    """Describe a plan in a sentence, in the reader's language.

    >>> describe_plan({"first": 60, "step": 40, "enough": 100})
    'begins with at least 60 km, climbs by at most 40 km, ends the stage from 100 km'
    """
    said = _("begins with at least {first} km, climbs by at most {step} km, ends the stage from {enough} km")
    return said.format(**plan)


def strategy_of(name: str, plan: Plan) -> Strategy:
    return make_plan(name, plan["first"], plan["step"], plan["enough"])
