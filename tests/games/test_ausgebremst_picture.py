"""Ausgebremst: what can be read in the picture. What every picture must obey is in the conformance suite."""

from __future__ import annotations

import re

import pytest

import gamekit as gk
from gamekit.games.ausgebremst.rules import PIT
from gamekit.games.ausgebremst.scenery import CARD, pips
from gamekit.games.ausgebremst.state import LANES
from gamekit.games.ausgebremst.track import HEIGHT, WIDTH, load_drawing
from tests.games.ausgebremst_table import Table, table


def said_of(t: Table, text: str) -> str:
    """What the picture hints at for a move."""
    action = t.action(text)
    t.look()
    return t.game.picture.hints(t.game, t.s, [action]).get(action, "")


@pytest.mark.rule("AB-26")
def test_a_move_over_the_line_or_past_the_pit_lane_without_a_stop_warns() -> None:
    t = table().put("A", "R22", "2", laps=2, deck="11").put("B", "R5").turn("A")
    assert said_of(t, "2 R2") == "over the line without a pit stop, your car would be out"
    t = table().put("A", "R19", "2", laps=2, deck="11").put("B", "R5").turn("A")
    assert said_of(t, "2 R21") == "past the pit lane: your car would be out at the line"
    assert said_of(t, "2 P1") == ""
    for made in (table().put("A", "R22", "2", laps=2, stopped=True, deck="1"), table().put("A", "R22", "2", deck="1")):
        assert said_of(made.put("B", "R5").turn("A"), "2 R2") == ""
    assert said_of(table().put("A", "R19", "2", laps=2, stopped=True, deck="1").put("B", "R5").turn("A"), "2 R21") == ""


@pytest.mark.rule("AB-23")
def test_the_last_card_short_of_the_finish_warns() -> None:
    t = table().put("A", "R5", "2").put("B", "R4").turn("A")
    assert said_of(t, "2 R7") == "your last card, short of the finish: your car would be out"
    t.put("A", "R21", "5", laps=3, stopped=True).turn("A")
    assert said_of(t, "5 finish") == ""


@pytest.mark.rule("AB-08")
def test_every_car_is_drawn_on_its_space_whatever_its_lane() -> None:
    t = table()
    spots = load_drawing(t.game, 1)
    drawn = set()
    for name in ("L5", "M5", "R5", "P2"):
        t.put("A", name)
        x, y, _heading = spots.pose(int(t.s.space[0]))
        changed = t.game.picture.changes(t.game, t.s, None)
        for part in ("car-0", "plate-0"):
            assert (changed[part]["x"], changed[part]["y"]) == (round(x, 1), round(y, 1))
        drawn.add((changed["car-0"]["x"], changed["car-0"]["y"]))
    assert len(drawn) == 4
    assert int(t.s.space[0]) >= PIT


def points(d: str) -> list[complex]:
    return [complex(*map(float, at)) for at in re.findall(r"([-.\d]+) ([-.\d]+)", d)]


def paths(drawn: str, name: str) -> list[list[complex]]:
    """The points of each part of a path."""
    return [points(part) for part in re.findall(rf'class="{name}" d="([^"]*)"', drawn)[0].split("M")[1:]]


@pytest.mark.parametrize("circuit", range(1, 9))
def test_what_is_drawn_beside_the_road_stands_on_its_side_of_it(circuit: int) -> None:
    """The infield inside, garages beyond the pit lane, its sign before it, gravel outside bends and kerbs inside."""
    drawing = load_drawing(gk.load("ausgebremst", circuit=circuit), circuit)
    ring, drawn = drawing.circuit.ring, drawing.svg(ideal=True)
    inner = min(drawing.left, drawing.right, key=lambda edge: max(x for x, _y in edge))
    assert paths(drawn, "ab-infield") == [pytest.approx([complex(*at) for at in inner], abs=0.1)]
    *garages, sign = (points(at)[0] for at in re.findall(r"translate\((.*?)\)", drawing._pit_road()))
    lane = complex(*drawing.move([drawing.circuit.pit_path.at(0.5)[:2]])[0])
    away = lane - complex(*drawing.on(ring[0], 0, 0))
    assert [((part - lane) / away).real > 0 for part in (*garages, sign)] == [True] * 5 + [False]
    bends = [section for section in ring if section.kind == "bend"]
    kerbs = [at for part in paths(drawn, "ab-kerb") for at in part]
    for bend, gravel in zip(bends, paths(drawn, "ab-gravel"), strict=True):
        begin, middle, end = (complex(*drawing.on(bend, f, 0)) for f in (0, 0.5, 1))
        out = middle - (begin + end) / 2
        assert all(((at - middle) / out).real > 0 for at in gravel[3:10])
        kerb = min(kerbs, key=lambda at, middle=middle: abs(at - middle))
        assert ((kerb - middle) / out).real < 0 or 0 in bend.cells
    ideal = paths(drawn, "ab-ideal")[0][:-1]
    assert ideal[::3] == pytest.approx([complex(*drawing.pose(number)[:2]) for number in drawing.ideal], abs=0.1)
    for before, at, after in zip(ideal[2::3], ideal[3::3], ideal[4::3], strict=False):
        assert at - before == pytest.approx(after - at, abs=0.3), "no corner where two curves meet"


@pytest.mark.rule("AB-07")
def test_a_line_that_no_car_may_cross_is_drawn_solid() -> None:
    drawing = load_drawing(gk.load("ausgebremst"), 1)
    lines = [
        section.solid[border]
        for section in drawing.circuit.ring
        for border in (0, 1)
        if section.cells[border] and section.cells[border + 1]
    ]
    drawn = [re.search(rf'class="{kind}" d="([^"]*)"', drawing._lines())[1] for kind in ("ab-solid", "ab-dash")]
    assert [one.count("M") for one in drawn] == [sum(lines), len(lines) - sum(lines)]
    assert 0 < sum(lines) != len(lines) / 2


def test_cars_stand_in_the_middle_of_the_frame_that_the_road_is_drawn_in() -> None:
    """A car and what is drawn of its space are moved alike, both ways, so that the road lies in the middle."""
    drawing = load_drawing(gk.load("ausgebremst"), 1)
    for space in drawing.spaces.values():
        if space.lane == LANES:
            continue
        section = drawing.circuit.ring[space.section]
        middle = drawing.on(section, (space.first + space.last) / 2, drawing.circuit.aside(space.lane))
        assert drawing.pose(space.number)[:2] == pytest.approx(middle)
    for size, places in zip((WIDTH, HEIGHT), zip(*(drawing.left + drawing.right), strict=True), strict=True):
        assert (min(places) + max(places)) / 2 == pytest.approx(size / 2)


@pytest.mark.rule("AB-26")
@pytest.mark.parametrize("stopped", [False, True])
def test_the_table_shows_who_has_made_the_pit_stop(stopped: bool) -> None:
    t = table().put("A", "R5", stopped=stopped).put("B", "R4", stopped=not stopped)
    changed = t.game.picture.changes(t.game, t.s, None)
    assert (changed["line-0-stop"]["hidden"], changed["line-0-due"]["hidden"]) == (not stopped, stopped)
    assert (changed["line-1-stop"]["hidden"], changed["line-1-due"]["hidden"]) == (stopped, not stopped)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_cars_that_nobody_drives_are_drawn_as_such(players: int) -> None:
    game = gk.load("ausgebremst", players=players)
    drawn = game.picture.scene(game)
    for car in range(6):
        body = drawn.split(f'<g id="car-{car}"')[1].split("</g>")[0]
        assert ("unowned" in body) == (f'<g id="plate-{car}" class="ab-plate unowned"' in drawn) == (car >= players)


def test_a_hand_of_which_only_some_is_known_is_drawn_whole_the_unknown_face_down() -> None:
    t = table(players=3).put("A", "R5", "113").turn("A")
    s = t.s
    whole = t.game.picture.changes(t.game, s, 0)
    s.hand[0, 0] -= 1  # as a view hides it: one of the two is known no more, and held all the same
    changes = t.game.picture.changes(t.game, s, 0)
    shown = [changes[f"hand-{i}"] for i in range(3)]
    assert [one["class"].split()[0] for one in shown] == ["v1", "v3", "down"]
    for part, drawn in {"v": ["1", "3", ""], "c": ["1", "3", ""], "p": [pips(n, CARD) for n in (1, 3, 0)]}.items():
        assert [next(iter(changes[f"hand-{i}-{part}"].values())) for i in range(3)] == drawn
    assert not any(one["hidden"] for one in shown)
    assert [one["x"] for one in shown] == [whole[f"hand-{i}"]["x"] for i in range(3)]
