# ruff: noqa: F405
"""Auf Achse: turns, rolls, the start of moves, events that move several trucks, money and debts (AA-14, AA-25)."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note, note_winners
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names


@kernel
def begin_move(s: State, manner: int, points: int, free: int, optional: int) -> None:
    """Ask the decider where the mover's truck drives; parameters are the fields of the state."""
    s.manner = manner
    s.points = points
    s.free = free
    s.optional = optional
    s.exact = 0
    s.moved = 0
    s.quiet = 1 if manner == TO_NEXT_EVENT else 0
    s.only_deliver = 0
    s.must_load = 0
    s.loaded_now = 0
    s.todo = EXPLORE
    s.phase = Phase.DRIVE


@kernel
def begin_extra(s: State, p: int, decider: int, points: int, free: int, optional: int) -> None:
    """Begin a move that an event gives to the truck of `p`."""
    s.mover = p
    s.decider = decider
    s.die = WITHOUT_DIE
    begin_move(s, BY_POINTS, points, free, optional)


@kernel
def begin_roll(s: State, p: int, die: int) -> None:
    """AA-09: ask for a roll for the truck of `p`; `die` tells the turn's roll from that of an event."""
    s.mover = p
    s.decider = p
    s.die = die
    s.phase = Phase.ROLL


@kernel
def proceed(s: State, t: Tables) -> None:
    """Go on after a move and its consequences: with an event that moves several trucks, or with the turn."""
    s.works_due = 0
    s.roll_due = 0
    s.loaded_now = 0
    while s.tasks > 0:
        if next_task(s, t):
            return
    s.mover = s.current
    s.decider = s.current
    if s.has_rolled == 0:
        begin_turn_roll(s)
    elif holds(s, s.current, E_MOTIVATION):
        s.phase = Phase.END
    else:
        next_turn(s, t)


@kernel
def next_task(s: State, t: Tables) -> bool:
    """AA-E15, AA-E16, AA-E25: move the next truck of the newest such event; return False if it has none left."""
    k = s.tasks - 1
    event = s.task_event[k]
    owner = s.task_owner[k]
    p = owner
    for _ in range(t.players):
        if s.task_truck[k, p] == 1:
            s.task_truck[k, p] = 0
            if event == E_SNOW:
                begin_extra(s, p, owner, SNOW_SPACES, 1, 1)
            else:
                begin_extra(s, p, p, RADIO_SPACES, 0, 1)
            return True
        p = left_of(p, t)
    s.tasks = k
    s.task_event[k] = 0
    s.task_owner[k] = 0
    put_under(s, event)
    return False


@kernel
def begin_turn_roll(s: State) -> None:
    """AA-09, AA-E11: begin the turn's roll; a player with the motivation card is asked first."""
    if holds(s, s.current, E_MOTIVATION):
        s.phase = Phase.TURN
    else:
        begin_roll(s, s.current, TURN_DIE)


@kernel
def begin_turn(s: State) -> None:
    """AA-23: begin a player's turn; the jam this player placed ends."""
    if s.jam != NOWHERE and s.jam_owner == s.current:
        note(s, Note.JAM_ENDS, s.jam, s.current, 0)
        lift_jam(s)
    s.has_rolled = 0
    s.sold = 0
    s.lot = NONE
    s.mover = s.current
    s.decider = s.current


@kernel
def lift_jam(s: State) -> None:
    """AA-23, AA-24: remove the jam marker and put its card under the pile."""
    put_under(s, s.jam_event)
    s.jam = NOWHERE
    s.jam_owner = NOBODY
    s.jam_event = NONE


@kernel
def first_turn(s: State, t: Tables) -> None:
    """AA-08: begin the start player's first turn."""
    s.round_number = 1
    s.current = s.start
    note(s, Note.TURN, s.current, s.round_number, 0)
    begin_turn(s)
    begin_turn_roll(s)


@kernel
def next_turn(s: State, t: Tables) -> None:
    """AA-08, AA-28: pass the turn clockwise to the next player who does not miss it."""
    while True:
        s.current = left_of(s.current, t)
        if s.current == s.start:
            if s.round_number >= t.rounds:
                note(s, Note.TURN_LIMIT, s.round_number, 0, 0)
                end_game(s, t)
                return
            s.round_number += 1
        begin_turn(s)
        if s.skip[s.current] == 0:
            break
        s.skip[s.current] -= 1
        note(s, Note.MISSES_TURN, s.current, 0, 0)
    note(s, Note.TURN, s.current, s.round_number, 0)
    begin_turn_roll(s)


@kernel
def put_under(s: State, event: int) -> None:
    """AA-14: put an event card under the pile."""
    s.event[event] = UNDER
    s.under[s.under_size] = event
    s.under_size += 1


@kernel
def earn(s: State, t: Tables, p: int, amount: int, event: int) -> None:
    """Pay a player from the bank. AA-25: collect debts that can be paid now. `event` is the reason or NONE."""
    s.cash[p] += amount
    note(s, Note.EARNS, p, amount, event)
    settle_debts(s, t, p)


@kernel
def settle_debts(s: State, t: Tables, p: int) -> None:
    """AA-25: pay each open card when twice its sum is there, the lowest card first."""
    for event in range(EVENTS):
        if s.event[event] == DEBT + p and s.cash[p] >= DEBT_FACTOR * t.fine:
            s.cash[p] -= DEBT_FACTOR * t.fine
            note(s, Note.DEBT_PAID, p, DEBT_FACTOR * t.fine, event)
            put_under(s, event)


@kernel
def charge(s: State, t: Tables, p: int, event: int) -> None:
    """AA-25, AA-E13, AA-E14: pay the fine, or keep the card open."""
    if s.cash[p] >= t.fine:
        s.cash[p] -= t.fine
        note(s, Note.PAYS, p, t.fine, event)
        put_under(s, event)
    else:
        s.event[event] = DEBT + p
        note(s, Note.DEBT_KEPT, p, t.fine, event)


@kernel
def end_game(s: State, t: Tables) -> None:
    """AA-27, AA-E10, AA-E18, AA-E19: end the game; unfinished cards are paid for as far as the money goes."""
    s.phase = Phase.OVER
    for p in range(t.players):
        for event in range(E_INSPECTION, E_WIEN + 1):
            if event != E_INSPECTION and event != E_FLENSBURG and event != E_WIEN:
                continue
            if holds(s, p, event):
                amount = min(t.unfinished, s.cash[p])
                s.cash[p] -= amount
                note(s, Note.UNFINISHED, p, amount, event)
    note_winners(s, s.cash, t.players, Note.WON, Note.SHARED)


@kernel
def end_if_won(s: State, t: Tables) -> bool:
    """AA-26: end the game if no public contract is left and somebody has delivered the last own contract."""
    if s.open + s.stack > 0:
        return False
    for p in range(t.players):
        if s.cleared[p] == 1:
            note(s, Note.ENDS, p, 0, 0)
            end_game(s, t)
            return True
    return False


@kernel
def gain_contract(s: State, p: int, contract: int) -> None:
    s.where[contract] = HAND + p
    s.hand[p] += 1
    s.cleared[p] = 0


@kernel
def deliver(s: State, t: Tables, p: int, contract: int, fee: int) -> None:
    """AA-18: deliver a contract: unload its goods, take its revenue, discard it.

    AA-E01: a `fee` is paid out of the revenue, as far as the money goes, before old debts are collected (AA-25).
    """
    s.where[contract] = DELIVERED
    s.load_number[contract] = 0
    s.carried[p] -= 1
    s.done[p] += 1
    s.goods[p] -= t.goods[contract]
    s.stock += t.goods[contract]
    s.cash[p] += t.revenue[contract]
    note(s, Note.DELIVERED, p, contract, t.revenue[contract])
    if s.hand[p] + s.carried[p] == 0:
        s.cleared[p] = 1
    if fee > 0:
        paid = min(fee, s.cash[p])
        s.cash[p] -= paid
        note(s, Note.RAIL_PAID, p, paid, 0)
    settle_debts(s, t, p)
