"""Pig: what a position is, and the rules. Whoever writes a first game copies this folder."""

from __future__ import annotations

from typing import Final

from gamekit.compiling import CHANCE, OVER, kernel
from gamekit.face import complete
from gamekit.record import Ints, Record, Returns, Seats, clear_notes, note, note_winners, whole

MAX_PLAYERS: Final = 6
ONE: Final = 1
SIX: Final = 6

PHASE_DECIDE: Final = 0
PHASE_DIE: Final = 1
PHASE_OVER: Final = 2

# Actions: two of the players, then a die that shows 1 to 6.
ROLL: Final = 0
HOLD: Final = 1
DIE: Final = 2
NUM_ACTIONS: Final = DIE + SIX

NOTE_TAKES_DIE: Final = 1
NOTE_ADDED: Final = 2
NOTE_LOST: Final = 3
NOTE_SCORED: Final = 4
NOTE_WON: Final = 5
NOTE_SHARED: Final = 6

NO_GAME_OVER: Final = 101
NO_DIE_ROLLS: Final = 102
NO_PLAYER_DECIDES: Final = 103
NO_NOTHING_YET: Final = 104


class Tables(Record):
    """What box and options fix for a whole game."""

    players: int = whole("how many play", 2, MAX_PLAYERS)
    num_actions: int = whole("how many actions there are", NUM_ACTIONS, NUM_ACTIONS)
    goal: int = whole("the points that win", 10, 1000, unit="points")
    rounds: int = whole("how many rounds a game lasts at most", 1, 1000, unit="rounds")


class State(Record, notes=3 + MAX_PLAYERS, seats=Seats(rows=("scores",))):
    """One position of Pig."""

    phase: int = whole("which step is open: a PHASE_… constant", PHASE_DECIDE, PHASE_OVER)
    mover: int = whole("whose turn it is", 0, MAX_PLAYERS - 1, unit="player")
    pot: int = whole("points of this turn, not yet safe", 0, 100_000, unit="points")
    face: int = whole("what the die shows; 0 before the first roll", 0, SIX)
    round_number: int = whole("the round, from 1", 1, 1000)
    scores: Ints = whole("points that are safe", 0, 100_000, shape=MAX_PLAYERS, unit="points")


@kernel
def setup(s: State, t: Tables) -> None:
    """PIG-01: A begins, and everybody has no points."""
    s.round_number = 1


@kernel
def player(s: State, t: Tables) -> int:
    """Whose decision it is."""
    if s.phase == PHASE_OVER:
        return OVER
    return CHANCE if s.phase == PHASE_DIE else s.mover


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """0 if the action is legal, else the NO_… code of the rule it would break."""
    if s.phase == PHASE_OVER:
        return NO_GAME_OVER
    if s.phase == PHASE_DIE:
        return 0 if action >= DIE else NO_DIE_ROLLS
    if action >= DIE:
        return NO_PLAYER_DECIDES
    return NO_NOTHING_YET if action == HOLD and s.pot == 0 else 0


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if action == ROLL:
        s.phase = PHASE_DIE
        note(s, NOTE_TAKES_DIE, s.mover, 0, 0)
    elif action == HOLD:
        hold(s, t)
    else:
        show(s, t, ONE + action - DIE)


@kernel
def show(s: State, t: Tables, face: int) -> None:
    """PIG-02, PIG-03: two to six are added to the turn; a one loses the turn's points and ends it."""
    s.phase = PHASE_DECIDE
    s.face = face
    if face == ONE:
        note(s, NOTE_LOST, s.mover, s.pot, 0)
        end_turn(s, t)
        return
    s.pot += face
    note(s, NOTE_ADDED, s.mover, face, s.pot)


@kernel
def hold(s: State, t: Tables) -> None:
    """PIG-04, PIG-05: the turn's points are safe; with enough of them the game is won at once."""
    s.scores[s.mover] += s.pot
    note(s, NOTE_SCORED, s.mover, s.pot, s.scores[s.mover])
    if s.scores[s.mover] >= t.goal:
        end_game(s, t)
    else:
        end_turn(s, t)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """PIG-01, PIG-06: the next player's turn; after the last round the game ends."""
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
    """PIG-05, PIG-06: most points win; equal points share the win."""
    s.pot = 0
    s.phase = PHASE_OVER
    note_winners(s, s.scores, t.players, NOTE_WON, NOTE_SHARED)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """Everybody's points."""
    for p in range(t.players):
        out[p] = s.scores[p]


def action_parts(t: Tables, action: int) -> tuple[str, int]:
    """The verb of an action, as rulebook.toml names it, and what the die shows."""
    return ("ROLL", "HOLD", "DIE")[min(action, DIE)], ONE + action - DIE


complete(globals())  # nothing is hidden, every face of the die is equally likely
