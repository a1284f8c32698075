# ruff: noqa: F405
"""Ausgebremst: what a player believes the others to hold, dealt as if each had just played the best of four cards.

Fast cards go first, and of what there are several in the hand. What everybody can know is in knowledge.py, how the
careful driver weighs cards and spaces in strategies.py.
"""

from __future__ import annotations

import numpy as np

from gamekit.compiling import kernel
from gamekit.games.ausgebremst.knowledge import redeal, unseen_card
from gamekit.games.ausgebremst.movement import leads
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.ausgebremst.strategies import HALF_POINT

BY_THE_HAND = 0.5
"""How often the hand alone decided which card was played; else it was the road, of which nobody knows any more."""


@kernel
def imagine(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal what `player` has not seen: the hands of the others are what they kept and the card they drew then."""
    redeal(s, t, player, rng)
    if s.phase != Phase.PLAY:
        return
    for p in range(t.players):
        if p != player and s.status[p] == RACING and s.moved[p] == 1 and rng.random() < BY_THE_HAND:
            keep_the_worse(s, t, p, rng)


@kernel
def keep_the_worse(s: State, t: Tables, p: int, rng: np.random.Generator) -> None:
    """Draw another card, and put back the one that looks best: it would have been played."""
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
    """Of the cards that nobody has seen, the one a careful driver likes best; AB-14: a leader's 6 comes last."""
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
