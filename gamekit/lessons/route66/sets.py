"""Drawing state cards, exactly: hands without putting back, and how long until every state has been seen.

Everything is counted in whole numbers and given as fractions. Pictures and texts are in collecting.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Game
from gamekit.games.route66.state import CALIFORNIA, ILLINOIS


def copies(game: Game) -> tuple[int, ...]:
    """How many cards of each state lie in the pile when the game begins."""
    return tuple(int(n) * game.players for n in game.tables.copies)


def none_of(total: int, wanted: int, drawn: int) -> Fraction:
    """The chance that none of `wanted` cards among `total` is in a hand of `drawn` cards: hypergeometric.

    >>> none_of(4, 2, 2)
    Fraction(1, 6)
    """
    return Fraction(comb(total - wanted, drawn), comb(total, drawn))


def can_begin(game: Game) -> Fraction:
    """The chance that an opening hand holds a card that can be laid at once: Illinois or California (R66-10)."""
    counts = copies(game)
    return 1 - none_of(sum(counts), counts[ILLINOIS] + counts[CALIFORNIA], int(game.tables.state_hand))


@cache
def ways(counts: tuple[int, ...], drawn: int) -> tuple[int, ...]:
    """In how many ways `drawn` cards show exactly 0, 1, 2 … different states.

    >>> ways((1, 2), 2)
    (0, 1, 2)
    """
    table = [[0] * (drawn + 1) for _ in range(len(counts) + 1)]
    table[0][0] = 1
    for there in counts:
        for states in range(len(counts), 0, -1):
            for cards in range(drawn, 0, -1):
                table[states][cards] += sum(
                    comb(there, k) * table[states - 1][cards - k] for k in range(1, min(there, cards) + 1)
                )
    return tuple(row[drawn] for row in table)


def different(counts: tuple[int, ...], drawn: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … different states among `drawn` cards, not put back."""
    total = comb(sum(counts), drawn)
    return tuple(Fraction(n, total) for n in ways(counts, drawn))


def seen_all(counts: tuple[int, ...], drawn: int) -> Fraction:
    """The chance that `drawn` cards, not put back, show every state."""
    return different(counts, drawn)[-1] if drawn <= sum(counts) else Fraction(1)


def mean_until_all(counts: tuple[int, ...]) -> Fraction:
    """The mean number of cards until every state has been seen, not put back."""
    return sum((1 - seen_all(counts, drawn) for drawn in range(sum(counts))), Fraction(0))


def mean_with_putting_back(counts: Sequence[int]) -> Fraction:
    """The same if each card is put back: the coupon collector with unequal chances, by inclusion and exclusion.

    >>> mean_with_putting_back([1, 1])
    Fraction(3, 1)
    """
    total = sum(counts)
    mean = Fraction(0)
    for size in range(1, len(counts) + 1):
        for some in combinations(counts, size):
            mean += (-1) ** (size + 1) * Fraction(total, sum(some))
    return mean


def dealt(game: Game, drawn: int, deals: int, seed: int) -> NDArray[np.int64]:
    """The states of so many hands dealt by lot from the full pile, a row for each."""
    rng = np.random.default_rng(seed)
    pile = np.repeat(np.arange(len(copies(game))), copies(game))
    order = rng.random((deals, len(pile))).argsort(axis=1)[:, :drawn]
    hands: NDArray[np.int64] = pile[order]
    return hands


def until_all(game: Game, deals: int, seed: int, put_back: bool = False) -> NDArray[np.int64]:
    """How many cards it took by lot until every state had been seen."""
    counts = copies(game)
    if put_back:
        rng = np.random.default_rng(seed)
        pile = np.repeat(np.arange(len(counts)), counts)
        rows = pile[rng.integers(0, len(pile), (deals, 60 * len(counts)))]
    else:
        rows = dealt(game, sum(counts), deals, seed)
    firsts = np.stack([(rows == state).argmax(axis=1) for state in range(len(counts))])
    found: NDArray[np.int64] = firsts.max(axis=0) + 1
    return found
