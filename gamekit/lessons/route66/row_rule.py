"""Rule of the rows built of four decisions, and reasons why a card fits a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _
from gamekit.games.route66.state import CALIFORNIA, ILLINOIS

Laid = Sequence[int]
"""Number of cards of each state in a row, from the east."""


@cache
def game() -> Game:
    """Return the game whose words name the states."""
    return load("route66")


def names() -> Sequence[str]:
    """Return the names of the states from east to west."""
    return game().rulebook.words["state"]


def why(laid: Laid, state: int) -> str:
    """Return the reason why a card fits or does not."""
    name = names()[state]
    if state in (ILLINOIS, CALIFORNIA):
        return _("{name} is an end of the row: it can be laid at any time.").format(name=name)
    if laid[state]:
        return _("{name} lies there already: a second card goes beside the first.").format(name=name)
    beside = [names()[place] for place in (state - 1, state + 1) if laid[place]]
    if beside:
        return _("{name} is a neighbour of {beside}, which lies there.").format(name=name, beside=beside[0])
    return _("{name} has no neighbour in the row: neither {east} nor {west} lies there.").format(
        name=name, east=names()[state - 1], west=names()[state + 1]
    )


def build_rule(ends: bool, east: bool, west: bool, same: bool) -> Callable[[Laid, int], bool]:
    """Return a rule of the rows built of four decisions; a reader's own may lack some of them.

    >>> build_rule(ends=True, east=True, west=False, same=False)([1, 0, 0, 0, 0, 0, 0, 0], 1)
    True
    """

    def may_lay(laid: Laid, state: int) -> bool:
        return bool(
            (ends and state in (ILLINOIS, CALIFORNIA))
            or (east and state > ILLINOIS and laid[state - 1] > 0)
            or (west and state < CALIFORNIA and laid[state + 1] > 0)
            or (same and laid[state] > 0)
        )

    return may_lay
