"""Auf Achse: the record of a position, the tables of a game, and the codes of both."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints, Record, Seats, whole

MAX_PLAYERS: Final = 6
MAX_SPACES: Final = 160
MAX_ROADS: Final = 8
MAX_CONTRACTS: Final = 52
EVENTS: Final = 31
BIDS: Final = 5
PRIVATE: Final = 3
DICE: Final = 6
MAX_MOVE: Final = 6
MAX_CASH: Final = 10_000_000
MAX_GOODS: Final = 48
MAX_TRAILERS: Final = 8
MAX_ROUNDS: Final = 1000
NOWHERE: Final = -1
NOBODY: Final = -1
NONE: Final = -1

# Where a contract is. A player's number is added to HAND and LOADED.
UNSEEN: Final = 0
OPEN_NOW: Final = 1
DELIVERED: Final = 2
HAND: Final = 3
LOADED: Final = HAND + MAX_PLAYERS

# Where an event card is. A player's number is added to KEPT and DEBT.
NOT_DRAWN: Final = 0
UNDER: Final = 1
ACTING: Final = 2
KEPT: Final = 3
DEBT: Final = KEPT + MAX_PLAYERS

# The events, AA-E01 to AA-E31 in order.
E_RAIL: Final = 0
E_CO_DRIVER: Final = 1
E_PAPERS: Final = 2
E_TACHOGRAPH: Final = 3
E_BABY: Final = 4
E_DUMPING: Final = 5
E_SERVICE: Final = 6
E_PLANNING: Final = 7
E_THIEVES: Final = 8
E_INSPECTION: Final = 9
E_MOTIVATION: Final = 10
E_HELPER: Final = 11
E_POLICE: Final = 12
E_SPEEDING: Final = 13
E_RADIO: Final = 14
E_SNOW: Final = 15
E_FAST_LOADING: Final = 16
E_FLENSBURG: Final = 17
E_WIEN: Final = 18
E_JAM_MUENCHEN: Final = 19
E_JAM_FRANKFURT: Final = 20
E_JAM_KASSEL: Final = 21
E_FOG: Final = 22
E_ACCIDENT: Final = 23
E_SUBCONTRACTOR: Final = 24
E_FESTIVAL: Final = 25
E_TRUST: Final = 26
E_MAINTENANCE: Final = 27
E_SPOILED: Final = 28
E_CUSTOMS_FRIEND: Final = 29
E_CUSTOMS: Final = 30

MOTIVATION_SPACES: Final = 3
RADIO_SPACES: Final = 3
SNOW_SPACES: Final = 3
MAINTENANCE_SPACES: Final = 4
MAX_TASKS: Final = 3
ALL_TRUCKS: Final = -1
MOST_ANSWERS: Final = 3
DEBT_FACTOR: Final = 2

# How the open move is made.
BY_POINTS: Final = 0
BACK_TO_CITY: Final = 1
TO_NEXT_CITY: Final = 2
TO_NEXT_EVENT: Final = 3

# What gives the points of the open move: no die, the roll of the turn, or a roll that an event gives (AA-20).
WITHOUT_DIE: Final = 0
TURN_DIE: Final = 1
EVENT_DIE: Final = 2

# Why a truck gets no further: the rules that the note BLOCKED names, in this order.
BEHIND_TRUCKS: Final = 0
BEFORE_ROADWORKS: Final = 1
BEFORE_JAM: Final = 2
CLOSED_IN: Final = 3

# What the rules do next by themselves, before the next question: see `carry_on`.
NOTHING: Final = 0
EXPLORE: Final = 1
ARRIVE: Final = 2
AFTER_LOAD: Final = 3
AFTER_ROADWORKS: Final = 4
AFTER_AUCTION: Final = 5
PROCEED: Final = 6

# How a move may end on a space: bits of `reach`.
EXACT: Final = 1
SPARE: Final = 2
TO_LOAD: Final = 4
ONLY_DELIVER: Final = 8
ALL_WAYS: Final = 15

Phase = IntEnum(
    "Phase",
    "START PLACE DEAL OPEN TURN ROLL DRIVE LOAD ROADWORKS EVENT CALL BID PARTNER GIVE BABY JAM HELP CUSTOMS "
    "GIFT BONUS END OVER",
    start=0,
)

# Actions: verbs with what they are about behind them, then the plain answers.
ROLL: Final = 0
START: Final = ROLL + DICE
EVENT: Final = START + MAX_PLAYERS
DEAL: Final = EVENT + EVENTS
OPEN: Final = DEAL + MAX_CONTRACTS
PLACE: Final = OPEN + MAX_CONTRACTS
DRIVE: Final = PLACE + MAX_SPACES
ROADWORKS: Final = DRIVE + MAX_SPACES
JAM: Final = ROADWORKS + MAX_SPACES
LOAD: Final = JAM + MAX_SPACES
CALL: Final = LOAD + MAX_CONTRACTS
TAKE: Final = CALL + MAX_CONTRACTS
GIVE: Final = TAKE + MAX_CONTRACTS
BABY: Final = GIVE + MAX_CONTRACTS
PARTNER: Final = BABY + MAX_CONTRACTS
BID: Final = PARTNER + MAX_PLAYERS
PASS: Final = BID + BIDS
STOP_LOADING: Final = PASS + 1
DECLINE_CALL: Final = STOP_LOADING + 1
STAY: Final = DECLINE_CALL + 1
ROLL_NOW: Final = STAY + 1
MOTIVATION: Final = ROLL_NOW + 1
END_TURN: Final = MOTIVATION + 1
ROLL_AGAIN: Final = END_TURN + 1
FAST_LOADING: Final = ROLL_AGAIN + 1
DECLINE_ROLL: Final = FAST_LOADING + 1
HELP: Final = DECLINE_ROLL + 1
DRIVE_ON: Final = HELP + 1
PAY: Final = DRIVE_ON + 1
MISS: Final = PAY + 1
BUY_SMALL: Final = MISS + 1
BUY_LARGE: Final = BUY_SMALL + 1
NUM_ACTIONS: Final = BUY_LARGE + 1

Note = IntEnum(
    "Note",
    "STARTS PLACED DEALT OPENED TURN MISSES_TURN JAM_ENDS ROLLED ROLLED_SIX DRIVES GOES STAYS BLOCKED "
    "PASSES_INSPECTION DELIVERED LOADED ROADWORKS_MOVED NOTHING_HAPPENS PAYS EARNS DEBT_KEPT DEBT_PAID "
    "MUST_MISS JAM_PLACED GIVES KEEPS_EVENT THIEVES RAIL BABY SPOILED GIFT PARTNER CALLED BIDS PASSES "
    "CANNOT_BID WINS_AUCTION WINS_FREE TAKES BOUGHT USES_CARD NO_ROLL DRIVES_ON HELPS PUBLIC_GONE ENDS "
    "TURN_LIMIT UNFINISHED WON SHARED INSPECTION_BLOCKS STOPS_LOADING NO_AUCTION ROLLS_NOW ROLLS_AGAIN "
    "CARD_RAIL CARD_CO_DRIVER CARD_PAPERS CARD_TACHOGRAPH CARD_BABY CARD_DUMPING CARD_SERVICE CARD_PLANNING "
    "CARD_THIEVES CARD_INSPECTION CARD_MOTIVATION CARD_HELPER CARD_POLICE CARD_SPEEDING CARD_RADIO CARD_SNOW "
    "CARD_FAST_LOADING CARD_FLENSBURG CARD_WIEN CARD_JAM_MUENCHEN CARD_JAM_FRANKFURT CARD_JAM_KASSEL CARD_FOG "
    "CARD_ACCIDENT CARD_SUBCONTRACTOR CARD_FESTIVAL CARD_TRUST CARD_MAINTENANCE CARD_SPOILED "
    "CARD_CUSTOMS_FRIEND CARD_CUSTOMS RAIL_PAID",
)
# A card is drawn: one note for each event.

No = IntEnum(
    "No",
    "GAME_OVER CHANCE_NOW SET_UP_NOW PLACE_NOW DRIVE_NOW LOAD_NOW ROADWORKS_NOW JAM_NOW CALL_NOW BID_NOW "
    "GIVE_NOW BABY_NOW PARTNER_NOW TURN_NOW BONUS_NOW HELP_NOW CUSTOMS_NOW BUY_NOW UNSEEN_CARD SUCH_SEAT "
    "SUCH_SPACE SUCH_CONTRACT WORKS_IN_CITY TRUCK_THERE JAM_THERE TOO_FAR POINTS_LEFT OTHER_MOVE YOURS ROOM "
    "STOCK LOADING_CITY ONLY_AUCTIONED MUST_LOAD SAME_SPACE SHELTERED PUBLIC_CONTRACT AUCTION_HERE "
    "TAKING_HERE TOO_LOW TOO_DEAR LOADED_CONTRACT YOURSELF MONEY TRAILERS SOLD_OUT CARD ROLL_EARNED TOP_CARD "
    "MUST_MOVE TRUCK_IN_CITY PLACE_TAKEN WORKS_UNDER_TRUCK JAM_UNDER_TRUCK ROADWORKS_THERE ROADWORKS_CLOSE "
    "JAM_CLOSES STANDS_THERE BELOW",
    start=101,
)

# Verbs in descending order with what is added to the number behind them, and the plain answers, as rulebook.toml
# names them.
VERBS: Final = (
    ("BID", BID, 1),
    ("PARTNER", PARTNER, 0),
    ("BABY", BABY, 0),
    ("GIVE", GIVE, 0),
    ("TAKE", TAKE, 0),
    ("CALL", CALL, 0),
    ("LOAD", LOAD, 0),
    ("JAM", JAM, 0),
    ("ROADWORKS", ROADWORKS, 0),
    ("DRIVE", DRIVE, 0),
    ("PLACE", PLACE, 0),
    ("OPEN", OPEN, 0),
    ("DEAL", DEAL, 0),
    ("EVENT", EVENT, 0),
    ("START", START, 0),
    ("ROLL", ROLL, 1),
)
ANSWERS: Final = (
    "PASS",
    "STOP_LOADING",
    "DECLINE_CALL",
    "STAY",
    "ROLL_NOW",
    "MOTIVATION",
    "END_TURN",
    "ROLL_AGAIN",
    "FAST_LOADING",
    "DECLINE_ROLL",
    "HELP",
    "DRIVE_ON",
    "PAY",
    "MISS",
    "BUY_SMALL",
    "BUY_LARGE",
)


class Tables(Record):
    """Figures of the box and options of a game. Spaces are numbered cities first, then road by road."""

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
"""Names of the fields of a state that have an entry for each player."""
_OWNED: Final = {"where": (HAND, LOADED), "event": (KEPT, DEBT)}
"""Fields whose values are one of these numbers plus a player."""


class State(Record, notes=64, seats=Seats(_OF_PLAYERS, ("task_truck",), _OWNED)):
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
    """Return the left-hand neighbour, who is the next player clockwise."""
    return p + 1 if p + 1 < t.players else 0


@kernel
def right_of(p: int, t: Tables) -> int:
    """Return the right-hand neighbour, who is the previous player."""
    return p - 1 if p > 0 else t.players - 1


@kernel
def is_city(t: Tables, space: int) -> bool:
    """Return whether a space is a city; cities are numbered first."""
    return 0 <= space < t.cities


@kernel
def is_occupied(s: State, t: Tables, space: int, but: int) -> bool:
    """AA-12: return whether a truck other than that of the player `but` stands on the space."""
    for p in range(t.players):  # noqa: SIM110  kernels know no any()
        if s.truck[p] == space and p != but:
            return True
    return False


@kernel
def holds(s: State, p: int, event: int) -> bool:
    """Return whether the player keeps that event card."""
    return bool(s.event[event] == KEPT + p)


@kernel
def room(s: State, t: Tables, p: int) -> int:
    """AA-04, AA-17: return the number of goods that still fit on truck and trailers together."""
    return int(t.capacity + s.small[p] * t.small_capacity + s.large[p] * t.large_capacity - s.goods[p])


@kernel
def could_load(s: State, t: Tables, p: int, contract: int) -> bool:
    """AA-16, AA-17: return whether the player could load the contract here if it were in the hand."""
    fits = min(room(s, t, p), s.stock)
    return bool(t.origin[contract] == s.truck[p] and t.goods[contract] <= fits)


@kernel
def in_secret(s: State, contract: int) -> bool:
    """AA-30: return whether the contract is in a hand, in stack or reserve, so that only its holder knows where."""
    return bool(s.where[contract] == UNSEEN or HAND <= s.where[contract] < LOADED)
