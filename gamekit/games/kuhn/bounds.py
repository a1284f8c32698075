"""Kuhn poker: bounds of a player's return and of the length of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.games.kuhn.rules import ANTE

if TYPE_CHECKING:
    from gamekit.games.kuhn.rules import Tables


def returns(t: Tables) -> tuple[float, float]:
    """Return the lowest and the highest return in chips, which a called bet brings."""
    return -float(ANTE + t.bet), float(ANTE + t.bet)


def total(t: Tables) -> float:
    """Return the sum of all returns, 0."""
    return 0.0


def longest(t: Tables) -> int:
    """Return the greatest number of steps: two deals, check, bet, answer."""
    return 5
