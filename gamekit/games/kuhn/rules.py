"""Kuhn poker: the record of a position, and the rules. The game can be solved by hand.

H. W. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games I (1950).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

from gamekit.core.default_kernels import complete
from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import UNKNOWN, Ints, Record, Returns, Seats, clear_notes, note, whole

PLAYERS: Final = 2
JACK: Final = 0
QUEEN: Final = 1
KING: Final = 2
CARDS: Final = 3
ANTE: Final = 1
HIGHEST_BET: Final = 5
NOTHING: Final = -2
"""Value of `hand` before a card is dealt."""

Phase = IntEnum("Phase", "DEAL OPEN ANSWER OVER", start=0)

# Actions: four of the players, then a card that is dealt.
CHECK: Final = 0
BET: Final = 1
FOLD: Final = 2
CALL: Final = 3
DEAL: Final = 4
NUM_ACTIONS: Final = DEAL + CARDS

Note = IntEnum("Note", "DEALT CHECKS BETS FOLDS CALLS SHOWS WON")

No = IntEnum("No", "GAME_OVER BEING_DEALT ALL_DEALT SUCH_CARD NO_BET_YET BET_LIES", start=101)


class Tables(Record):
    """Figures of the box and options of a game, as the kernels read them."""

    players: int = whole("how many play", PLAYERS, PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    bet: int = whole("what a bet costs", 1, HIGHEST_BET, unit="chips")


class State(Record, notes=4, seats=Seats(rows=("hand", "chips", "scores"))):
    phase: int = whole("which step is open: one of `Phase`", Phase.DEAL, Phase.OVER)
    mover: int = whole("who is dealt a card, or decides", 0, PLAYERS - 1, unit="player")
    round_number: int = whole("0 while cards are dealt, then 1", 0, 1)
    hand: Ints = whole("the card held", NOTHING, KING, shape=PLAYERS, unit="card")
    pile: Ints = whole("1 for each card not dealt", 0, 1, shape=CARDS, unit="cards")
    shown: int = whole("1 once the cards are turned up", 0, 1)
    chips: Ints = whole("what each has put into the pot", ANTE, ANTE + HIGHEST_BET, shape=PLAYERS, unit="chips")
    scores: Ints = whole(
        "what each has won, or lost", -ANTE - HIGHEST_BET, ANTE + HIGHEST_BET, shape=PLAYERS, unit="chips"
    )


@kernel
def setup(s: State, t: Tables) -> None:
    """KUHN-01, KUHN-02: set up three cards, and a chip of each player in the pot."""
    for p in range(PLAYERS):
        s.hand[p] = NOTHING
        s.chips[p] = ANTE
    for card in range(CARDS):
        s.pile[card] = 1


@kernel
def player(s: State, t: Tables) -> int:
    """Return the player who decides, CHANCE or OVER."""
    if s.phase == Phase.OVER:
        return OVER
    return CHANCE if s.phase == Phase.DEAL else s.mover


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.GAME_OVER
    if s.phase == Phase.DEAL:
        if action < DEAL:
            return No.BEING_DEALT
        return 0 if s.pile[action - DEAL] == 1 else No.SUCH_CARD
    if action >= DEAL:
        return No.ALL_DEALT
    if s.phase == Phase.OPEN:
        return 0 if action in (CHECK, BET) else No.NO_BET_YET
    return 0 if action in (FOLD, CALL) else No.BET_LIES


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if action >= DEAL:
        deal(s, action - DEAL)
    elif action == CHECK:
        check(s)
    elif action == BET:
        add_bet(s, t)
    elif action == FOLD:
        fold(s)
    else:
        call(s, t)


@kernel
def deal(s: State, card: int) -> None:
    """KUHN-02: deal a card to each player; then A begins."""
    s.pile[card] = 0
    s.hand[s.mover] = card
    note(s, Note.DEALT, s.mover, card, 0)
    if s.mover == 1:
        s.phase = Phase.OPEN
        s.round_number = 1
    s.mover = 1 - s.mover


@kernel
def check(s: State) -> None:
    """KUHN-03, KUHN-05: after A's check B may still bet; after B's the cards are turned up."""
    note(s, Note.CHECKS, s.mover, 0, 0)
    if s.mover == 1:
        show(s)
    else:
        s.mover = 1


@kernel
def add_bet(s: State, t: Tables) -> None:
    """KUHN-03, KUHN-04: put a bet into the pot; the other player answers."""
    s.chips[s.mover] += t.bet
    note(s, Note.BETS, s.mover, t.bet, 0)
    s.mover = 1 - s.mover
    s.phase = Phase.ANSWER


@kernel
def call(s: State, t: Tables) -> None:
    """KUHN-04, KUHN-05: add as many chips as the bet; then the cards are turned up."""
    s.chips[s.mover] += t.bet
    note(s, Note.CALLS, s.mover, t.bet, 0)
    show(s)


@kernel
def fold(s: State) -> None:
    """KUHN-06: the other player wins the pot, and no card is turned up."""
    note(s, Note.FOLDS, s.mover, 0, 0)
    end_game(s, 1 - s.mover)


@kernel
def show(s: State) -> None:
    """KUHN-05: the higher card wins the pot."""
    s.shown = 1
    for p in range(PLAYERS):
        note(s, Note.SHOWS, p, s.hand[p], 0)
    end_game(s, 0 if s.hand[0] > s.hand[1] else 1)


@kernel
def end_game(s: State, winner: int) -> None:
    """KUHN-05, KUHN-06: end the game; the loser loses the own chips in the pot to the winner."""
    lost = s.chips[1 - winner]
    s.scores[winner] = lost
    s.scores[1 - winner] = -lost
    s.phase = Phase.OVER
    note(s, Note.WON, winner, lost, 0)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """Write the return of each player, the chips won or lost; their sum is 0."""
    for p in range(PLAYERS):
        out[p] = s.scores[p]


@kernel
def hide(s: State, t: Tables, player: int) -> None:
    """KUHN-07: remove the other card, until it is turned up, and the third one from a position."""
    for card in range(CARDS):
        s.pile[card] = 0
    if s.hand[1 - player] != NOTHING and s.shown == 0:
        s.hand[1 - player] = UNKNOWN
    for i in range(s.num_notes):
        if s.notes[i, 0] == Note.DEALT and s.notes[i, 1] != player:
            s.notes[i, 2] = UNKNOWN


@kernel
def redeal(s: State, t: Tables, player: int, rng: np.random.Generator) -> None:
    """KUHN-07: deal the cards that `player` has not seen at random."""
    for card in range(CARDS):
        s.pile[card] = 1
    left = CARDS
    for p in range(PLAYERS):
        if s.hand[p] >= 0:
            s.pile[s.hand[p]] = 0
            left -= 1
    if s.hand[1 - player] != UNKNOWN:
        return
    r = rng.integers(0, left)
    card = 0
    while s.pile[card] == 0 or r > 0:
        r -= s.pile[card]
        card += 1
    s.pile[card] = 0
    s.hand[1 - player] = card


def action_parts(t: Tables, action: int) -> tuple[str, int]:
    """Return the verb of an action, as rulebook.toml names it, and the card that is dealt."""
    return ("CHECK", "BET", "FOLD", "CALL", "DEAL")[min(action, DEAL)], max(0, action - DEAL)


complete(globals())  # every card of the pile is equally likely
