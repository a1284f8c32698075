"""Ausgebremst: the record of a position, the tables of a game, and the codes of both."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN, Ints, Record, Seats, whole

LANES: Final = 3
STRIDE: Final = 40
"""Spaces are numbered STRIDE × lane + place in the lane, counted from the start line in driving direction."""
PIT: Final = LANES * STRIDE
"""Number of the first space of the pit lane."""
MAX_PITS: Final = 7
FINISH: Final = PIT + MAX_PITS
"""Number of the space of cars that cross the line after the last lap: off the board."""
SPACES: Final = FINISH + 1

CARS: Final = 6
VALUES: Final = 6
SIX: Final = 5
"""Kind of the 6; card kinds are 0 to 5 for the values 1 to 6."""
CIRCUITS: Final = 8
ROWS: Final = 3
LAPS: Final = 3
HAND: Final = 3
ADVANCED_HAND: Final = 2
PILES: Final = 4
PILE_HEIGHT: Final = 26
PIT_CARDS: Final = 2
DECK: Final = 28
MAX_RACES: Final = 8
FOLLOWERS: Final = 4
BESIDE: Final = 8
"""Greatest number of spaces beside a space and right behind it."""
FAR: Final = 999
NOWHERE: Final = -1
BLANK: Final = -1
"""No card, no pile."""
LONGEST_RACE: Final = 200
LONGEST_CARD: Final = 6
WIDTH: Final = 20
"""Entries reserved for the spaces reachable with one number of steps: their count, then the spaces, ascending."""

# Set-ups of the advanced game; the basic game is played with SLOW.
NOT_CHOSEN: Final = 0
FAST: Final = 1
MEDIUM: Final = 2
SLOW: Final = 3

RACING: Final = 0
FINISHED: Final = 1
OUT_OF_CARDS: Final = 2
OUT_NO_STOP: Final = 3

Phase = IntEnum(
    "Phase",
    "GRID SETUP SORT_DRAW SORT FIRST_CARDS DEAL UNOWNED PLAY DRAW TAKE PIT_CARD RESULT OVER",
    start=0,
)

# Actions. A move is a card and the space it ends on: MOVE + SPACES × card kind + space.
MOVE: Final = 0
MISS: Final = SPACES * VALUES
SETUP: Final = MISS + 1
SORT: Final = SETUP + 3
TAKE: Final = SORT + PILES
PLACE: Final = TAKE + PILES
GRID_DRAW: Final = PLACE + PILES
SORT_DRAW: Final = GRID_DRAW + VALUES
HAND_DRAW: Final = SORT_DRAW + VALUES
UNOWNED_DRAW: Final = HAND_DRAW + VALUES
UNOWNED_STAYS: Final = UNOWNED_DRAW + VALUES
RESULT: Final = UNOWNED_STAYS + 1
SORT_NOTHING: Final = RESULT + 1
LAY_NOTHING: Final = SORT_NOTHING + 1
NUM_ACTIONS: Final = LAY_NOTHING + 1

Note = IntEnum(
    "Note",
    "RACE GRID_CARD GRID_TIE GRID_PLACE SETUP PIT_CARD_LAID CARD_UP SORTED TAKEN DRAWN PLAYED LINE STOPPED "
    "FINISHED OUT_OF_CARDS OUT_NO_STOP SHOWS WAITS_SIXES WAITS_ENTRY SIX_FIRST_TURN SIX_CHICANE SIX_BESIDE "
    "SIX_AFTER_WINNER SIX_STANDSTILL UNOWNED_CARD UNOWNED_SIX UNOWNED_SPENT UNOWNED_BLOCKED UNOWNED_WAITS "
    "UNOWNED_OUT PIT_CARD_TAKEN PIT_CARD_PLACED POINTS NO_POINTS WON SHARED LAST_CARD PILE_BEGUN NO_CARD_UP "
    "NOTHING_SORTED PIT_TURN STARTED",
)

No = IntEnum(
    "No",
    "GAME_OVER CHOICE_NOW CHANCE_NOW SUCH_CARD SUCH_SPACE SIX_IN_LEAD OCCUPIED PASSING CHICANE SOLID_LINE "
    "DISTANCE PIT_YET FINISH_YET MISSING SUCH_DRAW PILE_EMPTY UNOWNED_STAYS UNOWNED_CARD NOT_AHEAD "
    "MORE_TO_SORT CARD_TO_LAY",
    start=101,
)


class Tables(Record):
    """Figures of the box and options of a game; the first index of a circuit's fields is the circuit."""

    players: int = whole("how many play", 3, CARS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    advanced: int = whole("1 for the advanced game", 0, 1)
    pit_turn: int = whole("1 if a pit stop costs the next turn", 0, 1)
    races: int = whole("races of the championship", 1, MAX_RACES)
    draw_grid: int = whole("1 if cards are drawn for the first grid", 0, 1)
    hand_cards: int = whole("cards in a hand", ADVANCED_HAND, HAND, unit="cards")
    programme: Ints = whole("the circuit of each race; 0 behind the last", 0, CIRCUITS - 1, shape=MAX_RACES)
    cards: Ints = whole(
        "copies of each value: all, fast, medium, slow", 0, DECK, shape=(SLOW + 1, VALUES), unit="cards"
    )
    prizes: Ints = whole("points for the places 1 to 6", 0, 9, shape=CARS, unit="points")
    follow: Ints = whole(
        "up to 4 followers of a space, ended by NOWHERE; the pit lane comes last",
        NOWHERE,
        SPACES - 1,
        shape=(CIRCUITS, SPACES, FOLLOWERS),
    )
    wish: Ints = whole(
        "the same as if there were no solid lines", NOWHERE, SPACES - 1, shape=(CIRCUITS, SPACES, FOLLOWERS)
    )
    beside: Ints = whole(
        "the spaces beside a space or right behind it, ended by NOWHERE",
        NOWHERE,
        SPACES - 1,
        shape=(CIRCUITS, SPACES, BESIDE),
    )
    lane: Ints = whole(
        "0 left, 1 middle, 2 right, 3 pit lane; NOWHERE if the circuit has no such space",
        NOWHERE,
        LANES,
        shape=(CIRCUITS, SPACES),
    )
    chicane: Ints = whole("1 for a space that is the whole track", 0, 1, shape=(CIRCUITS, SPACES))
    left: Ints = whole(
        "spaces left to the finish after 0…3 crossings of the line; with 3 it is the shortest way to the line",
        0,
        FAR,
        shape=(CIRCUITS, LAPS + 1, SPACES),
        unit="spaces",
    )
    stop_left: Ints = whole(
        "spaces to the line when the way leads through the pit lane", 0, FAR, shape=(CIRCUITS, SPACES), unit="spaces"
    )
    to_entry: Ints = whole(
        "spaces to the entry of the pit lane, FAR if it lies behind", 0, FAR, shape=(CIRCUITS, SPACES), unit="spaces"
    )
    entry: Ints = whole("the space from which the pit lane is entered", 0, SPACES - 1, shape=CIRCUITS)
    inside: Ints = whole("the lane at the infield", 0, LANES - 1, shape=CIRCUITS)
    stop_cost: Ints = whole("by how much a pit stop makes a race longer", 0, FAR, shape=CIRCUITS, unit="spaces")
    grid: Ints = whole("the six starting places, best first", 0, SPACES - 1, shape=(CIRCUITS, CARS))
    pit_cards: Ints = whole(
        "up to two card kinds for each starting row, BLANK behind them", BLANK, SIX, shape=(CIRCUITS, ROWS, PIT_CARDS)
    )


_OF_CARS: Final = (
    "space", "lines", "status", "stopped", "waits", "moved", "place", "rest", "hand", "hand_size", "shown", "deck",
    "deck_size",
    "played", "set_up", "aside", "pile", "height", "known_pile", "known_level", "drawn", "again", "points",
    "race_points",
)  # fmt: skip
"""Names of the fields of a state that have a row for each car."""
_OF_UNOWNED: Final = (
    "space", "lines", "status", "stopped", "waits", "moved", "place", "rest", "shown", "deck", "deck_size", "played",
)  # fmt: skip
"""Names of those fields that also hold for a car without a driver (AB-44)."""


class State(Record, notes=32, seats=Seats(_OF_CARS, numbers={"order": (0,), "stands": (1,)}, unowned=_OF_UNOWNED)):
    """One position of the race. Cars 0 to players - 1 have drivers, the others are unowned."""

    phase: int = whole("which step is open: one of `Phase`", 0, Phase.OVER)
    race: int = whole("the race of the championship, from 1", 1, MAX_RACES)
    circuit: int = whole("the circuit being driven, from 0", 0, CIRCUITS - 1)
    round_number: int = whole("the round of the race, from 1; 0 before the start", 0, 10_000)
    order: Ints = whole("the cars in grid order, which is the order of turns", 0, CARS - 1, shape=CARS, unit="car")
    turn: int = whole("whose turn it is, counted in grid order", 0, CARS, unit="places")
    space: Ints = whole("the space a car stands on", NOWHERE, SPACES - 1, shape=CARS)
    lines: Ints = whole("times a car has crossed the line; the start is the first", 0, LAPS + 1, shape=CARS)
    status: Ints = whole("0 racing, 1 finished, 2 out of cards, 3 out without a stop", 0, 3, shape=CARS)
    stopped: Ints = whole("1 once the car has ended a move in the pit lane", 0, 1, shape=CARS)
    waits: Ints = whole("1 if the car misses its next turn for its pit stop", 0, 1, shape=CARS)
    moved: Ints = whole("1 once the car has had its first turn of the race", 0, 1, shape=CARS)
    place: Ints = whole("the car's place in the race, 0 before it has one", 0, CARS, shape=CARS)
    rest: Ints = whole("spaces that were left to a car which did not finish", 0, FAR, shape=CARS, unit="spaces")
    stands: Ints = whole("who stands on a space: 0 nobody, else the car + 1", 0, CARS, shape=SPACES)
    finished: int = whole("cars that have finished this race", 0, CARS, unit="cars")
    idle: int = whole(
        "turns in a row without a card spent; 0 after a turn missed for a pit stop", 0, 1_000, unit="turns"
    )
    reach: Ints = whole(
        "where the driver on turn can go: for 0…6 steps a list, WIDTH apart, of its length and the spaces, ascending",
        0,
        SPACES - 1,
        shape=WIDTH * (LONGEST_CARD + 1),
    )
    walled: int = whole("1 if the driver on turn and cars beside it known to hold only 6s leave no way past", 0, 1)
    hand: Ints = whole("cards of each value held", 0, DECK, shape=(CARS, VALUES), unit="cards")
    hand_size: Ints = whole("cards held", 0, DECK, shape=CARS, unit="cards")
    shown: Ints = whole("cards of each value held that everybody has seen", 0, DECK, shape=(CARS, VALUES), unit="cards")
    deck: Ints = whole("cards of each value in the own deck, not yet sorted or drawn", 0, DECK, shape=(CARS, VALUES))
    deck_size: Ints = whole("how many those are; UNKNOWN while others sort", UNKNOWN, DECK, shape=CARS, unit="cards")
    played: Ints = whole("cards of each value spent in this race", 0, DECK, shape=(CARS, VALUES), unit="cards")
    set_up: Ints = whole("the set-up chosen: 0 none yet, 1 fast, 2 medium, 3 slow", UNKNOWN, SLOW, shape=CARS)
    aside: Ints = whole("pit cards beside the pit lane, taken in this order", BLANK, SIX, shape=(CARS, PIT_CARDS))
    pile: Ints = whole("the piles from the bottom; 0 above the top", UNKNOWN, SIX, shape=(CARS, PILES, PILE_HEIGHT))
    height: Ints = whole("cards in each pile", 0, PILE_HEIGHT, shape=(CARS, PILES), unit="cards")
    known_pile: Ints = whole("the pile on which a card lies that everybody knows", BLANK, PILES - 1, shape=CARS)
    known_level: Ints = whole("that card's place in its pile, from the bottom", 0, PILE_HEIGHT, shape=CARS)
    seen: int = whole("the card being sorted; BLANK if none is left", UNKNOWN, SIX)
    sorting: int = whole("how often whoever sorts has looked for a card and laid it", 0, DECK)
    drawn: Ints = whole("the card drawn for the first grid, BLANK before", BLANK, SIX, shape=CARS)
    again: Ints = whole("1 if the player draws for the first grid in this draw", 0, 1, shape=CARS)
    points: Ints = whole("points of the championship", 0, 9 * MAX_RACES, shape=CARS, unit="points")
    race_points: Ints = whole("points of each race", 0, 9, shape=(CARS, MAX_RACES), unit="points")

    # Working space of `way_past`; zero outside it.
    marked: Ints = whole("1 for spaces from which the wall would have to be passed", 0, 1, shape=SPACES)


@kernel
def row_of(grid_place: int) -> int:
    """AB-18: return the starting row of a place in the grid, both from 0."""
    return grid_place // 2


@kernel
def pit_open(s: State, car: int) -> bool:
    """AB-26: return whether a car is at the end of its first or second lap, when the pit lane may be used."""
    return 0 < s.lines[car] < LAPS  # type: ignore[no-any-return]


@kernel
def actor(s: State) -> int:
    """Return the car whose turn it is."""
    return s.order[s.turn]  # type: ignore[no-any-return]


@kernel
def count_racing(s: State) -> int:
    """Return the number of cars on the board."""
    n = 0
    for car in range(CARS):
        n += 1 if s.status[car] == RACING else 0
    return n


@kernel
def spaces_left(s: State, t: Tables, car: int) -> int:
    """AB-14: return the spaces a car has left to the finish on the shortest line."""
    return t.left[s.circuit, s.lines[car], s.space[car]]  # type: ignore[no-any-return]
