"""Ausgebremst: bounds of a player's return."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamekit.games.ausgebremst.state import Tables


def returns(t: Tables) -> tuple[float, float]:
    """AB-24, AB-25: return 0 points (out of every race) and the points of a player who wins every race."""
    return 0.0, float(t.prizes.max() * t.races)
