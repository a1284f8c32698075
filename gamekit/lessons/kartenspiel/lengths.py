"""How many rounds a stage of Auf Achse – Das Kartenspiel lasts: the exact distribution.

Exact for players who lay any of their cards, all equally likely, as long as the draw pile lasts.
The simulations it is held against stand in the cells of the lessons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from gamekit.compiling import compile_kernel, kernel
from gamekit.game import Game
from gamekit.games.kartenspiel.state import FREIGHT, FREIGHT_KM, KM_KINDS

MOST_ROUNDS: Final = 40
NEGLIGIBLE: Final = 1e-6
"""A stage is followed until all but this share of stages has ended."""
FORGOTTEN: Final = 1e-12
"""A multiset rarer than this is not followed. There are many of them, and together they are less than `NEGLIGIBLE`."""
EMPTY: Final = -1
LOW_BITS: Final = (1 << 31) - 1
"""So many bits of a code go into its place, that their product with GOLDEN still fits into 63."""
GOLDEN: Final = 0x9E3779B1
"""2³² divided by the golden ratio: its multiples fill a hash table evenly."""

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
    copies, worth = np.array(counted, np.int64), np.array(values, np.int64)
    codes, chances, totals = np.zeros(1, np.int64), np.ones(1), np.zeros(1, np.int64)
    ends: list[float] = []
    drawn = 0
    spread = compile_kernel(draw_one)
    while len(ends) < most and drawn + players <= deck and chances.sum() > NEGLIGIBLE:
        ended = 0.0
        for card in range(players):
            # Even if all cards still to come in this round were the worst ones, a total from here on ends the stage.
            sure = limit - min(0, *values) * (players - 1 - card)
            size = _table_size(len(codes) * (len(counted) + 1))
            table = np.full(size, EMPTY, np.int64), np.zeros(size), np.zeros(size, np.int64)
            ended += spread(codes, chances, totals, copies, worth, shifts, blanks, deck, drawn, sure, *table)
            kept = (table[0] != EMPTY) & (table[1] > FORGOTTEN)
            codes, chances, totals = table[0][kept], table[1][kept], table[2][kept]
            drawn += 1
        ends.append(float(ended))
    return Lengths(tuple(ends), max(0.0, 1 - sum(ends)))


def _shifts(counted: Sequence[int]) -> Codes:
    """Where each kind's count begins in the code of a multiset: as many bits as it needs."""
    return np.cumsum([0, *(max(1, copies.bit_length()) for copies in counted)]).astype(np.int64)


def _table_size(states: int) -> int:
    """A power of two with room to spare. Merging leaves far fewer states than transitions."""
    return 1 << max(10, (states // 2).bit_length())


@kernel
def draw_one(
    codes: Codes,
    chances: Chances,
    totals: Codes,
    copies: Codes,
    worth: Codes,
    shifts: Codes,
    blanks: int,
    deck: int,
    drawn: int,
    sure: int,
    keys: Codes,
    new_chances: Chances,
    new_totals: Codes,
) -> float:
    """Every multiset with one card more goes into the hash table `keys`; returns the chance that has reached `sure`."""
    ended = 0.0
    kinds = len(copies)
    for i in range(len(codes)):
        code = codes[i]
        unit = chances[i] / (deck - drawn)
        laid = 0
        for k in range(kinds):
            there = (code >> shifts[k]) & ((1 << (shifts[k + 1] - shifts[k])) - 1)
            laid += there
            if there == copies[k]:
                continue
            chance = unit * (copies[k] - there)
            total = totals[i] + worth[k]
            if total >= sure:
                ended += chance
            else:
                place = find(code + (1 << shifts[k]), keys)
                new_chances[place] += chance
                new_totals[place] = total
        left = blanks - (drawn - laid)
        if left > 0:
            if totals[i] >= sure:
                ended += unit * left
            else:
                place = find(code, keys)
                new_chances[place] += unit * left
                new_totals[place] = totals[i]
    return ended


@kernel
def find(code: int, keys: Codes) -> int:
    """The place of a code in the hash table; a new code takes the next free place."""
    mask = len(keys) - 1
    folded = (code ^ (code >> 31)) & LOW_BITS
    place = (folded * GOLDEN >> 16) & mask
    while keys[place] != code and keys[place] != EMPTY:
        place = (place + 1) & mask
    keys[place] = code
    return place
