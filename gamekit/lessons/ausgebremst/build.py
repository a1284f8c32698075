"""Functions made of three decisions each, for the panels in which a web page lets its readers build one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from gamekit.core.i18n.translation import _

SIX: Final = 6
PATIENCE: Final = 2000
"""So many nodes are looked at; a search that goes in circles is stopped then."""


def search(first: bool, skip: bool, way: bool) -> Callable[..., int | str]:
    """A search in a graph: next comes the node found first, or the one found last; nodes found before are skipped or
    not; the answer is the steps to the goal, or how many nodes were looked at; −1 if the goal is not reached.

    >>> search(True, True, True)({0: [1, 2], 1: [3], 2: [3], 3: []}, 0, 3)
    2
    """

    def steps(follow: Mapping[Hashable, Sequence[Hashable]], start: Hashable, goal: Hashable) -> int | str:
        waiting, found = [(start, 0)], {start}
        for looked in range(PATIENCE):
            if not waiting:
                return -1
            node, taken = waiting.pop(0 if first else -1)
            if node == goal:
                return taken if way else looked
            new = [other for other in follow[node] if not (skip and other in found)]
            found.update(new)
            waiting += [(other, taken + 1) for other in new]
        return _("it never ends")

    return steps


def build_sums(zero: bool, everywhere: bool, once: bool) -> Callable[[Sequence[int]], list[int]]:
    """The sums of some cards: begun with 0 or with nothing, each card added to all sums so far or to the last one, a
    sum that is there already left out or not.

    >>> build_sums(True, True, True)([1, 3, 3])
    [1, 3, 4, 6, 7]
    """

    def sums(hand: Sequence[int]) -> list[int]:
        found = [0] if zero else []
        for card in hand:
            found += [card + other for other in (found if everywhere else found[-1:])]
        found = found[1:] if zero else found
        return sorted(set(found) if once else found)

    return sums


def six_rule(sharing: bool, first: bool, home: bool) -> Callable[[int, int, Sequence[int], bool, bool], bool]:
    """The rule of the 6 (AB-14, AB-15, AB-17): whether sharing the lead is leading, and whether a 6 is allowed in the
    first turn and once the winner is home.

    >>> six_rule(sharing=True, first=True, home=True)(6, 20, [20, 25], False, False)
    False
    """

    def may_play(card: int, own: int, others: Sequence[int], first_turn: bool, winner_home: bool) -> bool:
        if card < SIX or (first and first_turn) or (home and winner_home):
            return True
        return any(other < own or (other == own and not sharing) for other in others)

    return may_play
