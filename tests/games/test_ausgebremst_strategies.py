"""Ausgebremst: small positions with one right answer for what the strategies' kernels say of themselves."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.strategy import Choose
from gamekit.games.ausgebremst import state as st
from gamekit.games.ausgebremst import strategies as sg
from gamekit.games.ausgebremst.movement import crosses
from tests.games.ausgebremst_table import Table, table

SIX = 5


@pytest.mark.parametrize(("sixes", "wanted"), [(0, 3), (1, 2), (2, 2)])
def test_from_the_piles_the_highest_card_is_taken_but_never_a_second_6(sixes: int, wanted: int) -> None:
    s = gk.load("ausgebremst", players=3, advanced=True).start()
    for pile, kind in enumerate((1, 3, 4, SIX)):
        s.pile[0, pile, 0], s.height[0, pile] = kind, 1
    s.hand[0, SIX] = sixes
    actions = np.arange(st.TAKE, st.TAKE + st.PILES, dtype=np.int32)
    assert sg.best_pile(s, 0, actions, st.PILES) == st.TAKE + wanted


@pytest.mark.parametrize(
    ("laps", "stopped", "due"),
    [(0, False, 0), (1, False, 2), (st.LAPS - 1, False, 2), (st.LAPS, False, 0), (1, True, 0)],
)
def test_the_gate_of_the_pit_lane_hinders_only_who_still_has_to_stop_and_can(
    laps: int, stopped: bool, due: int
) -> None:
    at = table(players=3)
    s, t = at.s, at.game.tables
    entry = int(t.entry[s.circuit])
    near = next(
        space
        for space, far in enumerate(t.to_entry[s.circuit])
        if 1 < far <= sg.CLOSE and entry not in t.follow[s.circuit, space]
    )
    at.put("A", at.before(20), "123")
    at.put("B", near, "123", laps=laps, stopped=stopped)
    without = sg.count_hindrance(s, t, 0, entry)
    s.stopped[1] = 1
    assert without - sg.count_hindrance(s, t, 0, entry) == due


def test_no_space_but_the_gate_of_the_pit_lane_hinders_whoever_still_has_to_stop() -> None:
    at = table(players=3)
    s, t = at.s, at.game.tables
    at.put("A", at.before(20), "123").put("B", at.before(8), "123", laps=1)
    assert t.to_entry[s.circuit, s.space[1]] <= sg.CLOSE
    due = [sg.count_hindrance(s, t, 0, space) for space in range(st.PIT)]
    s.stopped[1] = 1
    made = [sg.count_hindrance(s, t, 0, space) for space in range(st.PIT)]
    assert [space for space in range(st.PIT) if due[space] != made[space]] == [at.entry]


@pytest.mark.parametrize(("behind", "hindered"), [(-1, 0), (0, 0), (1, 2), (sg.CLOSE, 2), (sg.CLOSE + 1, 0)])
def test_a_chicane_hinders_whoever_is_close_behind_and_nobody_beside_or_ahead(behind: int, hindered: int) -> None:
    at = table(players=3)
    s, t = at.s, at.game.tables
    left = t.left[s.circuit, 1]
    chicanes = np.flatnonzero(t.chicane[s.circuit])
    tried = 0
    for space in chicanes:
        for other in np.flatnonzero(left == left[space] + behind):
            if other in (space, at.before(20)) or t.lane[s.circuit, other] < 0 or space in t.follow[s.circuit, other]:
                continue
            at = table(players=3).put("A", at.before(20), "1").put("B", int(other), "1", stopped=True)
            assert sg.count_hindrance(at.s, t, 0, int(space)) == hindered, (space, other)
            tried += 1
    assert tried or behind == 0, "beside a chicane there is no space"


def test_right_in_front_of_a_car_one_hinders_it_and_in_the_pit_lane_nobody() -> None:
    at = table(players=3).put("A", "R3", "1").put("B", "R6", "1", stopped=True)
    ahead = int(at.game.tables.follow[at.s.circuit, at.s.space[1], 0])
    far = int(at.game.tables.follow[at.s.circuit, ahead, 0])
    assert sg.count_hindrance(at.s, at.game.tables, 0, ahead) == 1
    assert sg.count_hindrance(at.s, at.game.tables, 0, far) == 0
    assert sg.count_hindrance(at.s, at.game.tables, 0, st.PIT) == 0


@pytest.mark.parametrize(
    ("laps", "stopped", "stops", "lost"),
    [(1, False, True, False), (2, False, True, False), (st.LAPS, False, False, True), (1, True, False, False)],
)
def test_the_way_left_counts_a_stop_that_is_due_and_is_endless_where_it_cannot_be_made_any_more(
    laps: int, stopped: bool, stops: bool, lost: bool
) -> None:
    at = table(players=3).put("A", "R3", "1", laps=laps, stopped=stopped)
    s, t = at.s, at.game.tables
    space = int(t.follow[s.circuit, s.space[0], 0])
    plain = int(t.left[s.circuit, laps, space])
    expected = st.FAR if lost else plain + (int(t.stop_cost[s.circuit]) if stops else 0)
    assert sg.way_left(s, t, 0, space) == expected
    assert sg.way_left(s, t, 0, st.FINISH) == 0


def test_what_a_card_brings_less_than_its_spaces_is_wasted() -> None:
    at = table(players=3).put("A", "R3", "123456", laps=1, stopped=True)
    s, t = at.s, at.game.tables
    left = t.left[s.circuit, 1]
    for kind in range(3):
        for space in np.flatnonzero(left == left[s.space[0]] - kind - 1 + 1):
            assert sg.waste(s, t, 0, kind, int(space)) == 1
        for space in np.flatnonzero(left == left[s.space[0]] - kind - 1):
            assert sg.waste(s, t, 0, kind, int(space)) == 0


def test_points_are_counted_wherever_the_cards_lie() -> None:
    s = gk.load("ausgebremst", players=3, advanced=True).start()
    s.hand[0], s.deck[0] = [1, 0, 0, 0, 0, 2], [0, 1, 0, 0, 0, 0]
    s.pile[0, 0, :2], s.height[0, 0] = [0, 4], 2
    s.aside[0] = [3, -1]
    assert sg.points_left(s, 0) == 1 + 2 * 6 + 2 + (1 + 5) + 4
    assert [sg.pile_for(kind) for kind in range(6)] == [0, 0, 1, 1, 2, 3]


# At the edges


@pytest.mark.rule("AB-26")
def test_on_the_first_space_of_the_pit_lane_the_stop_is_no_longer_due_and_nobody_is_hindered() -> None:
    at = table(players=3)
    at.put("A", at.entry, "1", laps=1).put("B", at.before(20), "1")
    s, t = at.s, at.game.tables
    lines = 1 + int(crosses(s, t, s.space[0], st.PIT))
    assert sg.way_left(s, t, 0, st.PIT) == t.left[s.circuit, lines, st.PIT]
    at = table(players=3)
    at.put("A", at.before(20), "1").put("B", at.entry, "1")
    assert st.PIT in at.game.tables.follow[at.s.circuit, at.entry]
    assert sg.count_hindrance(at.s, at.game.tables, 0, st.PIT) == 0


@pytest.mark.parametrize("racing", [True, False])
def test_neither_the_own_car_nor_one_that_is_out_of_the_race_is_hindered(racing: bool) -> None:
    at = table(players=3).put("A", "R3", "1", stopped=True).put("B", "R9", "1", stopped=True)
    follow = at.game.tables.follow[at.s.circuit]
    assert sg.count_hindrance(at.s, at.game.tables, 0, int(follow[at.s.space[0], 0])) == 0
    if not racing:
        at.s.status[1] = st.OUT_OF_CARDS
    assert sg.count_hindrance(at.s, at.game.tables, 0, int(follow[at.s.space[1], 0])) == int(racing)


def chosen(at: Table, choose: Choose) -> str:
    """What a strategy does in A's turn."""
    at.turn("A")
    actions = np.array(at.game.legal(at.s), np.int32)
    return at.name(int(choose(at.s, at.game.tables, 0, actions, len(actions), np.random.default_rng(1))))


@pytest.mark.parametrize("choose", [sg.choose_line, sg.choose_blocker, sg.choose_careful])
def test_whoever_has_a_stop_to_make_makes_it_rather_than_play_a_faster_card(choose: Choose) -> None:
    at = table(players=3)
    at.put("A", at.entry, "12", laps=1, deck="66666").put("B", st.PIT + 1, "1", stopped=True)
    assert chosen(at, choose) == "1 P1"
    at.put("A", at.entry, "12", laps=1, stopped=True, deck="66666")
    assert chosen(at, choose).startswith("2 ")


@pytest.mark.parametrize("choose", [sg.choose_line, sg.choose_blocker, sg.choose_careful])
def test_whoever_can_finish_does_so_rather_than_stand_in_front_of_others(choose: Choose) -> None:
    at = table(players=3).put("A", "R21", "12", laps=st.LAPS, stopped=True, deck="66")
    at.put("B", "R20", "1", laps=st.LAPS, stopped=True).put("C", "M27", "1", laps=st.LAPS, stopped=True)
    assert sg.count_hindrance(at.s, at.game.tables, 0, at.before(1)) > 0
    assert chosen(at, choose) == "2 finish"


@pytest.mark.parametrize(("deck", "move"), [("6666", "3 M5"), ("", "1 M3")])
def test_the_careful_one_wastes_points_only_while_there_are_points_to_spare(deck: str, move: str) -> None:
    at = (
        table(players=3).put("B", "R8", "1", laps=st.LAPS, stopped=True).put("C", "R4", "1", laps=st.LAPS, stopped=True)
    )
    at.put("A", "L2", "13333", laps=st.LAPS, stopped=True, deck=deck)
    assert chosen(at, sg.choose_careful) == move


@pytest.mark.parametrize(("set_up", "verb"), [(st.FAST, st.SETUP), (st.MEDIUM, st.SETUP + 1), (st.SLOW, st.SORT - 1)])
def test_the_set_up_that_is_asked_for_is_chosen(set_up: int, verb: int) -> None:
    s = gk.load("ausgebremst", players=3, advanced=True).start()
    assert sg.with_cards(s, 0, np.arange(st.SETUP, st.SORT, dtype=np.int32), 3, set_up) == verb


@pytest.mark.parametrize(("kind", "pile"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (SIX, 3)])
def test_a_card_is_sorted_and_placed_by_its_value_whichever_piles_are_open(kind: int, pile: int) -> None:
    s = gk.load("ausgebremst", players=3, advanced=True).start()
    s.seen, s.aside[0] = kind, [0, kind]
    for first, wanted in ((st.SORT, st.SORT + pile), (st.PLACE, st.PLACE + pile)):
        actions = np.arange(first, first + st.PILES, dtype=np.int32)
        for lowest in range(st.PILES - 1):
            assert sg.with_cards(s, 0, actions[lowest:], st.PILES - lowest, st.FAST) == wanted
