"""Function made of three decisions, for a panel in which readers of a page build one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

SIX: Final = 6


def six_rule(sharing: bool, first: bool, home: bool) -> Callable[[int, int, Sequence[int], bool, bool], bool]:
    """Return a rule of the 6 (AB-14, AB-15, AB-17).

    A driver who shares the lead counts as leading if `sharing`; a 6 is allowed in the first turn if `first`, and once
    the winner has finished if `home`.

    >>> six_rule(sharing=True, first=True, home=True)(6, 20, [20, 25], False, False)
    False
    """

    def may_play(card: int, own: int, others: Sequence[int], first_turn: bool, winner_home: bool) -> bool:
        if card < SIX or (first and first_turn) or (home and winner_home):
            return True
        return any(other < own or (other == own and not sharing) for other in others)

    return may_play
