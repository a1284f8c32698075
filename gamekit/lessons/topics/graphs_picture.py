"""Boards as graphs, all drawn in one style: real places where the board has them, otherwise a layout of our own.

What is measured on them is in graphs.py.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import networkx as nx

from gamekit.drawing import text
from gamekit.lessons.plot import Drawing, drawn
from gamekit.lessons.topics.graphs import Graph, Node, node_name
from gamekit.show.names import Box, along, holds, overlap
from gamekit.words import _

SIZE: Final = 640.0
"""Width of a picture; its height follows the board."""
MARGIN: Final = 44.0
TALLEST: Final = 760.0
FLATTEST: Final = 240.0
HEADING: Final = 36.0
SMALL, LARGE = 5.0, 15.0
"""Radius of the least and the greatest node."""

Places = dict[Node, tuple[float, float]]


@dataclass(frozen=True)
class Layout:
    """Where the nodes stand on the picture, whether these are the board's own places, and whether edges are arcs."""

    places: Places
    height: float
    real: bool
    arcs: bool


def layout(graph: Graph) -> Layout:
    """Places for all nodes: x and y or longitude and latitude of the box; arcs for an order; else springs."""
    data = dict(graph.nodes(data=True))
    if all("x" in d and "y" in d for d in data.values()):
        return fitted({node: (float(d["x"]), float(d["y"])) for node, d in data.items()}, real=True)
    if all("place" in d for d in data.values()):
        middle = math.cos(math.radians(sum(d["place"][1] for d in data.values()) / len(data)))
        return fitted({node: (d["place"][0] * middle, -d["place"][1]) for node, d in data.items()}, real=True)
    if graph.is_directed() and nx.is_directed_acyclic_graph(graph):
        order = list(nx.topological_sort(graph))
        step = (SIZE - 2 * MARGIN) / max(1, len(order) - 1)
        tallest = (SIZE - 2 * MARGIN) * ARC / 2
        height = tallest + 2 * MARGIN
        return Layout({node: (MARGIN + i * step, height - MARGIN) for i, node in enumerate(order)}, height, False, True)
    springs = nx.kamada_kawai_layout(graph)
    return fitted({node: (float(x), float(y)) for node, (x, y) in springs.items()}, real=False)


ARC: Final = 0.8
"""How high an arc is, as a part of half its width."""


def fitted(raw: Places, real: bool) -> Layout:
    """The same places, moved and scaled into the picture."""
    xs, ys = [x for x, _ in raw.values()], [y for _, y in raw.values()]
    wide, high = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    scale = min((SIZE - 2 * MARGIN) / wide, (TALLEST - 2 * MARGIN) / high)
    height = max(FLATTEST, high * scale + 2 * MARGIN)
    left, top = (SIZE - wide * scale) / 2, (height - high * scale) / 2
    places = {node: (left + (x - min(xs)) * scale, top + (y - min(ys)) * scale) for node, (x, y) in raw.items()}
    return Layout(places, height, real, arcs=False)


def picture(
    graph: Graph,
    title: str,
    values: Mapping[Node, float],
    *,
    unit: str,
    way: Sequence[Node] = (),
    cuts: Collection[Node] = (),
    named: int = 4,
) -> Drawing:
    """One board: nodes the larger and darker the greater their value, a way drawn into it, the greatest nodes named."""
    plan = layout(graph)
    greatest = max(values.values(), default=0.0) or 1.0
    least, most = radii(graph, plan)
    radius = {node: least + (most - least) * max(0.0, values.get(node, 0.0)) / greatest for node in graph}
    parts = [f'<rect class="gkt-ground" width="{SIZE:.0f}" height="{plan.height:.0f}" rx="8"/>']
    parts += edges(graph, plan)
    if len(way) > 1:
        parts.append(f'<path class="gkt-edge gkt-way" d="{way_path(plan, way)}"/>')
    for node, (x, y) in plan.places.items():
        share = max(0.0, values.get(node, 0.0)) / greatest
        ends = (*way[:1], *way[-1:])
        classes = "gkt-node" + (" gkt-cut" if node in cuts else "") + (" gkt-end" if node in ends else "")
        parts.append(
            f'<circle class="{classes}" cx="{x:.1f}" cy="{y:.1f}" r="{radius[node]:.1f}" '
            f'style="fill:color-mix(in srgb, var(--gk-accent) {100 * share:.0f}%, var(--gk-panel))">'
            f"<title>{text(node_name(graph, node))}: {values.get(node, 0.0):.3g} {text(unit)}</title></circle>"
        )
    parts += labels(graph, plan, wanted(plan, values, way, named), radius)
    heading = f'<text class="gkt-heading" x="4" y="24">{text(title)}</text>'
    body = f'{heading}<g transform="translate(0 {HEADING:.0f})">{"".join(parts)}</g>'
    return drawn(body, "board", title, in_words(graph, values, unit, way), SIZE, plan.height + HEADING)


def edges(graph: Graph, plan: Layout) -> list[str]:
    """All edges; one-way edges have a tip where there is room for it."""
    parts = []
    for a, b in graph.edges:
        kind = "gkt-edge gkt-arc" if plan.arcs else "gkt-edge"
        parts.append(f'<path class="{kind}" d="{way_path(plan, [a, b])}"/>')
        if graph.is_directed() and not plan.arcs:
            parts.append(tip(plan.places[a], plan.places[b]))
    return parts


def way_path(plan: Layout, way: Sequence[Node]) -> str:
    """A way as an SVG path: straight from place to place, or by arcs above the row."""
    x, y = plan.places[way[0]]
    path = [f"M{x:.1f} {y:.1f}"]
    for node in way[1:]:
        to, down = plan.places[node]
        if plan.arcs:
            half = abs(to - x) / 2
            path.append(f"A{half:.1f} {half * ARC:.1f} 0 0 {1 if to > x else 0} {to:.1f} {down:.1f}")
        else:
            path.append(f"L{to:.1f} {down:.1f}")
        x, y = to, down
    return "".join(path)


def tip(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A small triangle a little past the middle of a one-way edge."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1)
    if length < 2 * SMALL:
        return ""
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
    x, y = x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1)
    return f'<path class="gkt-tip" d="M5 0L-4-4V4Z" transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})"/>'


def radii(graph: Graph, plan: Layout) -> tuple[float, float]:
    """How large the least and the greatest node may be so that neighbours do not touch."""
    gaps = sorted(math.dist(plan.places[a], plan.places[b]) for a, b in graph.edges)
    room = gaps[len(gaps) // 20] if gaps else SIZE
    most = max(SMALL + 2, min(LARGE, 0.5 * room))
    return min(SMALL + 1.5, 0.62 * most), most


def wanted(plan: Layout, values: Mapping[Node, float], way: Sequence[Node], named: int) -> list[Node]:
    """The nodes whose names matter most: ends of the way, then the greatest values; all of them in a row of arcs."""
    if plan.arcs:
        return list(plan.places)
    greatest = [node for node in sorted(values, key=lambda node: -values[node]) if values[node] > 0]
    return list(dict.fromkeys([*way[:1], *way[-1:], *greatest]))[: named + (2 if way else 0)]


LETTER: Final = 9.6
LINE: Final = 19.0
"""Width of a letter and height of a line, about, in units of the picture."""
CORNER: Final = 0.5
"""How far aside of its node a name above or below it begins, in radii."""


def labels(graph: Graph, plan: Layout, nodes: Sequence[Node], radius: Mapping[Node, float]) -> list[str]:
    """Names beside their nodes where they cover no other name, hardly a node and little of a line; else left out."""
    taken: list[Box] = []
    lines = [] if plan.arcs else [point for a, b in graph.edges for point in along(plan.places[a], plan.places[b])]
    around = [(*plan.places[node], radius[node]) for node in graph]
    dots = [(x - r, y - r, x + r, y + r) for x, y, r in around]
    parts = []
    for rank, node in enumerate(nodes):
        name, (x, y), r = node_name(graph, node), plan.places[node], radius[node] + 5
        width = LETTER * len(name)
        choices = [
            ("start", x + r, y + 6, (x + r, y - 10, x + r + width, y + 9)),
            ("end", x - r, y + 6, (x - r - width, y - 10, x - r, y + 9)),
            ("middle", x, y - r - 3, (x - width / 2, y - r - LINE, x + width / 2, y - r)),
            ("middle", x, y + r + 13, (x - width / 2, y + r, x + width / 2, y + r + LINE)),
        ]
        choices = choices[3:] if plan.arcs else [*choices, *corners(x, y, CORNER * r, width)]
        free = [c for c in choices if inside(c[3], plan.height) and not any(overlap(c[3], box) for box in taken)]
        if not free:
            continue
        best = min(free, key=lambda c: (sum(overlap(c[3], dot) for dot in dots), sum(holds(c[3], at) for at in lines)))
        if rank >= 2 and not plan.arcs and sum(overlap(best[3], dot) for dot in dots) > 2:
            continue
        taken.append(best[3])
        parts.append(
            f'<text class="gkt-name" x="{best[1]:.1f}" y="{best[2]:.1f}" text-anchor="{best[0]}">{text(name)}</text>'
        )
    return parts


def corners(x: float, y: float, r: float, width: float) -> list[tuple[str, float, float, Box]]:
    """A name above or below its node and to one side: anchor, where it begins, and the box it covers."""
    found = []
    for top in (y - r - LINE, y + r):
        found.append(("start", x + r, top + 14, (x + r, top, x + r + width, top + LINE)))
        found.append(("end", x - r, top + 14, (x - r - width, top, x - r, top + LINE)))
    return found


def inside(box: Box, height: float) -> bool:
    """Whether a box lies on the picture."""
    return box[0] >= 2 and box[1] >= 2 and box[2] <= SIZE - 2 and box[3] <= height - 2


def in_words(graph: Graph, values: Mapping[Node, float], unit: str, way: Sequence[Node]) -> str:
    """The picture for those who do not see it."""
    greatest = sorted(values, key=lambda node: -values[node])[:5]
    most = ", ".join(f"{node_name(graph, node)} {values[node]:.3g} {unit}" for node in greatest)
    said = _("A graph with {nodes} nodes and {edges} edges. The greatest values: {most}.").format(
        nodes=len(graph), edges=graph.number_of_edges(), most=most
    )
    if not way:
        return said
    drawn_in = _("Drawn in: the way {way}.").format(way=", ".join(node_name(graph, node) for node in way))
    return f"{said} {drawn_in}"
