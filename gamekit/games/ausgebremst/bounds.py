"""Ausgebremst: how many points a player can score."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamekit.games.ausgebremst.state import Tables


def returns(t: Tables) -> tuple[float, float]:
    """AB-24, AB-25: out of every race, or first in every race."""
    return 0.0, float(t.prizes.max() * t.races)
