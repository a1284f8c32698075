"""Recursion on a road: ways are those of the rules' arrows, calls are counted rightly, closed spaces hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import gamekit as gk
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.state import LAPS, PIT
from gamekit.lessons.ausgebremst.reference import circuits
from tests.lessons.notebooks import notebook, results

NAME = "topics/recursion_on_a_road"
MODEL = notebook(NAME)
ROAD, START = MODEL.ROAD, MODEL.START
EVERY, FEW = MODEL.counted(ROAD, START)
ROADS = {number: MODEL.road_of(number) for number in circuits().values()}


def by_driving(road: Any, space: Any, laps: int = 1) -> list[tuple[Any, ...]]:
    """All ways, each of them driven: a list of ways and no recursion."""
    done, going = [], [((space,), 0)]
    while going:
        way, lines = going.pop()
        for follower, over in road[way[-1]]:
            (done if lines + over == laps else going).append(((*way, follower), lines + over))
    return [way for way, _lines in done]


def by_powers(number: int, laps: int) -> int:
    """The number of ways from M1 by the graph of the rules: all walks of each length, as vectors of whole numbers."""
    graph = gk.load("ausgebremst", circuit=number).graph
    now, found = Counter({("M1", 0): 1}), 0
    names = {space_name(space): space for space in graph if space < PIT}
    while now:
        after: Counter[tuple[str, int]] = Counter()
        for (space, lines), many in now.items():
            for follower in graph[names[space]]:
                if follower < PIT:
                    over = lines + graph.edges[names[space], follower]["line"]
                    if over == laps:
                        found += many
                    else:
                        after[space_name(follower), over] += many
        now = after
    return found


@pytest.mark.rule("AB-08")
@pytest.mark.parametrize("number", ROADS)
def test_a_road_has_the_arrows_of_its_circuit_without_the_pit_lane(number: int) -> None:
    graph = gk.load("ausgebremst", circuit=number).graph
    arrows = {(space_name(a), space_name(b), graph.edges[a, b]["line"]) for a, b in graph.edges if max(a, b) < PIT}
    told = [(space, follower, over) for space, after in ROADS[number].items() for follower, over in after]
    assert set(told) == arrows
    assert len(told) == len(arrows)


@pytest.mark.parametrize("left", [1, 2, 3, 5, 10])
def test_recursion_with_and_without_a_memory_counts_the_ways_that_can_be_driven(left: int) -> None:
    space, tally = MODEL.MIDDLE[-left], {"calls": 0}
    every = by_driving(ROAD, space)
    assert len(set(every)) == len(every)
    assert MODEL.ways(ROAD, space, 1, tally) == MODEL.counted(ROAD, space)[0] == len(every)
    assert tally["calls"] == MODEL.plain_calls(ROAD, space)


@pytest.mark.rule("AB-22")
@pytest.mark.parametrize("laps", [1, 2, LAPS])
@pytest.mark.parametrize("number", ROADS)
def test_ways_of_whole_races_are_the_walks_of_the_graph(number: int, laps: int) -> None:
    assert MODEL.counted(ROADS[number], "M1", laps)[0] == by_powers(number, laps)
    assert LAPS == 3


def test_a_closed_space_leaves_the_ways_that_do_not_lead_through_it() -> None:
    space = MODEL.MIDDLE[-9]
    every = by_driving(ROAD, space)
    for closed in ("L28", "R22", "M24", "M22"):
        left = sum(closed not in way for way in every)
        assert MODEL.without(ROAD, [closed], space) == left
    shares = {one: 100 * (1 - MODEL.without(ROAD, [one]) / EVERY) for one in ROAD}
    assert [one for one, share in shares.items() if share == 0] == ["L1", "R1"]


def test_two_spaces_can_be_closed_so_that_few_ways_are_left_and_the_solution_names_the_best_pair() -> None:
    panel, space = next((shown, space) for cell, shown, space in results(NAME) if "def close_two" in cell.source)
    *_, end = next(one for one in results(NAME) if "NARROW" in one[0].source)
    middle, other = sorted(end["NARROW"], key=lambda one: one not in MODEL.MIDDLE)
    assert bool(panel.answer(first=middle, second=other)[0])
    assert not bool(panel.answer(first="M14", second="M2")[0]), "through a chicane all ways lead: none is left"
    assert end["LEAST"] == sum(not {middle, other} & set(way) for way in by_driving(ROAD, "M14")) * (
        MODEL.counted(ROAD, START)[0] // MODEL.ON
    )
    assert space["EVERY"] == EVERY
