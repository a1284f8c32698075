"""Charts drawn with matplotlib's Figure (no pyplot, nothing global), as SVG that adapts to light and dark.

Every chart needs a text alternative. What is drawn is computed elsewhere.
"""

from __future__ import annotations

import hashlib
import io
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator

from gamekit.show.names import freest_sides
from gamekit.words import _

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which everybody can tell apart; the order is that of the players.
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS: Final = ("o", "s", "^", "D", "h", "*")
# Stand-ins that become custom properties in the SVG.
INK: Final = "#010203"
MUTED: Final = "#010204"
PAPER: Final = "#010205"
BET: Final = "#010206"
NAME: Final = "#010207"
PROPERTIES: Final = {
    INK: "var(--gk-ink,#1f2b33)",
    MUTED: "var(--gk-line,#dcd9cd)",
    PAPER: "var(--gk-paper,#fdfcf8)",
    BET: "var(--gk-wrong,#b03a00)",
    NAME: "var(--gk-ink,#1f2b33);stroke:var(--gk-paper,#fdfcf8);stroke-width:3;paint-order:stroke",
}
STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": MUTED,
    "legend.frameon": False,
    "hatch.color": PAPER,
    "hatch.linewidth": 1.2,
}
POINTS_PER_INCH: Final = 72
LETTER, NAME_HEIGHT, NAME_GAP = 5.4, 11.0, 5.0
"""Points: the width of a letter of a name, about, its height, and what lies between a node and its name."""
NARROW: Final = 4.4
"""Inches a chart is wide on a phone, where its letters are then as large as those of the page."""
TITLE_LETTERS: Final = 9.2
"""Letters of a title to the inch."""
NAME_LETTERS: Final = 20
"""Letters to a line of a name beside a bar, on a phone."""
TITLE: Final[dict[str, Any]] = {"x": 0.01, "ha": "left", "fontsize": 12.5, "fontweight": "bold"}
MODES: Final = (
    ".gk-chart{--gk-l:initial;--gk-d:;--gk-ink:var(--gk-l,#1f2b33) var(--gk-d,#eef1ec);"
    "--gk-line:var(--gk-l,#dcd9cd) var(--gk-d,#36434c);--gk-paper:var(--gk-l,#fdfcf8) var(--gk-d,#151b20);"
    "--gk-wrong:var(--gk-l,#b03a00) var(--gk-d,#ff9a66);margin:8px 0;max-width:760px;container-type:inline-size}"
    ".gk-chart svg{display:block;width:100%;height:auto}.gk-chart .gk-narrow{display:none}"
    "@container(max-width:520px){.gk-chart .gk-wide{display:none}.gk-chart .gk-narrow{display:block}}"
    "@media(prefers-color-scheme:dark){.gk-chart{--gk-l:;--gk-d:initial}"
    'body[data-jp-theme-light="true"]:not([data-voila]) .gk-chart{--gk-l:initial;--gk-d:}}'
    'body[data-jp-theme-light="false"] .gk-chart{--gk-l:;--gk-d:initial}'
)

Value = Any
"""A number, or a value with its interval: (value, low, high), an Estimate."""


@dataclass(frozen=True)
class Chart:
    """A finished chart: SVG, its text alternative, and the same drawn for a phone. Notebooks and panels show it."""

    svg: str
    alt: str
    narrow: str = ""

    def _repr_html_(self) -> str:
        return f'<figure class="gk-chart"><style>{MODES}</style>{self.svg}{self.narrow}</figure>'


def bars(
    values: Mapping[str, Value],
    *,
    alt: str,
    title: str = "",
    xlabel: str = "",
    exact: Mapping[str, float] | None = None,
    bet: float | None = None,
) -> Chart:
    """A bar for each entry with its interval; `exact` marks true values, `bet` a stored prediction."""
    figure, axes = canvas(7.2, 0.9 + 0.42 * max(len(values), 2), title)
    names = list(values)
    for row, name in enumerate(names):
        value, low, high = spread(values[name])
        axes.barh(row, value, height=0.62, color=COLOURS[0], alpha=0.85)
        if high > low:
            axes.errorbar(value, row, xerr=[[value - low], [high - value]], color=INK, capsize=4, lw=1.6)
        if exact and name in exact:
            axes.plot([exact[name]], [row], marker="D", ms=8, color=COLOURS[4], mec=INK, ls="")
    if exact:
        axes.plot([], [], marker="D", ms=8, color=COLOURS[4], mec=INK, ls="", label=_("exact"))
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(xlabel)
    axes.grid(axis="x")
    bet_line(axes, bet)
    return finished(figure, axes, alt)


def distribution(
    simulated: Mapping[float, Value] | None = None,
    *,
    alt: str,
    exact: Mapping[float, float] | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    bet: float | None = None,
) -> Chart:
    """A distribution over numbers: simulated shares with intervals, and beside them the exact ones."""
    figure, axes = canvas(7.2, 3.6, title)
    points = sorted({*(simulated or {}), *(exact or {})})
    gap = min((b - a for a, b in pairwise(points)), default=1.0)
    wide = gap * (0.4 if simulated and exact else 0.8)
    if simulated:
        at = [x - (wide / 2 if exact else 0) for x in simulated]
        triples = [spread(value) for value in simulated.values()]
        heights = [value for value, _low, _high in triples]
        axes.bar(at, heights, wide, color=COLOURS[0], label=_("simulated"))
        errors = [[v - low for v, low, _high in triples], [high - v for v, _low, high in triples]]
        if any(high > low for _v, low, high in triples):
            axes.errorbar(at, heights, yerr=errors, color=INK, ls="", capsize=2, lw=1.1)
    if exact:
        at = [x + (wide / 2 if simulated else 0) for x in exact]
        axes.bar(at, list(exact.values()), wide, color=COLOURS[4], hatch="//", edgecolor=PAPER, label=_("exact"))
    if len(points) <= 14:
        axes.set_xticks(points, [f"{x:g}" for x in points])
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel or _("probability"))
    axes.grid(axis="y")
    bet_line(axes, bet)
    return finished(figure, axes, alt)


def lines(
    x: Sequence[float],
    series: Mapping[str, Sequence[Value]],
    *,
    alt: str,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    bet: float | None = None,
    exact: float | None = None,
    log: bool = False,
) -> Chart:
    """A line for each series over `x`, with a band where it has intervals; told apart by colour, marker and dash."""
    figure, axes = canvas(7.2, 3.8, title)
    for number, (name, values) in enumerate(series.items()):
        triples = [spread(value) for value in values]
        look: dict[str, Any] = {"color": COLOURS[number % 6], "marker": MARKERS[number % 6]}
        axes.plot(x, [value for value, _low, _high in triples], lw=2, label=name, markevery=max(len(x) // 8, 1), **look)
        if any(high > low for _v, low, high in triples):
            low, high = [t[1] for t in triples], [t[2] for t in triples]
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, lw=0)
    if exact is not None:
        axes.axhline(exact, color=INK, lw=1.4, ls="--", label=_("exact: {value}").format(value=f"{exact:.4g}"))
    if bet is not None:
        axes.axhline(bet, color=BET, lw=2, ls=":", label=_("your prediction: {value}").format(value=f"{bet:g}"))
    if log:
        axes.set_xscale("log")
    elif all(float(value).is_integer() for value in x):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.grid()
    return finished(figure, axes, alt)


def heat(
    matrix: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    alt: str,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    form: str = "{:.2f}",
) -> Chart:
    """A table of numbers as a heat map, every number written in its field."""
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
            axes.text(j, i, form.format(value), ha="center", va="center", color="#ffffff" if dark else "#101010")
    axes.set_xticks(range(len(columns)), heads)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return finished(figure, axes, alt)


def network(
    graph: nx.Graph[Any],
    places: Mapping[Any, tuple[float, float]],
    *,
    alt: str,
    title: str = "",
    labels: Mapping[Any, str] | None = None,
    paths: Mapping[str, Sequence[Any]] | None = None,
    size: tuple[float, float] = (7.2, 5.2),
) -> Chart:
    """A graph with its nodes at `places`; `paths` are drawn over it, told apart by colour and dash."""
    figure, axes = canvas(*size, title)
    for a, b in graph.edges:
        axes.plot(*zip(places[a], places[b], strict=True), color=MUTED, lw=2, zorder=1)
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
    across, up = zip(*(places[node] for node in graph), strict=True)
    axes.scatter(across, up, s=34, color=INK, zorder=3)
    names = labels or {}
    per_point = max(max(across) - min(across), 1e-9) / (POINTS_PER_INCH * min(size[0], NARROW))
    sides = freest_sides(
        names, places, graph.edges, letter=LETTER * per_point, height=NAME_HEIGHT * per_point, gap=NAME_GAP * per_point
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
    return finished(figure, axes, alt)


def canvas(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """An empty figure in the suite's style. For charts of your own; end with `finished`."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        if title:
            figure.suptitle(title, **TITLE)
    figure.patch.set_alpha(0)
    return figure, axes


def finished(figure: Figure, axes: Axes, alt: str) -> Chart:
    """The figure as a `Chart`. Raises `ValueError` without a text alternative."""
    if not alt.strip():
        raise ValueError("A chart needs an alternative text: say in a sentence or two what it shows.")
    wide = saved(figure, axes, alt, "gk-wide")
    figure.set_figwidth(min(figure.get_figwidth(), NARROW))
    if isinstance(axes.yaxis.get_major_locator(), FixedLocator):
        names = [
            textwrap.fill(label.get_text(), NAME_LETTERS, break_on_hyphens=False) for label in axes.get_yticklabels()
        ]
        axes.set_yticks(axes.get_yticks(), names)
    return Chart(wide, alt, saved(figure, axes, alt, "gk-narrow"))


def saved(figure: Figure, axes: Axes, alt: str, kind: str) -> str:
    """The figure as it is now, title and legend fitted to its width."""
    width = figure.get_figwidth()
    title = figure.get_suptitle()
    if title:
        figure.suptitle(textwrap.fill(title, round(TITLE_LETTERS * width), break_on_hyphens=False), **TITLE)
    handles, names = axes.get_legend_handles_labels()
    figure.legends.clear()
    if handles:
        columns = 3 if width > NARROW else 2
        figure.legend(handles, names, loc="outside lower left", ncols=columns, frameon=False, labelcolor=INK)
    with mpl.rc_context({**STYLE, "svg.hashsalt": hashlib.sha256(f"{kind}{alt}".encode()).hexdigest()}):
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return adapted(stream.getvalue(), alt, kind)


def adapted(svg: str, alt: str, kind: str) -> str:
    """Matplotlib's SVG made part of a page: described, scalable, in the page's colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Its style rule would hold for the whole page, and its ids would repeat from chart to chart.
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    used = set(re.findall(r"#(\w+)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)
    # Places need no more than two digits; numbers that are read, outside the tags, keep all of theirs.
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), svg)
    svg = svg.replace(" \n", " ").replace("\n", " ")
    for stand_in, own in PROPERTIES.items():
        svg = svg.replace(stand_in, own)
    svg = re.sub(
        r'(<svg[^>]*?) width="([\d.]+pt)" height="[^"]*"',
        r'\1 style="max-width:\2;stroke-linejoin:round"',
        svg,
        count=1,
    )
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg class="{kind}" role="img" aria-label="{escape(alt, quote=True)}"', 1)


def bet_line(axes: Axes, bet: float | None) -> None:
    """A stored prediction, drawn into the result."""
    if bet is not None:
        axes.axvline(bet, color=BET, lw=2.4, ls=":", label=_("your prediction: {value}").format(value=f"{bet:g}"))


def spread(value: Value) -> tuple[float, float, float]:
    """A value with its interval; a bare number has none."""
    if hasattr(value, "low"):
        return float(value.value), float(value.low), float(value.high)
    if isinstance(value, tuple):
        return float(value[0]), float(value[1]), float(value[2])
    return float(value), float(value), float(value)
