# ruff: noqa: F405
"""Auf Achse: set-up, chance and carrying out actions, AA-05 to AA-08: the face of the rules.

Roads, stops, turns, money, auction, events, answers and knowledge have rooms of their own. No sentences
(rulebook.toml), no figures of the box (box.toml), no advice (strategies.py).
"""

from __future__ import annotations

from gamekit.compiling import kernel
from gamekit.games.auf_achse.events import (
    choose_partner,
    draw_event,
    give_contract,
    go_to_baby,
    help_or_not,
    pay_or_miss,
    place_jam,
    receive_gift,
)
from gamekit.games.auf_achse.knowledge import hide, redeal  # noqa: F401  part of the face
from gamekit.games.auf_achse.legality import FIRST, legal, player, reason  # noqa: F401  part of the face
from gamekit.games.auf_achse.roads import clear_reach, explore
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.auf_achse.stops import (
    after_auction,
    after_load,
    after_roadworks,
    arrive,
    call_auction,
    call_nothing,
    drive,
    load_at_once,
    load_contract,
    move_roadworks,
    pass_bid,
    place_bid,
    roll_again,
    stop_loading,
    take_contract,
)
from gamekit.games.auf_achse.turns import (
    begin_extra,
    begin_move,
    begin_roll,
    first_turn,
    gain_contract,
    next_turn,
    proceed,
    put_under,
)
from gamekit.record import Returns, Weights, clear_notes, note


@kernel
def setup(s: State, t: Tables) -> None:
    """AA-01, AA-06, AA-07, AA-08: nothing is dealt yet; the start player comes first."""
    for p in range(MAX_PLAYERS):
        s.truck[p] = NOWHERE
        s.came[p] = NOWHERE
    for p in range(t.players):
        s.cash[p] = t.cash
    for v in range(MAX_SPACES):
        s.via[v] = NOWHERE
    s.stock = t.stock
    s.stack = t.public
    s.reserve = t.contracts - t.public - PRIVATE * t.players
    s.unseen_events = EVENTS
    s.roadworks = NOWHERE
    s.jam = NOWHERE
    s.jam_owner = NOBODY
    s.jam_event = NONE
    s.lot = NONE
    if t.start == NOBODY:
        s.phase = Phase.START
    else:
        start_with(s, t, t.start)


@kernel
def start_with(s: State, t: Tables, p: int) -> None:
    """AA-08, AA-05: the start player is the first to place a truck."""
    s.start = p
    s.current = p
    s.decider = p
    s.mover = p
    s.phase = Phase.PLACE


@kernel
def total(s: State, t: Tables) -> int:
    """At chance, the sum of the weights: the die has six sides, every unseen card is equally likely."""
    if s.phase == Phase.ROLL:
        return DICE
    if s.phase == Phase.START:
        return t.players
    if s.phase == Phase.EVENT:
        return max(s.unseen_events, 1)
    return unseen_contracts(s, t)


@kernel
def unseen_contracts(s: State, t: Tables) -> int:
    """Contracts of stack and reserve, and those still to be dealt."""
    if s.phase == Phase.DEAL:
        return t.contracts - s.dealt
    return s.stack + s.reserve


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """AA-07, AA-08, AA-09: all outcomes of a draw or roll are equally likely."""
    n = total(s, t)
    for i in range(n):
        out[i] = 1
    return n


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """The chance action on which `r` falls when the weights are laid end to end."""
    if s.phase == Phase.ROLL:
        return ROLL + r
    if s.phase == Phase.START:
        return START + r
    if s.phase == Phase.EVENT:
        if s.unseen_events == 0:
            return int(EVENT + s.under[0])
        event = 0
        while s.event[event] != NOT_DRAWN or r > 0:
            if s.event[event] == NOT_DRAWN:
                r -= 1
            event += 1
        return EVENT + event
    contract = 0
    while s.where[contract] != UNSEEN or r > 0:
        if s.where[contract] == UNSEEN:
            r -= 1
        contract += 1
    return FIRST[s.phase] + contract


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if action >= PASS:
        answer(s, t, action)
    elif s.phase == Phase.ROLL:
        roll(s, t, action - ROLL + 1)
    elif s.phase == Phase.DRIVE:
        drive(s, t, action - DRIVE)
    elif s.phase == Phase.LOAD:
        load_contract(s, t, action - LOAD)
    elif s.phase == Phase.ROADWORKS:
        move_roadworks(s, t, action - ROADWORKS)
    elif s.phase == Phase.EVENT:
        draw_event(s, t, action - EVENT)
    elif s.phase == Phase.CALL:
        if action < TAKE:
            call_auction(s, t, action - CALL)
        else:
            take_contract(s, t, action - TAKE)
    elif s.phase == Phase.BID:
        place_bid(s, t, action - BID + 1)
    elif s.phase == Phase.OPEN:
        open_contract(s, t, action - OPEN)
    elif s.phase == Phase.GIFT:
        receive_gift(s, t, action - DEAL)
    elif s.phase == Phase.GIVE:
        give_contract(s, t, action - GIVE)
    elif s.phase == Phase.BABY:
        go_to_baby(s, t, action - BABY)
    elif s.phase == Phase.JAM:
        place_jam(s, t, action - JAM)
    elif s.phase == Phase.PARTNER:
        choose_partner(s, t, action - PARTNER)
    elif s.phase == Phase.START:
        note(s, Note.STARTS, action - START, 0, 0)
        start_with(s, t, action - START)
    elif s.phase == Phase.PLACE:
        place_truck(s, t, action - PLACE)
    else:
        deal(s, t, action - DEAL)
    carry_on(s, t)


@kernel
def carry_on(s: State, t: Tables) -> None:
    """What follows by itself, one thing after another, until there is something to ask."""
    while s.todo != NOTHING:
        todo = s.todo
        s.todo = NOTHING
        if todo == EXPLORE:
            explore(s, t)
        elif todo == ARRIVE:
            arrive(s, t)
        elif todo == AFTER_LOAD:
            after_load(s, t)
        elif todo == AFTER_ROADWORKS:
            after_roadworks(s, t)
        elif todo == AFTER_AUCTION:
            after_auction(s, t)
        else:
            proceed(s, t)


@kernel
def answer(s: State, t: Tables, action: int) -> None:
    """Carry out one of the plain answers."""
    if action >= BUY_SMALL:
        buy_trailer(s, t, action)
    elif action == PASS:
        pass_bid(s, t)
    elif action == STOP_LOADING:
        stop_loading(s)
    elif action == DECLINE_CALL:
        call_nothing(s)
    elif action == STAY:
        clear_reach(s)
        note(s, Note.STAYS, s.mover, 0, 0)
        s.todo = PROCEED
    elif action == ROLL_NOW:
        note(s, Note.ROLLS_NOW, s.current, 0, 0)
        begin_roll(s, s.current, TURN_DIE)
    elif action == MOTIVATION:
        put_under(s, E_MOTIVATION)
        note(s, Note.USES_CARD, s.current, E_MOTIVATION, 0)
        begin_extra(s, s.current, s.current, MOTIVATION_SPACES, 1, 0)
    elif action == END_TURN:
        next_turn(s, t)
    elif action <= DECLINE_ROLL:
        roll_again(s, t, action)
    elif action in (PAY, MISS):
        pay_or_miss(s, t, action)
    else:
        help_or_not(s, t, action)


@kernel
def roll(s: State, t: Tables, points: int) -> None:
    """AA-09: so many spaces; with a 6 fewer are allowed, after a 1 the roadworks marker moves."""
    if s.die == TURN_DIE:
        s.has_rolled = 1
    s.works_due = 1 if points == 1 else 0
    note(s, Note.ROLLED_SIX if points == DICE else Note.ROLLED, s.mover, points, 0)
    begin_move(s, BY_POINTS, points, 1 if points == DICE else 0, 0)


@kernel
def buy_trailer(s: State, t: Tables, action: int) -> None:
    """AA-15: a trailer is paid for and stays to the end; more may be loaded, so the move is looked at again."""
    p = s.current
    if action == BUY_SMALL:
        s.small[p] += 1
        s.cash[p] -= t.small_price
        note(s, Note.BOUGHT, p, t.small_capacity, t.small_price)
    else:
        s.large[p] += 1
        s.cash[p] -= t.large_price
        note(s, Note.BOUGHT, p, t.large_capacity, t.large_price)
    if s.phase == Phase.DRIVE:
        s.todo = EXPLORE


# Set-up


@kernel
def place_truck(s: State, t: Tables, space: int) -> None:
    """AA-05: trucks are placed in turn, before anybody has seen a contract."""
    s.truck[s.decider] = space
    note(s, Note.PLACED, s.decider, space, 0)
    s.dealt += 1
    s.decider = left_of(s.decider, t)
    if s.dealt == t.players:
        s.dealt = 0
        s.phase = Phase.DEAL


@kernel
def deal(s: State, t: Tables, contract: int) -> None:
    """AA-06: three private contracts each."""
    gain_contract(s, s.decider, contract)
    note(s, Note.DEALT, s.decider, contract, 0)
    s.dealt += 1
    s.decider = left_of(s.decider, t)
    if s.dealt == PRIVATE * t.players:
        s.dealt = 0
        s.phase = Phase.OPEN


@kernel
def open_contract(s: State, t: Tables, contract: int) -> None:
    """AA-07, AA-21: the top contract of the stack is opened."""
    s.where[contract] = OPEN_NOW
    s.open += 1
    s.stack -= 1
    note(s, Note.OPENED, contract, s.stack, 0)
    if s.round_number > 0:
        load_at_once(s, t)
    elif s.open == t.open or s.stack == 0:
        first_turn(s, t)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """AA-27: most money wins."""
    for p in range(t.players):
        out[p] = s.cash[p]


def action_parts(t: Tables, action: int) -> tuple[str, ...] | tuple[str, int]:
    """The verb of an action, as rulebook.toml names it, and the number behind it."""
    if action >= PASS:
        return (ANSWERS[action - PASS],)
    name, first, shift = next(verb for verb in VERBS if action >= verb[1])
    return name, action - first + shift
