"""Lesson 4 of Auf Achse: what a contract is worth, and what happens to people who bid their estimate.

Auctions are held by the rules of the game; estimates and their errors are the model of the lesson.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Game, load
from gamekit.games.auf_achse.auction import call_auction, pass_bid, place_bid
from gamekit.games.auf_achse.names import OPEN_NOW, PHASE_BID, UNSEEN
from gamekit.lessons.auf_achse.tours import Errand, best, inserted
from gamekit.lessons.auf_achse.travel import NAME, board

RICH: Final = 1_000_000
STEP: Final = 180
"""What a step is worth, in DM."""
LOT: Final = 4
"""The contract of the lesson."""

Floats = NDArray[np.float64]


@cache
def game(players: int) -> Game:
    """The game for so many bidders."""
    return load(NAME, players)


def revenue(contract: int) -> int:
    """What a contract brings."""
    return int(board().tables.revenue[contract])


def prices(contract: int) -> list[int]:
    """The five bids of a contract."""
    return [int(price) for price in board().tables.price[contract, 1:]]


def contracts() -> dict[str, str]:
    """All contracts, to choose from."""
    words: Any = board().rulebook.words
    return {str(c): words["contract"][c] for c in range(int(board().tables.contracts))}


def all_revenue() -> tuple[int, int]:
    """What all contracts of the box bring together, and how many they are."""
    t = board().tables
    return sum(int(x) for x in t.revenue[: t.contracts]), int(t.contracts)


def worth(errand: Errand, contract: int, step: int) -> tuple[int, int]:
    """A contract's steps on top of a tour, and its worth: revenue minus these steps at so many DM each."""
    more = inserted(errand, contract)
    return more, revenue(contract) - step * more


def alone(start: str, contract: int) -> int:
    """The steps of a contract by itself."""
    errand = Errand((contract,), start)
    return errand.length(best(errand))


# Auctions by the rules


def at_auction(players: int, contract: int, caller: int) -> tuple[Any, Any]:
    """A position in which `caller` may put a contract up, everybody rich enough for every bid."""
    g = game(players)
    s: Any = g.start()
    s.where[:] = UNSEEN
    s.where[contract] = OPEN_NOW
    s.open, s.stack = 1, 1
    s.cash[:players] = RICH
    s.truck[:players] = np.arange(players) + g.tables.cities
    s.current = s.mover = s.decider = caller
    s.round_number = 1
    return s, g.tables


def auction(limits: list[float], contract: int, caller: int = 0) -> tuple[int, int]:
    """Hold one auction: each player bids the lowest allowed bid up to a limit. Who wins, and at what price."""
    s, t = at_auction(len(limits), contract, caller)
    call_auction(s, t, contract)
    while s.phase == PHASE_BID:
        p = int(s.decider)
        least = int(s.bid) if p == s.caller else int(s.bid) + 1
        if t.price[contract, least] <= limits[p]:
            place_bid(s, t, least)
        else:
            pass_bid(s, t)
    winner = int(s.holder)
    return winner, int(RICH - s.cash[winner])


def estimates(value: float, error: float, players: int, auctions: int, seed: int) -> Floats:
    """What each player thinks the contract is worth: the true value and an error, even within ± `error`."""
    rng = np.random.default_rng(seed)
    found: Floats = value + rng.uniform(-error, error, (auctions, players))
    return found


def held(contract: int, value: float, guesses: Floats, shade: float) -> Floats:
    """The winner's profit in each auction, everybody bidding up to the own estimate less `shade`."""
    profits = []
    for number, row in enumerate(guesses):
        _winner, price = auction([float(x) - shade for x in row], contract, number % guesses.shape[1])
        profits.append(value - price)
    return np.array(profits)


# The same with prices that may take any value


def rising(value: float, guesses: Floats, shade: float) -> Floats:
    """Prices rise smoothly until only one is left: the winner pays the second-highest limit."""
    found: Floats = value - (np.sort(guesses, axis=1)[:, -2] - shade)
    return found


def curse(players: int, error: int, shade: int = 0) -> Fraction:
    """The exact mean profit with smoothly rising prices: error · (3 − n) / (n + 1), and the shade on top.

    >>> curse(3, 400), curse(5, 600)
    (Fraction(0, 1), Fraction(-200, 1))
    """
    return Fraction(error * (3 - players), players + 1) + shade


def fair_shade(players: int, error: int) -> Fraction:
    """By how much everybody must bid less, so that the winner neither wins nor loses on average."""
    return -curse(players, error)
