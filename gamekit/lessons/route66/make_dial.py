"""Lesson 2 of Route 66, the part “make”: what a dial shows after a card, and a pack for a quiet road."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from gamekit.games.route66.box import KIND_NAMES
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.lessons.route66.common import limit, loaded
from gamekit.lessons.route66.dial import SPEEDS, Dial, after_card, mean_speed, share_above
from gamekit.show import Lab, Number, lab
from gamekit.words import _

TARGET: Final = Fraction(1, 20)
"""On a quiet road a car is above the limit in at most so many turns."""


def cases() -> list[Case]:
    """What a function `after(mph, card)` has to answer, each with its reason."""
    tries = (
        (20, 10),
        (0, -10),
        (45, 30),
        (40, 30),
        (35, "stop"),
        (50, 5),
        (55, 5),
        (70, -5),
        (60, -5),
        (70, -10),
        (5, -5),
    )
    made = []
    for mph, card in tries:
        kind = KIND_NAMES.index(card if isinstance(card, str) else f"{card:+d}")
        after = after_card(loaded(), mph, kind)
        made.append(Case((mph, card), after, reason(mph, card, after)))
    return made


def reason(mph: int, card: int | str, after: int) -> str:
    """Why a card leads where it leads."""
    if isinstance(card, str):
        return _("Stop fits every speedometer.")
    if not 0 <= mph + card <= SPEEDS[-1]:
        return _("{sum} is outside 0 to {top}: the card does not fit.").format(sum=mph + card, top=SPEEDS[-1])
    if after != mph + card:
        return _("{sum} is above the limit, and the card calls the patrol.").format(sum=mph + card)
    return _("{sum} is allowed.").format(sum=mph + card)


def checked(after: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(after, cases())


def make(after: Callable[..., Any]) -> Any:
    """The student's function: checked, and if it is right, its own chain is solved. On a web page, a pack is built."""
    return notebook_or_page(lambda: checked(after), builder)


def builder() -> Lab:
    """Build a pack with which cars are seldom too fast."""

    def judge(stop: float, slow: float, fives: float) -> tuple[str, str]:
        pack = f"stop {int(stop)}, -20 {int(slow)}, +5 {int(fives)}, -5 {int(fives)}"
        pi = Dial.of(loaded(speed_cards=pack)).stationary
        above = share_above(pi, limit())
        said = _("Exactly {above} of 100 turns are above {limit} mph; the mean speed is {mean} mph.").format(
            above=f"{100 * float(above):.2f}", limit=limit(), mean=f"{mean_speed(pi):.1f}"
        )
        goal = (
            _("Good: at most {target} of 100.")
            if above <= TARGET
            else _("Not yet: at most {target} of 100 are wanted.")
        )
        return said, goal.format(target=f"{100 * float(TARGET):g}")

    return lab(
        judge,
        Number("stop", _("Stop cards"), 0, 20, 4),
        Number("slow", _("−20 cards"), 0, 20, 4),
        Number("fives", _("+5 and −5 cards, of each"), 0, 20, 6),
        title=_("Build a pack for a quiet road"),
        button=_("Judge the pack"),
    )
