# ruff: noqa: F405
"""Route 66: the rules as kernels: set-up, legal actions, reasons against illegal ones, and the order of a turn."""

from __future__ import annotations

from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints, Returns, Weights, clear_notes, note, note_winners
from gamekit.games.route66.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.route66.moves import *  # noqa: F403  cards, cars and the names of state.py

# Set-up


@kernel
def setup(s: State, t: Tables) -> None:
    """R66-07: put cars in Chicago, speedometers at 0 and all cards in their piles; chance then deals the hands."""
    s.phase = Phase.DEAL_STATE
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
    """R66-07: deal a state card; when the hand is complete, pass on to the next player or to the speed cards."""
    take_from_pile(s, s.current, card)
    note(s, Note.DEALT_STATE, s.current, card, 0)
    if s.hand_size[s.current] < t.state_hand:
        return
    s.current = seat_after(t, s.current)
    if s.current == t.start:
        s.phase = Phase.DEAL_SPEED


@kernel
def deal_speed_card(s: State, t: Tables, kind: int) -> None:
    """R66-07: deal a speed card, three to each player; then the starting player begins."""
    take_speed_card(s, s.current, kind)
    note(s, Note.DEALT_SPEED, s.current, kind, 0)
    if s.speed_size[s.current] < t.speed_hand:
        return
    s.current = seat_after(t, s.current)
    if s.current == t.start:
        begin_turn(s, t)


# Whose decision, and what is allowed


@kernel
def player(s: State, t: Tables) -> int:
    """Return the player who decides, CHANCE or OVER."""
    if s.phase in (Phase.LAY, Phase.DRAWN, Phase.SPEED, Phase.AGAIN):
        return s.current
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """Write the legal actions, or the possible actions of chance, to `out`, ascending; return how many."""
    phase = s.phase
    if phase == Phase.SPEED:
        return legal_speed(s, t, out)
    if phase == Phase.LAY:
        return legal_lay(s, t, out)
    if phase == Phase.DRIVE:
        out[0] = DRIVE
        return 1
    if phase in (Phase.REFILL, Phase.DEAL_SPEED):
        return legal_speed_draw(s, out)
    if phase in (Phase.TAKE, Phase.DEAL_STATE):
        return legal_state_draw(s, t, out)
    if phase == Phase.OVER:
        return 0
    return legal_at_once(s, out)


@kernel
def legal_lay(s: State, t: Tables, out: Ints) -> int:
    """R66-10, R66-12: write the actions at the start of a turn: lay a card that fits, draw, or neither.

    R66-13: without a pile, PASS is legal only if nothing fits; likewise in the first turn of the game, without a draw.
    """
    n = 0
    for card in range(t.players * STATES):
        if s.hand[s.current, card] > 0 and fits(s, card):
            out[n] = LAY + card
            n += 1
    may_draw = s.pile_size > 0 and not is_opening(s, t)
    must_lay = n > 0 and not may_draw
    if may_draw:
        out[n] = DRAW
        n += 1
    if not must_lay:
        out[n] = PASS
        n += 1
    return n


@kernel
def legal_at_once(s: State, out: Ints) -> int:
    """R66-11, R66-12: write the action of the only card that may be laid now, if there is one, and STOP."""
    n = 0
    card = find_only_card(s)
    if card != NONE:
        out[n] = LAY + card
        n += 1
    out[n] = STOP
    return n + 1


@kernel
def legal_speed(s: State, t: Tables, out: Ints) -> int:
    """R66-14: write each hand card on each speedometer it fits. R66-15: if there is none, write SWAP and KEEP.

    R66-28: a player at home may always KEEP.
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
    """Write an action for each state card that is in the pile."""
    n = 0
    for card in range(t.players * STATES):
        if s.pile[card] > 0:
            out[n] = STATE_CARD + card
            n += 1
    return n


@kernel
def legal_speed_draw(s: State, out: Ints) -> int:
    """Write an action for each speed card that is in the pile."""
    n = 0
    for kind in range(KINDS):
        if s.speed_pile[kind] > 0:
            out[n] = SPEED_CARD + kind
            n += 1
    return n


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """Write the weights of the legal chance actions to `out`, copies in the pile or 1 for driving; return their sum."""
    if s.phase == Phase.DRIVE:
        out[0] = 1
        return 1
    n = 0
    if s.phase in (Phase.TAKE, Phase.DEAL_STATE):
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
    """Return the sum of the weights, from the running sizes of the piles."""
    if s.phase == Phase.DRIVE:
        return 1
    if s.phase in (Phase.TAKE, Phase.DEAL_STATE):
        return s.pile_size
    return s.speed_pile_size


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """Return the chance action at index `r`, from 0, when each is repeated as often as its weight."""
    if s.phase == Phase.DRIVE:
        return DRIVE
    if s.phase in (Phase.TAKE, Phase.DEAL_STATE):
        return STATE_CARD + nth_state_card(s, r)
    return SPEED_CARD + nth_speed_card(s, r)


# Why not: the code of the rule an action would break, 0 if none. Tests hold this and `legal` together.


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.OVER
    person_asked = player(s, t) != CHANCE
    if person_asked != (action < DRIVE):
        return No.PERSON if person_asked else No.CHANCE
    if not person_asked:
        return reason_chance(s, action)
    if s.phase == Phase.SPEED:
        return reason_speed(s, t, action)
    if action >= PLAY:
        return No.SPEED_NOW
    return reason_lay(s, t, action) if s.phase == Phase.LAY else reason_same_card(s, action)


@kernel
def reason_chance(s: State, action: int) -> int:
    """Return 0 if chance may take the action, which draws a card of the pile or drives, else the code in `No`."""
    if s.phase == Phase.DRIVE or action == DRIVE:
        return 0 if s.phase == Phase.DRIVE and action == DRIVE else No.NOT_THIS_CHANCE
    state_card_due = s.phase in (Phase.TAKE, Phase.DEAL_STATE)
    if state_card_due != (action < SPEED_CARD):
        return No.NOT_THIS_CHANCE
    if state_card_due:
        return 0 if s.pile[action - STATE_CARD] > 0 else No.NOT_IN_PILE
    return 0 if s.speed_pile[action - SPEED_CARD] > 0 else No.NOT_IN_PILE


@kernel
def reason_lay(s: State, t: Tables, action: int) -> int:
    """R66-10 to R66-13: return the reason against an action at the start of a turn."""
    if action == STOP:
        return No.STOP_NOW
    if action == DRAW:
        if s.pile_size == 0:
            return No.PILE
        return No.OPENING_DRAW if is_opening(s, t) else 0
    if action == PASS:
        if not can_lay(s, t, s.current):
            return 0
        if s.pile_size == 0:
            return No.PASS_LAY
        return No.OPENING_PASS if is_opening(s, t) else 0
    card = action - LAY
    if card >= t.players * STATES:
        return No.SUCH_COLOUR
    if s.hand[s.current, card] == 0:
        return No.STATE_CARD
    return 0 if fits(s, card) else No.FIT


@kernel
def reason_same_card(s: State, action: int) -> int:
    """R66-11, R66-12: return the reason against an action when only one state card may be laid."""
    if action == STOP or action == LAY + find_only_card(s):
        return 0
    if s.phase == Phase.DRAWN:
        return No.FIT if action == LAY + s.drawn else No.ONLY_DRAWN
    return No.SECOND if action == LAY + s.laid_now else No.OTHER_CARD


@kernel
def reason_speed(s: State, t: Tables, action: int) -> int:
    """R66-14, R66-15, R66-28: return the reason against an action when a speed card is due."""
    if action < PLAY:
        return No.AFTER_TIDE if s.tide == 1 else No.LAYING_NOW
    if action == KEEP and is_home(s, s.current):
        return 0
    if action >= SWAP:
        return No.SWAP if can_play(s, t, s.current) else 0
    kind = (action - PLAY) // MAX_PLAYERS
    target = (action - PLAY) % MAX_PLAYERS
    if target >= t.players:
        return No.SUCH_PLAYER
    if s.speed_hand[s.current, kind] == 0:
        return No.SPEED_CARD
    after = speed_after(s, t, kind, target)
    if after > TOP_SPEED:
        return No.TOO_FAST
    if after < 0:
        return No.TOO_SLOW
    return No.AT_HOME if is_home(s, s.current) and is_home(s, target) else 0


# What happens


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if s.phase == Phase.REFILL:
        refill(s, t, action - SPEED_CARD)
    elif s.phase == Phase.DRIVE:
        drive(s, t, s.current)
        after_driving(s, t)
    elif s.phase == Phase.SPEED:
        speed_step(s, t, action)
    elif s.phase == Phase.DEAL_STATE:
        deal_state_card(s, t, action - STATE_CARD)
    elif s.phase == Phase.DEAL_SPEED:
        deal_speed_card(s, t, action - SPEED_CARD)
    elif s.phase == Phase.TAKE:
        take_state_card(s, t, action - STATE_CARD)
    elif action < DRAW:
        lay(s, t, action - LAY)
    elif action == DRAW:
        note(s, Note.DRAWS, s.current, 0, 0)
        s.phase = Phase.TAKE
    elif action == PASS:
        lay_nothing(s, t)
    else:
        stop(s, t)


@kernel
def seat_after(t: Tables, player: int) -> int:
    """R66-08: return the next seat clockwise."""
    return 0 if player + 1 == t.players else player + 1


@kernel
def begin_turn(s: State, t: Tables) -> None:
    """R66-09: start a turn. R66-21, R66-13: it starts with a speed card after the tide, and without state cards."""
    if s.current == t.start:
        if s.round_number == t.rounds:
            note(s, Note.TURN_LIMIT, t.rounds, 0, 0)
            end_game(s, t)
            return
        s.round_number += 1
    note(s, Note.TURN, s.current, s.round_number, 0)
    if s.tide == 1:
        s.phase = Phase.SPEED
    elif s.hand_size[s.current] == 0 and s.pile_size == 0:
        note(s, Note.PLAYS_ON, s.current, 0, 0)
        s.phase = Phase.SPEED
    else:
        s.phase = Phase.LAY


@kernel
def next_turn(s: State, t: Tables) -> None:
    """R66-08: pass the turn to the next player."""
    s.laid_now = NONE
    s.drawn = NONE
    s.current = seat_after(t, s.current)
    begin_turn(s, t)


@kernel
def lay(s: State, t: Tables, card: int) -> None:
    """R66-09, R66-11: lay a state card; a whole turn follows, also if it is another card like the last."""
    if s.phase == Phase.AGAIN:
        note(s, Note.AGAIN, s.current, card, 0)
    put_in_row(s, s.current, card)
    note(s, Note.LAID, s.current, card, 0)
    s.laid_now = card
    s.drawn = NONE
    s.phase = Phase.SPEED


@kernel
def take_state_card(s: State, t: Tables, card: int) -> None:
    """R66-12: take a state card from the pile, which may be laid at once if it fits.

    R66-31: the player is asked in any case; asking only if the card fits would reveal it.
    """
    take_from_pile(s, s.current, card)
    note(s, Note.DREW_STATE, s.current, card, 0)
    s.drawn = card
    s.phase = Phase.DRAWN


@kernel
def lay_nothing(s: State, t: Tables) -> None:
    """R66-12: end the turn of a player who neither lays nor draws. R66-13: also without a pile, if nothing fits."""
    note(s, Note.DECLINES if s.pile_size > 0 else Note.PASSES, s.current, 0, 0)
    next_turn(s, t)


@kernel
def stop(s: State, t: Tables) -> None:
    """R66-12: keep the card just drawn. R66-11: decline another turn."""
    if s.phase == Phase.DRAWN:
        note(s, Note.NOT_LAID, s.current, s.drawn, 0)
    else:
        note(s, Note.NO_MORE, s.current, 0, 0)
    next_turn(s, t)


@kernel
def speed_step(s: State, t: Tables, action: int) -> None:
    """R66-14: play a speed card. R66-15: swap all or keep them if none fits. R66-28: at home, playing is optional."""
    if action == SWAP:
        note(s, Note.SWAPS, s.current, 0, 0)
        for kind in range(KINDS):
            while s.speed_hand[s.current, kind] > 0:
                use_speed_card(s, s.current, kind)
                s.to_draw += 1
    elif action == KEEP:
        note(s, Note.PLAYS_NONE if is_home(s, s.current) else Note.KEEPS, s.current, 0, 0)
    else:
        play_speed_card(s, t, (action - PLAY) // MAX_PLAYERS, (action - PLAY) % MAX_PLAYERS)
    if s.num_home == t.players:
        end_game(s, t)
    elif is_home(s, s.current):
        note(s, Note.STAYS_HOME, s.current, 0, 0)
        go_on_refilling(s, t)
    else:
        s.phase = Phase.DRIVE


@kernel
def play_speed_card(s: State, t: Tables, kind: int, target: int) -> None:
    """R66-14: change one speedometer. R66-18: if it is a patrol card, check the speed."""
    use_speed_card(s, s.current, kind)
    s.to_draw = 1
    note(s, Note.PLAYED, s.current, kind, target)
    before = s.speed[target]
    s.speed[target] = speed_after(s, t, kind, target)
    note(s, Note.SPEED, target, before, s.speed[target])
    if t.patrol[kind] == 1:
        check_speed(s, t, target)


@kernel
def after_driving(s: State, t: Tables) -> None:
    """R66-09: draw after driving. R66-28: end the game if the last car is home."""
    if s.num_home == t.players:
        end_game(s, t)
    else:
        go_on_refilling(s, t)


@kernel
def go_on_refilling(s: State, t: Tables) -> None:
    """R66-09, R66-19: draw the missing speed cards, then end the turn."""
    if s.to_draw > 0:
        reshuffle_if_empty(s)
        s.phase = Phase.REFILL
    else:
        end_turn(s, t)


@kernel
def refill(s: State, t: Tables, kind: int) -> None:
    """R66-09: draw a speed card."""
    take_speed_card(s, s.current, kind)
    s.to_draw -= 1
    note(s, Note.REFILLED, s.current, kind, 0)
    go_on_refilling(s, t)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """R66-11: offer another turn at once for another card of the state and colour just laid.

    R66-31: the offer is made whenever the others must reckon with such a card, whether it is held or not.
    """
    if s.tide == 0 and s.laid_now != NONE and may_hold_another(s, t):
        s.phase = Phase.AGAIN
    else:
        next_turn(s, t)


# The end


@kernel
def end_game(s: State, t: Tables) -> None:
    """R66-28, R66-29: end the game and note who has most cards."""
    s.phase = Phase.OVER
    s.to_draw = 0
    if s.num_home == t.players:
        note(s, Note.ALL_HOME, 0, 0, 0)
    note_winners(s, s.score, t.players, Note.WON, Note.SHARED)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """R66-29: write the return of each player, the number of state cards collected."""
    for p in range(t.players):
        out[p] = s.score[p]


def action_parts(t: Tables, action: int) -> tuple[str | int, ...]:
    """Return the verb of an action and the numbers its sentence names."""
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
