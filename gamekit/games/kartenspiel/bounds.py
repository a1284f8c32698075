"""Auf Achse – Das Kartenspiel: how many kilometres a player can score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.games.kartenspiel.state import KM_KINDS, copies_of

if TYPE_CHECKING:
    from gamekit.games.kartenspiel.state import Tables


def returns(t: Tables) -> tuple[float, float]:
    """KS-12: a run climbs, so each value counts once in a stage at most; a run of them all reaches this."""
    run = sum(int(t.km[kind]) for kind in range(KM_KINDS) if copies_of(t, kind))
    return 0.0, float(run * t.stages)
