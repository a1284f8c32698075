# ruff: noqa: F405
"""Auf Achse: the 31 events as kernels (AA-E01 to AA-E31), and the answers to their questions."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import note
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.auf_achse.stops import nearest_free, put_truck
from gamekit.games.auf_achse.turns import (
    begin_extra,
    begin_move,
    begin_roll,
    charge,
    deliver,
    earn,
    end_if_won,
    gain_contract,
    lift_jam,
    put_under,
)


@kernel
def draw_event(s: State, t: Tables, event: int) -> None:
    """AA-14, AA-30: draw the top card: a card not seen yet, or else the first one under the pile, and carry it out."""
    if s.unseen_events > 0:
        s.unseen_events -= 1
    else:
        s.under_size -= 1
        for i in range(s.under_size):
            s.under[i] = s.under[i + 1]
        s.under[s.under_size] = 0  # equal positions have equal bytes
    s.event[event] = ACTING
    note(s, Note.CARD_RAIL + event, s.mover, 0, 0)
    if event in (E_POLICE, E_SPEEDING):  # AA-E13, AA-E14
        charge(s, t, s.mover, event)
        s.todo = PROCEED
    elif event == E_RAIL:
        rail_freight(s, t)
    elif is_kept(event):
        keep_event(s, event)
        s.todo = PROCEED
    elif E_JAM_MUENCHEN <= event <= E_JAM_KASSEL:
        set_jam(s, t.jams[event - E_JAM_MUENCHEN], event)
        s.todo = PROCEED
    elif event in (E_FOG, E_ACCIDENT):
        s.phase = Phase.JAM
    elif event == E_SNOW:
        begin_task(s, t, event, ALL_TRUCKS)
    elif event in (E_RADIO, E_SUBCONTRACTOR):
        ask_partner(s, t, event)
    else:
        put_under(s, event)
        carry_out(s, t, event)


@kernel
def is_kept(event: int) -> bool:
    """AA-E10, AA-E11, AA-E17 to AA-E19: return whether a card is kept open in front of the player."""
    return event in (E_INSPECTION, E_MOTIVATION) or E_FAST_LOADING <= event <= E_WIEN


@kernel
def carry_out(s: State, t: Tables, event: int) -> None:
    """Carry out an event that acts at once and is then done with."""
    m = s.mover
    if event == E_CO_DRIVER:
        begin_roll(s, m, EVENT_DIE)
    elif event == E_PAPERS:
        s.die = WITHOUT_DIE
        begin_move(s, BACK_TO_CITY, 0, 0, 0)
    elif event == E_TACHOGRAPH:
        miss_turn(s, m, event)
        s.todo = PROCEED
    elif event == E_BABY:
        new_baby(s, t)
    elif event == E_DUMPING:
        ask_or_nothing(s, t, Phase.GIVE, s.hand[m], event)
    elif event in (E_SERVICE, E_TRUST):
        ask_or_nothing(s, t, Phase.GIFT, s.reserve, event)
    elif event == E_PLANNING:
        s.die = WITHOUT_DIE
        begin_move(s, TO_NEXT_CITY, 0, 0, 1)
    elif event == E_THIEVES:
        steal_load(s, t)
    elif event == E_HELPER:
        s.phase = Phase.HELP
    elif event == E_FESTIVAL:
        earn(s, t, m, t.festival, event)
        s.todo = PROCEED
    elif event == E_MAINTENANCE:
        begin_extra(s, m, m, MAINTENANCE_SPACES, 1, 1)
    elif event == E_SPOILED:
        return_spoiled_goods(s, t)
    elif event == E_CUSTOMS_FRIEND:
        s.die = WITHOUT_DIE
        begin_move(s, TO_NEXT_EVENT, 0, 0, 0)
    else:
        s.phase = Phase.CUSTOMS


@kernel
def nothing_happens(s: State, t: Tables, event: int) -> None:
    """Note that the card has no effect."""
    note(s, Note.NOTHING_HAPPENS, s.mover, event, 0)
    s.todo = PROCEED


@kernel
def ask_or_nothing(s: State, t: Tables, phase: int, number: int, event: int) -> None:
    """AA-E06, AA-E07, AA-E27: ask the question of a phase if there is anything to choose from."""
    if number > 0:
        s.phase = phase
    else:
        nothing_happens(s, t, event)


@kernel
def miss_turn(s: State, p: int, event: int) -> None:
    """AA-E04, AA-E12, AA-E31: make the player miss the next turn."""
    s.skip[p] += 1
    note(s, Note.MUST_MISS, p, event, 0)


@kernel
def keep_event(s: State, event: int) -> None:
    """AA-E10, AA-E11, AA-E17 to AA-E19: keep the card in front of the player."""
    s.event[event] = KEPT + s.mover
    note(s, Note.KEEPS_EVENT, s.mover, event, 0)


# What the cards do


@kernel
def rail_freight(s: State, t: Tables) -> None:
    """AA-E01: deliver the loaded contract with the farthest destination at once, for a fee out of its revenue."""
    m = s.mover
    farthest = NONE
    for c in range(t.contracts):
        if s.where[c] != LOADED + m:
            continue
        if farthest == NONE or t.distance[s.truck[m], t.target[c]] > t.distance[s.truck[m], t.target[farthest]]:
            farthest = c
    put_under(s, E_RAIL)
    if farthest == NONE or holds(s, m, E_INSPECTION):
        if farthest != NONE:
            note(s, Note.INSPECTION_BLOCKS, m, 0, 0)
        nothing_happens(s, t, E_RAIL)
        return
    note(s, Note.RAIL, m, farthest, 0)
    deliver(s, t, m, farthest, t.rail_fee)
    if not end_if_won(s, t):
        s.todo = PROCEED


@kernel
def new_baby(s: State, t: Tables) -> None:
    """AA-E05: ask for one of the loaded contracts; without a load or before an inspection, nothing happens."""
    if s.carried[s.mover] > 0 and holds(s, s.mover, E_INSPECTION):
        note(s, Note.INSPECTION_BLOCKS, s.mover, 0, 0)
        nothing_happens(s, t, E_BABY)
    else:
        ask_or_nothing(s, t, Phase.BABY, s.carried[s.mover], E_BABY)


@kernel
def go_to_baby(s: State, t: Tables, contract: int) -> None:
    """AA-E05: go straight to the contract's destination, or next to it if a truck is there; the delivery counts."""
    city = t.target[contract]
    space = nearest_free(s, t, city)
    note(s, Note.BABY, s.mover, contract, 0)
    put_truck(s, t, space, 1 if space == s.jam else 0)
    if space != city:
        deliver(s, t, s.mover, contract, 0)
        if end_if_won(s, t):
            return
    s.todo = ARRIVE


@kernel
def give_contract(s: State, t: Tables, contract: int) -> None:
    """AA-E06: give a contract that is not loaded to the right-hand neighbour."""
    m = s.mover
    s.hand[m] -= 1
    gain_contract(s, right_of(m, t), contract)
    note(s, Note.GIVES, m, right_of(m, t), contract)
    s.todo = PROCEED


@kernel
def receive_gift(s: State, t: Tables, contract: int) -> None:
    """AA-E07, AA-E27: receive a contract from the reserve, free."""
    s.reserve -= 1
    gain_contract(s, s.mover, contract)
    note(s, Note.GIFT, s.mover, contract, 0)
    s.todo = PROCEED


@kernel
def steal_load(s: State, t: Tables) -> None:
    """AA-E09: return the goods to stock and the contracts to the hand; the insurance pays for each."""
    m = s.mover
    stolen = s.carried[m]
    if stolen == 0:
        nothing_happens(s, t, E_THIEVES)
        return
    for c in range(t.contracts):
        if s.where[c] == LOADED + m:
            s.where[c] = HAND + m
            s.load_number[c] = 0
    s.stock += s.goods[m]
    s.goods[m] = 0
    s.hand[m] += stolen
    s.carried[m] = 0
    note(s, Note.THIEVES, m, stolen, 0)
    earn(s, t, m, stolen * t.insurance, E_THIEVES)
    s.todo = PROCEED


@kernel
def return_spoiled_goods(s: State, t: Tables) -> None:
    """AA-E29: go back to the city of the contract loaded last, or next to it; the load is kept."""
    m = s.mover
    if s.carried[m] == 0:
        nothing_happens(s, t, E_SPOILED)
        return
    city = NOWHERE
    latest = 0
    for c in range(t.contracts):
        if s.where[c] == LOADED + m and s.load_number[c] > latest:
            latest = s.load_number[c]
            city = t.origin[c]
    note(s, Note.SPOILED, m, city, 0)
    space = nearest_free(s, t, city)
    put_truck(s, t, space, 1 if space == s.jam else 0)
    s.todo = ARRIVE


@kernel
def set_jam(s: State, space: int, event: int) -> None:
    """AA-E20 to AA-E24, AA-24: put the jam marker on a space; an older jam ends."""
    if s.jam != NOWHERE:
        note(s, Note.JAM_ENDS, s.jam, s.jam_owner, 0)
        lift_jam(s)
    s.jam = space
    s.jam_owner = s.mover
    s.jam_event = event
    s.event[event] = KEPT + s.mover
    note(s, Note.JAM_PLACED, s.mover, space, event)


@kernel
def place_jam(s: State, t: Tables, space: int) -> None:
    """AA-E23, AA-E24: put the jam of fog or an accident on a space of the player's choice."""
    set_jam(s, space, E_FOG if s.event[E_FOG] == ACTING else E_ACCIDENT)
    s.todo = PROCEED


@kernel
def help_or_not(s: State, t: Tables, action: int) -> None:
    """AA-E12: help, miss a turn and be paid for it, or drive on."""
    if action == HELP:
        note(s, Note.HELPS, s.mover, 0, 0)
        miss_turn(s, s.mover, E_HELPER)
        earn(s, t, s.mover, t.help, E_HELPER)
    else:
        note(s, Note.DRIVES_ON, s.mover, 0, 0)
    s.todo = PROCEED


@kernel
def pay_or_miss(s: State, t: Tables, action: int) -> None:
    """AA-E31: pay, or miss a turn."""
    if action == PAY:
        s.cash[s.mover] -= t.fine
        note(s, Note.PAYS, s.mover, t.fine, E_CUSTOMS)
    else:
        miss_turn(s, s.mover, E_CUSTOMS)
    s.todo = PROCEED


# Events that move several trucks


@kernel
def ask_partner(s: State, t: Tables, event: int) -> None:
    """AA-E15, AA-E25: ask which other player moves as well; with two players there is no choice."""
    if t.players > 2:
        s.phase = Phase.PARTNER
    else:
        begin_task(s, t, event, left_of(s.mover, t))


@kernel
def choose_partner(s: State, t: Tables, partner: int) -> None:
    """AA-E15, AA-E25: move the drawer's truck first, then the partner's."""
    note(s, Note.PARTNER, s.mover, partner, 0)
    begin_task(s, t, find_acting_card(s), partner)


@kernel
def find_acting_card(s: State) -> int:
    """Return which of the two partner cards asks; if both are acting, it is the newer, which is not in a task yet."""
    for i in range(s.tasks):
        if s.task_event[i] == E_RADIO:
            return E_SUBCONTRACTOR
    return E_RADIO if s.event[E_RADIO] == ACTING else E_SUBCONTRACTOR


@kernel
def begin_task(s: State, t: Tables, event: int, partner: int) -> None:
    """AA-E15, AA-E16, AA-E25: add a task with the trucks to move; `proceed` moves them one after another."""
    k = s.tasks
    s.task_event[k] = event
    s.task_owner[k] = s.mover
    for p in range(t.players):
        s.task_truck[k, p] = 1 if partner == ALL_TRUCKS or p == partner or p == s.mover else 0
    s.tasks = k + 1
    s.todo = PROCEED
