# ruff: noqa: F405
"""Ausgebremst: information sets (AB-40): hiding what a player cannot see, and dealing it at random."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN
from gamekit.games.ausgebremst.cards import set_up_size, sort_steps
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names


@kernel
def is_private(code: int) -> bool:
    """Return whether a note names a card or set-up that only its player has seen."""
    if code in (Note.SETUP, Note.CARD_UP, Note.SORTED, Note.PILE_BEGUN):
        return True
    return code in (Note.DRAWN, Note.TAKEN)


@kernel
def is_sorting(s: State) -> bool:
    """AB-35: return whether cards are being sorted onto piles."""
    return s.phase == Phase.SORT or s.phase == Phase.SORT_DRAW


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """AB-40: remove others' hands, decks, set-ups and piles from a position, except the cards everybody has seen."""
    if s.phase == Phase.GRID:
        return
    sorter = s.order[s.turn] if s.turn < CARS else NOWHERE
    if s.phase == Phase.SORT and sorter != player:
        s.seen = UNKNOWN
    for p in range(t.players):
        if p == player:
            continue
        if t.advanced == 1 and s.set_up[p] != NOT_CHOSEN:
            s.set_up[p] = UNKNOWN
        for kind in range(VALUES):
            s.hand[p, kind] = s.shown[p, kind]
            s.deck[p, kind] = 0
        if is_sorting(s):
            s.deck_size[p] = UNKNOWN
        for k in range(PILES):
            hide_pile(s, p, k)
    for i in range(s.num_notes):
        if s.notes[i, 1] != player:
            hide_note(s, i)


@kernel
def hide_pile(s: State, p: int, k: int) -> None:
    """AB-37, AB-40: reduce a pile that is not empty to one card, known if it is a pit card laid on its top."""
    if s.height[p, k] == 0:
        return
    top = UNKNOWN
    if s.known_pile[p] == k:
        top = s.pile[p, k, s.known_level[p]]
        s.known_level[p] = 0
    for i in range(s.height[p, k]):
        s.pile[p, k, i] = 0
    s.pile[p, k, 0] = top
    s.height[p, k] = 1


@kernel
def hide_note(s: State, i: int) -> None:
    """AB-40: remove another player's card, and whether there was one, from a note, and the pile unless it is new."""
    if s.notes[i, 0] == Note.NO_CARD_UP:
        s.notes[i, 0] = Note.CARD_UP
    if s.notes[i, 0] == Note.NOTHING_SORTED:
        s.notes[i, 0] = Note.SORTED
    if is_private(s.notes[i, 0]):
        s.notes[i, 2] = UNKNOWN
    if s.notes[i, 0] == Note.SORTED:
        s.notes[i, 3] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """AB-40: deal the cards that `player` has not seen at random to the places of unknown cards."""
    if s.phase == Phase.GRID:
        return
    for p in range(t.players):
        if p != player:
            redeal_player(s, t, p, rng)


@kernel
def redeal_player(s: State, t: Tables, p: int, rng: np.random.Generator) -> None:
    """AB-40: deal one player's unknown cards; those not held, sorted or being sorted stay in the deck."""
    if s.set_up[p] == UNKNOWN:
        s.set_up[p] = some_set_up(s, t, p, rng)
    whole_deck = NOT_CHOSEN if s.phase == Phase.SETUP else s.set_up[p]
    unseen = 0
    shown = 0
    for kind in range(VALUES):
        s.deck[p, kind] = t.cards[whole_deck, kind] - count_known(s, p, kind)
        unseen += s.deck[p, kind]
        shown += s.shown[p, kind]
    for _ in range(s.hand_size[p] - shown):
        s.hand[p, unseen_card(s, p, unseen, rng)] += 1
        unseen -= 1
    if t.advanced == 0 or s.phase == Phase.SETUP:
        return
    on_piles = unseen
    if is_sorting(s):
        looked = count_looks(s, t, p)
        on_piles = min(looked, unseen)
        if s.phase == Phase.SORT and s.order[s.turn] == p and looked < unseen:
            s.seen = unseen_card(s, p, unseen, rng)
            unseen -= 1
    redeal_piles(s, p, on_piles, unseen, rng)
    s.deck_size[p] = unseen - on_piles


@kernel
def count_known(s: State, p: int, kind: int) -> int:
    """AB-40: return the number of a player's cards of a value that are spent, shown, a pit card or known on a pile."""
    cards = s.played[p, kind] + s.shown[p, kind]
    for i in range(PIT_CARDS):
        cards += 1 if s.aside[p, i] == kind else 0
    if s.known_pile[p] != BLANK and s.pile[p, s.known_pile[p], s.known_level[p]] == kind:
        cards += 1
    return cards  # type: ignore[no-any-return]


@kernel
def count_looks(s: State, t: Tables, p: int) -> int:
    """AB-35: return how often the player has looked for a card and laid it, as far as others can see."""
    for i in range(CARS):
        if s.order[i] == p:
            if i == s.turn:
                return s.sorting
            return sort_steps(s, t, p) if i < s.turn else 0
    return 0


@kernel
def redeal_piles(s: State, p: int, cards: int, unseen: int, rng: np.random.Generator) -> None:
    """AB-40: distribute `cards` unknown cards over the piles begun, at least one each; a known card stays on top."""
    begun = 0
    for k in range(PILES):
        if s.height[p, k] > 0:
            begun += 1
            if s.known_pile[p] != k:
                cards -= 1
    for _ in range(cards):
        r = int(rng.integers(0, begun))
        for k in range(PILES):
            if s.height[p, k] > 0:
                if r == 0:
                    s.height[p, k] += 1
                r -= 1
    for k in range(PILES):
        height = s.height[p, k]
        if height > 0 and s.known_pile[p] == k:
            s.pile[p, k, height - 1] = s.pile[p, k, 0]
            s.known_level[p] = height - 1
            height -= 1
        for i in range(height):
            s.pile[p, k, i] = unseen_card(s, p, unseen, rng)
            unseen -= 1


@kernel
def some_set_up(s: State, t: Tables, p: int, rng: np.random.Generator) -> int:
    """AB-33, AB-40: return a random set-up, weighted with its likelihood given the cards seen."""
    total = 0.0
    chosen = SLOW
    for set_up in range(FAST, SLOW + 1):
        one = likelihood(s, t, p, set_up)
        total += one
        if rng.random() * total < one:
            chosen = set_up
    return chosen


@kernel
def likelihood(s: State, t: Tables, p: int, set_up: int) -> float:
    """Return the likelihood of a set-up given a player's known cards (hypergeometric); 0 if its size is impossible."""
    if s.phase == Phase.SETUP:
        return 1.0
    left = set_up_size(t, set_up)
    found = 1.0
    for kind in range(VALUES):
        copies = t.cards[set_up, kind]
        for _ in range(count_known(s, p, kind)):
            found *= max(copies, 0) / max(left, 1)
            copies -= 1
            left -= 1
    if is_sorting(s):
        return found
    hidden = s.hand_size[p]
    begun = 0
    for kind in range(VALUES):
        hidden -= s.shown[p, kind]
    for k in range(PILES):
        if s.height[p, k] > 0:
            begun += 1
            hidden += 1 if s.known_pile[p] != k else 0
    return found if left >= hidden and (begun > 0 or left == hidden) else 0.0


@kernel
def unseen_card(s: State, p: int, unseen: int, rng: np.random.Generator) -> int:
    """Remove a random card from a player's deck of `unseen` cards and return its kind."""
    r = int(rng.integers(0, unseen))
    kind = 0
    while r >= s.deck[p, kind]:
        r -= s.deck[p, kind]
        kind += 1
    s.deck[p, kind] -= 1
    return kind
