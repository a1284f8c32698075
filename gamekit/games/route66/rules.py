# ruff: noqa: F405
"""Route 66: the course of play, R66-07 to R66-30, and the face of the rules.

Cards are handled in rules_cards.py, cars in rules_road.py, who knows what in knowledge.py.
No sentences (rulebook.toml), figures of the box (box.toml) or advice (strategies.py).
"""

from __future__ import annotations

from gamekit.games.route66.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.route66.refusals import reason  # noqa: F401  part of the game's face
from gamekit.games.route66.rules_cards import (
    fits,
    is_home,
    nth_speed_card,
    nth_state_card,
    playable,
    put_in_row,
    reshuffle_if_empty,
    speed_after,
    take_from_pile,
    take_speed_card,
    use_speed_card,
)
from gamekit.games.route66.rules_road import check_speed, drive
from gamekit.games.route66.state import *  # noqa: F403  every rule speaks in these names
from gamekit.kernel import CHANCE, OVER, kernel
from gamekit.record import Ints, Returns, Weights, clear_notes, note, note_winners

# Set-up


@kernel
def setup(s: State, t: Tables) -> None:
    """R66-07: cars in Chicago, speedometers at 0, all cards in their piles; hands are dealt by chance."""
    s.phase = PHASE_DEAL_STATE
    s.current = t.start
    s.first = NONE
    s.laid_now = NONE
    s.drawn = NONE
    for card in range(t.players * STATES):
        s.pile[card] = t.copies[card % STATES]
        s.pile_size += s.pile[card]
    for kind in range(KINDS):
        s.speed_pile[kind] = t.count[kind]
        s.speed_pile_size += t.count[kind]


@kernel
def seat_after(t: Tables, player: int) -> int:
    """R66-08: clockwise."""
    return 0 if player + 1 == t.players else player + 1


@kernel
def deal_state_card(s: State, t: Tables, card: int) -> None:
    """R66-07: state cards are dealt player by player, then the speed cards."""
    take_from_pile(s, s.current, card)
    note(s, NOTE_DEALT_STATE, s.current, card, 0)
    if s.hand_size[s.current] < t.state_hand:
        return
    s.current = seat_after(t, s.current)
    if s.current == t.start:
        s.phase = PHASE_DEAL_SPEED


@kernel
def deal_speed_card(s: State, t: Tables, kind: int) -> None:
    """R66-07: three speed cards for each player; then the starting player begins."""
    take_speed_card(s, s.current, kind)
    note(s, NOTE_DEALT_SPEED, s.current, kind, 0)
    if s.speed_size[s.current] < t.speed_hand:
        return
    s.current = seat_after(t, s.current)
    if s.current == t.start:
        begin_turn(s, t)


# Whose decision, and what is allowed


@kernel
def player(s: State, t: Tables) -> int:
    """Whose decision it is."""
    phase = s.phase
    if phase in (PHASE_LAY, PHASE_DRAWN, PHASE_SPEED, PHASE_AGAIN):
        return s.current
    return OVER if phase == PHASE_OVER else CHANCE


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """What may be done now, ascending; at chance, what may happen."""
    phase = s.phase
    if phase == PHASE_SPEED:
        return legal_speed(s, t, out)
    if phase == PHASE_LAY:
        return legal_lay(s, t, out)
    if phase == PHASE_DRIVE:
        out[0] = DRIVE
        return 1
    if phase in (PHASE_REFILL, PHASE_DEAL_SPEED):
        return legal_speed_draw(s, out)
    if phase in (PHASE_TAKE, PHASE_DEAL_STATE):
        return legal_state_draw(s, t, out)
    if phase == PHASE_OVER:
        return 0
    out[0] = LAY + (s.drawn if phase == PHASE_DRAWN else s.laid_now)
    out[1] = STOP
    return 2


@kernel
def legal_lay(s: State, t: Tables, out: Ints) -> int:
    """R66-10, R66-12: a card that fits, or one from the pile. R66-13: with no pile and no fit, pass."""
    n = 0
    for card in range(t.players * STATES):
        if s.hand[s.current, card] > 0 and fits(s, card):
            out[n] = LAY + card
            n += 1
    if s.pile_size > 0:
        out[n] = DRAW
        return n + 1
    if n == 0:
        out[0] = PASS
        return 1
    return n


@kernel
def legal_speed(s: State, t: Tables, out: Ints) -> int:
    """R66-14: every card of the hand on every speedometer it fits. R66-15: if there is none, swap all or not."""
    n = 0
    for kind in range(KINDS):
        if s.speed_hand[s.current, kind] > 0:
            for target in range(t.players):
                if playable(s, t, s.current, kind, target):
                    out[n] = PLAY + kind * MAX_PLAYERS + target
                    n += 1
    if n > 0:
        return n
    out[0] = SWAP
    out[1] = KEEP
    return 2


@kernel
def legal_state_draw(s: State, t: Tables, out: Ints) -> int:
    """Every state card that is in the pile."""
    n = 0
    for card in range(t.players * STATES):
        if s.pile[card] > 0:
            out[n] = STATE_CARD + card
            n += 1
    return n


@kernel
def legal_speed_draw(s: State, out: Ints) -> int:
    """Every speed card that is in the pile."""
    n = 0
    for kind in range(KINDS):
        if s.speed_pile[kind] > 0:
            out[n] = SPEED_CARD + kind
            n += 1
    return n


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """Every card of a pile is equally likely; driving is certain."""
    if s.phase == PHASE_DRIVE:
        out[0] = 1
        return 1
    n = 0
    if s.phase in (PHASE_TAKE, PHASE_DEAL_STATE):
        for card in range(t.players * STATES):
            if s.pile[card] > 0:
                out[n] = s.pile[card]
                n += 1
        return s.pile_size
    for kind in range(KINDS):
        if s.speed_pile[kind] > 0:
            out[n] = s.speed_pile[kind]
            n += 1
    return s.speed_pile_size


@kernel
def total(s: State, t: Tables) -> int:
    """All weights together, from the running sizes of the piles."""
    if s.phase == PHASE_DRIVE:
        return 1
    if s.phase in (PHASE_TAKE, PHASE_DEAL_STATE):
        return s.pile_size
    return s.speed_pile_size


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """The chance action on which `r` falls when the weights are laid end to end."""
    if s.phase == PHASE_DRIVE:
        return DRIVE
    if s.phase in (PHASE_TAKE, PHASE_DEAL_STATE):
        return STATE_CARD + nth_state_card(s, r)
    return SPEED_CARD + nth_speed_card(s, r)


# A turn


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if s.phase == PHASE_REFILL:
        refill(s, t, action - SPEED_CARD)
    elif s.phase == PHASE_DRIVE:
        drive(s, t, s.current)
        after_driving(s, t)
    elif s.phase == PHASE_SPEED:
        speed_step(s, t, action)
    elif s.phase == PHASE_DEAL_STATE:
        deal_state_card(s, t, action - STATE_CARD)
    elif s.phase == PHASE_DEAL_SPEED:
        deal_speed_card(s, t, action - SPEED_CARD)
    elif s.phase == PHASE_TAKE:
        take_state_card(s, t, action - STATE_CARD)
    elif action < DRAW:
        lay(s, t, action - LAY)
    elif action == DRAW:
        note(s, NOTE_DRAWS, s.current, 0, 0)
        s.phase = PHASE_TAKE
    else:
        note(s, NOTE_PASSES if action == PASS else NOTE_STOPS, s.current, 0, 0)
        next_turn(s, t)


@kernel
def begin_turn(s: State, t: Tables) -> None:
    """R66-09; R66-21: after the tide no state card is laid; R66-13: nor by a player who can get none."""
    if s.current == t.start:
        if s.round_number == t.rounds:
            note(s, NOTE_TURN_LIMIT, t.rounds, 0, 0)
            end_game(s, t)
            return
        s.round_number += 1
    note(s, NOTE_TURN, s.current, s.round_number, 0)
    if s.tide == 1:
        s.phase = PHASE_SPEED
    elif s.hand_size[s.current] == 0 and s.pile_size == 0:
        note(s, NOTE_PLAYS_ON, s.current, 0, 0)
        s.phase = PHASE_SPEED
    else:
        s.phase = PHASE_LAY


@kernel
def next_turn(s: State, t: Tables) -> None:
    """R66-08: the next player's turn."""
    s.laid_now = NONE
    s.drawn = NONE
    s.current = seat_after(t, s.current)
    begin_turn(s, t)


@kernel
def lay(s: State, t: Tables, card: int) -> None:
    """R66-09, R66-11: a state card is laid, so a whole turn follows."""
    if s.phase == PHASE_AGAIN:
        note(s, NOTE_AGAIN, s.current, card, 0)
    put_in_row(s, s.current, card)
    note(s, NOTE_LAID, s.current, card, 0)
    s.laid_now = card
    s.drawn = NONE
    s.phase = PHASE_SPEED


@kernel
def take_state_card(s: State, t: Tables, card: int) -> None:
    """R66-12: a card just drawn may be laid at once if it fits; otherwise the turn is over."""
    take_from_pile(s, s.current, card)
    note(s, NOTE_DREW_STATE, s.current, card, 0)
    if fits(s, card):
        s.drawn = card
        s.phase = PHASE_DRAWN
        return
    note(s, NOTE_CANNOT_LAY, s.current, 0, 0)
    next_turn(s, t)


@kernel
def speed_step(s: State, t: Tables, action: int) -> None:
    """R66-14: a speed card is played. R66-15: or, if none fits, all are swapped or kept."""
    if action == SWAP:
        note(s, NOTE_SWAPS, s.current, 0, 0)
        for kind in range(KINDS):
            while s.speed_hand[s.current, kind] > 0:
                use_speed_card(s, s.current, kind)
                s.to_draw += 1
    elif action == KEEP:
        note(s, NOTE_KEEPS, s.current, 0, 0)
    else:
        play_speed_card(s, t, (action - PLAY) // MAX_PLAYERS, (action - PLAY) % MAX_PLAYERS)
    if s.num_home == t.players:
        end_game(s, t)
    elif is_home(s, s.current):
        note(s, NOTE_STAYS_HOME, s.current, 0, 0)
        go_on_refilling(s, t)
    else:
        s.phase = PHASE_DRIVE


@kernel
def play_speed_card(s: State, t: Tables, kind: int, target: int) -> None:
    """R66-14: the card changes one speedometer. R66-18: a patrol card has a look at it."""
    use_speed_card(s, s.current, kind)
    s.to_draw = 1
    note(s, NOTE_PLAYED, s.current, kind, target)
    before = s.speed[target]
    s.speed[target] = speed_after(s, t, kind, target)
    note(s, NOTE_SPEED, target, before, s.speed[target])
    if t.patrol[kind] == 1:
        check_speed(s, t, target)


@kernel
def after_driving(s: State, t: Tables) -> None:
    """R66-09: the move is followed by the draw. R66-28: unless the last car is home."""
    if s.num_home == t.players:
        end_game(s, t)
    else:
        go_on_refilling(s, t)


@kernel
def go_on_refilling(s: State, t: Tables) -> None:
    """R66-09, R66-19: draw what is missing; then the turn is over."""
    if s.to_draw > 0:
        reshuffle_if_empty(s)
        s.phase = PHASE_REFILL
    else:
        end_turn(s, t)


@kernel
def refill(s: State, t: Tables, kind: int) -> None:
    """R66-09: a speed card is drawn."""
    take_speed_card(s, s.current, kind)
    s.to_draw -= 1
    note(s, NOTE_REFILLED, s.current, kind, 0)
    go_on_refilling(s, t)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """R66-11: another card of the state and colour just laid allows another turn at once."""
    if s.tide == 0 and s.laid_now != NONE and s.hand[s.current, s.laid_now] > 0:
        s.phase = PHASE_AGAIN
    else:
        next_turn(s, t)


# The end


@kernel
def end_game(s: State, t: Tables) -> None:
    """R66-28, R66-29: the last car is home, or time is up: most cards win."""
    s.phase = PHASE_OVER
    s.to_draw = 0
    if s.num_home == t.players:
        note(s, NOTE_ALL_HOME, 0, 0, 0)
    note_winners(s, s.score, t.players, NOTE_WON, NOTE_SHARED)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """R66-29: most collected state cards wins."""
    for p in range(t.players):
        out[p] = s.score[p]


def action_parts(t: Tables, action: int) -> tuple[str | int, ...]:
    """The verb of an action and the numbers its sentence names."""
    if action < DRAW:
        return "LAY", action - LAY
    if action < PLAY:
        return ({DRAW: "DRAW", PASS: "PASS", STOP: "STOP"}[action],)
    if action < SWAP:
        return "PLAY", (action - PLAY) // MAX_PLAYERS, (action - PLAY) % MAX_PLAYERS
    if action < STATE_CARD:
        return ({SWAP: "SWAP", KEEP: "KEEP", DRIVE: "DRIVE"}[action],)
    if action < SPEED_CARD:
        return "STATE_CARD", action - STATE_CARD
    return "SPEED_CARD", action - SPEED_CARD
