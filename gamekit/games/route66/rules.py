# ruff: noqa: F405
"""Route 66: the face of the rules: set-up, whose decision it is, what is allowed, and where each action leads.

A turn is in rules_turn.py; cards are in rules_cards.py, cars in rules_road.py, who knows what in knowledge.py.
No sentences (rulebook.toml), figures of the box (box.toml) or advice (strategies.py).
"""

from __future__ import annotations

from gamekit.compiling import CHANCE, OVER, kernel
from gamekit.games.route66.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.route66.refusals import reason  # noqa: F401  part of the game's face
from gamekit.games.route66.rules_cards import (
    card_at_once,
    fits,
    is_home,
    is_opening,
    nth_speed_card,
    nth_state_card,
    playable,
    take_from_pile,
    take_speed_card,
)
from gamekit.games.route66.rules_road import drive
from gamekit.games.route66.rules_turn import (
    after_driving,
    begin_turn,
    lay,
    lay_nothing,
    refill,
    seat_after,
    speed_step,
    stop,
    take_state_card,
)
from gamekit.games.route66.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import Ints, Returns, Weights, clear_notes, note

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
    return legal_at_once(s, out)


@kernel
def legal_lay(s: State, t: Tables, out: Ints) -> int:
    """R66-10, R66-12: a card that fits, one from the pile, or neither.

    R66-13: with no pile, pass if nothing fits; so too in the first turn of the game, in which nobody draws.
    """
    n = 0
    for card in range(t.players * STATES):
        if s.hand[s.current, card] > 0 and fits(s, card):
            out[n] = LAY + card
            n += 1
    opening = is_opening(s, t)
    must_lay = n > 0 and (s.pile_size == 0 or opening)
    if s.pile_size > 0 and not opening:
        out[n] = DRAW
        n += 1
    if not must_lay:
        out[n] = PASS
        n += 1
    return n


@kernel
def legal_at_once(s: State, out: Ints) -> int:
    """R66-11, R66-12: the card just drawn if it fits, or one like the card laid this turn; or end the turn."""
    n = 0
    card = card_at_once(s)
    if card != NONE:
        out[n] = LAY + card
        n += 1
    out[n] = STOP
    return n + 1


@kernel
def legal_speed(s: State, t: Tables, out: Ints) -> int:
    """R66-14: every card of the hand on every speedometer it fits. R66-15: if there is none, swap all or not.

    R66-28: whoever is home need not play.
    """
    n = 0
    for kind in range(KINDS):
        if s.speed_hand[s.current, kind] > 0:
            for target in range(t.players):
                if playable(s, t, s.current, kind, target):
                    out[n] = PLAY + kind * MAX_PLAYERS + target
                    n += 1
    if n == 0:
        out[n] = SWAP
        n += 1
    elif not is_home(s, s.current):
        return n
    out[n] = KEEP
    return n + 1


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


# What happens


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
    elif action == PASS:
        lay_nothing(s, t)
    else:
        stop(s, t)


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
