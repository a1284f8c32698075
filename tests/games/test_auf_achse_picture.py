"""Auf Achse: what can be read on the map. What every picture must obey is in the conformance suite."""

from __future__ import annotations

import itertools
import math
import random
import re

import pytest

from gamekit.core.i18n.translation import use_language
from gamekit.games.auf_achse import scenery as sc
from gamekit.games.auf_achse.labels import LETTER, PLATE, _cost, move_box, shifts, text_width
from gamekit.games.auf_achse.state import BID, BIDS, DRIVE, PASS, Phase
from tests.games.auf_achse_desk import Desk, loaded
from tests.web.node import needs_node
from tests.web.table import Table

NAME = re.compile(r'class="aa-name" x="(\d+)" y="(\d+)" text-anchor="(\w+)">([^<]+)<')


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def named_boxes(scene: str) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of every city's name."""
    boxes = []
    for x, y, anchor, name in NAME.findall(scene):
        width = text_width(name, sc.LABEL)
        left = int(x) - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        boxes.append((left, int(y) - 0.75 * sc.LABEL, width, 0.75 * sc.LABEL))
    return boxes


def test_names_of_cities_lie_on_trucks_and_the_letters_of_trucks_on_both() -> None:
    scene = sc.static_scene(loaded(6))
    assert scene.rindex('class="aa-truck ') < scene.index('class="aa-name"')
    assert scene.rindex('class="aa-name"') < scene.index('class="aa-letter"')


def test_a_truck_and_its_letter_are_together_and_the_letter_steps_aside_for_a_name_only() -> None:
    game = loaded(3)
    s = game.start()
    while s.round_number == 0:
        game.apply(s, game.legal(s)[0])
    table = game.picture.changes(game, s, None)
    aside = [[letter for letter, _load in ways] for ways in sc.sign_places(game)]
    for p in range(3):
        truck, letter = table[f"truck-{p}"], table[f"letter-{p}"]
        away = (letter["x"] - truck["x"], letter["y"] - truck["y"])
        assert any(away == pytest.approx(way, abs=0.11) for way in aside[s.truck[p]])
        assert letter["hidden"] == truck["hidden"]
    assert sum(ways[0] == (0, 0) for ways in aside) > len(aside) / 2
    assert max(math.hypot(*ways[0]) for ways in aside) < 60
    names, places = named_boxes(sc.static_scene(game)), sc.geometry(game)[0]
    signs = [move_box(LETTER, place, ways[0]) for place, ways in zip(places, aside, strict=True)]
    assert sum(any(overlap(sign, name) for name in names) for sign in signs) <= 1, "one space has no room beside it"


@pytest.mark.parametrize(("x", "y"), [(0, 200), (400, 200), (200, 24), (200, 400)])
def test_at_the_edge_of_a_map_a_letter_and_its_load_step_aside_inwards(x: float, y: float) -> None:
    ((*ways,),) = shifts([], [], [(x, y)], sc.LABEL, (400.0, 400.0))
    assert ways
    for letter, load in ways:
        for left, top, width, height in (move_box(LETTER, (x, y), letter), move_box(PLATE, (x, y), load)):
            assert min(left, top) >= 0
            assert max(left + width, top + height) <= 400


def test_no_two_names_cover_each_other_and_none_the_letter_of_a_truck_in_its_city() -> None:
    game = loaded(4)
    boxes = named_boxes(sc.static_scene(game))
    assert len(boxes) == game.tables.cities
    assert not [pair for pair in itertools.combinations(boxes, 2) if overlap(*pair)]
    for (x, y), box in zip(sc.geometry(game)[0], boxes, strict=False):
        middle = (x + LETTER[0] + LETTER[2] / 2 - 2, y + LETTER[1] + LETTER[3] / 2 - 2, 4, 4)
        assert not overlap(box, middle)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_name_covers_the_sign_of_an_event_and_each_is_nearest_to_its_own_city(language: str) -> None:
    with use_language(language):
        game = loaded(4)
        boxes = named_boxes(sc.static_scene(game))
    places = sc.geometry(game)[0]
    signs = [(x - 15, y - 15, 30, 26) for (x, y), event in zip(places, game.tables.is_event, strict=False) if event]
    assert len(signs) > 20
    assert not [pair for pair in itertools.product(boxes, signs) if overlap(*pair)]
    for own, box in enumerate(boxes):
        far = [math.hypot(*away(box, place)) for place in places[: len(boxes)]]
        assert far.index(min(far)) == own


def away(box: tuple[float, ...], place: tuple[float, float]) -> tuple[float, float]:
    """How far a place lies beside and above or below a box."""
    (x, y), (left, top, width, height) = place, box
    return max(left - x, 0, x - left - width), max(top - y, 0, y - top - height)


def test_no_name_lies_on_the_notice_or_on_a_purse() -> None:
    panels = ((*sc.NOTICE_AT, *sc.NOTICE), (*sc.PURSES_AT, sc.PURSE[0], 6 * sc.PURSE_PITCH))
    for box in named_boxes(sc.static_scene(loaded(6))):
        assert not [panel for panel in panels if overlap(box, panel)]


def test_a_bid_tells_its_price_on_the_contract_that_is_being_auctioned_and_only_then() -> None:
    game = loaded(3)
    s = game.start()
    offers = [*range(BID, BID + BIDS), PASS]
    assert game.picture.hints(game, s, offers) == {}
    s.phase, s.lot = Phase.BID, 7
    prices = [int(price) for price in game.tables.price[7, 1:]]
    assert game.picture.hints(game, s, offers) == {BID + i: f"{price:,} DM" for i, price in enumerate(prices)}


@needs_node
def test_the_button_of_a_bid_has_its_price() -> None:
    session, chooser = loaded(3).session(seed=1), random.Random(1)
    while session.position.phase != Phase.BID:
        session.roll() if session.player < 0 else session.play(chooser.choice(session.legal()))
    said = {one["action"]: one["text"] for one in Table(session, seats=[None] * 3).now()["legal"]}
    hints = session.game.picture.hints(session.game, session.position, session.legal())
    assert hints
    assert all(said[action] == f"{session.game.action_text(action)}: {hint}" for action, hint in hints.items())


def test_a_name_at_the_edge_of_the_frame_costs_nothing_and_one_over_any_of_its_edges_much() -> None:
    left, top, right, bottom = 4, 4, 400 - 4 - 40, 200 - 4 - 10
    for x, y in ((left, top), (right, bottom)):
        assert _cost((x, y, 40, 10), 0, [(200, 100)], [], [], [], (400, 200)) == 0
    for x, y in ((left - 1, top), (left, top - 1), (right + 1, top), (left, bottom + 1)):
        assert _cost((x, y, 40, 10), 0, [(200, 100)], [], [], [], (400, 200)) > 0


def test_a_truck_stands_on_its_space_and_nowhere_between() -> None:
    game = loaded(3)
    s = game.start()
    while s.round_number == 0:
        game.apply(s, game.legal(s)[0])
    places = sc.geometry(game)[0]
    for space in (0, int(game.tables.cities), int(game.tables.spaces) - 1):
        s.truck[0] = space
        drawn = game.picture.changes(game, s, None)["truck-0"]
        assert abs(drawn["x"] - places[space][0]) < 0.1
        assert abs(drawn["y"] + 9 - places[space][1]) < 0.1, "its wheels are on the road"


def test_of_a_refused_drive_its_distance_and_then_the_roll_are_told() -> None:
    desk = Desk()
    desk.roll(3)
    told = desk.game.picture.remark(desk.game, desk.s, [DRIVE + desk.at("Wien")])
    assert re.findall(r"\d+", told) == [str(desk.t.distance[desk.s.truck[0], desk.at("Wien")]), "3"]


@pytest.mark.rule("AA-01")
@pytest.mark.parametrize(("small", "large"), [(0, 0), (1, 0), (0, 1), (2, 1)])
def test_purse_and_plate_say_how_much_the_trailers_bought_hold(small: int, large: int) -> None:
    game = loaded(3)
    trailers, s = game.box.trailers, game.start()
    s.small[1], s.large[1], s.goods[1] = small, large, 5
    table = game.picture.changes(game, s, None)
    sizes = [trailers.small.capacity] * small + [trailers.large.capacity] * large
    assert table["kept-1"]["text"] == " ".join(f"+{size}" for size in sizes)
    assert table["load-1-t"]["text"] == f"5/{game.box.truck.capacity + sum(sizes)}"
    assert table["kept-0"]["text"] == table["load-0-t"]["text"] == ""
    assert (table["load-0"]["hidden"], table["load-1"]["hidden"]) == (True, False)


def test_the_spaces_of_a_road_divide_it_evenly() -> None:
    game = loaded(3)
    places, lines = sc.geometry(game)
    space = len(game.box.map.cities)
    for road, line in zip(game.box.map.roads, lines, strict=True):
        parts = [sc.at_share(line, k / 120) for k in range(121)]
        whole = sum(map(math.dist, line, line[1:]))
        assert sum(map(math.dist, parts, parts[1:])) == pytest.approx(whole, rel=0.01)
        for i in range(1, road.spaces + 1):
            before = along(line, places[space])
            assert before == pytest.approx(i / (road.spaces + 1) * whole, abs=0.01)
            space += 1
    assert space == len(places) == game.tables.spaces


def along(line: list[tuple[float, float]], place: tuple[float, float]) -> float:
    """How far along a line a place on it lies."""
    gone = 0.0
    for a, b in itertools.pairwise(line):
        if math.dist(a, place) + math.dist(place, b) == pytest.approx(math.dist(a, b), abs=1e-6):
            return gone + math.dist(a, place)
        gone += math.dist(a, b)
    raise AssertionError("it lies beside the line")
