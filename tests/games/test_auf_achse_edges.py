"""Auf Achse at its edges: sums that just reach, the last of a pile, ways of equal length."""

from __future__ import annotations

import networkx as nx
import pytest

from gamekit.games.auf_achse import rules as r
from gamekit.games.auf_achse import state as st
from gamekit.games.auf_achse.bounds import most_carried
from gamekit.games.auf_achse.road_map import space_graph
from tests.games.auf_achse_desk import Desk, ways_from
from tests.play import enough


def at_leipzig(players: int = 3) -> Desk:
    """Player 0 stands one space before Leipzig."""
    desk = Desk(players)
    desk.truck(0, desk.roads["Berlin", "Leipzig"][-1])
    return desk


@pytest.mark.rule("AA-E13", "AA-E14")
@pytest.mark.parametrize("event", [r.E_POLICE, r.E_SPEEDING])
@pytest.mark.parametrize(("cash", "left", "kept"), [(499, 499, True), (500, 0, False), (501, 1, False)])
def test_who_has_just_the_fine_pays_it(event: int, cash: int, left: int, kept: bool) -> None:
    desk = at_leipzig()
    desk.s.cash[0] = cash
    said = desk.event(event)
    assert ("DEBT_KEPT" in said, "PAYS" in said) == (kept, not kept)
    assert (desk.s.cash[0], desk.s.event[event]) == (left, st.DEBT if kept else st.UNDER)


@pytest.mark.rule("AA-E31")
@pytest.mark.parametrize(("cash", "asked"), [(499, False), (500, True)])
def test_who_has_just_the_sum_may_choose_to_pay_at_the_customs(cash: int, asked: bool) -> None:
    desk = at_leipzig()
    desk.s.cash[0] = cash
    desk.event(r.E_CUSTOMS)
    assert (r.PAY in desk.legal()) == asked
    assert desk.why(r.PAY) == ("" if asked else "MONEY")
    if asked:
        desk.play(r.PAY)
        assert (desk.s.cash[0], desk.s.skip[0]) == (0, 0)


@pytest.mark.rule("AA-15")
@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("trailer", [r.BUY_SMALL, r.BUY_LARGE])
def test_who_has_just_the_price_of_a_trailer_may_buy_it(trailer: int, short: int) -> None:
    desk = at_leipzig()
    price, goods = (2000, 4) if trailer == r.BUY_SMALL else (3000, 6)
    desk.roll(2)
    desk.s.cash[0] = price - short
    assert (trailer in desk.legal()) == (short == 0)
    assert desk.why(trailer) == ("MONEY" if short else "")
    if not short:
        assert "BOUGHT" in desk.play(trailer)
        assert (desk.s.cash[0], st.room(desk.s, desk.t, 0)) == (0, 6 + goods)


@pytest.mark.rule("AA-15")
@pytest.mark.parametrize("trailer", [r.BUY_SMALL, r.BUY_LARGE])
def test_the_last_trailer_of_the_box_can_be_bought_and_no_other(trailer: int) -> None:
    desk = at_leipzig()
    kind, number = ("small", desk.t.small_number) if trailer == r.BUY_SMALL else ("large", desk.t.large_number)
    desk.s[kind][1] = number - 1
    desk.roll(2)
    desk.s.cash[0] = 100_000
    desk.play(trailer)
    assert desk.s[kind][0] == 1
    assert desk.why(trailer) == "SOLD_OUT"


@pytest.mark.rule("AA-18", "AA-E01")
def test_who_delivers_by_road_pays_no_railway() -> None:
    desk = at_leipzig()
    desk.load(0, "Hamburg", "Leipzig")
    assert desk.go(1, "Leipzig") == ["DRIVES", "DELIVERED"]


@pytest.mark.rule("AA-20", "AA-21")
@pytest.mark.parametrize("stack", [0, 1])
def test_behind_the_last_contract_of_the_stack_none_is_opened(stack: int) -> None:
    desk = at_leipzig()
    contract = desk.open("Hamburg", "Wien")
    desk.s.reserve += desk.s.stack - stack
    desk.s.stack = stack
    desk.go(1, "Leipzig")
    desk.play(r.ROADWORKS + desk.road("Kassel", "Frankfurt"), r.CALL + contract, r.PASS, r.PASS)
    assert desk.s.phase == (r.Phase.OPEN if stack else r.Phase.ROLL)
    assert (desk.s.open, desk.s.stack) == (3, stack)


@pytest.mark.rule("AA-20")
@pytest.mark.parametrize("lying", [0, 1])
def test_where_no_public_contract_lies_open_nobody_is_asked_for_an_auction(lying: int) -> None:
    desk = at_leipzig()
    contract = desk.open("Hamburg", "Wien")
    desk.last_public()
    if lying:
        desk.s.where[contract], desk.s.open = st.OPEN_NOW, 1
        desk.s.reserve -= 1
    desk.go(1, "Leipzig")
    desk.play(r.ROADWORKS + desk.road("Kassel", "Frankfurt"))
    assert desk.s.phase == (r.Phase.CALL if lying else r.Phase.ROLL)


@pytest.mark.rule("AA-20", "AA-23")
@pytest.mark.parametrize("marker", [True, False])
def test_after_a_delivery_in_a_jam_there_is_no_auction_and_without_the_jam_there_is(marker: bool) -> None:
    desk = Desk()
    desk.truck(0, next(v for v in range(desk.t.spaces) if desk.t.distance[v, desk.at("München")] == 2))
    desk.load(0, "Hamburg", "München")
    if marker:
        desk.jam("München")
    assert "DELIVERED" in desk.go(2, "München")
    assert desk.s.phase == (r.Phase.ROLL if marker else r.Phase.CALL)
    assert desk.s.only_deliver == marker


@pytest.mark.rule("AA-10", "AA-16")
@pytest.mark.parametrize("room", [0, 1])
def test_points_may_be_left_over_for_a_contract_that_just_fits(room: int) -> None:
    desk = at_leipzig()
    desk.load(0, "Hamburg", "Wien", int(desk.t.capacity) - 3)
    desk.give(0, "Leipzig", "Graz", 3 + 1 - room)
    desk.roll(2)
    assert (desk.at("Leipzig") in desk.ends()) == bool(room)


@pytest.mark.rule("AA-10", "AA-17")
@pytest.mark.parametrize("stock", [1, 2])
def test_points_may_be_left_over_while_the_stock_is_just_enough(stock: int) -> None:
    desk = at_leipzig()
    desk.give(0, "Leipzig", "Graz", 2)
    desk.load(1, "Hamburg", "Wien", int(desk.s.stock) - stock)
    desk.t.capacity = 48
    desk.roll(2)
    assert (desk.at("Leipzig") in desk.ends()) == (stock == 2)


@pytest.mark.rule("AA-12")
def test_a_truck_comes_from_the_last_space_of_its_way() -> None:
    desk = at_leipzig()
    before = int(desk.s.truck[0])
    desk.go(1, "Leipzig")
    assert desk.s.came[0] == before
    desk = Desk().truck(0, "Leipzig")
    desk.roll(3)
    for space in desk.ends():
        assert desk.t.distance[space, desk.s.via[space]] == 1
        assert desk.t.distance[desk.at("Leipzig"), desk.s.via[space]] in (0, 2)
    assert all(desk.s.via[space] == st.NOWHERE for space in set(range(desk.t.spaces)) - desk.ends())


@pytest.mark.rule("AA-12")
def test_of_two_ways_of_one_length_the_first_one_counts_whatever_comes_later() -> None:
    desk = Desk()
    found = 0
    for start, points in ((start, points) for start in range(int(desk.t.spaces)) for points in (4, 5)):
        ways = ways_from(desk, start, points)
        double = {way[-1] for way in ways if len({other[-2] for other in ways if other[-1] == way[-1]}) > 1}
        desk = Desk()
        if not double or start in desk.s.truck[1:]:
            continue
        desk.truck(0, start)
        taken = {int(space) for space in desk.s.truck[1:3]}
        desk.roll(points)
        for end in double - taken:
            first = next(way for way in ways if way[-1] == end)
            if not taken & {space for way in ways for space in way}:
                assert desk.s.via[end] == first[-2], (start, points, end)
                found += 1
    assert found > 5


@pytest.mark.rule("AA-11", "AA-22")
def test_only_a_dead_end_lets_a_way_turn_when_it_is_asked_what_closes_it() -> None:
    desk = Desk().truck(0, ("Flensburg", "Hamburg"))
    desk.s.roadworks = desk.at("Hamburg")
    desk.roll(3)
    assert desk.why(r.DRIVE + desk.at("Hamburg")) == "ROADWORKS_THERE"
    desk.truck(0, "Flensburg")
    way = [desk.at("Flensburg"), desk.road("Flensburg", "Hamburg"), desk.at("Hamburg")]
    beyond = next(w for w in desk.t.neighbour[way[2]] if w >= 0 and w != way[1])
    desk.truck(0, way[1])
    desk.s.phase = r.Phase.ROLL
    desk.roll(4)
    assert desk.why(r.DRIVE + int(beyond)) == "ROADWORKS_CLOSE", "to Flensburg, back, and through the roadworks"


@pytest.mark.rule("AA-E08")
def test_good_planning_offers_the_first_free_city_along_each_way_and_nothing_else() -> None:
    for space in range(0, int(Desk().t.spaces), enough(9, 3)):
        for ahead in (1, 7):
            desk = Desk()
            spaces = int(desk.t.spaces)
            for p, further in enumerate((0, ahead, 40)):
                desk.truck(p, (space + further) % spaces)
            desk.s.roadworks = (space + 2 * ahead) % spaces
            board = space_graph(desk.game.box.map)
            board.remove_node(int(desk.s.roadworks))
            free = set(range(desk.t.cities)) - {int(truck) for truck in desk.s.truck[:3]}
            way = nx.node_connected_component(board.subgraph(set(board) - (free - {space})), space)
            expected = {city for city in free & set(board) - {space} if way & set(board[city])}
            desk.event(r.E_PLANNING)
            assert desk.ends() == (expected or {space})


def test_a_truck_carries_as_many_contracts_as_just_fit() -> None:
    desk = Desk()
    t = desk.t
    t.goods[: t.contracts] = 4
    t.small_number = t.large_number = 0
    for capacity, most in ((11, 2), (12, 3), (13, 3)):
        t.capacity = capacity
        assert most_carried(t) == most
    t.capacity, t.stock = 48, 12
    assert most_carried(t) == 3
