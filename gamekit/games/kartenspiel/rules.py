# ruff: noqa: F405
"""Auf Achse – Das Kartenspiel: set-up, decisions, rounds, counter cards and scoring as kernels (KS-05 to KS-27)."""

from __future__ import annotations

from typing import Final

from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints, Returns, Weights, clear_notes, note, note_winners
from gamekit.games.kartenspiel.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.kartenspiel.runs import BREAK_ACTION, BREAK_RESTS, run_end
from gamekit.games.kartenspiel.state import *  # noqa: F403  every rule speaks in these names

# Set-up


@kernel
def setup(s: State, t: Tables) -> None:
    """KS-05, KS-06: give the start card to the chosen player and put all cards into the pile; chance deals them."""
    s.stage = 1
    s.start = t.start
    gather_cards(s, t)


@kernel
def gather_cards(s: State, t: Tables) -> None:
    """KS-06, KS-26: put every card, hands included, back into the draw pile."""
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
    """Return the player who decides, CHANCE or OVER."""
    if s.phase == Phase.RUN or s.phase == Phase.COUNTER or s.phase == Phase.ROAD:
        return player_at(s, t, s.seat)
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def offset(s: State) -> int:
    """Return the first action of the verb that the current phase asks for."""
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
    """Return the sum of the weights of all chance actions."""
    return s.pile_size if s.phase == Phase.DRAW else 1


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """KS-10: write the weights of the chance actions to `out`, copies in the draw pile or 1; return their sum."""
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
    """Return the chance action at index `r`, from 0, when each is repeated as often as its weight."""
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
    """KS-08, KS-09, KS-23, KS-24: return the code of the rule that asks for a card of the hand."""
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
    """KS-26: score the runs in turn order, then begin the next stage or end the game."""
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
    """KS-13, KS-17: add a run's kilometres after its last break to the score, and note why it is worth nothing."""
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
    """KS-27: write the return of each player, the total in km."""
    for p in range(t.players):
        out[p] = s.scores[p]


def action_parts(t: Tables, action: int) -> tuple[str, int]:
    """Return the verb of an action, as rulebook.toml names it, and its card kind."""
    if action >= TURN:
        return ("TURN", "SCORE", "GATHER")[action - TURN], 0
    return ("RUN", "COUNTER", "DRAW")[action // KINDS], action % KINDS


# The runs


@kernel
def begin_round(s: State, t: Tables) -> None:
    """KS-07, KS-08: begin a round, in which every player lays a card on the own run."""
    s.round_number += 1
    s.reached = 0
    s.seat = 0
    s.phase = Phase.RUN
    skip_empty_hands(s, t)


@kernel
def skip_empty_hands(s: State, t: Tables) -> None:
    """Advance `seat` to the next player who has a card, or behind the last one."""
    while s.seat < t.players and s.hand_size[player_at(s, t, s.seat)] == 0:
        s.seat += 1


@kernel
def take_from_hand(s: State, p: int, kind: int) -> None:
    s.hand[p, kind] -= 1
    s.hand_size[p] -= 1


@kernel
def lay_on_run(s: State, t: Tables, kind: int) -> None:
    """KS-08: lay a hand card face down at the right end of the own run."""
    p = player_at(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.run[p, s.run_size[p]] = kind
    s.run_size[p] += 1
    note(s, Note.ON_RUN, p, kind, 0)


@kernel
def next_on_run(s: State, t: Tables) -> None:
    """KS-08, KS-09: pass on to the next player with a card, or to the counter when all have laid."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.seat = 0
        s.phase = Phase.COUNTER
        next_on_counter(s, t)


@kernel
def lay_on_counter(s: State, t: Tables, kind: int) -> None:
    """KS-09: lay a hand card face down on the counter pile."""
    p = player_at(s, t, s.seat)
    take_from_hand(s, p, kind)
    s.laid[p] = kind
    note(s, Note.ON_COUNTER, p, kind, 0)
    s.seat += 1
    next_on_counter(s, t)


@kernel
def next_on_counter(s: State, t: Tables) -> None:
    """KS-09: pass on to the next player with a card; when all have laid, the cards are turned up in turn order."""
    skip_empty_hands(s, t)
    if s.seat == t.players:
        s.turned = 0
        next_to_turn(s, t)


# The kilometre counter


@kernel
def next_to_turn(s: State, t: Tables) -> None:
    """KS-09: pass on to the next face-down counter card, or to the end of step 2."""
    s.seat = 0
    s.phase = Phase.TURN_UP
    while s.turned < t.players and s.laid[player_at(s, t, s.turned)] == NOTHING:
        s.turned += 1
    if s.turned == t.players:
        end_step_two(s, t)


@kernel
def turn_up(s: State, t: Tables) -> None:
    """KS-09, KS-18, KS-19, KS-25: turn up a counter card and carry it out at once."""
    p = player_at(s, t, s.turned)
    kind = s.laid[p]
    s.laid[p] = NOTHING
    s.turned += 1
    if kind < KM_KINDS:
        s.lying[kind] += 1
        s.counter += t.km[kind]
        note(s, Note.KM_TURNED, p, kind, s.counter)
    elif kind == REST:
        s.discard[REST] += 1
        note(s, Note.REST_TURNED, p, kind, s.counter)
    elif kind == FREIGHT:
        s.lying[FREIGHT] += 1
        s.counter -= FREIGHT_KM
        note(s, Note.FREIGHT_TURNED, p, kind, s.counter)
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
        s.road = FREE_CARDS
        note(s, Note.FREE_TURNED, turner, kind, s.counter)
    else:
        s.road = REALLY_FREE_CARDS
        note(s, Note.REALLY_FREE_TURNED, turner, kind, s.counter)
    s.phase = Phase.ROAD
    s.seat = -1
    s.owed = 0
    next_on_road(s, t)


@kernel
def next_on_road(s: State, t: Tables) -> None:
    """KS-25: pass on to the next player who owes cards, at most all of the hand; then turn up the next card."""
    while s.owed == 0:
        s.seat += 1
        if s.seat == t.players:
            s.road = 0
            next_to_turn(s, t)
            return
        p = player_at(s, t, s.seat)
        s.owed = min(s.road, s.hand_size[p])
        if s.owed < s.road:
            note(s, Note.TOO_FEW_CARDS, p, s.owed, 0)


@kernel
def end_step_two(s: State, t: Tables) -> None:
    """KS-20: end the stage if the counter is at the limit once all cards have been carried out; else draw."""
    s.turned = 0
    s.seat = 0
    if s.counter >= t.limit:
        note(s, Note.LIMIT_HELD, s.counter, t.limit, 0)
        s.phase = Phase.SCORE
        return
    if s.reached == 1:
        note(s, Note.LIMIT_LOST, s.counter, t.limit, 0)
    s.phase = Phase.DRAW
    next_to_draw(s, t)


# Drawing cards


@kernel
def draw_card(s: State, t: Tables, kind: int) -> None:
    """KS-06, KS-10: move a card from the draw pile to the hand."""
    p = player_at(s, t, s.seat)
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.hand[p, kind] += 1
    s.hand_size[p] += 1
    note(s, Note.DRAWN, p, kind, 0)
    next_to_draw(s, t)


@kernel
def next_to_draw(s: State, t: Tables) -> None:
    """KS-10, KS-11: everybody draws to a full hand in turn order; then the round ends."""
    while s.seat < t.players and s.hand_size[player_at(s, t, s.seat)] >= t.hand:
        s.seat += 1
    if s.seat < t.players and s.pile_size == 0:
        reshuffle(s, t)
    if s.seat < t.players and s.pile_size > 0:
        return
    end_round(s, t)


@kernel
def end_round(s: State, t: Tables) -> None:
    """KS-10: pass on the start card and begin the next round. KS-20: end the stage if it cannot go on."""
    cards = 0
    for p in range(t.players):
        cards += s.hand_size[p]
    if cards == 0:
        note(s, Note.NO_CARDS_LEFT, 0, 0, 0)
        s.phase = Phase.SCORE
    elif s.round_number == LAST_ROUND:  # barriers can keep the last cards going round for ever
        note(s, Note.LAST_ROUND, LAST_ROUND, 0, 0)
        s.phase = Phase.SCORE
    else:
        if s.round_number > 0:  # the deal is no round
            pass_start_card(s, t)
        begin_round(s, t)


@kernel
def reshuffle(s: State, t: Tables) -> None:
    """KS-11: make the discards the draw pile; if there are none, nobody draws until there are."""
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
        note(s, Note.RESHUFFLED, s.pile_size, 0, 0)
    else:
        note(s, Note.PILES_EMPTY, 0, 0, 0)


@kernel
def pass_start_card(s: State, t: Tables) -> None:
    """KS-10: pass the start card to the next player, also after a stage has been scored."""
    s.start = player_at(s, t, 1)
    note(s, Note.START_PASSES, s.start, 0, 0)


FIFTIES: Final = (
    (0, 0, 0, 0, 1),
    (1, 0, 0, 1, 0),
    (0, 1, 1, 0, 0),
    (2, 0, 1, 0, 0),
    (1, 2, 0, 0, 0),
    (3, 1, 0, 0, 0),
    (5, 0, 0, 0, 0),
)
"""KS-21: ways to make 50 as numbers of cards of 10, 20, 30, 40 and 50; fewest cards first, then the highest card."""
VALUES: Final = 5


@kernel
def clear_freight(s: State, kind: int) -> None:
    """KS-21: discard each lost freight together with the fewest counter cards worth exactly 50."""
    while s.lying[FREIGHT] > 0:
        fifty = fifty_lying(s)
        if fifty == len(FIFTIES):
            break
        for k in range(VALUES):
            s.lying[k] -= FIFTIES[fifty][k]
            s.discard[k] += FIFTIES[fifty][k]
        s.lying[FREIGHT] -= 1
        s.discard[FREIGHT] += 1
        note(s, Note.FREIGHT_CLEARED, fifty, s.counter, 0)
    if kind == FREIGHT and s.lying[FREIGHT] > 0:
        note(s, Note.FREIGHT_STAYS, s.counter, 0, 0)


@kernel
def fifty_lying(s: State) -> int:
    """KS-21: return the index of the first of FIFTIES that lies at the counter, or their number if none does."""
    for fifty in range(len(FIFTIES)):
        found = True
        for k in range(VALUES):
            if s.lying[k] < FIFTIES[fifty][k]:
                found = False
        if found:
            return fifty
    return len(FIFTIES)


@kernel
def barrier(s: State, t: Tables, turner: int) -> None:
    """KS-22: every run loses its last card, which is discarded unseen."""
    note(s, Note.BARRIER_TURNED, turner, BARRIER, s.counter)
    for p in range(t.players):
        if s.run_size[p] == 0:
            note(s, Note.BARRIER_SPARES, p, 0, 0)
            continue
        s.run_size[p] -= 1
        kind = s.run[p, s.run_size[p]]
        s.run[p, s.run_size[p]] = 0
        s.taken[p, kind] += 1
        s.taken_size[p] += 1
        note(s, Note.BARRIER_TAKES, p, kind, 0)
