# ruff: noqa: F405
"""Ausgebremst: the course of a race as kernels: grid, turns, moves, finish, points (AB-18 to AB-32, AB-37)."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note, note_winners
from gamekit.games.ausgebremst.cards import (
    cards_left,
    lay_pit_cards,
    play_card,
    prepare_decks,
    remove_from_deck,
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
    six_reason,
)
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names

# Before the race


@kernel
def begin_race(s: State, t: Tables) -> None:
    """AB-21, AB-25: prepare a race. Its grid is `order`, unless cards are drawn for the first one."""
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
    """AB-18: draw a card for the first grid; those who tie for the highest draw again."""
    car = actor(s)
    remove_from_deck(s, car, kind)
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
    """AB-18: pass on to the next player who draws a card in this draw."""
    while turn < CARS and s.again[s.order[turn]] == 0:
        turn += 1
    s.turn = turn


@kernel
def line_up(s: State, t: Tables) -> None:
    """AB-18, AB-19: put the cars on the grid; then set-ups are chosen or hands dealt."""
    for i in range(CARS):
        car = s.order[i]
        s.space[car] = t.grid[s.circuit, i]
        s.stands[s.space[car]] = car + 1
        note(s, Note.GRID_PLACE, car, i + 1, row_of(i) + 1)
    s.turn = CARS - t.players
    s.phase = Phase.SETUP if t.advanced == 1 else Phase.DEAL


@kernel
def all_set_up(s: State, t: Tables) -> None:
    """AB-34: when all have chosen, lay out everybody's pit cards and begin to sort."""
    for i in range(CARS - t.players, CARS):
        lay_pit_cards(s, t, s.order[i], row_of(i))
    s.turn = CARS - t.players
    s.phase = Phase.SORT_DRAW


@kernel
def start_race(s: State, t: Tables) -> None:
    """AB-20: begin the first round."""
    s.round_number = 1
    s.turn = 0
    open_turn(s, t)


# Turns


@kernel
def open_turn(s: State, t: Tables) -> None:
    """AB-20, AB-29: open a turn: unowned cars turn up a card; for drivers the reachable spaces are stored."""
    car = actor(s)
    if car >= t.players:
        s.phase = Phase.UNOWNED
        return
    s.phase = Phase.PLAY
    s.walled = 1 if block_together(s, t, car) else 0
    explore(s, t, car, LONGEST_CARD)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """AB-20: pass on to the next car on the board, or to the result if no driver is left on it.

    AB-27: where a stop costs the next turn, a car in the pits is passed over once. AB-16, AB-28: as it moves in its
    next turn, the count of turns without a card (`idle`) starts again at 0.
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
    """AB-22, AB-23: take a car off the board; the spaces it had left decide the next grid."""
    if status != FINISHED:
        s.rest[car] = spaces_left(s, t, car)
    s.stands[s.space[car]] = 0
    s.space[car] = NOWHERE
    s.status[car] = status


@kernel
def drive(s: State, t: Tables, car: int, space: int) -> None:
    """AB-22, AB-26: move a car to a space; it may cross the line, stop in the pit lane, finish, or be out."""
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
            note(s, Note.LINE if s.lines[car] > 1 else Note.STARTED, car, s.lines[car], 0)
    if space >= PIT and s.stopped[car] == 0:
        s.stopped[car] = 1
        s.waits[car] = t.pit_turn
        note(s, Note.STOPPED, car, space, 0)
    if out:
        leave_board(s, t, car, OUT_NO_STOP)


@kernel
def play_move(s: State, t: Tables, kind: int, space: int) -> None:
    """AB-09, AB-21: play a driver's card and move; then the driver draws or takes a card."""
    car = actor(s)
    why = six_reason(s, t, car) if kind == SIX else SIX_FREE
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
    """AB-21, AB-23, AB-26: return the first note of a move: the car goes out with it, or drives."""
    if past_pit(s, t, car, space):
        return Note.OUT_NO_STOP
    pit_card = t.advanced == 1 and space >= PIT and s.aside[car, 0] != BLANK
    return Note.LAST_CARD if cards_left(s, car) == 0 and space != FINISH and not pit_card else Note.PLAYED


@kernel
def miss_turn(s: State, t: Tables) -> None:
    """AB-13, AB-16, AB-28: miss a driver's turn; the cards are kept."""
    car = actor(s)
    moves = can_move(s, t, car)
    s.idle += 1
    if moves:
        note(s, Note.WAITS_ENTRY, car, 0, 0)
    else:
        show_hand(s, car)
        if only_sixes(s, car) and six_reason(s, t, car) == SIX_FORBIDDEN:
            note(s, Note.WAITS_SIXES, car, 0, 0)
        else:
            note(s, Note.SHOWS, car, 0, 0)
    clear_reach(s)
    end_turn(s, t)


# Unowned cars


@kernel
def must_unowned_stay(s: State, t: Tables, car: int) -> bool:
    """AB-31, AB-28: return whether no card is drawn for a car, as it is boxed in or waits for the pit entry."""
    return is_boxed_in(s, t, car) or entry_blocked(s, t, car)


@kernel
def miss_unowned_turn(s: State, t: Tables) -> None:
    """AB-31, AB-28: miss an unowned car's turn; it keeps its cards."""
    car = actor(s)
    s.idle += 1
    note(s, Note.UNOWNED_BLOCKED if is_boxed_in(s, t, car) else Note.UNOWNED_WAITS, car, 0, 0)
    end_turn(s, t)


@kernel
def take_unowned_turn(s: State, t: Tables, kind: int) -> None:
    """AB-29, AB-31, AB-32: spend the top card of an unowned car's deck, and move the car if it may and can."""
    car = actor(s)
    remove_from_deck(s, car, kind)
    s.played[car, kind] += 1
    s.idle = 0
    why = six_reason(s, t, car) if kind == SIX else SIX_FREE
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
    """AB-29: return the space that leaves the shortest way, ties broken towards the inside lane; else NOWHERE."""
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
    """AB-29, AB-30: return the way in spaces that a space leaves to an unowned car; FAR if it does not go there.

    -1 is better than any way: the finish, and the pit lane at the end of lap 1. In the basic game a car stops there if
    the card leads there, else at the end of lap 2.
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
    """AB-24, AB-25: give points for the places; then begin the next race or end the game."""
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
    """AB-19: return the rank for the next grid: finishers by place, then the others by spaces left."""
    return s.place[car] if s.status[car] == FINISHED else CARS + s.rest[car]  # type: ignore[no-any-return]


@kernel
def order_by_result(s: State, t: Tables) -> None:
    """AB-19: order drivers by the last result, equals as before; unowned cars keep the best places."""
    first = CARS - t.players
    for i in range(first + 1, CARS):
        car = s.order[i]
        k = i
        while k > first and result_rank(s, s.order[k - 1]) > result_rank(s, car):
            s.order[k] = s.order[k - 1]
            k -= 1
        s.order[k] = car
