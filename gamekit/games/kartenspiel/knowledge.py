"""Auf Achse – Das Kartenspiel: information sets (KS-28): hiding what a player cannot see, and dealing it at random."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN
from gamekit.games.kartenspiel.state import KINDS, NOTHING, Note, Phase, State, Tables, copies_of


@kernel
def runs_open(s: State) -> bool:
    """KS-26: return whether all runs lie face up, which holds from the scoring until the cards are gathered."""
    return s.phase == Phase.GATHER or s.phase == Phase.OVER


@kernel
def is_private(code: int) -> bool:
    """Return whether a note names a card that only its player has seen."""
    return code in (Note.ON_RUN, Note.ON_COUNTER, Note.DRAWN, Note.BARRIER_TAKES)


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """KS-28: remove other hands, runs, counter cards, the draw pile and others' cards taken by barriers."""
    for k in range(KINDS):
        s.pile[k] = 0
    for p in range(t.players):
        if p == player:
            continue
        for k in range(KINDS):
            s.hand[p, k] = 0
            s.taken[p, k] = 0
        if s.laid[p] != NOTHING:
            s.laid[p] = UNKNOWN
        if not runs_open(s):
            for i in range(s.run_size[p]):
                s.run[p, i] = UNKNOWN
    for i in range(s.num_notes):
        if is_private(s.notes[i, 0]) and s.notes[i, 1] != player:
            s.notes[i, 2] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """KS-28: deal the cards that `player` has not seen at random to the places of unknown cards."""
    count_unseen(s, t, player)
    for p in range(t.players):
        if p == player:
            continue
        for i in range(s.run_size[p]):
            if s.run[p, i] == UNKNOWN:
                s.run[p, i] = unseen_card(s, rng)
        if s.laid[p] == UNKNOWN:
            s.laid[p] = unseen_card(s, rng)
        for _ in range(s.hand_size[p]):
            s.hand[p, unseen_card(s, rng)] += 1
        for _ in range(s.taken_size[p]):
            s.taken[p, unseen_card(s, rng)] += 1


@kernel
def count_unseen(s: State, t: Tables, player: int) -> None:
    """Set the pile to all cards whose place `player` does not know: the deck minus everything seen."""
    for k in range(KINDS):
        s.pile[k] = copies_of(t, k) - s.hand[player, k] - s.taken[player, k] - s.discard[k] - s.lying[k]
    for p in range(t.players):
        if s.laid[p] >= 0:
            s.pile[s.laid[p]] -= 1
        for i in range(s.run_size[p]):
            if s.run[p, i] >= 0:
                s.pile[s.run[p, i]] -= 1
    s.pile_size = 0
    for k in range(KINDS):
        s.pile_size += s.pile[k]


@kernel
def unseen_card(s: State, rng: np.random.Generator) -> int:
    """Remove a random card from the pile and return its kind."""
    r = rng.integers(0, s.pile_size)
    k = 0
    while r >= s.pile[k]:
        r -= s.pile[k]
        k += 1
    s.pile[k] -= 1
    s.pile_size -= 1
    return k
