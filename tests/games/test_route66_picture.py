"""Route 66: what the picture shows and says. What every picture must obey is in the conformance suite."""

from __future__ import annotations

from itertools import pairwise

import pytest

import gamekit as gk
from gamekit.core.svg import SHAPES
from gamekit.games.route66 import roadway, scenery
from gamekit.games.route66 import rules as r
from tests.games.route66_board import Board, kind, lay, play, space
from tests.play import random_game


def test_the_places_of_the_road_lie_apart_and_on_the_picture():
    points = roadway.points(54)
    assert points[0][0] > points[-1][0], "Chicago in the east, Los Angeles in the west"
    for (x1, y1), (x2, y2) in pairwise(points):
        assert 45 < ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 < 56
    assert all(20 < x < 980 and 100 < y < 400 for x, y in points)


def test_needles_cars_and_cards_follow_the_position():
    board = Board(3).hand(0, "IL-A NM-B NM-B").rows("CA-C").car(1, space("OK", 3), mph=70)
    table = board.game.picture.changes(board.game, board.s, None)
    assert (table["needle-0"]["r"], table["needle-1"]["r"]) == (-90, 90)
    assert table["mph-1"]["text"] == "70"
    assert (table["car-1"]["x"], table["car-1"]["y"]) == tuple(round(v, 1) for v in roadway.points(54)[space("OK", 3)])
    assert (table["hand-1"]["hidden"], table["hand-1-t"]["text"], table["hand-1-n"]["text"]) == (False, "NM", "×2")
    assert [table[f"cell-{p}-{state}"]["class"] for p, state in ((0, 0), (1, 5), (1, 0))] == ["held", "held", ""]
    assert table["pips-2-7"]["d"].count("M") == 1
    assert table["score-0"]["text"] == "3"
    assert [table[f"car-{p}"]["class"] for p in range(3)] == ["acts", "", ""]
    board.s.phase = r.Phase.DEAL_SPEED
    assert board.game.picture.changes(board.game, board.s, None)["car-0"]["class"] == "", "while cards are dealt"


def test_hidden_cards_are_not_drawn():
    board = Board(2).hand(0, "IL-A").hand(1, "IL-B").speed_hand(0, "+20 +5 -5").speed_hand(1, "stop stop -20")
    table = board.game.picture.changes(board.game, board.s, 1)
    assert [table[f"slot-0-{i}"]["class"] for i in range(3)] == ["down"] * 3
    assert table["cell-0-0"]["class"] == ""
    assert table["cell-1-0"]["class"] == "held"
    assert (table["hand-0-shape"]["d"], table["hand-0-t"]["text"]) == (SHAPES[1], "IL")
    assert [table[f"slot-1-{i}-t"]["text"] for i in range(2)] == ["−20", "stop"]
    assert "Illinois (A)" not in board.game.picture.describe(board.game, board.s, 1)


@pytest.mark.parametrize("players", [2, 5])
def test_the_hand_lies_open_as_cards_on_the_way_out_and_what_is_collected_on_the_way_home(players):
    """Each card once with its copies, whoever looks; of a hand that is not known, as many backs."""
    game = gk.load("route66", players=players)
    for s in (s for s, _action in list(random_game(game, 4, 20_000))[::25]):
        p, owner = int(s.current), s.collected if s.tide else s.hand
        table = game.picture.changes(game, s, None)
        cards = [i for i in range(scenery.HAND) if not table[f"hand-{i}"]["hidden"]]
        copies = [int(table[f"hand-{i}-n"]["text"].removeprefix("×") or 1) for i in cards]
        signs = {(table[f"hand-{i}-shape"]["d"], table[f"hand-{i}-t"]["text"]) for i in cards}
        assert (sum(copies), len(signs)) == (int(owner[p].sum()), len(cards))
        other = game.view(s, (p + 1) % players)
        backs = game.picture.changes(game, other, None)
        shown = [backs[f"hand-{i}"]["class"] for i in range(scenery.HAND) if not backs[f"hand-{i}"]["hidden"]]
        assert s.tide or shown == ["down"] * min(int(s.hand_size[p]), scenery.HAND)


@pytest.mark.parametrize("size", range(1, scenery.HAND + 1))
def test_hand_cards_lie_on_their_tray_and_leave_each_others_letters_free(size):
    places = [scenery.hand_place(3, i, size) for i in range(size)]
    wide, high = scenery.CARD
    top = scenery.tray_top(3)
    assert all(x - wide / 2 > scenery.HAND_FROM and x + wide / 2 < scenery.HAND_TO for x, _y, _r in places)
    assert all(top < y - high / 2 and y + high / 2 < top + scenery.TRAY for _x, y, _r in places)
    assert all(other[0] - one[0] > 0.8 * wide for one, other in pairwise(places))


def test_while_a_speed_card_is_due_each_dial_shows_what_it_would_do_there():
    board = Board(2).speed_hand(0, "+20 +5 -10").speed_phase().car(0, 3, mph=0).car(1, 9, mph=55)
    table = board.game.picture.changes(board.game, board.s, None)
    shown = {f"{p}{i}": table[f"slot-{p}-{i}-s"]["text"] for p in range(2) for i in range(3)}
    assert shown == {"00": "→5", "01": "→20", "02": "", "10": "→0", "11": "", "12": "→45"}
    assert "caught" in table["slot-1-0"]["class"]
    assert "faded" in table["slot-0-2"]["class"]


def test_every_action_but_passing_and_stopping_has_a_place_to_click():
    board = Board(2).hand(0, "IL-A").speed_hand(0, "+20 +5 -10")
    assert board.game.picture.targets(board.game, board.s, board.legal()) == {
        lay("IL-A"): "cell-0-0 hand-0",
        r.DRAW: "pile",
    }
    board.do(lay("IL-A"))
    places = board.game.picture.targets(board.game, board.s, board.legal())
    assert set(places) == set(board.legal())
    assert len(set(places.values())) == len(places)
    board.do(play("+20", 0))
    assert board.game.picture.targets(board.game, board.s, board.legal()) == {r.DRIVE: "car-0"}
    board.do(r.DRIVE)
    assert board.game.picture.targets(board.game, board.s, [r.SPEED_CARD + kind("stop")]) == {}


def test_the_picture_in_words_names_cars_speeds_and_what_is_left():
    board = Board(2).after_tide().car(0, space("TX", 2), mph=15, turned=True).car(1, 0, mph=30, turned=True)
    words = board.game.picture.describe(board.game, board.s, None)
    assert "A: eastward, Texas, space 2, 15 mph" in words
    assert "B: home in Chicago" in words
    assert "New Mexico 6" in words
    board = Board(2).rows("IL-A CA-A")
    words = board.game.picture.describe(board.game, board.s, None)
    assert -1 < words.index("California 1") < words.index("Illinois 1"), "from the west"


def test_cars_face_the_way_they_drive():
    game = gk.load("route66", players=2)
    board = Board(2).car(0, space("MO", 2)).car(1, space("OK", 5))
    table = game.picture.changes(game, board.s, None)
    assert (table["car-0-body"]["class"], table["car-1-body"]["class"]) == ("flipped", "")
    board.car(0, space("MO", 2), turned=True).car(1, space("OK", 5), turned=True)
    table = game.picture.changes(game, board.s, None)
    assert (table["car-0-body"]["class"], table["car-1-body"]["class"]) == ("", "flipped")


@pytest.mark.rule("R66-18")
@pytest.mark.parametrize(("mph", "then", "caught"), [(45, "→50", False), (50, "→55", False), (55, "→0", True)])
def test_a_dial_shows_a_car_caught_above_the_limit_and_not_at_it(mph, then, caught):
    board = Board(2).speed_hand(0, "+5").speed_phase().car(0, 9, mph=mph)
    assert board.game.tables.limit == 55
    table = board.game.picture.changes(board.game, board.s, None)
    assert (table["slot-0-0-s"]["text"], "caught" in table["slot-0-0"]["class"].split()) == (then, caught)
    board.do(play("+5", 0))
    assert f"→{board.s.speed[0]}" == then


@pytest.mark.rule("R66-28")
def test_a_car_at_home_is_never_shown_as_caught():
    board = Board(2).speed_hand(0, "+5").after_tide().car(0, 9, mph=10, turned=True).car(1, 0, mph=55, turned=True)
    table = board.game.picture.changes(board.game, board.s, None)
    assert (table["slot-1-0-s"]["text"], table["slot-1-0"]["class"]) == ("→60", "faster patrol")
