"""Ausgebremst, driving, rule by rule: which spaces a card reaches, who may play a 6, who waits."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

import gamekit as gk
from gamekit.games.ausgebremst.box import compose
from gamekit.games.ausgebremst.movement import not_ahead
from gamekit.games.ausgebremst.rules import CARS, FINISH, LAPS, MISS, PIT, RACING, SIX, SPACES, VALUES, Phase
from tests.games.ausgebremst_table import table
from tests.play import random_game


@pytest.mark.rule("AB-08")
def test_a_space_has_room_for_one_car_and_nobody_goes_back_or_aside():
    t = table().put("A", "R6", "1").put("B", "R7").turn("A")
    assert t.why("1 R7") == "AB-08"
    assert t.why("1 R5") == "AB-08"
    assert t.why("1 M7") == "AB-08", "M7 lies beside R6"
    assert t.legal() == {"1 M8"}


@pytest.mark.rule("AB-08", "AB-11")
@pytest.mark.parametrize("circuit", [1, 3])
def test_a_neighbour_lane_is_refused_for_going_sideways_or_over_a_solid_line(circuit):
    """By the geometry: what overlaps the car's space lies beside it, what only a line forbids is AB-11."""
    t = table(circuit=circuit)
    board = compose(t.game.box, circuit)
    lines, free = board.graph(), board.graph(lines=False)
    spaces = [space for space in board.spaces() if space.number < PIT]
    seen = set()
    for space in spaces:
        t.put("A", space.number, "1").turn("A")
        for other in spaces:
            if abs(other.lane - space.lane) != 1 or other.section != space.section:
                continue
            if lines.has_edge(space.number, other.number):
                continue
            over_line = free.has_edge(space.number, other.number)
            beside = other.first < space.last - 0.01 and space.first < other.last - 0.01
            if over_line or beside:
                why = t.why(f"1 {other.name}", look=False)
                assert why == ("AB-11" if over_line else "AB-08"), (space.name, other.name)
                seen.add(why)
    assert seen == {"AB-08", "AB-11"}


@pytest.mark.rule("AB-08", "AB-09")
@pytest.mark.parametrize("circuit", range(1, 9))
def test_only_what_overlaps_a_space_or_leads_into_it_is_beside_it_or_behind(circuit):
    """By the geometry of the whole road: a space that begins where the car's ends lies in front, however near."""
    t = table(circuit=circuit)
    board = compose(t.game.box, circuit)
    free = board.graph(lines=False)
    spaces = [space for space in board.spaces() if space.number < PIT]
    for space in spaces:
        for other in spaces:
            if space.number == other.number:
                continue
            overlap = min(space.last, other.last) - max(space.first, other.first)
            beside = abs(other.lane - space.lane) == 1 and other.section == space.section and overlap > 1e-6
            behind = free.has_edge(other.number, space.number)
            told = not_ahead(t.game.tables, circuit - 1, space.number, other.number)
            assert told == (beside or behind), (space.name, other.name)
    if circuit == 1:
        t.put("A", "L10", "1").turn("A")
        assert t.why("1 M10") == "AB-09", "M10 begins in front of L10"


@pytest.mark.rule("AB-09")
def test_a_card_goes_exactly_its_spaces_detours_included():
    t = table().put("A", "R5", "4").put("B", "R20").turn("A")
    assert "4 R9" in t.legal()
    assert t.why("4 R8") == "AB-09"
    assert t.why("4 R10") == "AB-09"
    assert "4 M10" in t.legal(), "one space behind R9: the same card by a longer way"


@pytest.mark.rule("AB-09")
def test_of_cards_that_can_only_partly_be_used_one_that_fits_must_be_played():
    t = table().put("A", "R10", "124").put("B", "M14").turn("A")
    assert t.legal() == {"1 R11"}
    assert t.why("miss") == "AB-09"
    assert t.why("2 M14") == "AB-08"


@pytest.mark.rule("AB-10")
def test_three_cars_side_by_side_are_a_wall_and_two_are_not():
    t = table().put("A", "R14", "2").put("B", "R16").put("C", "M20").put("D", "L22").put("E", "M19").turn("A")
    t.put("F", "R15", "1")
    assert t.legal() == {"miss"}
    assert t.why("2 R16") == "AB-08"
    t = table().put("A", "R14", "3").put("B", "R16").put("C", "M20").put("D", "L22").turn("A")
    assert t.legal() == {"miss"}
    assert t.why("3 R17") == "AB-10"
    t = table().put("A", "R14", "3").put("B", "R16").put("C", "M20").turn("A")
    assert t.legal() == {"3 M21", "3 L23"}, "past both on the left lane"


@pytest.mark.rule("AB-11")
def test_beside_a_solid_line_a_car_stays_in_its_lane():
    t = table().put("A", "M11", "1").put("B", "R20").turn("A")
    assert t.legal() == {"1 M12"}
    assert t.why("1 R10") == "AB-11"
    t = table().put("A", "M8", "1").put("B", "R20").turn("A")
    assert t.legal() == {"1 R8", "1 M9", "1 L10"}, "the last change is from the space before the line"


@pytest.mark.rule("AB-12")
def test_a_car_in_a_chicane_blocks_the_whole_track():
    t = table().put("A", "R11", "236").put("B", "M14").put("C", "R20").turn("A")
    assert t.legal() == {"miss"}
    assert t.why("2 M15") == "AB-12"
    t = table().put("A", "R11", "236").put("C", "R20").turn("A")
    assert "2 M15" in t.legal()


@pytest.mark.rule("AB-13")
def test_who_can_use_no_card_shows_them_misses_the_turn_and_keeps_them():
    t = table().put("A", "R11", "236", deck="44").put("B", "M14", "1", deck="1").put("C", "R20").turn("A")
    assert t.play("miss") == ["A can use no card in full, shows the hand and misses the turn."]
    assert list(t.s.hand[0]) == list(t.s.shown[0]) == [0, 1, 1, 0, 0, 1]
    assert t.cards("A") == [5]
    seen = t.game.view(t.s, 1)
    assert list(seen.hand[0]) == [0, 1, 1, 0, 0, 1], "everybody has seen it"


@pytest.mark.rule("AB-14")
@pytest.mark.parametrize(
    ("own", "other", "forbidden"),
    [
        (("R7", 1), ("R6", 1), True),
        (("R7", 1), ("R8", 1), False),
        (("R7", 1), ("M8", 1), True),  # beside each other: both share the lead
        (("R7", 2), ("R22", 1), True),  # a lap ahead
        (("L12", 1), ("R9", 1), False),  # outside in a bend: more spaces left
        (("L10", 1), ("R7", 1), False),
        (("P1", 1), ("R21", 1), False),  # in the pit lane its own count tells: 5 to the height of the exit against 4
        (("P1", 1), ("R20", 1), True),
        (("P2", 1), ("R20", 1), True),
        (("P4", 1), ("R20", 1), True),
        (("R3", 2), ("P5", 1), True),
    ],
)
def test_no_six_in_the_lead_or_sharing_it(own, other, forbidden):
    t = table().put("A", own[0], "6", laps=own[1], stopped=True)
    t.put("B", other[0], "1", laps=other[1], stopped=True).turn("A")
    sixes = [move for move in t.legal() if move.startswith("6")]
    assert (sixes == []) == forbidden
    if forbidden:
        t.s.hand[0] = [1, 0, 0, 0, 0, 1]
        t.s.hand_size[0] = 2
        reached = [number for number in range(FINISH) if t.game.tables.lane[0, number] >= 0]
        refused = {int(t.game.rules.reason(t.s, t.game.tables, SPACES * SIX + number)) for number in reached}
        assert "AB-14" in {t.game.rulebook.refusals[code].rule for code in refused}


@pytest.mark.rule("AB-15")
def test_on_its_first_turn_every_car_may_play_a_six():
    t = table().put("A", "M28", "6", laps=0, deck="1").put("B", "L30", "1", laps=0).turn("A", first=True)
    assert "6 R6" in t.legal()
    assert "AB-15" in t.rules("6 R6")
    assert t.s.moved[0] == 0, "the turn ends when a card is drawn"
    t = table().put("A", "M28", "6", laps=0).put("B", "L30", "1", laps=0).turn("A")
    assert t.legal() == {"miss"}


@pytest.mark.rule("AB-15")
def test_the_first_turn_is_over_after_the_first_card():
    game = gk.load("ausgebremst", players=6, draw_grid=False)
    s = game.session(seed=1)
    while s.player != 0:
        s.roll()
    s.play(s.legal()[0])
    while s.player < 0:
        s.roll()
    assert s.position.moved[0] == 1
    assert s.position.moved[1] == 0


@pytest.mark.rule("AB-16")
def test_a_leader_with_nothing_but_sixes_shows_them_and_waits_until_overtaken():
    t = table().put("A", "R7", "666").put("B", "R6", "2", deck="1").turn("A")
    assert t.legal() == {"miss"}
    assert t.play("miss") == ["A leads, holds nothing but 6s, shows them and waits."]
    t.turn("B").play("2 R8")
    t.turn("A").play(next(move for move in t.legal() if move.startswith("6")))  # overtaken
    assert t.s.shown[0, SIX] == 2, "of the others all know"


@pytest.mark.rule("AB-16")
def test_first_exception_in_a_chicane_the_six_may_be_played():
    t = table().put("A", "M14", "666").put("B", "R11").turn("A")
    assert any(move.startswith("6") for move in t.legal())
    assert "AB-16" in t.rules("6 R16")
    t = table().put("A", "M14", "661").put("B", "R11").turn("A")
    assert all(move.startswith("1") for move in t.legal()), "not with another card in hand"


@pytest.mark.rule("AB-16")
def test_second_exception_two_cars_that_block_the_track_together():
    def side_by_side(partner: str) -> object:
        return table(circuit=3).put("A", "R5", "666").put("B", "M6", partner).put("C", "R3")

    t = side_by_side("666").turn("A")
    assert t.legal() == {"miss"}, "nobody knows yet that B holds nothing but 6s"
    t.play("miss")
    t.turn("B")
    assert "AB-16" in t.rules("6 M12"), "A has shown its 6s"
    t = side_by_side("665").turn("A")
    t.s.shown[1] = t.s.hand[1]
    assert t.legal() == {"miss"}, "B holds something else"


@pytest.mark.rule("AB-16")
def test_side_by_side_with_a_free_third_lane_is_no_exception_but_three_abreast_is():
    t = table().put("A", "R15", "666").put("B", "M19", "666").put("C", "R13").turn("A")
    t.s.shown[1] = t.s.hand[1]
    assert t.legal() == {"miss"}
    t.put("D", "L21", "66")
    t.s.shown[3] = t.s.hand[3]
    assert any(move.startswith("6") for move in t.legal())


@pytest.mark.rule("AB-16")
def test_no_race_stands_still():
    t = table().put("A", "R7", "666").put("B", "R6", "2").turn("A")
    t.s.idle = 2
    assert "AB-16" in t.rules("6 M14")
    assert t.s.idle == 0, "and all count anew"
    t = table().put("A", "R7", "666").turn("A")
    assert any(move.startswith("6") for move in t.legal()), "nobody is left who could overtake"


@pytest.mark.rule("AB-17")
def test_once_the_winner_is_home_everybody_may_play_any_six():
    t = table().put("A", "R7", "61").put("B", "R6").turn("A")
    assert not any(move.startswith("6") for move in t.legal())
    t.s.finished = 1
    assert "AB-17" in t.rules("6 M14")


@pytest.mark.rule("AB-22")
def test_the_finish_need_not_be_hit_exactly_and_only_after_three_laps():
    t = table().put("A", "R21", "15", laps=3, stopped=True, deck="2").put("B", "R5").turn("A")
    assert t.legal() == {"1 R22", "1 M28", "5 finish"}
    assert t.why("1 finish") == "AB-09"
    for laps in (1, 2):
        t = table().put("A", "R21", "15", laps=laps, stopped=True).put("B", "R5").turn("A")
        assert t.why("5 finish") == "AB-22"
        assert "5 R4" in t.legal()


@pytest.mark.rule("AB-26")
@pytest.mark.parametrize(("laps", "is_open"), [(0, False), (1, True), (2, True), (3, False)])
def test_the_pit_lane_is_open_at_the_end_of_laps_one_and_two(laps, is_open):
    t = table().put("A", t_entry(), "24", laps=laps).put("B", "R5").turn("A")
    assert ("2 P2" in t.legal()) == is_open
    assert t.why("2 P2") == ("" if is_open else "AB-26")


def t_entry() -> int:
    return table().entry


@pytest.mark.rule("AB-27")
def test_in_the_pit_lane_cars_stand_in_line_and_then_go_on_normally():
    t = table().put("A", "P1", "23", stopped=True).put("B", "P3", "3", stopped=True)
    t.put("C", "P5", "1", stopped=True, deck="1").turn("A")
    assert t.legal() == {"miss"}
    assert t.why("3 P4") == "AB-10"
    assert t.why("2 P3") == "AB-08"
    t.turn("C").play("1 R3")
    t.turn("B")
    assert t.legal() == {"miss"}, "the exit is blocked"
    assert t.why("3 R3") == "AB-08"


@pytest.mark.rule("AB-28")
def test_who_needs_the_stop_at_the_end_of_lap_two_may_wait_at_a_blocked_entry():
    def waiting(**more: object) -> object:
        t = table().put("A", "R19", "12", **{"laps": 2, **more})
        return t.put("B", "R20", laps=2).put("C", "R7", laps=2).turn("A")

    t = waiting()
    assert {"miss", "1 M26"} <= t.legal()
    assert t.play("miss") == ["A waits until the way into the pit lane is free."]
    assert t.s.shown[0].sum() == 0, "nothing is shown"
    assert "miss" not in waiting(laps=1).legal(), "at the end of lap 1 there is another chance"
    assert "miss" not in waiting(stopped=True).legal(), "the stop is made"
    t = waiting()
    t.s.idle = 3
    assert "miss" not in t.legal(), "not when a whole round has passed without a card"
    t = table().put("A", "R13", "12", laps=2).put("B", "R20", laps=2).turn("A")
    assert "miss" not in t.legal(), "more than a card away"
    t = table().put("A", "R20", "12", laps=2).put("B", "P1", laps=2).turn("A")
    assert "miss" in t.legal(), "on the entry while a car stands on the first space of the pit lane"


@pytest.mark.rule("AB-28")
def test_in_the_advanced_game_nobody_needs_to_wait():
    t = table(advanced=True).put("A", "R19", "12", laps=2).put("B", "R20", laps=2).turn("A")
    assert "miss" not in t.legal()


@pytest.mark.rule("AB-04")
def test_a_space_of_another_circuit_is_refused():
    t = table().put("A", "R7", "1").put("B", "R6").turn("A")
    assert t.why("1 R30") == "AB-04"


@pytest.mark.rule("AB-21")
def test_a_card_that_is_not_held_is_refused():
    t = table().put("A", "R7", "1").put("B", "R6").turn("A")
    assert t.why("2 R9") == "AB-21"


def plainly_legal(game: gk.Game, s: object, circuit: nx.DiGraph) -> set[int]:
    """Legal moves without the six-rule, by walking all ways one by one."""
    car = int(s.order[s.turn])
    taken = {int(space) for space in s.space if space >= 0}
    found = set()

    def walk(space: int, lines: int, steps: int, kind: int) -> None:
        if steps == 0:
            found.add(SPACES * kind + space)
            return
        for other in circuit.successors(space):
            crossed = lines + circuit.edges[space, other]["line"]
            if crossed == LAPS + 1:
                found.add(SPACES * kind + FINISH)
            elif other not in taken and (other != PIT or lines in (1, 2)):
                walk(other, crossed, steps - 1, kind)

    for kind in range(VALUES):
        if s.hand[car, kind]:
            walk(int(s.space[car]), int(s.lines[car]), kind + 1, kind)
    return found


@pytest.mark.parametrize(("players", "circuit"), [(6, 1), (4, 3), (5, 7), (6, 8)])
def test_legal_moves_are_those_found_by_walking_every_way(players, circuit):
    game = gk.load("ausgebremst", players=players, circuit=circuit)
    g = compose(game.box, circuit).graph()
    race = np.array(game.tables.left[circuit - 1])
    seen = 0
    for seed in range(4):
        for s, _ in random_game(game, seed, 4000):
            if s.phase != Phase.PLAY:
                continue
            legal = set(game.legal(s)) - {MISS}
            ways = plainly_legal(game, s, g)
            car = int(s.order[s.turn])
            sixes = {action for action in ways if action // SPACES == SIX}
            assert ways - sixes == {action for action in legal if action // SPACES != SIX}
            left = {c: race[s.lines[c], s.space[c]] for c in range(CARS) if s.status[c] == RACING}
            if left[car] > min(left.values()) or s.finished or not s.moved[car]:
                assert sixes <= legal
            elif s.hand_size[car] > s.hand[car, SIX] and s.idle < len(left) > 1:
                assert not sixes & legal
            seen += 1
    assert seen > 200
