# ruff: noqa: F405
"""Route 66: information sets (R66-31): hiding what a player cannot see, and dealing it at random."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN
from gamekit.games.route66.moves import *  # noqa: F403  cards and the names of state.py


@kernel
def is_private(code: int) -> bool:
    """Return whether a note names a card that only its player has seen."""
    return code in (Note.DEALT_STATE, Note.DEALT_SPEED, Note.DREW_STATE, Note.NOT_LAID, Note.REFILLED)


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """R66-31: remove the other hands, the piles, and the card another player has just drawn from a position."""
    for card in range(t.players * STATES):
        s.pile[card] = 0
    for kind in range(KINDS):
        s.speed_pile[kind] = 0
    for other in range(t.players):
        if other != player:
            for card in range(t.players * STATES):
                s.hand[other, card] = 0
            for kind in range(KINDS):
                s.speed_hand[other, kind] = 0
    if s.current != player:
        s.drawn = NONE
    for i in range(s.num_notes):
        if is_private(s.notes[i, 0]) and s.notes[i, 1] != player:
            s.notes[i, 2] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """R66-31: deal every card that `player` does not see at random to the other hands and the piles."""
    redeal_state_cards(s, t, player, rng)
    redeal_speed_cards(s, t, player, rng)


@kernel
def redeal_state_cards(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the unseen state cards: return them to the pile, then draw as many for each other player as it holds."""
    s.pile_size = 0
    for card in range(t.players * STATES):
        s.pile[card] = t.copies[card % STATES] - s.laid[card] - s.hand[player, card]
        s.pile_size += s.pile[card]
    for other in range(t.players):
        if other != player:
            size = s.hand_size[other]
            s.hand_size[other] = 0
            for _ in range(size):
                take_from_pile(s, other, nth_state_card(s, int(rng.integers(0, s.pile_size))))
    if s.phase == Phase.DRAWN and s.current != player:
        s.drawn = any_held(s, s.current, rng)


@kernel
def any_held(s: State, player: int, rng: np.random.Generator) -> int:
    """R66-12: return a random state card of a hand, each copy equally likely; it stands for the card just drawn."""
    r = rng.integers(0, s.hand_size[player])
    card = 0
    while r >= s.hand[player, card]:
        r -= s.hand[player, card]
        card += 1
    return card


@kernel
def redeal_speed_cards(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the unseen speed cards: return them to the pile, then draw as many for each other player as it holds."""
    s.speed_pile_size = 0
    for kind in range(KINDS):
        s.speed_pile[kind] = t.count[kind] - s.speed_used[kind] - s.speed_hand[player, kind]
        s.speed_pile_size += s.speed_pile[kind]
    for other in range(t.players):
        if other != player:
            size = s.speed_size[other]
            s.speed_size[other] = 0
            for _ in range(size):
                take_speed_card(s, other, nth_speed_card(s, int(rng.integers(0, s.speed_pile_size))))
