"""Lesson 3 of Route 66, the part “make”: a plan for the way home, driven by the rules and judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.errors import GamekitError
from gamekit.games.route66.state import STATES
from gamekit.lessons.desk import Shown, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.route66.common import loaded
from gamekit.lessons.route66.home import Timetable, driven, empty_road
from gamekit.show import Lab, Number, lab
from gamekit.words import _

TURNS: Final = 12
"""How many turns the plan of the make part may take."""
Driver = Callable[[int], int]


def make(spaces_from: Driver) -> Any:
    """The student's plan, driven by the rules; on a web page a plan from sliders."""
    return notebook_or_page(lambda: judged(spaces_from), builder)


def judged(spaces_from: Driver) -> Shown:
    """How a plan does, beside the best one. Never fails; says what is wrong instead."""
    try:
        stops = driven(empty_road(), spaces_from)
    except GamekitError as error:
        return say(str(error), kind="bad")
    except Exception as error:  # noqa: BLE001  a student's function may fail in any way
        return say(
            _("Your function fails: {kind}: {error}.").format(kind=type(error).__name__, error=error), kind="bad"
        )
    turns, cards = len(stops), stops[-1][1]
    if turns > TURNS:
        return say(
            _("*Too slow:* home after {turns} turns; {most} are allowed.").format(turns=turns, most=TURNS), kind="bad"
        )
    best = Timetable(empty_road()).best(TURNS)
    said = _("Home after {turns} turns with *{cards} cards*; the best plan for {most} turns brings {best}.").format(
        turns=turns, cards=cards, most=TURNS, best=best
    )
    return say(said, kind="good" if cards == best else "")


def builder() -> Lab:
    """A plan with one speed for each stretch of the road."""

    def go(california: float, west: float, middle: float, east: float) -> str:
        where = loaded().tables.state

        def plan(place: int) -> int:
            state = int(where[place])
            chosen = (
                california
                if state < 0 or state == STATES - 1
                else west
                if state >= 5
                else middle
                if state >= 2
                else east
            )
            return int(chosen)

        return str(judged(plan))

    return lab(
        go,
        Number("california", _("From Los Angeles and in California"), 1, 7, 4, unit="spaces"),
        Number("west", _("In Arizona and New Mexico"), 1, 7, 5, unit="spaces"),
        Number("middle", _("In Texas, Oklahoma and Kansas"), 1, 7, 5, unit="spaces"),
        Number("east", _("In Missouri and Illinois"), 1, 7, 5, unit="spaces"),
        title=_("Home in {turns} turns").format(turns=TURNS),
        button=_("Drive home"),
    )
