"""Charts: described, free of global style, the same bytes for the same data, readable in light and dark."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import networkx as nx
import pytest

from gamekit.show import charts

CHARTS = {
    "bars": lambda alt: charts.bars({"a": (0.3, 0.2, 0.4), "b <c>": 0.1}, alt=alt, exact={"a": 0.31}, bet=0.25),
    "distribution": lambda alt: charts.distribution(
        {1: (0.5, 0.4, 0.6), 2: 0.5}, exact={1: 0.5, 2: 0.5}, alt=alt, bet=1.5
    ),
    "lines": lambda alt: charts.lines([1, 2, 3], {"x": [(1, 0, 2), (2, 1, 3), 3.0]}, alt=alt, exact=2, bet=1),
    "heat": lambda alt: charts.heat([[0.1, 0.9], [0.5, 0.2]], ["r", "s"], ["c", "d"], alt=alt),
    "network": lambda alt: charts.network(
        nx.path_graph(3), {i: (i, i % 2) for i in range(3)}, alt=alt, paths={"p": [0, 1]}, labels={0: "A"}
    ),
}


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_described_and_belongs_to_its_page(name: str) -> None:
    chart = CHARTS[name]('What it shows: "a" < b & more')
    root = ElementTree.fromstring(chart.svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'What it shows: "a" < b & more'
    assert "<style" not in chart.svg
    assert "width" not in root.attrib
    assert not re.search(r"#01020\d", chart.svg), "a stand-in for a colour of the page was left"
    assert "var(--gk-ink" in chart.svg
    ids = re.findall(r' id="([^"]+)"', chart.svg)
    assert all(f"#{one}" in chart.svg for one in ids), "ids that nothing refers to would repeat on a page"


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_without_words_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="alternative text"):
        CHARTS[name]("  ")


def test_the_same_data_give_the_same_bytes() -> None:
    assert CHARTS["bars"]("x").svg == CHARTS["bars"]("x").svg


def test_the_prediction_is_drawn_and_named() -> None:
    assert "your prediction: 0.25" in CHARTS["bars"]("x").svg
    assert "your prediction" not in charts.bars({"a": 1}, alt="x").svg


def test_charts_do_not_load_pyplot() -> None:
    code = (
        "import sys; from gamekit.show import bars; bars({'a': 1}, alt='x'); print('matplotlib.pyplot' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        == "False"
    )
