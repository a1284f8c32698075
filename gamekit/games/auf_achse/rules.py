# ruff: noqa: F405
"""Auf Achse: set-up, chance and the execution of actions as kernels (AA-05 to AA-08)."""

from __future__ import annotations

from gamekit.core.kernel import kernel
from gamekit.core.record import Returns, Weights, clear_notes, note
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


@kernel
def setup(s: State, t: Tables) -> None:
    """AA-01, AA-06, AA-07, AA-08: set up the game, with no contract dealt; the start player comes first."""
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
    """AA-08, AA-05: let the start player place the first truck."""
    s.start = p
    s.current = p
    s.decider = p
    s.mover = p
    s.phase = Phase.PLACE


@kernel
def total(s: State, t: Tables) -> int:
    """Return the sum of the weights of all chance actions: sides of the die, players, or unseen cards."""
    if s.phase == Phase.ROLL:
        return DICE
    if s.phase == Phase.START:
        return t.players
    if s.phase == Phase.EVENT:
        return max(s.unseen_events, 1)
    return unseen_contracts(s, t)


@kernel
def unseen_contracts(s: State, t: Tables) -> int:
    """Return the number of contracts in stack and reserve, and of those still to be dealt."""
    if s.phase == Phase.DEAL:
        return t.contracts - s.dealt
    return s.stack + s.reserve


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """AA-07, AA-08, AA-09: write the weight 1 for every chance action to `out`; return their number."""
    n = total(s, t)
    for i in range(n):
        out[i] = 1
    return n


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """Return the chance action with index `r`, from 0; all are equally likely."""
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
    if action >= PASS:  # before the phases, as trailers can be bought in several
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
    """Carry out pending steps one after another until a question is open."""
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
    """AA-09: begin a move of so many points; with a 6 fewer may be used, after a 1 the roadworks marker moves."""
    if s.die == TURN_DIE:
        s.has_rolled = 1
    s.works_due = 1 if points == 1 else 0
    note(s, Note.ROLLED_SIX if points == DICE else Note.ROLLED, s.mover, points, 0)
    begin_move(s, BY_POINTS, points, 1 if points == DICE else 0, 0)


@kernel
def buy_trailer(s: State, t: Tables, action: int) -> None:
    """AA-15: buy a trailer. As more may be loaded, an open move is searched again."""
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
    """AA-05: place trucks in turn, before anybody has seen a contract."""
    s.truck[s.decider] = space
    note(s, Note.PLACED, s.decider, space, 0)
    s.dealt += 1
    s.decider = left_of(s.decider, t)
    if s.dealt == t.players:
        s.dealt = 0
        s.phase = Phase.DEAL


@kernel
def deal(s: State, t: Tables, contract: int) -> None:
    """AA-06: deal three private contracts to each player."""
    gain_contract(s, s.decider, contract)
    note(s, Note.DEALT, s.decider, contract, 0)
    s.dealt += 1
    s.decider = left_of(s.decider, t)
    if s.dealt == PRIVATE * t.players:
        s.dealt = 0
        s.phase = Phase.OPEN


@kernel
def open_contract(s: State, t: Tables, contract: int) -> None:
    """AA-07, AA-21: open the top contract of the stack."""
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
    """AA-27: write the return of each player, the money in DM."""
    for p in range(t.players):
        out[p] = s.cash[p]


def action_parts(t: Tables, action: int) -> tuple[str, ...] | tuple[str, int]:
    """Return the verb of an action, as rulebook.toml names it, and its number."""
    if action >= PASS:
        return (ANSWERS[action - PASS],)
    name, first, shift = next(verb for verb in VERBS if action >= verb[1])
    return name, action - first + shift
