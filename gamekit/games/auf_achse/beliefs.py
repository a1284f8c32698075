# ruff: noqa: F405
"""Auf Achse: belief model of the other hands.

It assumes that players load contracts that earn much and lie on their way, so that those still in hand are the others,
the more so the more a player has loaded.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.games.auf_achse.knowledge import collect_hand, count_unseen, in_hand, nth_unseen, redeal
from gamekit.games.auf_achse.roads import explore
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.auf_achse.strategies import WORTH_OF_ARRIVING

BY_LIKING: Final = 0.25
"""Share of loadings that were a choice; the others lay on the way."""
ON_THE_WAY: Final = 8.0
"""DM per step of revenue that count as much against a contract still being in hand as one step off the way."""


@kernel
def imagine(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the cards that `player` cannot see; the others hold what they did not choose when they loaded."""
    redeal(s, t, player, rng)
    for p in range(t.players):
        if p == player or s.hand[p] == 0 or (s.must_load == 1 and p == s.decider):
            continue
        collect_hand(s, t, player, p)
        for _ in range(s.hand[p] - in_hand(s, t, p)):
            s.where[draw_left_behind(s, t, p, rng)] = HAND + p
    if s.phase == Phase.DRIVE and s.decider != player:
        explore(s, t)


@kernel
def draw_left_behind(s: State, t: Tables, p: int, rng: np.random.Generator) -> int:
    """Return the least doubtful of as many unseen contracts as the player has chosen among for each one kept."""
    unseen = count_unseen(s, t)
    choices = BY_LIKING * (s.carried[p] + s.done[p]) / s.hand[p]
    kept = nth_unseen(s, t, int(rng.integers(0, unseen)))
    while rng.random() < choices:
        other = nth_unseen(s, t, int(rng.integers(0, unseen)))
        if doubt(s, t, p, other) < doubt(s, t, p, kept):
            kept = other
        choices -= 1
    return kept


@kernel
def doubt(s: State, t: Tables, p: int, contract: int) -> float:
    """Return how doubtful it is that a contract is still in a hand: revenue per step, plus its distance off the way.

    Steps to its loading city count from an average delivery city. The way is where the truck stands and its loads go.
    """
    origin, usual = t.origin[contract], 0.0
    away = t.distance[s.truck[p], origin]
    for c in range(t.contracts):
        usual += t.distance[t.target[c], origin] / t.contracts
        if s.where[c] == LOADED + p:
            away = min(away, t.distance[t.target[c], origin])
    steps = usual + t.distance[origin, t.target[contract]] + WORTH_OF_ARRIVING
    return float(t.revenue[contract] / steps + ON_THE_WAY * away)
