# ruff: noqa: F405
"""Auf Achse: what a position is: `Tables`, `State` and the smallest questions about them.

What happens to a position is in the rooms beside this one; the numbers have their names in names.py.
"""

from __future__ import annotations

from typing import Final

from gamekit.compiling import kernel
from gamekit.games.auf_achse.names import *  # noqa: F403  every rule speaks in these names
from gamekit.record import Ints, Record, Seats, whole


class Tables(Record):
    """What box and options fix for a whole game. Spaces are numbered cities first, then road by road."""

    players: int = whole("how many play", 2, MAX_PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    start: int = whole("who starts; NOBODY if chance decides", NOBODY, MAX_PLAYERS - 1, unit="player")
    children: int = whole("1 for the children's game", 0, 1)
    cash: int = whole("money to begin with", 0, MAX_CASH, unit="DM")
    public: int = whole("public contracts", 1, MAX_CONTRACTS, unit="contracts")
    open: int = whole("how many of them lie open", 1, MAX_CONTRACTS, unit="contracts")
    rounds: int = whole("turns of each player at most", 1, MAX_ROUNDS)
    capacity: int = whole("what a truck carries", 1, MAX_GOODS, unit="goods")
    stock: int = whole("goods in the box", 1, MAX_GOODS, unit="goods")
    small_number: int = whole("small trailers in the box", 0, MAX_TRAILERS)
    small_capacity: int = whole("what one carries", 1, MAX_GOODS, unit="goods")
    small_price: int = whole("what one costs", 0, MAX_CASH, unit="DM")
    large_number: int = whole("large trailers in the box", 0, MAX_TRAILERS)
    large_capacity: int = whole("what one carries", 1, MAX_GOODS, unit="goods")
    large_price: int = whole("what one costs", 0, MAX_CASH, unit="DM")
    fine: int = whole("AA-E13, AA-E14, AA-E31: a fine", 0, MAX_CASH, unit="DM")
    festival: int = whole("AA-E26: the prize", 0, MAX_CASH, unit="DM")
    help: int = whole("AA-E12: the reward for helping", 0, MAX_CASH, unit="DM")
    insurance: int = whole("AA-E09: what is paid for a stolen load", 0, MAX_CASH, unit="DM")
    rail_fee: int = whole("AA-E01: what the railway takes", 0, MAX_CASH, unit="DM")
    special_pay: int = whole("AA-E18, AA-E19: the pay for a special delivery", 0, MAX_CASH, unit="DM")
    unfinished: int = whole("AA-E10, AA-E18, AA-E19: what an unfinished card costs", 0, MAX_CASH, unit="DM")
    cities: int = whole("how many cities there are", 2, MAX_SPACES)
    spaces: int = whole("how many spaces there are, cities included", 2, MAX_SPACES)
    contracts: int = whole("how many contracts there are", 1, MAX_CONTRACTS)
    munich: int = whole("AA-E10: where the inspection is", 0, MAX_SPACES - 1, unit="space")
    special: Ints = whole("AA-E18, AA-E19: the cities of special deliveries", 0, MAX_SPACES - 1, shape=2, unit="space")
    jams: Ints = whole("AA-E20 to AA-E22: the cities of jams", 0, MAX_SPACES - 1, shape=3, unit="space")
    degree: Ints = whole("how many neighbours a space has", 0, MAX_ROADS, shape=MAX_SPACES)
    neighbour: Ints = whole("which, ascending", NOWHERE, MAX_SPACES - 1, shape=(MAX_SPACES, MAX_ROADS), unit="space")
    is_event: Ints = whole("1 for event spaces", 0, 1, shape=MAX_SPACES)
    sheltered: Ints = whole("1 where no roadworks may lie", 0, 1, shape=MAX_SPACES)
    distance: Ints = whole("steps from space to space", 0, MAX_SPACES, shape=(MAX_SPACES, MAX_SPACES), unit="steps")
    origin: Ints = whole("the loading city of each contract", 0, MAX_SPACES - 1, shape=MAX_CONTRACTS, unit="space")
    target: Ints = whole("its delivery city", 0, MAX_SPACES - 1, shape=MAX_CONTRACTS, unit="space")
    goods: Ints = whole("its goods", 0, MAX_GOODS, shape=MAX_CONTRACTS, unit="goods")
    revenue: Ints = whole("its revenue", 0, MAX_CASH, shape=MAX_CONTRACTS, unit="DM")
    price: Ints = whole("the price of each bid; bid 0 is free", 0, MAX_CASH, shape=(MAX_CONTRACTS, BIDS + 1), unit="DM")


_OF_PLAYERS: Final = (
    "truck", "came", "cash", "goods", "small", "large", "hand", "carried", "done", "cleared", "skip",
    "bidding",
)  # fmt: skip
"""Fields of a state that have an entry for each player."""
_OWNED: Final = {"where": (HAND, LOADED), "event": (KEPT, DEBT)}
"""Fields whose values are a player added to one of these numbers."""


class State(Record, notes=64, seats=Seats(_OF_PLAYERS, ("task_truck",), _OWNED)):
    """One position of Auf Achse."""

    todo: int = whole("what the rules still do by themselves in this step: NOTHING between steps", NOTHING, PROCEED)
    phase: int = whole("which question is open: one of `Phase`", 0, Phase.OVER)
    round_number: int = whole("the round, from 1; 0 during the set-up", 0, MAX_ROUNDS + 1)
    start: int = whole("who started", 0, MAX_PLAYERS - 1, unit="player")
    current: int = whole("whose turn it is", 0, MAX_PLAYERS - 1, unit="player")
    decider: int = whole("who answers the open question", 0, MAX_PLAYERS - 1, unit="player")
    mover: int = whole("whose truck moves, or moved last", 0, MAX_PLAYERS - 1, unit="player")
    has_rolled: int = whole("1 once the roll of this turn is made", 0, 1)
    dealt: int = whole("cards dealt, or trucks placed, so far in the open step of the set-up", 0, MAX_CONTRACTS)

    truck: Ints = whole("where each truck stands", NOWHERE, MAX_SPACES - 1, shape=MAX_PLAYERS, unit="space")
    came: Ints = whole("the space each truck came from", NOWHERE, MAX_SPACES - 1, shape=MAX_PLAYERS, unit="space")
    cash: Ints = whole("money in each purse", 0, MAX_CASH, shape=MAX_PLAYERS, unit="DM")
    goods: Ints = whole("goods on each truck and its trailers", 0, 48, shape=MAX_PLAYERS, unit="goods")
    small: Ints = whole("small trailers", 0, 8, shape=MAX_PLAYERS)
    large: Ints = whole("large trailers", 0, 8, shape=MAX_PLAYERS)
    hand: Ints = whole("contracts in hand, not loaded", 0, MAX_CONTRACTS, shape=MAX_PLAYERS)
    carried: Ints = whole("contracts loaded", 0, MAX_CONTRACTS, shape=MAX_PLAYERS)
    done: Ints = whole("contracts delivered", 0, MAX_CONTRACTS, shape=MAX_PLAYERS)
    cleared: Ints = whole("1 if the last contract of all was delivered", 0, 1, shape=MAX_PLAYERS)
    skip: Ints = whole("turns to be missed", 0, 99, shape=MAX_PLAYERS, unit="turns")
    stock: int = whole("goods in stock", 0, 48, unit="goods")

    where: Ints = whole(
        "where each contract is: UNSEEN, OPEN_NOW, DELIVERED, HAND + p or LOADED + p",
        0,
        LOADED + 5,
        shape=MAX_CONTRACTS,
    )
    load_number: Ints = whole(
        "in which order those aboard were loaded; 0 for others", 0, MAX_CONTRACTS, shape=MAX_CONTRACTS
    )
    stack: int = whole("public contracts still face down", 0, MAX_CONTRACTS)
    reserve: int = whole("contracts of the reserve", 0, MAX_CONTRACTS)
    open: int = whole("public contracts lying open", 0, MAX_CONTRACTS)

    event: Ints = whole(
        "where each event card is: NOT_DRAWN, UNDER, ACTING, KEPT + p or DEBT + p", 0, DEBT + 5, shape=EVENTS
    )
    unseen_events: int = whole("event cards not drawn yet", 0, EVENTS)
    under: Ints = whole("event cards under the pile, in order; 0 behind its end", 0, EVENTS - 1, shape=EVENTS)
    under_size: int = whole("how many those are", 0, EVENTS)

    roadworks: int = whole("where the roadworks marker lies", NOWHERE, MAX_SPACES - 1, unit="space")
    jam: int = whole("where the jam marker lies", NOWHERE, MAX_SPACES - 1, unit="space")
    jam_owner: int = whole("who placed the jam", NOBODY, MAX_PLAYERS - 1, unit="player")
    jam_event: int = whole("the card that reminds of it", NONE, EVENTS - 1)

    points: int = whole("points of the open move", 0, MAX_MOVE, unit="spaces")
    free: int = whole("1 if fewer points may be used as well", 0, 1)
    manner: int = whole("how the move is made: BY_POINTS, BACK_TO_CITY …", 0, TO_NEXT_EVENT)
    die: int = whole("what gives the points: WITHOUT_DIE, TURN_DIE or EVENT_DIE", WITHOUT_DIE, EVENT_DIE)
    optional: int = whole("1 if the move may be declined", 0, 1)
    exact: int = whole("1 if the move ended with its last point", 0, 1)
    moved: int = whole("1 if the move led anywhere", 0, 1)
    quiet: int = whole("1 if the move draws no event at its end", 0, 1)
    only_deliver: int = whole("1 in a jammed city entered to deliver", 0, 1)
    must_load: int = whole("1 if points were left over in order to load", 0, 1)
    works_due: int = whole("1 if the roadworks marker must be moved", 0, 1)
    loaded_now: int = whole("1 if something was loaded at this stop", 0, 1)
    roll_due: int = whole("1 if the inspection earned another roll", 0, 1)
    reach: Ints = whole(
        "how the open move may end on each space: 0 or the bits EXACT, SPARE …", 0, ALL_WAYS, shape=MAX_SPACES
    )
    via: Ints = whole("the space from which it gets there", NOWHERE, MAX_SPACES - 1, shape=MAX_SPACES, unit="space")

    lot: int = whole("the contract being auctioned, until it is in a hand and perhaps loaded", NONE, MAX_CONTRACTS - 1)
    caller: int = whole("who put it up", 0, MAX_PLAYERS - 1, unit="player")
    holder: int = whole("who holds the highest bid", 0, MAX_PLAYERS - 1, unit="player")
    bid: int = whole("that bid; 0 is free", 0, BIDS)
    bidding: Ints = whole("1 for players still in the auction", 0, 1, shape=MAX_PLAYERS)
    sold: int = whole("1 after the auction of this turn, 2 while its contract may be loaded at once", 0, 2)

    tasks: int = whole("events still moving several trucks", 0, MAX_TASKS)
    task_event: Ints = whole("which events those are, the newest last", 0, EVENTS - 1, shape=MAX_TASKS)
    task_owner: Ints = whole("who drew them", 0, MAX_PLAYERS - 1, shape=MAX_TASKS, unit="player")
    task_truck: Ints = whole("1 for trucks still to be moved", 0, 1, shape=(MAX_TASKS, MAX_PLAYERS))

    # Working space of `explore`; zero outside it.
    stop: Ints = whole("why a truck may stop in a city", 0, ALL_WAYS, shape=MAX_SPACES)
    path: Ints = whole("the way being followed", 0, MAX_SPACES - 1, shape=MAX_MOVE + 1, unit="space")
    branch: Ints = whole("the next fork to try there", 0, MAX_ROADS, shape=MAX_MOVE + 1)
    free_at: Ints = whole("the last unoccupied place of that way", 0, MAX_MOVE, shape=MAX_MOVE + 1)


@kernel
def left_of(p: int, t: Tables) -> int:
    """The left-hand neighbour: the next player clockwise."""
    return p + 1 if p + 1 < t.players else 0


@kernel
def right_of(p: int, t: Tables) -> int:
    """The right-hand neighbour: the player before."""
    return p - 1 if p > 0 else t.players - 1


@kernel
def is_city(t: Tables, space: int) -> bool:
    """Spaces are numbered cities first."""
    return 0 <= space < t.cities


@kernel
def is_occupied(s: State, t: Tables, space: int, but: int) -> bool:
    """AA-12: whether a truck other than that of the player `but` stands on the space."""
    for p in range(t.players):  # noqa: SIM110  kernels know no any()
        if s.truck[p] == space and p != but:
            return True
    return False


@kernel
def holds(s: State, p: int, event: int) -> bool:
    """Whether the player keeps that event card."""
    return bool(s.event[event] == KEPT + p)


@kernel
def room(s: State, t: Tables, p: int) -> int:
    """AA-04, AA-17: goods that still fit on truck and trailers together."""
    return int(t.capacity + s.small[p] * t.small_capacity + s.large[p] * t.large_capacity - s.goods[p])


@kernel
def suits(s: State, t: Tables, p: int, contract: int) -> bool:
    """AA-16, AA-17: whether the player could load the contract here if it were in the hand."""
    fits = min(room(s, t, p), s.stock)
    return bool(t.origin[contract] == s.truck[p] and t.goods[contract] <= fits)


@kernel
def in_secret(s: State, contract: int) -> bool:
    """AA-30: whether the contract lies in a hand, in stack or reserve: only its holder knows where."""
    return bool(s.where[contract] == UNSEEN or HAND <= s.where[contract] < LOADED)
