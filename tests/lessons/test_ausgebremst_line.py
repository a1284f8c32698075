"""Ausgebremst, the racing line: the cells of the notebook, held against networkx and the rules."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest

from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.track import ideal_lap
from gamekit.lab.estimate import mean
from gamekit.lessons.ausgebremst.reference import circuit
from tests.lessons.notebooks import notebook

NAME = "ausgebremst/02-racing-line"


def chicanes(number: int) -> list[str]:
    """The names of a circuit's chicanes."""
    return [space_name(n) for n, kind in circuit(number).graph().nodes(data="kind") if kind == "chicane"]


@pytest.mark.rule("AB-08")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_shortest_lap_is_a_way_along_arrows_as_long_as_the_line_of_the_game(number: int) -> None:
    model = notebook(NAME)
    road = model.lap(number)
    way = model.shortest(road)
    assert len(way) == len(ideal_lap(circuit(number)))
    assert way[0] in model.BEHIND
    assert nx.is_path(road, [*way, model.LINE])
    assert len(model.shortest(model.lap(number, solid=False))) == len(way)


@pytest.mark.parametrize("number", [1, 3, 6])
def test_shortest_laps_are_counted_as_by_listing_them(number: int) -> None:
    model = notebook(NAME)
    road = model.lap(number)
    best = len(model.shortest(road))
    begin = [space for space in model.BEHIND if nx.shortest_path_length(road, space, model.LINE) == best]
    listed = [way for space in begin for way in nx.all_shortest_paths(road, space, model.LINE)]
    many, shares = model.passed(road)
    assert many == len(listed)
    for space in itertools.islice(road, 0, None, 9):
        found = sum(space in way for way in listed) / len(listed)
        assert shares.get(space, 1 if space == model.LINE else 0) == pytest.approx(found)


def test_a_detour_is_what_the_shortest_lap_through_a_space_costs_more() -> None:
    model = notebook(NAME)
    road = model.lap(2)
    for space, more in model.detours(road).items():
        to = min(nx.shortest_path_length(road, one, space) for one in model.BEHIND if nx.has_path(road, one, space))
        assert to + nx.shortest_path_length(road, space, model.LINE) == len(model.shortest(road)) + more


@pytest.mark.parametrize("number", [1, pytest.param(5, marks=pytest.mark.thorough)])
def test_laps_by_lot_agree_with_their_exact_mean(number: int) -> None:
    model = notebook(NAME)
    rng = np.random.default_rng(number)
    found = mean([model.wander(model.lap(number), rng) for _lap in range(3_000)])
    assert abs(found.value - model.mean_lap(model.lap(number))) < found.high - found.low
