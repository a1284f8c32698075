"""Kuhn poker: how much can be won or lost, and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.games.kuhn.rules import ANTE

if TYPE_CHECKING:
    from gamekit.games.kuhn.rules import Tables


def returns(t: Tables) -> tuple[float, float]:
    """Reached when a bet is called."""
    return -float(ANTE + t.bet), float(ANTE + t.bet)


def total(t: Tables) -> float:
    """What one wins the other loses."""
    return 0.0


def longest(t: Tables) -> int:
    """Two cards, then check, bet, answer."""
    return 5
