"""Auf Achse: how much money a player can have at the end, and how many steps a game can take.

A contract pays once. Events pay as often as their pile goes round, which nothing stops but the last turn (AA-28): in a
long game most of the bound is what they could pay to one player for whom all others drive from event space to event
space. Nobody plays like that, so it is far above what players earn; that it could be much closer is not proven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gamekit.games.auf_achse.state import BIDS, PRIVATE

if TYPE_CHECKING:
    from gamekit.games.auf_achse.state import Tables

ONE_MOVE: Final = 8
"""Cards after which one truck may move: AA-E02, E03, E05, E08, E11, E28, E29, E30."""
TWO_MOVES: Final = 2
"""AA-E15, AA-E25: so many cards move two trucks; AA-E16 moves all of them."""
NO_MOVE: Final = 20
"""All others. (AA-E10, AA-E17: their roll follows a stop in a city, on a move that has drawn nothing, in its place.)"""
AWAY: Final = 7
"""Of these 20, so many at most are not in the pile: E10, E17 to E19 kept, two open debts (AA-25), a jam (AA-24)."""
ROUND: Final = NO_MOVE - AWAY
"""The pile is a queue (AA-14): from one draw of a card to its next, so many of the 20 at least are drawn."""


def idle_draws(t: Tables) -> int:
    """How often one of the 20 is drawn at most.

    A move draws one card at most, and is either a turn's roll or given by a card. So with z draws of the 20, z is at
    most turns + (players − 1) · snowstorms + both kinds of radio, and each of these three is drawn 1 + z / 13 times at
    most: z ≤ turns + (players + 1) · (1 + z / 13).
    """
    gained = int(t.players) + 1
    return ROUND * (int(t.rounds) * int(t.players) + gained) // (ROUND - gained)


def draws(t: Tables) -> int:
    """AA-14: how often any one card is drawn at most."""
    return 1 + idle_draws(t) // ROUND


def most_carried(t: Tables) -> int:
    """AA-17, AA-29: how many contracts one truck carries at most."""
    trailers = t.small_number * t.small_capacity + t.large_number * t.large_capacity
    room = min(t.stock, t.capacity + (0 if t.children else trailers))
    return int((np.cumsum(np.sort(t.goods[: t.contracts])) <= room).sum())


def returns(t: Tables) -> tuple[float, float]:
    """AA-25, AA-27: nobody pays what is not in the purse; cash, contracts and events bring no more than this.

    A player delivers the own three contracts, public ones, gifts of the reserve (AA-E07, AA-E27) and what others were
    dealt and gave away (AA-E06). Events pay AA-E09, E12, E18, E19 and E26.
    """
    often, others = draws(t), PRIVATE * (t.players - 1)
    reserve = t.contracts - PRIVATE - others - t.public
    number = PRIVATE + t.public + min(reserve, 2 * often) + min(others, often)
    contracts = int(np.sort(t.revenue[: t.contracts])[::-1][:number].sum())
    events = most_carried(t) * int(t.insurance) + int(t.help) + 2 * int(t.special_pay) + int(t.festival)
    return 0.0, float(int(t.cash) + contracts + often * events)


def longest(t: Tables) -> int:
    """AA-28: turns, the moves and questions in them, loading, auctions, trailers, and the set-up.

    A roll won in Munich (AA-E10) follows a move that did not itself begin so, and one for fast loading a card: hence
    twice the moves. A move takes seven steps: roll, drive, stop loading, roadworks, card, its answer, another roll.
    """
    often, turns, players = draws(t), int(t.rounds) * int(t.players), int(t.players)
    moves = 2 * (turns + often * (ONE_MOVE + 2 * TWO_MOVES + players + 1))
    loading = t.contracts + often * most_carried(t)
    auctions = t.public * (2 * BIDS + players + 2)
    set_up = 1 + (1 + PRIVATE) * players + t.open
    return int(7 * moves + 2 * turns + often + loading + auctions + t.small_number + t.large_number + set_up)
