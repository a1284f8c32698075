"""Strategies that are built on a page: a few numbers, made into a strategy file like any other.

The one plan there is so far is that of the lesson “Write a strategy” (notebooks/topics).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gamekit.classroom.forms import ReportError
from gamekit.words import _

GAME: Final = "kartenspiel"


@dataclass(frozen=True)
class Knob:
    """A number of a plan, in km."""

    name: str
    title: str
    low: int
    high: int
    step: int
    value: int


def knobs() -> list[Knob]:
    """What can be set in a plan for the card game."""
    return [
        Knob("first", _("Begin with at least, in km"), 10, 120, 10, 40),
        Knob("step", _("Climb by at most, in km"), 10, 110, 10, 40),
        Knob("enough", _("End the stage from, in km"), 0, 400, 50, 200),
    ]


def build_file(given: Mapping[str, str]) -> str:
    """The text of the file that plays by these numbers. Raises `ReportError` for what is none of them.

    >>> build_file({"first": "60", "step": "40", "enough": "100"}).splitlines()[0]
    '\"\"\"A plan: begins with at least 60 km, climbs by at most 40, ends from 100.\"\"\"'
    """
    values = {}
    for knob in knobs():
        text = given.get(knob.name, "")
        if not (text.isascii() and text.isdigit() and len(text) < 5 and knob.low <= int(text) <= knob.high):
            allowed = _("{title}: allowed are {low} to {high}.")
            raise ReportError(allowed.format(title=knob.title, low=knob.low, high=knob.high))
        values[knob.name] = int(text)
    first, step, enough = (values[name] for name in ("first", "step", "enough"))
    said = f"A plan: begins with at least {first} km, climbs by at most {step}, ends from {enough}."
    return f'"""{said}"""\n\nFIRST = {first}\nSTEP = {step}\nENOUGH = {enough}\n{PLAYS}'


PLAYS: Final = """
from gamekit.games.kartenspiel.rules import KINDS, PHASE_COUNTER, REST


def card_of(number):
    kind = int(number) % KINDS
    return 10 * (kind + 1) if kind < REST else "R" if kind == REST else "A"


def worth_of(run):
    worth, last, rested = 0, 0, False
    for card in run:
        if card == "A" or (card == "R" and rested):
            worth, last, rested = 0, 0, card == "R"
        elif card == "R":
            rested = True
        else:
            worth, last, rested = (worth + card if card > last else card), card, False
    return worth, last, rested


def choose(s, t, player, actions, n, rng):
    cards = {card_of(action): int(action) for action in actions}
    km = sorted(card for card in cards if card not in ("R", "A"))
    worth, last, rested = worth_of([card_of(number) for number in s.run[player][: s.run_size[player]]])
    if not km:
        return actions[0]
    if s.phase == PHASE_COUNTER:
        return cards[km[-1] if worth >= ENOUGH else km[0]]
    low, high = (FIRST, 120) if last == 0 else (last + 10, last + STEP)
    good = [card for card in km if low <= card <= high]
    if not good and "R" in cards and last > 0 and not rested:
        return cards["R"]
    return cards[(good or [card for card in km if card > last] or km)[0]]
"""
