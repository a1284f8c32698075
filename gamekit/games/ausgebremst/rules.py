# ruff: noqa: F405
"""Ausgebremst: decisions, legal actions, refusals and their execution (AB-01 to AB-40)."""

from __future__ import annotations

from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints, Returns, Weights, clear_notes, note
from gamekit.games.ausgebremst.cards import (
    choose_set_up,
    draw_card,
    place_pit_card,
    sort_card,
    sort_steps,
    take_card,
    turn_to_sort,
)
from gamekit.games.ausgebremst.knowledge import hide, redeal  # noqa: F401  part of the game's face
from gamekit.games.ausgebremst.movement import (
    SIX_FORBIDDEN,
    can_move,
    entry_blocked,
    leads_to,
    not_ahead,
    reaches,
    six_reason,
)
from gamekit.games.ausgebremst.race import (
    all_set_up,
    begin_race,
    draw_for_grid,
    end_turn,
    miss_turn,
    miss_unowned_turn,
    must_unowned_stay,
    play_move,
    score_race,
    start_race,
    take_unowned_turn,
)
from gamekit.games.ausgebremst.state import *  # noqa: F403  every rule speaks in these names


@kernel
def setup(s: State, t: Tables) -> None:
    """AB-01, AB-18: set up six cars; unowned cars have the best places of the grid."""
    s.race = 1
    for i in range(CARS):
        s.order[i] = t.players + i if i < CARS - t.players else i - (CARS - t.players)
    begin_race(s, t)
    clear_notes(s)


@kernel
def player(s: State, t: Tables) -> int:
    """Return the player who decides, CHANCE or OVER."""
    if s.phase == Phase.PLAY:
        return actor(s)
    if s.phase == Phase.SETUP or s.phase == Phase.SORT or s.phase == Phase.FIRST_CARDS:
        return actor(s)
    if s.phase == Phase.TAKE or s.phase == Phase.PIT_CARD:
        return actor(s)
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def first_draw(s: State) -> int:
    """Return the first action of chance's current draw, or NOWHERE."""
    if s.phase == Phase.GRID:
        return GRID_DRAW
    if s.phase == Phase.SORT_DRAW:
        return SORT_DRAW
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW:
        return HAND_DRAW
    return UNOWNED_DRAW if s.phase == Phase.UNOWNED else NOWHERE


@kernel
def all_sorted(s: State, car: int) -> bool:
    """AB-35, AB-40: return whether a player has no card left to sort and only pretends to, to hide the set-up."""
    return (s.phase == Phase.SORT_DRAW and s.deck_size[car] == 0) or (s.phase == Phase.SORT and s.seen == BLANK)


@kernel
def is_chance_forced(s: State, t: Tables, car: int) -> bool:
    """Return whether chance has only one possible action, whatever a deck holds."""
    return first_draw(s) == NOWHERE or all_sorted(s, car) or (s.phase == Phase.UNOWNED and must_unowned_stay(s, t, car))


@kernel
def legal(s: State, t: Tables, out: Ints) -> int:
    """Write the legal actions, or the possible actions of chance, to `out`, ascending; return how many."""
    if s.phase == Phase.PLAY:
        return legal_moves(s, t, out)
    if s.phase == Phase.OVER:
        return 0
    car = actor(s)
    if s.phase == Phase.RESULT:
        out[0] = RESULT
        return 1
    if s.phase == Phase.UNOWNED and must_unowned_stay(s, t, car):
        out[0] = UNOWNED_STAYS
        return 1
    n = 0
    first = first_draw(s)
    if all_sorted(s, car):
        out[0] = SORT_NOTHING if s.phase == Phase.SORT_DRAW else LAY_NOTHING
        return 1
    if first != NOWHERE:
        for kind in range(VALUES):
            if s.deck[car, kind] > 0:
                out[n] = first + kind
                n += 1
        return n
    if s.phase == Phase.SETUP:
        for k in range(SLOW):
            out[k] = SETUP + k
        return SLOW
    for pile in range(PILES):
        if s.phase == Phase.SORT:
            out[n] = SORT + pile
            n += 1
        elif s.phase == Phase.PIT_CARD:
            out[n] = PLACE + pile
            n += 1
        elif s.height[car, pile] > 0:
            out[n] = TAKE + pile
            n += 1
    return n


@kernel
def legal_moves(s: State, t: Tables, out: Ints) -> int:
    """AB-09, AB-13, AB-14, AB-28: write a move for every space a hand card leads to in full; MISS if there is none."""
    car = actor(s)
    n = 0
    for kind in range(VALUES):
        if s.hand[car, kind] == 0 or (kind == SIX and six_reason(s, t, car) == SIX_FORBIDDEN):
            continue
        start = WIDTH * (kind + 1)
        for i in range(1, s.reach[start] + 1):
            out[n] = MOVE + SPACES * kind + s.reach[start + i]
            n += 1
    if n == 0 or entry_blocked(s, t, car):
        out[n] = MISS
        n += 1
    return n


@kernel
def total(s: State, t: Tables) -> int:
    """Return the sum of the weights of all chance actions."""
    if is_chance_forced(s, t, actor(s)):
        return 1
    return s.deck_size[actor(s)]  # type: ignore[no-any-return]


@kernel
def weights(s: State, t: Tables, out: Weights) -> int:
    """AB-21, AB-29: write the weights of the chance actions to `out`, copies in the deck or 1; return their sum."""
    car = actor(s)
    if is_chance_forced(s, t, car):
        out[0] = 1
        return 1
    n = 0
    for kind in range(VALUES):
        if s.deck[car, kind] > 0:
            out[n] = s.deck[car, kind]
            n += 1
    return s.deck_size[car]  # type: ignore[no-any-return]


@kernel
def draw(s: State, t: Tables, r: int) -> int:
    """Return the chance action at index `r`, from 0, when each is repeated as often as its weight."""
    if s.phase == Phase.RESULT:
        return RESULT
    car = actor(s)
    if s.phase == Phase.UNOWNED and must_unowned_stay(s, t, car):
        return UNOWNED_STAYS
    if all_sorted(s, car):
        return SORT_NOTHING
    kind = 0
    while r >= s.deck[car, kind]:
        r -= s.deck[car, kind]
        kind += 1
    return first_draw(s) + kind


@kernel
def reason(s: State, t: Tables, action: int) -> int:
    """Return 0 if the action is legal, else the code in `No` of the rule it would break."""
    if s.phase == Phase.OVER:
        return No.GAME_OVER
    if s.phase == Phase.PLAY:
        return reason_in_play(s, t, action)
    if s.phase == Phase.RESULT:
        return 0 if action == RESULT else No.CHANCE_NOW
    car = actor(s)
    first = first_draw(s)
    if first != NOWHERE:
        if s.phase == Phase.UNOWNED and must_unowned_stay(s, t, car):
            return 0 if action == UNOWNED_STAYS else No.UNOWNED_CARD
        if s.phase == Phase.UNOWNED and action == UNOWNED_STAYS:
            return No.UNOWNED_STAYS
        if s.phase == Phase.SORT_DRAW and action == SORT_NOTHING:
            return 0 if all_sorted(s, car) else No.MORE_TO_SORT
        if not first <= action < first + VALUES:
            return No.CHANCE_NOW
        return 0 if s.deck[car, action - first] > 0 else No.SUCH_DRAW
    if s.phase == Phase.SETUP:
        return 0 if SETUP <= action < SORT else No.CHOICE_NOW
    if s.phase == Phase.SORT:
        if action == LAY_NOTHING:
            return 0 if all_sorted(s, car) else No.MORE_TO_SORT
        if not SORT <= action < TAKE:
            return No.CHOICE_NOW
        return No.CARD_TO_LAY if all_sorted(s, car) else 0
    if s.phase == Phase.PIT_CARD:
        return 0 if PLACE <= action < GRID_DRAW else No.CHOICE_NOW
    if not TAKE <= action < PLACE:
        return No.CHOICE_NOW
    return 0 if s.height[car, action - TAKE] > 0 else No.PILE_EMPTY


@kernel
def reason_in_play(s: State, t: Tables, action: int) -> int:
    """AB-04, AB-21, AB-28: return the reason against a move or against missing the turn."""
    if action > MISS:
        return No.CHOICE_NOW
    car = actor(s)
    if action == MISS:
        return No.MISSING if can_move(s, t, car) and not entry_blocked(s, t, car) else 0
    kind = action // SPACES
    space = action % SPACES
    if s.hand[car, kind] == 0:
        return No.SUCH_CARD
    if space != FINISH and t.lane[s.circuit, space] == NOWHERE:
        return No.SUCH_SPACE
    return reason_against_move(s, t, car, kind, space)


@kernel
def reason_against_move(s: State, t: Tables, car: int, kind: int, space: int) -> int:
    """AB-08, AB-09, AB-11, AB-14, AB-22, AB-26: return the reason why a card does not lead to a space."""
    c = s.circuit
    free = reaches(s, kind, space)
    if free or leads_to(s, t, t.follow[c], car, kind + 1, space):
        if kind == SIX and six_reason(s, t, car) == SIX_FORBIDDEN:
            return No.SIX_IN_LEAD
        return 0 if free else reason_against_way(s, t, car, kind, space)
    if PIT <= space < FINISH and not pit_open(s, car):
        return No.PIT_YET
    if space == FINISH and s.lines[car] < LAPS:
        return No.FINISH_YET
    if leads_to(s, t, t.wish[c], car, kind + 1, space):
        return No.SOLID_LINE
    return No.NOT_AHEAD if not_ahead(t, c, s.space[car], space) else No.DISTANCE


@kernel
def reason_against_way(s: State, t: Tables, car: int, kind: int, space: int) -> int:
    """AB-08, AB-10, AB-12: return the reason why other cars keep a card from leading to a space."""
    if space != FINISH and s.stands[space] != 0:
        return No.OCCUPIED
    here = t.left[s.circuit, LAPS, s.space[car]]
    for other in range(CARS):
        if other == car or s.status[other] != RACING or t.chicane[s.circuit, s.space[other]] == 0:
            continue
        ahead = here - t.left[s.circuit, LAPS, s.space[other]]
        if ahead < 0:
            ahead += t.left[s.circuit, LAPS - 1, s.space[car]] - here
        if 0 < ahead <= kind:
            return No.CHICANE
    return No.PASSING


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action."""
    clear_notes(s)
    if s.phase == Phase.PLAY:
        if action == MISS:
            miss_turn(s, t)
        else:
            play_move(s, t, action // SPACES, action % SPACES)
    elif s.phase == Phase.UNOWNED:
        if action == UNOWNED_STAYS:
            miss_unowned_turn(s, t)
        else:
            take_unowned_turn(s, t, action - UNOWNED_DRAW)
    elif s.phase == Phase.DRAW:
        draw_card(s, actor(s), action - HAND_DRAW)
        end_turn(s, t)
    elif s.phase == Phase.DEAL:
        deal(s, t, action - HAND_DRAW)
    elif s.phase == Phase.GRID:
        draw_for_grid(s, t, action - GRID_DRAW)
    elif s.phase == Phase.RESULT:
        score_race(s, t)
    else:
        apply_advanced(s, t, action)


@kernel
def deal(s: State, t: Tables, kind: int) -> None:
    """AB-21: deal a card; when everybody has three, the race starts."""
    draw_card(s, actor(s), kind)
    if s.hand_size[actor(s)] == t.hand_cards:
        s.turn += 1
        if s.turn == CARS:
            start_race(s, t)


@kernel
def apply_advanced(s: State, t: Tables, action: int) -> None:
    """AB-33 to AB-37: carry out an action on set-ups, piles and pit cards."""
    car = actor(s)
    if s.phase == Phase.SETUP:
        choose_set_up(s, car, action - SETUP + FAST)
        s.turn += 1
        if s.turn == CARS:
            all_set_up(s, t)
    elif s.phase == Phase.SORT_DRAW:
        if action == SORT_NOTHING:
            note(s, Note.NO_CARD_UP, car, BLANK, 0)
        else:
            turn_to_sort(s, car, action - SORT_DRAW)
        s.phase = Phase.SORT
    elif s.phase == Phase.SORT:
        if action == LAY_NOTHING:
            note(s, Note.NOTHING_SORTED, car, BLANK, BLANK)
        else:
            sort_card(s, car, action - SORT)
        s.sorting += 1
        s.phase = Phase.SORT_DRAW
        if s.sorting == sort_steps(s, t, car):  # as many for every set-up: AB-40
            s.sorting = 0
            s.turn += 1
        if s.turn == CARS:
            s.turn = CARS - t.players  # the first driver: unowned cars come first in `order`
            s.phase = Phase.FIRST_CARDS
    elif s.phase == Phase.FIRST_CARDS:
        take_card(s, car, action - TAKE)
        if s.hand_size[car] == t.hand_cards:
            s.turn += 1
        if s.turn == CARS:
            start_race(s, t)
    elif s.phase == Phase.TAKE:
        take_card(s, car, action - TAKE)
        end_turn(s, t)
    else:
        place_pit_card(s, car, action - PLACE)
        end_turn(s, t)


@kernel
def returns(s: State, t: Tables, out: Returns) -> None:
    """AB-25: write the return of each player, the points of the championship."""
    for p in range(t.players):
        out[p] = s.points[p]


def action_parts(t: Tables, action: int) -> tuple[str, int, int]:
    """Return the verb of an action, as rulebook.toml names it, and its numbers."""
    if action < MISS:
        kind, space = divmod(action, SPACES)
        return ("FINISH" if space == FINISH else "MOVE"), kind, space
    for verb, first in (
        ("LAY_NOTHING", LAY_NOTHING),
        ("SORT_NOTHING", SORT_NOTHING),
        ("RESULT", RESULT),
        ("UNOWNED_STAYS", UNOWNED_STAYS),
        ("UNOWNED_DRAW", UNOWNED_DRAW),
        ("HAND_DRAW", HAND_DRAW),
        ("SORT_DRAW", SORT_DRAW),
        ("GRID_DRAW", GRID_DRAW),
        ("PLACE", PLACE),
        ("TAKE", TAKE),
        ("SORT", SORT),
        ("SETUP", SETUP),
    ):
        if action >= first:
            return verb, action - first + (FAST if verb == "SETUP" else 0), 0
    return "MISS", 0, 0
