"""Auf Achse: small positions with one right answer for what the strategies' kernels say of themselves."""

from __future__ import annotations

import numpy as np
import pytest

from gamekit.games.auf_achse import strategies as sg
from gamekit.games.auf_achse.beliefs import ON_THE_WAY, doubt
from gamekit.games.auf_achse.state import BUY_SMALL, E_FLENSBURG, E_INSPECTION, E_WIEN, HAND, PARTNER, STAY
from tests.games.auf_achse_desk import Desk


def between_the_special_cities(desk: Desk) -> tuple[int, int]:
    """A space nearer to the first special city, and one nearer to the second."""
    first, second = (desk.t.distance[:, city] for city in desk.t.special)
    return int(np.argmax(second - first)), int(np.argmax(first - second))


def test_of_two_cities_that_kept_cards_name_the_nearer_one_is_the_errand() -> None:
    desk = Desk()
    for space in between_the_special_cities(desk):
        assert sg.errand_distance(desk.s, desk.t, 0, space) == -1
    desk.keep(0, E_FLENSBURG)
    desk.keep(0, E_WIEN)
    for space in between_the_special_cities(desk):
        one, other = (int(desk.t.distance[space, city]) for city in desk.t.special)
        assert one != other
        assert sg.errand_distance(desk.s, desk.t, 0, space) == min(one, other)
        assert sg.nearness(desk.s, desk.t, 0, space) == -min(one, other)
        best = max(desk.t.special_pay / (steps + sg.WORTH_OF_ARRIVING) for steps in (one, other))
        assert sg.yield_of(desk.s, desk.t, 0, space) == pytest.approx(best)
    desk.keep(0, E_INSPECTION)
    for space in between_the_special_cities(desk):
        assert sg.errand_distance(desk.s, desk.t, 0, space) == desk.t.distance[space, desk.t.munich]


def test_the_next_thing_to_do_is_to_unload_or_to_load_what_fits() -> None:
    desk = Desk()
    space = desk.at("Wien")
    loaded, held = desk.load(0, "Berlin", "Graz", goods=4), desk.give(0, "Bremen", "Basel", revenue=9000)
    another = desk.give(1, "Wien", "Graz")
    assert sg.goal_distance(desk.s, desk.t, 0, space, loaded) == desk.t.distance[space, desk.at("Graz")]
    assert sg.goal_distance(desk.s, desk.t, 0, space, held) == desk.t.distance[space, desk.at("Bremen")]
    assert sg.goal_distance(desk.s, desk.t, 0, space, another) == -1
    tour = desk.t.distance[space, desk.at("Bremen")] + desk.t.distance[desk.at("Bremen"), desk.at("Basel")]
    assert sg.yield_of(desk.s, desk.t, 0, space) == pytest.approx(9000 / (tour + sg.WORTH_OF_ARRIVING))
    desk.t.goods[held] = 3
    assert sg.goal_distance(desk.s, desk.t, 0, space, held) == -1, "no room for it"


def test_a_contract_costs_the_way_to_it_from_truck_or_own_goal_whichever_is_nearer_and_its_own_way() -> None:
    desk = Desk().truck(0, "Wien")
    c = desk.contract("Hamburg", "Bremen")
    far, own = (
        desk.t.distance[desk.at("Wien"), desk.at("Hamburg")],
        desk.t.distance[desk.at("Hamburg"), desk.at("Bremen")],
    )
    assert sg.detour(desk.s, desk.t, 0, c) == far + own
    desk.give(1, "Basel", "Hamburg")
    assert sg.detour(desk.s, desk.t, 0, c) == far + own, "where others drive is no help"
    desk.give(0, "Basel", "Berlin")
    assert sg.detour(desk.s, desk.t, 0, c) == desk.t.distance[desk.at("Berlin"), desk.at("Hamburg")] + own
    desk.load(0, "Basel", "Hamburg")
    assert sg.detour(desk.s, desk.t, 0, c) == own


def test_a_contract_is_doubted_for_each_step_off_the_way_and_the_way_leads_where_loads_go() -> None:
    desk = Desk().truck(1, "Wien")
    c = desk.contract("Hamburg", "Bremen")
    made = [desk.load(p, "Basel", "Berlin") for p in (0, 1)]
    to_truck, to_goal = (int(desk.t.distance[desk.at(city), desk.at("Hamburg")]) for city in ("Wien", "Berlin"))
    assert 0 < to_goal < to_truck
    on_the_way = doubt(desk.s, desk.t, 1, c)
    desk.s.where[made[1]] = HAND + 1
    assert doubt(desk.s, desk.t, 1, c) - on_the_way == pytest.approx(ON_THE_WAY * (to_truck - to_goal))
    desk.truck(1, "Hamburg")
    assert on_the_way - doubt(desk.s, desk.t, 1, c) == pytest.approx(ON_THE_WAY * to_goal)


def test_a_contract_is_called_for_where_the_truck_is_nearest_unless_four_are_held_or_loaded() -> None:
    desk = Desk().truck(0, "Leipzig")
    far, near, other = (desk.open(city, "Wien") for city in ("Basel", "Berlin", "Graz"))
    actions = np.array([*sorted(sg.CALL + c for c in (far, near, other)), sg.DECLINE_CALL], np.int32)
    for held in range(5):
        called = sg.closest_contract(desk.s, desk.t, 0, actions, len(actions))
        assert called == (sg.CALL + near if held < sg.FULL_HAND else sg.DECLINE_CALL)
        desk.load(0, "Hamburg", "Wien", 1) if held % 2 else desk.give(0, "Hamburg", "Wien")


def test_a_marker_is_put_near_the_rival_and_far_from_the_own_truck() -> None:
    desk, rng = Desk(players=2).truck(0, "Hamburg").truck(1, "Wien"), np.random.default_rng(1)
    places = [desk.at(city) for city in ("Bremen", "Linz", "Leipzig")]
    actions = np.array(sorted(sg.JAM + place for place in places), np.int32)
    assert sg.best_marker(desk.s, desk.t, 0, actions, 3, sg.JAM, rng) == sg.JAM + desk.at("Linz")
    assert sg.best_marker(desk.s, desk.t, 1, actions, 3, sg.JAM, rng) == sg.JAM + desk.at("Bremen")


def test_dear_partners_and_rich_rivals_are_told_from_poor_ones_and_equals_by_lot() -> None:
    desk, rng = Desk(players=4), np.random.default_rng(1)
    actions = np.array([PARTNER + p for p in (1, 2, 3)], np.int32)
    desk.s.cash[:4] = 9000, 3000, 2000, 3000
    assert {sg.richest_rival(desk.s, desk.t, 0, rng) for _ in range(40)} == {1, 3}
    assert {sg.poorest_partner(desk.s, actions, 3, rng) for _ in range(40)} == {PARTNER + 2}
    desk.s.cash[3] = 2000
    assert {sg.richest_rival(desk.s, desk.t, 0, rng) for _ in range(40)} == {1}
    assert {sg.poorest_partner(desk.s, actions, 3, rng) for _ in range(40)} == {PARTNER + 2, PARTNER + 3}


@pytest.mark.parametrize(
    ("cash", "goods", "offered", "wanted"),
    [(sg.SAFE_PURSE, 3, True, True), (sg.SAFE_PURSE - 1, 3, True, False), (sg.SAFE_PURSE, 2, True, False),
     (sg.SAFE_PURSE, 3, False, False)],
)  # fmt: skip
def test_a_trailer_is_wanted_with_a_safe_purse_for_what_does_not_fit(
    cash: int, goods: int, offered: bool, wanted: bool
) -> None:
    desk = Desk()
    desk.load(0, "Berlin", "Graz", goods=4)
    desk.give(0, "Bremen", "Basel", goods=goods)
    desk.s.cash[0] = cash
    actions = np.array([STAY, BUY_SMALL] if offered else [STAY], np.int32)
    assert sg.wants_trailer(desk.s, desk.t, 0, actions, len(actions)) == wanted
    desk.s.small[0] = 1
    assert not sg.wants_trailer(desk.s, desk.t, 0, actions, len(actions))
