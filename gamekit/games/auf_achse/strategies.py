# ruff: noqa: F405
"""Auf Achse: strategies as kernels. They use only what their player knows, and share the small decisions."""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Strategy
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names

STEPS_A_TURN: Final = 3.5
"""Average points of the die, without the choice that a 6 gives."""
STEP_WORTH: Final = 180.0
"""Value of a step of driving to the planner in DM, about a good tour's revenue per step."""
WORTH_OF_ARRIVING: Final = 3.0
"""Steps added to every distance, so that a goal at hand does not count infinitely more than one near by."""
FULL_HAND: Final = 4
SAFE_PURSE: Final = 6000
BARGAIN: Final = 1
MODEST: Final = 2
BY_NEARNESS: Final = 0
BY_YIELD: Final = 1
SWING: Final = 3000
"""Scale of the coach's score in DM: a lead of this size counts 3/4, level 1/2, a deficit of this size 1/4."""


@kernel
def goal_distance(s: State, t: Tables, p: int, space: int, contract: int) -> int:
    """Return the steps from a space to a contract's next goal; -1 if it is not the player's or does not fit."""
    if s.where[contract] == LOADED + p:
        return int(t.distance[space, t.target[contract]])
    if s.where[contract] == HAND + p and t.goods[contract] <= room(s, t, p):
        return int(t.distance[space, t.origin[contract]])
    return -1


@kernel
def errand_distance(s: State, t: Tables, p: int, space: int) -> int:
    """Return the steps to the nearest city that a kept card names, the inspection first; -1 without such a card."""
    if holds(s, p, E_INSPECTION):
        return int(t.distance[space, t.munich])
    nearest = -1
    for i in range(2):
        if holds(s, p, E_FLENSBURG + i):
            steps = t.distance[space, t.special[i]]
            nearest = steps if nearest < 0 else min(nearest, steps)
    return nearest


@kernel
def nearness(s: State, t: Tables, p: int, space: int) -> float:
    """Return minus the steps from a space to the nearest goal."""
    if holds(s, p, E_INSPECTION):
        return -float(errand_distance(s, t, p, space))
    nearest = float(MAX_SPACES)
    for c in range(t.contracts):
        steps = goal_distance(s, t, p, space, c)
        if steps >= 0:
            nearest = min(nearest, float(steps))
    if nearest == MAX_SPACES and errand_distance(s, t, p, space) >= 0:
        return -float(errand_distance(s, t, p, space))
    return -nearest


@kernel
def yield_of(s: State, t: Tables, p: int, space: int) -> float:
    """Return the greatest revenue in DM per step of driving from a space; minus the steps to an inspection due."""
    if holds(s, p, E_INSPECTION):
        return -float(errand_distance(s, t, p, space))
    best = 0.0
    for c in range(t.contracts):
        steps = goal_distance(s, t, p, space, c)
        if steps < 0:
            continue
        if s.where[c] == HAND + p:
            steps += t.distance[t.origin[c], t.target[c]]
        best = max(best, t.revenue[c] / (steps + WORTH_OF_ARRIVING))
    for i in range(2):
        if holds(s, p, E_FLENSBURG + i):
            steps = t.distance[space, t.special[i]]
            best = max(best, t.special_pay / (steps + WORTH_OF_ARRIVING))
    return best


@kernel
def detour(s: State, t: Tables, p: int, contract: int) -> int:
    """Return the steps a further contract costs: from truck or nearest own goal to its loading city, and its tour."""
    origin = t.origin[contract]
    nearest = t.distance[s.truck[p], origin]
    for c in range(t.contracts):
        if s.where[c] == LOADED + p or s.where[c] == HAND + p:
            nearest = min(nearest, t.distance[t.target[c], origin])
    return int(nearest + t.distance[origin, t.target[contract]])


@kernel
def worth(s: State, t: Tables, p: int, contract: int) -> float:
    """Return the value of a public contract in DM: its revenue minus the driving it costs."""
    return float(t.revenue[contract] - STEP_WORTH * detour(s, t, p, contract))


@kernel
def richest_rival(s: State, t: Tables, p: int, rng: np.random.Generator) -> int:
    """Return the other player with most money, ties broken at random."""
    rival, alike = NOBODY, 0
    for q in range(t.players):
        if q == p or (rival != NOBODY and s.cash[q] < s.cash[rival]):
            continue
        alike = alike + 1 if rival != NOBODY and s.cash[q] == s.cash[rival] else 1
        if alike == 1 or rng.random() * alike < 1:
            rival = q
    return rival


@kernel
def best_marker(s: State, t: Tables, p: int, actions: Ints, n: int, first: int, rng: np.random.Generator) -> int:
    """Return the marker action that hurts most: near the truck of the richest rival and far from the own truck."""
    rival = richest_rival(s, t, p, rng)
    best = actions[0]
    value = -1e9
    for i in range(n):
        if actions[i] >= LOAD:
            break
        space = actions[i] - first
        spiteful = float(t.distance[s.truck[p], space]) - 2.0 * float(t.distance[s.truck[rival], space])
        if spiteful > value:
            best = actions[i]
            value = spiteful
    return int(best)


@kernel
def small_decision(s: State, t: Tables, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Return the choice in all questions but driving, public contracts and bids: load, roll, help, pay."""
    phase = s.phase
    if phase == Phase.LOAD:
        return int(actions[0])
    if phase == Phase.ROADWORKS:
        return best_marker(s, t, p, actions, n, ROADWORKS, rng)
    if phase == Phase.JAM:
        return best_marker(s, t, p, actions, n, JAM, rng)
    if phase == Phase.TURN:
        return ROLL_NOW
    if phase == Phase.END:
        return MOTIVATION
    if phase == Phase.BONUS:
        return ROLL_AGAIN if s.roll_due == 1 else FAST_LOADING
    if phase == Phase.HELP:
        return HELP
    if phase == Phase.CUSTOMS:
        return int(actions[0])
    if phase in (Phase.GIVE, Phase.BABY):
        return by_revenue(t, actions, n, phase == Phase.BABY)
    if phase == Phase.PARTNER:
        return poorest_partner(s, actions, n, rng)
    if phase == Phase.PLACE:
        return int(actions[int(rng.random() * n)])
    return int(actions[0])


@kernel
def poorest_partner(s: State, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Return the partner action for the player with least money, ties broken at random."""
    chosen, alike = NOBODY, 0
    for i in range(n):
        if not PARTNER <= actions[i] < BID:
            continue  # what may be done at every question, such as buying a trailer
        q = actions[i] - PARTNER
        if chosen != NOBODY and s.cash[q] > s.cash[chosen]:
            continue
        alike = alike + 1 if chosen != NOBODY and s.cash[q] == s.cash[chosen] else 1
        if alike == 1 or rng.random() * alike < 1:
            chosen = q
    return int(PARTNER + chosen)


@kernel
def by_revenue(t: Tables, actions: Ints, n: int, highest: bool) -> int:
    """Return the legal action about the contract with the highest or lowest revenue."""
    best = actions[0]
    for i in range(n):
        if actions[i] >= PARTNER:
            break
        more = t.revenue[contract_of(actions[i])] > t.revenue[contract_of(best)]
        if more == highest:
            best = actions[i]
    return int(best)


@kernel
def contract_of(action: int) -> int:
    """Return the contract of an action."""
    if action < CALL:
        return action - LOAD
    if action < TAKE:
        return action - CALL
    if action < GIVE:
        return action - TAKE
    return action - GIVE if action < BABY else action - BABY


@kernel
def has_no_contract(s: State, p: int) -> bool:
    """Return whether the player has no contract."""
    return bool(s.hand[p] + s.carried[p] == 0)


@kernel
def calls_at(s: State, t: Tables, space: int) -> bool:
    """Return whether ending the move on a space would allow an auction."""
    return s.die != WITHOUT_DIE and s.sold == 0 and s.open > 0 and is_city(t, space) and s.reach[space] & EXACT > 0


@kernel
def drive(s: State, t: Tables, p: int, actions: Ints, n: int, taste: int, hungry: bool) -> int:
    """Return the best end of the move, by yield or nearness; for the hungry, a possible auction is worth a turn."""
    if s.mover != p:
        return STAY
    best = actions[0]
    value = -1e9
    for i in range(n):
        if actions[i] >= ROADWORKS:
            break
        space = actions[i] - DRIVE
        good = yield_of(s, t, p, space) if taste == BY_YIELD else nearness(s, t, p, space)
        if hungry and calls_at(s, t, space):
            good += STEPS_A_TURN
        if good > value:
            best = actions[i]
            value = good
    return int(best)


@kernel
def nearest_first(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Drive to the nearest goal; take further contracts only while few are left, and only cheaply."""
    if s.phase == Phase.DRIVE:
        return drive(s, t, player, actions, n, BY_NEARNESS, has_no_contract(s, player))
    if s.phase == Phase.CALL:
        return closest_contract(s, t, player, actions, n)
    if s.phase == Phase.BID:
        eager = s.hand[player] + s.carried[player] < FULL_HAND and actions[0] < PASS
        return actions[0] if eager and actions[0] - BID < MODEST else PASS
    return small_decision(s, t, player, actions, n, rng)


@kernel
def closest_contract(s: State, t: Tables, p: int, actions: Ints, n: int) -> int:
    """Return the call for the public contract with the nearest loading city, or DECLINE_CALL with a full hand."""
    best = DECLINE_CALL
    if s.hand[p] + s.carried[p] >= FULL_HAND:
        return best
    steps = MAX_SPACES
    for i in range(n):
        if actions[i] >= GIVE:
            break
        origin = t.origin[contract_of(actions[i])]
        if t.distance[s.truck[p], origin] < steps:
            best = actions[i]
            steps = t.distance[s.truck[p], origin]
    return best


@kernel
def best_yield(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Drive where a step earns most; bid what a contract is worth after the driving it costs."""
    if s.phase == Phase.DRIVE:
        if s.mover == player and wants_trailer(s, t, player, actions, n):
            return BUY_SMALL
        return drive(s, t, player, actions, n, BY_YIELD, has_no_contract(s, player))
    if s.phase == Phase.CALL:
        return worthiest_contract(s, t, player, actions, n)
    if s.phase == Phase.BID:
        if actions[0] >= PASS:
            return PASS
        price = t.price[s.lot, actions[0] - BID + 1]
        return actions[0] if price < worth(s, t, player, s.lot) else PASS
    return small_decision(s, t, player, actions, n, rng)


@kernel
def wants_trailer(s: State, t: Tables, p: int, actions: Ints, n: int) -> bool:
    """Return whether to buy a small trailer: the first one, with money to spare and a contract that does not fit."""
    if s.small[p] + s.large[p] > 0 or s.cash[p] < SAFE_PURSE:
        return False
    offered = False
    for i in range(n):
        if actions[i] == BUY_SMALL:
            offered = True
    if not offered:
        return False
    for c in range(t.contracts):  # noqa: SIM110  kernels know no any()
        if s.where[c] == HAND + p and t.goods[c] > room(s, t, p):
            return True
    return False


@kernel
def worthiest_contract(s: State, t: Tables, p: int, actions: Ints, n: int) -> int:
    """Return the call for the contract of greatest value, or DECLINE_CALL if none pays; idle players take any."""
    best = DECLINE_CALL
    value = -1e9 if has_no_contract(s, p) else 0.0
    for i in range(n):
        if actions[i] >= GIVE:
            break
        gain = worth(s, t, p, contract_of(actions[i]))
        if gain > value:
            best = actions[i]
            value = gain
    return best


@kernel
def bargain_hunter(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Stop in cities, call auctions for the contract of highest revenue, and never pay more than bid 1."""
    if s.phase == Phase.DRIVE:
        hungry = s.hand[player] + s.carried[player] < 2 * FULL_HAND
        return drive(s, t, player, actions, n, BY_NEARNESS, hungry)
    if s.phase == Phase.CALL:
        return by_revenue(t, actions, n - 1, True) if actions[0] < GIVE else DECLINE_CALL
    if s.phase == Phase.BID:
        return actions[0] if actions[0] < BID + BARGAIN else PASS
    return small_decision(s, t, player, actions, n, rng)


STRATEGIES: Final = (
    Strategy("planner", "Planner", "Drives where a step earns most and bids what a contract is worth.", best_yield),
    Strategy(
        "nearest", "Nearest first", "Drives to whatever is nearest and takes a few cheap contracts.", nearest_first
    ),
    Strategy(
        "bargain", "Bargain hunter", "Stops in cities to call auctions and never pays more than bid 1.", bargain_hunter
    ),
)
