"""Lesson 1 of the card game, modify and make: what a run would be worth if its rules were a little different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamekit.games.kartenspiel.rules import KM_KINDS, REST
from gamekit.lessons.frame import Case
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.lessons.kartenspiel.worked_runs import REASONS, WORKED_RUNS, worth
from gamekit.words import _

Cards = Sequence[int | str]
"""A run as students write it: kilometres as numbers, "R" for a rest card, "A" for an action card."""


@dataclass(frozen=True)
class Variant:
    """Rules for a run. The defaults are the real ones, KS-12 to KS-17."""

    equal_breaks: bool = True
    rest_breaks: bool = False
    two_rests_break: bool = True
    action_breaks: bool = True

    def worth(self, cards: Cards) -> int:
        """What a run is worth under these rules.

        >>> run = [30, 50, 40, 60, 60, 70, 90]
        >>> Variant().worth(run), Variant(equal_breaks=False).worth(run)
        (220, 320)
        """
        value = last = rests = 0
        for card in cards:
            if isinstance(card, str):
                rests = rests + 1 if card == "R" else 0
                breaks = (
                    self.action_breaks if card == "A" else self.rest_breaks or (rests == 2 and self.two_rests_break)
                )
                if breaks:
                    value = last = 0
                if rests == 2:
                    rests = 1  # a third rest in a row makes a pair with the second
                continue
            rests = 0
            climbs = card > last or (card == last and not self.equal_breaks)
            value = value + card if climbs else card
            last = card
        return value


def written(text: str) -> list[int | str]:
    """A run of staging.py's signs as students write it.

    >>> written("70 R 80 B 110")
    [70, 'R', 80, 'A', 110]
    """
    return [10 * (kind + 1) if kind < KM_KINDS else "R" if kind == REST else "A" for kind in kinds(text)]


def cases() -> list[Case]:
    """The worked runs as tries for a student's `run_worth(cards)`, answered by the rules."""
    return [
        Case((written(text),), worth(text), reason())
        for (_rule, text), reason in zip(WORKED_RUNS, REASONS, strict=True)
    ]


def built(equal: str, rest: str, two_rests: str, action: str) -> Callable[[Cards], int]:
    """The function a builder makes; each choice is "breaks" or "goes on"."""
    breaks = _choices()[0]
    variant = Variant(equal == breaks, rest == breaks, two_rests == breaks, action == breaks)

    def run_worth(cards: Cards) -> int:
        return variant.worth(cards)

    return run_worth


def _choices() -> tuple[str, str]:
    return _("breaks the run"), _("does not break it")


def choices() -> tuple[str, str]:
    """The two answers of every question of the builder."""
    return _choices()
