"""Auf Achse: set-up, contracts, auctions, money, the end and what a player knows."""

from __future__ import annotations

import numpy as np
import pytest

from gamekit.core.record import UNKNOWN, Note, notes_of
from gamekit.games.auf_achse import rules as r
from gamekit.games.auf_achse import state as st
from gamekit.games.auf_achse.turns import end_game
from tests.games.auf_achse_desk import Desk, loaded


def set_up(players: int = 3, seed: int = 1) -> tuple[object, st.State]:
    """A game up to its first turn; chance by seed, trucks at random."""
    game = loaded(players)
    s = game.start()
    rng = np.random.default_rng(seed)
    while s.round_number == 0:
        game.apply(s, int(rng.choice(game.legal(s))))
    return game, s


@pytest.mark.rule("AA-05")
def test_trucks_are_placed_in_turn_outside_the_cities_before_contracts_are_dealt() -> None:
    game = loaded(3)
    s = game.start()
    for p in range(3):
        assert game.player(s) == p
        assert s.hand.sum() == 0
        assert len(game.legal(s)) == game.tables.spaces - game.tables.cities - p
        assert r.reason(s, game.tables, r.PLACE + 0) == r.No.TRUCK_IN_CITY
        if p > 0:
            assert r.reason(s, game.tables, r.PLACE + int(s.truck[p - 1])) == r.No.PLACE_TAKEN
        game.apply(s, game.legal(s)[0])
    assert s.phase == r.Phase.DEAL
    assert len(set(s.truck[:3])) == 3


@pytest.mark.rule("AA-06", "AA-07")
def test_everybody_starts_with_5000_and_three_secret_contracts_and_four_public_ones_lie_open() -> None:
    game, s = set_up()
    assert list(s.cash[:3]) == [5000] * 3
    assert list(s.hand[:3]) == [3, 3, 3]
    assert (game.view(s, 0).where == st.HAND + 1).sum() == 0
    assert (s.open, s.stack, s.reserve) == (4, 12, 27)


@pytest.mark.rule("AA-08")
def test_a_random_player_starts_unless_one_is_chosen() -> None:
    import gamekit as gk

    game = gk.load("auf_achse", players=5)
    s = game.start()
    assert game.legal(s) == [r.START + p for p in range(5)]
    game.apply(s, r.START + 3)
    assert game.player(s) == 3
    chosen = gk.load("auf_achse", players=5, start=2)
    assert chosen.player(chosen.start()) == 2


@pytest.mark.rule("AA-08")
def test_turns_go_clockwise() -> None:
    desk = Desk(3)
    seen = []
    for _ in range(4):
        seen.append(int(desk.s.current))
        r.next_turn(desk.s, desk.t)
    assert seen == [0, 1, 2, 0]
    assert desk.s.round_number == 2


@pytest.mark.rule("AA-14")
def test_whoever_ends_on_an_event_space_draws_and_the_card_goes_under_the_pile() -> None:
    desk = Desk()
    triangle = next(v for v in range(desk.t.cities, desk.t.spaces) if desk.t.is_event[v] == 1)
    desk.truck(0, int(desk.t.neighbour[triangle, 0]))
    desk.go(1, triangle)
    desk.play(r.ROADWORKS + desk.road("Prag", "Wien"))
    assert desk.s.phase == r.Phase.EVENT
    assert len(desk.legal()) == 31
    verbs = (r.LOAD, r.CALL, r.BID, r.BUY_SMALL, r.DRIVE)
    assert {desk.why(action) for action in verbs} == {"CHANCE_NOW"}, "the card comes first, whatever one would do"
    desk.play(r.EVENT + r.E_FESTIVAL)
    assert list(desk.s.under[: desk.s.under_size]) == [r.E_FESTIVAL]


@pytest.mark.rule("AA-14", "AA-30")
def test_once_all_events_are_seen_the_first_under_the_pile_comes_next() -> None:
    desk = Desk()
    for event in range(st.EVENTS):
        r.put_under(desk.s, event)
    desk.s.unseen_events = 0
    desk.s.phase = r.Phase.EVENT
    assert desk.legal() == [r.EVENT]
    assert desk.why(r.EVENT + 1) == "TOP_CARD"
    assert r.total(desk.s, desk.t) == 1, "nothing is left to chance"
    desk.play(r.EVENT)
    assert desk.s.under[0] == 1
    assert desk.s.under[desk.s.under_size - 1] == r.E_RAIL


@pytest.mark.rule("AA-15")
def test_others_buy_no_trailers_in_your_turn() -> None:
    desk = at_auction()
    desk.play(desk.legal_call())
    assert desk.s.decider == 1
    assert desk.why(r.BUY_SMALL) == "BUY_NOW"


@pytest.mark.rule("AA-16")
def test_two_contracts_are_loaded_at_one_stop() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    first, second = desk.give(0, "Leipzig", "Wien", 3), desk.give(0, "Leipzig", "Graz", 3)
    elsewhere = desk.give(0, "Berlin", "Graz", 3)
    desk.go(4, "Leipzig")
    assert desk.why(r.LOAD + elsewhere) == "LOADING_CITY"
    desk.play(r.LOAD + first)
    assert desk.s.phase == r.Phase.LOAD
    desk.play(r.LOAD + second)
    assert (desk.s.goods[0], desk.s.carried[0], desk.s.stock) == (6, 2, 42)
    assert desk.s.current == 1, "loading ends the move"


@pytest.mark.rule("AA-16")
def test_loading_may_be_declined_in_a_city_reached_exactly() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    contract = desk.give(0, "Leipzig", "Wien", 3)
    desk.go(1, "Leipzig")
    desk.play(r.STOP_LOADING)
    assert desk.s.where[contract] == st.HAND


@pytest.mark.rule("AA-16", "AA-30")
def test_to_be_asked_to_load_tells_nothing_of_the_hand() -> None:
    """A player with contracts in hand is asked wherever anybody's unknown contract could be loaded, and else not."""
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.give(0, "Graz", "Wien", 3)
    desk.give(1, "Leipzig", "Wien", 3)
    desk.go(1, "Leipzig")
    assert (desk.s.phase, desk.s.decider) == (r.Phase.LOAD, 0)
    assert not any(r.LOAD <= action < r.GIVE for action in desk.legal())
    assert "STOPS_LOADING" in desk.play(r.STOP_LOADING)


@pytest.mark.rule("AA-16")
def test_nobody_is_asked_to_load_where_all_contracts_are_accounted_for() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.give(0, "Graz", "Wien", 3)
    for contract in range(desk.t.contracts):
        if desk.t.origin[contract] == desk.at("Leipzig"):
            desk.s.where[contract] = st.DELIVERED
    desk.go(1, "Leipzig")
    assert desk.s.phase == r.Phase.ROADWORKS


@pytest.mark.rule("AA-17")
def test_capacity_is_truck_and_trailers_together() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.load(0, "Hamburg", "Wien", 4)
    contract = desk.give(0, "Leipzig", "Wien", 6)
    desk.roll(1)
    assert st.room(desk.s, desk.t, 0) < desk.t.goods[contract]
    desk.play(r.BUY_SMALL)
    desk.drive("Leipzig")
    desk.play(r.LOAD + contract)
    assert desk.s.goods[0] == 10


@pytest.mark.rule("AA-17")
def test_a_full_truck_does_not_load() -> None:
    desk = Desk().truck(0, "Leipzig")
    small, large = desk.give(0, "Leipzig", "Wien", 2), desk.give(0, "Leipzig", "Graz", 6)
    desk.load(0, "Hamburg", "Wien", 4)
    desk.s.phase = r.Phase.LOAD
    assert desk.why(r.LOAD + large) == "ROOM"
    assert desk.why(r.LOAD + small) == ""


@pytest.mark.rule("AA-17")
def test_with_too_few_goods_in_stock_a_contract_cannot_be_loaded() -> None:
    desk = Desk(6)
    contract = desk.give(0, "Leipzig", "Wien", 3)
    for p in range(1, 6):
        desk.s.large[p] = 0
        desk.load(p, "Hamburg", "Wien", 6)
    desk.s.small[1:5] = 1
    for p in range(1, 5):
        desk.load(p, "Hamburg", "Wien", 4)
    assert desk.s.stock == 2
    desk.truck(0, "Leipzig")
    desk.s.phase = r.Phase.LOAD
    assert desk.why(r.LOAD + contract) == "STOCK"


@pytest.mark.rule("AA-18")
def test_two_contracts_are_delivered_at_one_stop() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.load(0, "Hamburg", "Leipzig", 2, 1100)
    desk.load(0, "Wien", "Leipzig", 3, 1300)
    desk.load(0, "Wien", "Graz", 1, 900)
    assert desk.go(4, "Leipzig").count("DELIVERED") == 2
    assert (desk.s.cash[0], desk.s.goods[0], desk.s.stock) == (7400, 1, 47)


@pytest.mark.rule("AA-19")
def test_contracts_not_delivered_bring_nothing() -> None:
    desk = Desk(2, rounds=1)
    desk.give(0, "Hamburg", "Wien", revenue=9000)
    desk.load(0, "Hamburg", "Wien", revenue=9000)
    desk.s.current = desk.s.mover = desk.s.decider = 1
    desk.truck(1, ("Berlin", "Dresden"))
    desk.go(1, "Berlin")
    desk.play(r.ROADWORKS + desk.road("Prag", "Wien"), r.DECLINE_CALL)
    assert desk.s.phase == r.Phase.OVER
    assert desk.s.cash[0] == 5000


# Auctions
def at_auction(players: int = 3) -> Desk:
    """Player 0 has reached Leipzig exactly, with a 1."""
    desk = Desk(players).truck(0, ("Berlin", "Leipzig"))
    desk.go(1, "Leipzig")
    desk.play(r.ROADWORKS + desk.road("Prag", "Wien"))
    return desk


@pytest.mark.rule("AA-20")
def test_a_city_reached_exactly_allows_an_auction_but_does_not_oblige() -> None:
    desk = at_auction()
    assert desk.s.phase == r.Phase.CALL
    assert len([a for a in desk.legal() if a < r.PASS]) == 4
    desk.play(r.DECLINE_CALL)
    assert desk.s.current == 1


@pytest.mark.rule("AA-20")
def test_a_six_always_reaches_a_city_exactly() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.go(6, "Leipzig")
    assert desk.s.phase == r.Phase.CALL


@pytest.mark.rule("AA-20")
def test_a_city_reached_with_points_left_over_allows_no_auction() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.load(0, "Wien", "Leipzig")
    desk.go(4, "Leipzig")
    assert desk.s.phase == r.Phase.ROLL
    assert desk.s.current == 1


@pytest.mark.rule("AA-20", "AA-E02", "AA-E10", "AA-E17")
@pytest.mark.parametrize("won", ["co-driver", "inspection", "fast loading"])
def test_a_city_reached_exactly_with_a_roll_that_an_event_gives_allows_an_auction_once_a_turn(won: str) -> None:
    desk = Desk().truck(0, "Berlin" if won == "co-driver" else ("Nürnberg", "München"))
    if won == "co-driver":
        desk.event(r.E_CO_DRIVER)
    elif won == "inspection":
        desk.keep(0, r.E_INSPECTION)
        desk.go(3, "München")
        desk.play(r.ROLL_AGAIN)
    else:
        desk.keep(0, r.E_FAST_LOADING)
        contract = desk.give(0, "München", "Wien")
        desk.go(3, "München")
        desk.play(r.LOAD + contract, r.FAST_LOADING)
    desk.roll(6)
    desk.drive(next(city for city in desk.ends() if city < desk.t.cities and city != desk.s.truck[0]))
    assert desk.s.phase == r.Phase.CALL
    desk.play(r.DECLINE_CALL)
    assert desk.s.phase == r.Phase.ROLL


@pytest.mark.rule("AA-20")
def test_there_is_one_auction_a_turn_however_often_one_rolls() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.keep(0, r.E_FAST_LOADING)
    contract = desk.give(0, "Leipzig", "Wien")
    desk.go(6, "Leipzig")
    desk.play(r.LOAD + contract)
    desk.play(desk.legal_call())
    desk.play(r.PASS, r.PASS)
    desk.play(next(a for a in desk.legal() if r.OPEN <= a < r.PLACE))
    desk.play(r.FAST_LOADING)
    desk.go(6, "Berlin")
    assert desk.s.current == 1


@pytest.mark.rule("AA-20")
def test_a_move_given_by_an_event_allows_no_auction() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.event(r.E_MAINTENANCE)
    desk.drive("Leipzig")
    assert desk.s.current == 1


@pytest.mark.rule("AA-21")
def test_an_auction_nobody_joins_is_free() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.play(r.CALL + contract, r.PASS)
    assert "WINS_FREE" in desk.play(r.PASS)
    assert desk.s.cash[0] == 5000
    assert desk.s.where[contract] == st.HAND
    assert desk.s.phase == r.Phase.OPEN
    desk.play(next(iter(desk.legal())))
    assert (desk.s.open, desk.s.stack) == (4, 11)


@pytest.mark.rule("AA-21")
def test_the_caller_may_match_and_wins_ties() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.play(r.CALL + contract)
    assert desk.s.decider == 1, "clockwise from the caller's left"
    desk.play(r.BID + 2, r.PASS)
    assert desk.s.decider == 0
    assert desk.why(r.BID + 1) == "BELOW"
    desk.play(r.BID + 2)
    assert desk.s.decider == 1
    assert desk.why(r.BID + 2) == "TOO_LOW", "others must bid more"
    assert "WINS_AUCTION" in desk.play(r.PASS)
    assert (desk.s.cash[0], desk.s.cash[1]) == (4700, 5000)


@pytest.mark.rule("AA-21")
def test_who_passes_is_out_for_good_and_the_highest_bid_wins() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.play(r.CALL + contract, r.BID + 0, r.BID + 1, r.PASS)
    assert desk.s.decider == 1, "the caller passed and is not asked again"
    desk.play(r.PASS)
    assert desk.s.where[contract] == st.HAND + 2
    assert desk.s.cash[2] == 4800


@pytest.mark.rule("AA-21")
def test_nobody_bids_more_than_the_cash_in_hand() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.s.cash[1], desk.s.cash[2] = 250, 0
    assert desk.play(r.CALL + contract) == ["CALLED"]
    assert desk.why(r.BID + 1) == ""
    assert desk.why(r.BID + 2) == "TOO_DEAR"
    assert "CANNOT_BID" in desk.play(r.BID + 1), "the third has no money at all"


@pytest.mark.rule("AA-21")
@pytest.mark.parametrize("short", [0, 1])
def test_who_has_just_the_price_of_the_next_bid_is_asked(short: int) -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.play(r.CALL + contract)
    desk.s.cash[2] = desk.t.price[contract, 2] - short
    said = desk.play(r.BID)
    assert ("CANNOT_BID" in said) == bool(short)
    assert desk.s.decider == (0 if short else 2)


@pytest.mark.rule("AA-21")
def test_bid_five_can_only_be_matched_by_the_caller() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.play(r.CALL + contract)
    desk.play(r.BID + 4)
    assert desk.s.decider == 0
    assert [a for a in desk.legal() if a < r.BUY_SMALL] == [r.BID + 4, r.PASS]
    assert "WINS_AUCTION" in desk.play(r.BID + 4)
    assert desk.s.cash[0] == 4500


@pytest.mark.rule("AA-21")
def test_a_winner_in_the_loading_city_may_load_at_once_caller_or_not() -> None:
    for winner in (0, 1):
        desk = at_auction()
        desk.truck(1, "Dresden")
        desk.keep(1 - winner, r.E_INSPECTION)  # another one's is no hindrance
        contract = desk.open("Leipzig" if winner == 0 else "Dresden", "Wien")
        desk.play(r.CALL + contract)
        desk.play(*([r.PASS, r.PASS] if winner == 0 else [r.BID, r.PASS, r.PASS]))
        desk.play(desk.legal()[0])
        assert (desk.s.phase, desk.s.decider) == (r.Phase.LOAD, winner)
        desk.play(r.LOAD + contract)
        assert desk.s.where[contract] == st.LOADED + winner
        assert desk.s.current == 1


@pytest.mark.rule("AA-21")
def test_a_winner_elsewhere_may_not_load_at_once() -> None:
    desk = at_auction()
    desk.truck(1, "Dresden")
    contract = desk.open("Leipzig", "Wien")
    desk.play(r.CALL + contract, r.BID, r.PASS, r.PASS)
    desk.play(desk.legal()[0])
    assert desk.s.where[contract] == st.HAND + 1
    assert desk.s.phase == r.Phase.ROLL


@pytest.mark.rule("AA-21")
def test_without_room_it_is_not_loaded_at_once() -> None:
    desk = at_auction()
    desk.load(0, "Hamburg", "Wien", 5)
    contract = desk.open("Leipzig", "Wien", 2)
    desk.play(r.CALL + contract, r.PASS, r.PASS)
    desk.play(desk.legal()[0])
    assert desk.s.phase == r.Phase.ROLL


# Money and the end
@pytest.mark.rule("AA-25")
def test_a_debt_still_open_at_the_end_costs_nothing() -> None:
    desk = Desk(2)
    desk.s.cash[0] = 400
    desk.event(r.E_POLICE)
    end_game(desk.s, desk.t)
    assert desk.s.cash[0] == 400


def about_to_deliver(last: bool, public: bool) -> Desk:
    """Player 0 is about to deliver; `last` contract of all or not, with public contracts left or not."""
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.load(0, "Wien", "Leipzig")
    desk.give(1, "Wien", "Leipzig")
    if not last:
        desk.give(0, "Graz", "Leipzig")
    if not public:
        desk.last_public()
    desk.go(1, "Leipzig")
    return desk


@pytest.mark.rule("AA-26")
@pytest.mark.parametrize(("last", "public", "over"), [(True, False, True), (True, True, False), (False, False, False)])
def test_the_game_ends_only_when_both_conditions_hold(last: bool, public: bool, over: bool) -> None:
    desk = about_to_deliver(last, public)
    assert (desk.s.phase == r.Phase.OVER) == over


@pytest.mark.rule("AA-26")
def test_it_also_ends_when_the_last_public_contract_goes_while_somebody_is_done() -> None:
    desk = at_auction()
    contract = desk.open("Hamburg", "Wien")
    desk.s.where[desk.s.where == st.OPEN_NOW] = st.UNSEEN
    desk.s.where[contract] = st.OPEN_NOW
    desk.s.reserve += desk.s.open - 1 + desk.s.stack
    desk.s.open, desk.s.stack = 1, 0
    desk.s.cleared[2] = 1
    desk.play(r.CALL + contract, r.PASS)
    assert "ENDS" in desk.play(r.PASS)


@pytest.mark.rule("AA-26")
def test_who_gave_the_last_contract_away_has_not_delivered_it() -> None:
    desk = Desk()
    desk.last_public()
    contract = desk.give(0, "Wien", "Leipzig")
    desk.event(r.E_DUMPING)
    desk.play(r.GIVE + contract)
    assert desk.s.phase != r.Phase.OVER


@pytest.mark.rule("AA-27")
def test_most_money_wins_and_equal_sums_share() -> None:
    desk = Desk()
    desk.s.cash[:3] = [7000, 9000, 8000]
    end_game(desk.s, desk.t)
    out = np.zeros(3)
    r.returns(desk.s, desk.t, out)
    assert list(out) == [7000, 9000, 8000]
    assert desk.notes()[-1] == "WON"
    desk = Desk()
    end_game(desk.s, desk.t)
    assert desk.notes().count("SHARED") == 3


@pytest.mark.rule("AA-28")
def test_a_game_too_long_ends_as_it_stands_and_says_so() -> None:
    assert loaded(2).tables.rounds == 400
    desk = Desk(2, rounds=1)
    desk.s.current = desk.s.mover = desk.s.decider = 1
    desk.truck(1, "Berlin")
    notes = desk.go(2, ("Berlin", "Hamburg", 2))
    if desk.s.phase == r.Phase.EVENT:
        notes = desk.play(r.EVENT + r.E_FESTIVAL)
    assert "TURN_LIMIT" in notes
    assert desk.s.phase == r.Phase.OVER


@pytest.mark.rule("AA-29")
def test_in_the_childrens_game_contracts_are_taken_and_there_are_no_trailers() -> None:
    desk = Desk(3, children=True)
    assert list(desk.s.cash[:3]) == [2000] * 3
    desk.truck(0, ("Berlin", "Leipzig"))
    desk.roll(1)
    assert desk.why(r.BUY_SMALL) == "TRAILERS"
    desk.drive("Leipzig")
    desk.play(r.ROADWORKS + desk.road("Prag", "Wien"))
    contract = desk.open("Leipzig", "Wien")
    assert desk.why(r.CALL + contract) == "AUCTION_HERE"
    assert "TAKES" in desk.play(r.TAKE + contract)
    assert (desk.s.cash[0], desk.s.hand[0]) == (2000, 1)
    assert Desk(3).t.children == 0
    assert at_auction().why(r.TAKE + contract) == "TAKING_HERE"


# What a player knows
@pytest.mark.rule("AA-30")
def test_others_hands_stack_and_reserve_look_the_same() -> None:
    game, s = set_up(4, 3)
    view = game.view(s, 1)
    mine = [c for c in range(52) if s.where[c] == st.HAND + 1]
    assert [c for c in range(52) if view.where[c] == st.HAND + 1] == mine
    assert (view.where == st.UNSEEN).sum() == s.stack + s.reserve + 9
    assert list(view.hand) == list(s.hand)
    assert (view.event == s.event).all()


@pytest.mark.rule("AA-30")
def test_a_redeal_keeps_sizes_and_reaches_every_unseen_contract() -> None:
    game, s = set_up(4, 3)
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(300):
        dealt = game.view(s, 1)
        r.redeal(dealt, game.tables, 1, rng)
        seen |= {c for c in range(52) if dealt.where[c] == st.HAND + 2}
        assert (dealt.where == st.HAND + 2).sum() == 3
    assert seen == {c for c in range(52) if game.view(s, 1).where[c] == st.UNSEEN}


@pytest.mark.rule("AA-30")
def test_where_a_rival_may_stop_to_load_is_hidden_and_a_redeal_thinks_of_it_anew() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.give(0, "Leipzig", "Wien")
    desk.roll(4)
    view = desk.s.copy()
    r.hide(view, desk.t, 1)
    assert not view.reach.any()
    assert not view.stop.any()
    own = desk.s.copy()
    r.hide(own, desk.t, 0)
    assert (own.reach == desk.s.reach).all()
    rng = np.random.default_rng(0)
    stops = 0
    for _ in range(200):
        dealt = view.copy()
        r.redeal(dealt, desk.t, 1, rng)
        stops += dealt.reach[desk.at("Leipzig")] > 0
    assert 0 < stops < 100


@pytest.mark.rule("AA-30", "AA-16")
def test_whoever_left_points_over_to_load_has_something_to_load_in_every_redeal() -> None:
    desk = Desk().truck(0, ("Berlin", "Leipzig"))
    desk.give(0, "Leipzig", "Wien")
    desk.give(0, "Graz", "Wien")
    desk.go(4, "Leipzig")
    view = desk.s.copy()
    r.hide(view, desk.t, 1)
    rng = np.random.default_rng(0)
    for _ in range(50):
        dealt = view.copy()
        r.redeal(dealt, desk.t, 1, rng)
        desk.s = dealt
        assert any(r.LOAD <= action < r.GIVE for action in desk.legal())
        assert (dealt.where == st.HAND).sum() == 2


@pytest.mark.rule("AA-30")
def test_only_the_two_concerned_see_a_contract_given_away() -> None:
    desk = Desk(3)
    contract = desk.give(0, "Wien", "Leipzig")
    desk.event(r.E_DUMPING)
    desk.play(r.GIVE + contract)
    for viewer, seen in ((0, contract), (1, UNKNOWN), (2, contract)):
        view = desk.s.copy()
        r.hide(view, desk.t, viewer)
        assert next(n for n in notes_of(view) if n.code == r.Note.GIVES).c == seen


@pytest.mark.rule("AA-14", "AA-25")
@pytest.mark.parametrize("name", ["NOTHING_HAPPENS", "KEEPS_EVENT", "USES_CARD", "PAYS", "EARNS", "MUST_MISS"])
def test_what_an_event_does_is_told_by_the_event_s_own_rule(name: str) -> None:
    book = Desk().game.rulebook
    code = r.Note[name]
    at = book.notes[code].args.index("event")
    for event in range(r.EVENTS):
        numbers = [0, 0, 0]
        numbers[at] = event
        assert book.note(Note(code, *numbers)).rule == f"AA-E{event + 1:02d}"
