# ruff: noqa: F405
"""Auf Achse: information sets (AA-30): hiding what a player cannot see, and dealing it at random."""

from __future__ import annotations

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN
from gamekit.games.auf_achse.roads import explore
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names

TRIES = 200


@kernel
def knows_contract(s: State, player: int, contract: int) -> bool:
    """AA-30: return whether a player knows where a contract is: not unloaded in other hands, unless just auctioned."""
    where = s.where[contract]
    return not HAND <= where < LOADED or where == HAND + player or contract == s.lot


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """AA-06, AA-30: mark contracts in other hands as unseen, like stack and reserve, and remove stops they allow."""
    for c in range(t.contracts):
        if not knows_contract(s, player, c):
            s.where[c] = UNSEEN
    if s.phase == Phase.DRIVE and s.decider != player:
        s.reach[:] = 0
        s.via[:] = NOWHERE
        s.stop[:] = 0
    for i in range(s.num_notes):
        code = s.notes[i, 0]
        if (code in (Note.DEALT, Note.GIFT)) and s.notes[i, 1] != player:
            s.notes[i, 2] = UNKNOWN
        if code == Note.GIVES and s.notes[i, 1] != player and s.notes[i, 2] != player:
            s.notes[i, 3] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """AA-30: deal the unseen contracts at random into the other hands, so that the open question stays possible."""
    for _ in range(TRIES):
        deal_hands(s, t, player, rng)
        if fits_question(s, t, player):
            break
        collect_hands(s, t, player)
    else:
        deal_hands(s, t, player, rng)
        swap_in_loadable(s, t, rng)
    if s.phase == Phase.DRIVE and s.decider != player:
        explore(s, t)


@kernel
def deal_hands(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """Deal as many unseen contracts into each other hand as that player holds."""
    unseen = count_unseen(s, t)
    for p in range(t.players):
        if p == player:
            continue
        for _ in range(s.hand[p] - in_hand(s, t, p)):
            s.where[nth_unseen(s, t, int(rng.integers(0, unseen)))] = HAND + p
            unseen -= 1


@kernel
def count_unseen(s: State, t: Tables) -> int:
    """Return the number of unseen contracts: stack, reserve and those not dealt yet."""
    number = 0
    for c in range(t.contracts):
        if s.where[c] == UNSEEN:
            number += 1
    return number


@kernel
def in_hand(s: State, t: Tables, p: int) -> int:
    """Return the number of contracts known to be in the player's hand."""
    number = 0
    for c in range(t.contracts):
        if s.where[c] == HAND + p:
            number += 1
    return number


@kernel
def nth_unseen(s: State, t: Tables, r: int) -> int:
    """Return the unseen contract with index `r`, from 0."""
    c = 0
    while s.where[c] != UNSEEN or r > 0:
        if s.where[c] == UNSEEN:
            r -= 1
        c += 1
    return c


@kernel
def collect_hands(s: State, t: Tables, player: int) -> None:
    """Take a deal back."""
    for p in range(t.players):
        collect_hand(s, t, player, p)


@kernel
def collect_hand(s: State, t: Tables, player: int, p: int) -> None:
    """Take back the contracts dealt into one hand."""
    for c in range(t.contracts):
        if s.where[c] == HAND + p and not knows_contract(s, player, c):
            s.where[c] = UNSEEN


@kernel
def fits_question(s: State, t: Tables, player: int) -> bool:
    """AA-10, AA-16: return whether a decider who has left points over in order to load has something to load."""
    if s.must_load == 0 or s.decider == player:
        return True
    return candidates(s, t, HAND + s.decider) > 0


@kernel
def candidates(s: State, t: Tables, where: int) -> int:
    """Return the number of contracts at `where` that the decider could load now."""
    p = s.decider
    number = 0
    for c in range(t.contracts):
        if s.where[c] == where and could_load(s, t, p, c):
            number += 1
    return number


@kernel
def swap_in_loadable(s: State, t: Tables, rng: np.random.Generator) -> None:
    """Exchange a contract of the decider's hand for a random one that can be loaded, if `TRIES` deals have failed."""
    if fits_question(s, t, NOBODY):
        return
    r = rng.integers(0, candidates(s, t, UNSEEN))
    wanted = NONE
    dropped = NONE
    for c in range(t.contracts):
        if s.where[c] == UNSEEN and could_load(s, t, s.decider, c):
            if r == 0:
                wanted = c
            r -= 1
        elif s.where[c] == HAND + s.decider and c != s.lot:
            dropped = c
    s.where[wanted] = HAND + s.decider
    s.where[dropped] = UNSEEN
