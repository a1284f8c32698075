# ruff: noqa: F405
"""Ausgebremst: what a player knows (AB-40), hiding the rest and dealing it anew."""

from __future__ import annotations

import numpy as np

from gamekit.compiling import kernel
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import UNKNOWN


@kernel
def is_private(code: int) -> bool:
    """Notes that name a card or a set-up only its player has seen."""
    if code in (NOTE_SETUP, NOTE_CARD_UP, NOTE_SORTED):
        return True
    return code in (NOTE_DRAWN, NOTE_TAKEN)


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """AB-40: others' hands, decks, set-ups and piles are unknown, but for the cards everybody has seen."""
    if s.phase == PHASE_GRID:
        return
    sorter = s.order[s.turn] if s.turn < CARS else NOWHERE
    if s.phase == PHASE_SORT and sorter != player:
        s.seen = UNKNOWN
    for p in range(t.players):
        if p == player:
            continue
        if t.advanced == 1 and s.set_up[p] != NOT_CHOSEN:
            s.set_up[p] = UNKNOWN
        for kind in range(VALUES):
            s.hand[p, kind] = s.shown[p, kind]
            s.deck[p, kind] = 0
        for k in range(PILES):
            for i in range(s.height[p, k]):
                if s.known_pile[p] != k or s.known_level[p] != i:
                    s.pile[p, k, i] = UNKNOWN
    for i in range(s.num_notes):
        if is_private(s.notes[i, 0]) and s.notes[i, 1] != player:
            s.notes[i, 2] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """AB-40: deal the cards that `player` has not seen at random to where unknown cards lie."""
    if s.phase == PHASE_GRID:
        return
    for p in range(t.players):
        if p != player:
            redeal_player(s, t, p, rng)


@kernel
def redeal_player(s: State, t: Tables, p: int, rng: np.random.Generator) -> None:
    """AB-40: one player's unknown cards; what is not held, sorted or being sorted stays in the deck."""
    if s.set_up[p] == UNKNOWN:
        s.set_up[p] = int(rng.integers(FAST, SLOW + 1)) if s.phase == PHASE_SETUP else set_up_of(s, t, p)
    whole_deck = NOT_CHOSEN if s.phase == PHASE_SETUP else s.set_up[p]
    for kind in range(VALUES):
        s.deck[p, kind] = t.cards[whole_deck, kind] - s.played[p, kind] - s.shown[p, kind]
    for i in range(PIT_CARDS):
        if s.aside[p, i] != BLANK:
            s.deck[p, s.aside[p, i]] -= 1
    if s.known_pile[p] != BLANK:
        s.deck[p, s.pile[p, s.known_pile[p], s.known_level[p]]] -= 1
    unseen = 0
    shown = 0
    for kind in range(VALUES):
        unseen += s.deck[p, kind]
        shown += s.shown[p, kind]
    for _ in range(s.hand_size[p] - shown):
        s.hand[p, unseen_card(s, p, unseen, rng)] += 1
        unseen -= 1
    if s.seen == UNKNOWN and s.phase == PHASE_SORT and s.order[s.turn] == p:
        s.seen = unseen_card(s, p, unseen, rng)
        unseen -= 1
    for k in range(PILES):
        for i in range(s.height[p, k]):
            if s.pile[p, k, i] == UNKNOWN:
                s.pile[p, k, i] = unseen_card(s, p, unseen, rng)
                unseen -= 1


@kernel
def set_up_of(s: State, t: Tables, p: int) -> int:
    """AB-33: the set-up that a player's cards, counted from across the table, must come from."""
    cards = s.hand_size[p] + s.deck_size[p]
    if s.phase == PHASE_SORT and s.order[s.turn] == p:
        cards += 1
    for i in range(PIT_CARDS):
        cards += 1 if s.aside[p, i] != BLANK else 0
    for k in range(PILES):
        cards += s.height[p, k]
    for kind in range(VALUES):
        cards += s.played[p, kind]
    for set_up in range(FAST, SLOW):
        for kind in range(VALUES):
            cards -= t.cards[set_up, kind]
        if cards == 0:
            return set_up
        for kind in range(VALUES):
            cards += t.cards[set_up, kind]
    return SLOW


@kernel
def unseen_card(s: State, p: int, unseen: int, rng: np.random.Generator) -> int:
    """Take a random card out of a player's deck of `unseen` cards."""
    r = int(rng.integers(0, unseen))
    kind = 0
    while r >= s.deck[p, kind]:
        r -= s.deck[p, kind]
        kind += 1
    s.deck[p, kind] -= 1
    return kind
