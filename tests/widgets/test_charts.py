"""Charts: described, free of global style, the same bytes for the same data, readable in light and dark."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from matplotlib.container import ErrorbarContainer

from gamekit.widgets import charts
from gamekit.widgets.outcome import MOST_FIGURES, outcome_of
from gamekit.widgets.outcome import Figure as Figures

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
    for drawn in (chart.svg, chart.narrow):
        ids = re.findall(r' id="([^"]+)"', drawn)
        assert all(f"#{one}" in drawn for one in ids), "ids that nothing refers to would repeat on a page"
    assert not {*re.findall(r' id="([^"]+)"', chart.svg)} & {*re.findall(r' id="([^"]+)"', chart.narrow)}


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_without_words_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="alternative text"):
        CHARTS[name]("  ")


def words_of(svg: str) -> list[str]:
    """Everything that is written in a drawing."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_numbers_that_are_read_keep_all_their_digits() -> None:
    chart = charts.distribution(exact={1: 0.175, 2: 0.05}, alt="x")
    assert "0.175" in words_of(chart.svg)
    assert "exact: 2.378" in words_of(charts.lines([1, 2], {"x": [1, 2]}, alt="x", exact=2.378).svg)


def test_a_phone_gets_a_drawing_of_its_own_with_larger_letters() -> None:
    chart = charts.bars({"a name that is much too long for a phone": 0.5}, alt="x", title="A title of a few words")
    wide, narrow = (
        float(ElementTree.fromstring(svg).attrib["viewBox"].split()[2]) for svg in (chart.svg, chart.narrow)
    )
    assert narrow < 0.65 * wide
    assert "a name that is much" in words_of(chart.narrow)


def test_a_title_that_wraps_on_a_phone_takes_nothing_from_the_bars() -> None:
    short, long = (charts.bars({"x": 1}, alt="x", title=title).narrow for title in ("Wins", "Wins of all " * 6))
    assert float(short.split('viewBox="')[1].split()[3][:-1]) < float(long.split('viewBox="')[1].split()[3][:-1])


def test_a_prediction_far_away_does_not_press_the_numbers_below_a_distribution_together() -> None:
    near, far = (charts.distribution(exact=dict.fromkeys(range(10), 0.1), alt="x", bet=bet) for bet in (9, 50))
    assert ["7" in words_of(one.svg) for one in (near, far)] == [True, False]


def test_the_names_below_a_heat_map_have_room() -> None:
    names = ["Ideal line", "Careful budgeter", "Blocker"]
    chart = charts.heat([[1, 2, 3]] * 3, names, names, alt="x")
    assert {"Careful", "budgeter"} <= set(words_of(chart.svg))


def test_whole_numbers_are_counted_in_whole_steps() -> None:
    shown = words_of(charts.lines(list(range(1, 19)), {"x": [0] * 18}, alt="x").svg)
    assert "2.5" not in shown
    assert "16" in shown


def test_places_of_a_network_may_be_arrays_as_networkx_lays_them_out() -> None:
    graph = nx.path_graph(4)
    places = {node: np.array([node // 2, node % 2], dtype=float) for node in graph}
    drawn = charts.network(
        graph, places, marks={"two of them": [2, 3]}, paths={"a way": [0, 1]}, labels={1: "one", 0: "zero"}
    )
    assert "two of them" in drawn.alt
    assert "two of them" in words_of(drawn.svg)
    assert charts.spread_points((0, 0), (0, 12)) == [(0, 4), (0, 8)], "so close that a name on the line is seen"


def test_one_way_edges_of_a_network_have_tips_and_heavy_nodes_are_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(charts, "finish_chart", lambda figure, axes, alt: drawn.append(axes))
    places = {0: (0.0, 0.0), 1: (2.0, 0.0), 2: (2.0, 2.0)}
    for graph in (nx.path_graph(3), nx.DiGraph([(0, 1), (1, 2)])):
        charts.network(graph, places, weights={0: 1.0, 1: 4.0})
    both, one_way = drawn
    assert [line.get_marker() for line in both.lines] == ["None", "None"]
    turned = [line.get_marker() for line in one_way.lines if line.get_marker() != "None"]
    assert turned == [(3, 0, -90.0), (3, 0, 0.0)]  # to the right, and up
    first, second, third = both.collections[0].get_sizes()
    assert second > first > third > 0


def test_long_names_stand_below_each_other_on_a_phone() -> None:
    def heights(first: str, second: str) -> int:
        ways = {first: ["a", "b"], second: ["b", "a"]}
        chart = charts.network(nx.DiGraph(["ab", "ba"]), {"a": (0, 0), "b": (1, 1)}, paths=ways, alt="x")
        texts = ElementTree.fromstring(chart.narrow).iter("{http://www.w3.org/2000/svg}text")
        return len({one.attrib["y"] for one in texts if "".join(one.itertext()) in ways})

    assert heights("one", "two") == 1
    assert heights("fewest roads: 4 roads, 12 steps", "shortest: 5 roads, 10 steps") == 2


BET = 4


@pytest.mark.parametrize(
    ("chart", "told"),
    [
        (
            lambda: charts.bars({"a": (3, 2, 5), "b": 7}, title="Bars.", exact={"b": 6.5}, bet=BET),
            "Bars. a 3 (2 to 5); b 7, exactly 6.5. Your prediction: 4.",
        ),
        (lambda: charts.bars({"a": 3}, exact={"a": 2}, mark="fair share"), "a 3, fair share 2."),
        (
            lambda: charts.distribution({1: 0.25, 2: (0.75, 0.7, 0.8)}, exact={2: 0.5, 3: 0.125}, xlabel="km", bet=BET),
            "km. 1 0.25; 2 0.75 (0.7 to 0.8), exactly 0.5; 3, exactly 0.125. Your prediction: 4.",
        ),
        (
            lambda: charts.lines([5, 6, 7], {"a": [1, 9, 2], "b": [(3, 2, 4)] * 3}, ylabel="DM", exact=8, bet=BET),
            "DM. a: from 1 to 2; b: from 3 to 3; exactly 8. Your prediction: 4.",
        ),
        (
            lambda: charts.heat([[1, 9, 2], [8, 3, 4]], ["up", "down"], ["x", "y", "z"], title="Heat", form="{:.0f}"),
            "Heat. up: most at y, 9; down: most at x, 8.",
        ),
        (
            lambda: charts.network(
                nx.path_graph(3), {i: (i, i % 2) for i in range(3)}, labels={2: "Ulm"}, title="Map",
                paths={"way": [2, 1]}, marks={"seen": [0]},
            ),
            "Map; way: Ulm, 1; seen: 0",
        ),
        (
            lambda: charts.network(nx.path_graph(2), {0: (0, 0), 1: (1, 0)}, marks={"done": [0], "waiting": [1]}),
            "A map of 2 places; done: 0; waiting: 1",
        ),
    ],
    ids=["bars", "a mark of one's own", "distribution", "lines", "heat", "network", "network without a title"],
)  # fmt: skip
def test_a_chart_says_in_words_what_it_shows_and_nothing_else(chart: Any, told: str) -> None:
    assert chart().alt == told


def test_as_many_figures_as_a_report_may_have_are_told_and_no_more() -> None:
    for count, told in ((MOST_FIGURES, True), (MOST_FIGURES + 1, False)):
        assert (outcome_of(3, {f"bar {n}": n for n in range(count)}) is not None) is told


def test_what_came_out_by_lot_is_not_told_as_exact() -> None:
    told = outcome_of(42, {"by lot": (30, 28, 33)})
    assert told is not None
    assert told.figures == (Figures("", 30, 28, 33, None),)
    unknown = outcome_of(42, {"by lot": (float("nan"),) * 3}, {"by lot": 31})
    assert unknown is not None
    assert unknown.figures == (Figures("", exact=31.0),)


def test_an_interval_is_drawn_as_far_down_and_up_as_it_reaches_and_a_prediction_where_it_is() -> None:
    chart = charts.distribution({1: (0.5, 0.45, 0.7), 2: 0.5}, alt="x", bet=1.5)
    (errors,) = [one for one in chart._axes.containers if isinstance(one, ErrorbarContainer)]
    drawn = [segment[:, 1].tolist() for lines in errors.lines[2] for segment in lines.get_segments()]
    assert drawn == [pytest.approx([0.45, 0.7]), pytest.approx([0.5, 0.5])]
    assert any(np.allclose(line.get_xdata(), 1.5) for line in chart._axes.get_lines())
