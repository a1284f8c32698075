"""Ausgebremst: the eight circuits have the published lengths, and wrong half boards are refused by name."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import networkx as nx
import pytest

import gamekit as gk
from gamekit.games.ausgebremst.box import Box, compose
from gamekit.games.ausgebremst.circuits import Circuit, lap_edges, space_name
from gamekit.games.ausgebremst.state import FAR, LANES, LAPS, NOWHERE, PIT, STRIDE
from tests.play import box_with

PUBLISHED = {
    1: ("Bleifuß-Drom", True, 74),
    2: ("Plattfuß-Circuit", True, 76),
    3: ("Nürburg-Ring", True, 80),
    4: ("Bleifuß-Circuit", False, 73),
    5: ("Nürburg-Drom", False, 80),
    6: ("Plattfuß-Ring", False, 77),
    7: ("Nürburg-Circuit", True, 79),
    8: ("Plattfuß-Drom", False, 77),
}
NUMBERS = pytest.mark.parametrize("number", range(1, 9))


def race_length(circuit: Circuit, start: int, laps: int = 3, stops: int = 1) -> int:
    """Spaces of the shortest whole race from a starting space, with so many pit stops (AB-05)."""
    race = nx.DiGraph(lap_edges(circuit.edges(), laps, stops))
    ways = nx.single_source_shortest_path_length(race, (start, 0, 0))
    return min(n for (_, lap, stop), n in ways.items() if lap == laps + 1 and stop == stops)


@pytest.fixture(scope="module")
def box() -> Box:
    return gk.load("ausgebremst").box


@pytest.fixture(scope="module")
def circuits(box: Box) -> dict[int, Circuit]:
    return {number: compose(box, number) for number in range(1, 9)}


def board(number: int, **options: object) -> SimpleNamespace:
    """What the tables know of one circuit."""
    t = gk.load("ausgebremst", **options).tables
    names = ("follow", "wish", "left", "stop_left", "to_entry", "entry", "grid")
    return SimpleNamespace(**{name: t[name][number - 1] for name in names})


@pytest.mark.rule("AB-04")
@NUMBERS
def test_circuit_is_the_published_pair_in_the_published_direction(box, circuits, number):
    found = circuits[number]
    assert (found.title, found.clockwise, box.circuits[number - 1].spaces) == PUBLISHED[number]
    boards = {half.name: half.board for half in box.halves}
    first, second = found.title.split("-")
    assert boards[first] != boards[second], "two sides of the same board cannot be joined"


@pytest.mark.rule("AB-04")
def test_the_sides_of_the_three_boards_are_those_the_pairings_allow(box):
    sides = {frozenset(half.name for half in box.halves if half.board == board) for board in (1, 2, 3)}
    assert sides == {frozenset(p) for p in (("Bleifuß", "Ring"), ("Plattfuß", "Nürburg"), ("Drom", "Circuit"))}


@pytest.mark.rule("AB-04")
@NUMBERS
def test_sections_join_without_a_gap_all_round(circuits, number):
    ring = circuits[number].ring
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        for aside in (-42, 0, 42):
            a, b = here.at(1, aside), there.at(0, aside)
            assert abs(a.x - b.x) < 1.5
            assert abs(a.y - b.y) < 1.5


@pytest.mark.rule("AB-05")
@NUMBERS
def test_a_race_with_one_stop_has_the_published_length_from_every_starting_place(circuits, number):
    spaces = PUBLISHED[number][2]
    lengths = [race_length(circuits[number], place) for place in circuits[number].grid()]
    assert lengths == [spaces, spaces, spaces + 1, spaces + 1, spaces + 2, spaces + 2]


@pytest.mark.rule("AB-06")
@NUMBERS
def test_the_pit_card_table_gives_the_length_without_a_stop_but_for_circuit_seven(box, circuits, number):
    entry = box.circuits[number - 1]
    for row, cards in enumerate(entry.pit_cards):
        reserve = 4 if number == 7 else entry.reserve
        assert 84 - sum(cards) - reserve == race_length(circuits[number], circuits[number].grid()[2 * row], stops=0)
    assert box.circuits[6].reserve == 2, "as printed"


def costs_outside(circuit: Circuit) -> bool:
    """Whether driving all the way in the lane at the infield's other side is longer than the inside lane."""
    return circuit.lane_length(2 - circuit.inside) > circuit.lane_length(circuit.inside)


@pytest.mark.rule("AB-07")
@NUMBERS
def test_bends_cost_more_outside(box, circuits, number):
    circuit = circuits[number]
    g = circuit.graph()
    for index, section in enumerate(circuit.ring):
        if section.kind != "bend" or 0 in section.cells:
            continue
        turn = -section.turn if section.flipped else section.turn
        inner, outer = (2, 0) if turn > 0 else (0, 2)
        assert section.cells[inner] < section.cells[outer]
        through = {}
        for lane in (inner, outer):
            numbers = [space.number for space in circuit.spaces() if space.section == index and space.lane == lane]
            through[lane] = nx.shortest_path_length(g.subgraph(numbers), numbers[0], numbers[-1]) + 1
        assert through[inner] < through[outer]
    assert costs_outside(circuit)
    solid = [section.solid[::-1] if section.flipped else section.solid for section in circuit.ring]
    halves = [half for half in box.halves if half.name in circuit.title.split("-")]
    given = [("left" in one.solid, "right" in one.solid) for half in halves for one in half.sections]
    assert sorted(one for one in solid if any(one)) == sorted(one for one in given if any(one))


@pytest.mark.rule("AB-07")
def test_every_half_has_a_bend_a_solid_line_and_but_for_ring_a_chicane(box):
    for half in box.halves:
        kinds = {section.kind for section in half.sections}
        assert "bend" in kinds
        assert any(section.solid for section in half.sections)
        assert ("chicane" in kinds) == (half.name != "Ring")


@pytest.mark.rule("AB-07", "AB-12")
@NUMBERS
def test_chicanes_are_the_only_way_through(circuits, number):
    g = circuits[number].graph()
    chicanes = [space for space, kind in g.nodes(data="kind") if kind == "chicane"]
    assert len(chicanes) == (1 if "Ring" in circuits[number].title else 2)
    for space in chicanes:
        rest = g.copy()
        rest.remove_node(space)
        assert nx.is_directed_acyclic_graph(rest), "without it nobody gets round"
        assert g.in_degree(space) > 1


@pytest.mark.rule("AB-07")
@NUMBERS
def test_the_pit_lane_has_one_way_in_and_one_way_out(circuits, number):
    circuit = circuits[number]
    g = circuit.graph()
    pits = [space for space, lane in g.nodes(data="lane") if lane == LANES]
    assert pits == [PIT + k for k in range(len(pits))]
    assert list(g.predecessors(pits[0])) == [circuit.entry]
    assert list(g.successors(pits[-1])) == [circuit.exit]
    for here, there in itertools.pairwise(pits):
        assert list(g.successors(here)) == [there]
        assert list(g.predecessors(there)) == [here]


@pytest.mark.rule("AB-08")
@NUMBERS
def test_cars_only_go_forward_straight_or_diagonally(circuits, number):
    circuit = circuits[number]
    spaces = {space.number: space for space in circuit.spaces()}
    ways = [(u, spaces[v].lane != spaces[u].lane, spaces[v].lane) for u, v, _line in circuit.edges() if u < PIT]
    assert all(a < b for a, b in itertools.pairwise(ways) if a[0] == b[0]), "own lane, left, right, pit lane"
    for u, v, line in circuit.graph().edges(data="line"):
        if u >= PIT or v >= PIT:
            continue
        here, there = spaces[u], spaces[v]
        assert abs(here.lane - there.lane) <= 1
        turn = len(circuit.ring) if line else 0
        middle = here.section + (here.first + here.last) / 2
        begin, end = there.section + there.first + turn, here.section + here.last
        assert middle - 1e-6 <= begin <= end + 1e-6, f"{here.name} to {there.name} is not diagonally forward"


@pytest.mark.rule("AB-11")
@NUMBERS
def test_no_way_crosses_a_solid_line_but_the_last_space_before_it_may_change(circuits, number):
    circuit = circuits[number]
    spaces = {space.number: space for space in circuit.spaces()}
    g, wishes = circuit.graph(), circuit.graph(lines=False)
    assert set(g.edges) < set(wishes.edges)
    for u, v in set(wishes.edges) - set(g.edges):
        assert circuit.ring[spaces[u].section].solid[min(spaces[u].lane, spaces[v].lane)]
    changes_into = 0
    for u, v in g.edges:
        if u >= PIT or v >= PIT or spaces[u].lane == spaces[v].lane:
            continue
        border = min(spaces[u].lane, spaces[v].lane)
        leaves_lane = circuit.ring[(spaces[u].section + 1) % len(circuit.ring)].cells[spaces[u].lane] == 0
        assert not circuit.ring[spaces[u].section].solid[border] or leaves_lane
        changes_into += circuit.ring[spaces[v].section].solid[border]
    assert changes_into > 0


@pytest.mark.rule("AB-18")
@NUMBERS
def test_the_grid_is_three_rows_of_two_before_the_line(circuits, number):
    circuit = circuits[number]
    g = circuit.graph()
    rows = [circuit.grid()[i : i + 2] for i in (0, 2, 4)]
    for back, row in enumerate(rows, start=1):
        assert len(set(row)) == 2
        for space in row:
            assert circuit.lane_length(space // STRIDE) - space % STRIDE == back
            assert space != circuit.entry
    assert all(g.nodes[space]["lane"] != circuit.inside for row in rows for space in row)


@pytest.mark.rule("AB-14")
@NUMBERS
def test_spaces_left_are_shortest_ways_to_the_finish(circuits, number):
    known = board(number)
    circuit = circuits[number]
    race = nx.DiGraph(lap_edges(circuit.edges(), LAPS, stops=0))
    for space, lap in itertools.product(circuit.graph(), range(LAPS + 1)):
        source = (space, lap, 0)
        ways = nx.single_source_shortest_path_length(race, source) if source in race else {}
        best = min((n for (_, crossed, _), n in ways.items() if crossed == LAPS + 1), default=None)
        if best is not None:
            assert known.left[lap, space] == best
    assert known.left[0, known.grid[0]] == race_length(circuit, circuit.grid()[0], stops=0)


@pytest.mark.rule("AB-26")
@NUMBERS
def test_tables_agree_with_the_graphs(circuits, number):
    known = board(number)
    circuit = circuits[number]
    for table, g in ((known.follow, circuit.graph()), (known.wish, circuit.graph(lines=False))):
        for space in range(len(table)):
            followers = [int(v) for v in table[space] if v != NOWHERE]
            assert followers == (list(g.successors(space)) if space in g else [])
    assert known.entry == circuit.entry
    lap = nx.DiGraph((u, v) for u, v, line in circuit.graph().edges(data="line") if not line)
    for space in circuit.graph():
        way = nx.shortest_path_length(lap, space, circuit.entry) if nx.has_path(lap, space, circuit.entry) else None
        assert known.to_entry[space] == (FAR if way is None else way)
        if way is not None:
            assert known.stop_left[space] == way + circuit.pit_spaces + 1


@NUMBERS
def test_spaces_follow_each_other_without_a_gap(circuits, number):
    """In a section of a lane, and in the pit lane, a space begins where the one before it ends, from 0 to 1."""
    for _, group in itertools.groupby(circuits[number].spaces(), lambda space: (space.lane, space.section)):
        spaces = list(group)
        assert (spaces[0].first, spaces[-1].last) == (0, 1)
        assert [one.last for one in spaces[:-1]] == pytest.approx([one.first for one in spaces[1:]])


def test_spaces_are_called_by_lane_and_place():
    assert [space_name(n) for n in (0, STRIDE + 11, 2 * STRIDE, PIT)] == ["L1", "M12", "R1", "P1"]


def test_the_graph_of_a_game_is_a_circuit_with_places():
    g = gk.load("ausgebremst").graph
    assert nx.is_strongly_connected(g)
    assert all({"x", "y", "heading", "name", "kind"} <= set(data) for _, data in g.nodes(data=True))


# Wrong box files


@pytest.mark.rule("AB-07")
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("length = 240 }", "length = 200 }", r"Bleifuß: gap between the halves: .* 40\.0 mm away"),
        ("turn = 90, radius = 180", "turn = 80, radius = 180", r"Bleifuß: gap between the halves"),
        ('  { kind = "straight", cells = [3, 3, 3], length = 240 },\n', "", r"Bleifuß: gap between the halves"),
        (
            "cells = [3, 3, 3], length = 240 }",
            "cells = [0, 3, 3], length = 240 }",
            r"a straight has equally many spaces in its three lanes, not \[0, 3, 3\]",
        ),
        (
            '{ kind = "straight", cells = [3, 3, 3], length = 240 }',
            '{ kind = "chicane", cells = [0, 1, 0], length = 240 }',
            r"Bleifuß: lanes do not meet at the joint: the last section lacks the left lane",
        ),
        ("pit = { spaces = 7, entry = 3, exit = 3 }\n", "", r"Circuit: the start has no pit lane"),
        ("spaces = 7, entry = 3, exit = 3", "spaces = 7, entry = 3", r"halves\.3\.pit\.exit: "),
        (
            "spaces = 7, entry = 3, exit = 3",
            "spaces = 7, entry = 3, exit = 4",
            r"Circuit: the pit lane’s exit lies 4 spaces",
        ),
        ("cells = [5, 4, 3]", "cells = [3, 4, 5]", r"spaces of a bend grow from the inside to the outside"),
        ("cells = [0, 1, 0]", "cells = [1, 1, 0]", r"a chicane is one space in the middle lane"),
        ('kind = "start", cells = [6, 6, 6]', 'kind = "start", cells = [4, 4, 4]', r"at least 6"),
        ('place = "second"', 'place = "first"', r"Circuit: start and pit lane lie on the second-named half"),
        (
            'halves = ["Bleifuß", "Drom"]',
            'halves = ["Bleifuß", "Sand"]',
            r"circuit 1: 'Sand' is no second-named half; there are",
        ),
        ("fast = [1, 2, 2, 3, 5, 6]", "fast = [2, 2, 2, 3, 5, 6]", r"worth 85 points; every set-up is worth 84"),
        ("medium = [3, 3, 3, 4, 4, 5]", "medium = [5, 2, 3, 4, 4, 5]", r"takes more cards of a value than the box has"),
        ("lane_width = 42", "lane_width = 42\ncolour = 1", r"table\.colour: "),
        ("players = [3, 6]", "players = [2, 6]", r"players\.0"),
    ],
)
def test_a_wrong_box_file_is_refused_with_the_place(tmp_path, old, new, expected):
    with pytest.raises(gk.BoxError, match=expected):
        gk.load("ausgebremst", box=box_with("ausgebremst", tmp_path, (old, new)))


def test_a_redrawn_half_is_taken_and_changes_the_race(tmp_path):
    change = "cells = [3, 3, 3], length = 240 }", "cells = [4, 4, 4], length = 240 }"
    longer = box_with("ausgebremst", tmp_path, change)
    known = board(1, box=longer)
    assert known.left[0, known.grid[0]] == 73 + 3


def test_the_games_graph_is_the_circuit_it_is_played_on():
    third = gk.load("ausgebremst", players=3, circuit=3).graph
    season = gk.load("ausgebremst", players=3, championship=[3, 1]).graph
    assert set(third.edges) == set(season.edges) != set(gk.load("ausgebremst", players=3).graph.edges)
