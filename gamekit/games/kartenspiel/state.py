"""Auf Achse – Das Kartenspiel: the record of a position, the tables of a game, and the codes of both."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamekit.core.kernel import kernel
from gamekit.core.record import UNKNOWN, Ints, Record, Seats, whole

# Kinds of card: 0…11 are the kilometre cards 10…120.
KM_KINDS: Final = 12
REST: Final = 12
FREIGHT: Final = 13
BARRIER: Final = 14
FREE: Final = 15
REALLY_FREE: Final = 16
KINDS: Final = 17

MAX_PLAYERS: Final = 5
MAX_CARDS: Final = 140
MAX_STAGES: Final = 9
MAX_LIMIT: Final = 2000
HAND: Final = 10
"""Number of cards of a full hand; a house rule can lower it."""
FREIGHT_KM: Final = 50
FREE_CARDS: Final = 1
"""Number of cards everybody lays on a free road."""
REALLY_FREE_CARDS: Final = 2
HIGHEST: Final = MAX_CARDS * 120
NOTHING: Final = -2
LAST_ROUND: Final = 100

Phase = IntEnum("Phase", "DRAW RUN COUNTER TURN_UP ROAD SCORE GATHER OVER", start=0)

# Actions: a card kind behind each of three verbs, then three that chance does by itself.
RUN: Final = 0
COUNTER: Final = KINDS
DRAW: Final = 2 * KINDS
TURN: Final = 3 * KINDS
SCORE: Final = TURN + 1
GATHER: Final = TURN + 2
NUM_ACTIONS: Final = TURN + 3

Note = IntEnum(
    "Note",
    "ON_RUN ON_COUNTER DRAWN KM_TURNED REST_TURNED FREIGHT_TURNED FREIGHT_CLEARED FREIGHT_STAYS "
    "BARRIER_TURNED BARRIER_TAKES BARRIER_SPARES FREE_TURNED REALLY_FREE_TURNED TOO_FEW_CARDS LIMIT_HELD "
    "LIMIT_LOST RESHUFFLED PILES_EMPTY START_PASSES SCORED GATHERED WON SHARED NO_CARDS_LEFT LAST_ROUND "
    "SCORED_ACTION_LAST SCORED_RESTS_LAST SCORED_NOTHING",
)

No = IntEnum(
    "No",
    "GAME_OVER RUN_NOW COUNTER_NOW TURN_UP_NOW ROAD_NOW DRAW_NOW SCORE_NOW GATHER_NOW SUCH_CARD SUCH_DRAW "
    "SUCH_COUNTER_CARD SUCH_ROAD_CARD SUCH_REALLY_FREE_ROAD_CARD REALLY_FREE_ROAD_NOW",
    start=101,
)


class Tables(Record):
    """Figures of the box and options of a game, as the kernels read them."""

    players: int = whole("how many play", 2, MAX_PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    stages: int = whole("stages of a game", 1, MAX_STAGES)
    limit: int = whole("where the counter ends a stage", 10, MAX_LIMIT, unit="km")
    start: int = whole("who holds the start card first", 0, MAX_PLAYERS - 1, unit="player")
    hand: int = whole("cards of a full hand", 1, HAND, unit="cards")
    values: int = whole("how many kilometre values are played with, from 10 on", 1, KM_KINDS)
    deck: Ints = whole("cards of each kind in the box", 0, MAX_CARDS, shape=KINDS, unit="cards")
    km: Ints = whole("kilometres of each kind; 0 if none", 0, 120, shape=KINDS, unit="km")


_OF_PLAYERS: Final = (
    "hand", "hand_size", "run", "run_size", "laid", "taken", "taken_size", "scores", "stage_scores",
)  # fmt: skip
"""Names of the fields of a state that have a row for each player."""


class State(Record, notes=16, seats=Seats(_OF_PLAYERS)):
    phase: int = whole("which step is open: one of `Phase`", 0, Phase.OVER)
    stage: int = whole("the stage being driven, from 1", 1, MAX_STAGES)
    round_number: int = whole("the round of the stage, from 1; 0 while the first hands are dealt", 0, 10_000)
    start: int = whole("who holds the start card", 0, MAX_PLAYERS - 1, unit="player")
    seat: int = whole("whose turn it is, counted from the start player", 0, MAX_PLAYERS, unit="seats")
    turned: int = whole("counter cards of this round already turned up, counted in seats", 0, MAX_PLAYERS)
    owed: int = whole("cards the player on a free road must still lay", 0, REALLY_FREE_CARDS, unit="cards")
    road: int = whole("cards each player lays on the free road; 0 on none", 0, REALLY_FREE_CARDS, unit="cards")
    hand: Ints = whole("cards of each kind held", 0, MAX_CARDS, shape=(MAX_PLAYERS, KINDS), unit="cards")
    hand_size: Ints = whole("cards held", 0, MAX_CARDS, shape=MAX_PLAYERS, unit="cards")
    run: Ints = whole("the run, left to right; 0 behind its end", UNKNOWN, KINDS - 1, shape=(MAX_PLAYERS, MAX_CARDS))
    run_size: Ints = whole("cards in the run", 0, MAX_CARDS, shape=MAX_PLAYERS, unit="cards")
    laid: Ints = whole("the card laid for the counter, face down", NOTHING, KINDS - 1, shape=MAX_PLAYERS)
    lying: Ints = whole("cards lying open at the counter", 0, MAX_CARDS, shape=KINDS, unit="cards")
    counter: int = whole("the kilometre counter", -FREIGHT_KM * MAX_CARDS, HIGHEST, unit="km")
    reached: int = whole("1 if the limit was reached at some moment of this round", 0, 1)
    pile: Ints = whole("cards of each kind in the draw pile", 0, MAX_CARDS, shape=KINDS, unit="cards")
    pile_size: int = whole("cards in the draw pile", 0, MAX_CARDS, unit="cards")
    discard: Ints = whole("cards discarded openly", 0, MAX_CARDS, shape=KINDS, unit="cards")
    taken: Ints = whole("cards a barrier took unseen from each run", 0, MAX_CARDS, shape=(MAX_PLAYERS, KINDS))
    taken_size: Ints = whole("how many those are", 0, MAX_CARDS, shape=MAX_PLAYERS, unit="cards")
    scores: Ints = whole("kilometres scored so far", 0, HIGHEST * MAX_STAGES, shape=MAX_PLAYERS, unit="km")
    stage_scores: Ints = whole("kilometres of each stage", 0, HIGHEST, shape=(MAX_PLAYERS, MAX_STAGES), unit="km")


@kernel
def copies_of(t: Tables, kind: int) -> int:
    """Return the number of cards of a kind in the game; 0 if a house rule leaves the value out."""
    return 0 if t.values <= kind < KM_KINDS else t.deck[kind]


@kernel
def player_at(s: State, t: Tables, seat: int) -> int:
    """Return the player who sits `seat` places after the start player."""
    p = s.start + seat
    return p - t.players if p >= t.players else p
