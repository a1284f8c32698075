"""The lesson *four graphs*: what its pages show, for the boards of all games that there are.

Measures are computed in graphs.py, boards are drawn in graphs_picture.py; new roads are in new_roads.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import networkx as nx

from gamekit.lab.estimate import Estimate
from gamekit.lessons.desk import Shown, estimate, exercise, say, side_by_side, table
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.boards import board, main_board, measured, names, passing, places, title, way_in_words
from gamekit.lessons.topics.graphs import Graph, Node, node_name
from gamekit.lessons.topics.graphs_picture import layout, picture
from gamekit.lessons.topics.new_roads import modify, own_road, road_in_words
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, Table, lab

SEED: Final = 1
TRIPS: Final = 3_000
OFFERED: Final = 6
"""Places offered in the bet."""

MEASURES: Final = {
    "passing": "trips that pass through",
    "degree": "neighbours",
    "distance": "steps to all others, on average",
}


def play() -> Lab:
    """Find a shortest way by yourself, then look."""
    name = main_board()
    graph = board(name)
    lengths = {"": "steps from place to place", **{key: key for key in graphs.edge_numbers(graph)}}
    ends = measured(name).diameter_ends
    start, goal = (node_name(graph, node) for node in ends) if ends else (places(name)[0], places(name)[-1])

    def find(start: str, goal: str, weight: str) -> tuple[Any, ...]:
        a, b = graphs.named_node(graph, start), graphs.named_node(graph, goal)
        way = graphs.shortest(graph, a, b, weight or None)
        drawing = picture(graph, title(name), passing(name), unit="of trips", way=way)
        return drawing, way_in_words(graph, way, weight)

    return lab(
        find,
        Choice("start", "From", places(name), start),
        Choice("goal", "To", places(name), goal),
        Choice("weight", "Measured in", lengths, ""),
        title=f"A way on the board of {title(name)}",
        button="Show a shortest way",
    )


@cache
def offered() -> tuple[Node, ...]:
    """The places of the bet: half of them the busiest, half with many neighbours."""
    name = main_board()
    graph, through = board(name), passing(name)
    busiest = sorted(graph, key=lambda node: -through[node])[: OFFERED // 2]
    rest = sorted((n for n in graph if n not in busiest), key=lambda node: (-graph.degree[node], through[node]))
    chosen = [*busiest, *rest[: OFFERED - len(busiest)]]
    return tuple(sorted(chosen, key=lambda node: node_name(graph, node)))


def predict() -> Bet:
    """The bet of the lesson."""
    graph = board(main_board())
    return Bet(
        "Many trucks drive from a random city to another, always by a shortest way. Through which city do most of "
        "them pass?",
        choices=[node_name(graph, node) for node in offered()],
        name="topics-graphs-bet",
    )


def run(bet: Bet) -> Lab:
    """Random trips on the road map, with the bet drawn in."""
    name = main_board()
    graph, through = board(name), passing(name)

    def drive(trips: int) -> tuple[Any, ...]:
        found = graphs.simulate_passing(graph, trips, SEED)
        shown = sorted(offered(), key=lambda node: -found[node].value)
        best = shown[0]
        sentence = f"Most of {trips:,} trips pass through {node_name(graph, best)}: {estimate(found[best])}. "
        sentence += "Store a bet above to see it here." if bet.value is None else f"Your bet: {bet.said}."
        return trips_plot(graph, shown, found, through, bet), sentence

    return lab(drive, Number("trips", "Trips", 50, 5_000, 500, step=50), title="Random trips", button="Drive")


def trips_plot(
    graph: Graph, shown: list[Node], found: dict[Node, Estimate], through: dict[Node, float], bet: Bet | None
) -> Drawing:
    """Simulated and exact shares of trips, beside each other."""
    mine = bet.said if bet is not None else ""
    top = 1.35 * max(max(found[node].high, through[node]) for node in shown)
    plot = Plot(
        "Trips that pass through",
        "; ".join(f"{node_name(graph, n)} {estimate(found[n])}, exactly {percent(through[n])}" for n in shown) + ".",
        (0.4, len(shown) + 0.6),
        (0, top),
        x_name="green bars: exact; blue: simulated; red: your bet" if mine else "green bars: exact; blue: simulated",
        y_name="share of trips",
        percent_y=True,
        bare_x=True,
    )
    for i, node in enumerate(shown):
        is_mine = node_name(graph, node) == mine
        plot.bar(i + 1, 0.62, through[node], "my-bar" if is_mine else "exact-bar")
        plot.interval(i + 1, found[node].low, found[node].value, found[node].high, "run")
        plot.word(i + 1, top * 0.95, node_name(graph, node), "my-word" if is_mine else "word-row", row=i % 2)
    return plot.drawing()


# Explain: the boards side by side


def values(name: str, kind: str) -> dict[Node, float]:
    """One of the measures for every node of a board."""
    graph = board(name)
    if kind == "degree":
        return {node: float(degree) for node, degree in graph.degree}
    if kind == "distance":
        steps = graphs.distances(graph)
        result = {}
        for node, row in zip(graph, steps, strict=True):
            reached = row[(row > 0) & (row < float("inf"))]
            result[node] = float(reached.mean()) if len(reached) else 0.0
        return result
    return passing(name)


def drawings(kind: str = "passing", ways: bool = True) -> list[Drawing]:
    """All boards in one style; the longest of all shortest ways drawn in."""
    found = []
    for name in names():
        graph, ends = board(name), measured(name).diameter_ends
        way = graphs.shortest(graph, *ends) if ways and ends else []
        cuts = graphs.cut_nodes(graph)
        found.append(picture(graph, title(name), values(name, kind), unit=MEASURES[kind], way=way, cuts=cuts))
    return found


def all_boards() -> Shown:
    """All boards side by side."""
    return side_by_side(drawings())


def whole_table() -> Shown:
    """What distinguishes the boards, a column for each."""
    columns = [column(name) for name in names()]
    rows = [[head, *(c[i] for c in columns)] for i, head in enumerate(ROWS)]
    return table(["", *(title(name) for name in names())], rows, "The boards as graphs, measured exactly")


ROWS: Final = (
    "nodes",
    "edges",
    "one-way",
    "neighbours: least, mean, most",
    "diameter (longest shortest way)",
    "mean distance",
    "pairs with a way between",
    "nodes that hold it together",
    "longest path without return",
    "busiest node",
    "places on the picture",
)


def column(name: str) -> list[str]:
    """The measures of one board in words."""
    graph, m = board(name), measured(name)
    ends = m.diameter_ends
    diameter = f"{m.diameter} ({node_name(graph, ends[0])} – {node_name(graph, ends[1])})" if ends else "none"
    busiest = f"{node_name(graph, m.busiest)} ({percent(m.busiest_share)})" if m.busiest_share > 0 else "none"
    return [
        str(m.nodes),
        str(m.edges),
        "yes" if m.directed else "no",
        f"{m.least_degree}, {float(m.mean_degree):.1f}, {m.most_degree}",
        diameter,
        f"{float(m.mean_distance):.2f}",
        percent(float(m.reachable), 0),
        str(m.cut_nodes),
        f"{m.longest} nodes" if m.longest else "–",
        busiest,
        "of the board" if layout(graph).real else "ours",
    ]


def explain() -> Shown:
    """What the measures say about the games."""
    lines = []
    for name in names():
        graph, m = board(name), measured(name)
        if m.longest:
            runs = graphs.paths_of_dag(graph)
            lines.append(
                f"*{title(name)}* is an order: an edge says which card may follow which in a run. You never come "
                "back, so there is no "
                f"diameter. Its longest path has {m.longest} cards, and it has {runs:,} paths: each is a run that "
                "climbs. "
                f"(Every set of values makes exactly one: 2 to the power of {m.nodes} minus the empty set.)"
            )
        elif not m.directed and m.acyclic:
            lines.append(
                f"*{title(name)}* is a path: {m.nodes} places, {m.edges} steps, one way from end to end. Without "
                "any single one of "
                f"{m.cut_nodes} places the road is cut. Chance and cards make the game, not the choice of a way."
            )
        elif m.directed:
            lines.append(
                f"*{title(name)}* is a one-way ring of lanes: every space can be reached from every other, yet "
                "going one space back takes up to "
                f"{m.diameter} steps. {node_name(graph, m.busiest)} lies on {percent(m.busiest_share)} of all "
                "shortest ways: a car that stands "
                "there blocks the race."
            )
        else:
            lines.append(
                f"*{title(name)}* is a road network: {float(m.mean_degree):.1f} neighbours on average, at most "
                f"{m.diameter} roads from city to "
                f"city, and {m.cut_nodes} {'city' if m.cut_nodes == 1 else 'cities'} without which some other is "
                "cut off. "
                f"{node_name(graph, m.busiest)} is the crossing of {percent(m.busiest_share)} of all shortest ways."
            )
    lines.append(
        "Where the published rules do not print a board, its figures are a reconstruction; then the measures hold "
        "for the reconstructed board."
    )
    return say(*lines)


# Investigate and modify


def which_measure() -> Lab:
    """Investigate: three meanings of important."""

    def colour(kind: str) -> tuple[Any, ...]:
        said = []
        for name in names():
            found = values(name, kind)
            reached = [node for node, value in found.items() if value > 0]
            ranked = sorted(reached, key=lambda node, of=found: of[node], reverse=kind != "distance")  # type: ignore[misc]
            said += [f"{title(name)}: {node_name(board(name), node)}" for node in ranked[:1]]
        lead = "The nearest to all others" if kind == "distance" else f"The most {MEASURES[kind]}"
        return (*drawings(kind, ways=False), f"{lead} – {'; '.join(said)}.")

    return lab(
        colour, Choice("kind", "Size and colour show", MEASURES, "degree"), title="What is important?", button="Draw"
    )


def close_place() -> Lab:
    """Investigate: a place is closed."""
    name = main_board()
    graph = board(name)
    busiest = node_name(graph, measured(name).busiest)

    def close(place: str) -> tuple[Any, ...]:
        return closed(name, graphs.named_node(graph, place))

    return lab(close, Choice("place", "Closed", places(name), busiest), title="A place is closed", button="Close it")


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
    drawing = picture(rest, f"{title(name)} without {node_name(graph, place)}", graphs.passing(rest), unit="of trips")
    if len(parts) > 1:
        small = sorted(node_name(graph, node) for node in min(parts, key=len))
        fate = f"The board falls into {len(parts)} parts; cut off: {', '.join(small[:8])}."
    else:
        fate = "Every other place can still be reached."
    sentence = (
        f"{fate} The mean distance of the others changes from {float(mean_before):.3f} to "
        f"{float(mean_after):.3f} steps."
    )
    busiest = max(graphs.passing(rest).items(), key=lambda entry: entry[1])
    return drawing, sentence, f"Now {node_name(graph, busiest[0])} is the busiest: {percent(busiest[1])} of all trips."


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
        said = (
            f"For {len(pairs)} of {count} pairs the way with the fewest roads is not a way with the fewest "
            f"{weight or 'steps'}."
        )
        return said, Table(["pair", "shorter, with more roads"], rows, "Some of these pairs")

    return lab(
        compare,
        Choice("weight", "Instead of roads, count", lengths, lengths[0]),
        title="Which shortest way?",
        button="Compare",
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


# Exercises, exit ticket


@cache
def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    name = main_board()
    graph, m = board(name), measured(name)
    total = sum(degree for _, degree in graph.degree)
    odd = [node for node, degree in graph.degree if degree % 2]
    best = graphs.all_new_roads(graph, graphs.distances(graph))[0][1] if m.connected else None
    road = road_in_words(graph, graphs.new_road(graph, *best)) if best else ""
    return [
        exercise(
            1,
            f"Count the neighbours of every place of {title(name)} and add them up. Why is the sum twice the "
            "number of edges?",
            "How often is every edge counted?",
            f"Every edge has two ends and is counted at both: {total} = 2 × {m.edges}. So the mean is 2 × "
            f"{m.edges} / {m.nodes} = "
            f"{float(m.mean_degree):.2f}.",
        ),
        exercise(
            2,
            f"Is there a tour of {title(name)} that uses every edge exactly once?",
            "Whoever passes through a place uses two of its edges.",
            "Places with an odd number of neighbours can only be a beginning or an end, so there may be at most "
            "two. Here "
            f"there are {len(odd)}: {'no such tour exists' if len(odd) > 2 else 'such a tour exists'}.",
        ),
        exercise(
            3,
            "Which single new road shortens the mean distance most? Guess, then let your function of the part "
            "*Make* try all.",
            "The road should help many pairs, not only its two ends.",
            f"Trying all of them: {road}",
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                "A place has only two neighbours, yet most trips pass through it. What is it?",
                1,
                "Few neighbours and much traffic: all ways between two regions lead over it, as over a bridge.",
                choices=("The middle of a dense region", "A bridge between two regions", "An end of a road"),
            ),
            Question(
                "In a one-way graph the way from A to B has one step. How long is the way from B to A?",
                2,
                "One-way graphs have no symmetry: it may be long, or there may be none, as between a high card and "
                "a low one.",
                choices=("One step as well", "Two steps", "Anything, or there is none"),
            ),
        ],
        title="Exit ticket",
    )


__all__ = [
    "all_boards", "close_place", "exercises", "exit_ticket", "explain", "modify", "own_road", "play", "predict",
    "run", "steps_or_km", "which_measure", "whole_table",
]  # fmt: skip
