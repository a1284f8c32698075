"""Still pictures: a scene with a position's changes applied, the way the player in the browser applies them."""

import re
from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

import gamekit as gk
from gamekit.web.font_faces import WEIGHTS
from gamekit.widgets import board_pictures
from gamekit.widgets.still_picture import SVG


@pytest.mark.parametrize("name", gk.game_names())
def test_each_game_has_a_board_to_show_that_stands_alone(name: str) -> None:
    drawn = board_pictures.board(name)
    assert drawn is not None
    root = ElementTree.fromstring(drawn)
    assert root.get("role") == "img"
    assert len(root.findtext(f"{{{SVG}}}desc") or "") > 40
    assert "http" not in drawn.replace(SVG, "").replace("http://www.w3.org/1999/xlink", "")


@pytest.mark.parametrize("name", gk.game_names())
def test_a_picture_brings_the_letters_that_it_shows_and_no_others(name: str) -> None:
    drawn = board_pictures.board(name) or ""
    shown = {sign for one in ElementTree.fromstring(drawn).iter(f"{{{SVG}}}text") for sign in "".join(one.itertext())}
    fonts = re.findall(r"data:font/woff;base64,([^\"]+)", drawn)
    assert len(fonts) == len(WEIGHTS)
    for font in fonts:
        letters = set(map(chr, TTFont(BytesIO(b64decode(font))).getBestCmap()))
        assert letters == {sign for sign in shown if sign.isprintable()}


@pytest.mark.parametrize("name", gk.game_names())
def test_another_moment_is_another_picture_and_the_same_moment_the_same(name: str) -> None:
    assert board_pictures.board(name, 1, 2) != board_pictures.board(name, 1, 12)
    board_pictures.board.cache_clear()
    first = board_pictures.board(name, 1, 12)
    board_pictures.board.cache_clear()
    assert board_pictures.board(name, 1, 12) == first


def test_no_picture_of_an_unknown_game() -> None:
    assert board_pictures.board("chess") is None
