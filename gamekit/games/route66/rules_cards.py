"""Route 66: state cards and speed cards – rows, piles, hands and what fits where.

Cars and the patrol live in `rules_road.py`; the order of a turn in `rules_turn.py`.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.route66.state import (
    CALIFORNIA,
    ILLINOIS,
    KINDS,
    NONE,
    NOTE_RESHUFFLED,
    PHASE_DRAWN,
    STATES,
    TOP_SPEED,
    State,
    Tables,
)
from gamekit.record import note


@kernel
def is_home(s: State, player: int) -> bool:
    """R66-28: a car is home when it has turned and is back in Chicago."""
    return bool(s.turned[player] == 1 and s.place[player] == 0)


@kernel
def fits(s: State, card: int) -> bool:
    """R66-10: a row begins at either end, grows inwards state by state, and doubles lie side by side."""
    state = card % STATES
    if state in (ILLINOIS, CALIFORNIA) or s.laid[card] > 0:
        return True
    return bool(s.laid[card - 1] > 0 or s.laid[card + 1] > 0)


@kernel
def can_lay(s: State, t: Tables, player: int) -> bool:
    """R66-13: whether any card in the hand fits its row."""
    for card in range(t.players * STATES):  # noqa: SIM110  kernels know no generators
        if s.hand[player, card] > 0 and fits(s, card):
            return True
    return False


@kernel
def is_opening(s: State, t: Tables) -> bool:
    """R66-12: the starting player's first turn, the first of the game."""
    return bool(s.round_number == 1 and s.current == t.start)


@kernel
def card_at_once(s: State) -> int:
    """R66-11, R66-12: the only state card that may be laid now: the one just drawn, or one like the last; else NONE."""
    if s.phase == PHASE_DRAWN:
        return int(s.drawn) if s.drawn != NONE and fits(s, s.drawn) else NONE
    return int(s.laid_now) if s.hand[s.current, s.laid_now] > 0 else NONE


@kernel
def may_hold_another(s: State, t: Tables) -> bool:
    """R66-31: whether, for all the others know, the player holds another card like the one laid this turn."""
    return bool(s.hand_size[s.current] > 0 and s.laid[s.laid_now] < t.copies[s.laid_now % STATES])


@kernel
def take_from_pile(s: State, player: int, card: int) -> None:
    """A state card goes from the pile into a hand."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[player, card] += 1
    s.hand_size[player] += 1


@kernel
def put_in_row(s: State, player: int, card: int) -> None:
    """R66-10: a state card goes from a hand into the row of its colour."""
    s.hand[player, card] -= 1
    s.hand_size[player] -= 1
    s.laid[card] += 1
    s.supply[card % STATES] += 1


@kernel
def complete_rows(s: State, t: Tables) -> None:
    """R66-21: hands and pile are laid out, every row is complete."""
    for card in range(t.players * STATES):
        s.laid[card] = t.copies[card % STATES]
        s.pile[card] = 0
        for player in range(t.players):
            s.hand[player, card] = 0
    for state in range(STATES):
        s.supply[state] = t.copies[state] * t.players
    s.pile_size = 0
    for player in range(t.players):
        s.hand_size[player] = 0


@kernel
def speed_after(s: State, t: Tables, kind: int, target: int) -> int:
    """R66-14: what the speedometer would show; may lie outside 0…70."""
    if t.stops[kind] == 1:
        return 0
    return int(s.speed[target] + t.change[kind])


@kernel
def playable(s: State, t: Tables, player: int, kind: int, target: int) -> bool:
    """R66-14: the new speed lies within 0 and 70. R66-28: at home, only for cars still on the road."""
    after = speed_after(s, t, kind, target)
    if after < 0 or after > TOP_SPEED:
        return False
    return not (is_home(s, player) and is_home(s, target))


@kernel
def can_play(s: State, t: Tables, player: int) -> bool:
    """R66-15: whether any speed card in the hand fits any speedometer."""
    for kind in range(KINDS):
        if s.speed_hand[player, kind] > 0:
            for target in range(t.players):
                if playable(s, t, player, kind, target):
                    return True
    return False


@kernel
def use_speed_card(s: State, player: int, kind: int) -> None:
    """R66-19: a played card goes from the hand to the used ones."""
    s.speed_hand[player, kind] -= 1
    s.speed_size[player] -= 1
    s.speed_used[kind] += 1


@kernel
def take_speed_card(s: State, player: int, kind: int) -> None:
    """A speed card goes from the pile into a hand."""
    s.speed_pile[kind] -= 1
    s.speed_pile_size -= 1
    s.speed_hand[player, kind] += 1
    s.speed_size[player] += 1


@kernel
def reshuffle_if_empty(s: State) -> None:
    """R66-19: when a card is to be drawn and the pile is empty, the used cards become the new pile."""
    if s.speed_pile_size > 0:
        return
    for kind in range(KINDS):
        s.speed_pile[kind] = s.speed_used[kind]
        s.speed_pile_size += s.speed_used[kind]
        s.speed_used[kind] = 0
    note(s, NOTE_RESHUFFLED, s.speed_pile_size, 0, 0)


@kernel
def nth_state_card(s: State, r: int) -> int:
    """The card at place r when the pile lies sorted."""
    card = 0
    while r >= s.pile[card]:
        r -= s.pile[card]
        card += 1
    return card


@kernel
def nth_speed_card(s: State, r: int) -> int:
    """The kind at place r when the pile lies sorted."""
    kind = 0
    while r >= s.speed_pile[kind]:
        r -= s.speed_pile[kind]
        kind += 1
    return kind
