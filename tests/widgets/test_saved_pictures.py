"""Charts and boards are saved as pictures that other programs open."""

from __future__ import annotations

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.widgets import bars

BEGINS = {"png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-", "svg": b"<?xml"}


def chart():
    return bars({"A": 0.5, "B": (0.25, 0.2, 0.3)}, title="How many of 100 games each of them wins", exact={"A": 0.4})


@pytest.mark.parametrize("form", BEGINS)
def test_a_chart_is_saved_as_the_path_ends_and_equal_charts_are_equal_files(form, tmp_path):
    path = chart().save(tmp_path / f"one.{form.upper()}")
    drawn = path.read_bytes()
    assert drawn.startswith(BEGINS[form])
    seen = chart()
    page = seen._repr_html_()  # for a desk and for a phone
    assert seen.save(str(tmp_path / f"two.{form}")).read_bytes() == drawn
    assert seen._repr_html_() == page == chart()._repr_html_(), "saving changes nothing on the page"


def test_a_saved_chart_has_the_colours_of_a_light_page(tmp_path):
    """On a page stand-ins are replaced by what the page says; a file has no page."""
    seen = chart()
    drawn = seen.save(tmp_path / "chart.svg").read_text("utf-8")
    assert "#0102" not in drawn
    assert {"#1f2b33", "#dcd9cd"} <= set(re.findall(r"#[0-9a-f]{6}", drawn))


def test_in_a_notebook_a_chart_is_an_image_which_code_hosts_show(monkeypatch):
    """They take `svg` and `style` elements away, and leave the letters of a drawing behind."""
    monkeypatch.setattr("gamekit.widgets.canvas.is_in_notebook", lambda: True)
    seen = chart()
    image = ElementTree.fromstring(seen._repr_html_())
    assert (image.tag, image.get("alt")) == ("img", seen.alt)
    drawn = b64decode(image.get("src", "").partition("base64,")[2]).decode()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "var(" not in drawn, "its colours do not depend on a page"


def test_a_chart_is_as_wide_as_for_a_desk_whatever_was_shown_before(tmp_path):
    seen = chart()
    assert seen.narrow
    width = [int.from_bytes(one.save(tmp_path / "w.png").read_bytes()[16:20], "big") for one in (seen, chart())]
    assert width[0] == width[1] > 1000


@pytest.mark.parametrize("name", ["chart.jpg", "chart", "chart.exe"])
def test_another_ending_is_refused_in_a_sentence(name, tmp_path):
    with pytest.raises(gk.OptionError, match=r"\.png, \.svg, \.pdf, not as"):
        chart().save(tmp_path / name)
    with pytest.raises(gk.SaveError, match="cannot be written"):
        chart().save(tmp_path / "no such folder" / "chart.png")


def test_a_board_is_saved_as_it_stands(tmp_path):
    session = gk.load("kartenspiel", players=2).session(seed=1)
    board = gk.play(session.game, seed=1)
    path = board.save_picture(tmp_path / "board.SVG")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert path.read_text("utf-8") == board.picture()
    with pytest.raises(gk.OptionError, match=r"A board is saved as \.svg"):
        board.save_picture(tmp_path / "board.png")
