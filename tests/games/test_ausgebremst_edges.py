"""Ausgebremst at its edges: just a card away, the first space of the pit lane, the last card, walls."""

import networkx as nx
import numpy as np
import pytest

from gamekit.games.ausgebremst.cards import take_card
from gamekit.games.ausgebremst.rules import BLANK, LAPS, NOWHERE, OUT_OF_CARDS, PIT, RACING, SIX, No, Phase
from tests.games.ausgebremst_table import table
from tests.play import enough

A, B = 0, 1


@pytest.mark.rule("AB-28")
@pytest.mark.parametrize("circuit", [1, 3, 6])
@pytest.mark.parametrize(("away", "waits"), [(5, True), (6, True), (7, False)])
def test_who_is_just_a_card_away_from_the_blocked_entry_may_wait_and_nobody_further_back(circuit, away, waits):
    empty = table(circuit=circuit)
    to_entry = empty.game.tables.to_entry[empty.s.circuit]
    for space in np.flatnonzero(to_entry == away):
        t = table(circuit=circuit).put("B", empty.entry, laps=2).put("A", int(space), "1", laps=2)
        assert ("miss" in t.turn("A").legal()) == waits == (t.why("miss") == ""), space


@pytest.mark.rule("AB-13")
def test_who_may_play_a_six_or_can_play_another_card_may_not_miss_the_turn():
    t = table().put("A", "R6", "66").put("B", "R9").turn("A")
    assert t.why("miss") == "AB-09"
    t = table().put("A", "R7", "61").put("B", "R6").turn("A")
    assert all(move.startswith("1") for move in t.legal())
    assert t.why("miss") == "AB-09"


@pytest.mark.rule("AB-13", "AB-16")
@pytest.mark.parametrize(
    ("hand", "leading", "told"),
    [
        ("66", True, "A leads, holds nothing but 6s, shows them and waits."),
        ("66", False, "A can use no card in full, shows the hand and misses the turn."),
        ("63", True, "A can use no card in full, shows the hand and misses the turn."),
    ],
)
def test_only_a_leader_with_nothing_but_sixes_waits_for_being_overtaken(hand, leading, told):
    t = table().put("A", "R11", hand, laps=2 if leading else 1).put("B", "M14", laps=1 if leading else 2).turn("A")
    assert t.play("miss") == [told]


@pytest.mark.rule("AB-08")
@pytest.mark.parametrize("laps", [0, 1, 2, LAPS])
def test_an_occupied_space_is_refused_as_such_whether_or_not_the_pit_lane_is_open(laps):
    t = table().put("A", "R7", "1", laps=laps).put("B", "R8", laps=laps).turn("A")
    assert t.why("1 R8") == "AB-08"


@pytest.mark.rule("AB-31")
@pytest.mark.parametrize("laps", [1, 2, LAPS])
def test_an_unowned_car_is_boxed_in_on_every_lap_but_never_before_the_finish(laps):
    t = table(players=3).put("D", "R11", deck="24", laps=laps, stopped=True).put("A", "M14", laps=laps).turn("D")
    assert t.legal() == {"stays"}
    last = table(players=3).before(1)
    t = table(players=3).put("D", last, deck="24", laps=laps, stopped=True)
    for letter, ahead in zip("ABC", ("R1", "M1", "L1"), strict=True):
        t.put(letter, ahead, laps=laps)
    assert ("stays" in t.turn("D").legal()) == (laps < LAPS)


@pytest.mark.rule("AB-26")
def test_the_first_space_of_the_pit_lane_is_a_stop_too():
    t = table()
    t.put("A", t.entry, "1", laps=2, deck="1").put("B", "R5", laps=2).turn("A")
    assert t.play("1 P1")[-1] == "Car A makes its pit stop on P1."
    assert t.s.stopped[A] == 1


@pytest.mark.rule("AB-37")
def test_on_the_first_space_of_the_pit_lane_a_pit_card_is_taken_even_for_the_last_card_of_all():
    t = table(advanced=True)
    t.put("A", t.entry, "1", laps=1).put("B", "R5", "1", laps=2)
    t.s.aside[A] = [3, 3]
    told = t.turn("A").play("1 P1")
    assert (t.s.phase, t.s.hand[A, 3], t.s.status[A]) == (Phase.PIT_CARD, 1, RACING)
    assert "last card" not in told[0]


@pytest.mark.rule("AB-36")
def test_whose_piles_are_empty_takes_no_card_and_drives_on_with_the_hand():
    t = table(advanced=True).put("A", "R7", "12").put("B", "R5", "1").turn("A")
    t.play("2 R9")
    assert (t.s.order[t.s.turn], t.s.hand_size[A], t.s.status[A]) == (B, 1, RACING)


@pytest.mark.rule("AB-23")
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("place", ["R9", "finish"])
def test_the_last_card_is_told_as_such_unless_it_leads_home(advanced, place):
    home = place == "finish"
    t = table(advanced=advanced).put("A", "R22" if home else "R7", "2", laps=LAPS, stopped=True)
    t.put("B", "R5", "1").turn("A")
    told = t.play(f"2 {place}")
    assert ("last card" in told[0]) == (not home)
    assert (t.s.status[A] == OUT_OF_CARDS) == (not home)


def blocks(t, car):
    """AB-16 by NetworkX: with its partners the car leaves no way from five or six spaces behind to in front of it."""
    s, left, follow = t.s, t.game.tables.left[t.s.circuit], t.game.tables.follow[t.s.circuit]
    on_road = [space for space in range(PIT) if t.game.tables.lane[s.circuit, space] != NOWHERE]
    ahead = int(left[s.lines[car], s.space[car]])
    wall = {car}
    for other in range(t.game.players):
        shows = s.hand_size[other] > 0 and s.shown[other, SIX] == s.hand_size[other]
        if s.status[other] == RACING and shows and left[s.lines[other], s.space[other]] == ahead:
            wall.add(other)
    road = nx.DiGraph((u, int(v)) for u in on_road for v in follow[u] if v != NOWHERE and v < PIT)
    starts = set()
    for space in on_road:
        away = int(left[s.lines[car], space])
        if away > ahead + 6 and s.lines[car] > 0:
            away = int(left[s.lines[car] - 1, space])
        if ahead + 5 <= away <= ahead + 6:
            starts.add(space)
    road.remove_nodes_from({int(s.space[one]) for one in wall} - starts)
    near = {v for u in starts & set(road) for v in nx.single_source_shortest_path_length(road, u, 12)} - starts
    return len(wall) > 1 and all(left[s.lines[car], v] >= ahead for v in near)


@pytest.mark.rule("AB-16")
@pytest.mark.parametrize("circuit", [1, 3, 6])
def test_whether_cars_beside_one_another_leave_a_way_past_is_found_by_walking_every_way(circuit):
    rng, found = np.random.default_rng(circuit), []
    left = table(circuit=circuit).game.tables.left[circuit - 1]
    lanes = table(circuit=circuit).game.tables.lane[circuit - 1]
    road = [space for space in range(PIT) if lanes[space] != NOWHERE]
    for space in road[:: enough(4, 1)]:
        beside = [other for other in road if left[1, other] == left[1, space] and other != space]
        for partners in range(1, len(beside) + 1):
            t = table(circuit=circuit).put("A", space, "666")
            for letter, other in zip("BC", beside[:partners], strict=False):
                t.put(letter, other, "66")
            for letter in "DEF":
                free = [other for other in road if t.s.stands[other] == 0]
                t.put(letter, int(rng.choice(free)), "12")
            for car in range(1, 3):
                t.s.shown[car] = t.s.hand[car]
            t.turn("A")
            found.append((bool(t.s.walled), blocks(t, A)))
            assert found[-1][0] == found[-1][1], (space, beside[:partners])
    assert {wall for wall, _ in found} == {True, False}


@pytest.mark.rule("AB-26")
@pytest.mark.parametrize("laps", [0, LAPS])
def test_a_closed_pit_lane_is_told_of_its_first_space_too_and_of_no_other_space(laps):
    t = table()
    t.put("A", t.entry, "12", laps=laps).put("B", "R5", laps=laps).turn("A")
    assert t.why("1 P1") == t.why("2 P2") == "AB-26"
    s, tables = t.s, t.game.tables
    on_road = [space for space in range(PIT) if tables.lane[s.circuit, space] != NOWHERE]
    assert No.PIT_YET not in {int(t.game.rules.reason(s, tables, space)) for space in on_road}


@pytest.mark.rule("AB-40")
def test_only_the_card_whose_place_in_a_pile_all_know_is_known_once_it_is_taken():
    s = table(players=3, advanced=True).s
    s.height[A, :2], s.pile[A, :2, 0] = 1, [2, 3]
    s.known_pile[A], s.known_level[A] = 1, 0
    take_card(s, A, 0)
    assert (s.shown[A].sum(), s.known_pile[A]) == (0, 1)
    s.height[A, 1], s.pile[A, 1, 1] = 2, 4  # a card laid on it later
    take_card(s, A, 1)
    assert (s.shown[A].sum(), s.known_pile[A]) == (0, 1), "the card above it is as unknown as it was"
    take_card(s, A, 1)
    assert (s.shown[A, 3], s.shown[A].sum(), s.known_pile[A]) == (1, 1, BLANK)
