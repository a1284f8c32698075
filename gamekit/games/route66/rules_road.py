"""Route 66: what happens on the road – driving, jumping, turning, collecting, being caught.

Cards in hands and rows live in `rules_cards.py`; the order of a turn in `rules.py`.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.route66.rules_cards import complete_rows, is_home
from gamekit.games.route66.state import (
    CALIFORNIA,
    CHICAGO,
    MPH_A_SPACE,
    NONE,
    NOTE_CAUGHT_EASTWARD,
    NOTE_CAUGHT_IN_CHICAGO,
    NOTE_CAUGHT_WESTWARD,
    NOTE_COLLECTS,
    NOTE_COLLECTS_TWO,
    NOTE_DRIVES,
    NOTE_FINED,
    NOTE_FIRST,
    NOTE_HOME,
    NOTE_JUMPED,
    NOTE_LAST_CARD,
    NOTE_LEFT_OVER,
    NOTE_LOS_ANGELES,
    NOTE_LOST_POINTS,
    NOTE_NO_CARD,
    NOTE_NOT_SPEEDING,
    NOTE_NOT_YET,
    NOTE_NOTHING_TO_FINE,
    NOTE_PARKED,
    NOTE_STOOD_STILL,
    NOTE_TIDE,
    NOTE_TOO_SLOW,
    STATES,
    TURNING_BONUS,
    State,
    Tables,
)
from gamekit.record import note


@kernel
def is_free(s: State, t: Tables, player: int, place: int) -> bool:
    """R66-17: no other car on this road space; the cities hold any number."""
    if place == CHICAGO or place == t.los_angeles:
        return True
    for other in range(t.players):  # noqa: SIM110  kernels know no generators
        if other != player and s.place[other] == place:
            return False
    return True


@kernel
def take_cards(s: State, player: int, state: int, wanted: int) -> int:
    """R66-25: as many cards of the state as wanted, or as are left. Returns how many."""
    taken = min(wanted, s.supply[state])
    s.supply[state] -= taken
    s.collected[player, state] += taken
    s.score[player] += taken
    return int(taken)


@kernel
def collect(s: State, t: Tables, player: int) -> None:
    """R66-23: a stop on the way home brings a card of the state, two on a space marked "2"."""
    place = s.place[player]
    state = t.state[place]
    wanted = t.cards[place]
    taken = take_cards(s, player, state, wanted)
    if taken == 0:
        note(s, NOTE_NO_CARD, player, state, 0)
    elif taken < wanted:
        note(s, NOTE_LAST_CARD, player, state, 0)
    elif taken > 1:
        note(s, NOTE_COLLECTS_TWO, player, state, taken)
    else:
        note(s, NOTE_COLLECTS, player, state, 0)


@kernel
def arrive_home(s: State, player: int) -> None:
    """R66-27: the car is back in Chicago, which brings no card."""
    s.num_home += 1
    note(s, NOTE_HOME, player, s.score[player], 0)


@kernel
def turn_the_tide(s: State, t: Tables, player: int) -> None:
    """R66-21, R66-22: all state cards are laid out, and the first in Los Angeles takes two of California."""
    s.tide = 1
    s.first = player
    complete_rows(s, t)
    note(s, NOTE_TIDE, player, 0, 0)
    taken = take_cards(s, player, CALIFORNIA, TURNING_BONUS)
    note(s, NOTE_FIRST, player, taken, 0)


@kernel
def drive(s: State, t: Tables, player: int) -> None:
    """R66-16: as many spaces as full tens on the speedometer. R66-17: occupied spaces are jumped, uncounted."""
    points = int(s.speed[player]) // MPH_A_SPACE
    if points == 0:
        note(s, NOTE_TOO_SLOW, player, s.speed[player], 0)
        if s.turned[player] == 1:
            note(s, NOTE_STOOD_STILL, player, 0, 0)
        return
    place = int(s.place[player])
    was_westbound = s.turned[player] == 0
    left, jumped, at_turn = points, 0, 0
    while left > 0:
        place += 1 if s.turned[player] == 0 else -1
        if not is_free(s, t, player, place):
            jumped += 1
            continue
        left -= 1
        if place == t.los_angeles:
            s.turned[player] = 1
            at_turn = left
        elif place == CHICAGO:
            break
    s.place[player] = place
    note(s, NOTE_DRIVES, player, points - left, place)
    if jumped > 0:
        note(s, NOTE_JUMPED, player, jumped, 0)
    if s.turned[player] == 0:
        if s.tide == 1:
            note(s, NOTE_NOT_YET, player, 0, 0)
        return
    if was_westbound:
        reach_los_angeles(s, t, player, at_turn)
    if place == CHICAGO:
        if left > 0:
            note(s, NOTE_LOST_POINTS, player, left, 0)
        arrive_home(s, player)
    elif place != t.los_angeles:
        collect(s, t, player)


@kernel
def reach_los_angeles(s: State, t: Tables, player: int, left_over: int) -> None:
    """R66-20: left-over points count for the way home at once. R66-21: the first car turns the tide."""
    note(s, NOTE_LOS_ANGELES, player, 0, 0)
    if left_over > 0:
        note(s, NOTE_LEFT_OVER, player, left_over, 0)
    if s.tide == 0:
        turn_the_tide(s, t, player)


@kernel
def check_speed(s: State, t: Tables, player: int) -> None:
    """R66-18: a patrol card above the limit catches the car at once, whoever's turn it is."""
    speed = s.speed[player]
    if speed <= t.limit:
        note(s, NOTE_NOT_SPEEDING, player, speed, t.limit)
    elif is_home(s, player):
        note(s, NOTE_PARKED, player, 0, 0)
    else:
        catch(s, t, player)


@kernel
def catch(s: State, t: Tables, player: int) -> None:
    """R66-18, R66-26: back to the state before, or on into the next one; both lie to the east."""
    speed = s.speed[player]
    s.speed[player] = 0
    if s.place[player] == CHICAGO:
        note(s, NOTE_CAUGHT_IN_CHICAGO, player, speed, 0)
        return
    place = int(t.border[s.place[player]])
    while not is_free(s, t, player, place):
        place -= 1
    s.place[player] = place
    if s.turned[player] == 0:
        note(s, NOTE_CAUGHT_WESTWARD, player, speed, place)
        return
    note(s, NOTE_CAUGHT_EASTWARD, player, speed, place)
    fine(s, player)
    if place == CHICAGO:
        arrive_home(s, player)


@kernel
def last_collected(s: State, player: int) -> int:
    """The state of the card collected last: a car only drives east, so it is the easternmost; -1 if none."""
    for state in range(STATES):
        if s.collected[player, state] > 0:
            return state
    return NONE


@kernel
def fine(s: State, player: int) -> None:
    """R66-26: the card collected last goes back to its state."""
    state = last_collected(s, player)
    if state == NONE:
        note(s, NOTE_NOTHING_TO_FINE, player, 0, 0)
        return
    s.collected[player, state] -= 1
    s.score[player] -= 1
    s.supply[state] += 1
    note(s, NOTE_FINED, player, state, 0)
