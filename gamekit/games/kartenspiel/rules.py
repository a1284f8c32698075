# ruff: noqa: F405
"""Auf Achse – Das Kartenspiel: the course of play, KS-05 to KS-28, and the face of the rules.

What a run is worth is in runs.py, what counter cards do in counter.py, who knows what in
knowledge.py. No sentences (rulebook.toml), card counts (box.toml) or advice (strategies.py).
"""

from __future__ import annotations

from gamekit.games.kartenspiel.counter import barrier, clear_freight
from gamekit.games.kartenspiel.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.kartenspiel.runs import run_value
from gamekit.games.kartenspiel.state import *  # noqa: F403  every rule speaks in these names
from gamekit.kernel import CHANCE, OVER, kernel
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
        s.pile[k] = t.deck[k]
        s.pile_size += t.deck[k]
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
    s.phase = PHASE_DRAW


@kernel
def player(s: State, t: Tables) -> int:
    """Whose decision it is."""
    if s.phase == PHASE_RUN or s.phase == PHASE_COUNTER or s.phase == PHASE_ROAD:
        return seated(s, t, s.seat)
    return OVER if s.phase == PHASE_OVER else CHANCE


@kernel
def offset(s: State) -> int:
    """The first action of the verb that the open step asks for."""
    if s.phase == PHASE_RUN or s.phase == PHASE_ROAD:
        return RUN
    if s.phase == PHASE_COUNTER:
        return COUNTER
    if s.phase == PHASE_DRAW:
        return DRAW
    if s.phase == PHASE_TURN_UP:
        return TURN
    return SCORE if s.phase == PHASE_SCORE else GATHER


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """KS-08, KS-09, KS-10, KS-23: any card of the hand may be laid, any card of the pile may be drawn."""
    if s.phase == PHASE_OVER:
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
    p = seated(s, t, s.seat)
    for k in range(KINDS):
        out[n] = first + k  # overwritten by the next kind unless it counts: faster than a branch
        n += 1 if s.hand[p, k] > 0 else 0
    return n


@kernel
def total(s: State, t: Tables) -> int:
    """The sum of the weights of all chance actions."""
    return s.pile_size if s.phase == PHASE_DRAW else 1


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """KS-10: every card of the draw pile is equally likely; turning up, scoring and gathering are certain."""
    if s.phase != PHASE_DRAW:
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
    if s.phase != PHASE_DRAW:
        return offset(s)
    kind = 0
    cards = 0
    for k in range(KINDS):  # all kinds, whatever r: faster than leaving the loop at an unforeseeable place
        cards += s.pile[k]
        kind += 1 if r >= cards else 0
    return DRAW + kind


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """0 if the action is legal, else the NO_… code of the rule it would break."""
    if s.phase == PHASE_OVER:
        return NO_GAME_OVER
    if s.phase == PHASE_RUN and action >= COUNTER:
        return NO_RUN_NOW
    if s.phase == PHASE_ROAD and action >= COUNTER:
        return NO_ROAD_NOW
    if s.phase == PHASE_COUNTER and not COUNTER <= action < DRAW:
        return NO_COUNTER_NOW
    if s.phase == PHASE_DRAW and not DRAW <= action < TURN:
        return NO_DRAW_NOW
    if s.phase == PHASE_TURN_UP:
        return 0 if action == TURN else NO_TURN_UP_NOW
    if s.phase == PHASE_SCORE:
        return 0 if action == SCORE else NO_SCORE_NOW
    if s.phase == PHASE_GATHER:
        return 0 if action == GATHER else NO_GATHER_NOW
    kind = action - offset(s)
    if s.phase == PHASE_DRAW:
        return 0 if s.pile[kind] > 0 else NO_SUCH_DRAW
    return 0 if s.hand[seated(s, t, s.seat), kind] > 0 else NO_SUCH_CARD


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if s.phase == PHASE_RUN:
        lay_on_run(s, t, action - RUN)
        s.seat += 1
        next_on_run(s, t)
    elif s.phase == PHASE_COUNTER:
        lay_on_counter(s, t, action - COUNTER)
    elif s.phase == PHASE_DRAW:
        draw_card(s, t, action - DRAW)
    elif s.phase == PHASE_TURN_UP:
        turn_up(s, t)
    elif s.phase == PHASE_ROAD:
        lay_on_run(s, t, action - RUN)
        s.owed -= 1
        next_on_road(s, t)
    elif s.phase == PHASE_SCORE:
        score_stage(s, t)
    else:
        s.stage += 1
        gather_cards(s, t)
        note(s, NOTE_GATHERED, s.stage, 0, 0)


@kernel
def begin_round(s: State, t: Tables) -> None:
    """KS-07, KS-08: a new round; every player lays a card on the own run."""
    if s.round_number == LAST_ROUND:  # KS-20: barriers can keep the last cards going round for ever
        note(s, NOTE_LAST_ROUND, LAST_ROUND, 0, 0)
        s.phase = PHASE_SCORE
        return
    s.round_number += 1
    s.reached = 0
    s.seat = 0
    s.phase = PHASE_RUN
    cards = 0
    for p in range(t.players):
        cards += s.hand_size[p]
    if cards == 0:  # KS-11: both piles are empty and all hands played out; the stage cannot go on
        note(s, NOTE_NO_CARDS_LEFT, 0, 0, 0)
        s.phase = PHASE_SCORE
        return
    skip_empty_hands(s, t)


@kernel
def skip_empty_hands(s: State, t: Tables) -> None:
    """Move on to the next player who still has a card, or behind the last one."""
    while s.seat < t.players and s.hand_size[seated(s, t, s.seat)] == 0:
        s.seat += 1


@kernel
def take_from_hand(s: State, p: int, kind: int) -> None:
    """A card leaves the hand."""
    s.hand[p, kind] -= 1
    s.hand_size[p] -= 1


@kernel
def lay_on_run(s: State, t: Tables, kind: int) -> None:
    """KS-08: a hand card goes face down to the right end of the own run."""
    p = seated(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.run[p, s.run_size[p]] = kind
    s.run_size[p] += 1
    note(s, NOTE_ON_RUN, p, kind, 0)


@kernel
def next_on_run(s: State, t: Tables) -> None:
    """KS-08, KS-09: on to the next player with a card; when all have laid, on to the counter."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.seat = 0
        s.phase = PHASE_COUNTER
        next_on_counter(s, t)


@kernel
def lay_on_counter(s: State, t: Tables, kind: int) -> None:
    """KS-09: a hand card goes face down on the counter pile."""
    p = seated(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.laid[p] = kind
    note(s, NOTE_ON_COUNTER, p, kind, 0)
    s.seat += 1
    next_on_counter(s, t)


@kernel
def next_on_counter(s: State, t: Tables) -> None:
    """KS-09: on to the next player with a card; when all have laid, the cards are turned up in that order."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.turned = 0
        next_to_turn(s, t)


# The kilometre counter


@kernel
def next_to_turn(s: State, t: Tables) -> None:
    """KS-09: the next face-down card of the counter pile, or the end of step 2."""
    s.seat = 0
    s.phase = PHASE_TURN_UP
    while s.turned < t.players and s.laid[seated(s, t, s.turned)] == NOTHING:
        s.turned += 1
    if s.turned == t.players:
        end_step_two(s, t)


@kernel
def turn_up(s: State, t: Tables) -> None:
    """KS-09, KS-18, KS-19, KS-25: a counter card is turned up and acts at once."""
    p = seated(s, t, s.turned)
    kind = s.laid[p]
    s.laid[p] = NOTHING
    s.turned += 1
    if kind < KM_KINDS:
        s.lying[kind] += 1
        s.counter += t.km[kind]
        note(s, NOTE_KM_TURNED, p, kind, s.counter)
    elif kind == REST:
        s.discard[REST] += 1
        note(s, NOTE_REST_TURNED, p, kind, s.counter)
    elif kind == FREIGHT:
        s.lying[FREIGHT] += 1
        s.counter -= FREIGHT_KM
        note(s, NOTE_FREIGHT_TURNED, p, kind, s.counter)
    else:
        s.discard[kind] += 1
    clear_freight(s, kind)
    if s.counter >= t.limit:
        s.reached = 1
    if kind == BARRIER:
        barrier(s, t, p)
    if kind in (FREE, REALLY_FREE):
        free_road(s, t, p, kind)
    else:
        next_to_turn(s, t)


@kernel
def free_road(s: State, t: Tables, turner: int, kind: int) -> None:
    """KS-23, KS-24: everybody must lay one more card at once, or two on a really free road."""
    if kind == FREE:
        s.road = 1
        note(s, NOTE_FREE_TURNED, turner, kind, s.counter)
    else:
        s.road = 2
        note(s, NOTE_REALLY_FREE_TURNED, turner, kind, s.counter)
    s.phase = PHASE_ROAD
    s.seat = -1
    s.owed = 0
    next_on_road(s, t)


@kernel
def next_on_road(s: State, t: Tables) -> None:
    """KS-25: who has too few cards lays all that are left; when all have laid, turning up goes on."""
    while s.owed == 0:
        s.seat += 1
        if s.seat == t.players:
            s.road = 0
            next_to_turn(s, t)
            return
        p = seated(s, t, s.seat)
        s.owed = min(s.road, s.hand_size[p])
        if s.owed < s.road:
            note(s, NOTE_TOO_FEW_CARDS, p, s.owed, 0)


@kernel
def end_step_two(s: State, t: Tables) -> None:
    """KS-20: the stage ends if the counter stands at the limit once all cards have been carried out."""
    s.turned = 0
    s.seat = 0
    if s.counter >= t.limit:
        note(s, NOTE_LIMIT_HELD, s.counter, t.limit, 0)
        s.phase = PHASE_SCORE
        return
    if s.reached == 1:
        note(s, NOTE_LIMIT_LOST, s.counter, t.limit, 0)
    s.phase = PHASE_DRAW
    next_to_draw(s, t)


# Drawing cards


@kernel
def draw_card(s: State, t: Tables, kind: int) -> None:
    """KS-06, KS-10: a card of the draw pile goes to the hand."""
    p = seated(s, t, s.seat)
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.hand[p, kind] += 1
    s.hand_size[p] += 1
    note(s, NOTE_DRAWN, p, kind, 0)
    next_to_draw(s, t)


@kernel
def next_to_draw(s: State, t: Tables) -> None:
    """KS-10, KS-11: draw up to ten, in turn order; then the start card passes on."""
    while s.seat < t.players and s.hand_size[seated(s, t, s.seat)] >= HAND:
        s.seat += 1
    if s.seat < t.players and s.pile_size == 0:
        reshuffle(s, t)
    if s.seat < t.players and s.pile_size > 0:
        return
    if s.round_number > 0:
        pass_start_card(s, t)
    begin_round(s, t)


@kernel
def reshuffle(s: State, t: Tables) -> None:
    """KS-11: the discards become the draw pile; if there are none, nobody draws any more."""
    for k in range(KINDS):
        s.pile[k] += s.discard[k]
        s.pile_size += s.discard[k]
        s.discard[k] = 0
        for p in range(t.players):
            s.pile[k] += s.taken[p, k]
            s.pile_size += s.taken[p, k]
            s.taken[p, k] = 0
    for p in range(t.players):
        s.taken_size[p] = 0
    if s.pile_size > 0:
        note(s, NOTE_RESHUFFLED, s.pile_size, 0, 0)
    else:
        note(s, NOTE_PILES_EMPTY, 0, 0, 0)


@kernel
def pass_start_card(s: State, t: Tables) -> None:
    """KS-10: the start card goes to the next player, after a stage's last round too."""
    s.start = seated(s, t, 1)
    note(s, NOTE_START_PASSES, s.start, 0, 0)


# The end


@kernel
def score_stage(s: State, t: Tables) -> None:
    """KS-26: beginning with the start player the runs are turned up and scored."""
    for seat in range(t.players):
        p = seated(s, t, seat)
        value = run_value(s.run[p], s.run_size[p], t.km)
        s.stage_scores[p, s.stage - 1] = value
        s.scores[p] += value
        note(s, NOTE_SCORED, p, value, s.scores[p])
    pass_start_card(s, t)
    if s.stage < t.stages:
        s.phase = PHASE_GATHER
        return
    s.phase = PHASE_OVER
    note_winners(s, s.scores, t.players, NOTE_WON, NOTE_SHARED)


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
