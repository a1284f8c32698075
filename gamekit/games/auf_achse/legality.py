# ruff: noqa: F405
"""Auf Achse: legal actions and the reasons against others, as kernels. `legal` and `reason` share one test per verb."""

from __future__ import annotations

from typing import Final

from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints
from gamekit.games.auf_achse.roads import leads_but_for
from gamekit.games.auf_achse.state import *  # noqa: F403  every rule speaks in these names
from gamekit.games.auf_achse.stops import lowest_bid

FIRST_ACTIONS: Final = (
    ROLL, START, EVENT, DEAL, OPEN, PLACE, DRIVE, ROADWORKS, JAM, LOAD, CALL, TAKE, GIVE, BABY, PARTNER, BID,
)  # fmt: skip
"""The first action of each verb that takes a number, ascending."""
NOT_NOW: Final = tuple(
    int(No[f"{name}_NOW"])
    for name in (
        *("SET_UP", "SET_UP", "SET_UP", "SET_UP", "SET_UP", "PLACE", "DRIVE", "ROADWORKS", "JAM", "LOAD"),
        *("CALL", "CALL", "GIVE", "BABY", "PARTNER", "BID"),
    )
)
"""The reason against each of `FIRST_ACTIONS` while another question is open."""
_FIRST: Final = {
    Phase.DRIVE: DRIVE, Phase.ROLL: ROLL, Phase.START: START, Phase.EVENT: EVENT, Phase.DEAL: DEAL, Phase.GIFT: DEAL,
    Phase.OPEN: OPEN, Phase.PLACE: PLACE, Phase.ROADWORKS: ROADWORKS, Phase.JAM: JAM, Phase.LOAD: LOAD,
    Phase.GIVE: GIVE, Phase.BABY: BABY, Phase.PARTNER: PARTNER, Phase.BID: BID,
}  # fmt: skip
FIRST: Final = tuple(_FIRST.get(phase, NONE) for phase in Phase)
"""The verb that answers each phase's question; NONE if there is none, or if options decide (CALL, TAKE)."""
_ANSWERS: Final = {
    Phase.DRIVE: STAY, Phase.BID: PASS, Phase.LOAD: STOP_LOADING, Phase.CALL: DECLINE_CALL, Phase.TURN: ROLL_NOW,
    Phase.END: MOTIVATION, Phase.BONUS: ROLL_AGAIN, Phase.HELP: HELP, Phase.CUSTOMS: PAY,
}  # fmt: skip
FIRST_ANSWER: Final = tuple(_ANSWERS.get(phase, BUY_SMALL) for phase in Phase)
"""The first plain answer that may fit each phase's question; no question has more than `MOST_ANSWERS`."""


@kernel
def player(s: State, t: Tables) -> int:
    """Return the player who decides, CHANCE or OVER."""
    if s.phase == Phase.OVER:
        return OVER
    return CHANCE if is_chance(s.phase) else s.decider


@kernel
def is_chance(phase: int) -> bool:
    """Return whether chance acts in a phase: dice, deals and draws."""
    return phase in (Phase.ROLL, Phase.EVENT, Phase.OPEN, Phase.DEAL, Phase.GIFT, Phase.START)


@kernel
def count_numbers(t: Tables, first: int) -> int:
    """Return how many numbers a verb takes in this box."""
    if first == ROLL:
        return DICE
    if first in (START, PARTNER):
        return t.players
    if first == EVENT:
        return EVENTS
    return BIDS


@kernel
def free_spaces(s: State, t: Tables, first: int, out: Ints) -> int:
    """AA-05, AA-22, AA-E23: write an action for every space where a truck may begin or a marker may lie."""
    n = 0
    for v in range(0 if first == JAM else t.cities, t.spaces):
        if first == ROADWORKS and (v == s.roadworks or t.sheltered[v] == 1):
            continue
        taken = False
        for p in range(t.players):
            if s.truck[p] == v:
                taken = True
        if not taken:
            out[n] = first + v
            n += 1
    return n


@kernel
def list_fitting(s: State, t: Tables, first: int, out: Ints) -> int:
    """Write an action for every contract that the open question may be about."""
    where = UNSEEN
    if first in (LOAD, GIVE):
        where = HAND + s.decider
    elif first == BABY:
        where = LOADED + s.decider
    elif first >= CALL:
        where = OPEN_NOW
    n = 0
    for c in range(t.contracts):
        if s.where[c] == where and (first != LOAD or reason_of_load(s, t, c) == 0):
            out[n] = first + c
            n += 1
    return n


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """Write the legal actions, or the possible actions of chance, to `out`, ascending; return how many."""
    if s.phase == Phase.OVER:
        return 0
    n = 0
    first = FIRST[s.phase]
    if s.phase == Phase.CALL:
        first = CALL if t.children == 0 else TAKE
    if s.phase == Phase.DRIVE:
        for v in range(t.spaces):
            if s.reach[v] > 0:
                out[n] = DRIVE + v
                n += 1
    elif PLACE <= first < LOAD:
        n = free_spaces(s, t, first, out)
    elif DEAL <= first < PARTNER:
        n = list_fitting(s, t, first, out)
    elif first != NONE:
        for i in range(count_numbers(t, first)):
            if reason_of_verb(s, t, first, i) == 0:
                out[n] = first + i
                n += 1
    if is_chance(s.phase):
        return n
    answers = FIRST_ANSWER[s.phase]  # only answers that may fit are tested; trailers may fit in every own question
    for action in range(answers, min(answers + MOST_ANSWERS, BUY_SMALL)):
        if reason_of_answer(s, t, action) == 0:
            out[n] = action
            n += 1
    for action in range(BUY_SMALL, NUM_ACTIONS):
        if reason_of_trailer(s, t, action) == 0:
            out[n] = action
            n += 1
    return n


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.GAME_OVER
    if action >= PASS:
        return No.CHANCE_NOW if is_chance(s.phase) else reason_of_answer(s, t, action)
    place = place_of_verb(action)
    first, expected = FIRST_ACTIONS[place], FIRST[s.phase]
    if s.phase == Phase.CALL and (first in (CALL, TAKE)):
        expected = first
    if first == expected:
        return reason_of_verb(s, t, first, action - first)
    return No.CHANCE_NOW if is_chance(s.phase) else NOT_NOW[place]


@kernel
def place_of_verb(action: int) -> int:
    """Return the index in `FIRST_ACTIONS` of the verb of an action."""
    place = len(FIRST_ACTIONS) - 1
    while FIRST_ACTIONS[place] > action:
        place -= 1
    return place


@kernel
def reason_of_verb(s: State, t: Tables, first: int, i: int) -> int:
    """Return the reason against a verb with the number `i`, in the verb's own phase."""
    if first == ROLL:
        return 0
    if first == DRIVE:
        return reason_of_drive(s, t, i)
    if first in (START, PARTNER):
        if i >= t.players:
            return No.SUCH_SEAT
        return No.YOURSELF if first == PARTNER and i == s.mover else 0
    if first == EVENT:
        top = s.event[i] == NOT_DRAWN if s.unseen_events > 0 else s.under[0] == i
        return 0 if top else No.TOP_CARD
    if first == BID:
        if i + 1 < lowest_bid(s, s.decider):
            return No.BELOW if s.decider == s.caller else No.TOO_LOW
        return No.TOO_DEAR if t.price[s.lot, i + 1] > s.cash[s.decider] else 0
    if PLACE <= first < LOAD:
        return No.SUCH_SPACE if i >= t.spaces else reason_of_space(s, t, first, i)
    return No.SUCH_CONTRACT if i >= t.contracts else reason_of_contract(s, t, first, i)


@kernel
def reason_of_drive(s: State, t: Tables, space: int) -> int:
    """AA-09 to AA-12, AA-22, AA-23: return the reason against ending the open move on a space."""
    if space >= t.spaces:
        return No.SUCH_SPACE
    if s.reach[space] > 0:
        return 0
    if is_occupied(s, t, space, s.mover):
        return No.TRUCK_THERE
    if space == s.roadworks:
        return No.ROADWORKS_THERE
    if space == s.jam:
        return No.JAM_THERE
    if s.manner != BY_POINTS:
        return No.OTHER_MOVE
    if space == s.truck[s.mover]:
        return No.STANDS_THERE
    if t.distance[s.truck[s.mover], space] > s.points:
        return No.TOO_FAR
    if leads_but_for(s, t, space, s.roadworks):
        return No.ROADWORKS_CLOSE
    return No.JAM_CLOSES if leads_but_for(s, t, space, s.jam) else No.POINTS_LEFT


@kernel
def reason_of_space(s: State, t: Tables, first: int, space: int) -> int:
    """AA-05, AA-22, AA-E23: return the reason against a space for a truck at the start or for a marker."""
    if is_city(t, space) and first != JAM:
        return No.TRUCK_IN_CITY if first == PLACE else No.WORKS_IN_CITY
    if first == ROADWORKS and space == s.roadworks:
        return No.SAME_SPACE
    if first == ROADWORKS and t.sheltered[space] == 1:
        return No.SHELTERED
    if not is_occupied(s, t, space, NOBODY):
        return 0
    if first == PLACE:
        return No.PLACE_TAKEN
    return No.WORKS_UNDER_TRUCK if first == ROADWORKS else No.JAM_UNDER_TRUCK


@kernel
def reason_of_contract(s: State, t: Tables, first: int, contract: int) -> int:
    """AA-16, AA-17, AA-20, AA-29, AA-E05, AA-E06: return the reason against an action about a contract."""
    where = s.where[contract]
    if first in (DEAL, OPEN):
        return 0 if where == UNSEEN else No.UNSEEN_CARD
    if first == LOAD:
        return reason_of_load(s, t, contract)
    if first == GIVE:
        return 0 if where == HAND + s.mover else No.YOURS
    if first == BABY:
        return 0 if where == LOADED + s.mover else No.LOADED_CONTRACT
    if first == CALL and t.children == 1:
        return No.AUCTION_HERE
    if first == TAKE and t.children == 0:
        return No.TAKING_HERE
    return 0 if where == OPEN_NOW else No.PUBLIC_CONTRACT


@kernel
def reason_of_load(s: State, t: Tables, contract: int) -> int:
    """AA-16, AA-17, AA-21: return the reason against loading a contract where the truck stands."""
    p = s.decider
    if s.where[contract] != HAND + p:
        return No.YOURS
    if s.sold == 2 and contract != s.lot:
        return No.ONLY_AUCTIONED
    if t.origin[contract] != s.truck[p]:
        return No.LOADING_CITY
    if t.goods[contract] > room(s, t, p):
        return No.ROOM
    return No.STOCK if t.goods[contract] > s.stock else 0


@kernel
def reason_of_answer(s: State, t: Tables, action: int) -> int:
    """Return the reason against one of the plain answers."""
    phase = s.phase
    if action >= BUY_SMALL:
        return reason_of_trailer(s, t, action)
    if action == PASS:
        return 0 if phase == Phase.BID else No.BID_NOW
    if action == STOP_LOADING:
        if phase != Phase.LOAD:
            return No.LOAD_NOW
        return No.MUST_LOAD if s.must_load == 1 else 0
    if action == DECLINE_CALL:
        return 0 if phase == Phase.CALL else No.CALL_NOW
    if action == STAY:
        if phase != Phase.DRIVE:
            return No.DRIVE_NOW
        return 0 if s.optional == 1 else No.MUST_MOVE
    if action == MOTIVATION:
        return 0 if phase in (Phase.TURN, Phase.END) else No.TURN_NOW
    if action == ROLL_NOW:
        return 0 if phase == Phase.TURN else No.TURN_NOW
    if action == END_TURN:
        return 0 if phase == Phase.END else No.TURN_NOW
    if action <= DECLINE_ROLL:
        return reason_of_bonus(s, action)
    if action == PAY:
        if phase != Phase.CUSTOMS:
            return No.CUSTOMS_NOW
        return 0 if s.cash[s.decider] >= t.fine else No.MONEY
    if action == MISS:
        return 0 if phase == Phase.CUSTOMS else No.CUSTOMS_NOW
    return 0 if phase == Phase.HELP else No.HELP_NOW


@kernel
def reason_of_bonus(s: State, action: int) -> int:
    """AA-E10, AA-E17: another roll needs the inspection done, or the card kept and a loading just made."""
    if s.phase != Phase.BONUS:
        return No.BONUS_NOW
    if action == ROLL_AGAIN:
        return 0 if s.roll_due == 1 else No.ROLL_EARNED
    if action == FAST_LOADING:
        return 0 if s.loaded_now == 1 and holds(s, s.mover, E_FAST_LOADING) else No.CARD
    return 0


@kernel
def reason_of_trailer(s: State, t: Tables, action: int) -> int:
    """AA-15, AA-29: trailers are bought in the own turn, as long as there are any."""
    if s.phase < Phase.TURN or s.decider != s.current:
        return No.BUY_NOW
    if t.children == 1:
        return No.TRAILERS
    left = t.small_number if action == BUY_SMALL else t.large_number
    for p in range(t.players):
        left -= s.small[p] if action == BUY_SMALL else s.large[p]
    if left <= 0:
        return No.SOLD_OUT
    price = t.small_price if action == BUY_SMALL else t.large_price
    return 0 if s.cash[s.current] >= price else No.MONEY
