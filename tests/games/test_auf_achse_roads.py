"""Auf Achse: rolling and driving, markers and trucks in the way (AA-09 to AA-13, AA-22 to AA-24)."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st_

from gamekit.core.record import notes_of
from gamekit.games.auf_achse import rules as r
from gamekit.games.auf_achse import state as st
from tests.games.auf_achse_desk import Desk, ways_from


def walks(desk: Desk, points: int, closed: Collection[int] = ()) -> set[int]:
    """Where ways of so many steps end."""
    return {way[-1] for way in ways_from(desk, int(desk.s.truck[0]), points, closed)}


@pytest.mark.rule("AA-09")
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(start=st_.integers(0, 147), points=st_.integers(1, 5))
def test_a_roll_leads_exactly_so_many_spaces_along_any_way(start: int, points: int) -> None:
    desk = Desk()
    if r.is_occupied(desk.s, desk.t, start, 0):
        return
    desk.truck(0, start)
    desk.roll(points)
    blocked = {end for end in walks(desk, points) if r.is_occupied(desk.s, desk.t, end, 0)}
    assert desk.ends() >= walks(desk, points) - blocked
    if not blocked:
        assert desk.ends() == walks(desk, points)


@pytest.mark.rule("AA-09")
def test_a_six_moves_one_to_six_spaces() -> None:
    desk = Desk().truck(0, "Berlin")
    desk.roll(6)
    assert desk.ends() == set().union(*(walks(desk, points) for points in range(1, 7)))


@pytest.mark.rule("AA-09", "AA-22")
def test_after_a_one_the_marker_must_be_moved_and_never_stays_in_place() -> None:
    desk = Desk().truck(0, "Berlin")
    before = desk.road("Köln", "Frankfurt")
    desk.s.roadworks = before
    desk.go(1, ("Berlin", "Dresden"))
    assert desk.s.phase == r.Phase.ROADWORKS
    assert desk.why(r.ROADWORKS + before) == "SAME_SPACE"
    assert desk.why(r.ROADWORKS + desk.at("Kassel")) == "WORKS_IN_CITY"
    assert desk.why(r.ROADWORKS + desk.road("Flensburg", "Hamburg")) == "SHELTERED"
    assert desk.why(r.ROADWORKS + int(desk.s.truck[1])) == "WORKS_UNDER_TRUCK"
    assert not any(action >= r.PASS and action < r.BUY_SMALL for action in desk.legal()), "it cannot be declined"
    desk.play(r.ROADWORKS + desk.road("Kassel", "Frankfurt"))
    assert desk.s.roadworks == desk.road("Kassel", "Frankfurt")


@pytest.mark.rule("AA-09")
def test_after_other_rolls_the_marker_does_not_move() -> None:
    desk = Desk().truck(0, "Berlin")
    desk.go(2, "Dresden")
    assert desk.why(r.ROADWORKS + desk.road("Kassel", "Frankfurt")) == "ROADWORKS_NOW"


@pytest.mark.rule("AA-10")
def test_points_may_be_left_over_in_the_loading_city_of_an_own_contract_and_then_it_must_be_loaded() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    contract = desk.give(0, "Leipzig", "Wien")
    desk.give(1, "Berlin", "Wien")
    desk.roll(4)
    assert desk.at("Leipzig") in desk.ends()
    assert desk.why(r.DRIVE + desk.at("Berlin")) == "POINTS_LEFT"
    desk.drive("Leipzig")
    assert desk.why(r.STOP_LOADING) == "MUST_LOAD"
    assert "LOADED" in desk.play(r.LOAD + contract)


@pytest.mark.rule("AA-10", "AA-22")
@pytest.mark.parametrize("marker", ["roadworks", "jam"])
def test_points_may_be_left_over_in_front_of_a_marker_even_all_of_them(marker: str) -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 1))
    if marker == "jam":
        desk.jam(("Hamburg", "Berlin", 3))
    else:
        desk.s.roadworks = desk.road("Hamburg", "Berlin", 3)
    desk.roll(5)
    assert desk.road("Hamburg", "Berlin", 2) in desk.ends()
    assert desk.road("Hamburg", "Berlin", 3) not in desk.ends()
    assert desk.why(r.DRIVE + desk.road("Hamburg", "Berlin", 3)) == f"{marker.upper()}_THERE"
    desk.s.roadworks = desk.road("Hamburg", "Berlin", 2)
    desk.s.phase = r.Phase.ROLL
    desk.roll(5)
    assert desk.s.truck[0] in desk.ends(), "it may wait"


@pytest.mark.rule("AA-12")
def test_a_move_onto_a_truck_ends_on_the_last_free_space_before_it() -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 1))
    desk.truck(1, ("Hamburg", "Berlin", 3))
    desk.roll(2)
    assert desk.road("Hamburg", "Berlin", 2) in desk.ends()
    assert desk.s.via[desk.road("Hamburg", "Berlin", 2)] == desk.s.truck[0], "and has come from where it stood"
    assert desk.why(r.DRIVE + desk.road("Hamburg", "Berlin", 3)) == "TRUCK_THERE"


@pytest.mark.rule("AA-12", "AA-13")
def test_behind_a_queue_a_truck_may_end_where_it_began_and_draws_nothing() -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 1))
    desk.truck(1, ("Hamburg", "Berlin", 2))
    desk.truck(2, ("Hamburg", "Berlin", 3))
    desk.roll(2)
    assert desk.s.truck[0] in desk.ends()
    assert desk.drive(int(desk.s.truck[0]))[0] == "BLOCKED"
    assert desk.s.phase != r.Phase.EVENT


@pytest.mark.rule("AA-13")
def test_without_any_way_the_truck_stays() -> None:
    desk = Desk().truck(0, "Flensburg")
    desk.jam(("Flensburg", "Hamburg"))
    desk.roll(3)
    assert desk.ends() == {desk.at("Flensburg")}
    assert "BLOCKED" in desk.drive("Flensburg")


def rule_of_block(desk: Desk) -> str:
    """The rule under which the last step says that a truck stays where it is."""
    blocked = next(note for note in notes_of(desk.s) if note.code == r.Note.BLOCKED)
    return str(desk.game.rulebook.note(blocked).rule)


@pytest.mark.rule("AA-13", "AA-22", "AA-23")
@pytest.mark.parametrize(
    ("works", "jam", "rule"), [(1, None, "AA-22"), (None, 1, "AA-23"), (1, 3, "AA-22"), (3, 1, "AA-22")]
)
def test_what_keeps_a_truck_is_told_by_its_own_rule(works: int | None, jam: int | None, rule: str) -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 2))
    if works:
        desk.s.roadworks = desk.road("Hamburg", "Berlin", works)
    if jam:
        desk.jam(desk.road("Hamburg", "Berlin", jam))
    desk.go(3, ("Hamburg", "Berlin", 2))
    assert rule_of_block(desk) == rule


@pytest.mark.rule("AA-12", "AA-13", "AA-E30")
def test_behind_trucks_or_with_nowhere_to_go_another_rule_is_told() -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 1))
    desk.truck(1, ("Hamburg", "Berlin", 2))
    desk.go(1, int(desk.s.truck[0]))
    assert rule_of_block(desk) == "AA-12"
    desk = Desk().truck(0, "Flensburg")
    desk.s.roadworks = desk.at("Hamburg")
    desk.event(r.E_CUSTOMS_FRIEND)
    desk.drive("Flensburg")
    assert rule_of_block(desk) == "AA-13"


@pytest.mark.rule("AA-09", "AA-10", "AA-22", "AA-23")
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(start=st_.integers(0, 147), works=st_.integers(0, 147), jam=st_.integers(0, 147), points=st_.integers(1, 6))
def test_why_not_names_the_marker_that_closes_the_only_ways(start: int, works: int, jam: int, points: int) -> None:
    desk = Desk()
    if r.is_occupied(desk.s, desk.t, start, 0) or start in (works, jam):
        return
    desk.truck(0, start)
    desk.s.roadworks = works
    desk.jam(jam)
    desk.roll(points)
    counts = range(1, 7) if points == 6 else [points]
    without = {
        marker: set().union(*(walks(desk, n, {works, jam} - {marker}) for n in counts)) for marker in (works, jam)
    }
    for space in range(desk.t.spaces):
        why = desk.why(r.DRIVE + space)
        if why in ("", "TRUCK_THERE", "ROADWORKS_THERE", "JAM_THERE"):
            continue
        if space == start:
            assert why == "STANDS_THERE"
        elif desk.t.distance[start, space] > points:
            assert why == "TOO_FAR"
        elif space in without[works]:
            assert why == "ROADWORKS_CLOSE"
        else:
            assert why == ("JAM_CLOSES" if space in without[jam] else "POINTS_LEFT")


@pytest.mark.rule("AA-12")
@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(start=st_.integers(0, 147), points=st_.integers(1, 6), seed=st_.integers(0, 99))
def test_no_hand_changes_how_a_space_is_reached_that_is_reached_without_it(start: int, points: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    ways = []
    for cities in ([], rng.choice(Desk().t.cities, (8, 2), replace=False)):
        desk = Desk()
        if r.is_occupied(desk.s, desk.t, start, 0):
            return
        desk.truck(0, start)
        for origin, target in cities:
            desk.give(0, int(origin), int(target))
        desk.roll(points)
        ways.append((desk.s.reach.copy(), desk.s.via.copy()))
    reached = ways[0][0] > 0
    assert np.array_equal(ways[0][1][reached], ways[1][1][reached])
    assert not (ways[1][0][~reached] & ~st.TO_LOAD).any(), "where only the hand leads, something must be loaded"


@pytest.mark.rule("AA-09", "AA-16")
def test_a_way_round_to_the_own_city_to_load_there_is_a_move() -> None:
    desk = Desk().truck(0, "Hamburg")
    desk.truck(1, ("Graz", "Wien"))
    contract = desk.give(0, "Hamburg", "Wien")
    assert "DRIVES" in desk.go(5, "Hamburg"), "to Flensburg and back, one point left over"
    assert desk.why(r.STOP_LOADING) == "MUST_LOAD"
    desk.play(r.LOAD + contract)


@pytest.mark.rule("AA-12", "AA-20")
def test_a_city_reached_behind_a_truck_is_not_reached_exactly() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    for p, road in ((1, ("Leipzig", "Dresden")), (2, ("Leipzig", "Erfurt"))):
        desk.truck(p, desk.road(*road))
    desk.go(2, "Leipzig")
    assert desk.s.phase != r.Phase.CALL


@pytest.mark.rule("AA-23")
def test_a_truck_on_a_jam_may_leave_in_any_direction() -> None:
    desk = Desk().truck(0, "München")
    desk.jam("München")
    desk.roll(1)
    assert len(desk.ends()) == desk.t.degree[desk.at("München")]


@pytest.mark.rule("AA-23")
def test_a_jammed_city_may_be_entered_to_deliver_and_only_for_that() -> None:
    desk = Desk().truck(0, ("München", "Nürnberg"))
    desk.jam("München")
    desk.give(0, "München", "Wien")
    desk.roll(1)
    assert desk.at("München") not in desk.ends()
    desk.s.phase = r.Phase.ROLL
    desk.load(0, "Hamburg", "München")
    assert "DELIVERED" in desk.go(1, "München")
    assert desk.s.phase == r.Phase.ROADWORKS, "neither loading"
    desk.play(r.ROADWORKS + desk.road("Kassel", "Frankfurt"))
    assert desk.s.phase == r.Phase.ROLL, "nor an auction"


@pytest.mark.rule("AA-23")
def test_a_jam_lasts_until_the_next_turn_of_the_player_who_placed_it() -> None:
    desk = Desk(3)
    desk.event(r.E_JAM_KASSEL, 0)
    for p in (1, 2):
        assert desk.s.current == p
        assert desk.s.jam == desk.at("Kassel")
        desk.roll(2)
        notes = desk.drive(min(desk.ends()))
        while desk.s.current == p:
            notes = desk.play(desk.legal()[0])
    assert "JAM_ENDS" in notes
    assert desk.s.jam == st.NOWHERE
    assert desk.s.event[r.E_JAM_KASSEL] == st.UNDER


@pytest.mark.rule("AA-23")
def test_a_jam_ends_with_a_missed_turn_too() -> None:
    desk = Desk(2)
    desk.event(r.E_JAM_KASSEL, 0)
    desk.s.skip[0] = 1
    desk.truck(1, "Berlin")
    desk.go(2, "Dresden")
    assert {"JAM_ENDS", "MISSES_TURN"} <= set(desk.play(r.DECLINE_CALL))


@pytest.mark.rule("AA-24")
def test_a_new_jam_ends_the_old_one() -> None:
    desk = Desk()
    desk.event(r.E_JAM_KASSEL, 0)
    assert "JAM_ENDS" in desk.event(r.E_JAM_FRANKFURT, 1)
    ended = next(note for note in notes_of(desk.s) if note.code == r.Note.JAM_ENDS)
    assert (ended.a, ended.b) == (desk.at("Kassel"), 0), "the old one, and whose it was"
    assert (desk.s.jam, desk.s.jam_owner) == (desk.at("Frankfurt"), 1)
    assert desk.s.event[r.E_JAM_KASSEL] == st.UNDER
