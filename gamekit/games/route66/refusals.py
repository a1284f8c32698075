# ruff: noqa: F405
"""Route 66: why an action is not allowed – the NO_… code of the rule it would break.

What *is* allowed is said by `legal` in rules.py; tests hold the two together.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.route66.rules_cards import can_lay, can_play, card_at_once, fits, is_home, is_opening, speed_after
from gamekit.games.route66.state import *  # noqa: F403  every rule speaks in these names


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """0 if the action is legal, else the NO_… code of the rule it would break."""
    if s.phase == PHASE_OVER:
        return NO_OVER
    by_person = action < DRIVE
    person_asked = s.phase in (PHASE_LAY, PHASE_DRAWN, PHASE_SPEED, PHASE_AGAIN)
    if by_person and not person_asked:
        return NO_CHANCE
    if not by_person and person_asked:
        return NO_PERSON
    if not by_person:
        return reason_chance(s, action)
    if s.phase == PHASE_SPEED:
        return reason_speed(s, t, action)
    if action >= PLAY:
        return NO_SPEED_NOW
    if s.phase == PHASE_LAY:
        return reason_lay(s, t, action)
    return reason_same_card(s, action)


@kernel
def reason_chance(s: State, action: int) -> int:
    """Chance draws what the pile holds, or lets the car drive."""
    if s.phase == PHASE_DRIVE or action == DRIVE:
        return 0 if s.phase == PHASE_DRIVE and action == DRIVE else NO_NOT_THIS_CHANCE
    state_card_due = s.phase in (PHASE_TAKE, PHASE_DEAL_STATE)
    if state_card_due != (action < SPEED_CARD):
        return NO_NOT_THIS_CHANCE
    if state_card_due:
        return 0 if s.pile[action - STATE_CARD] > 0 else NO_NOT_IN_PILE
    return 0 if s.speed_pile[action - SPEED_CARD] > 0 else NO_NOT_IN_PILE


@kernel
def reason_lay(s: State, t: Tables, action: int) -> int:
    """R66-10 to R66-13: at the start of a turn."""
    if action == STOP:
        return NO_STOP_NOW
    if action == DRAW:
        if s.pile_size == 0:
            return NO_PILE
        return NO_OPENING_DRAW if is_opening(s, t) else 0
    if action == PASS:
        if not can_lay(s, t, s.current):
            return 0
        if s.pile_size == 0:
            return NO_PASS_LAY
        return NO_OPENING_PASS if is_opening(s, t) else 0
    card = action - LAY
    if card >= t.players * STATES:
        return NO_SUCH_COLOUR
    if s.hand[s.current, card] == 0:
        return NO_STATE_CARD
    return 0 if fits(s, card) else NO_FIT


@kernel
def reason_same_card(s: State, action: int) -> int:
    """R66-11, R66-12: with a card just drawn, or after a turn, only one card may be laid."""
    if action == STOP or action == LAY + card_at_once(s):
        return 0
    if s.phase == PHASE_DRAWN:
        return NO_FIT if action == LAY + s.drawn else NO_ONLY_DRAWN
    return NO_SECOND if action == LAY + s.laid_now else NO_OTHER_CARD


@kernel
def reason_speed(s: State, t: Tables, action: int) -> int:
    """R66-14, R66-15, R66-28: when a speed card is due."""
    if action < PLAY:
        return NO_AFTER_TIDE if s.tide == 1 else NO_LAYING_NOW
    if action == KEEP and is_home(s, s.current):
        return 0
    if action >= SWAP:
        return NO_SWAP if can_play(s, t, s.current) else 0
    kind = (action - PLAY) // MAX_PLAYERS
    target = (action - PLAY) % MAX_PLAYERS
    if target >= t.players:
        return NO_SUCH_PLAYER
    if s.speed_hand[s.current, kind] == 0:
        return NO_SPEED_CARD
    after = speed_after(s, t, kind, target)
    if after > TOP_SPEED:
        return NO_TOO_FAST
    if after < 0:
        return NO_TOO_SLOW
    return NO_AT_HOME if is_home(s, s.current) and is_home(s, target) else 0
