"""Route 66: that everything of the scene lies where it belongs: on the board, in its panel, by its stretch of road."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.games.route66 import roadway, scenery
from gamekit.games.route66.state import CALIFORNIA, STATES, TOP_SPEED

NUMBER = r"-?\d*\.?\d+"


class Part(NamedTuple):
    """An element of the scene, with the box it takes as far as points in its attributes say."""

    kind: str
    names: tuple[str, ...]
    """The ids of it and of all around it, from the outside."""
    look: str
    said: str
    left: float
    top: float
    right: float
    bottom: float


def points_of(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Where an element begins and ends; of a path where it and its absolute lines begin."""
    at = {name: float(value) for name, value in element.items() if re.fullmatch(NUMBER, value)}
    x, y = at.get("x", 0.0), at.get("y", 0.0)
    if element.tag == "rect":
        return [(x, y), (x + at["width"], y + at["height"])]
    if element.tag == "circle":
        x, y, radius = at.get("cx", 0.0), at.get("cy", 0.0), at["r"]
        return [(x - radius, y - radius), (x + radius, y + radius)]
    if element.tag == "text":
        return [(x, y)]
    ends = re.findall(rf"[ML]\s*({NUMBER})[ ,]?({NUMBER})", element.get("d", ""))
    return [(float(x), float(y)) for x, y in ends]


def walk(
    element: ElementTree.Element, x: float = 0, y: float = 0, size: float = 1, names: tuple[str, ...] = ()
) -> Iterator[Part]:
    """Every part that has a place, moved and scaled as those around it are; what is clipped or moves is left out."""
    moved = re.fullmatch(rf"translate\(({NUMBER}) ({NUMBER})\)(?: scale\(({NUMBER})\))?", element.get("transform", ""))
    if moved:
        x, y, size = x + size * float(moved[1]), y + size * float(moved[2]), size * float(moved[3] or 1)
    names = (*names, element.get("id", ""))
    if element.get("clip-path") or re.fullmatch(r"(?:hand|car|needle|slot)-\d.*", names[-1]):
        return
    ends = points_of(element) if element.tag in ("rect", "circle", "text", "path") else []
    if ends and "rotate" not in element.get("transform", ""):
        across, down = [x + size * one for one, _ in ends], [y + size * one for _, one in ends]
        box = min(across), min(down), max(across), max(down)
        yield Part(element.tag, names, element.get("class", ""), element.text or "", *box)
    for inner in element:
        if inner.tag != "clipPath":
            yield from walk(inner, x, y, size, names)


def scene_of(players: int) -> tuple[gk.Game, list[Part]]:
    game = gk.load("route66", players=players)
    return game, list(
        walk(ElementTree.fromstring(game.picture.scene(game).replace(' xmlns="http://www.w3.org/2000/svg"', "")))
    )


def lies_in(inner: Part, outer: Part) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def meet(one: Part, other: Part) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


EVERY_TABLE = pytest.mark.parametrize("players", [2, 3, 4, 5])


@EVERY_TABLE
def test_nothing_lies_outside_the_board_and_its_frames_lie_apart(players: int) -> None:
    _game, parts = scene_of(players)
    board = Part("", (), "", "", 0, 0, scenery.WIDTH, scenery.height(players))
    assert [part for part in parts if not lies_in(part, board)] == []
    frames = [part for part in parts if part.look in ("r66-map", "r66-frame")]
    assert len(frames) == players + 3, "the map, a panel for each player, the table, the hand"
    assert [(a.names, b.names) for a, b in itertools.combinations(frames, 2) if meet(a, b)] == []
    assert all(part.left >= scenery.EDGE and part.right <= scenery.WIDTH - scenery.EDGE for part in frames)
    assert players * scenery.dial_width(players) <= scenery.WIDTH - 2 * scenery.EDGE


@EVERY_TABLE
def test_each_panel_holds_its_own_dial_texts_and_slots(players: int) -> None:
    _game, parts = scene_of(players)
    for p in range(players):
        frame = next(part for part in parts if part.names[-2:] == (f"panel-{p}", "") and part.look == "r66-frame")
        inside = [part for part in parts if f"panel-{p}" in part.names]
        assert {f"mph-{p}", f"card-{p}", f"score-{p}"} <= {part.names[-1] for part in inside}
        assert [part for part in inside if not lies_in(part, frame)] == []
        middle = scenery.dial_middle(players, p)
        assert middle == pytest.approx((frame.left + frame.right) / 2)
        radius = scenery.dial_radius(players)
        assert frame.left < middle - radius < middle + radius < frame.right
        wide, high = scenery.SLOT
        slots = [scenery.slot_place(players, p, i) for i in range(scenery.SLOTS)]
        for x, y in slots:
            assert frame.left <= x - wide / 2
            assert x + wide / 2 <= frame.right
            assert scenery.DIALS + scenery.HUB + 40 < y - high / 2 < y + high / 2 < frame.bottom, "below the dial"
        assert all(other[0] - one[0] >= wide - 6 for one, other in itertools.pairwise(slots))


def test_needles_go_half_round_and_the_red_begins_above_the_limit() -> None:
    assert [scenery.needle_angle(mph) for mph in (0, TOP_SPEED / 2, TOP_SPEED)] == [-90, 0, 90]
    for limit in (40, 55, TOP_SPEED):
        game = gk.load("route66", players=2, limit=limit)
        reds = re.findall(rf'class="r66-red" d="M({NUMBER}) ({NUMBER})A', game.picture.scene(game))
        assert len(reds) == (2 if limit < TOP_SPEED else 0)
        for x, y in reds:
            angle = math.degrees(math.atan2(float(x), -float(y)))
            assert scenery.needle_angle(limit) < angle < scenery.needle_angle(limit + 5)


@EVERY_TABLE
def test_the_table_has_a_cell_for_each_colour_and_state_with_as_many_cards_as_there_are(players: int) -> None:
    game, parts = scene_of(players)
    faces = {part.names[-2]: part for part in parts if part.look == "r66-cell-face"}
    assert set(faces) == {f"cell-{p}-{state}" for p in range(players) for state in range(STATES)}
    frame = next(part for part in parts if part.look == "r66-frame" and part.top == scenery.TABLE)
    assert all(lies_in(face, frame) for face in faces.values())
    assert [(a, b) for a, b in itertools.combinations(faces, 2) if meet(faces[a], faces[b])] == []
    drawn = ElementTree.fromstring(game.picture.scene(game).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    for name, face in faces.items():
        p, state = map(int, name.split("-")[1:])
        beyond = [part for part in parts if name in part.names and not lies_in(part, face)]
        assert beyond == [], "cards, pips and the number held lie in the cell"
        missing = drawn.find(f".//g[@id='{name}']/path[@class='r66-missing']")
        assert missing is not None
        assert len(re.findall("M", missing.get("d", ""))) == game.tables.copies[state]
        column = next(part for part in parts if part.names[-1] == f"left-{state}")
        assert face.left < column.left < face.right
        assert column.bottom <= faces[f"cell-0-{state}"].top, "the head stands above its column"
        assert scenery.cell(p, state)[0] - scenery.cell(p, 0)[0] == pytest.approx(-state * scenery.COLUMN), (
            "the west is left"
        )


def test_the_road_turns_where_the_cars_do() -> None:
    turns = re.findall(r"A\S+ \S+ 0 0 ([01]) (\S+) (\S+?)(?=[HA]|$)", roadway.stretch(0, roadway.LENGTH))
    for row, (clockwise, x, y) in enumerate(turns):
        end = (row + 1) * (roadway.STRAIGHT + roadway.BEND)
        assert roadway.at(end)[:2] == pytest.approx((float(x), float(y)), abs=0.1)
        assert (clockwise == "1") == (roadway.at(end - roadway.BEND / 2)[0] > float(x))
    assert len(turns) == roadway.ROWS - 1


def test_each_state_has_its_name_and_landmarks_at_its_own_stretch_of_the_road() -> None:
    game, parts = scene_of(3)
    last = int(game.tables.los_angeles)
    gap = roadway.LENGTH / last
    named = [part for part in parts if part.look == "r66-name"]
    assert [part.said for part in named] == [game.rulebook.words["state"][state] for state in range(STATES)]
    stretches = []
    for state, name in enumerate(named):
        spaces = [place for place in range(last + 1) if game.tables.state[place] == state]
        straights = roadway.straights((spaces[0] - 0.5) * gap, (spaces[-1] + 0.5) * gap)
        assert any(west <= name.left <= east and name.top == pytest.approx(y - 28) for west, east, y in straights)
        stretches.append(straights)
    for part in (part for part in parts if part.look.startswith("r66-art") and part.top < scenery.MAP_BOTTOM):
        state = int(part.look.rpartition("-")[2])
        assert 0 <= state <= CALIFORNIA
        assert any(west - 60 < part.left < east + 60 and abs(part.top - y) < 110 for west, east, y in stretches[state])


def test_cars_stand_on_their_spaces_and_side_by_side_in_a_city() -> None:
    places = 54
    for place, player in itertools.product(range(1, places - 1), range(5)):
        assert scenery.car_place(place, places, player) == roadway.points(places)[place]
    for place, side in ((0, 1), (places - 1, -1)):
        x, y = roadway.points(places)[place]
        parked = [scenery.car_place(place, places, player) for player in range(5)]
        assert all(abs(one - x - 24 * side) <= 24 and abs(other - y) <= 24 for one, other in parked), "in the circle"
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= 20 for a, b in itertools.combinations(parked, 2))
        assert all(scenery.EDGE < one < scenery.WIDTH - scenery.EDGE for one, _ in parked)
