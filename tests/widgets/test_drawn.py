"""What is drawn, held against the data: lengths of bars, places of markers, lines, bands, fields and ways."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from matplotlib.colors import to_hex

from gamekit.widgets import canvas, charts


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The axes of every chart that is finished."""
    seen: list[Any] = []
    finished = canvas.finish_chart

    def watching(figure: Any, axes: Any, *rest: Any, **options: Any) -> Any:
        seen.append(axes)
        return finished(figure, axes, *rest, **options)

    monkeypatch.setattr(charts, "finish_chart", watching)
    return seen


def reach(interval: Any) -> list[list[list[float]]]:
    """From where to where the lines of an error bar go."""
    return [segment.tolist() for lines in interval.lines[2] for segment in lines.get_segments()]


def markers(axes: Any, symbol: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for line in axes.lines if line.get_marker() == symbol for x, y in line.get_xydata()]


def test_bars_are_as_long_as_their_values_with_intervals_and_exact_marks(drawn: list[Any]) -> None:
    values = {"a": (0.3, 0.2, 0.45), "b": 0.7, "c": (-0.2, -0.3, -0.1)}
    charts.bars(values, alt="x", exact={"a": 0.31, "c": -0.25}, bet=0.25)
    axes = drawn[0]
    assert [(bar.get_width(), bar.get_x()) for bar in axes.patches] == [(0.3, 0), (0.7, 0), (-0.2, 0)]
    assert [bar.get_y() + bar.get_height() / 2 for bar in axes.patches] == pytest.approx([0, 1, 2])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "c"]
    assert axes.yaxis_inverted()
    intervals = [np.ravel(reach(one)) for one in axes.containers if hasattr(one, "has_xerr")]
    assert np.allclose(intervals, [[0.2, 0, 0.45, 0], [-0.3, 2, -0.1, 2]])
    assert markers(axes, "D") == [(0.31, 0), (-0.25, 2)]
    assert [line.get_xdata() for line in axes.lines if line.get_linestyle() == ":"] == [[0.25, 0.25]]


def test_a_distribution_has_a_bar_for_each_number_at_its_place(drawn: list[Any]) -> None:
    charts.distribution({1: (0.5, 0.4, 0.65), 3: (0.2, 0.1, 0.3)}, exact={1: 0.45, 3: 0.25}, alt="x", bet=1.5)
    simulated, exact = (one for one in drawn[0].containers if hasattr(one, "patches"))
    assert [bar.get_height() for bar in simulated] == [0.5, 0.2]
    assert [bar.get_height() for bar in exact] == [0.45, 0.25]
    assert all(bar.get_y() == 0 for bar in (*simulated, *exact))
    for x, left, right in zip((1, 3), simulated, exact, strict=True):
        assert left.get_x() + left.get_width() == pytest.approx(x) == right.get_x()
    middles = [bar.get_x() + bar.get_width() / 2 for bar in simulated]
    intervals = [np.ravel(one) for one in reach(next(one for one in drawn[0].containers if hasattr(one, "has_yerr")))]
    assert np.allclose(intervals, [[middles[0], 0.4, middles[0], 0.65], [middles[1], 0.1, middles[1], 0.3]])
    assert drawn[0].get_xticks().tolist() == [1, 3]
    assert [line.get_xdata() for line in drawn[0].lines if line.get_linestyle() == ":"] == [[1.5, 1.5]]


@pytest.mark.parametrize("kind", ["simulated", "exact"])
def test_a_distribution_alone_stands_over_its_numbers(drawn: list[Any], kind: str) -> None:
    charts.distribution(**{kind: {2: 0.25, 4: 0.75}}, alt="x")
    bars = drawn[0].patches
    assert [bar.get_height() for bar in bars] == [0.25, 0.75]
    assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx([2, 4])
    assert bars[0].get_x() + bars[0].get_width() < bars[1].get_x()


def test_lines_go_through_their_values_and_bands_from_end_to_end(drawn: list[Any]) -> None:
    series = {"up": [(1, 0, 2), (2, 1, 3), (3, 2.5, 4)], "down": [3, 2, 1]}
    charts.lines([1, 2, 5], series, alt="x", exact=2.5, bet=1.25)
    axes = drawn[0]
    by_name = {line.get_label(): line for line in axes.lines}
    assert by_name["up"].get_xydata().tolist() == [[1, 1], [2, 2], [5, 3]]
    assert by_name["down"].get_xydata().tolist() == [[1, 3], [2, 2], [5, 1]]
    assert {by_name[name].get_marker() for name in series} == set(canvas.MARKERS[:2])
    assert len(axes.collections) == 1, "only a series with intervals has a band"
    edge = {tuple(point) for point in axes.collections[0].get_paths()[0].vertices.tolist()}
    assert edge == {(1, 0), (2, 1), (5, 2.5), (1, 2), (2, 3), (5, 4)}
    level = {line.get_linestyle(): list(line.get_ydata()) for line in axes.lines if len(set(line.get_ydata())) == 1}
    assert level == {"--": [2.5, 2.5], ":": [1.25, 1.25]}
    assert axes.get_xscale() == "linear"
    charts.lines([1, 10, 100], {"x": [1, 2, 3]}, alt="x", log=True)
    assert drawn[1].get_xscale() == "log"


def test_a_heat_map_shows_each_number_in_its_field_and_legibly(drawn: list[Any]) -> None:
    matrix = [[0.1, 0.9, 0.4], [0.5, 0.2, 0.8]]
    charts.heat(matrix, ["r", "s"], ["c", "d", "e"], alt="x")
    axes = drawn[0]
    (picture,) = axes.images
    assert picture.get_array().tolist() == matrix
    assert picture.get_clim() == (0.1, 0.9)
    written = {tuple(text.get_position()): text.get_text() for text in axes.texts}
    assert written == {(j, i): f"{matrix[i][j]:.2f}" for i in range(2) for j in range(3)}
    for text in axes.texts:
        j, i = text.get_position()
        field = picture.cmap(picture.norm(matrix[i][j]))
        assert contrast(text.get_color(), to_hex(field)) >= 3, matrix[i][j]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["c", "d", "e"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["r", "s"]


def contrast(a: str, b: str) -> float:
    """As WCAG reckons it."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def test_a_network_has_its_nodes_edges_and_ways_where_they_are(drawn: list[Any]) -> None:
    places = {"a": (0.0, 0.0), "b": (2.0, 1.0), "c": (4.0, 0.5)}
    graph = nx.Graph([("a", "b"), ("b", "c")])
    charts.network(graph, places, alt="x", paths={"way": ["a", "b", "c"]}, labels={"a": "A-town", "c": "C-town"})
    axes = drawn[0]
    edges = {tuple(map(tuple, line.get_xydata().tolist())) for line in axes.lines if line.get_label() != "way"}
    assert edges == {(places["a"], places["b"]), (places["b"], places["c"])}
    (way,) = (line for line in axes.lines if line.get_label() == "way")
    assert [tuple(point) for point in way.get_xydata().tolist()] == [places[node] for node in "abc"]
    assert {tuple(point) for point in axes.collections[0].get_offsets().tolist()} == set(places.values())
    assert {text.get_text(): tuple(text.xy) for text in axes.texts} == {"A-town": places["a"], "C-town": places["c"]}
    assert axes.get_aspect() == 1.0
