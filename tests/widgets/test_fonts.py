"""The suite's typeface: every sign that is shown has a letter in it, and pages have it without asking anybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import getmembers, isfunction
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from fontTools.ttLib import TTFont
from matplotlib.text import Text

import gamekit as gk
from gamekit.core.i18n.catalogs import DOMAIN, LOCALE
from gamekit.lessons import kit
from gamekit.web import font_faces
from gamekit.web.game_bundle import BUILT
from gamekit.widgets import charts
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


TEXTS: dict[str, Callable[[], Any]] = {
    "bars": lambda: charts.bars({"a": (1, 0, 2)}, title="A", xlabel="x", exact={"a": 1}, bet=1),
    "distribution": lambda: charts.distribution({1: 0.5}, exact={1: 0.5}, title="A", xlabel="x", ylabel="y", bet=1),
    "lines": lambda: charts.lines([1, 9], {"a": [1, 2]}, title="A", xlabel="x", ylabel="y", bet=1, exact=2),
    "lines, log": lambda: charts.lines([1, 900], {"a": [1, 2]}, title="A", log=True),
    "heat": lambda: charts.heat([[1, 2]], ["a"], ["b", "c"], title="A", xlabel="x", ylabel="y"),
    "network": lambda: charts.network(
        nx.path_graph(2), {0: (0, 0), 1: (1, 1)}, title="A", labels={0: "Ulm"}, paths={"way": [0, 1]}, marks={"m": [0]}
    ),
    "compare": lambda: kit.compare(kit.estimate([0, 1, 1]), 0.6, bet=1).chart,
    "closing_in": lambda: list(kit.closing_in(lambda n: [True] * n, 100, 0.5, bet=1))[-1][0],
    "own": own_chart,
}


def test_no_kind_of_chart_is_left_out_here() -> None:
    made = {name for name, one in getmembers(charts, isfunction) if one.__annotations__.get("return") == "Chart"}
    drawn = {name for name in kit.__all__ if "Chart" in str(getattr(getattr(kit, name), "__annotations__", {}))}
    assert made - {"finish_chart"} | drawn <= set(TEXTS)


@pytest.mark.parametrize("kind", TEXTS)
def test_every_text_of_a_chart_is_measured_and_drawn_with_it(kind: str, recwarn: pytest.WarningsRecorder) -> None:
    chart = TEXTS[kind]()
    for drawing in (chart.svg, chart.narrow):
        svg = "{http://www.w3.org/2000/svg}"
        texts = list(ElementTree.fromstring(drawing).iter(f"{svg}text"))
        assert texts
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
