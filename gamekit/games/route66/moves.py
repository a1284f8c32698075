# ruff: noqa: F405
"""Route 66: kernels that move cards and cars: rows, piles and hands; driving, collecting, highway patrol."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note
from gamekit.games.route66.state import *  # noqa: F403  every rule speaks in these names

# State cards and speed cards: rows, piles, hands and what fits where


@kernel
def is_home(s: State, player: int) -> bool:
    """R66-28: return whether a car has been to Los Angeles and is back in Chicago."""
    return bool(s.turned[player] == 1 and s.place[player] == 0)


@kernel
def fits(s: State, card: int) -> bool:
    """R66-10: return whether a card fits its row: first or last state, a double, or a neighbour of a laid state."""
    state = card % STATES
    if state in (ILLINOIS, CALIFORNIA) or s.laid[card] > 0:
        return True
    return bool(s.laid[card - 1] > 0 or s.laid[card + 1] > 0)


@kernel
def can_lay(s: State, t: Tables, player: int) -> bool:
    """R66-13: return whether any state card in the hand fits its row."""
    for card in range(t.players * STATES):  # noqa: SIM110  kernels know no generators
        if s.hand[player, card] > 0 and fits(s, card):
            return True
    return False


@kernel
def is_opening(s: State, t: Tables) -> bool:
    """R66-12: return whether this is the starting player's first turn, the first of the game."""
    return bool(s.round_number == 1 and s.current == t.start)


@kernel
def find_only_card(s: State) -> int:
    """R66-11, R66-12: return the only state card that may be laid now, just drawn or like the last laid; else NONE."""
    if s.phase == Phase.DRAWN:
        return int(s.drawn) if s.drawn != NONE and fits(s, s.drawn) else NONE
    return int(s.laid_now) if s.hand[s.current, s.laid_now] > 0 else NONE


@kernel
def may_hold_another(s: State, t: Tables) -> bool:
    """R66-31: return whether the others must reckon with another card like the one laid this turn in the hand."""
    return bool(s.hand_size[s.current] > 0 and s.laid[s.laid_now] < t.copies[s.laid_now % STATES])


@kernel
def take_from_pile(s: State, player: int, card: int) -> None:
    """Move a state card from the pile to a hand."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[player, card] += 1
    s.hand_size[player] += 1


@kernel
def put_in_row(s: State, player: int, card: int) -> None:
    """R66-10: move a state card from a hand to the row of its colour."""
    s.hand[player, card] -= 1
    s.hand_size[player] -= 1
    s.laid[card] += 1
    s.supply[card % STATES] += 1


@kernel
def complete_rows(s: State, t: Tables) -> None:
    """R66-21: lay out all hands and the pile, so that every row is complete."""
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
    """R66-14: return the speed in mph after a card is played; it is outside 0 to 70 where the card does not fit."""
    if t.stops[kind] == 1:
        return 0
    return int(s.speed[target] + t.change[kind])


@kernel
def playable(s: State, t: Tables, player: int, kind: int, target: int) -> bool:
    """R66-14: the new speed must lie within 0 to 70. R66-28: a player at home changes only cars still on the road."""
    after = speed_after(s, t, kind, target)
    if after < 0 or after > TOP_SPEED:
        return False
    return not (is_home(s, player) and is_home(s, target))


@kernel
def can_play(s: State, t: Tables, player: int) -> bool:
    """R66-15: return whether any speed card in the hand fits any speedometer."""
    for kind in range(KINDS):
        if s.speed_hand[player, kind] > 0:
            for target in range(t.players):
                if playable(s, t, player, kind, target):
                    return True
    return False


@kernel
def use_speed_card(s: State, player: int, kind: int) -> None:
    """R66-19: move a played speed card from the hand to the used cards."""
    s.speed_hand[player, kind] -= 1
    s.speed_size[player] -= 1
    s.speed_used[kind] += 1


@kernel
def take_speed_card(s: State, player: int, kind: int) -> None:
    """Move a speed card from the pile to a hand."""
    s.speed_pile[kind] -= 1
    s.speed_pile_size -= 1
    s.speed_hand[player, kind] += 1
    s.speed_size[player] += 1


@kernel
def reshuffle_if_empty(s: State) -> None:
    """R66-19: shuffle the used speed cards into a new pile if the pile is empty."""
    if s.speed_pile_size > 0:
        return
    for kind in range(KINDS):
        s.speed_pile[kind] = s.speed_used[kind]
        s.speed_pile_size += s.speed_used[kind]
        s.speed_used[kind] = 0
    note(s, Note.RESHUFFLED, s.speed_pile_size, 0, 0)


@kernel
def nth_state_card(s: State, r: int) -> int:
    """Return the card at index `r`, from 0, of the pile sorted by card."""
    card = 0
    while r >= s.pile[card]:
        r -= s.pile[card]
        card += 1
    return card


@kernel
def nth_speed_card(s: State, r: int) -> int:
    """Return the kind of the card at index `r`, from 0, of the pile sorted by kind."""
    kind = 0
    while r >= s.speed_pile[kind]:
        r -= s.speed_pile[kind]
        kind += 1
    return kind


# Cars and the patrol


@kernel
def is_free(s: State, t: Tables, player: int, place: int) -> bool:
    """R66-17: return whether no other car is on a place; cities hold any number of cars."""
    if place == CHICAGO or place == t.los_angeles:
        return True
    for other in range(t.players):  # noqa: SIM110  kernels know no generators
        if other != player and s.place[other] == place:
            return False
    return True


@kernel
def take_cards(s: State, player: int, state: int, wanted: int) -> int:
    """R66-25: move up to `wanted` cards of a state to a player's collected cards; return how many there were."""
    taken = min(wanted, s.supply[state])
    s.supply[state] -= taken
    s.collected[player, state] += taken
    s.score[player] += taken
    return int(taken)


@kernel
def collect(s: State, t: Tables, player: int) -> None:
    """R66-23: collect a card of the state for a stop on the way home, two on a space marked "2"."""
    place = s.place[player]
    state = t.state[place]
    wanted = t.cards[place]
    taken = take_cards(s, player, state, wanted)
    if taken == 0:
        note(s, Note.NO_CARD, player, state, 0)
    elif taken < wanted:
        note(s, Note.LAST_CARD, player, state, 0)
    elif taken > 1:
        note(s, Note.COLLECTS_TWO, player, state, taken)
    else:
        note(s, Note.COLLECTS, player, state, 0)


@kernel
def arrive_home(s: State, player: int) -> None:
    """R66-27: count a car as home; the arrival in Chicago brings no card."""
    s.num_home += 1
    note(s, Note.HOME, player, s.score[player], 0)


@kernel
def turn_the_tide(s: State, t: Tables, player: int) -> None:
    """R66-21, R66-22: lay out all state cards; the first car in Los Angeles collects two cards of California."""
    s.tide = 1
    s.first = player
    complete_rows(s, t)
    note(s, Note.TIDE, player, 0, 0)
    taken = take_cards(s, player, CALIFORNIA, TURNING_BONUS)
    note(s, Note.FIRST, player, taken, 0)


@kernel
def drive(s: State, t: Tables, player: int) -> None:
    """R66-16: move one space for each full 10 mph. R66-17: occupied spaces are jumped and not counted."""
    points = int(s.speed[player]) // MPH_A_SPACE
    if points == 0:
        note(s, Note.TOO_SLOW, player, s.speed[player], 0)
        if s.turned[player] == 1:
            note(s, Note.STOOD_STILL, player, 0, 0)
        return
    place = int(s.place[player])
    was_westbound = s.turned[player] == 0  # noted here, as the loop may turn the car
    left, jumped, at_turn = points, 0, 0
    while left > 0:
        place += 1 if s.turned[player] == 0 else -1
        if not is_free(s, t, player, place):  # cities are always free, so a jump never leaves the road
            jumped += 1
            continue
        left -= 1
        if place == t.los_angeles:
            s.turned[player] = 1
            at_turn = left
        elif place == CHICAGO:
            break
    s.place[player] = place
    note(s, Note.DRIVES, player, points - left, place)
    if jumped > 0:
        note(s, Note.JUMPED, player, jumped, 0)
    if s.turned[player] == 0:
        if s.tide == 1:
            note(s, Note.NOT_YET, player, 0, 0)
        return
    if was_westbound:
        reach_los_angeles(s, t, player, at_turn)
    if place == CHICAGO:
        if left > 0:
            note(s, Note.LOST_POINTS, player, left, 0)
        arrive_home(s, player)
    elif place != t.los_angeles:
        collect(s, t, player)


@kernel
def reach_los_angeles(s: State, t: Tables, player: int, left_over: int) -> None:
    """R66-20: the points left over count for the way home at once. R66-21: the first car turns the tide."""
    note(s, Note.LOS_ANGELES, player, 0, 0)
    if left_over > 0:
        note(s, Note.LEFT_OVER, player, left_over, 0)
    if s.tide == 0:
        turn_the_tide(s, t, player)


@kernel
def check_speed(s: State, t: Tables, player: int) -> None:
    """R66-18: catch a car above the limit when a patrol card changes its speed, whoever's turn it is."""
    speed = s.speed[player]
    if speed <= t.limit:
        note(s, Note.NOT_SPEEDING, player, speed, t.limit)
    elif is_home(s, player):
        note(s, Note.PARKED, player, 0, 0)
    else:
        catch(s, t, player)


@kernel
def catch(s: State, t: Tables, player: int) -> None:
    """R66-18, R66-26: stop a car and move it to the nearest free place east of its state."""
    speed = s.speed[player]
    s.speed[player] = 0
    if s.place[player] == CHICAGO:
        note(s, Note.CAUGHT_IN_CHICAGO, player, speed, 0)
        return
    place = int(t.border[s.place[player]])
    while not is_free(s, t, player, place):
        place -= 1
    s.place[player] = place
    if s.turned[player] == 0:
        note(s, Note.CAUGHT_WESTWARD, player, speed, place)
        return
    note(s, Note.CAUGHT_EASTWARD, player, speed, place)
    fine(s, player)
    if place == CHICAGO:
        arrive_home(s, player)


@kernel
def last_collected(s: State, player: int) -> int:
    """Return the state of the card collected last, or NONE. A car home drives east only, so it is the easternmost."""
    for state in range(STATES):
        if s.collected[player, state] > 0:
            return state
    return NONE


@kernel
def fine(s: State, player: int) -> None:
    """R66-26: return the card collected last to the supply of its state."""
    state = last_collected(s, player)
    if state == NONE:
        note(s, Note.NOTHING_TO_FINE, player, 0, 0)
        return
    s.collected[player, state] -= 1
    s.score[player] -= 1
    s.supply[state] += 1
    note(s, Note.FINED, player, state, 0)
