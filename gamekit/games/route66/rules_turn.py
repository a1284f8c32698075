# ruff: noqa: F405
"""Route 66: a turn from its beginning to its end, R66-08 to R66-15, and the end of the game, R66-28 and R66-29.

What a player may choose is said in rules.py; cards are handled in rules_cards.py, cars in rules_road.py.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.route66.rules_cards import (
    is_home,
    may_hold_another,
    put_in_row,
    reshuffle_if_empty,
    speed_after,
    take_from_pile,
    take_speed_card,
    use_speed_card,
)
from gamekit.games.route66.rules_road import check_speed
from gamekit.games.route66.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import note, note_winners


@kernel
def seat_after(t: Tables, player: int) -> int:
    """R66-08: clockwise."""
    return 0 if player + 1 == t.players else player + 1


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
    """R66-12: a card just drawn may be laid at once if it fits.

    R66-31: the question is put in any case: were it put only where the card fits, everybody would know.
    """
    take_from_pile(s, s.current, card)
    note(s, NOTE_DREW_STATE, s.current, card, 0)
    s.drawn = card
    s.phase = PHASE_DRAWN


@kernel
def lay_nothing(s: State, t: Tables) -> None:
    """R66-12: whoever neither lays nor draws has ended the turn. R66-13: with an empty pile, if nothing fits."""
    note(s, NOTE_DECLINES if s.pile_size > 0 else NOTE_PASSES, s.current, 0, 0)
    next_turn(s, t)


@kernel
def stop(s: State, t: Tables) -> None:
    """R66-12: the card just drawn is not laid. R66-11: no other turn is taken."""
    if s.phase == PHASE_DRAWN:
        note(s, NOTE_NOT_LAID, s.current, s.drawn, 0)
    else:
        note(s, NOTE_NO_MORE, s.current, 0, 0)
    next_turn(s, t)


@kernel
def speed_step(s: State, t: Tables, action: int) -> None:
    """R66-14: a speed card is played. R66-15: if none fits, all are swapped or kept. R66-28: at home, at will."""
    if action == SWAP:
        note(s, NOTE_SWAPS, s.current, 0, 0)
        for kind in range(KINDS):
            while s.speed_hand[s.current, kind] > 0:
                use_speed_card(s, s.current, kind)
                s.to_draw += 1
    elif action == KEEP:
        note(s, NOTE_PLAYS_NONE if is_home(s, s.current) else NOTE_KEEPS, s.current, 0, 0)
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
    """R66-11: another card of the state and colour just laid allows another turn at once.

    R66-31: the question is put whenever the others must reckon with such a card, held or not.
    """
    if s.tide == 0 and s.laid_now != NONE and may_hold_another(s, t):
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
