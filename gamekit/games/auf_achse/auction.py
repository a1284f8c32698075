# ruff: noqa: F405
"""Auf Achse: public contracts, put up for auction or, in the children's game, simply taken (AA-20, AA-21, AA-29).

When a player may call an auction is decided in stops.py.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.auf_achse.money import end_if_won, gain_contract
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import note


@kernel
def call_auction(s: State, t: Tables, contract: int) -> None:
    """AA-21: the caller puts a contract up and holds bid 0, which costs nothing."""
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
    """AA-21: others must bid more than the highest bid, the caller may match it."""
    return s.bid if p == s.caller else s.bid + 1


@kernel
def next_bidder(s: State, t: Tables) -> None:
    """AA-21: clockwise to the next who is still in and can bid; without one, the holder has won."""
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
    """AA-21: a bid becomes the highest."""
    s.bid = bid
    s.holder = s.decider
    note(s, Note.BIDS, s.decider, bid, t.price[s.lot, bid])
    next_bidder(s, t)


@kernel
def pass_bid(s: State, t: Tables) -> None:
    """AA-21: whoever passes is out for good."""
    s.bidding[s.decider] = 0
    note(s, Note.PASSES, s.decider, 0, 0)
    next_bidder(s, t)


@kernel
def award(s: State, t: Tables) -> None:
    """AA-21: the winner pays at once and takes the contract into the hand."""
    price = t.price[s.lot, s.bid]
    s.cash[s.holder] -= price
    note(s, Note.WINS_AUCTION if s.bid > 0 else Note.WINS_FREE, s.holder, s.lot, price)
    hand_over(s, t)


@kernel
def take_contract(s: State, t: Tables, contract: int) -> None:
    """AA-29: in the children's game a public contract is simply taken."""
    s.sold = 1
    s.lot = contract
    s.holder = s.mover
    note(s, Note.TAKES, s.mover, contract, 0)
    hand_over(s, t)


@kernel
def hand_over(s: State, t: Tables) -> None:
    """AA-21, AA-26: the contract changes hands, and the next one of the stack is opened."""
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
    """AA-21: a winner who stands in the loading city with room may load at once."""
    winner = s.holder
    if suits(s, t, winner, s.lot) and not holds(s, winner, E_INSPECTION):
        s.sold = 2
        s.decider = winner
        s.phase = Phase.LOAD
    else:
        s.lot = NONE
        s.holder = 0
        s.todo = AFTER_AUCTION
