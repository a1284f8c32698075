"""Still pictures: a scene with a position's changes applied, the way the player in the browser applies them."""

from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.serve import pictures


def element(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def test_changes_move_turn_write_classify_hide_and_label() -> None:
    node = element('<g class="card"><tspan>old</tspan></g>')
    pictures.apply(node, {"x": 3, "y": 4, "r": 90, "text": "<new>", "class": "up", "hidden": True, "label": "Card"})
    assert node.get("transform") == "translate(3 4) rotate(90)"
    assert node.text == "<new>"
    assert len(node) == 0
    assert node.get("class") == "card up"
    assert node.get("style") == "display:none"
    assert node.get("aria-label") == "Card"


def test_a_shown_element_is_not_hidden_and_keeps_its_place() -> None:
    node = element('<path d="M0 0" transform="scale(2)"/>')
    pictures.apply(node, {"d": "M1 1", "hidden": False})
    assert (node.get("d"), node.get("transform"), node.get("style")) == ("M1 1", "scale(2)", None)


@pytest.mark.parametrize("name", gk.games())
def test_each_game_has_a_board_to_show_that_stands_alone(name: str) -> None:
    drawn = pictures.board(name)
    assert drawn is not None
    root = ElementTree.fromstring(drawn)
    assert root.get("role") == "img"
    assert len(root.findtext(f"{{{pictures.SVG}}}desc") or "") > 40
    assert "http" not in drawn.replace(pictures.SVG, "").replace("http://www.w3.org/1999/xlink", "")


@pytest.mark.parametrize("name", gk.games())
def test_another_moment_is_another_picture_and_the_same_moment_the_same(name: str) -> None:
    assert pictures.board(name, 1, 2) != pictures.board(name, 1, 12)
    pictures.board.cache_clear()
    first = pictures.board(name, 1, 12)
    pictures.board.cache_clear()
    assert pictures.board(name, 1, 12) == first


def test_no_picture_of_an_unknown_game() -> None:
    assert pictures.board("chess") is None
