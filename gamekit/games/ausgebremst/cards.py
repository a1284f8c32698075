# ruff: noqa: F405
"""Ausgebremst: decks, hands, set-ups and piles as kernels (AB-18, AB-21, AB-33 to AB-37)."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names


@kernel
def empty_hands(s: State) -> None:
    """Remove all cards of all cars, before a race is prepared."""
    for car in range(CARS):
        s.hand_size[car] = 0
        s.deck_size[car] = 0
        s.set_up[car] = NOT_CHOSEN
        s.known_pile[car] = BLANK
        s.known_level[car] = 0
        s.drawn[car] = BLANK
        s.again[car] = 0
        for kind in range(VALUES):
            s.hand[car, kind] = 0
            s.shown[car, kind] = 0
            s.deck[car, kind] = 0
            s.played[car, kind] = 0
        for i in range(PIT_CARDS):
            s.aside[car, i] = BLANK
        for k in range(PILES):
            for i in range(s.height[car, k]):
                s.pile[car, k, i] = 0
            s.height[car, k] = 0
    s.seen = BLANK


@kernel
def fill_deck(s: State, t: Tables, car: int, set_up: int) -> None:
    """AB-02, AB-03, AB-33: fill a deck with all 28 cards (NOT_CHOSEN) or with those of a set-up."""
    s.deck_size[car] = 0
    for kind in range(VALUES):
        s.deck[car, kind] = t.cards[set_up, kind]
        s.deck_size[car] += t.cards[set_up, kind]


@kernel
def prepare_decks(s: State, t: Tables) -> None:
    """AB-03: unowned cars keep all 28 cards; so do players in the advanced game until they choose a set-up."""
    empty_hands(s)
    for car in range(CARS):
        if car < t.players and t.advanced == 0:
            s.set_up[car] = SLOW
            fill_deck(s, t, car, SLOW)
        else:
            fill_deck(s, t, car, NOT_CHOSEN)


@kernel
def remove_from_deck(s: State, car: int, kind: int) -> None:
    s.deck[car, kind] -= 1
    s.deck_size[car] -= 1


@kernel
def draw_card(s: State, car: int, kind: int) -> None:
    """AB-21: move a card of the own deck to the hand."""
    remove_from_deck(s, car, kind)
    s.hand[car, kind] += 1
    s.hand_size[car] += 1
    note(s, Note.DRAWN, car, kind, 0)


@kernel
def play_card(s: State, car: int, kind: int) -> None:
    """AB-21: spend a card of the hand, visible to everybody."""
    s.hand[car, kind] -= 1
    s.hand_size[car] -= 1
    s.shown[car, kind] = max(0, s.shown[car, kind] - 1)
    s.played[car, kind] += 1


@kernel
def show_hand(s: State, car: int) -> None:
    """AB-13: show a hand to everybody."""
    for kind in range(VALUES):
        s.shown[car, kind] = s.hand[car, kind]


@kernel
def cards_left(s: State, car: int) -> int:
    """AB-23: return the number of cards a car can still play, in hand, deck and piles."""
    n = s.hand_size[car] + s.deck_size[car]
    for k in range(PILES):
        n += s.height[car, k]
    return n  # type: ignore[no-any-return]


# The advanced game


@kernel
def choose_set_up(s: State, car: int, set_up: int) -> None:
    """AB-33: a player chooses a set-up, in secret."""
    s.set_up[car] = set_up
    note(s, Note.SETUP, car, set_up, 0)


@kernel
def lay_pit_cards(s: State, t: Tables, car: int, row: int) -> None:
    """AB-33, AB-34: make the set-up the deck, and put the pit cards for circuit and row beside the pit lane."""
    fill_deck(s, t, car, s.set_up[car])
    for i in range(PIT_CARDS):
        kind = t.pit_cards[s.circuit, row, i]
        s.aside[car, i] = kind
        if kind != BLANK:
            remove_from_deck(s, car, kind)
            note(s, Note.PIT_CARD_LAID, car, kind, 0)


@kernel
def turn_to_sort(s: State, car: int, kind: int) -> None:
    """AB-35: look at the next card of the shuffled deck."""
    remove_from_deck(s, car, kind)
    s.seen = kind
    note(s, Note.CARD_UP, car, kind, 0)


@kernel
def sort_steps(s: State, t: Tables, car: int) -> int:
    """AB-35, AB-40: return how often everybody looks for a card to sort, as if the set-up were the largest."""
    most = 0
    for set_up in range(FAST, SLOW + 1):
        most = max(most, set_up_size(t, set_up))
    return most - pit_cards_left(s, car)


@kernel
def set_up_size(t: Tables, set_up: int) -> int:
    """AB-33: return the number of cards of a set-up, pit cards included."""
    cards = 0
    for kind in range(VALUES):
        cards += t.cards[set_up, kind]
    return cards


@kernel
def pit_cards_left(s: State, car: int) -> int:
    """AB-34: return the number of the player's cards beside the pit lane."""
    cards = 0
    for i in range(PIT_CARDS):
        cards += 1 if s.aside[car, i] != BLANK else 0
    return cards


@kernel
def put_on_pile(s: State, car: int, pile: int, kind: int) -> None:
    """AB-35: put a card on top of a pile."""
    s.pile[car, pile, s.height[car, pile]] = kind
    s.height[car, pile] += 1


@kernel
def sort_card(s: State, car: int, pile: int) -> None:
    """AB-35: put the card just seen on a pile of choice."""
    note(s, Note.PILE_BEGUN if s.height[car, pile] == 0 else Note.SORTED, car, s.seen, pile)
    put_on_pile(s, car, pile, s.seen)
    s.seen = BLANK


@kernel
def take_card(s: State, car: int, pile: int) -> None:
    """AB-36: move the top card of a pile to the hand."""
    s.height[car, pile] -= 1
    level = s.height[car, pile]
    kind = s.pile[car, pile, level]
    s.pile[car, pile, level] = 0
    s.hand[car, kind] += 1
    s.hand_size[car] += 1
    if s.known_pile[car] == pile and s.known_level[car] == level:
        s.known_pile[car] = BLANK
        s.known_level[car] = 0
        s.shown[car, kind] += 1
    note(s, Note.TAKEN, car, kind, pile)


@kernel
def take_pit_card(s: State, car: int) -> None:
    """AB-37: take the first pit card in place of the card just played."""
    kind = s.aside[car, 0]
    s.aside[car, 0] = BLANK
    s.hand[car, kind] += 1
    s.hand_size[car] += 1
    s.shown[car, kind] += 1
    note(s, Note.PIT_CARD_TAKEN, car, kind, 0)


@kernel
def place_pit_card(s: State, car: int, pile: int) -> None:
    """AB-37: put the second pit card on top of a pile of choice; everybody knows it."""
    kind = s.aside[car, 1]
    s.aside[car, 1] = BLANK
    s.known_pile[car] = pile
    s.known_level[car] = s.height[car, pile]
    put_on_pile(s, car, pile, kind)
    note(s, Note.PIT_CARD_PLACED, car, kind, pile)
