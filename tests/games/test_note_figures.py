"""The figures in a note are those of the position: speeds, kilometres, money, goods, places, points, rounds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import Note, Record, notes_of
from gamekit.games.auf_achse.state import DEBT, HAND, KEPT, OPEN_NOW
from gamekit.games.ausgebremst.state import FINISH, NOWHERE
from gamekit.games.route66 import state
from tests.play import THOROUGH, profile, walk

WALKS: Final = 3
"""Random games of each variant."""
RARE: Final[Mapping[str, tuple[Mapping[str, int], int]]] = {
    "kartenspiel": ({"players": 5, "stages": 9, "limit": 40, "action": 6}, 6),
    "route66": ({"players": 5, "limit": 5, "rounds": 12}, 0),
    "ausgebremst": ({"players": 6}, 3),
}
"""For a game another variant, and a random game of it in which something happens that is rare elsewhere."""


@dataclass(frozen=True)
class Step:
    """What a note may be compared with: the position before a step and after it, and box and options."""

    before: Record
    after: Record
    tables: Any
    notes: tuple[Note, ...]

    def change(self, field: str, *place: int) -> int:
        """By how much a field has grown."""
        return int(getattr(self.after, field)[place]) - int(getattr(self.before, field)[place])


Figures = Mapping[str, Callable[[Step, int, int, int], object]]
"""For each note whether its numbers, of which the first is mostly a player, are those of the position."""


def counted(field: str, sign: int, names: str) -> Figures:
    """Notes of a player's card, of which the player has more, or fewer, after the step."""
    return dict.fromkeys(names.split(), lambda one, p, card, _: one.change(field, p, card) * sign > 0)


def written(field: str, names: str) -> Figures:
    """Notes of what a field has for a player after the step."""
    return dict.fromkeys(names.split(), lambda one, p, what, _: getattr(one.after, field)[p] == what)


KARTENSPIEL: Final[Figures] = {
    **counted("hand", -1, "ON_RUN ON_COUNTER"),
    **counted("hand", 1, "DRAWN"),
    "BARRIER_TAKES": lambda one, p, card, _: card == one.before.run[p, one.after.run_size[p]],
    "START_PASSES": lambda one, p, _1, _2: p == one.after.start != one.before.start,
    "KM_TURNED": lambda one, _p, card, km: km == one.before.counter + one.tables.km[card],
    "REST_TURNED": lambda one, _p, _card, km: km == one.before.counter,
    "FREIGHT_TURNED": lambda one, _p, _card, km: km == one.before.counter - 50,
    "FREIGHT_CLEARED": lambda one, _fifty, km, _: km == one.after.counter,
    "FREIGHT_STAYS": lambda one, km, _1, _2: km == one.after.counter,
    "TOO_FEW_CARDS": lambda one, p, n, _: n == one.after.hand_size[p] < one.tables.hand,
    "LIMIT_HELD": lambda one, km, limit, _: km == one.after.counter >= limit == one.tables.limit,
    "LIMIT_LOST": lambda one, km, limit, _: km == one.after.counter < limit == one.tables.limit,
    "RESHUFFLED": lambda one, n, _1, _2: n == one.after.pile_size,
    "SCORED": lambda one, p, km, total: (km, total) == (one.change("scores", p), one.after.scores[p]),
    "SCORED_ACTION_LAST": lambda one, p, _card, total: total == one.after.scores[p] == one.before.scores[p],
    "SCORED_RESTS_LAST": lambda one, p, total, _: total == one.after.scores[p] == one.before.scores[p],
    "SCORED_NOTHING": lambda one, p, total, _: total == one.after.scores[p] == one.before.scores[p],
    "GATHERED": lambda one, stage, _1, _2: stage == one.after.stage == one.before.stage + 1,
    "LAST_ROUND": lambda one, n, _1, _2: n == one.before.round_number,
    "WON": lambda one, p, km, _: km == one.after.scores[p] == max(one.after.scores),
    "SHARED": lambda one, p, km, _: km == one.after.scores[p] == max(one.after.scores),
}
ROUTE66: Final[Figures] = {
    **counted("hand", -1, "LAID"),
    **counted("hand", 1, "DEALT_STATE DREW_STATE"),
    **counted("speed_hand", -1, "PLAYED"),
    **counted("speed_hand", 1, "DEALT_SPEED REFILLED"),
    **counted("collected", -1, "FINED"),
    **counted("collected", 1, "COLLECTS COLLECTS_TWO LAST_CARD"),
    "TURN": lambda one, p, _1, _2: p == one.after.current,
    "SPEED": lambda one, p, before, after: (
        before == one.before.speed[p] and (after == one.after.speed[p] or caught(one, p, after))
    ),
    "NOT_SPEEDING": lambda one, p, mph, limit: mph == one.after.speed[p] <= limit == one.tables.limit,
    "CAUGHT_IN_CHICAGO": lambda one, _p, mph, _: mph > one.tables.limit,
    "CAUGHT_WESTWARD": lambda one, p, mph, place: mph > one.tables.limit and place == one.after.place[p],
    "CAUGHT_EASTWARD": lambda one, p, mph, place: mph > one.tables.limit and place == one.after.place[p],
    "TOO_SLOW": lambda one, p, mph, _: mph == one.before.speed[p] < 10,
    "DRIVES": lambda one, p, n, place: (
        place == one.after.place[p] and n + sum(of(one, "LOST_POINTS", p)) == one.before.speed[p] // 10
    ),
    "JUMPED": lambda one, p, n, _: n + of(one, "DRIVES", p)[0] == way(one, p),
    "LEFT_OVER": lambda one, p, n, _: (
        n == one.before.speed[p] // 10 - (one.tables.los_angeles - one.before.place[p]) + jumped_before(one, p)
    ),
    "FIRST": lambda one, p, n, _: n <= one.change("score", p),
    "HOME": lambda one, p, n, _: n == one.after.score[p],
    "RESHUFFLED": lambda one, n, _1, _2: n in (one.after.speed_pile_size, one.after.speed_pile_size + 1),
    "TURN_LIMIT": lambda one, n, _1, _2: n == one.tables.rounds,
    "WON": lambda one, p, n, _: n == one.after.score[p] == max(one.after.score),
    "SHARED": lambda one, p, n, _: n == one.after.score[p] == max(one.after.score),
}
AUSGEBREMST: Final[Figures] = {
    **counted("hand", -1, "LAST_CARD"),
    **counted("hand", 1, "DRAWN TAKEN"),
    **written("set_up", "SETUP"),
    **written("space", "STOPPED"),
    **dict.fromkeys(
        ("SORTED", "PILE_BEGUN", "PIT_CARD_PLACED"),
        lambda one, p, card, pile: one.after.pile[p, pile][one.before.height[p, pile]] == card,
    ),
    "PLAYED": lambda one, p, card, space: (
        (p >= one.tables.players or one.before.hand[p, card] > 0)
        and (space in (one.after.space[p], FINISH) or one.after.space[p] == NOWHERE)
    ),
    "RACE": lambda one, n, circuit, _: (n, circuit) == (one.after.race, one.after.circuit),
    "GRID_TIE": lambda one, card, n, _: (
        n == sum(one.after.again) and set(one.after.drawn[one.after.again == 1]) == {card}
    ),
    "GRID_PLACE": lambda one, car, place, row: one.after.order[place - 1] == car and row == (place + 1) // 2,
    "STARTED": lambda one, car, lap, _: lap == one.after.lines[car] == one.before.lines[car] + 1 == 1,
    "LINE": lambda one, car, lap, _: lap == one.after.lines[car] == one.before.lines[car] + 1 > 1,
    "FINISHED": lambda one, car, place, _: (
        race_is_over(one) or place == one.after.place[car] == one.before.finished + 1
    ),
    "OUT_OF_CARDS": lambda one, car, n, _: race_is_over(one) or n == one.after.rest[car],
    "POINTS": lambda one, p, place, n: n == one.change("points", p) == one.tables.prizes[place - 1],
    "NO_POINTS": lambda one, p, _n, _: one.change("points", p) == 0,
    "WON": lambda one, p, n, _: n == one.after.points[p] == max(one.after.points),
    "SHARED": lambda one, p, n, _: n == one.after.points[p] == max(one.after.points),
}
AUF_ACHSE: Final[Figures] = {
    **dict.fromkeys(
        ("DEALT", "WINS_AUCTION", "WINS_FREE", "TAKES", "GIFT"), lambda one, p, c, _: one.after.where[c] == HAND + p
    ),
    **written("truck", "PLACED DRIVES"),
    "GIVES": lambda one, p, other, contract: (
        (one.before.where[contract], one.after.where[contract]) == (HAND + p, HAND + other)
    ),
    "KEEPS_EVENT": lambda one, p, event, _: one.after.event[event] == KEPT + p,
    "DEBT_KEPT": lambda one, p, _n, event: one.after.event[event] == DEBT + p,
    "CALLED": lambda one, p, contract, _: (p, OPEN_NOW) == (one.before.mover, one.before.where[contract]),
    "ROADWORKS_MOVED": lambda one, _p, space, _: space == one.after.roadworks != one.before.roadworks,
    "JAM_PLACED": lambda one, _p, space, _: space in (one.after.jam, *(note.a for note in one.notes)),
    "OPENED": lambda one, _contract, n, _: n == one.after.stack == one.before.stack - 1,
    "ROLLED": lambda one, p, n, _: p == one.before.mover and 1 <= n < 6,
    "ROLLED_SIX": lambda one, p, n, _: p == one.before.mover and n == 6,
    "DELIVERED": lambda one, _p, contract, n: n == one.tables.revenue[contract],
    "LOADED": lambda one, _p, contract, n: n == one.tables.goods[contract],
    "THIEVES": lambda one, p, n, _: n == one.before.carried[p],
    "BIDS": lambda one, _p, n, price: price == one.tables.price[one.before.lot, n],
    "TURN_LIMIT": lambda one, n, _1, _2: n == one.before.round_number,
    "WON": lambda one, p, n, _: n == one.after.cash[p] == max(one.after.cash),
    "SHARED": lambda one, p, n, _: n == one.after.cash[p] == max(one.after.cash),
}
ALL: Final = {"kartenspiel": KARTENSPIEL, "route66": ROUTE66, "ausgebremst": AUSGEBREMST, "auf_achse": AUF_ACHSE}
MONEY: Final[Mapping[str, Callable[[int, int], int]]] = {
    "DELIVERED": lambda _contract, n: n,
    "EARNS": lambda n, _: n,
    **dict.fromkeys(("PAYS", "DEBT_PAID", "UNFINISHED", "RAIL_PAID"), lambda n, _: -n),
    "WINS_AUCTION": lambda _contract, n: -n,
    "BOUGHT": lambda _n, price: -price,
}
"""What the notes of Auf Achse do to the purse of the player whom they name first."""


def of(one: Step, name: str, p: int) -> list[int]:
    """The second numbers of the notes of a name about a player in a step of Route 66."""
    code = state.Note[name]
    return [note.b for note in one.notes if (note.code, note.a) == (code, p)]


def caught(one: Step, p: int, mph: int) -> bool:
    """Whether the patrol has caught a car at a speed, and stopped it."""
    places = ("CAUGHT_IN_CHICAGO", "CAUGHT_WESTWARD", "CAUGHT_EASTWARD")
    return one.after.speed[p] == 0 and any(of(one, name, p) == [mph] for name in places)


def way(one: Step, p: int) -> int:
    """How many spaces a car has gone, there and back where it has turned."""
    here, there = int(one.before.place[p]), int(one.after.place[p])
    if one.change("turned", p):
        return 2 * int(one.tables.los_angeles) - here - there
    return abs(there - here)


def jumped_before(one: Step, p: int) -> int:
    """How many cars a car that goes to Los Angeles jumps on its way."""
    between = range(int(one.before.place[p]) + 1, int(one.tables.los_angeles))
    return sum(int(one.before.place[other]) in between for other in range(one.tables.players) if other != p)


def race_is_over(one: Step) -> bool:
    """Whether the step has begun the next race, which clears what the cars had reached."""
    return bool(one.after.race != one.before.race)


def steps(name: str) -> list[Step]:
    """Every step of some random games in each variant."""
    found = []
    games = [*itertools.product(profile(name).VARIANTS, range(WALKS)), *([RARE[name]] if name in RARE else [])]
    for options, number in games:
        one = walk(name, options, number)
        positions = [one.position(place) for place in range(len(one.positions))]
        found += [
            Step(before, after, one.game.tables, tuple(notes_of(after)))
            for before, after in itertools.pairwise(positions)
        ]
    return found


@pytest.fixture(scope="module", params=ALL)
def played(request: pytest.FixtureRequest) -> tuple[str, list[Step]]:
    """A game's name and its steps."""
    return request.param, steps(request.param)


def test_the_figures_in_every_note_are_those_of_the_position(played: tuple[str, list[Step]]) -> None:
    name, walked = played
    rules = gk.load(name).rules
    checks = {rules.Note[note]: (note, holds) for note, holds in ALL[name].items()}
    seen, wrong = set(), set()
    for one in walked:
        for note in one.notes:
            told, holds = checks.get(note.code, ("", None))
            if holds is not None:
                seen.add(told)
                if not holds(one, note.a, note.b, note.c):
                    wrong.add((told, note))
    assert wrong == set()
    assert THOROUGH or set(ALL[name]) - seen <= {"LAST_ROUND"}, "notes that no game of the usual seed left"


@pytest.mark.rule("AA-25")
def test_a_purse_changes_by_what_the_notes_say() -> None:
    rules = gk.load("auf_achse").rules
    codes = {rules.Note[name]: money for name, money in MONEY.items()}
    for one in steps("auf_achse"):
        told = np.zeros(len(one.before.cash), int)
        for note in one.notes:
            if note.code in codes:
                told[note.a] += codes[note.code](note.b, note.c)
        assert (one.after.cash - one.before.cash).tolist() == told.tolist()
