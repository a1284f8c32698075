# ruff: noqa: F405
"""Ausgebremst: belief model of the other hands.

It assumes that each of the others has just played the best of four cards, as the careful driver values them: fast cards
first, and among them those held more than once.
"""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.games.ausgebremst.knowledge import redeal, unseen_card
from gamekit.games.ausgebremst.movement import leads
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.ausgebremst.strategies import HALF_POINT

BY_THE_HAND = 0.5
"""Share of plays that the hand alone explains; the others depended on the road, which is not remembered."""


@kernel
def imagine(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the cards that `player` cannot see; of half of those who have moved, the best card was then played."""
    redeal(s, t, player, rng)
    if s.phase != Phase.PLAY:
        return
    for p in range(t.players):
        if p != player and s.status[p] == RACING and s.moved[p] == 1 and rng.random() < BY_THE_HAND:
            return_best_card(s, t, p, rng)


@kernel
def return_best_card(s: State, t: Tables, p: int, rng: np.random.Generator) -> None:
    """Draw one more card into a hand and return the best one to the deck, as it would have been played."""
    unseen = 0
    for kind in range(VALUES):
        unseen += s.deck[p, kind]
    if s.hand_size[p] == 0 or unseen == 0:
        return
    s.hand[p, unseen_card(s, p, unseen, rng)] += 1
    kind = best_held(s, t, p)
    s.hand[p, kind] -= 1
    s.deck[p, kind] += 1


@kernel
def best_held(s: State, t: Tables, p: int) -> int:
    """Return the unseen card of a hand that a careful driver values most; AB-14: a leader's 6 comes last."""
    highest = -1
    chosen = 0
    for kind in range(VALUES):
        if s.hand[p, kind] <= s.shown[p, kind]:
            continue
        worth = kind + 1 + HALF_POINT * s.hand[p, kind]
        if kind == SIX:
            worth = 0 if leads(s, t, p) else worth + HALF_POINT * s.hand[p, SIX]
        if worth > highest:
            highest = worth
            chosen = kind
    return chosen
