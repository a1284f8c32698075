"""Pig: the record of a position, and the rules. A first game of your own can start as a copy of this folder."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamekit.core.default_kernels import complete
from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints, Record, Returns, Seats, clear_notes, note, note_winners, whole

MAX_PLAYERS: Final = 6
ONE: Final = 1
SIX: Final = 6

Phase = IntEnum("Phase", "DECIDE DIE OVER", start=0)

# Actions: two of the players, then a die that shows 1 to 6.
ROLL: Final = 0
HOLD: Final = 1
DIE: Final = 2
NUM_ACTIONS: Final = DIE + SIX

Note = IntEnum("Note", "TAKES_DIE ADDED LOST SCORED WON SHARED")

No = IntEnum("No", "GAME_OVER DIE_ROLLS PLAYER_DECIDES NOTHING_YET", start=101)


class Tables(Record):
    """Figures of the box and options of a game, as the kernels read them."""

    players: int = whole("how many play", 2, MAX_PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    goal: int = whole("the points that win", 10, 1000, unit="points")
    rounds: int = whole("how many rounds a game lasts at most", 1, 1000, unit="rounds")


class State(Record, notes=3 + MAX_PLAYERS, seats=Seats(rows=("scores",))):
    phase: int = whole("which step is open: one of `Phase`", Phase.DECIDE, Phase.OVER)
    mover: int = whole("whose turn it is", 0, MAX_PLAYERS - 1, unit="player")
    pot: int = whole("points of this turn, not yet safe", 0, 100_000, unit="points")
    face: int = whole("what the die shows; 0 before the first roll", 0, SIX)
    round_number: int = whole("the round, from 1", 1, 1000)
    scores: Ints = whole("points that are safe", 0, 100_000, shape=MAX_PLAYERS, unit="points")


@kernel
def setup(s: State, t: Tables) -> None:
    """PIG-01: A begins, and nobody has points."""
    s.round_number = 1


@kernel
def player(s: State, t: Tables) -> int:
    """Return the player who decides, CHANCE or OVER."""
    if s.phase == Phase.OVER:
        return OVER
    return CHANCE if s.phase == Phase.DIE else s.mover


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.GAME_OVER
    if s.phase == Phase.DIE:
        return 0 if action >= DIE else No.DIE_ROLLS
    if action >= DIE:
        return No.PLAYER_DECIDES
    return No.NOTHING_YET if action == HOLD and s.pot == 0 else 0


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if action == ROLL:
        s.phase = Phase.DIE
        note(s, Note.TAKES_DIE, s.mover, 0, 0)
    elif action == HOLD:
        hold(s, t)
    else:
        show(s, t, ONE + action - DIE)


@kernel
def show(s: State, t: Tables, face: int) -> None:
    """PIG-02, PIG-03: two to six are added to the turn; a one loses the turn's points and ends it."""
    s.phase = Phase.DECIDE
    s.face = face
    if face == ONE:
        note(s, Note.LOST, s.mover, s.pot, 0)
        end_turn(s, t)
        return
    s.pot += face
    note(s, Note.ADDED, s.mover, face, s.pot)


@kernel
def hold(s: State, t: Tables) -> None:
    """PIG-04, PIG-05: add the turn's points to the score; with enough of them the game is won at once."""
    s.scores[s.mover] += s.pot
    note(s, Note.SCORED, s.mover, s.pot, s.scores[s.mover])
    if s.scores[s.mover] >= t.goal:
        end_game(s, t)
    else:
        end_turn(s, t)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """PIG-01, PIG-06: pass the turn to the next player; after the last round the game ends."""
    s.pot = 0
    s.mover += 1
    if s.mover < t.players:
        return
    s.mover = 0
    if s.round_number == t.rounds:
        end_game(s, t)
    else:
        s.round_number += 1


@kernel
def end_game(s: State, t: Tables) -> None:
    """PIG-05, PIG-06: end the game; most points win, equal points share the win."""
    s.pot = 0
    s.phase = Phase.OVER
    note_winners(s, s.scores, t.players, Note.WON, Note.SHARED)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """Write the return of each player, the points."""
    for p in range(t.players):
        out[p] = s.scores[p]


def action_parts(t: Tables, action: int) -> tuple[str, int]:
    """Return the verb of an action, as rulebook.toml names it, and the face of the die."""
    return ("ROLL", "HOLD", "DIE")[min(action, DIE)], ONE + action - DIE


complete(globals())  # nothing is hidden, every face of the die is equally likely
