"""Lesson 3 of the card game, when to stop climbing: what each first card of a hand is worth, exactly.

The model: the stage ends by itself, with the chances of lengths.py, and the run is built from the cards held now.
Strategies that play the whole game are in planner.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gamekit.errors import OptionError
from gamekit.games.kartenspiel.rules import KM_KINDS, REST
from gamekit.games.kartenspiel.runs import CLIMB, PAUSE, judge
from gamekit.lab.estimate import Estimate, mean
from gamekit.lessons.kartenspiel.lengths import Lengths
from gamekit.words import _

MOST_ROUNDS: Final = 6
MOST_CARDS: Final = 10
KM: Final = (*(10 * (kind + 1) for kind in range(KM_KINDS)), 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Run:
    """A run as far as its future depends on it: what it is worth, its last kilometre card, rests at its end."""

    value: int = 0
    last: int = 0
    rests: int = 0

    def laid(self, kind: int) -> Run:
        """The run with one card more, judged by the rules."""
        mark = int(judge(kind, KM[kind], self.last, self.rests))
        rests = self.rests + 1 if kind == REST else 0
        if mark == PAUSE:
            return Run(self.value, self.last, rests)
        value = self.value + KM[kind] if mark == CLIMB else KM[kind]
        return Run(value, KM[kind], rests)


class Plan:
    """The best way to lay a hand as a run, card by card, if the stage ends after each round with known chances.

    >>> Plan([0, 11], (0.5, 0.5)).worth(0), Plan([0, 11], (0.5, 0.5)).worth(11)
    (70.0, 65.0)
    """

    def __init__(self, hand: Sequence[int], ends: Sequence[float]) -> None:
        if not 1 <= len(hand) <= MOST_CARDS:
            raise OptionError(_("A hand has 1 to {most} cards.").format(most=MOST_CARDS))
        self.hand = tuple(sorted(hand))
        rounds = min(len(hand), len(ends), MOST_ROUNDS)
        # What lies beyond the last round that is planned counts as its end.
        self.ends = (*ends[: rounds - 1], max(0.0, 1.0 - sum(ends[: rounds - 1])))
        self._known: dict[tuple[tuple[int, ...], Run], float] = {}

    @property
    def firsts(self) -> dict[int, float]:
        """What each card is worth as the first one, if all later cards are laid as well as can be."""
        return {kind: self.worth(kind) for kind in sorted(set(self.hand))}

    def worth(self, first: int) -> float:
        """The expected kilometres if `first` is laid first."""
        return self._after(self.hand, Run(), first)

    def best(self, hand: tuple[int, ...] | None = None, run: Run | None = None) -> int:
        """The best card to lay now."""
        hand, run = hand or self.hand, run or Run()
        return max(sorted(set(hand)), key=lambda kind: self._after(hand, run, kind))

    def line(self, first: int | None = None) -> list[int]:
        """The cards in the order of the plan, as long as the stage goes on."""
        hand, run, laid = self.hand, Run(), []
        for number in range(len(self.ends)):
            kind = first if number == 0 and first is not None else self.best(hand, run)
            laid.append(kind)
            hand, run = without(hand, kind), run.laid(kind)
        return laid

    def simulated(self, first: int, stages: int = 4_000, seed: int = 1) -> Estimate:
        """The same by playing: draw how long the stage lasts, look what the plan's run is worth then."""
        run, values = Run(), []
        for kind in self.line(first):
            run = run.laid(kind)
            values.append(run.value)
        rng = np.random.default_rng((seed, first))
        rounds = rng.choice(len(self.ends), size=stages, p=np.array(self.ends) / sum(self.ends))
        return mean(np.array(values, float)[rounds])

    def _after(self, hand: tuple[int, ...], run: Run, kind: int) -> float:
        """The expected kilometres from now on if `kind` is laid now."""
        number = len(self.hand) - len(hand)
        here = run.laid(kind)
        going_on = sum(self.ends[number:])
        end = self.ends[number] / going_on if going_on > 0 else 1.0
        if number + 1 == len(self.ends) or end >= 1.0:
            return float(here.value)
        return end * here.value + (1 - end) * self._value(without(hand, kind), here)

    def _value(self, hand: tuple[int, ...], run: Run) -> float:
        key = (hand, run)
        if key not in self._known:
            self._known[key] = max(self._after(hand, run, kind) for kind in set(hand))
        return self._known[key]


def without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """A hand without one card of a kind."""
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def ends_of(lengths: Lengths) -> tuple[float, ...]:
    """How likely a stage ends with each round."""
    return lengths.ends
