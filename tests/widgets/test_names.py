"""Names of nodes: each on the side where it covers least."""

from __future__ import annotations

import itertools
import math

from gamekit.widgets.charts import find_freest_sides, overlap

LETTER, HEIGHT, GAP = 6.0, 11.0, 5.0


def box(place: tuple[float, float], name: str, side: tuple[int, int]) -> tuple[float, float, float, float]:
    wide = LETTER * len(name)
    left = {1: place[0] + GAP, 0: place[0] - wide / 2, -1: place[0] - GAP - wide}[side[0]]
    low = {1: place[1] + GAP, 0: place[1] - HEIGHT / 2, -1: place[1] - GAP - HEIGHT}[side[1]]
    return left, low, left + wide, low + HEIGHT


def test_names_of_a_crowd_cover_neither_each_other_nor_a_node() -> None:
    places = {i: (30 * math.cos(i), 30 * math.sin(i)) for i in range(6)}
    names = {i: f"node {i}" for i in places}
    sides = find_freest_sides(names, places, [], letter=LETTER, height=HEIGHT, gap=GAP)
    boxes = {i: box(places[i], names[i], side) for i, side in sides.items()}
    assert not [pair for pair in itertools.combinations(boxes.values(), 2) if overlap(*pair)]
    for i, (left, low, right, high) in boxes.items():
        assert not [j for j, (x, y) in places.items() if j != i and left < x < right and low < y < high]


def test_a_name_keeps_off_the_lines_of_its_node() -> None:
    places = {"hub": (0.0, 0.0), "east": (90.0, 0.0), "west": (-90.0, 0.0), "south": (0.0, -90.0)}
    lines = [("hub", end) for end in ("east", "west", "south")]
    assert find_freest_sides({"hub": "hub"}, places, lines, letter=LETTER, height=HEIGHT, gap=GAP)["hub"][1] == 1
