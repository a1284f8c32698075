"""Ausgebremst, the race, rule by rule: grid, turns, stops, the finish, points, unowned cars."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import notes_of
from gamekit.games.ausgebremst import rules as r
from tests.games.ausgebremst_table import LETTERS, table

A, B, C, D, E, F = range(r.CARS)


def played(game: gk.Game, s: object, action: int) -> list[str]:
    game.apply(s, action)
    return [game.rulebook.note(note).rule for note in notes_of(s)]


def draws(game: gk.Game, s: object, values: str) -> None:
    """Draw these cards for the grid."""
    for value in values:
        assert s.phase == r.Phase.GRID
        game.apply(s, r.GRID_DRAW + int(value) - 1)


@pytest.mark.rule("AB-01")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_six_cars_race_and_the_first_ones_have_drivers(players):
    game = gk.load("ausgebremst", players=players, draw_grid=False)
    s = game.start()
    assert (s.space != r.NOWHERE).sum() == 6
    assert {int(car) for car in s.order[: 6 - players]} == set(range(players, 6))
    with pytest.raises(gk.OptionError, match="3 to 6 players"):
        gk.load("ausgebremst", players=players + 4 if players > 2 else 2)


@pytest.mark.rule("AB-02")
def test_twenty_eight_cards_worth_105_points():
    whole = gk.load("ausgebremst").tables.cards[0]
    assert list(whole) == [4, 4, 4, 5, 5, 6]
    assert (whole.sum(), (whole * np.arange(1, 7)).sum()) == (28, 105)


@pytest.mark.rule("AB-03")
def test_players_start_with_four_of_each_value_and_unowned_cars_with_all_cards():
    game = gk.load("ausgebremst", players=4, draw_grid=False)
    s = game.start()
    for car in range(4):
        assert list(s.deck[car]) == [4] * 6
        assert (s.deck[car] * np.arange(1, 7)).sum() == 84
    for car in (E, F):
        assert s.deck_size[car] == 28


@pytest.mark.rule("AB-18")
def test_the_highest_card_takes_the_best_free_place_and_the_others_follow_clockwise():
    game = gk.load("ausgebremst", players=4)
    s = game.start()
    draws(game, s, "3561")
    assert s.phase == r.Phase.DEAL
    assert list(s.order) == [E, F, C, D, A, B]
    assert [int(s.space[car]) for car in s.order] == list(game.tables.grid[0])
    assert s.deck[:4].sum() == 96, "the cards go back into the decks"


@pytest.mark.rule("AB-18")
def test_a_tie_for_the_highest_card_is_drawn_again_by_those_who_tied():
    game = gk.load("ausgebremst", players=4)
    s = game.start()
    draws(game, s, "5253")
    assert game.rulebook.note(notes_of(s)[-1]).text == "2 players have drawn a 5, the highest card: they draw again."
    assert [int(x) for x in s.again[:4]] == [1, 0, 1, 0]
    draws(game, s, "44")
    draws(game, s, "13")
    assert list(s.order)[2:] == [C, D, A, B]


@pytest.mark.rule("AB-18")
def test_who_does_not_draw_again_has_no_part_in_it():
    game = gk.load("ausgebremst", players=4)
    s = game.start()
    draws(game, s, "2155")
    draws(game, s, "44")
    draws(game, s, "13")
    assert list(s.order)[2:] == [D, A, B, C]
    s = game.start()
    draws(game, s, "5453")
    draws(game, s, "23")
    assert list(s.order)[2:] == [C, D, A, B], "the 4 of the first draw counts no more"


@pytest.mark.rule("AB-18")
def test_drawing_ends_even_if_all_cards_tie():
    game = gk.load("ausgebremst", players=3)
    s = game.start()
    for value in "123456" * 4:
        draws(game, s, value * 3)
    assert s.phase == r.Phase.DEAL
    assert list(s.order)[3:] == [A, B, C]


@pytest.mark.rule("AB-18")
def test_without_the_draw_a_starts_first():
    s = gk.load("ausgebremst", players=3, draw_grid=False).start()
    assert list(s.order) == [D, E, F, A, B, C]


def finished_race(players: int, places: dict[str, int], rest: dict[str, int], **options: object):
    """A race whose result is as given, ready for its points."""
    game = gk.load("ausgebremst", players=players, draw_grid=False, **options)
    s = game.start()
    s.stands[:] = 0
    s.space[:] = r.NOWHERE
    for car, letter in enumerate(LETTERS):
        s.status[car] = r.FINISHED if letter in places else r.OUT_OF_CARDS
        s.place[car] = places.get(letter, 0)
        s.rest[car] = rest.get(letter, 0)
    s.phase = r.Phase.RESULT
    return game, s


@pytest.mark.rule("AB-19")
def test_the_next_grid_follows_the_result_and_who_had_most_to_drive_is_last():
    game, s = finished_race(5, {"F": 1, "D": 2, "B": 3}, {"A": 7, "C": 2, "E": 7}, championship=[1, 2])
    played(game, s, r.RESULT)
    assert s.race == 2
    assert s.circuit == 1
    assert list(s.order) == [F, D, B, C, A, E], "unowned first; A and E, equal, stay in their order"
    assert [int(s.space[car]) for car in s.order] == list(game.tables.grid[1])


@pytest.mark.rule("AB-20")
def test_turns_go_in_grid_order_for_the_whole_race_and_unowned_cars_open_each_round():
    game = gk.load("ausgebremst", players=4, circuit=2)
    session = game.session(seed=5)
    rng = np.random.default_rng(5)
    turns: dict[int, list[int]] = {}
    order: list[int] = []
    while not session.over:
        s = session.position
        if s.round_number >= 1 and s.phase not in (r.Phase.DRAW, r.Phase.RESULT):
            turns.setdefault(int(s.round_number), []).append(int(s.order[s.turn]))
            order = order or [int(car) for car in s.order]
            assert order == [int(car) for car in s.order]
        session.roll() if session.player < 0 else session.play(int(rng.choice(session.legal())))
    assert order[:2] == [E, F]
    assert turns[1] == order
    for cars in turns.values():
        assert cars == [car for car in order if car in cars], "each at most once, in order"


@pytest.mark.rule("AB-21")
def test_everybody_holds_three_cards_plays_one_and_draws_one():
    game = gk.load("ausgebremst", players=6, draw_grid=False)
    s = game.start()
    for _ in range(18):
        assert s.phase == r.Phase.DEAL
        game.apply(s, r.HAND_DRAW + 1 if s.deck[s.order[s.turn], 1] else r.HAND_DRAW)
    assert list(s.hand_size) == [3] * 6
    assert list(s.deck_size) == [21] * 6
    game.apply(s, game.legal(s)[0])
    assert (s.hand_size[A], s.phase) == (2, r.Phase.DRAW)
    assert game.weights(s) == [int(n) for n in s.deck[A] if n]
    game.apply(s, game.legal(s)[0])
    assert (s.hand_size[A], s.deck_size[A]) == (3, 20)
    assert s.order[s.turn] == B


@pytest.mark.rule("AB-22")
def test_a_car_that_crosses_after_three_laps_leaves_the_board_in_the_next_place():
    t = table().put("A", "R21", "5", laps=3, stopped=True, deck="1").put("B", "R20", "5", laps=3, stopped=True)
    t.turn("A")
    assert t.play("5 finish")[-1] == "Car A crosses the finish line and is first."
    assert (t.space("A"), t.s.place[A], t.s.status[A]) == ("", 1, r.FINISHED)
    assert t.s.order[t.s.turn] == B, "no card is drawn any more"
    t.play("5 finish")
    assert t.s.place[B] == 2
    assert t.s.phase == r.Phase.RESULT


@pytest.mark.rule("AB-22")
def test_laps_are_counted_at_the_line_on_the_road_and_at_the_end_of_the_pit_lane():
    t = table().put("A", "R22", "1", laps=0, deck="1").put("B", "P5", "1", laps=1, stopped=True, deck="1").turn("A")
    assert "AB-22" in t.rules("1 R1")
    assert t.s.lines[A] == 1
    t.turn("B").play("1 R3")
    assert t.s.lines[B] == 2


@pytest.mark.rule("AB-22")
@pytest.mark.parametrize(("laps", "stops"), [(0, False), (1, True)])
def test_the_line_is_a_moment_to_stop_at_once_a_lap_has_been_driven(laps, stops):
    t = table().put("A", "R22", "1", laps=laps, stopped=True, deck="1").turn("A")
    t.rules("1 R1")
    line = [said for note in notes_of(t.s) if (said := t.game.rulebook.note(note)).rule == "AB-22"]
    assert [said.moment == "long" for said in line] == [stops]


@pytest.mark.rule("AB-22")
def test_the_race_is_over_when_no_driver_is_left_on_the_board():
    t = table(players=5).put("A", "R21", "5", laps=3, stopped=True).put("F", "R5", "1", deck="1").turn("A")
    t.play("5 finish")
    assert t.s.phase == r.Phase.RESULT
    assert t.s.status[F] == r.RACING


@pytest.mark.rule("AB-23")
def test_out_of_cards_one_space_before_the_line():
    t = table().put("A", "R21", "1", laps=3, stopped=True).put("B", "R5", "1").turn("A")
    assert t.play("1 R22") == [
        "With the last card, a 1, car A drives to R22, short of the finish: it is out.",
        "A has no cards left, one space before the finish: the car is taken off.",
    ]
    assert (t.space("A"), t.s.status[A], t.s.rest[A], t.s.place[A]) == ("", r.OUT_OF_CARDS, 1, 0)
    assert t.s.stands.sum() == B + 1


@pytest.mark.rule("AB-23")
def test_an_empty_deck_alone_does_not_stop_a_car():
    t = table().put("A", "R5", "12").put("B", "R4", "1").turn("A")
    t.play("1 R6")
    assert notes_of(t.s)[0].code == r.Note.PLAYED, "it is not the last card"
    assert t.s.status[A] == r.RACING
    assert t.cards("A") == [1]
    assert t.s.order[t.s.turn] == B


@pytest.mark.rule("AB-24")
def test_points_for_places_and_nobody_moves_up_behind_an_unowned_car():
    game, s = finished_race(5, {"A": 1, "F": 2, "B": 3, "E": 4}, {"C": 3, "D": 9})
    rules = played(game, s, r.RESULT)
    assert list(s.points) == [9, 4, 0, 0, 3, 0]
    assert "AB-23" in rules, "who did not finish scores nothing"
    assert game.returns(s) == [9.0, 4.0, 0.0, 0.0, 3.0]


@pytest.mark.rule("AB-24")
def test_all_six_places_score():
    game, s = finished_race(6, {letter: place for place, letter in enumerate("CABFED", start=1)}, {})
    played(game, s, r.RESULT)
    assert list(s.points) == [6, 4, 9, 1, 2, 3]


@pytest.mark.rule("AB-25")
def test_a_championship_runs_its_circuits_in_order_and_equal_points_share_the_win():
    game, s = finished_race(3, {"A": 1, "B": 2}, {"C": 3}, championship=[4, 6])
    assert s.circuit == 3
    played(game, s, r.RESULT)
    assert (s.race, s.circuit, s.phase) == (2, 5, r.Phase.DEAL)
    assert list(s.points[:3]) == [9, 6, 0]
    for car, place in ((A, 2), (B, 1), (C, 3)):
        s.status[car], s.place[car] = r.FINISHED, place
    s.status[[D, E, F]] = r.OUT_OF_CARDS
    s.phase = r.Phase.RESULT
    rules = played(game, s, r.RESULT)
    assert s.phase == r.Phase.OVER
    assert list(s.points[:3]) == [15, 15, 4]
    assert rules.count("AB-25") == 2, "two share the win"


@pytest.mark.rule("AB-25")
def test_every_race_of_a_championship_begins_anew():
    game, s = finished_race(3, {"A": 1, "B": 2}, {"C": 3}, championship=[4, 6])
    for field in (s.stopped, s.lines, s.moved, s.rest):
        field[:] = 1
    played(game, s, r.RESULT)
    assert not any(field.any() for field in (s.stopped, s.lines, s.moved, s.rest, s.place))
    assert (s.status == r.RACING).all()


@pytest.mark.rule("AB-25")
@pytest.mark.parametrize("wrong", [[9], [0], [*range(1, 9), 1], ["1"]])
def test_a_championship_of_other_circuits_is_refused(wrong):
    with pytest.raises(gk.OptionError, match="championship"):
        gk.load("ausgebremst", championship=wrong)


@pytest.mark.rule("AB-26")
def test_a_car_that_ends_its_move_in_the_pit_lane_has_made_its_stop():
    t = table().put("A", "R19", "3", laps=2, deck="1").put("B", "R5", laps=2).turn("A")
    assert t.play("3 P2")[-1] == "Car A makes its pit stop on P2."
    assert t.s.stopped[A] == 1


@pytest.mark.rule("AB-26")
@pytest.mark.parametrize(("laps", "stopped", "out"), [(1, False, False), (2, True, False), (2, False, True)])
def test_who_passes_the_line_the_second_time_without_a_stop_is_out(laps, stopped, out):
    t = table().put("A", "R22", "2", laps=laps, stopped=stopped, deck="11").put("B", "R5").turn("A")
    rules = t.rules("2 R2")
    assert (t.s.status[A] == r.OUT_NO_STOP) == out == ("AB-26" in rules)
    assert rules[0] == ("AB-26" if out else "AB-09"), "the log tells the first note"
    assert ("AB-22" in rules) != out, "for a car that is out no lap begins"
    assert t.space("A") == ("" if out else "R2")


@pytest.mark.rule("AB-26")
def test_driving_through_the_pit_lane_is_no_stop():
    t = table().put("A", "R20", "6", laps=2, deck="11").put("B", "R5", laps=3).turn("A")
    assert t.play("6 R3") == ["With a 6, car A passes the line for the second time without a pit stop: it is out."]
    assert t.s.status[A] == r.OUT_NO_STOP


# Unowned cars


@pytest.mark.rule("AB-29")
def test_an_unowned_car_takes_the_shortest_line_and_among_equals_the_one_nearest_the_infield():
    t = table(players=3).put("D", "R14", deck="25").put("A", "R5").turn("D")
    t.play("draw 2")
    assert t.space("D") == "R16"
    t = table(players=3).put("D", "M18", deck="15").put("A", "R5").turn("D")
    assert t.game.tables.left[0, 3, 40 + 18] == t.game.tables.left[0, 3, 80 + 14]
    t.play("draw 1")
    assert t.space("D") == "R15", "M19 would be equally short"


@pytest.mark.rule("AB-29")
def test_an_unowned_car_passes_where_it_must_and_blocks_whom_it_may():
    t = table(players=3).put("D", "R11", deck="15").put("A", "M13", "2").turn("D")
    t.play("draw 1")
    assert t.space("D") == "M14"
    assert t.turn("A").legal() == {"miss"}


@pytest.mark.rule("AB-30")
def test_an_unowned_car_stops_at_the_end_of_lap_one_if_its_card_ends_there():
    t = table(players=3).put("D", "R19", deck="31", laps=1).put("A", "R5", laps=2).turn("D")
    t.play("draw 3")
    assert t.space("D") == "P2"
    assert t.s.stopped[D] == 1
    t = table(players=3).put("D", "R19", deck="11", laps=1).put("A", "R5", laps=2).turn("D")
    t.play("draw 1")
    assert t.space("D") == "R20", "its card does not reach"


@pytest.mark.rule("AB-30")
def test_at_the_end_of_lap_two_it_takes_the_shortest_line_to_the_pit_lane_and_never_passes_it():
    t = table(players=3).put("D", "M25", deck="11", laps=2).put("A", "R5", laps=3).turn("D")
    t.play("draw 1")
    assert t.space("D") == "R20", "the entry, though M26 is as near to the line"
    t = table(players=3).put("D", "R20", deck="615", laps=2).put("A", "R5", laps=3).turn("D")
    t.play("draw 6")
    assert t.space("D") == "R20", "a 6 would lead right through"
    assert t.s.status[D] == r.RACING
    t.turn("D").play("draw 1")
    assert t.space("D") == "P1"


@pytest.mark.rule("AB-31")
def test_for_an_unowned_car_that_cannot_move_no_card_is_drawn():
    t = table(players=3).put("D", "R11", deck="24").put("A", "M14").turn("D")
    assert t.legal() == {"stays"}
    assert t.why("draw 2") == "AB-31"
    assert t.play("stays") == ["The unowned car D is boxed in: no card is drawn for it."]
    assert t.cards("D") == [2]
    t = table(players=3).put("D", "R10", deck="24").put("A", "M14").turn("D")
    assert t.why("stays") == "AB-31"


@pytest.mark.rule("AB-31")
@pytest.mark.parametrize(
    ("options", "laps", "stopped", "may_enter"),
    [({}, 1, False, True), ({}, 1, True, False), ({}, 2, True, False), ({"advanced": True}, 1, False, False)],
)
def test_the_pit_lane_is_a_way_out_only_for_an_unowned_car_that_may_go_in(options, laps, stopped, may_enter):
    t = table(players=3, **options)
    follow = t.game.tables.follow[t.s.circuit, t.entry]
    t.put("D", t.entry, deck="24", laps=laps, stopped=stopped)
    for letter, space in zip("ABC", (v for v in follow if v not in (r.NOWHERE, r.PIT)), strict=False):
        t.put(letter, int(space), laps=laps)
    assert t.turn("D").legal() == ({"draw 2", "draw 4"} if may_enter else {"stays"})
    if not may_enter:
        t.play("stays")
        assert t.cards("D") == [2], "no card is spent"


@pytest.mark.rule("AB-31")
def test_an_unowned_leader_spends_a_six_and_stands_still():
    t = table(players=3).put("D", "R7", deck="61").put("A", "R6").turn("D")
    assert "The unowned car D leads: its 6 is spent and it stands still." in t.play("draw 6")
    assert (t.space("D"), t.cards("D")) == ("R7", [1])
    t = table(players=3).put("D", "R7", deck="61").put("A", "R8").turn("D")
    t.play("draw 6")
    assert t.space("D") != "R7", "behind A it may"


@pytest.mark.rule("AB-31")
def test_an_unowned_car_without_cards_is_taken_off():
    t = table(players=3).put("D", "R5", deck="1").put("A", "R6").turn("D")
    assert t.play("draw 1")[-1] == "The unowned car D has no cards left and is taken off."
    assert (t.space("D"), t.s.status[D]) == ("", r.OUT_OF_CARDS)


@pytest.mark.rule("AB-32")
def test_a_card_that_an_unowned_car_cannot_use_in_full_is_spent():
    t = table(players=3).put("D", "R10", deck="32").put("A", "M14").turn("D")
    assert t.play("draw 3")[-1] == "The card does not fit: it is spent and the unowned car D stands still."
    assert (t.space("D"), t.cards("D")) == ("R10", [1])


@pytest.mark.rule("AB-28")
def test_an_unowned_car_waits_at_a_blocked_entry_too():
    t = table(players=3).put("D", "R19", deck="12", laps=2).put("A", "R20", laps=2).put("B", "R5", laps=2).turn("D")
    assert t.legal() == {"stays"}
    assert t.play("stays")[0].startswith("The unowned car D waits")
    assert t.cards("D") == [2]


@pytest.mark.rule("AB-27")
@pytest.mark.parametrize("letter", ["A", "F"])
def test_a_pit_stop_costs_the_next_turn_only_where_that_was_chosen(letter):
    for pit_turn in (False, True):
        t = table(players=5, pit_turn=pit_turn)
        t.put(letter, t.entry - 1, "33", deck="333").put("B", "R5", "111", deck="111").turn(letter)
        told = t.play("draw 3" if letter == "F" else "3 P2")
        if letter == "A":
            t.game.apply(t.s, t.game.legal(t.s)[0])
        assert t.space(letter) == "P2"
        assert any("makes its pit stop" in one for one in told)
        missed, turns = 0, []
        for _ in range(8):
            for note in notes_of(t.s):
                missed += t.game.rulebook.note(note).text == f"Car {letter} stands in the pits and misses this turn."
            if t.s.phase in (r.Phase.PLAY, r.Phase.UNOWNED):
                turns.append(LETTERS[t.s.order[t.s.turn]])
            t.game.apply(t.s, t.game.legal(t.s)[0])
        assert missed == int(pit_turn)
        assert turns[:3] == (["B", "B", letter] if pit_turn else ["B", letter, "B"])


@pytest.mark.rule("AB-27", "AB-16")
def test_a_leader_with_nothing_but_sixes_waits_for_a_car_that_misses_a_turn_in_the_pits():
    t = table(players=5, pit_turn=True).put("A", "P2", "33", deck="333").put("B", "R5", "6", laps=2, deck="66")
    t.s.waits[A] = 1
    t.turn("B").play("miss")
    assert t.s.order[t.s.turn] == B, "A stands in the pits, and B is asked again"
    assert t.why("6 R11") == "AB-14"
    t.play("miss")
    assert t.s.order[t.s.turn] == A, "now A moves"


@pytest.mark.rule("AB-27", "AB-28")
def test_a_car_may_wait_at_the_entry_until_the_car_that_misses_a_turn_in_the_lane_has_moved():
    t = table(players=5, pit_turn=True)
    t.put("A", t.entry, "1", laps=2, deck="1").put("B", "P1", "1", laps=2, stopped=True, deck="1")
    t.put("C", t.before(9), "6", laps=r.LAPS, stopped=True, deck="6")
    t.s.order[1:4] = A, C, B
    t.s.waits[B] = 1
    t.turn("A").play("miss")
    t.play("miss")
    assert t.s.order[t.s.turn] == A, "C leads with nothing but 6s, B misses its turn"
    t.play("miss")
    t.play("miss")
    assert t.s.order[t.s.turn] == B, "the lane becomes free before A is forced past it"
