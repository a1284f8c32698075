"""How many rounds a stage of Auf Achse – Das Kartenspiel lasts: the exact distribution.

Exact for players who lay any of their cards, all equally likely, as long as the draw pile lasts.
The simulations it is held against stand in the cells of the lessons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.core.game import Game
from gamekit.games.kartenspiel.state import FREIGHT, FREIGHT_KM, KM_KINDS

MOST_ROUNDS: Final = 40
NEGLIGIBLE: Final = 1e-6
"""A stage is followed until all but this share of stages has ended."""
FORGOTTEN: Final = 1e-12
"""A multiset rarer than this is not followed. There are many of them, and together they are less than `NEGLIGIBLE`."""

Codes = np.ndarray[Any, np.dtype[np.int64]]
Chances = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Lengths:
    """`ends[r]` is the chance that a stage ends with round r + 1; `rest` what was not followed to its end."""

    ends: tuple[float, ...]
    rest: float

    @property
    def mean(self) -> float:
        """The average number of rounds, without the `rest`."""
        return sum(chance * (r + 1) for r, chance in enumerate(self.ends))


def stage_lengths(game: Game, most: int = MOST_ROUNDS) -> Lengths:
    """The exact distribution of the number of rounds, for this game's deck, limit and number of players.

    Cards laid at random on the counter are a random sample of the deck, drawn one after another and not put
    back. Rest, barrier and the free roads count 0. Lost freight counts −50 for good: when it leaves, it takes
    50 km with it. So a stage is a walk through multisets of cards, and the chance of every step is known.

    >>> import gamekit as gk
    >>> lengths = stage_lengths(gk.load("kartenspiel", players=2, limit=50), most=2)
    >>> round(sum(lengths.ends) + lengths.rest, 9)
    1.0
    """
    deck = tuple(int(copies) for copies in game.tables.deck)
    values = (*(int(km) for km in game.tables.km[:KM_KINDS]), -FREIGHT_KM)
    counted = (*deck[:KM_KINDS], deck[FREIGHT])
    return walk(counted, values, sum(deck) - sum(counted), game.players, int(game.tables.limit), most)


@cache
def walk(
    counted: tuple[int, ...], values: tuple[int, ...], blanks: int, players: int, limit: int, most: int
) -> Lengths:
    """`counted[k]` cards are worth `values[k]`, `blanks` cards nothing; a round draws `players` cards, then looks."""
    deck = sum(counted) + blanks
    shifts = _shifts(counted)
    codes, chances, totals = np.zeros(1, np.int64), np.ones(1), np.zeros(1, np.int64)
    ends: list[float] = []
    drawn = 0
    while len(ends) < most and drawn + players <= deck and chances.sum() > NEGLIGIBLE:
        ended = 0.0
        for card in range(players):
            # Even if all cards still to come in this round were the worst ones, a total from here on ends the stage.
            sure = limit - min(0, *values) * (players - 1 - card)
            drawn_now = draw_one(codes, chances / (deck - drawn), totals, counted, values, shifts, blanks - drawn)
            over = drawn_now.totals >= sure
            ended += drawn_now.chances[over].sum()
            left = Multisets(drawn_now.codes[~over], drawn_now.chances[~over], drawn_now.totals[~over])
            codes, chances, totals = merge(left)
            drawn += 1
        ends.append(float(ended))
    return Lengths(tuple(ends), max(0.0, 1 - sum(ends)))


def _shifts(counted: Sequence[int]) -> Codes:
    """Where each kind's count begins in the code of a multiset: as many bits as it needs."""
    return np.cumsum([0, *(max(1, copies.bit_length()) for copies in counted)]).astype(np.int64)


class Multisets(NamedTuple):
    """Multisets of cards: their codes, the chance of each, and what its cards add up to."""

    codes: Codes
    chances: Chances
    totals: Codes


def draw_one(
    codes: Codes,
    unit: Chances,
    totals: Codes,
    counted: Sequence[int],
    values: Sequence[int],
    shifts: Codes,
    blanks_left: int,
) -> Multisets:
    """Return every multiset with one card more, once for each way to it.

    `unit` is the chance of each multiset and of one certain card after it; `blanks_left` how many blanks there would be
    if all cards so far had been blanks.
    """
    parts = []
    laid = np.zeros(len(codes), np.int64)
    for k, (copies, value) in enumerate(zip(counted, values, strict=True)):
        there = (codes >> shifts[k]) & ((1 << (shifts[k + 1] - shifts[k])) - 1)
        laid += there
        rest = copies - there
        some = rest > 0
        parts.append((codes[some] + (1 << shifts[k]), unit[some] * rest[some], totals[some] + value))
    left = blanks_left + laid
    some = left > 0
    parts.append((codes[some], unit[some] * left[some], totals[some]))
    return Multisets(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def merge(found: Multisets) -> Multisets:
    """Return the multisets each once, with the sum of its chances; those that are too rare are forgotten."""
    codes, first, place = np.unique(found.codes, return_index=True, return_inverse=True)
    chances: Chances = np.bincount(place, found.chances, len(codes)).astype(np.float64)
    kept = chances > FORGOTTEN
    return Multisets(codes[kept], chances[kept], found.totals[first][kept])
