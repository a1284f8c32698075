"""Functions made of three decisions each, for panels in which readers of a page build one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from gamekit.core.i18n.translation import _

SIX: Final = 6
PATIENCE: Final = 2000
"""Nodes after which a search is stopped, because it may run in circles."""


def search(first: bool, skip: bool, way: bool) -> Callable[..., int | str]:
    """Return a graph search: breadth-first if `first`, else depth-first; it skips found nodes if `skip`.

    Its result is the number of steps to the goal if `way`, else of nodes looked at before; -1 if the goal is not
    reached, and a sentence after `PATIENCE` nodes.

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
    """Return a function that lists the sums of some cards, ascending.

    It begins with the sum 0 if `zero`, else without any; adds each card to all sums so far if `everywhere`, else to the
    last one; and drops repeated sums if `once`. The result lacks the 0 it began with.

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
