"""Charts drawn with matplotlib on canvas.py, each with a text alternative; placement of names on a drawn graph."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from matplotlib.ticker import MaxNLocator

from gamekit.core.i18n.numbers import Translation
from gamekit.core.i18n.translation import _, language, say_pair, typeset
from gamekit.core.svg import join_clauses
from gamekit.widgets.canvas import (
    BET,
    COLOURS,
    INK,
    LETTER,
    MARKERS,
    MUTED,
    NAME,
    NAME_GAP,
    NAME_HEIGHT,
    NARROW,
    PAPER,
    POINTS_PER_INCH,
    Bet,
    Chart,
    Value,
    bet_line,
    canvas,
    describe_chart,
    describe_figure,
    finish_chart,
    label_bet,
    label_number,
    read_interval,
    read_prediction,
    shorten_number,
)
from gamekit.widgets.outcome import outcome_of

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Side = tuple[int, int]

SIDES: Final[tuple[Side, ...]] = ((1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1))
"""Positions of a name beside its node as (right, up), the best first."""
ON_NAME: Final = 60.0
ON_NODE: Final = 9.0
ON_LINE: Final = 1.0
STEP: Final = 4.0
PASSES: Final = 3


def find_freest_sides(
    names: Mapping[Any, str],
    places: Mapping[Any, Point],
    lines: Iterable[tuple[Any, Any]],
    *,
    letter: float,
    height: float,
    gap: float,
) -> dict[Any, Side]:
    """Return for each named node the side where its name covers least; lengths are in the units of `places`.

    >>> find_freest_sides({0: "here"}, {0: (0, 0), 1: (90, 0)}, [(0, 1)], letter=6, height=11, gap=5)
    {0: (-1, 0)}
    """
    road = [at for a, b in lines for at in spread_points(places[a], places[b])]
    chosen = dict.fromkeys(names, SIDES[0])

    def box(node: Any, side: Side) -> Box:
        (x, y), wide = places[node], letter * len(names[node])
        left = x + gap * side[0] - wide * (1 - side[0]) / 2
        low = y + gap * side[1] - height * (1 - side[1]) / 2
        return left, low, left + wide, low + height

    def cost(node: Any, side: Side) -> float:
        own = box(node, side)
        others = sum(overlap(own, box(other, chosen[other])) for other in names if other != node)
        nodes = sum(holds(own, place) for other, place in places.items() if other != node)
        return ON_NAME * others + ON_NODE * nodes + ON_LINE * sum(holds(own, at) for at in road)

    for _again in range(PASSES):
        for node in names:
            chosen[node] = min(SIDES, key=lambda side, node=node: cost(node, side))  # type: ignore[misc]
    return chosen


def spread_points(start: Point, end: Point) -> Sequence[Point]:
    """Return points of a straight line, about `STEP` apart, without its ends."""
    steps = max(1, round(math.dist(start, end) / STEP))
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + dx * k / steps, y + dy * k / steps) for k in range(1, steps)]


def holds(box: Box, at: Point) -> bool:
    """Return whether a point lies in a box (left, low, right, high)."""
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


Place = tuple[float, float]
Limits = tuple[float, float]
DOT: Final = 34.0
GREATEST: Final = 260.0
"""Areas in points squared: of a node, and the addition for the greatest weight."""
UPRIGHT: Final = 90
"""Direction of a triangle that is not turned, in degrees."""
BEHIND: Final = 0.62
"""Position of a tip on its edge, as a share of the edge from its beginning."""
TIP: Final = "#8a8f86"


def bars(
    values: Mapping[str, Value],
    *,
    alt: str | None = None,
    title: str = "",
    xlabel: str = "",
    exact: Mapping[str, float] | None = None,
    mark: str = "",
    bet: Bet = None,
    xlim: Limits | None = None,
) -> Chart:
    """Draw a horizontal bar for each value, with its 95 % interval.

    Parameters
    ----------
    values : mapping of str to Estimate, tuple or float
        Values by name; a tuple is (value, low, high).
    alt : str, optional
        Text alternative. Default: made from title and values.
    title, xlabel : str
        Title, and label of the axis of values.
    exact : mapping of str to float, optional
        True values by name, drawn as diamonds.
    mark : str
        Name of the true values in the legend. Default: "exact" in the reader's language.
    bet : Bet or float, optional
        Prediction, drawn as a line; a card is drawn once a prediction is stored.
    xlim : tuple of float, optional
        Ends of the axis of values. Default: as the values need it.

    Returns
    -------
    Chart
        The chart; `alt` is its text alternative.

    Examples
    --------
    >>> bars({"rain": (0.25, 0.2, 0.3)}, title="Weather").alt
    'Weather. rain 0.25 (0.2 to 0.3).'
    """
    figure, axes = canvas(7.2, 0.9 + 0.42 * max(len(values), 2), title)
    names = list(values)
    if alt is None:
        alt = describe_chart(
            title, (describe_figure(name, values[name], (exact or {}).get(name), mark) for name in names), bet
        )
    for row, name in enumerate(names):
        value, low, high = read_interval(values[name])
        axes.barh(row, value, height=0.62, color=COLOURS[0], alpha=0.85)
        if high > low:
            axes.errorbar(value, row, xerr=[[value - low], [high - value]], color=INK, capsize=4, lw=1.6)
        if exact and name in exact:
            axes.plot([exact[name]], [row], marker="D", ms=8, color=COLOURS[4], mec=INK, ls="")
    if exact:
        axes.plot([], [], marker="D", ms=8, color=COLOURS[4], mec=INK, ls="", label=mark or _("exact"))
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(xlabel)
    axes.grid(axis="x")
    bet_line(axes, bet)
    axes.set_xlim(xlim)
    chart = finish_chart(figure, axes, alt)
    chart.outcome = outcome_of(bet, values, exact)
    return chart


def distribution(
    simulated: Mapping[float, Value] | None = None,
    *,
    alt: str | None = None,
    exact: Mapping[float, float] | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    bet: Bet = None,
    xlim: Limits | None = None,
    ylim: Limits | None = None,
) -> Chart:
    """Draw distributions over numbers: simulated probabilities with intervals, exact ones beside them.

    Parameters
    ----------
    simulated : mapping of float to Estimate, tuple or float, optional
        Simulated probabilities by number; a tuple is (value, low, high).
    alt : str, optional
        Text alternative. Default: made from title and probabilities.
    exact : mapping of float to float, optional
        Exact probabilities by number.
    title, xlabel, ylabel : str
        Title and labels of the axes. Default of `ylabel`: "probability" in the reader's language.
    bet : Bet or float, optional
        Predicted number, drawn as a line; a card is drawn once a prediction is stored.
    xlim, ylim : tuple of float, optional
        Ends of the axes. Default: as the values need it.

    Returns
    -------
    Chart
        The chart; `alt` is its text alternative.

    Examples
    --------
    >>> distribution(exact={0: 0.25, 1: 0.75}, title="Coin").alt
    'Coin. 0, exactly 0.25; 1, exactly 0.75.'
    """
    figure, axes = canvas(7.2, 3.6, title)
    points = sorted({*(simulated or {}), *(exact or {})})
    gap = min((b - a for a, b in pairwise(points)), default=1.0)
    wide = gap * (0.4 if simulated and exact else 0.8)
    if simulated:
        at = [x - (wide / 2 if exact else 0) for x in simulated]
        triples = [read_interval(value) for value in simulated.values()]
        heights = [value for value, _low, _high in triples]
        axes.bar(at, heights, wide, color=COLOURS[0], label=_("simulated"))
        errors = [[v - low for v, low, _high in triples], [high - v for v, _low, high in triples]]
        if any(high > low for _v, low, high in triples):
            axes.errorbar(at, heights, yerr=errors, color=INK, ls="", capsize=2, lw=1.1)
    if exact:
        at = [x + (wide / 2 if simulated else 0) for x in exact]
        axes.bar(at, list(exact.values()), wide, color=COLOURS[4], hatch="//", edgecolor=PAPER, label=_("exact"))
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel or _("probability"))
    axes.grid(axis="y")
    bet_line(axes, bet)
    axes.set_xlim(xlim)
    axes.set_ylim(ylim)
    if len(points) <= 14 and axes.viewLim.width <= 28 * gap:  # a far prediction leaves their names no room
        axes.set_xticks(points, [label_number(x) for x in points])
    if alt is None:
        parts = (describe_figure(label_number(x), (simulated or {}).get(x), (exact or {}).get(x)) for x in points)
        alt = describe_chart(title or xlabel, parts, bet)
    return finish_chart(figure, axes, alt)


def lines(
    x: Sequence[float],
    series: Mapping[str, Sequence[Value]],
    *,
    alt: str | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    bet: Bet = None,
    exact: float | None = None,
    log: bool = False,
) -> Chart:
    """Draw a line for each series, with a band where its values have intervals.

    Lines differ in colour and marker.

    Parameters
    ----------
    x : sequence of float
        Horizontal positions.
    series : mapping of str to sequence of Estimate, tuple or float
        Values of each series, as many as there are positions; a tuple is (value, low, high).
    alt : str, optional
        Text alternative. Default: made from title, first and last values.
    title, xlabel, ylabel : str
        Title and labels of the axes.
    bet : Bet or float, optional
        Predicted value, drawn as a horizontal line; a card is drawn once a prediction is stored.
    exact : float, optional
        True value, drawn as a horizontal line.
    log : bool
        Whether the horizontal axis is logarithmic.

    Returns
    -------
    Chart
        The chart; `alt` is its text alternative.

    Examples
    --------
    >>> lines([1, 2, 3], {"km": [10, 20, 40]}, title="A run").alt
    'A run. km: from 10 to 40.'
    """
    figure, axes = canvas(7.2, 3.8, title)
    for number, (name, values) in enumerate(series.items()):
        triples = [read_interval(value) for value in values]
        look: dict[str, Any] = {"color": COLOURS[number % 6], "marker": MARKERS[number % 6]}
        axes.plot(x, [value for value, _low, _high in triples], lw=2, label=name, markevery=max(len(x) // 8, 1), **look)
        if any(high > low for _v, low, high in triples):
            low, high = [t[1] for t in triples], [t[2] for t in triples]
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, lw=0)
    if exact is not None:
        shown = shorten_number(exact)
        axes.axhline(exact, color=INK, lw=1.4, ls="--", label=_("exact: {value}").format(value=shown))
    bet = read_prediction(bet)
    if bet is not None:
        axes.axhline(bet, color=BET, lw=2, ls=":", label=label_bet(bet))
    if log:
        axes.set_xscale("log")
    elif all(float(value).is_integer() for value in x):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.grid()
    if alt is None:
        ends = [
            _("{name}: from {first} to {last}").format(
                name=name,
                first=shorten_number(read_interval(values[0])[0]),
                last=shorten_number(read_interval(values[-1])[0]),
            )
            for name, values in series.items()
            if len(values)
        ]
        alt = describe_chart(
            title or ylabel,
            [*ends, *([_("exactly {value}").format(value=shorten_number(exact))] if exact is not None else [])],
            bet,
        )
    return finish_chart(figure, axes, alt)


def heat(
    matrix: Any,
    rows: Sequence[Any],
    columns: Sequence[Any] | None = None,
    *,
    alt: str | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    form: str = "{:.2f}",
) -> Chart:
    """Draw a matrix as a heat map, with every number written in its field.

    Parameters
    ----------
    matrix : array_like of float
        Numbers of shape (rows, columns).
    rows : sequence of object
        Names of the rows.
    columns : sequence of object, optional
        Names of the columns. Default: those of the rows.
    alt : str, optional
        Text alternative. Default: made from title and the greatest number of each row.
    title, xlabel, ylabel : str
        Title and labels of the axes.
    form : str
        Format of the numbers, as for `str.format`.

    Returns
    -------
    Chart
        The chart; `alt` is its text alternative.

    Examples
    --------
    >>> heat([[1, 2], [4, 3]], ["A", "B"], form="{:.0f}").alt
    'A: most at B, 2; B: most at A, 4.'
    """
    matrix = [[float(value) for value in row] for row in matrix]
    form = Translation(form, language())
    rows = [str(name) for name in rows]
    columns = rows if columns is None else [str(name) for name in columns]
    if alt is None:
        greatest = [max(range(len(row)), key=row.__getitem__) for row in matrix]
        parts = (
            _("{row}: most at {column}, {value}").format(row=name, column=columns[at], value=form.format(row[at]))
            for name, at, row in zip(rows, greatest, matrix, strict=True)
        )
        alt = describe_chart(title, parts)
    heads = [name.replace(" ", "\n") for name in columns]
    widest = max(len(word) for head in heads for word in head.split("\n"))
    across = max(0.72, 0.2 + 0.1 * widest) * len(columns) + 0.2 + 0.1 * max(map(len, rows))
    figure, axes = canvas(min(across, 7.2), 1.4 + 0.46 * len(rows), title)
    flat = [value for row in matrix for value in row]
    least, most = min(flat), max(flat)
    axes.imshow([list(row) for row in matrix], cmap="cividis", aspect="auto", vmin=least, vmax=most)
    for i, row in enumerate(matrix):
        for j, value in enumerate(row):
            dark = most > least and (value - least) / (most - least) < 0.55
            axes.text(
                j, i, typeset(form.format(value)), ha="center", va="center", color="#ffffff" if dark else "#101010"
            )
    axes.set_xticks(range(len(columns)), heads)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return finish_chart(figure, axes, alt)


def network(
    graph: nx.Graph[Any],
    places: Mapping[Any, Place],
    *,
    alt: str | None = None,
    title: str = "",
    labels: Mapping[Any, str] | None = None,
    paths: Mapping[str, Sequence[Any]] | None = None,
    marks: Mapping[str, Sequence[Any]] | None = None,
    weights: Mapping[Any, float] | None = None,
    size: tuple[float, float] = (7.2, 5.2),
) -> Chart:
    """Draw a graph; directed edges have a tip.

    Parameters
    ----------
    graph : networkx.Graph
        The graph.
    places : mapping of object to tuple of float
        Coordinates (x, y) of each node, y upwards.
    alt : str, optional
        Text alternative. Default: made from title, paths and marks.
    title : str
        Title.
    labels : mapping of object to str, optional
        Texts beside nodes.
    paths : mapping of str to sequence of object, optional
        Paths by name, each a sequence of nodes; they differ in colour and dash.
    marks : mapping of str to sequence of object, optional
        Groups of nodes by name; they differ in colour and shape.
    weights : mapping of object to float, optional
        Weights of nodes; the area of a node grows with its weight.
    size : tuple of float
        Width and height in inches.

    Returns
    -------
    Chart
        The chart; `alt` is its text alternative.

    Examples
    --------
    >>> import networkx as nx
    >>> network(nx.path_graph(3), {0: (0, 0), 1: (1, 0), 2: (1, 1)}, title="A road", paths={"way": [0, 1, 2]}).alt
    'A road; way: 0, 1, 2'
    """
    figure, axes = canvas(*size, title)

    # Sorted by place: part of a graph may come from a set, whose order differs in each process.
    def order(node: Any) -> tuple[float, ...]:
        return tuple(places[node])

    nodes_there = sorted(graph, key=order)
    turned = [(a, b) if graph.is_directed() or order(a) <= order(b) else (b, a) for a, b in graph.edges]
    edges = sorted(turned, key=lambda edge: (order(edge[0]), order(edge[1])))
    for a, b in edges:
        axes.plot(*zip(places[a], places[b], strict=True), color=MUTED, lw=2, zorder=1)
    if graph.is_directed():
        tips(axes, ((places[a], places[b]) for a, b in edges))
    for number, (name, nodes) in enumerate((paths or {}).items()):
        dash = ("-", "--", ":", "-.")[number % 4]
        axes.plot(
            *zip(*(places[node] for node in nodes), strict=True),
            dash,
            color=COLOURS[number % 6],
            lw=4,
            label=name,
            zorder=2,
        )
    across, up = zip(*(places[node] for node in nodes_there), strict=True)
    greatest = max((weights or {}).values(), default=0) or 1
    areas = [DOT if weights is None else DOT / 2 + GREATEST * weights.get(node, 0) / greatest for node in nodes_there]
    axes.scatter(across, up, s=areas, color=INK, zorder=3, clip_on=False)
    for number, (name, nodes) in enumerate((marks or {}).items()):
        there = [places[node] for node in sorted(nodes, key=order)]
        shape, colour = MARKERS[number % len(MARKERS)], COLOURS[number % len(COLOURS)]
        xs, ys = [x for x, _y in there], [y for _x, y in there]
        axes.scatter(xs, ys, s=120, marker=shape, c=colour, label=name, zorder=3, clip_on=False)
    names = {node: (labels or {})[node] for node in sorted(labels or {}, key=order)}
    per_point = max(max(across) - min(across), 1e-9) / (POINTS_PER_INCH * min(size[0], NARROW))
    sides = find_freest_sides(
        names, places, edges, letter=LETTER * per_point, height=NAME_HEIGHT * per_point, gap=NAME_GAP * per_point
    )
    for node, (right, upwards) in sides.items():
        axes.annotate(
            names[node],
            places[node],
            xytext=(NAME_GAP * right, NAME_GAP * upwards),
            textcoords="offset points",
            ha={1: "left", 0: "center", -1: "right"}[right],
            va={1: "bottom", 0: "center", -1: "top"}[upwards],
            fontsize=9,
            color=NAME,
            zorder=4,
        )
    axes.set_axis_off()
    axes.set_aspect("equal")
    if alt is None:
        groups = {**(paths or {}), **(marks or {})}
        parts = (
            say_pair(name, ", ".join(names.get(node, str(node)) for node in nodes)) for name, nodes in groups.items()
        )
        alt = join_clauses([title or _("A map of {number} places").format(number=len(graph)), *parts])
    return finish_chart(figure, axes, alt)


def tips(axes: Axes, edges: Iterable[tuple[Place, Place]]) -> None:
    """Draw a tip a little behind the middle of every edge."""
    for (x, y), (to_x, to_y) in edges:
        turned = math.degrees(math.atan2(to_y - y, to_x - x)) - UPRIGHT
        at = ([x + BEHIND * (to_x - x)], [y + BEHIND * (to_y - y)])
        axes.plot(*at, marker=(3, 0, turned), ms=7, color=TIP, mec=PAPER, mew=0.8, zorder=2)
