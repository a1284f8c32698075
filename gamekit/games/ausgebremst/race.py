# ruff: noqa: F405
"""Ausgebremst: the course of a race – grid, turns, moves carried out, the finish, points (AB-18 to AB-32, AB-37).

Where a car may go is in movement.py, cards are in cards.py.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.ausgebremst.cards import (
    cards_left,
    lay_pit_cards,
    out_of_deck,
    play_card,
    prepare_decks,
    show_hand,
    take_pit_card,
)
from gamekit.games.ausgebremst.movement import (
    SIX_FORBIDDEN,
    SIX_FREE,
    block_together,
    can_move,
    clear_reach,
    crosses,
    entry_blocked,
    explore,
    is_boxed_in,
    only_sixes,
    past_pit,
    six,
)
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import note, note_winners

# Before the race


@kernel
def begin_race(s: State, t: Tables) -> None:
    """AB-21, AB-25: a race is prepared; its grid is `order`, unless cards are drawn for the first one."""
    s.circuit = t.programme[s.race - 1]
    s.round_number = 0
    s.finished = 0
    s.idle = 0
    prepare_decks(s, t)
    for space in range(SPACES):
        s.stands[space] = 0
    for car in range(CARS):
        s.space[car] = NOWHERE
        s.lines[car] = 0
        s.status[car] = RACING
        s.stopped[car] = 0
        s.waits[car] = 0
        s.moved[car] = 0
        s.place[car] = 0
        s.rest[car] = 0
    note(s, Note.RACE, s.race, s.circuit, 0)
    s.turn = CARS - t.players
    if s.race == 1 and t.draw_grid == 1:
        for car in range(t.players):
            s.again[car] = 1
        s.phase = Phase.GRID
    else:
        line_up(s, t)


@kernel
def draw_for_grid(s: State, t: Tables, kind: int) -> None:
    """AB-18: a card is drawn for the first grid; a tie for the highest is drawn again by those who tied."""
    car = actor(s)
    out_of_deck(s, car, kind)
    s.drawn[car] = kind
    note(s, Note.GRID_CARD, car, kind, 0)
    next_to_draw_for_grid(s, s.turn + 1)
    if s.turn < CARS:
        return
    best = 0
    for p in range(t.players):
        if s.again[p] == 1:
            best = max(best, s.drawn[p])
    tied = 0
    first = 0
    for p in range(t.players - 1, -1, -1):
        s.again[p] = 1 if s.again[p] == 1 and s.drawn[p] == best else 0
        if s.again[p] == 1:
            tied += 1
            first = p
    if tied > 1 and s.deck_size[first] > 0:
        note(s, Note.GRID_TIE, best, tied, 0)
        next_to_draw_for_grid(s, CARS - t.players)
        return
    for seat in range(t.players):
        s.order[CARS - t.players + seat] = (first + seat) % t.players
    prepare_decks(s, t)
    line_up(s, t)


@kernel
def next_to_draw_for_grid(s: State, turn: int) -> None:
    """AB-18: on to the next player who draws a card in this draw."""
    while turn < CARS and s.again[s.order[turn]] == 0:
        turn += 1
    s.turn = turn


@kernel
def line_up(s: State, t: Tables) -> None:
    """AB-18, AB-19: the cars take their places; then come set-ups or hands."""
    for i in range(CARS):
        car = s.order[i]
        s.space[car] = t.grid[s.circuit, i]
        s.stands[s.space[car]] = car + 1
        note(s, Note.GRID_PLACE, car, i + 1, row_of(i) + 1)
    s.turn = CARS - t.players
    s.phase = Phase.SETUP if t.advanced == 1 else Phase.DEAL


@kernel
def all_set_up(s: State, t: Tables) -> None:
    """AB-34: when all have chosen, everybody lays out the pit cards and begins to sort."""
    for i in range(CARS - t.players, CARS):
        lay_pit_cards(s, t, s.order[i], row_of(i))
    s.turn = CARS - t.players
    s.phase = Phase.SORT_DRAW


@kernel
def start_race(s: State, t: Tables) -> None:
    """AB-20: the first round begins."""
    s.round_number = 1
    s.turn = 0
    open_turn(s, t)


# Turns


@kernel
def open_turn(s: State, t: Tables) -> None:
    """AB-20, AB-29: unowned cars turn up a card, drivers choose; where they can go is written down for them."""
    car = actor(s)
    if car >= t.players:
        s.phase = Phase.UNOWNED
        return
    s.phase = Phase.PLAY
    s.walled = 1 if block_together(s, t, car) else 0
    explore(s, t, car, LONGEST_CARD)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """AB-20: on to the next car on the board, or to the result if no driver is left on it.

    AB-27: where a stop costs the next turn, a car in the pits is passed over once. AB-16, AB-28: it moves in its next
    turn, so that the round without a card, which ends all waiting, begins anew behind it.
    """
    s.moved[actor(s)] = 1
    drivers = 0
    for p in range(t.players):
        drivers += 1 if s.status[p] == RACING else 0
    if drivers == 0:
        s.phase = Phase.RESULT
        return
    s.turn += 1
    while s.turn == CARS or s.status[s.order[s.turn]] != RACING or s.waits[s.order[s.turn]] == 1:
        if s.turn == CARS:
            s.turn = 0
            s.round_number += 1
            continue
        if s.status[actor(s)] == RACING:
            s.waits[actor(s)] = 0
            s.idle = 0
            note(s, Note.PIT_TURN, actor(s), 0, 0)
        s.turn += 1
    open_turn(s, t)


@kernel
def leave_board(s: State, t: Tables, car: int, status: int) -> None:
    """AB-22, AB-23: a car is taken off the board; how far it had to go is kept for the next grid."""
    if status != FINISHED:
        s.rest[car] = spaces_left(s, t, car)
    s.stands[s.space[car]] = 0
    s.space[car] = NOWHERE
    s.status[car] = status


@kernel
def drive(s: State, t: Tables, car: int, space: int) -> None:
    """AB-22, AB-26: a car goes to a space; it may cross the line, stop in the pit lane, finish, or be out."""
    here = s.space[car]
    over_line = crosses(s, t, here, space)
    out = past_pit(s, t, car, space)
    if space == FINISH:
        s.lines[car] = LAPS + 1
        leave_board(s, t, car, FINISHED)
        s.finished += 1
        s.place[car] = s.finished
        note(s, Note.FINISHED, car, s.finished, 0)
        return
    s.stands[here] = 0
    s.space[car] = space
    s.stands[space] = car + 1
    if over_line:
        s.lines[car] += 1
        if not out:
            note(s, Note.LINE, car, s.lines[car], 0)
    if space >= PIT and s.stopped[car] == 0:
        s.stopped[car] = 1
        s.waits[car] = t.pit_turn
        note(s, Note.STOPPED, car, space, 0)
    if out:
        leave_board(s, t, car, OUT_NO_STOP)


@kernel
def play_move(s: State, t: Tables, kind: int, space: int) -> None:
    """AB-09, AB-21: a driver plays a card, moves, and then draws or takes a card."""
    car = actor(s)
    why = six(s, t, car) if kind == SIX else SIX_FREE
    clear_reach(s)
    play_card(s, car, kind)
    s.idle = 0
    note(s, first_note(s, t, car, space), car, kind, space)
    if why != SIX_FREE:
        note(s, why, car, 0, 0)
    drive(s, t, car, space)
    if s.status[car] != RACING:
        end_turn(s, t)
    elif t.advanced == 0 and s.deck_size[car] > 0:
        s.phase = Phase.DRAW
    elif t.advanced == 1 and space >= PIT and s.aside[car, 0] != BLANK:
        take_pit_card(s, car)
        if s.aside[car, 1] != BLANK:
            s.phase = Phase.PIT_CARD
        else:
            end_turn(s, t)
    elif t.advanced == 1 and cards_left(s, car) > s.hand_size[car]:
        s.phase = Phase.TAKE
    else:
        if s.hand_size[car] == 0:
            note(s, Note.OUT_OF_CARDS, car, spaces_left(s, t, car), 0)
            leave_board(s, t, car, OUT_OF_CARDS)
        end_turn(s, t)


@kernel
def first_note(s: State, t: Tables, car: int, space: int) -> int:
    """AB-21, AB-23, AB-26: what is said first of a move: that the car goes out with it, or just where it drives."""
    if past_pit(s, t, car, space):
        return Note.OUT_NO_STOP
    pit_card = t.advanced == 1 and space >= PIT and s.aside[car, 0] != BLANK
    return Note.LAST_CARD if cards_left(s, car) == 0 and space != FINISH and not pit_card else Note.PLAYED


@kernel
def miss_turn(s: State, t: Tables) -> None:
    """AB-13, AB-16, AB-28: a driver misses the turn and keeps the cards."""
    car = actor(s)
    moves = can_move(s, t, car)
    s.idle += 1
    if moves:
        note(s, Note.WAITS_ENTRY, car, 0, 0)
    else:
        show_hand(s, car)
        if only_sixes(s, car) and six(s, t, car) == SIX_FORBIDDEN:
            note(s, Note.WAITS_SIXES, car, 0, 0)
        else:
            note(s, Note.SHOWS, car, 0, 0)
    clear_reach(s)
    end_turn(s, t)


# Unowned cars


@kernel
def must_unowned_stay(s: State, t: Tables, car: int) -> bool:
    """AB-31, AB-28: no card is drawn for a car that is boxed in, or that waits for the pit lane's entry."""
    return is_boxed_in(s, t, car) or entry_blocked(s, t, car)


@kernel
def miss_unowned_turn(s: State, t: Tables) -> None:
    """AB-31, AB-28: the unowned car stands still and keeps its cards."""
    car = actor(s)
    s.idle += 1
    note(s, Note.UNOWNED_BLOCKED if is_boxed_in(s, t, car) else Note.UNOWNED_WAITS, car, 0, 0)
    end_turn(s, t)


@kernel
def take_unowned_turn(s: State, t: Tables, kind: int) -> None:
    """AB-29, AB-31, AB-32: the top card of the car's deck is spent, and the car moves if it may and can."""
    car = actor(s)
    out_of_deck(s, car, kind)
    s.played[car, kind] += 1
    s.idle = 0
    why = six(s, t, car) if kind == SIX else SIX_FREE
    space = choose_unowned_space(s, t, car, kind)
    note(s, Note.UNOWNED_CARD, car, kind, 0)
    if why == SIX_FORBIDDEN:
        note(s, Note.UNOWNED_SIX, car, 0, 0)
    elif space == NOWHERE:
        note(s, Note.UNOWNED_SPENT, car, 0, 0)
    else:
        note(s, Note.PLAYED, car, kind, space)
        if why != SIX_FREE:
            note(s, why, car, 0, 0)
        drive(s, t, car, space)
    if s.status[car] == RACING and s.deck_size[car] == 0:
        note(s, Note.UNOWNED_OUT, car, 0, 0)
        leave_board(s, t, car, OUT_OF_CARDS)
    end_turn(s, t)


@kernel
def choose_unowned_space(s: State, t: Tables, car: int, kind: int) -> int:
    """AB-29: the space that leaves the shortest way, among equals the one nearest the inside lane; else NOWHERE."""
    explore(s, t, car, kind + 1)
    start = WIDTH * (kind + 1)
    best = FAR
    aside = FAR
    choice = NOWHERE
    for i in range(1, s.reach[start] + 1):
        space = s.reach[start + i]
        away = measure_unowned_way(s, t, car, space)
        off = abs(t.lane[s.circuit, space] - t.inside[s.circuit])
        if away < best or (away == best and away < FAR and off < aside):
            best = away
            aside = off
            choice = space
    clear_reach(s)
    return choice


@kernel
def measure_unowned_way(s: State, t: Tables, car: int, space: int) -> int:
    """AB-29, AB-30: the way that a space leaves to an unowned car; FAR if it does not go there.

    In the basic game it stops at the end of lap 1 if the card leads into the pit lane, else at the end of lap 2.
    """
    c = s.circuit
    if space == FINISH:
        return -1
    if t.advanced == 0 and s.stopped[car] == 0:
        if s.lines[car] == 1 and space >= PIT:
            return -1
        if s.lines[car] == 2:
            return FAR if crosses(s, t, s.space[car], space) else t.stop_left[c, space]
    elif space >= PIT and s.space[car] < PIT:
        return FAR
    lines = s.lines[car] + (1 if crosses(s, t, s.space[car], space) else 0)
    return t.left[c, lines, space]  # type: ignore[no-any-return]


# The result


@kernel
def score_race(s: State, t: Tables) -> None:
    """AB-24, AB-25: points for the places; unowned cars keep theirs. Then the next race, or the end."""
    for p in range(t.players):
        if s.status[p] == FINISHED:
            gained = t.prizes[s.place[p] - 1]
            s.race_points[p, s.race - 1] = gained
            s.points[p] += gained
            note(s, Note.POINTS, p, s.place[p], gained)
        else:
            note(s, Note.NO_POINTS, p, s.rest[p], 0)
    if s.race < t.races:
        order_by_result(s, t)
        s.race += 1
        begin_race(s, t)
        return
    s.phase = Phase.OVER
    note_winners(s, s.points, t.players, Note.WON, Note.SHARED)


@kernel
def result_rank(s: State, car: int) -> int:
    """AB-19: finishers by their place, then the others by what was left to them."""
    return s.place[car] if s.status[car] == FINISHED else CARS + s.rest[car]  # type: ignore[no-any-return]


@kernel
def order_by_result(s: State, t: Tables) -> None:
    """AB-19: drivers line up by the last result, equals as before; unowned cars keep the best places."""
    first = CARS - t.players
    for i in range(first + 1, CARS):
        car = s.order[i]
        k = i
        while k > first and result_rank(s, s.order[k - 1]) > result_rank(s, car):
            s.order[k] = s.order[k - 1]
            k -= 1
        s.order[k] = car
