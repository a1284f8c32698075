"""Route 66: the box file and the options – what is checked, and what an error says."""

from __future__ import annotations

import pytest

import gamekit as gk
from tests.play import box_with


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Missouri = 2, Kansas = 1", "Missouri = 3, Kansas = 1", "add up to 14"),
        ("copies = { Illinois = 1, Missouri", "copies = { Missouri", "must name Illinois, Missouri"),
        ('"stop" = 4', '"stop" = 5', "51"), ('"stop" = 4', '"brake" = 4', "must name +5, +10"),
        ("Illinois = [2]", "Illinois = [5]", "numbers from 1 to 4"),
        ('patrol = ["+5", "-5"]', 'patrol = ["+7"]', "patrol may name"), ("mph = 55", "mph = 90", "at most 70"),
        ("mph = 55", 'mph = 55\ncolour = "red"', "colour"), ("Kansas = 4", "Kansas = 0", "at least 1"),
    ],
)  # fmt: skip
def test_a_wrong_box_is_refused_with_the_entry_and_what_is_expected(tmp_path, old, new, says):
    with pytest.raises(gk.BoxError) as error:
        gk.load("route66", box=box_with("route66", tmp_path, (old, new)))
    assert says in str(error.value)
    assert "own.toml" in str(error.value)


def test_a_road_of_another_length_is_played_and_drawn(tmp_path):
    game = gk.load("route66", box=box_with("route66", tmp_path, ("Illinois = 4", "Illinois = 9")))
    assert game.tables.los_angeles == 58
    assert game.graph.number_of_nodes() == 59
    assert "<svg" in game.picture.scene(game)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"start": 4}, "start must be 0 to 3"), ({"limit": 52}, "multiple of 5"), ({"limit": 80}, "70"),
        ({"rounds": 0}, "1"), ({"rounds": 501}, "500"), ({"twos": 1}, "True or False"),
        ({"speed_cards": "+7 3"}, "may name +5"), ({"speed_cards": "+5 many"}, "must be like"),
        ({"speed_cards": "+5"}, "must be like"), ({"speed_cards": "+5 41"}, "0 to 40 of +5"),
        ({"speed_cards": {"+5": 3}}, "must be text"), ({"state_cards": "Nevada 1"}, "may name Illinois"),
        ({"state_cards": "Missouri 0"}, "1 to 9 of Missouri"),
        ({"state_cards": "New Mexico 1, Missouri 1, Oklahoma 1, California 1"}, "at least 9"),
        ({"speed_cards": "+5 0, +10 0, +15 0, +20 0, +30 0, −5 0, −10 0, -20 0"}, "12 to 200"),
        ({"speed_limit": 60}, "no option 'speed_limit'"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused_with_what_is_allowed(options, says):
    with pytest.raises(gk.OptionError) as error:
        gk.load("route66", players=4, **options)
    assert says in str(error.value)


def test_house_rules_change_cards_and_nothing_else():
    game = gk.load("route66", players=2, speed_cards="stop 0, +30 10", state_cards="Texas 4")
    s = game.start()
    assert s.speed_pile.sum() == 50 - 4 + 6
    assert s.pile.sum() == 2 * 16
    assert game.tables.copies[4] == 4
    assert game.tables.los_angeles == 53
    assert gk.load("route66", players=4, state_cards="New Mexico 1, Missouri 1, Oklahoma 1").start().pile.sum() == 4 * 9
    few, many = (
        "+5 0, +10 0, +20 0, +30 0, -5 0, -10 0",
        "+5 40, +10 40, +15 40, +20 40, +30 40, -5 0, -10 0, -20 0, stop 0",
    )
    assert [gk.load("route66", players=4, speed_cards=text).tables.count.sum() for text in (few, many)] == [12, 200]
