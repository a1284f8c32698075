"""Exact distribution of the number of rounds of a stage of Auf Achse – Das Kartenspiel.

Exact for players who lay a card chosen uniformly from their hands, as long as the draw pile lasts.
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
"""Probability of not having ended at or below which a stage is no longer followed."""
FORGOTTEN: Final = 1e-12
"""Probability below which a multiset is dropped; all dropped ones together are less than `NEGLIGIBLE`."""

Codes = np.ndarray[Any, np.dtype[np.int64]]
Chances = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Lengths:
    """Distribution: `ends[r]` is the probability of r + 1 rounds, `rest` the one not followed to the end."""

    ends: tuple[float, ...]
    rest: float

    @property
    def mean(self) -> float:
        """Mean number of rounds, without the `rest`."""
        return sum(chance * (r + 1) for r, chance in enumerate(self.ends))


def stage_lengths(game: Game, most: int = MOST_ROUNDS) -> Lengths:
    """Return the exact distribution of the number of rounds, for this game's deck, limit and number of players.

    Cards laid at random on the counter are a random sample of the deck without replacement. Rest, barrier and the free
    roads count 0. Lost freight counts −50 for good: when it leaves, it takes 50 km with it. So the counter is a random
    walk on multisets of cards with known transition probabilities. At most `most` rounds are followed.

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
    """Return the distribution for a deck of `counted[k]` cards of `values[k]` km and `blanks` cards of 0 km.

    A round draws `players` cards, and then compares the total with `limit`.
    """
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
    """Return the bit offsets of each kind's count in the code of a multiset."""
    return np.cumsum([0, *(max(1, copies.bit_length()) for copies in counted)]).astype(np.int64)


class Multisets(NamedTuple):
    """Multisets of cards: codes, probabilities, and totals in km."""

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
    """Return every multiset with one card added, once for each way to it.

    `unit` is the probability of each multiset divided by the number of cards left; `blanks_left` the number of blanks
    that would be left if all cards drawn were blanks.
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
    """Return each multiset once, with the sum of its probabilities; those up to `FORGOTTEN` are dropped."""
    codes, first, place = np.unique(found.codes, return_index=True, return_inverse=True)
    chances: Chances = np.bincount(place, found.chances, len(codes)).astype(np.float64)
    kept = chances > FORGOTTEN
    return Multisets(codes[kept], chances[kept], found.totals[first][kept])
