# ruff: noqa: F405
"""Auf Achse: purses, debts and the event cards that go under the pile (AA-14, AA-25, AA-E10, AA-E18).

Who has to pay what is decided in events.py and stops.py.
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.record import note, note_winners


@kernel
def put_under(s: State, event: int) -> None:
    """AA-14: an event card goes under the pile."""
    s.event[event] = UNDER
    s.under[s.under_size] = event
    s.under_size += 1


@kernel
def earn(s: State, t: Tables, p: int, amount: int, event: int) -> None:
    """The bank pays; AA-25: a debt is taken as soon as twice the sum is there. `event` is NONE or the reason."""
    s.cash[p] += amount
    note(s, Note.EARNS, p, amount, event)
    settle_debts(s, t, p)


@kernel
def settle_debts(s: State, t: Tables, p: int) -> None:
    """AA-25: whoever can pay twice the sum on an open card pays it at once, the lowest card first."""
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
    """AA-27, AA-E10, AA-E18, AA-E19: unfinished cards are paid for, as far as the money goes; then the purses count."""
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
    """AA-26: no public contract is left, and somebody has delivered the last contract of all."""
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
    """A contract comes into the hand."""
    s.where[contract] = HAND + p
    s.hand[p] += 1
    s.cleared[p] = 0


@kernel
def deliver(s: State, t: Tables, p: int, contract: int, fee: int) -> None:
    """AA-18: unload, take the revenue, discard the contract.

    AA-E01: a `fee` goes out of it, as far as the money goes, before an old debt is collected (AA-25).
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
