# ruff: noqa: F405
"""Auf Achse – Das Kartenspiel: the course of a round (KS-08 to KS-11, KS-18 to KS-20, KS-23 to KS-25).

Each step ends by opening the next one. What may be chosen is in rules.py, lost freight and barrier in counter.py.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.kartenspiel.counter import barrier, clear_freight
from gamekit.games.kartenspiel.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import note

# The runs


@kernel
def begin_round(s: State, t: Tables) -> None:
    """KS-07, KS-08: a new round; every player lays a card on the own run."""
    s.round_number += 1
    s.reached = 0
    s.seat = 0
    s.phase = Phase.RUN
    skip_empty_hands(s, t)


@kernel
def skip_empty_hands(s: State, t: Tables) -> None:
    """Move on to the next player who still has a card, or behind the last one."""
    while s.seat < t.players and s.hand_size[player_at(s, t, s.seat)] == 0:
        s.seat += 1


@kernel
def take_from_hand(s: State, p: int, kind: int) -> None:
    """A card leaves the hand."""
    s.hand[p, kind] -= 1
    s.hand_size[p] -= 1


@kernel
def lay_on_run(s: State, t: Tables, kind: int) -> None:
    """KS-08: a hand card goes face down to the right end of the own run."""
    p = player_at(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.run[p, s.run_size[p]] = kind
    s.run_size[p] += 1
    note(s, Note.ON_RUN, p, kind, 0)


@kernel
def next_on_run(s: State, t: Tables) -> None:
    """KS-08, KS-09: on to the next player with a card; when all have laid, on to the counter."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.seat = 0
        s.phase = Phase.COUNTER
        next_on_counter(s, t)


@kernel
def lay_on_counter(s: State, t: Tables, kind: int) -> None:
    """KS-09: a hand card goes face down on the counter pile."""
    p = player_at(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.laid[p] = kind
    note(s, Note.ON_COUNTER, p, kind, 0)
    s.seat += 1
    next_on_counter(s, t)


@kernel
def next_on_counter(s: State, t: Tables) -> None:
    """KS-09: on to the next player with a card; when all have laid, the cards are turned up in that order."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.turned = 0
        next_to_turn(s, t)


# The kilometre counter


@kernel
def next_to_turn(s: State, t: Tables) -> None:
    """KS-09: the next face-down card of the counter pile, or the end of step 2."""
    s.seat = 0
    s.phase = Phase.TURN_UP
    while s.turned < t.players and s.laid[player_at(s, t, s.turned)] == NOTHING:
        s.turned += 1
    if s.turned == t.players:
        end_step_two(s, t)


@kernel
def turn_up(s: State, t: Tables) -> None:
    """KS-09, KS-18, KS-19, KS-25: a counter card is turned up and acts at once."""
    p = player_at(s, t, s.turned)
    kind = s.laid[p]
    s.laid[p] = NOTHING
    s.turned += 1
    if kind < KM_KINDS:
        s.lying[kind] += 1
        s.counter += t.km[kind]
        note(s, Note.KM_TURNED, p, kind, s.counter)
    elif kind == REST:
        s.discard[REST] += 1
        note(s, Note.REST_TURNED, p, kind, s.counter)
    elif kind == FREIGHT:
        s.lying[FREIGHT] += 1
        s.counter -= FREIGHT_KM
        note(s, Note.FREIGHT_TURNED, p, kind, s.counter)
    else:
        s.discard[kind] += 1
    clear_freight(s, kind)
    if s.counter >= t.limit:
        s.reached = 1
    if kind == BARRIER:
        barrier(s, t, p)
    if kind in (FREE, REALLY_FREE):
        free_road(s, t, p, kind)
    else:
        next_to_turn(s, t)


@kernel
def free_road(s: State, t: Tables, turner: int, kind: int) -> None:
    """KS-23, KS-24: everybody must lay one more card at once, or two on a really free road."""
    if kind == FREE:
        s.road = FREE_CARDS
        note(s, Note.FREE_TURNED, turner, kind, s.counter)
    else:
        s.road = REALLY_FREE_CARDS
        note(s, Note.REALLY_FREE_TURNED, turner, kind, s.counter)
    s.phase = Phase.ROAD
    s.seat = -1
    s.owed = 0
    next_on_road(s, t)


@kernel
def next_on_road(s: State, t: Tables) -> None:
    """KS-25: who has too few cards lays all that are left; when all have laid, turning up goes on."""
    while s.owed == 0:
        s.seat += 1
        if s.seat == t.players:
            s.road = 0
            next_to_turn(s, t)
            return
        p = player_at(s, t, s.seat)
        s.owed = min(s.road, s.hand_size[p])
        if s.owed < s.road:
            note(s, Note.TOO_FEW_CARDS, p, s.owed, 0)


@kernel
def end_step_two(s: State, t: Tables) -> None:
    """KS-20: the stage ends if the counter stands at the limit once all cards have been carried out."""
    s.turned = 0
    s.seat = 0
    if s.counter >= t.limit:
        note(s, Note.LIMIT_HELD, s.counter, t.limit, 0)
        s.phase = Phase.SCORE
        return
    if s.reached == 1:
        note(s, Note.LIMIT_LOST, s.counter, t.limit, 0)
    s.phase = Phase.DRAW
    next_to_draw(s, t)


# Drawing cards


@kernel
def draw_card(s: State, t: Tables, kind: int) -> None:
    """KS-06, KS-10: a card of the draw pile goes to the hand."""
    p = player_at(s, t, s.seat)
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.hand[p, kind] += 1
    s.hand_size[p] += 1
    note(s, Note.DRAWN, p, kind, 0)
    next_to_draw(s, t)


@kernel
def next_to_draw(s: State, t: Tables) -> None:
    """KS-10, KS-11: draw up to ten, in turn order; then the round is over."""
    while s.seat < t.players and s.hand_size[player_at(s, t, s.seat)] >= t.hand:
        s.seat += 1
    if s.seat < t.players and s.pile_size == 0:
        reshuffle(s, t)
    if s.seat < t.players and s.pile_size > 0:
        return
    end_round(s, t)


@kernel
def end_round(s: State, t: Tables) -> None:
    """KS-10: the start card passes on and the next round begins. KS-20: unless the stage cannot go on."""
    cards = 0
    for p in range(t.players):
        cards += s.hand_size[p]
    if cards == 0:
        note(s, Note.NO_CARDS_LEFT, 0, 0, 0)
        s.phase = Phase.SCORE
    elif s.round_number == LAST_ROUND:  # barriers can keep the last cards going round for ever
        note(s, Note.LAST_ROUND, LAST_ROUND, 0, 0)
        s.phase = Phase.SCORE
    else:
        if s.round_number > 0:  # the deal is no round
            pass_start_card(s, t)
        begin_round(s, t)


@kernel
def reshuffle(s: State, t: Tables) -> None:
    """KS-11: the discards become the draw pile; if there are none, nobody draws until there are some again."""
    for k in range(KINDS):
        s.pile[k] += s.discard[k]
        s.pile_size += s.discard[k]
        s.discard[k] = 0
        for p in range(t.players):
            s.pile[k] += s.taken[p, k]
            s.pile_size += s.taken[p, k]
            s.taken[p, k] = 0
    for p in range(t.players):
        s.taken_size[p] = 0
    if s.pile_size > 0:
        note(s, Note.RESHUFFLED, s.pile_size, 0, 0)
    else:
        note(s, Note.PILES_EMPTY, 0, 0, 0)


@kernel
def pass_start_card(s: State, t: Tables) -> None:
    """KS-10: the start card goes to the next player; after a stage's last round too, once it is scored."""
    s.start = player_at(s, t, 1)
    note(s, Note.START_PASSES, s.start, 0, 0)
