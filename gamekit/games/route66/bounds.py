"""Route 66: bounds of a player's return and of the length of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gamekit.games.route66.state import CALIFORNIA, STATES, TURNING_BONUS

if TYPE_CHECKING:
    from gamekit.games.route66.state import Tables


def returns(t: Tables) -> tuple[float, float]:
    """R66-22, R66-23: lower and upper bound of a player's return, in state cards.

    The upper bound counts a stop at every space of the way home and the two cards of California, limited by the turns
    of the game and the cards of each state. A car that drives home alone, one space a turn, reaches it.
    """
    wanted = [int(t.cards[t.state == state].sum()) for state in range(STATES)]
    wanted[CALIFORNIA] += TURNING_BONUS
    lying = sum(min(cards, int(t.copies[i]) * int(t.players)) for i, cards in enumerate(wanted))
    in_time = TURNING_BONUS + int(np.sort(t.cards)[::-1][: int(t.rounds)].sum())
    return 0.0, float(min(lying, in_time))


def longest(t: Tables) -> int:
    """R66-30: upper bound of the steps of a game: deal, turns, and turns at once (R66-11), each for a state card.

    A turn has at most these steps: lay or draw, take, lay it, play, drive, refill, lay another.
    """
    dealt = int(t.players) * (int(t.state_hand) + int(t.speed_hand))
    turns, again = int(t.rounds) * int(t.players), int(t.copies.sum()) * int(t.players)
    return dealt + turns * (6 + int(t.speed_hand)) + again * (3 + int(t.speed_hand))
