# ruff: noqa: F405
"""Auf Achse: what a stop brings, as kernels: deliveries, loading, roadworks, events, auctions (AA-20, AA-21).

The order at every stop: Munich's inspection, special deliveries, deliver (AA-18), load (AA-16), move the roadworks
marker (AA-22), then draw an event (AA-14) or call an auction (AA-20), then a roll won by a card.
"""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note
from gamekit.games.auf_achse.roads import clear_reach
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.auf_achse.turns import begin_roll, deliver, earn, end_if_won, gain_contract, put_under


@kernel
def drive(s: State, t: Tables, space: int) -> None:
    """AA-09 to AA-13: drive the truck to the chosen space."""
    m = s.mover
    how = s.reach[space]
    before = s.via[space]
    s.moved = 1 if space != s.truck[m] or how & EXACT or how == TO_LOAD else 0
    s.exact = 1 if how & EXACT else 0
    s.only_deliver = 1 if how & ONLY_DELIVER else 0
    s.must_load = 1 if how == TO_LOAD else 0
    clear_reach(s)
    if s.moved == 1:
        s.truck[m] = space
        s.came[m] = before
        note(s, Note.DRIVES, m, space, 0)
    else:
        note(s, Note.BLOCKED, m, space, obstacle(s, t))
    s.todo = ARRIVE


@kernel
def obstacle(s: State, t: Tables) -> int:
    """AA-12, AA-13, AA-22, AA-23: return the code of what keeps the truck from going further."""
    here = s.truck[s.mover]
    jammed = False
    for i in range(t.degree[here]):
        if t.neighbour[here, i] == s.roadworks:
            return BEFORE_ROADWORKS
        if t.neighbour[here, i] == s.jam:
            jammed = True
    if jammed:
        return BEFORE_JAM
    return BEHIND_TRUCKS if s.manner == BY_POINTS or s.manner == BACK_TO_CITY else CLOSED_IN


@kernel
def put_truck(s: State, t: Tables, space: int, only_deliver: int) -> None:
    """AA-E05, AA-E29: put the truck on a space without driving there along a road."""
    m = s.mover
    s.moved = 1 if space != s.truck[m] else 0
    s.truck[m] = space
    s.came[m] = NOWHERE
    s.die = WITHOUT_DIE
    s.exact = 0
    s.quiet = 0
    s.only_deliver = only_deliver
    s.must_load = 0
    note(s, Note.GOES, m, space, 0)


@kernel
def nearest_free(s: State, t: Tables, space: int) -> int:
    """AA-E05, AA-E29: return the space or the nearest one without truck or marker; of several, the lowest number."""
    if not is_occupied(s, t, space, s.mover):
        return space
    best = s.truck[s.mover]
    for v in range(t.spaces):
        if v == s.roadworks or v == s.jam or is_occupied(s, t, v, s.mover):
            continue
        if t.distance[space, v] < t.distance[space, best]:
            best = v
    return int(best)


@kernel
def arrive(s: State, t: Tables) -> None:
    """AA-18, AA-E10, AA-E18, AA-E19: carry out inspection and deliveries where the truck stops; then offer loading."""
    m = s.mover
    space = s.truck[m]
    if space == t.munich and holds(s, m, E_INSPECTION):
        s.event[E_INSPECTION] = KEPT + left_of(m, t)
        s.roll_due = 1
        note(s, Note.PASSES_INSPECTION, m, left_of(m, t), 0)
    for i in range(2):
        if space == t.special[i] and holds(s, m, E_FLENSBURG + i):
            put_under(s, E_FLENSBURG + i)
            earn(s, t, m, t.special_pay, E_FLENSBURG + i)
    if is_city(t, space):
        if not holds(s, m, E_INSPECTION):
            for c in range(t.contracts):
                if s.where[c] == LOADED + m and t.target[c] == space:
                    deliver(s, t, m, c, 0)
            if end_if_won(s, t):
                return
        if s.only_deliver == 0 and may_load(s, t, m):
            s.decider = m
            s.phase = Phase.LOAD
            return
    s.todo = AFTER_LOAD


@kernel
def may_load(s: State, t: Tables, p: int) -> bool:
    """AA-16, AA-30: return whether everybody must reckon with a loading here, so that the question reveals nothing."""
    if s.hand[p] == 0 or holds(s, p, E_INSPECTION):
        return False
    for c in range(t.contracts):  # noqa: SIM110  kernels know no any()
        if in_secret(s, c) and could_load(s, t, p, c):
            return True
    return False


@kernel
def load_contract(s: State, t: Tables, contract: int) -> None:
    """AA-16: show a contract and load its goods; go on with the stop if no more can be loaded."""
    p = s.decider
    s.where[contract] = LOADED + p
    s.hand[p] -= 1
    s.carried[p] += 1
    s.goods[p] += t.goods[contract]
    s.stock -= t.goods[contract]
    latest = 0
    for c in range(t.contracts):
        if s.where[c] == LOADED + p:
            latest = max(latest, s.load_number[c])
    s.load_number[contract] = latest + 1
    s.must_load = 0
    note(s, Note.LOADED, p, contract, t.goods[contract])
    if p == s.mover:
        s.loaded_now = 1
    if s.sold == 2 or not may_load(s, t, p):
        finish_loading(s)


@kernel
def stop_loading(s: State) -> None:
    """AA-16: stop loading, whether or not something could be loaded."""
    note(s, Note.STOPS_LOADING, s.decider, 0, 0)
    finish_loading(s)


@kernel
def finish_loading(s: State) -> None:
    """Go on with the stop after loading, or with the step after the auction."""
    if s.sold == 2:
        s.sold = 1
        s.lot = NONE
        s.holder = 0
        s.todo = AFTER_AUCTION
    else:
        s.todo = AFTER_LOAD


@kernel
def after_load(s: State, t: Tables) -> None:
    """AA-09, AA-22: after a 1, ask where the roadworks marker moves."""
    s.decider = s.mover
    if s.works_due == 1:
        s.phase = Phase.ROADWORKS
    else:
        s.todo = AFTER_ROADWORKS


@kernel
def after_roadworks(s: State, t: Tables) -> None:
    """AA-14, AA-20: draw on an event space; offer an auction in a city reached exactly."""
    s.works_due = 0
    space = s.truck[s.mover]
    if s.moved == 1 and t.is_event[space] == 1 and s.quiet == 0:
        s.phase = Phase.EVENT
    elif may_call(s, t):
        s.phase = Phase.CALL
    else:
        s.todo = AFTER_AUCTION


@kernel
def may_call(s: State, t: Tables) -> bool:
    """AA-20: return whether an auction may be called: city reached by the die's last point, first time this turn."""
    return (
        s.die != WITHOUT_DIE
        and s.exact == 1
        and s.sold == 0
        and s.only_deliver == 0
        and s.open > 0
        and is_city(t, s.truck[s.mover])
    )


@kernel
def call_nothing(s: State) -> None:
    """AA-20: decline an auction."""
    note(s, Note.NO_AUCTION, s.mover, 0, 0)
    s.todo = AFTER_AUCTION


@kernel
def after_auction(s: State, t: Tables) -> None:
    """AA-E10, AA-E17: offer another roll for the inspection or after fast loading."""
    s.decider = s.mover
    if s.roll_due == 1 or (s.loaded_now == 1 and holds(s, s.mover, E_FAST_LOADING)):
        s.phase = Phase.BONUS
    else:
        s.todo = PROCEED


@kernel
def roll_again(s: State, t: Tables, action: int) -> None:
    """AA-E10, AA-E17: roll and move again, or decline."""
    if action == DECLINE_ROLL:
        note(s, Note.NO_ROLL, s.mover, 0, 0)
        s.todo = PROCEED
        return
    if action == FAST_LOADING:
        put_under(s, E_FAST_LOADING)
        note(s, Note.USES_CARD, s.mover, E_FAST_LOADING, 0)
    else:
        note(s, Note.ROLLS_AGAIN, s.mover, 0, 0)
    s.roll_due = 0
    s.loaded_now = 0
    begin_roll(s, s.mover, EVENT_DIE)


@kernel
def move_roadworks(s: State, t: Tables, space: int) -> None:
    """AA-22: move the roadworks marker to another space."""
    s.roadworks = space
    note(s, Note.ROADWORKS_MOVED, s.decider, space, 0)
    s.todo = AFTER_ROADWORKS


@kernel
def call_auction(s: State, t: Tables, contract: int) -> None:
    """AA-21: put a contract up for auction; the caller holds bid 0, which costs nothing."""
    s.sold = 1
    s.lot = contract
    s.caller = s.mover
    s.holder = s.mover
    s.bid = 0
    for p in range(t.players):
        s.bidding[p] = 1
    note(s, Note.CALLED, s.caller, contract, 0)
    s.phase = Phase.BID
    next_bidder(s, t)


@kernel
def lowest_bid(s: State, p: int) -> int:
    """AA-21: return the lowest bid allowed: above the highest bid, or for the caller equal to it."""
    return s.bid if p == s.caller else s.bid + 1


@kernel
def next_bidder(s: State, t: Tables) -> None:
    """AA-21: pass on clockwise to the next bidder who is still in and can bid; without one, the holder wins."""
    p = s.decider
    for _ in range(t.players):
        p = left_of(p, t)
        if p == s.holder or s.bidding[p] == 0:
            continue
        least = lowest_bid(s, p)
        if least <= BIDS and t.price[s.lot, least] <= s.cash[p]:
            s.decider = p
            return
        s.bidding[p] = 0
        note(s, Note.CANNOT_BID, p, s.lot, 0)
    award(s, t)


@kernel
def place_bid(s: State, t: Tables, bid: int) -> None:
    """AA-21: make a bid the highest."""
    s.bid = bid
    s.holder = s.decider
    note(s, Note.BIDS, s.decider, bid, t.price[s.lot, bid])
    next_bidder(s, t)


@kernel
def pass_bid(s: State, t: Tables) -> None:
    """AA-21: leave the auction for good."""
    s.bidding[s.decider] = 0
    note(s, Note.PASSES, s.decider, 0, 0)
    next_bidder(s, t)


@kernel
def award(s: State, t: Tables) -> None:
    """AA-21: charge the winner and hand over the contract."""
    price = t.price[s.lot, s.bid]
    s.cash[s.holder] -= price
    note(s, Note.WINS_AUCTION if s.bid > 0 else Note.WINS_FREE, s.holder, s.lot, price)
    hand_over(s, t)


@kernel
def take_contract(s: State, t: Tables, contract: int) -> None:
    """AA-29: take a public contract without an auction, in the children's game."""
    s.sold = 1
    s.lot = contract
    s.holder = s.mover
    note(s, Note.TAKES, s.mover, contract, 0)
    hand_over(s, t)


@kernel
def hand_over(s: State, t: Tables) -> None:
    """AA-21, AA-26: hand the contract to its new holder and open the next one of the stack."""
    gain_contract(s, s.holder, s.lot)
    s.open -= 1
    s.caller = 0
    s.bid = 0
    for p in range(t.players):
        s.bidding[p] = 0
    if s.open + s.stack == 0:
        note(s, Note.PUBLIC_GONE, 0, 0, 0)
        if end_if_won(s, t):
            return
    if s.stack > 0:
        s.phase = Phase.OPEN
    else:
        load_at_once(s, t)


@kernel
def load_at_once(s: State, t: Tables) -> None:
    """AA-21: let a winner who stands in the loading city with room load at once."""
    winner = s.holder
    if could_load(s, t, winner, s.lot) and not holds(s, winner, E_INSPECTION):
        s.sold = 2
        s.decider = winner
        s.phase = Phase.LOAD
    else:
        s.lot = NONE
        s.holder = 0
        s.todo = AFTER_AUCTION
