"""Route 66: the record of a position, the tables of a game, and the codes of actions, phases, notes and reasons."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamekit.core.record import Ints, Record, Seats, whole

MAX_PLAYERS: Final = 5
STATES: Final = 8
CARDS: Final = MAX_PLAYERS * STATES
"""Number of different state cards; a card's number is colour × 8 + state."""
KINDS: Final = 9
"""Number of different speed cards."""
MAX_ROAD: Final = 120
"""Greatest number of places of a road, with both cities."""
MAX_COPIES: Final = 9
MAX_HAND: Final = MAX_PLAYERS * STATES * MAX_COPIES
MAX_SPEED_CARDS: Final = 200
TOP_SPEED: Final = 70
MAX_ROUNDS: Final = 500

ILLINOIS: Final = 0
CALIFORNIA: Final = STATES - 1
CHICAGO: Final = 0
NONE: Final = -1
TURNING_BONUS: Final = 2
"""California cards for the first car in Los Angeles."""
MPH_A_SPACE: Final = 10
REFILLS: Final = 3
"""Greatest number of speed cards drawn in a turn, after all three have been swapped."""

Phase = IntEnum("Phase", "DEAL_STATE DEAL_SPEED LAY TAKE DRAWN SPEED DRIVE REFILL AGAIN OVER", start=0)

LAY: Final = 0
"""LAY + card: lay that state card."""
DRAW: Final = LAY + CARDS
PASS: Final = DRAW + 1
STOP: Final = PASS + 1
PLAY: Final = STOP + 1
"""PLAY + kind × 5 + player: play that speed card on that player's speedometer."""
SWAP: Final = PLAY + KINDS * MAX_PLAYERS
KEEP: Final = SWAP + 1
DRIVE: Final = KEEP + 1
STATE_CARD: Final = DRIVE + 1
"""STATE_CARD + card: draw that state card from the pile."""
SPEED_CARD: Final = STATE_CARD + CARDS
"""SPEED_CARD + kind: draw that speed card from the pile."""
NUM_ACTIONS: Final = SPEED_CARD + KINDS

Note = IntEnum(
    "Note",
    "DEALT_STATE DEALT_SPEED TURN LAID AGAIN DRAWS DREW_STATE NOT_LAID NO_MORE PASSES PLAYS_ON PLAYED SPEED "
    "NOT_SPEEDING PARKED CAUGHT_IN_CHICAGO CAUGHT_WESTWARD CAUGHT_EASTWARD FINED NOTHING_TO_FINE SWAPS KEEPS "
    "TOO_SLOW DRIVES JUMPED LOS_ANGELES LEFT_OVER TIDE FIRST COLLECTS COLLECTS_TWO LAST_CARD NO_CARD NOT_YET "
    "STOOD_STILL HOME LOST_POINTS STAYS_HOME REFILLED RESHUFFLED ALL_HOME TURN_LIMIT WON SHARED DECLINES "
    "PLAYS_NONE",
)

No = IntEnum(
    "No",
    "OVER CHANCE PERSON LAYING_NOW SPEED_NOW AFTER_TIDE SUCH_COLOUR STATE_CARD FIT OTHER_CARD ONLY_DRAWN PILE "
    "OPENING_DRAW PASS_LAY STOP_NOW SPEED_CARD SUCH_PLAYER TOO_FAST TOO_SLOW AT_HOME SWAP NOT_THIS_CHANCE "
    "NOT_IN_PILE SECOND OPENING_PASS",
    start=101,
)


_OF_PLAYERS: Final = (
    "place", "turned", "speed", "hand", "hand_size", "collected", "score", "speed_hand", "speed_size",
)  # fmt: skip
"""Names of the fields of a state that have a row for each player."""


class State(Record, notes=16, seats=Seats(_OF_PLAYERS, numbers={"current": (0,), "first": (0,)})):
    """One position of Route 66. Places run from 0 (Chicago) over the road spaces to Los Angeles."""

    phase: int = whole("which question is open", 0, Phase.OVER)
    current: int = whole("whose turn it is, or who is being dealt to", 0, MAX_PLAYERS - 1)
    round_number: int = whole("turns each player has begun, counted with the starting player's", 0, MAX_ROUNDS + 1)
    tide: int = whole("1 once a car has reached Los Angeles", 0, 1)
    first: int = whole("who reached Los Angeles first; -1 nobody yet", NONE, MAX_PLAYERS - 1)
    to_draw: int = whole("speed cards still to be drawn this turn", 0, REFILLS, unit="cards")
    laid_now: int = whole("the state card laid this turn; -1 none", NONE, CARDS - 1)
    drawn: int = whole("the state card just drawn; -1 none or unknown", NONE, CARDS - 1)
    num_home: int = whole("cars that are back in Chicago", 0, MAX_PLAYERS)

    place: Ints = whole("where each car stands", 0, MAX_ROAD - 1, shape=MAX_PLAYERS)
    turned: Ints = whole("1 for a car that has been to Los Angeles", 0, 1, shape=MAX_PLAYERS)
    speed: Ints = whole("what each speedometer shows", 0, TOP_SPEED, shape=MAX_PLAYERS, unit="mph")

    hand: Ints = whole("state cards held", 0, MAX_COPIES, shape=(MAX_PLAYERS, CARDS), unit="cards")
    hand_size: Ints = whole("how many state cards each holds", 0, MAX_HAND, shape=MAX_PLAYERS, unit="cards")
    pile: Ints = whole("state cards in the pile", 0, MAX_COPIES, shape=CARDS, unit="cards")
    pile_size: int = whole("how many state cards the pile has", 0, MAX_HAND, unit="cards")
    laid: Ints = whole("state cards laid in the rows", 0, MAX_COPIES, shape=CARDS, unit="cards")
    supply: Ints = whole("cards of each state in the rows, to be collected", 0, MAX_HAND, shape=STATES, unit="cards")
    collected: Ints = whole("cards collected", 0, MAX_HAND, shape=(MAX_PLAYERS, STATES), unit="cards")
    score: Ints = whole("cards collected in all", 0, MAX_HAND, shape=MAX_PLAYERS, unit="cards")

    speed_hand: Ints = whole("speed cards held", 0, MAX_SPEED_CARDS, shape=(MAX_PLAYERS, KINDS), unit="cards")
    speed_size: Ints = whole("how many speed cards each holds", 0, REFILLS, shape=MAX_PLAYERS, unit="cards")
    speed_pile: Ints = whole("speed cards in the pile", 0, MAX_SPEED_CARDS, shape=KINDS, unit="cards")
    speed_pile_size: int = whole("how many speed cards the pile has", 0, MAX_SPEED_CARDS, unit="cards")
    speed_used: Ints = whole(
        "speed cards played and not yet shuffled back", 0, MAX_SPEED_CARDS, shape=KINDS, unit="cards"
    )


class Tables(Record):
    """Figures of the box and options of a game, as the kernels read them."""

    players: int = whole("how many play", 2, MAX_PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    start: int = whole("who begins", 0, MAX_PLAYERS - 1)
    limit: int = whole("the speed above which the patrol catches a car", 0, TOP_SPEED, unit="mph")
    rounds: int = whole("turns of each player after which the game ends as it stands", 1, MAX_ROUNDS)
    los_angeles: int = whole("the last place of the road", 1, MAX_ROAD - 1)
    state_hand: int = whole("state cards dealt to each player", 1, MAX_HAND, unit="cards")
    speed_hand: int = whole("speed cards dealt to each player", 1, REFILLS, unit="cards")
    copies: Ints = whole("cards of each state in a colour's set", 0, MAX_COPIES, shape=STATES, unit="cards")
    count: Ints = whole("speed cards of each kind", 0, MAX_SPEED_CARDS, shape=KINDS, unit="cards")
    change: Ints = whole("what each kind does to a speed; 0 for *stop*", -TOP_SPEED, TOP_SPEED, shape=KINDS, unit="mph")
    stops: Ints = whole("1 for the kind *stop*", 0, 1, shape=KINDS)
    patrol: Ints = whole("1 for a kind that is also a highway patrol card", 0, 1, shape=KINDS)
    state: Ints = whole("the state a place lies in; -1 for the two cities", NONE, STATES - 1, shape=MAX_ROAD)
    cards: Ints = whole("cards a stop there brings on the way home", 0, 2, shape=MAX_ROAD, unit="cards")
    border: Ints = whole(
        "the westernmost place east of the state a place lies in; for Los Angeles the place before it",
        0,
        MAX_ROAD - 1,
        shape=MAX_ROAD,
    )
