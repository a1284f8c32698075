"""Auf Achse: bounds of the money at the end and of the length of a game.

A contract pays once. Events pay as often as their pile is drawn through, which only the last turn limits (AA-28): in a
long game most of the bound is what events would pay one player if all the others drove from event space to event space.
It is far above what players earn; whether a much closer bound exists is not proven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gamekit.games.auf_achse.state import BIDS, PRIVATE

if TYPE_CHECKING:
    from gamekit.games.auf_achse.state import Tables

ONE_MOVE: Final = 8
"""Number of cards after which one truck may move: AA-E02, E03, E05, E08, E11, E28, E29, E30."""
TWO_MOVES: Final = 2
"""Number of cards that move two trucks, AA-E15 and AA-E25; AA-E16 moves all of them."""
NO_MOVE: Final = 20
"""Number of other cards. (The roll of AA-E10 and AA-E17 follows a stop in a city, on a move that draws no event.)"""
AWAY: Final = 7
"""Greatest number of these 20 outside the pile: E10, E17 to E19 kept, two open debts (AA-25), a jam (AA-24)."""
ROUND: Final = NO_MOVE - AWAY
"""Least number of the 20 drawn between two draws of one card, as the pile is a queue (AA-14)."""


def idle_draws(t: Tables) -> int:
    """Return the greatest number of draws of the 20 cards without a move.

    A move draws one card at most, and is either a turn's roll or given by a card. So with z draws of the 20, z is at
    most turns + (players − 1) · snowstorms + both kinds of radio, and each of these three is drawn 1 + z / 13 times at
    most: z ≤ turns + (players + 1) · (1 + z / 13).
    """
    gained = int(t.players) + 1
    return ROUND * (int(t.rounds) * int(t.players) + gained) // (ROUND - gained)


def draws(t: Tables) -> int:
    """AA-14: return the greatest number of draws of any one card."""
    return 1 + idle_draws(t) // ROUND


def most_carried(t: Tables) -> int:
    """AA-17, AA-29: return the greatest number of contracts one truck carries."""
    trailers = t.small_number * t.small_capacity + t.large_number * t.large_capacity
    room = min(t.stock, t.capacity + (0 if t.children else trailers))
    return int((np.cumsum(np.sort(t.goods[: t.contracts])) <= room).sum())


def returns(t: Tables) -> tuple[float, float]:
    """AA-25, AA-27: return 0 and the greatest sum in DM of cash, contracts and events; money never falls below 0.

    A player delivers the own three contracts, public ones, gifts of the reserve (AA-E07, AA-E27) and contracts that
    others gave away (AA-E06). Events pay by AA-E09, E12, E18, E19 and E26.
    """
    often, others = draws(t), PRIVATE * (t.players - 1)
    reserve = t.contracts - PRIVATE - others - t.public
    number = PRIVATE + t.public + min(reserve, 2 * often) + min(others, often)
    contracts = int(np.sort(t.revenue[: t.contracts])[::-1][:number].sum())
    events = most_carried(t) * int(t.insurance) + int(t.help) + 2 * int(t.special_pay) + int(t.festival)
    return 0.0, float(int(t.cash) + contracts + often * events)


def longest(t: Tables) -> int:
    """AA-28: upper bound of the steps of a game: turns, moves, questions, loading, auctions, trailers, set-up.

    A roll won in Munich (AA-E10) follows a move that did not itself begin so, and one for fast loading needs a card:
    hence twice the moves. A move takes seven steps: roll, drive, stop loading, roadworks, card, its answer, another
    roll.
    """
    often, turns, players = draws(t), int(t.rounds) * int(t.players), int(t.players)
    moves = 2 * (turns + often * (ONE_MOVE + 2 * TWO_MOVES + players + 1))
    loading = t.contracts + often * most_carried(t)
    auctions = t.public * (2 * BIDS + players + 2)
    set_up = 1 + (1 + PRIVATE) * players + t.open
    return int(7 * moves + 2 * turns + often + loading + auctions + t.small_number + t.large_number + set_up)
