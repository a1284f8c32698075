# ruff: noqa: F405
"""Auf Achse – Das Kartenspiel: set-up, decisions, scoring (KS-05 to KS-08, KS-26, KS-27), and the face of the rules.

A round is in rounds.py, what a run is worth in runs.py, what counter cards do in counter.py, who knows
what in knowledge.py. No sentences (rulebook.toml), card counts (box.toml) or advice (strategies.py).
"""

from __future__ import annotations

from gamekit.compiling import CHANCE, OVER, kernel
from gamekit.games.kartenspiel.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.kartenspiel.rounds import (
    draw_card,
    lay_on_counter,
    lay_on_run,
    next_on_road,
    next_on_run,
    pass_start_card,
    turn_up,
)
from gamekit.games.kartenspiel.runs import BREAK_ACTION, BREAK_RESTS, run_end
from gamekit.games.kartenspiel.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import Ints, Returns, Weights, clear_notes, note, note_winners

# Set-up


@kernel
def setup(s: State, t: Tables) -> None:
    """KS-05, KS-06: the start card goes to the chosen player, all cards into the pile; hands are drawn by chance."""
    s.stage = 1
    s.start = t.start
    gather_cards(s, t)


@kernel
def gather_cards(s: State, t: Tables) -> None:
    """KS-06, KS-26: every card, hands included, goes back into the draw pile."""
    s.pile_size = 0
    for k in range(KINDS):
        s.pile[k] = copies_of(t, k)
        s.pile_size += s.pile[k]
        s.discard[k] = 0
        s.lying[k] = 0
    for p in range(MAX_PLAYERS):
        s.laid[p] = NOTHING
        s.hand_size[p] = 0
        s.taken_size[p] = 0
        for i in range(s.run_size[p]):
            s.run[p, i] = 0
        s.run_size[p] = 0
        for k in range(KINDS):
            s.hand[p, k] = 0
            s.taken[p, k] = 0
    s.counter = 0
    s.reached = 0
    s.round_number = 0
    s.seat = 0
    s.phase = Phase.DRAW


@kernel
def player(s: State, t: Tables) -> int:
    """Whose decision it is."""
    if s.phase == Phase.RUN or s.phase == Phase.COUNTER or s.phase == Phase.ROAD:
        return player_at(s, t, s.seat)
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def offset(s: State) -> int:
    """The first action of the verb that the open step asks for."""
    if s.phase == Phase.RUN or s.phase == Phase.ROAD:
        return RUN
    if s.phase == Phase.COUNTER:
        return COUNTER
    if s.phase == Phase.DRAW:
        return DRAW
    if s.phase == Phase.TURN_UP:
        return TURN
    return SCORE if s.phase == Phase.SCORE else GATHER


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """KS-08, KS-09, KS-10, KS-23: any card of the hand may be laid, any card of the pile may be drawn."""
    if s.phase == Phase.OVER:
        return 0
    first = offset(s)
    if first >= TURN:
        out[0] = first
        return 1
    n = 0
    if first == DRAW:
        for k in range(KINDS):
            if s.pile[k] > 0:
                out[n] = DRAW + k
                n += 1
        return n
    p = player_at(s, t, s.seat)
    for k in range(KINDS):
        out[n] = first + k  # overwritten by the next kind unless it counts: faster than a branch
        n += 1 if s.hand[p, k] > 0 else 0
    return n


@kernel
def total(s: State, t: Tables) -> int:
    """The sum of the weights of all chance actions."""
    return s.pile_size if s.phase == Phase.DRAW else 1


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """KS-10: every card of the draw pile is equally likely; turning up, scoring and gathering are certain."""
    if s.phase != Phase.DRAW:
        out[0] = 1
        return 1
    n = 0
    for k in range(KINDS):
        if s.pile[k] > 0:
            out[n] = s.pile[k]
            n += 1
    return total(s, t)


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """The chance action on which `r` falls when the weights are laid end to end."""
    if s.phase != Phase.DRAW:
        return offset(s)
    kind = 0
    cards = 0
    for k in range(KINDS):  # all kinds, whatever r: faster than leaving the loop at an unforeseeable place
        cards += s.pile[k]
        kind += 1 if r >= cards else 0
    return DRAW + kind


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.GAME_OVER
    if s.phase == Phase.RUN and action >= COUNTER:
        return No.RUN_NOW
    if s.phase == Phase.ROAD and action >= COUNTER:
        return No.ROAD_NOW if s.road == FREE_CARDS else No.REALLY_FREE_ROAD_NOW
    if s.phase == Phase.COUNTER and not COUNTER <= action < DRAW:
        return No.COUNTER_NOW
    if s.phase == Phase.DRAW and not DRAW <= action < TURN:
        return No.DRAW_NOW
    if s.phase == Phase.TURN_UP:
        return 0 if action == TURN else No.TURN_UP_NOW
    if s.phase == Phase.SCORE:
        return 0 if action == SCORE else No.SCORE_NOW
    if s.phase == Phase.GATHER:
        return 0 if action == GATHER else No.GATHER_NOW
    kind = action - offset(s)
    if s.phase == Phase.DRAW:
        return 0 if s.pile[kind] > 0 else No.SUCH_DRAW
    return 0 if s.hand[player_at(s, t, s.seat), kind] > 0 else not_held(s)


@kernel
def not_held(s: State) -> int:
    """KS-08, KS-09, KS-23, KS-24: the code of the rule that asks for a card of the hand."""
    if s.phase == Phase.RUN:
        return No.SUCH_CARD
    if s.phase == Phase.COUNTER:
        return No.SUCH_COUNTER_CARD
    return No.SUCH_ROAD_CARD if s.road == FREE_CARDS else No.SUCH_REALLY_FREE_ROAD_CARD


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if s.phase == Phase.RUN:
        lay_on_run(s, t, action - RUN)
        s.seat += 1
        next_on_run(s, t)
    elif s.phase == Phase.COUNTER:
        lay_on_counter(s, t, action - COUNTER)
    elif s.phase == Phase.DRAW:
        draw_card(s, t, action - DRAW)
    elif s.phase == Phase.TURN_UP:
        turn_up(s, t)
    elif s.phase == Phase.ROAD:
        lay_on_run(s, t, action - RUN)
        s.owed -= 1
        next_on_road(s, t)
    elif s.phase == Phase.SCORE:
        score_stage(s, t)
    else:
        s.stage += 1
        gather_cards(s, t)
        note(s, Note.GATHERED, s.stage, 0, 0)


# The end


@kernel
def score_stage(s: State, t: Tables) -> None:
    """KS-26: beginning with the start player the runs are turned up and scored."""
    for seat in range(t.players):
        score_run(s, t, player_at(s, t, seat))
    pass_start_card(s, t)
    if s.stage < t.stages:
        s.phase = Phase.GATHER
        return
    s.phase = Phase.OVER
    note_winners(s, s.scores, t.players, Note.WON, Note.SHARED)


@kernel
def score_run(s: State, t: Tables, p: int) -> None:
    """KS-13, KS-17: a run's kilometres after its last break, or why it is worth nothing."""
    mark, value, _, _ = run_end(s.run[p], s.run_size[p], t.km)
    s.stage_scores[p, s.stage - 1] = value
    s.scores[p] += value
    if mark == BREAK_ACTION:
        note(s, Note.SCORED_ACTION_LAST, p, s.run[p, s.run_size[p] - 1], s.scores[p])
    elif mark == BREAK_RESTS:
        note(s, Note.SCORED_RESTS_LAST, p, s.scores[p], 0)
    elif value == 0:
        note(s, Note.SCORED_NOTHING, p, s.scores[p], 0)
    else:
        note(s, Note.SCORED, p, value, s.scores[p])


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """KS-27: the highest total wins."""
    for p in range(t.players):
        out[p] = s.scores[p]


def action_parts(t: Tables, action: int) -> tuple[str, int]:
    """The verb of an action, as rulebook.toml names it, and its card kind."""
    if action >= TURN:
        return ("TURN", "SCORE", "GATHER")[action - TURN], 0
    return ("RUN", "COUNTER", "DRAW")[action // KINDS], action % KINDS
