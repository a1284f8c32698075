"""Auf Achse – Das Kartenspiel: belief model of hidden cards.

It replays the stage of each other player with unseen cards, as the strategy `planner` would have played it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN
from gamekit.games.kartenspiel.knowledge import count_unseen, unseen_card
from gamekit.games.kartenspiel.rules import take_from_hand
from gamekit.games.kartenspiel.state import COUNTER, RUN, Phase, State, Tables
from gamekit.games.kartenspiel.strategies import (
    NONE,
    SLOW_PACE,
    any_held,
    count_climbing,
    hold_back,
    lay_on_run,
    lowest,
    open_road,
    own_run,
    plan_counter,
    rounds_left,
)

CARDS_A_ROUND: Final = 2
"""KS-08, KS-09: cards a player gives up per round, one for the run and one for the counter."""


@kernel
def imagine(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal the cards that `player` cannot see as they would lie if the others had played this stage as planners.

    Dealing every card at random instead would take the others' runs for far worse than they are.
    """
    count_unseen(s, t, player)
    for p in range(t.players):
        if p == player:
            continue
        cards, held, taken = s.run_size[p], s.hand_size[p], s.taken_size[p]
        s.hand_size[p] = 0
        s.taken_size[p] = 0
        if cards > 0 and s.run[p, 0] == UNKNOWN:
            s.run_size[p] = 0
            play_stage(s, t, p, cards, held, taken, rng)
            resize_run(s, t, p, cards, rng)
        deal_rest(s, p, held, taken, rng)


# A stage of another player


@kernel
def play_stage(s: State, t: Tables, p: int, cards: int, held: int, taken: int, rng: np.random.Generator) -> None:
    """Replay the stage of player `p` up to now, to `cards` cards in the run, `held` in hand and `taken` by barriers.

    The rounds matter: cards laid on free roads came out of the same hand, at once. So all runs rise and break together,
    and a player's own run tells something about the others'.
    """
    counter = s.counter
    rounds = s.round_number if has_laid(s, t, p) else s.round_number - 1
    turned = s.round_number - 1 if s.phase == Phase.RUN or s.phase == Phase.COUNTER else s.round_number
    latest = max(0, t.hand - CARDS_A_ROUND - held) if turned == s.round_number else 0
    forced = max(0, cards + taken - rounds - latest)
    barriers = taken
    for r in range(rounds):
        draw_up_to(s, p, t.hand, rng)
        s.counter = counter * r // max(1, turned)  # as it stood then, if it rose evenly
        lay(s, t, p)
        if r + 1 == s.round_number and s.laid[p] == UNKNOWN:
            lay_face_down(s, t, p)
        elif r < turned:
            give_up_counter(s, t, p)
        now = draw_events_here(forced, turned - r, rng)
        forced -= now
        for _ in range(now + latest if r + 1 == s.round_number else now):
            lay(s, t, p)
        now = draw_events_here(barriers, turned - r, rng)
        barriers -= now
        for _ in range(now):
            lose_last(s, p)
    s.counter = counter


@kernel
def has_laid(s: State, t: Tables, p: int) -> bool:
    """KS-08: return whether a player has laid the run card of the current round."""
    return s.phase != Phase.RUN or (p - s.start) % t.players < s.seat


@kernel
def draw_events_here(n: int, rounds: int, rng: np.random.Generator) -> int:
    """Return how many of `n` events fall in the first of `rounds` rounds, each event equally likely in every round."""
    here = 0
    for _ in range(n):
        here += 1 if rng.random() * rounds < 1.0 else 0
    return here if rounds > 0 else 0


@kernel
def lay(s: State, t: Tables, p: int) -> None:
    """KS-08, KS-23: lay the card on the run that the planner would lay."""
    if s.hand_size[p] == 0:
        return
    kind = lay_on_run(s, t, p, rounds_left(s, t, SLOW_PACE), RUN + lowest(s, p)) - RUN
    take_from_hand(s, p, kind)
    s.run[p, s.run_size[p]] = kind
    s.run_size[p] += 1


@kernel
def lay_face_down(s: State, t: Tables, p: int) -> None:
    """KS-09: choose the face-down counter card as the planner would."""
    if s.hand_size[p] == 0:
        return
    s.laid[p] = plan_counter(s, t, p, COUNTER + lowest(s, p)) - COUNTER
    take_from_hand(s, p, s.laid[p])


@kernel
def give_up_counter(s: State, t: Tables, p: int) -> None:
    """Give up a counter card of a past round, as the planner would while it opens the road or holds the counter back.

    The cards really given lie open and are not unseen, so the card imagined here returns to the unseen cards.
    """
    if s.hand_size[p] == 0:
        return
    _, last, _ = own_run(s, t, p)
    action = open_road(s, p, count_climbing(s, t, p, last))
    if action == NONE:
        action = hold_back(s, p, COUNTER + lowest(s, p))
    put_back(s, p, action - COUNTER)


@kernel
def lose_last(s: State, p: int) -> None:
    """KS-22: take the last card of the run, as a barrier does."""
    if s.run_size[p] == 0:
        return
    s.run_size[p] -= 1
    kind = s.run[p, s.run_size[p]]
    s.run[p, s.run_size[p]] = 0
    s.taken[p, kind] += 1
    s.taken_size[p] += 1


# As many cards as everybody can count


@kernel
def resize_run(s: State, t: Tables, p: int, cards: int, rng: np.random.Generator) -> None:
    """Lengthen or shorten an imagined run to `cards` cards, as far as cards are left."""
    while s.run_size[p] < cards and s.hand_size[p] + s.pile_size > 0:
        draw_up_to(s, p, max(1, s.hand_size[p]), rng)
        lay(s, t, p)
    while s.run_size[p] > cards:
        s.run_size[p] -= 1
        s.pile[s.run[p, s.run_size[p]]] += 1
        s.pile_size += 1
        s.run[p, s.run_size[p]] = 0


@kernel
def deal_rest(s: State, p: int, held: int, taken: int, rng: np.random.Generator) -> None:
    """Fill hand and cards taken by barriers to the given numbers, and replace an unknown face-down counter card."""
    while s.hand_size[p] > held:
        put_back(s, p, any_held(s, p, s.hand_size[p], rng))
    while s.taken_size[p] < taken:
        s.taken[p, unseen_card(s, rng)] += 1
        s.taken_size[p] += 1
    if s.laid[p] == UNKNOWN:
        s.laid[p] = unseen_card(s, rng)
    draw_up_to(s, p, held, rng)


@kernel
def draw_up_to(s: State, p: int, cards: int, rng: np.random.Generator) -> None:
    """KS-10: draw unseen cards until the hand has `cards` cards or none are left."""
    while s.hand_size[p] < cards and s.pile_size > 0:
        s.hand[p, unseen_card(s, rng)] += 1
        s.hand_size[p] += 1


@kernel
def put_back(s: State, p: int, kind: int) -> None:
    """Move a card of the hand to the unseen cards."""
    take_from_hand(s, p, kind)
    s.pile[kind] += 1
    s.pile_size += 1
