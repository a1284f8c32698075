"""Auf Achse: the 31 events, each with at least one test, the cases where nothing happens included."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from gamekit.games.auf_achse import rules as r
from gamekit.games.auf_achse import state as st
from gamekit.games.auf_achse.road_map import space_graph
from gamekit.games.auf_achse.turns import begin_turn_roll, earn, end_game
from tests.games.auf_achse_desk import Desk, loaded
from tests.play import enough


def on_the_road(players: int = 3) -> Desk:
    """Player 0 stands between Nürnberg and München, come from Nürnberg."""
    return Desk(players).truck(0, ("Nürnberg", "München"), "Nürnberg")


def drew(event: int, players: int = 3) -> Desk:
    """Player 0, on the road, has drawn this event."""
    desk = on_the_road(players)
    desk.event(event)
    return desk


def under(desk: Desk, event: int) -> bool:
    return desk.s.event[event] == st.UNDER


@pytest.mark.rule("AA-E01")
def test_rail_freight_delivers_the_farthest_contract_for_a_fee() -> None:
    desk = on_the_road()
    near = desk.load(0, "Hamburg", "Stuttgart", revenue=3000)
    far = desk.load(0, "Hamburg", "Rostock", revenue=2500)
    assert "RAIL" in desk.event(r.E_RAIL)
    assert desk.s.where[far] == st.DELIVERED
    assert desk.s.where[near] == st.LOADED
    assert desk.s.cash[0] == 5000 + 2500 - 1000
    assert desk.s.truck[0] == desk.road("Nürnberg", "München")


@pytest.mark.rule("AA-E01")
def test_rail_freight_without_a_load_or_before_the_inspection_does_nothing() -> None:
    desk = on_the_road()
    assert "NOTHING_HAPPENS" in desk.event(r.E_RAIL)
    desk = on_the_road()
    desk.load(0, "Hamburg", "Stuttgart")
    desk.keep(0, r.E_INSPECTION)
    assert {"INSPECTION_BLOCKS", "NOTHING_HAPPENS"} <= set(desk.event(r.E_RAIL))
    assert desk.s.carried[0] == 1


@pytest.mark.rule("AA-E01", "AA-25")
@pytest.mark.parametrize(
    ("revenue", "told", "cash", "debt"),
    [(1500, ["DELIVERED", "RAIL_PAID"], 500, st.DEBT), (2100, ["DELIVERED", "RAIL_PAID", "DEBT_PAID"], 100, st.UNDER)],
)
def test_the_railway_is_paid_out_of_the_revenue_before_an_old_debt(
    revenue: int, told: list[str], cash: int, debt: int
) -> None:
    desk = on_the_road()
    desk.s.cash[0] = 0
    desk.event(r.E_POLICE)
    assert desk.s.event[r.E_POLICE] == st.DEBT
    desk.load(0, "Hamburg", "Stuttgart", revenue=revenue)
    said = desk.event(r.E_RAIL)
    assert [note for note in said if note in ("DELIVERED", "RAIL_PAID", "DEBT_PAID", "DEBT_KEPT")] == told
    assert (desk.s.cash[0], desk.s.event[r.E_POLICE], desk.s.event[r.E_RAIL]) == (cash, debt, st.UNDER)


@pytest.mark.rule("AA-E01")
def test_rail_freight_worth_less_than_its_fee_takes_what_there_is_and_may_end_the_game() -> None:
    desk = on_the_road()
    desk.s.cash[0] = 0
    desk.load(0, "Hamburg", "Stuttgart", revenue=900)
    assert "DEBT_KEPT" not in desk.event(r.E_RAIL)
    assert desk.s.cash[0] == 0
    assert under(desk, r.E_RAIL)
    desk = on_the_road()
    desk.last_public()
    desk.load(0, "Hamburg", "Stuttgart", revenue=900)
    assert "ENDS" in desk.event(r.E_RAIL)
    assert desk.s.cash[0] == 4900


@pytest.mark.rule("AA-E02")
def test_co_driver_rolls_and_moves_again() -> None:
    desk = drew(r.E_CO_DRIVER)
    assert (desk.s.phase, desk.s.mover) == (r.Phase.ROLL, 0)
    desk.go(1, "München")
    assert desk.s.phase == r.Phase.ROADWORKS, "a 1 is a 1"


@pytest.mark.rule("AA-E03")
def test_papers_lead_back_to_the_city_one_came_from() -> None:
    desk = drew(r.E_PAPERS)
    assert desk.ends() == {desk.at("Nürnberg")}
    desk.drive("Nürnberg")
    assert desk.s.current == 1


@pytest.mark.rule("AA-E03")
def test_papers_before_the_first_move_lead_to_the_nearest_city() -> None:
    desk = Desk().truck(0, ("Hamburg", "Berlin", 1))
    desk.event(r.E_PAPERS)
    assert desk.ends() == {desk.at("Hamburg")}
    desk = Desk().truck(0, ("Hamburg", "Berlin", 2))
    desk.event(r.E_PAPERS)
    assert desk.ends() == {desk.at("Hamburg"), desk.at("Berlin")}


@pytest.mark.rule("AA-E03", "AA-12")
def test_papers_stop_before_a_truck_or_a_marker() -> None:
    desk = Desk()
    desk.truck(0, ("Hamburg", "Berlin", 3), desk.road("Hamburg", "Berlin", 2))
    desk.truck(1, "Hamburg")
    desk.event(r.E_PAPERS)
    assert desk.ends() == {desk.road("Hamburg", "Berlin", 1)}
    desk = on_the_road()
    desk.jam("Nürnberg")
    desk.event(r.E_PAPERS)
    assert "BLOCKED" in desk.drive(("Nürnberg", "München"))


@pytest.mark.rule("AA-E04")
def test_tachograph_misses_the_next_turn() -> None:
    desk = drew(r.E_TACHOGRAPH, 2)
    assert desk.s.skip[0] == 1
    desk.truck(1, "Berlin")
    desk.go(2, "Dresden")
    assert "MISSES_TURN" in desk.play(r.DECLINE_CALL)
    assert (desk.s.current, desk.s.skip[0]) == (1, 0)


@pytest.mark.rule("AA-E04")
def test_turns_that_are_to_be_missed_add_up() -> None:
    desk = on_the_road()
    desk.s.skip[0] = 1
    desk.event(r.E_TACHOGRAPH)
    assert desk.s.skip[0] == 2


@pytest.mark.rule("AA-E05")
def test_new_baby_goes_straight_to_a_chosen_destination_and_delivers() -> None:
    desk = on_the_road()
    desk.load(0, "Hamburg", "Stuttgart")
    chosen = desk.load(0, "Hamburg", "Wien", revenue=2000)
    desk.event(r.E_BABY)
    assert len([a for a in desk.legal() if a < r.PASS]) == 2
    assert "DELIVERED" in desk.play(r.BABY + chosen)
    assert (desk.s.truck[0], desk.s.cash[0]) == (desk.at("Wien"), 7000)


@pytest.mark.rule("AA-E05")
def test_new_baby_stops_next_to_a_truck_and_the_delivery_counts() -> None:
    desk = on_the_road()
    chosen = desk.load(0, "Hamburg", "Wien", revenue=2000)
    desk.truck(1, "Wien")
    desk.event(r.E_BABY)
    assert "DELIVERED" in desk.play(r.BABY + chosen)
    assert desk.t.distance[desk.s.truck[0], desk.at("Wien")] == 1
    assert desk.s.cash[0] == 7000


@pytest.mark.rule("AA-E05", "AA-E29")
def test_among_equally_near_spaces_the_one_with_the_lowest_number_is_the_nearest() -> None:
    desk = on_the_road()
    chosen = desk.load(0, "Hamburg", "Wien")
    desk.truck(1, "Wien")
    near = [v for v in range(desk.t.spaces) if desk.t.distance[desk.at("Wien"), v] == 1]
    assert len(near) > 1
    desk.event(r.E_BABY)
    desk.play(r.BABY + chosen)
    assert desk.s.truck[0] == min(near)
    for taken in ("truck", "roadworks", "jam"):
        desk = on_the_road()
        chosen = desk.load(0, "Hamburg", "Wien")
        desk.truck(1, "Wien")
        if taken == "truck":
            desk.truck(2, min(near))
        elif taken == "roadworks":
            desk.s.roadworks = min(near)
        else:
            desk.jam(min(near))
        desk.event(r.E_BABY)
        desk.play(r.BABY + chosen)
        assert desk.s.truck[0] == sorted(near)[1], taken


@pytest.mark.rule("AA-E05")
def test_new_baby_without_a_load_or_before_the_inspection_does_nothing() -> None:
    assert "NOTHING_HAPPENS" in on_the_road().event(r.E_BABY)
    desk = on_the_road()
    desk.load(0, "Hamburg", "Stuttgart")
    desk.keep(0, r.E_INSPECTION)
    assert "INSPECTION_BLOCKS" in desk.event(r.E_BABY)


@pytest.mark.rule("AA-E06")
@pytest.mark.parametrize(("giver", "right"), [(0, 2), (1, 0), (2, 1)])
def test_dumping_gives_an_unloaded_contract_to_the_right_hand_neighbour(giver: int, right: int) -> None:
    desk = Desk()
    given, other = desk.give(giver, "Hamburg", "Wien"), desk.give(giver, "Graz", "Wien")
    carried = desk.load(giver, "Linz", "Wien")
    desk.truck(giver, desk.road("Nürnberg", "München"), "Nürnberg")
    desk.event(r.E_DUMPING, giver)
    assert (desk.why(r.GIVE + carried), desk.why(r.GIVE + other)) == ("YOURS", "")
    desk.play(r.GIVE + given)
    assert desk.s.where[given] == st.HAND + right
    assert (desk.s.hand[giver], desk.s.hand[right]) == (1, 1)


@pytest.mark.rule("AA-E06")
def test_dumping_with_nothing_unloaded_does_nothing() -> None:
    desk = on_the_road()
    desk.load(0, "Linz", "Wien")
    assert "NOTHING_HAPPENS" in desk.event(r.E_DUMPING)


@pytest.mark.rule("AA-E07", "AA-E27")
@pytest.mark.parametrize("event", [r.E_SERVICE, r.E_TRUST])
def test_a_contract_from_the_reserve_is_free_and_an_empty_reserve_gives_nothing(event: int) -> None:
    desk = on_the_road()
    reserve = int(desk.s.reserve)
    desk.event(event)
    assert desk.s.phase == r.Phase.GIFT
    assert len(desk.legal()) == desk.s.reserve + desk.s.stack, "nobody knows which cards are the reserve"
    desk.play(desk.legal()[0])
    assert (desk.s.reserve, desk.s.hand[0], desk.s.cash[0]) == (reserve - 1, 1, 5000)
    desk = on_the_road()
    desk.s.stack, desk.s.reserve = desk.s.stack + desk.s.reserve, 0
    assert "NOTHING_HAPPENS" in desk.event(event)


@pytest.mark.rule("AA-E08")
def test_good_planning_leads_to_the_next_unoccupied_city_or_not() -> None:
    desk = on_the_road()
    desk.truck(1, "Nürnberg")
    desk.event(r.E_PLANNING)
    expected = {"München", "Würzburg", "Stuttgart", "Leipzig", "Prag", "Linz"}
    assert desk.ends() == {desk.at(city) for city in expected}
    desk.play(r.STAY)
    assert desk.s.current == 1


@pytest.mark.rule("AA-E09")
def test_thieves_take_the_goods_not_the_contracts_and_the_insurance_pays() -> None:
    desk = on_the_road()
    stolen = [desk.load(0, "Hamburg", "Wien", 2), desk.load(0, "Hamburg", "Graz", 3)]
    desk.event(r.E_THIEVES)
    assert all(desk.s.where[c] == st.HAND for c in stolen)
    assert (desk.s.goods[0], desk.s.stock, desk.s.cash[0]) == (0, 48, 7000)
    assert (desk.s.hand[0], desk.s.carried[0]) == (2, 0)


@pytest.mark.rule("AA-E09")
def test_thieves_find_nothing_on_an_empty_truck() -> None:
    assert "NOTHING_HAPPENS" in on_the_road().event(r.E_THIEVES)


def under_inspection() -> Desk:
    desk = drew(r.E_INSPECTION)
    desk.turn_of(0)
    return desk


@pytest.mark.rule("AA-E10")
def test_before_the_inspection_nothing_is_loaded_or_delivered() -> None:
    desk = under_inspection()
    assert desk.s.event[r.E_INSPECTION] == st.KEPT
    desk.load(0, "Hamburg", "Nürnberg")
    desk.give(0, "Nürnberg", "Wien")
    assert "DELIVERED" not in desk.go(1, "Nürnberg")
    assert desk.s.phase == r.Phase.ROADWORKS


@pytest.mark.rule("AA-E10")
def test_in_muenchen_the_inspection_passes_left_and_one_may_roll_again() -> None:
    desk = under_inspection()
    desk.load(0, "Hamburg", "München")
    desk.roll(3)
    assert desk.at("München") in desk.ends(), "points may be left over there"
    assert {"PASSES_INSPECTION", "DELIVERED"} <= set(desk.drive("München"))
    assert desk.s.event[r.E_INSPECTION] == st.KEPT + 1
    assert desk.s.phase == r.Phase.BONUS
    assert desk.why(r.FAST_LOADING) == "CARD"
    desk.play(r.ROLL_AGAIN)
    assert desk.s.phase == r.Phase.ROLL


@pytest.mark.rule("AA-E10")
def test_another_roll_may_be_declined() -> None:
    desk = under_inspection()
    desk.go(3, "München")
    desk.play(r.DECLINE_ROLL)
    assert desk.s.current == 1


@pytest.mark.rule("AA-E10", "AA-27")
@pytest.mark.parametrize(("cash", "left"), [(5000, 4000), (300, 0)])
def test_the_inspection_held_at_the_end_costs_1000_as_far_as_the_money_goes(cash: int, left: int) -> None:
    desk = on_the_road()
    desk.keep(1, r.E_INSPECTION)
    desk.s.cash[1] = cash
    end_game(desk.s, desk.t)
    assert list(desk.s.cash[:3]) == [5000, left, 5000]


@pytest.mark.rule("AA-E11")
def test_motivation_is_kept_and_used_before_the_roll_or_at_the_end() -> None:
    desk = drew(r.E_MOTIVATION)
    assert desk.s.event[r.E_MOTIVATION] == st.KEPT
    assert desk.s.phase == r.Phase.END, "it may be used at once"
    desk.play(r.END_TURN)
    r.next_turn(desk.s, desk.t)
    r.next_turn(desk.s, desk.t)
    assert (desk.s.current, desk.s.phase) == (0, r.Phase.TURN)
    desk.play(r.MOTIVATION)
    assert under(desk, r.E_MOTIVATION)
    reach = {int(desk.t.distance[desk.s.truck[0], end]) for end in desk.ends()}
    assert reach == {1, 2, 3}
    assert desk.why(r.STAY) == "MUST_MOVE"
    desk.drive("München")
    assert desk.s.phase == r.Phase.ROLL
    assert desk.s.has_rolled == 0


@pytest.mark.rule("AA-E11")
def test_with_motivation_in_hand_one_may_just_roll() -> None:
    desk = on_the_road()
    desk.keep(0, r.E_MOTIVATION)
    desk.turn_of(0)
    begin_turn_roll(desk.s)
    desk.play(r.ROLL_NOW)
    assert desk.s.phase == r.Phase.ROLL
    assert desk.s.event[r.E_MOTIVATION] == st.KEPT


@pytest.mark.rule("AA-E12")
@pytest.mark.parametrize(("answer", "cash", "skip"), [(r.HELP, 6000, 1), (r.DRIVE_ON, 5000, 0)])
def test_breakdown_help_costs_a_turn_and_brings_1000_or_nothing(answer: int, cash: int, skip: int) -> None:
    desk = drew(r.E_HELPER)
    desk.play(answer)
    assert (desk.s.cash[0], desk.s.skip[0], desk.s.current) == (cash, skip, 1)


@pytest.mark.rule("AA-E15", "AA-E25")
@pytest.mark.parametrize("event", [r.E_RADIO, r.E_SUBCONTRACTOR])
def test_you_and_another_player_may_each_move_three_spaces(event: int) -> None:
    desk = drew(event)
    assert desk.why(r.PARTNER + 0) == "YOURSELF"
    desk.truck(2, "Berlin")
    desk.play(r.PARTNER + 2)
    assert (desk.s.mover, desk.s.decider) == (0, 0)
    assert not under(desk, event), "the card is still at work"
    desk.play(r.STAY)
    assert (desk.s.mover, desk.s.decider) == (2, 2)
    assert {int(desk.t.distance[desk.s.truck[2], end]) for end in desk.ends()} == {3}
    desk.drive(next(end for end in desk.ends() if desk.t.is_event[end] == 0))
    assert under(desk, event)
    assert desk.s.current == 1


@pytest.mark.parametrize("name", ["nearest", "planner", "bargain"])
def test_a_strategy_lets_the_poorest_move_too_even_where_a_trailer_could_be_bought(name: str) -> None:
    desk = drew(r.E_RADIO)
    desk.s.cash[:3] = 9_000, 8_000, 7_000
    legal = desk.game.legal(desk.s)
    assert max(legal) >= r.BID, "something else than a partner may be chosen, too"
    chosen = desk.game.strategies[name].choose(
        desk.s, desk.t, 0, np.array(legal, np.int32), len(legal), np.random.default_rng(1)
    )
    assert chosen == r.PARTNER + 2


@pytest.mark.rule("AA-E15")
def test_with_two_players_the_other_one_is_the_partner() -> None:
    desk = drew(r.E_RADIO, 2)
    desk.play(r.STAY)
    assert desk.s.decider == 1


@pytest.mark.rule("AA-E15", "AA-E25")
def test_both_cards_at_work_at_once_keep_apart() -> None:
    desk = on_the_road()
    triangle = next(v for v in range(desk.t.cities, desk.t.spaces) if desk.t.is_event[v] == 1)
    desk.event(r.E_RADIO)
    desk.play(r.PARTNER + 1)
    desk.play(r.STAY)
    desk.s.reach[:] = 0
    desk.s.reach[triangle] = st.EXACT
    desk.drive(triangle)
    desk.play(r.EVENT + r.E_SUBCONTRACTOR)
    desk.play(r.PARTNER + 2)
    assert list(desk.s.task_event[:2]) == [r.E_RADIO, r.E_SUBCONTRACTOR]
    desk.play(r.STAY, r.STAY)
    assert under(desk, r.E_RADIO)
    assert under(desk, r.E_SUBCONTRACTOR)


@pytest.mark.rule("AA-E16")
def test_the_snowstorm_moves_every_truck_one_to_three_spaces() -> None:
    desk = drew(r.E_SNOW, 4)
    moved = []
    while desk.s.phase == r.Phase.DRIVE:
        assert desk.s.decider == 0, "whoever drew it moves them all"
        start = int(desk.s.truck[desk.s.mover])
        ends = desk.ends() - {start}
        assert {int(desk.t.distance[start, end]) for end in ends} <= {1, 2, 3}
        moved.append(int(desk.s.mover))
        calm = next(e for e in sorted(ends) if not st.is_city(desk.t, e) and desk.t.is_event[e] == 0)
        desk.drive(calm)
    assert moved == [0, 1, 2, 3]
    assert under(desk, r.E_SNOW)


@pytest.mark.rule("AA-E16")
def test_in_the_snow_the_truck_moved_delivers_and_its_player_loads_and_draws() -> None:
    desk = on_the_road(2)
    desk.load(1, "Hamburg", "Wien", revenue=800)
    contract = desk.give(1, "Wien", "Linz")
    desk.truck(1, ("Linz", "Wien"))
    desk.event(r.E_SNOW)
    desk.play(r.STAY)
    assert "DELIVERED" in desk.drive("Wien")
    assert (desk.s.cash[1], desk.s.decider, desk.s.phase) == (5800, 1, r.Phase.LOAD)
    assert desk.why(r.BUY_SMALL) == "BUY_NOW"
    desk.play(r.LOAD + contract)
    assert desk.s.current == 1


@pytest.mark.rule("AA-E17")
def test_fast_loading_is_kept_and_used_straight_after_loading() -> None:
    desk = drew(r.E_FAST_LOADING)
    desk.turn_of(0)
    contract = desk.give(0, "München", "Wien")
    desk.go(3, "München")
    desk.play(r.LOAD + contract)
    assert desk.s.phase == r.Phase.BONUS
    assert desk.why(r.ROLL_AGAIN) == "ROLL_EARNED"
    desk.play(r.FAST_LOADING)
    assert under(desk, r.E_FAST_LOADING)
    desk.roll(2)
    assert desk.s.mover == 0


@pytest.mark.rule("AA-E17")
def test_fast_loading_is_not_asked_without_loading_and_may_wait() -> None:
    desk = on_the_road()
    desk.keep(0, r.E_FAST_LOADING)
    desk.turn_of(0)
    desk.go(6, "München")
    desk.play(r.DECLINE_CALL)
    assert desk.s.current == 1
    desk = on_the_road()
    desk.keep(0, r.E_FAST_LOADING)
    contract = desk.give(0, "München", "Wien")
    desk.turn_of(0)
    desk.go(3, "München")
    desk.play(r.LOAD + contract, r.DECLINE_ROLL)
    assert desk.s.event[r.E_FAST_LOADING] == st.KEPT


@pytest.mark.rule("AA-E18", "AA-E19")
@pytest.mark.parametrize(
    ("event", "city", "road"),
    [(r.E_FLENSBURG, "Flensburg", ("Flensburg", "Hamburg")), (r.E_WIEN, "Wien", ("Wien", "Linz"))],
)
def test_a_special_delivery_pays_2000_on_reaching_its_city(event: int, city: str, road: tuple[str, str]) -> None:
    desk = drew(event)
    assert desk.s.event[event] == st.KEPT
    desk.turn_of(0)
    desk.truck(0, desk.road(*road))
    desk.roll(4)
    assert desk.at(city) in desk.ends(), "points may be left over"
    desk.drive(city)
    assert desk.s.cash[0] == 7000
    assert under(desk, event)
    desk = on_the_road()
    desk.keep(1, event)
    end_game(desk.s, desk.t)
    assert desk.s.cash[1] == 4000


@pytest.mark.rule("AA-E20", "AA-E21", "AA-E22")
@pytest.mark.parametrize(
    ("event", "city"), [(r.E_JAM_MUENCHEN, "München"), (r.E_JAM_FRANKFURT, "Frankfurt"), (r.E_JAM_KASSEL, "Kassel")]
)
def test_a_jam_in_a_city_is_placed_and_its_card_kept(event: int, city: str) -> None:
    desk = on_the_road()
    desk.truck(1, city)
    desk.event(event)
    assert (desk.s.jam, desk.s.jam_owner) == (desk.at(city), 0)
    assert desk.s.event[event] == st.KEPT


@pytest.mark.rule("AA-E23", "AA-E24")
@pytest.mark.parametrize("event", [r.E_FOG, r.E_ACCIDENT])
def test_fog_and_accidents_put_the_jam_on_an_unoccupied_space_of_choice(event: int) -> None:
    desk = on_the_road()
    desk.truck(1, "Berlin")
    desk.event(event)
    assert desk.why(r.JAM + desk.at("Berlin")) == "JAM_UNDER_TRUCK"
    desk.play(r.JAM + desk.at("Hannover"))
    assert (desk.s.jam, desk.s.jam_event) == (desk.at("Hannover"), event)
    assert desk.s.event[event] == st.KEPT


@pytest.mark.rule("AA-E26")
def test_the_trucker_festival_pays_500() -> None:
    desk = drew(r.E_FESTIVAL)
    assert desk.s.cash[0] == 5500


@pytest.mark.rule("AA-E28")
def test_good_maintenance_allows_one_to_four_spaces() -> None:
    desk = drew(r.E_MAINTENANCE)
    assert {int(desk.t.distance[desk.s.truck[0], end]) for end in desk.ends()} == {1, 2, 3, 4}
    desk.play(r.STAY)
    assert desk.s.current == 1


@pytest.mark.rule("AA-E29")
@pytest.mark.parametrize("occupied", [False, True])
def test_spoiled_goods_lead_back_to_the_last_loading_city_and_the_load_is_kept(occupied: bool) -> None:
    desk = on_the_road()
    contract = desk.load(0, "Berlin", "Wien")
    if occupied:
        desk.truck(1, "Berlin")
    desk.event(r.E_SPOILED)
    assert desk.t.distance[desk.s.truck[0], desk.at("Berlin")] == int(occupied)
    assert desk.s.where[contract] == st.LOADED


@pytest.mark.rule("AA-E29")
@pytest.mark.parametrize("delivered", [False, True])
@pytest.mark.parametrize("rising", [False, True])
def test_spoiled_goods_lead_where_the_last_of_those_still_aboard_was_loaded(delivered: bool, rising: bool) -> None:
    desk = on_the_road()
    desk.free.sort(reverse=rising)  # the contracts that are made have falling or rising numbers
    desk.load(0, "Hamburg", "Wien")
    desk.load(0, "Berlin", "Wien")
    latest = desk.load(0, "Leipzig", "München")
    if delivered:
        desk.s.stock += desk.t.goods[latest]
        desk.s.goods[0] -= desk.t.goods[latest]
        desk.s.carried[0] -= 1
        desk.s.where[latest], desk.s.load_number[latest] = st.DELIVERED, 0
        desk.s.done[0] += 1
    desk.event(r.E_SPOILED)
    assert desk.s.truck[0] == desk.at("Berlin" if delivered else "Leipzig")


@pytest.mark.rule("AA-E29", "AA-E09")
def test_what_was_delivered_or_stolen_is_no_load_to_be_reloaded() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    first, second = desk.give(0, "Leipzig", "Wien"), desk.give(0, "Leipzig", "Hamburg")
    desk.go(6, "Leipzig")
    desk.play(r.LOAD + first, r.LOAD + second)
    assert list(desk.s.load_number[[first, second]]) == [1, 2]
    desk.play(r.DECLINE_CALL)
    desk.truck(0, "Wien")
    desk.s.phase, desk.s.todo = r.Phase.DRIVE, st.ARRIVE
    desk.s.mover = desk.s.decider = 0
    r.carry_on(desk.s, desk.t)
    assert list(desk.s.load_number[[first, second]]) == [0, 2], "Wien's is delivered"
    desk.event(r.E_THIEVES)
    assert not desk.s.load_number.any()


@pytest.mark.rule("AA-E29")
def test_spoiled_goods_without_a_load_do_nothing() -> None:
    desk = on_the_road()
    assert "NOTHING_HAPPENS" in desk.event(r.E_SPOILED)
    assert desk.s.truck[0] == desk.road("Nürnberg", "München")


@pytest.mark.rule("AA-E30")
def test_the_customs_friend_leads_to_the_next_event_space_where_nothing_is_drawn() -> None:
    desk = on_the_road()
    desk.truck(1, "Rostock")
    desk.truck(2, "Flensburg")
    desk.event(r.E_CUSTOMS_FRIEND)
    assert desk.ends()
    assert all(desk.t.is_event[end] == 1 for end in desk.ends())
    assert desk.why(r.STAY) == "MUST_MOVE"
    desk.drive(min(desk.ends()))
    assert desk.s.current == 1


def next_event_spaces(desk: Desk) -> set[int]:
    """By NetworkX: over each road that leaves the space, the nearest event spaces with none on the way; free ones."""
    board = space_graph(desk.game.box.map)
    start = int(desk.s.truck[desk.s.mover])
    events = {space for space, event in board.nodes(data="event") if event} - {start}
    taken = {int(space) for space in desk.s.truck[: desk.game.players]}
    board.remove_nodes_from({int(desk.s.roadworks), int(desk.s.jam)} & set(board))
    found = set()
    for first in list(board[start]):
        if first in events:
            found.add(first)
            continue
        way = board.subgraph(set(board) - events - {start})
        far = nx.single_source_shortest_path_length(way, first)
        ends = [(far[space], event) for space in far for event in events & set(board[space])]
        found |= {event for steps, event in ends if steps == min(ends)[0]}
    return found - taken


@pytest.mark.rule("AA-E30")
def test_the_customs_friend_offers_the_first_event_space_along_each_road_and_no_other() -> None:
    sizes = []
    spaces = int(loaded(3).tables.spaces)
    for space in range(0, spaces, enough(12, 3)):
        for works, other in ((None, 1), (1, 2), (2, -1)):
            desk = on_the_road()
            for p, ahead in enumerate((0, other, 5)):
                desk.truck(p, (space + ahead) % spaces)
            if works is not None and space + works < spaces:
                desk.s.roadworks = space + works
            expected = next_event_spaces(desk)
            desk.event(r.E_CUSTOMS_FRIEND)
            assert desk.ends() == (expected or {space}), desk.game.rulebook.words["space"][space]
            sizes.append(len(expected))
    assert max(sizes) <= 7
    assert sum(sizes) / len(sizes) < 4


@pytest.mark.rule("AA-E31")
@pytest.mark.parametrize(("answer", "cash", "skip"), [(r.PAY, 4500, 0), (r.MISS, 5000, 1)])
def test_the_customs_check_costs_500_or_a_turn(answer: int, cash: int, skip: int) -> None:
    desk = drew(r.E_CUSTOMS)
    desk.play(answer)
    assert (desk.s.cash[0], desk.s.skip[0]) == (cash, skip)


@pytest.mark.rule("AA-25")
@pytest.mark.parametrize(("earned", "cash", "card"), [(999, 999, st.DEBT), (1000, 0, st.UNDER), (1001, 1, st.UNDER)])
def test_a_debt_is_collected_as_soon_as_twice_the_sum_is_there_and_not_before(
    earned: int, cash: int, card: int
) -> None:
    desk = on_the_road()
    desk.s.cash[0] = 0
    desk.event(r.E_POLICE)
    earn(desk.s, desk.t, 0, earned, st.NONE)
    assert (desk.s.cash[0], desk.s.event[r.E_POLICE]) == (cash, card)
