"""The speedometer as a Markov chain: exact matrix, stationary distribution, waiting times – and dials by lot.

The model: each turn one card of the whole pack comes to a car on the road and is put back. If it does not
fit, the speed stays. What a card does is asked of the rules. Pictures and texts are in speedometer.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError
from gamekit.game import Game
from gamekit.games.route66.rules_cards import speed_after
from gamekit.games.route66.rules_road import check_speed
from gamekit.games.route66.state import KINDS, TOP_SPEED, State
from gamekit.record import clear_notes

STEP: Final = 5
SPEEDS: Final = tuple(range(0, TOP_SPEED + 1, STEP))
ON_THE_ROAD: Final = 20
"""Some place between the cities, where the patrol catches a car."""
MOST_TURNS: Final = 500

Row = list[Fraction]


def after_card(game: Game, mph: int, kind: int) -> int:
    """What the speedometer shows after a card, by the rules; the same as before if the card does not fit.

    >>> from gamekit import load
    >>> after_card(load("route66"), 60, 0), after_card(load("route66"), 50, 0)
    (0, 55)
    """
    s: State = game.start()  # type: ignore[assignment]
    t = game.tables
    s.place[0], s.speed[0] = ON_THE_ROAD, mph
    after = int(speed_after(s, t, kind, 0))
    if not 0 <= after <= TOP_SPEED:
        return mph
    s.speed[0] = after
    if t.patrol[kind]:
        check_speed(s, t, 0)
        clear_notes(s)
    return int(s.speed[0])


@dataclass(frozen=True)
class Dial:
    """One speedometer as a chain: `moves[i][kind]` is the speed that follows `SPEEDS[i]`, `weights` the pack."""

    moves: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Dial:
        """The speedometer of a game, with its pack of cards and its speed limit."""
        weights = tuple(int(n) for n in game.tables.count)
        return cls(tuple(tuple(after_card(game, mph, kind) for kind in range(KINDS)) for mph in SPEEDS), weights)

    @cached_property
    def matrix(self) -> tuple[tuple[Fraction, ...], ...]:
        """The transition matrix: row by row, from each speed the chance of each speed a turn later."""
        total = sum(self.weights)
        rows = []
        for follows in self.moves:
            row = [Fraction(0)] * len(SPEEDS)
            for after, weight in zip(follows, self.weights, strict=True):
                row[after // STEP] += Fraction(weight, total)
            rows.append(tuple(row))
        return tuple(rows)

    @cached_property
    def stationary(self) -> tuple[Fraction, ...]:
        """The distribution that one more turn does not change, as fractions.

        Raises `OptionError` if there are several: then the pack splits the speeds into parts that never meet.
        """
        size = len(SPEEDS)
        # π(P − 1) = 0 and the sum of π is 1: the last equation takes the place of one that follows from the others.
        rows: list[Row] = [
            [self.matrix[j][i] - (1 if i == j else 0) for j in range(size)] + [Fraction(0)] for i in range(size - 1)
        ]
        rows.append([Fraction(1)] * (size + 1))
        return tuple(solved(rows))

    def after(self, turns: int, start: int = 0) -> NDArray[np.float64]:
        """The distribution after so many turns from a speed."""
        if not 0 <= turns <= MOST_TURNS or start not in SPEEDS:
            raise OptionError(f"Turns are 0 to {MOST_TURNS}, speeds {SPEEDS[0]} to {SPEEDS[-1]} in steps of {STEP}.")
        chances = np.zeros(len(SPEEDS))
        chances[start // STEP] = 1.0
        step = np.array(self.matrix, float)
        for _again in range(turns):
            chances = chances @ step
        return chances

    def waiting(self, wanted: Callable[[int], bool]) -> dict[int, Fraction]:
        """From each speed, the expected number of turns until a speed is `wanted`; 0 where it is."""
        others = [i for i, mph in enumerate(SPEEDS) if not wanted(mph)]
        rows: list[Row] = [[Fraction(int(i == j)) - self.matrix[i][j] for j in others] + [Fraction(1)] for i in others]
        times = dict(zip(others, solved(rows), strict=True))
        return {mph: times.get(i, Fraction(0)) for i, mph in enumerate(SPEEDS)}

    def thrown(self, turns: int, dials: int, seed: int, start: int = 0) -> NDArray[np.int64]:
        """So many dials, each turned by cards drawn by lot: what they show after so many turns."""
        rng = np.random.default_rng(seed)
        moves = np.array(self.moves, np.int64)
        cards = np.repeat(np.arange(KINDS), self.weights)
        speeds = np.full(dials, start, np.int64)
        for _again in range(turns):
            speeds = moves[speeds // STEP, cards[rng.integers(0, len(cards), dials)]]
        return speeds

    def thrown_until(self, wanted: Callable[[int], bool], dials: int, seed: int, start: int = 0) -> NDArray[np.int64]:
        """So many dials by lot: after how many turns each shows a wanted speed for the first time."""
        rng = np.random.default_rng(seed)
        moves = np.array(self.moves, np.int64)
        cards = np.repeat(np.arange(KINDS), self.weights)
        hit = np.array([wanted(mph) for mph in SPEEDS])
        speeds, turns = np.full(dials, start, np.int64), np.zeros(dials, np.int64)
        waiting = ~hit[speeds // STEP]
        while waiting.any():
            speeds[waiting] = moves[speeds[waiting] // STEP, cards[rng.integers(0, len(cards), int(waiting.sum()))]]
            turns[waiting] += 1
            waiting &= ~hit[speeds // STEP]
        return turns


def share_above(chances: Sequence[Any], limit: int) -> Any:
    """The chance of a speed above `limit`."""
    return sum((p for mph, p in zip(SPEEDS, chances, strict=True) if mph > limit), type(chances[0])(0))


def mean_speed(chances: Sequence[Any]) -> float:
    """The mean speed in mph."""
    return float(sum(mph * p for mph, p in zip(SPEEDS, chances, strict=True)))


def mean_spaces(chances: Sequence[Any]) -> float:
    """The mean number of spaces a turn (R66-16)."""
    return float(sum(mph // 10 * p for mph, p in zip(SPEEDS, chances, strict=True)))


def solved(rows: list[Row]) -> list[Fraction]:
    """Linear equations solved exactly; each row ends with its right-hand side. Raises `OptionError` if singular."""
    size = len(rows)
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column] != 0), None)
        if pivot is None:
            raise OptionError("With this pack some speeds can never be reached from others: there is no single answer.")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for i in range(size):
            if i != column and rows[i][column] != 0:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[-1] for row in rows]
