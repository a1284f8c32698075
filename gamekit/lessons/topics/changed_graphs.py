"""Questions to the boards of *four graphs*: a place is closed, ways are measured in kilometres instead of roads."""

from __future__ import annotations

from typing import Any, Final

import networkx as nx

from gamekit.lessons.plot import percent
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.boards import board, main_board, measured, places, title, way_in_words
from gamekit.lessons.topics.graphs import Graph, Node, node_name
from gamekit.lessons.topics.graphs_picture import picture
from gamekit.show import Choice, Lab, Table, lab
from gamekit.words import _


def close_place() -> Lab:
    """Investigate: a place is closed."""
    name = main_board()
    graph = board(name)
    busiest = node_name(graph, measured(name).busiest)

    def close(place: str) -> tuple[Any, ...]:
        return closed(name, graphs.named_node(graph, place))

    return lab(
        close, Choice("place", _("Closed"), places(name), busiest), title=_("A place is closed"), button=_("Close it")
    )


def closed(name: str, place: Node) -> tuple[Any, ...]:
    """A board without one of its places: what it looks like, what falls apart, how much longer the ways become."""
    graph = board(name)
    rest = graph.copy()
    rest.remove_node(place)
    whole = graphs.distances(graph.subgraph(rest.nodes))
    parts = list(nx.weakly_connected_components(rest) if rest.is_directed() else nx.connected_components(rest))
    before = graphs.distances(graph)
    kept = [i for i, node in enumerate(graph) if node != place]
    mean_before, mean_after = graphs.mean_of(before[kept][:, kept]), graphs.mean_of(whole)
    drawing = picture(
        rest,
        _("{name} without {place}").format(name=title(name), place=node_name(graph, place)),
        graphs.passing(rest),
        unit=_("of trips"),
    )
    if len(parts) > 1:
        small = sorted(node_name(graph, node) for node in min(parts, key=len))
        fate = _("The board falls into {parts} parts; cut off: {small}.").format(
            parts=len(parts), small=", ".join(small[:8])
        )
    else:
        fate = _("Every other place can still be reached.")
    sentence = _(
        "{fate} The mean distance of the others changes from {mean_before:.3f} to {mean_after:.3f} steps."
    ).format(fate=fate, mean_before=float(mean_before), mean_after=float(mean_after))
    busiest = max(graphs.passing(rest).items(), key=lambda entry: entry[1])
    return (
        drawing,
        sentence,
        _("Now {busiest} is the busiest: {share} of all trips.").format(
            busiest=node_name(graph, busiest[0]), share=percent(busiest[1])
        ),
    )


def steps_or_km() -> Lab:
    """Investigate: the shortest way in steps and in kilometres."""
    name = main_board()
    graph = board(name)
    lengths = graphs.edge_numbers(graph) or [""]

    def compare(weight: str) -> tuple[Any, ...]:
        pairs = other_ways(graph, weight)
        count = len(graph) * (len(graph) - 1) // 2
        rows = [
            [f"{node_name(graph, a)} – {node_name(graph, b)}", way_in_words(graph, w, weight)] for a, b, w in pairs[:6]
        ]
        said = _(
            "For {pairs} of {count} pairs the way with the fewest roads is not a way with the fewest {unit}."
        ).format(pairs=len(pairs), count=count, unit=weight or _("steps"))
        return said, Table([_("pair"), _("shorter, with more roads")], rows, _("Some of these pairs"))

    return lab(
        compare,
        Choice("weight", _("Instead of roads, count"), lengths, lengths[0]),
        title=_("Which shortest way?"),
        button=_("Compare"),
    )


def other_ways(graph: Graph, weight: str) -> list[tuple[Node, Node, list[Node]]]:
    """The pairs for which every shortest way by `weight` has more edges than necessary."""
    nodes = list(graph)
    fewest = {a: dict(lengths) for a, lengths in nx.all_pairs_shortest_path_length(graph)}
    found = []
    for i, a in enumerate(nodes):
        ways = nx.single_source_dijkstra(graph, a, weight=lambda u, v, d: d.get(weight, 1) + EDGE_COST)[1]
        for b in nodes[i + 1 :]:
            if b in ways and len(ways[b]) - 1 > fewest[a][b]:
                found.append((a, b, ways[b]))
    return found


EDGE_COST: Final = 1e-6
"""Among ways of equal length the one with fewer edges is taken."""
