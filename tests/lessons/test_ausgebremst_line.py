"""Ausgebremst, the racing line: the cells of the notebook, held against networkx and the rules."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest

from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.infield import ideal_lap
from gamekit.lab.estimate import mean
from gamekit.lessons.ausgebremst.asked import arrows, circuit
from tests.lessons.notebooks import content, notebook

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


@pytest.mark.rule("AB-12")
def test_what_the_text_says_of_closed_spaces_is_so() -> None:
    model = notebook(NAME)
    best = len(model.shortest(model.lap()))
    ends = {space: len(model.shortest(model.lap(closed=space))) for space in model.lap() if space != model.LINE}
    assert [space for space in ends if not ends[space]] == chicanes(1) == ["M14", "M22"]
    dearer = [space for space in ends if ends[space] > best]
    assert len(dearer) == 9
    assert {ends[space] for space in dearer} == {best + 1}
    assert set(dearer) | {"M14", "M22"} == {
        space for space, share in model.passed(model.lap())[1].items() if share == 1
    }


def test_what_the_text_says_of_detours_is_so() -> None:
    model = notebook(NAME)
    free = {}
    for number in range(1, 9):
        extra = model.detours(model.lap(number))
        free[number] = (sum(more == 0 for more in extra.values()), len(extra))
        assert max(extra.values()) == (3 if number == 5 else 2)
    share = {number: some / everything for number, (some, everything) in free.items()}
    least, most = (pick((share[number], free[number]) for number in range(2, 9))[1] for pick in (min, max))
    text = "".join("".join(cell["source"]) for cell in content(NAME)["cells"])
    assert "on circuit 1 they are {} of {}".format(*free[1]) in text
    assert free[1] == (44, 80)
    assert (least, most) == ((45, 92), (45, 82))
    assert "on the others between 45 of 92 and 45 of 82" in text


def test_the_figures_of_the_text() -> None:
    model = notebook(NAME)
    assert len(arrows(1)) == 151
    assert len(model.faithful(1, model.lanes(1)[2])) - len(model.shortest(model.lap())) == 8
    assert min(model.passed(model.lap(number))[0] for number in range(1, 9)) > 10_000
    text = "".join("".join(cell["source"]) for cell in content(NAME)["cells"])
    assert "costs 8 more" in text
    lengths = [entry.spaces for entry in model.game.box.circuits]
    assert f"at least {min(lengths)} points" in text
    assert lengths[0] == 74
    assert "Nine spaces cost one step each" in text
    more = {n: model.passed(model.lap(n, solid=False))[0] / model.passed(model.lap(n))[0] for n in range(1, 9)}
    solid, free = (model.passed(model.lap(3, solid=one))[0] for one in (True, False))
    assert f"{free:,} instead of {solid:,} on circuit 3, and on circuit 4 even {more[4]:.1f} times as many" in text
    assert more[4] == max(more.values())


@pytest.mark.parametrize("number", [1, pytest.param(5, marks=pytest.mark.thorough)])
def test_laps_by_lot_agree_with_their_exact_mean(number: int) -> None:
    model = notebook(NAME)
    rng = np.random.default_rng(number)
    found = mean([model.wander(model.lap(number), rng) for _lap in range(3_000)])
    assert abs(found.value - model.mean_lap(model.lap(number))) < found.high - found.low
