"""Route 66, rule by rule: driving, the patrol, the turn of the tide, the way home, the end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.core.record import notes_of
from gamekit.games.route66 import rules as r
from gamekit.games.route66.moves import drive
from tests.games.route66_board import LA, Board, card, kind, lay, play, space
from tests.play import enough

CHICAGO = 0


# The road
@pytest.mark.rule("R66-06")
def test_the_road_has_four_spaces_for_each_card_and_a_two_in_the_middle_of_each_state():
    game = gk.load("route66")
    road = game.graph
    assert road.number_of_nodes() == 54
    assert [road.nodes[p]["name"] for p in (0, 53)] == ["Chicago", "Los Angeles"]
    for state, copies in enumerate(game.tables.copies[:8]):
        spaces = [p for p in road if road.nodes[p]["state"] == game.box.states.names[state]]
        assert len(spaces) == 4 * copies
        assert spaces == list(range(spaces[0], spaces[-1] + 1))
        marked = [road.nodes[p]["number"] for p in spaces if road.nodes[p]["cards"] == 2]
        assert marked == [len(spaces) // 2]
    assert all(road.has_edge(p, p + 1) for p in range(53))


@pytest.mark.rule("R66-16")
@pytest.mark.parametrize("mph", range(0, 75, 5))
def test_a_car_moves_one_space_for_each_full_ten_mph(mph):
    board = Board().car(0, 3, mph=mph)
    board.drive()
    assert board.s.place[0] == 3 + mph // 10


@pytest.mark.rule("R66-16")
def test_a_car_moves_by_its_own_speedometer_even_if_another_was_changed():
    board = Board().speed_hand(0, "+20 +5 -5").speed_phase().car(0, 10, mph=30).car(1, 2, mph=10)
    board.do(play("+20", 1), r.DRIVE)
    assert board.s.place[:2].tolist() == [13, 2]


@pytest.mark.rule("R66-17")
def test_the_cities_hold_any_number_of_cars():
    board = Board(5).after_tide().car(0, LA - 2, mph=20)
    for p in (1, 2):
        board.car(p, LA, turned=True)
    board.drive()
    assert board.s.place[:3].tolist() == [LA] * 3


def driven(place: int, turned: bool, points: int, others: set[int]) -> tuple[int, bool]:
    """Oracle: the whole way out and home as one list, without the occupied spaces."""
    way = [*range(1, LA + 1), *range(LA - 1, -1, -1)]
    ahead = way[place:] if not turned else way[len(way) - place :]
    free = [q for q in ahead if q in (CHICAGO, LA) or q not in others]
    if points == 0:
        return place, turned
    stop = min(points, len(free)) - 1
    return free[stop], turned or LA in free[: stop + 1]


@pytest.mark.rule("R66-17")
@given(
    place=st.integers(0, LA),
    turned=st.booleans(),
    mph=st.integers(0, 14),
    others=st.sets(st.integers(1, LA - 1), max_size=4),
)
def test_driving_is_walking_along_the_free_spaces(place, turned, mph, others):
    others = others - {place}
    turned = (turned and place > 0) or place == LA
    board = Board(5).after_tide().car(0, place, mph=5 * mph, turned=turned)
    for p, other in enumerate(sorted(others), start=1):
        board.car(p, other)
    expected = driven(place, turned, mph // 2, others)
    drive(board.s, board.game.tables, 0)
    assert (int(board.s.place[0]), bool(board.s.turned[0])) == expected


# Highway patrol, westward
@pytest.mark.rule("R66-18")
@pytest.mark.parametrize(("mph", "caught"), [(50, False), (55, True)])
def test_the_patrol_lets_55_pass_and_catches_what_is_above(mph, caught):
    board = Board().speed_hand(0, "+5").speed_phase().car(1, space("OK", 3), mph=mph)
    codes = board.do(play("+5", 1))
    assert (r.Note.CAUGHT_WESTWARD in codes) == caught
    assert (r.Note.NOT_SPEEDING in codes) == (not caught)
    assert board.s.speed[1] == (0 if caught else 55)
    assert board.s.place[1] == (space("KS", 4) if caught else space("OK", 3))


@pytest.mark.rule("R66-18")
def test_a_slower_patrol_card_catches_too_and_other_cards_never():
    board = Board().speed_hand(0, "-5 +10 -10").speed_phase().car(1, space("TX", 2), mph=65)
    board.do(play("-5", 1))
    assert (board.s.speed[1], board.s.place[1]) == (0, space("OK", 8))
    board = Board().speed_hand(0, "+10").speed_phase().car(1, space("TX", 2), mph=60)
    board.do(play("+10", 1))
    assert (board.s.speed[1], board.s.place[1]) == (70, space("TX", 2))


@pytest.mark.rule("R66-18")
def test_the_patrol_catches_at_once_on_somebody_elses_turn_and_on_the_own():
    board = Board(3).speed_hand(0, "+5").speed_phase().car(0, 20, mph=30).car(2, space("MO", 6), mph=65)
    board.do(play("+5", 2))
    assert board.s.place[:3].tolist() == [20, 0, space("IL", 4)]
    assert board.s.current == 0
    board = Board().speed_hand(0, "-5").speed_phase().car(0, space("MO", 6), mph=70)
    board.do(play("-5", 0), r.DRIVE)
    assert board.s.place[0] == space("IL", 4)


@pytest.mark.rule("R66-18")
def test_from_illinois_it_goes_back_to_chicago_and_in_chicago_it_stays():
    board = Board().speed_hand(0, "+5").speed_phase().car(1, space("IL", 3), mph=60)
    board.do(play("+5", 1))
    assert (board.s.place[1], board.s.speed[1]) == (CHICAGO, 0)
    board = Board().speed_hand(0, "+5").speed_phase().car(1, CHICAGO, mph=60)
    assert r.Note.CAUGHT_IN_CHICAGO in board.do(play("+5", 1))
    assert (board.s.place[1], board.s.speed[1]) == (CHICAGO, 0)
    assert board.s.num_home == 0


@pytest.mark.rule("R66-18")
def test_with_the_earlier_state_full_it_goes_further_east():
    full = [space("KS", n) for n in (4, 3, 2, 1)]
    board = Board(5).speed_hand(0, "+5").speed_phase().car(1, space("OK", 2), mph=60)
    for p, place in zip((0, 2, 3), full, strict=False):
        board.car(p, place)
    board.do(play("+5", 1))
    assert board.s.place[1] == space("KS", 1)
    board = Board(5).speed_hand(0, "+5").speed_phase().car(1, space("OK", 2), mph=60)
    for p, place in zip((0, 2, 3, 4), full, strict=True):
        board.car(p, place)
    board.do(play("+5", 1))
    assert board.s.place[1] == space("MO", 8)


@pytest.mark.rule("R66-18")
def test_the_limit_can_be_lifted_by_a_house_rule():
    board = Board(limit=70).speed_hand(0, "+5").speed_phase().car(1, 20, mph=65)
    board.do(play("+5", 1))
    assert (board.s.speed[1], board.s.place[1]) == (70, 20)


# Los Angeles
@pytest.mark.rule("R66-20")
@pytest.mark.parametrize(("to_go", "mph", "back"), [(3, 30, 0), (3, 50, 2), (1, 70, 6), (1, 20, 1)])
def test_left_over_points_are_driven_on_the_way_home_at_once(to_go, mph, back):
    board = Board().car(0, LA - to_go, mph=mph)
    codes = board.drive()
    assert board.s.place[0] == LA - back
    assert board.s.turned[0] == 1
    assert (r.Note.LEFT_OVER in codes) == (back > 0)


@pytest.mark.rule("R66-21")
def test_the_first_car_in_los_angeles_ends_the_laying_of_state_cards():
    board = Board().hand(0, "IL-A CA-A CA-A TX-B").hand(1, "NM-A OK-B").rows("IL-B").car(0, LA - 1, mph=10)
    board.s.to_draw = 1
    board.s.laid_now = card("CA-A")
    codes = board.drive()
    assert r.Note.TIDE in codes
    s = board.s
    assert s.laid[:16].tolist() == board.game.tables.copies[:8].tolist() * 2
    assert (s.pile_size, s.hand_size.sum(), s.tide, s.first) == (0, 0, 1, 0)
    board.do(r.SPEED_CARD + kind("+5"))
    assert (s.current, s.phase) == (1, r.Phase.SPEED), "no other turn for the second California card"
    assert board.why_not(lay("NM-A")) == r.No.AFTER_TIDE


@pytest.mark.rule("R66-21")
def test_after_the_tide_a_turn_is_speed_card_move_draw():
    board = Board().after_tide().speed_hand(0, "+20").car(0, 10).speed_hand(1, "+5")
    board.do(play("+20", 0), r.DRIVE, r.SPEED_CARD + kind("stop"))
    assert board.s.place[0] == 12
    assert (board.s.current, board.s.phase) == (1, r.Phase.SPEED)


@pytest.mark.rule("R66-22")
def test_the_first_arrival_takes_two_california_cards():
    board = Board().car(0, LA - 2, mph=20)
    board.drive()
    assert board.s.place[0] == LA
    assert board.s.collected[0].tolist() == [0, 0, 0, 0, 0, 0, 0, 2]


@pytest.mark.rule("R66-22")
@pytest.mark.parametrize(("left_over", "cards"), [(1, 3), (4, 3), (5, 4)])
def test_the_first_arrival_with_left_over_points_takes_what_the_stop_brings_too(left_over, cards):
    """The fifth space from Los Angeles is California's fourth, marked "2"."""
    board = Board(3).car(0, LA - 1, mph=10 * (1 + left_over))
    board.drive()
    assert board.s.place[0] == LA - left_over
    assert board.s.collected[0, 7] == cards
    assert (board.s.place[0] == space("CA", 4)) == (cards == 4)


@pytest.mark.rule("R66-22")
def test_the_second_arrival_gets_no_bonus_but_its_stop():
    board = Board().after_tide().car(0, LA - 1, mph=20).car(1, 30, turned=True)
    board.drive()
    assert board.s.collected[0].sum() == 1
    board = Board().after_tide().car(0, LA - 1, mph=10).car(1, 30, turned=True)
    board.drive()
    assert board.s.collected[0].sum() == 0


@pytest.mark.rule("R66-20")
def test_los_angeles_is_reached_once_and_not_with_every_move_of_the_way_home():
    board = Board().car(0, LA - 1, mph=20)
    assert r.Note.LOS_ANGELES in board.drive()
    assert r.Note.LOS_ANGELES not in board.drive()


# The way home
@pytest.mark.rule("R66-23")
def test_a_stop_brings_a_card_of_its_state_and_two_on_a_two():
    board = Board().after_tide().car(0, space("NM", 9), mph=20, turned=True)
    board.drive()
    assert board.s.collected[0].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    board.s.place[0], board.s.speed[0] = space("NM", 9), 30
    board.drive()
    assert board.s.place[0] == space("NM", 6)
    assert board.s.collected[0, 5] == 3


@pytest.mark.rule("R66-23")
def test_standing_still_brings_nothing():
    board = Board().after_tide().car(0, space("NM", 6), mph=5, turned=True)
    assert r.Note.STOOD_STILL in board.drive()
    assert board.s.score[0] == 0


@pytest.mark.rule("R66-23")
def test_twos_can_be_switched_off():
    board = Board(twos=False).after_tide().car(0, space("NM", 7), mph=10, turned=True)
    board.drive()
    assert board.s.score[0] == 1


@pytest.mark.rule("R66-24")
def test_cars_still_westward_bound_collect_nothing():
    board = Board().after_tide().car(0, space("NM", 5), mph=10).car(1, 30, turned=True)
    assert r.Note.NOT_YET in board.drive()
    assert (board.s.place[0], board.s.score[0]) == (space("NM", 6), 0)


@pytest.mark.rule("R66-25")
@pytest.mark.parametrize(
    ("left", "brings", "code"), [(2, 2, r.Note.COLLECTS_TWO), (1, 1, r.Note.LAST_CARD), (0, 0, r.Note.NO_CARD)]
)
def test_a_two_brings_what_is_left(left, brings, code):
    board = Board().after_tide().car(0, space("TX", 3), mph=10, turned=True)
    board.collected(1, "TX " * (2 - left))
    assert code in board.drive()
    assert (board.s.place[0], board.s.score[0], board.s.supply[4]) == (space("TX", 2), brings, left - brings)


@pytest.mark.rule("R66-26")
def test_caught_on_the_way_home_it_is_put_behind_the_next_border_and_lays_a_card_back():
    board = Board().after_tide().speed_hand(0, "-5").car(1, space("NM", 8), mph=65, turned=True)
    board.collected(1, "CA CA NM NM")
    codes = board.do(play("-5", 1))
    assert {r.Note.CAUGHT_EASTWARD, r.Note.FINED} <= set(codes)
    assert (board.s.place[1], board.s.speed[1]) == (space("TX", 4), 0)
    assert board.s.collected[1].tolist() == [0, 0, 0, 0, 0, 1, 0, 2]
    assert board.s.supply[5] == 6 - 1


@pytest.mark.rule("R66-26")
def test_without_a_card_there_is_none_to_lay_back():
    board = Board().after_tide().speed_hand(0, "-5").car(1, space("NM", 8), mph=65, turned=True)
    assert r.Note.NOTHING_TO_FINE in board.do(play("-5", 1))
    assert (board.s.place[1], board.s.score[1]) == (space("TX", 4), 0)


@pytest.mark.rule("R66-26")
def test_taken_spaces_behind_the_border_are_passed_over():
    board = Board(4).after_tide().speed_hand(0, "-5").car(1, space("NM", 8), mph=65, turned=True)
    board.car(2, space("TX", 4)).car(3, space("TX", 3), turned=True)
    board.do(play("-5", 1))
    assert board.s.place[1] == space("TX", 2)


@pytest.mark.rule("R66-26")
def test_caught_in_illinois_it_is_home():
    board = Board().after_tide().speed_hand(0, "+5").car(0, 20).car(1, space("IL", 2), mph=60, turned=True)
    board.collected(1, "MO IL")
    codes = board.do(play("+5", 1))
    assert r.Note.HOME in codes
    assert (board.s.place[1], board.s.num_home, board.s.score[1]) == (CHICAGO, 1, 1)
    assert board.s.collected[1, 1] == 1


@pytest.mark.rule("R66-26")
def test_caught_in_los_angeles_the_next_state_is_california():
    board = Board().after_tide().speed_hand(0, "-5").car(1, LA, mph=65, turned=True).collected(1, "CA CA")
    board.do(play("-5", 1))
    assert (board.s.place[1], board.s.score[1]) == (LA - 1, 1)


@pytest.mark.rule("R66-26")
def test_a_car_still_westward_bound_is_caught_as_before():
    board = Board().after_tide().speed_hand(0, "-5").car(0, 30, turned=True).car(1, space("AZ", 2), mph=65)
    codes = board.do(play("-5", 1))
    assert r.Note.CAUGHT_WESTWARD in codes
    assert r.Note.NOTHING_TO_FINE not in codes
    assert board.s.place[1] == space("NM", 12)


@pytest.mark.rule("R66-26")
def test_the_card_laid_back_is_the_one_collected_last_in_whole_games():
    """Oracle: remember every card taken, in order; the easternmost is always the latest."""
    game = gk.load("route66", players=5)
    fined = 0
    for seed in range(enough(6, 15)):
        rng = np.random.default_rng(seed)
        s = game.start()
        taken: list[list[int]] = [[] for _ in range(5)]
        while (p := game.player(s)) != gk.OVER:
            before = s.collected[:5].copy()
            actions = game.legal(s)
            patrols = [a for a in actions if r.PLAY <= a < r.SWAP and game.tables.patrol[(a - r.PLAY) // 5]]
            if p == gk.CHANCE:
                action = int(game.rules.draw(s, game.tables, int(rng.integers(game.rules.total(s, game.tables)))))
            else:
                action = int(rng.choice(patrols or actions))
            game.apply(s, action)
            for q, change in enumerate(s.collected[:5] - before):
                for state in reversed(range(r.STATES)):
                    taken[q] += [state] * max(int(change[state]), 0)
                if change.min() < 0:
                    fined += 1
                    assert change.sum() == -1
                    assert int(change.argmin()) == taken[q].pop()
    assert fined > 5


@pytest.mark.rule("R66-27")
@pytest.mark.parametrize("mph", [20, 50])
def test_chicago_need_not_be_hit_exactly_and_brings_no_card(mph):
    board = Board().after_tide().car(0, 2, mph=mph, turned=True).car(1, 30, turned=True)
    codes = board.drive()
    assert (board.s.place[0], board.s.num_home, board.s.score[0]) == (CHICAGO, 1, 0)
    assert (r.Note.LOST_POINTS in codes) == (mph > 20)


@pytest.mark.rule("R66-28")
def test_players_at_home_still_play_on_those_who_are_not_and_do_not_move():
    board = Board(3).after_tide().speed_hand(0, "+20 +5 -5").car(0, 0, turned=True).car(1, 0, turned=True).car(2, 20)
    assert board.why_not(play("+20", 0)) == r.No.AT_HOME
    assert board.why_not(play("+20", 1)) == r.No.AT_HOME
    assert r.Note.STAYS_HOME in board.do(play("+20", 2))
    assert board.s.phase == r.Phase.REFILL
    assert board.s.place[:3].tolist() == [0, 0, 20]
    board.do(r.SPEED_CARD + kind("stop"))
    assert board.s.current == 1


@pytest.mark.rule("R66-28")
@pytest.mark.parametrize(("mph", "cards"), [(20, "+20 +5 -5"), (60, "+30 +30 +30")])
def test_players_at_home_need_not_play_and_nobody_learns_whether_they_could(mph, cards):
    board = Board().after_tide().speed_hand(0, cards).car(0, 0, turned=True).car(1, 20, mph=mph)
    assert r.KEEP in board.legal()
    assert board.do(r.KEEP) == [r.Note.PLAYS_NONE, r.Note.STAYS_HOME, r.Note.TURN]
    assert (board.s.current, board.s.speed_size[0], board.s.speed[1]) == (1, 3, mph)
    assert {board.game.rulebook.note(note).rule for note in notes_of(board.s)[:2]} == {"R66-28"}


@pytest.mark.rule("R66-14")
def test_players_on_the_road_must_play_a_card_that_fits():
    board = Board().after_tide().speed_hand(0, "+20 +5 -5").car(0, 5, turned=True).car(1, 20)
    assert board.why_not(r.KEEP) == r.No.SWAP
    assert max(board.legal()) < r.SWAP


@pytest.mark.rule("R66-28")
def test_players_at_home_swap_cards_that_fit_none_of_the_others():
    board = Board().after_tide().speed_hand(0, "+30 +30 +30").car(0, 0, turned=True).car(1, 20, mph=60)
    assert board.legal() == [r.SWAP, r.KEEP]
    board.do(r.SWAP)
    assert (board.s.phase, board.s.to_draw) == (r.Phase.REFILL, 3)


@pytest.mark.rule("R66-28")
def test_the_patrol_leaves_cars_alone_that_are_home():
    board = Board().after_tide().speed_hand(0, "-5").car(0, 20).car(1, 0, mph=65, turned=True).collected(1, "CA")
    assert r.Note.PARKED in board.do(play("-5", 1))
    assert (board.s.speed[1], board.s.score[1], board.s.num_home) == (60, 1, 1)


@pytest.mark.rule("R66-28")
def test_the_game_ends_when_the_last_car_is_home():
    board = Board().after_tide().car(0, 3, mph=30, turned=True).car(1, 0, turned=True)
    assert r.Note.ALL_HOME in board.drive()
    assert board.game.player(board.s) == gk.OVER
    board = Board().after_tide().speed_hand(0, "+5").car(0, 0, turned=True)
    board.car(1, space("IL", 3), mph=60, turned=True)
    assert r.Note.ALL_HOME in board.do(play("+5", 1))
    assert board.game.player(board.s) == gk.OVER
    assert board.legal() == []
    assert board.why_not(r.KEEP) == r.No.OVER


# The end
@pytest.mark.rule("R66-29")
@pytest.mark.parametrize(("second", "code"), [("MO", r.Note.WON), ("MO KS", r.Note.SHARED)])
def test_most_cards_win_and_equal_numbers_share(second, code):
    board = Board(3).after_tide().car(0, 3, mph=30, turned=True).car(1, 0, turned=True).car(2, 0, turned=True)
    board.collected(1, "CA CA").collected(2, second)
    assert code in board.drive()
    assert board.game.returns(board.s) == [0, 2, len(second.split())]


@pytest.mark.rule("R66-30")
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_game_stops_after_so_many_turns_of_each_player_and_says_so(rounds):
    game = gk.load("route66", players=3, rounds=rounds)
    session = game.session(seed=2)
    turns = 0
    while not session.over:
        said = session.roll() if session.player == gk.CHANCE else session.play(session.legal()[-1])
        turns += sum(note.code == r.Note.TURN for note in said)
    assert turns == 3 * rounds
    codes = [note.code for note in said]
    assert (r.Note.TURN_LIMIT in codes, r.Note.ALL_HOME in codes) == (True, False)
    assert session.position.num_home == 0


@pytest.mark.rule("R66-30")
def test_by_default_a_game_stops_after_500_turns_each():
    board = Board().after_tide().speed_hand(0, "-5").speed_hand(1, "stop -5 -10")
    board.s.current, board.s.round_number = 1, 499
    board.do(play("stop", 0), r.DRIVE, r.SPEED_CARD + kind("-10"))
    assert (board.s.round_number, board.s.phase) == (500, r.Phase.SPEED)
    board.s.current = 1
    board.do(r.SWAP, r.DRIVE, r.SPEED_CARD + kind("-20"), r.SPEED_CARD + kind("-20"))
    assert r.Note.TURN_LIMIT in board.do(r.SPEED_CARD + kind("-20"))
    assert board.s.phase == r.Phase.OVER
