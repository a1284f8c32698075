"""The lengths of the eight circuits as linear equations: solving them, and finding the row that does not fit.

Exact, with fractions. How a page shows it is in page_rebuild.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from gamekit.game import load
from gamekit.games.ausgebremst.box import Box

FIRST: Final = ("Bleifuß", "Plattfuß", "Nürburg")
SECOND: Final = ("Circuit", "Drom", "Ring")
LAPS: Final = 3
POINTS: Final = 84
MISPRINT: Final = 7
"""The circuit whose row does not fit the others."""
RIGHT: Final = 76
"""What it needs without a stop, by all the other rows."""


@cache
def box() -> Box:
    """What is printed of the circuits."""
    found: Box = load("ausgebremst").box
    return found


def pairs() -> dict[int, tuple[str, str]]:
    """Which halves make which circuit."""
    return {number: entry.halves for number, entry in enumerate(box().circuits, start=1)}


def with_stop() -> dict[int, int]:
    """The printed length of each race, with one stop."""
    return {number: entry.spaces for number, entry in enumerate(box().circuits, start=1)}


def without_stop() -> dict[int, int]:
    """The length of each race without a stop, as the printed pit cards and reserves give it."""
    entries = enumerate(box().circuits, start=1)
    return {number: POINTS - sum(entry.pit_cards[0]) - entry.reserve for number, entry in entries}


def laps_of(lengths: Mapping[int, int]) -> dict[int, Fraction]:
    """The length of one lap: a race is three laps and the first step over the line."""
    return {number: Fraction(length - 1, LAPS) for number, length in lengths.items()}


class Solution:
    """Halves `first + second = lap` for some circuits: a value for each half, and what does not fit.

    The equations say nothing about how a lap is split: whoever adds 1 to all first halves and takes 1 from all second
    ones has another solution. `bleifuss` is that free choice.
    """

    def __init__(self, laps: Mapping[int, Fraction], bleifuss: int = 12) -> None:
        self.laps = dict(laps)
        self.halves: dict[str, Fraction] = {}
        self.checks: dict[int, Fraction] = {}
        if any("Bleifuß" in pairs()[number] for number in laps):
            self.halves["Bleifuß"] = Fraction(bleifuss)
        waiting = sorted(laps)
        while waiting:
            number = next((n for n in waiting if any(half in self.halves for half in pairs()[n])), waiting[0])
            waiting.remove(number)
            self._use(number)

    def _use(self, number: int) -> None:
        """One equation: it gives a half, or it checks two that are known."""
        first, second = pairs()[number]
        if first in self.halves and second in self.halves:
            self.checks[number] = self.laps[number] - self.halves[first] - self.halves[second]
        elif first in self.halves:
            self.halves[second] = self.laps[number] - self.halves[first]
        else:
            self.halves.setdefault(second, Fraction(12))
            self.halves[first] = self.laps[number] - self.halves[second]

    @property
    def fits(self) -> bool:
        """Whether all equations hold together."""
        return not any(self.checks.values())


def suspects(laps: Mapping[int, Fraction]) -> list[int]:
    """The circuits without which all other equations hold together."""
    return [number for number in laps if Solution({n: lap for n, lap in laps.items() if n != number}).fits]


def told(laps: Mapping[int, Fraction], number: int) -> Fraction | None:
    """What all other equations say about a circuit's lap; None if they say nothing or contradict each other."""
    rest = Solution({n: lap for n, lap in laps.items() if n != number})
    if not rest.fits or not all(half in rest.halves for half in pairs()[number]) or not connected(laps, number):
        return None
    return sum((rest.halves[half] for half in pairs()[number]), Fraction(0))


def connected(laps: Mapping[int, Fraction], number: int) -> bool:
    """Whether a chain of other circuits leads from one half of a circuit to the other."""
    reached = {pairs()[number][0]}
    for _again in range(len(FIRST) + len(SECOND)):
        for other in laps:
            if other != number and set(pairs()[other]) & reached:
                reached |= set(pairs()[other])
    return pairs()[number][1] in reached


def stop_costs() -> dict[str, list[int]]:
    """What a stop costs on each second half, by every circuit that has it, with circuit 7 corrected."""
    free = without_stop() | {7: int(LAPS * (told(laps_of(without_stop()), 7) or 0) + 1)}
    costs: dict[str, list[int]] = {half: [] for half in SECOND}
    for number, (_first, second) in pairs().items():
        costs[second].append(with_stop()[number] - free[number])
    return costs


def fourth(bleifuss_drom: int, nuerburg_drom: int, bleifuss_circuit: int) -> int:
    """The length of Nürburg-Circuit from three others."""
    return nuerburg_drom - bleifuss_drom + bleifuss_circuit


def spoken(value: Fraction) -> str:
    """A fraction as people write it.

    >>> spoken(Fraction(25, 3)), spoken(Fraction(24))
    ('8 1/3', '24')
    """
    whole, rest = divmod(value, 1)
    return f"{whole} {rest}" if rest and whole else str(rest or whole)


def chain(numbers: Sequence[int]) -> str:
    """Circuits by name."""
    return ", ".join(f"{n} ({'-'.join(pairs()[n])})" for n in numbers)
