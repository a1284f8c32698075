"""The suite's typeface: every sign that is shown has a letter in it, and pages have it without asking anybody."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from matplotlib.text import Text

import gamekit as gk
from gamekit.core.i18n.catalogs import DOMAIN, LOCALE
from gamekit.web import font_faces
from gamekit.web.game_bundle import BUILT
from gamekit.widgets.canvas import Chart, canvas, finish_chart

SYMBOLS = "⚄▾"
"""Drawn by the reader's own emoji typeface, on buttons that name themselves besides."""


def drawn(weight: str) -> set[int]:
    return set(TTFont(font_faces.file(weight, "ttf")).getBestCmap())


@pytest.mark.parametrize("weight", font_faces.WEIGHTS)
def test_every_sign_of_sentences_and_boards_has_a_letter(weight: str) -> None:
    shown = (LOCALE / f"{DOMAIN}.pot").read_text(encoding="utf-8")
    for name in gk.game_names():
        shown += "".join((BUILT / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("js", "json"))
    signs = {ord(sign) for sign in shown if sign.isprintable()} - {ord(sign) for sign in SYMBOLS}
    assert {chr(code) for code in signs - drawn(weight)} == set()


def own_chart() -> Chart:
    """Every kind of text that somebody may add between `canvas` and `finished`, a typeface of their own included."""
    figure, axes = canvas(6, 4, "A title")
    axes.plot([1, 2], [1e9, 2e9], label="a line")
    axes.set_title("a heading", family="serif")
    axes.text(1, 1e9, "a text")
    axes.annotate("a note", (1, 1e9), fontfamily="monospace")
    axes.table([["a field"]])
    axes.legend(title="a legend")
    axes.text(1, 1e9, r"$x^2 \leq \mathbf{y}$")
    axes.secondary_xaxis("top").set_xlabel("another axis")
    return finish_chart(figure, axes, "A chart of one's own.")


def test_every_text_of_a_chart_is_measured_and_drawn_with_it(recwarn: pytest.WarningsRecorder) -> None:
    chart, svg = own_chart(), "{http://www.w3.org/2000/svg}"
    for drawing in (chart.svg, chart.narrow):
        texts = list(ElementTree.fromstring(drawing).iter(f"{svg}text"))
        assert len(texts) > 8
        for text in texts:
            for part in list(text.iter(f"{svg}tspan")) or [text]:
                family = re.search("font(?:-family)?: (?:[^;]*px )?([^;]*)", part.attrib.get("style", ""))
                assert family
                assert family[1].startswith(f"'{font_faces.FAMILY}'"), "".join(text.itertext())
        assert {text.get_fontfamily()[0] for text in chart._figure.findobj(Text)} == {font_faces.FAMILY}
    assert [str(warning.message) for warning in recwarn if "findfont" in str(warning.message)] == []


def test_a_widget_leaves_it_out_where_the_page_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(font_faces.PAGE_HAS_IT, raising=False)
    assert font_faces.faces_of_widget().count("@font-face") == len(font_faces.WEIGHTS)
    monkeypatch.setenv(font_faces.PAGE_HAS_IT, "1")
    assert font_faces.faces_of_widget() == ""
