"""What 84 points can do: hands dealt without replacement, sums of their cards, turns until a distance is driven.

Exact, with fractions, by counting; `dealt` does the same by lot. How a page shows it is in page_points.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gamekit.game import load
from gamekit.games.ausgebremst.box import Cards

VALUES: Final = (1, 2, 3, 4, 5, 6)
SET_UPS: Final = ("fast", "medium", "slow")
POINTS: Final = 84

Deck = tuple[int, ...]
"""How many cards of the values 1…6."""
Hand = tuple[int, ...]
"""Cards, ascending."""


@cache
def cards() -> Cards:
    """The cards of the box."""
    found: Cards = load("ausgebremst").box.cards
    return found


def deck(name: str) -> Deck:
    """A set-up, or "box" for all 28 cards."""
    return tuple(getattr(cards(), name))


def worth(counts: Deck) -> int:
    """The points of a deck."""
    return sum(value * n for value, n in zip(VALUES, counts, strict=True))


def hands(counts: Deck, size: int) -> Iterator[tuple[Hand, int]]:
    """All hands of a size, each with the number of ways in which it can be dealt."""
    for taken in itertools.product(*(range(min(n, size) + 1) for n in counts)):
        if sum(taken) == size:
            ways = 1
            for n, k in zip(counts, taken, strict=True):
                ways *= comb(n, k)
            yield tuple(value for value, k in zip(VALUES, taken, strict=True) for _again in range(k)), ways


def chance(counts: Deck, size: int, fits: Callable[[Hand], bool]) -> Fraction:
    """The exact chance that a hand dealt from a deck fits."""
    return Fraction(sum(ways for hand, ways in hands(counts, size) if fits(hand)), comb(sum(counts), size))


def dealt(counts: Deck, size: int, fits: Callable[[Hand], bool], tries: int, seed: int) -> int:
    """By lot: how many of `tries` hands fit."""
    rng = np.random.default_rng(seed)
    stack = np.repeat(VALUES, counts)
    drawn = np.argsort(rng.random((tries, len(stack))), axis=1)[:, :size]
    seen, times = np.unique(np.sort(stack[drawn], axis=1), axis=0, return_counts=True)
    return int(sum(n for hand, n in zip(seen, times, strict=True) if fits(tuple(int(card) for card in hand))))


def sums(hand: Sequence[int]) -> list[int]:
    """All distances that can be driven with some of these cards, ascending; 0 is not one of them.

    >>> sums([1, 3, 3])
    [1, 3, 4, 6, 7]
    """
    found = {sum(some) for size in range(1, len(hand) + 1) for some in itertools.combinations(hand, size)}
    return sorted(found)


def stops(hand: Hand, before: int, pits: int) -> bool:
    """Whether some of the cards end on one of the `pits` spaces behind the entry, which is `before` spaces ahead."""
    return any(before < distance <= before + pits for distance in sums(hand))


def all_used(hand: Hand, room: int) -> bool:
    """Whether all cards can be used in full before a blocked chicane with `room` free spaces in front of it."""
    return sum(hand) <= room


def one_used(hand: Hand, room: int) -> bool:
    """Whether at least one card can be used in full there."""
    return min(hand) <= room


def ways_to_sum(counts: Deck) -> NDArray[np.object_]:
    """Table [cards, points]: in how many ways so many cards of the deck make so many points."""
    table = np.zeros((sum(counts) + 1, worth(counts) + 1), dtype=object)
    table[0, 0] = 1
    for value, n in zip(VALUES, counts, strict=True):
        new = table.copy()
        for k in range(1, n + 1):
            new[k:, k * value :] += comb(n, k) * table[: len(table) - k, : table.shape[1] - k * value]
        table = new
    return table


def turns(counts: Deck, distance: int) -> dict[int, Fraction]:
    """The exact distribution of the turns a car alone on the track needs for a distance, cards shuffled."""
    table = ways_to_sum(counts)
    size = sum(counts)
    reached = [Fraction(int(table[k, distance:].sum()), comb(size, k)) for k in range(size + 1)]
    return {k: reached[k] - reached[k - 1] for k in range(1, size + 1) if reached[k] > reached[k - 1]}


def mean_turns(counts: Deck, distance: int) -> Fraction:
    """How many turns a distance takes on average."""
    return sum((k * p for k, p in turns(counts, distance).items()), Fraction(0))


def set_ups_of_84() -> Iterator[Deck]:
    """Every choice out of the 28 cards that is worth 84 points."""
    for counts in itertools.product(*(range(n + 1) for n in deck("box"))):
        if worth(counts) == POINTS:
            yield counts
