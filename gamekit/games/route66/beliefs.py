"""Route 66: belief model of the other hands.

It assumes that each of the others has played its best speed card, as a stroller rates cards, and drawn another.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.games.route66.knowledge import redeal
from gamekit.games.route66.moves import nth_speed_card, playable, take_speed_card
from gamekit.games.route66.state import KINDS, NONE, State, Tables
from gamekit.games.route66.strategies import HARM, STROLL, worth_of

WORSE_THAN_ANY: Final = -1e9


@kernel
def imagine(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the cards that `player` cannot see; everybody else who has had a turn then gives up the best speed card."""
    redeal(s, t, player, rng)
    for p in range(t.players):
        if p != player and has_played(s, t, p):
            exchange_best_card(s, t, p, rng)


@kernel
def has_played(s: State, t: Tables, p: int) -> bool:
    """R66-09: return whether a player has had a turn."""
    seat = (p - t.start) % t.players
    return bool(s.round_number > 1 or seat < (s.current - t.start) % t.players)


@kernel
def exchange_best_card(s: State, t: Tables, p: int, rng: np.random.Generator) -> None:
    """Exchange the best speed card of a hand for one of the pile; do nothing if no card fits or the pile is empty."""
    kind = best_held(s, t, p, rng)
    if kind == NONE or s.speed_pile_size == 0:
        return
    s.speed_hand[p, kind] -= 1
    s.speed_size[p] -= 1
    take_speed_card(s, p, nth_speed_card(s, int(rng.integers(0, s.speed_pile_size))))
    s.speed_pile[kind] += 1
    s.speed_pile_size += 1


@kernel
def best_held(s: State, t: Tables, p: int, rng: np.random.Generator) -> int:
    """Return the speed card of a hand that a stroller rates highest, ties broken at random; NONE if no card fits."""
    highest = WORSE_THAN_ANY
    chosen, equal = NONE, 0
    for kind in range(KINDS):
        if s.speed_hand[p, kind] == 0:
            continue
        for target in range(t.players):
            if not playable(s, t, p, kind, target):
                continue
            worth = worth_of(s, t, p, kind, target, 1.0, HARM, STROLL)
            if worth < highest:
                continue
            equal = equal + 1 if worth == highest else 1
            if equal == 1 or rng.random() * equal < 1:
                chosen = kind
            highest = worth
    return chosen
