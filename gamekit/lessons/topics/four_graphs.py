"""The lesson *four graphs*: what its pages show, for the boards of all games that there are.

Measures are computed in graphs.py, boards are drawn in graphs_picture.py; closed places
are in changed_graphs.py, new roads in new_roads.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from gamekit.lab.estimate import Estimate
from gamekit.lessons.desk import Shown, estimate, exercise, say, side_by_side, table, your_bet
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.boards import board, main_board, measured, names, passing, places, title, way_in_words
from gamekit.lessons.topics.changed_graphs import close_place, steps_or_km
from gamekit.lessons.topics.graphs import Graph, Node, node_name
from gamekit.lessons.topics.graphs_picture import layout, picture
from gamekit.lessons.topics.new_roads import modify, own_road, road_in_words
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, lab
from gamekit.words import _

SEED: Final = 1
TRIPS: Final = 3_000
OFFERED: Final = 6
"""Places offered in the bet."""

MEASURES: Final = {
    "passing": _("trips that pass through"),
    "degree": "neighbours",
    "distance": _("steps to all others, on average"),
}


def play() -> Lab:
    """Find a shortest way by yourself, then look."""
    name = main_board()
    graph = board(name)
    lengths = {"": _("steps from place to place"), **{key: key for key in graphs.edge_numbers(graph)}}
    ends = measured(name).diameter_ends
    start, goal = (node_name(graph, node) for node in ends) if ends else (places(name)[0], places(name)[-1])

    def find(start: str, goal: str, weight: str) -> tuple[Any, ...]:
        a, b = graphs.named_node(graph, start), graphs.named_node(graph, goal)
        way = graphs.shortest(graph, a, b, weight or None)
        drawing = picture(graph, title(name), passing(name), unit=_("of trips"), way=way)
        return drawing, way_in_words(graph, way, weight)

    return lab(
        find,
        Choice("start", _("From"), places(name), start),
        Choice("goal", _("To"), places(name), goal),
        Choice("weight", _("Measured in"), lengths, ""),
        title=_("A way on the board of {name}").format(name=title(name)),
        button=_("Show a shortest way"),
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
        _(
            "Many trucks drive from a random city to another, always by a shortest way. Through which city do most of "
            "them pass?"
        ),
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
        sentence = _("Most of {trips:,} trips pass through {best}: {found}.").format(
            trips=trips, best=node_name(graph, best), found=estimate(found[best])
        )
        return trips_plot(graph, shown, found, through, bet), f"{sentence} {your_bet(bet)}"

    return lab(drive, Number("trips", _("Trips"), 50, 5_000, 500, step=50), title=_("Random trips"), button=_("Drive"))


def trips_plot(
    graph: Graph, shown: list[Node], found: dict[Node, Estimate], through: dict[Node, float], bet: Bet | None
) -> Drawing:
    """Simulated and exact shares of trips, beside each other."""
    mine = bet.said if bet is not None else ""
    top = 1.35 * max(max(found[node].high, through[node]) for node in shown)
    plot = Plot(
        _("Trips that pass through"),
        "; ".join(
            _("{n} {found}, exactly {through}").format(
                n=node_name(graph, n), found=estimate(found[n]), through=percent(through[n])
            )
            for n in shown
        )
        + ".",
        (0.4, len(shown) + 0.6),
        (0, top),
        x_name=_("green bars: exact; blue: simulated; red: your bet")
        if mine
        else _("green bars: exact; blue: simulated"),
        y_name=_("share of trips"),
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
    return table(["", *(title(name) for name in names())], rows, _("The boards as graphs, measured exactly"))


ROWS: Final = (
    _("nodes"),
    _("edges"),
    _("one-way"),
    _("neighbours: least, mean, most"),
    _("diameter (longest shortest way)"),
    _("mean distance"),
    _("pairs with a way between"),
    _("nodes that hold it together"),
    _("longest path without return"),
    _("busiest node"),
    _("places on the picture"),
)


def column(name: str) -> list[str]:
    """The measures of one board in words."""
    graph, m = board(name), measured(name)
    ends = m.diameter_ends
    diameter = f"{m.diameter} ({node_name(graph, ends[0])} – {node_name(graph, ends[1])})" if ends else _("none")
    busiest = f"{node_name(graph, m.busiest)} ({percent(m.busiest_share)})" if m.busiest_share > 0 else _("none")
    return [
        str(m.nodes),
        str(m.edges),
        _("yes") if m.directed else _("no"),
        f"{m.least_degree}, {float(m.mean_degree):.1f}, {m.most_degree}",
        diameter,
        f"{float(m.mean_distance):.2f}",
        percent(float(m.reachable), 0),
        str(m.cut_nodes),
        _("{longest} nodes").format(longest=m.longest) if m.longest else "–",
        busiest,
        _("of the board") if layout(graph).real else _("ours"),
    ]


def explain() -> Shown:
    """What the measures say about the games."""
    lines = []
    for name in names():
        graph, m = board(name), measured(name)
        if m.longest:
            runs = graphs.paths_of_dag(graph)
            lines.append(
                _(
                    "*{name}* is an order: an edge says which card may follow which in a run. You never come back, so "
                    "there is no diameter. Its longest path has {longest} cards, and it has {runs:,} paths: each is a "
                    "run that climbs. (Every set of values makes exactly one: 2 to the power of {nodes} minus the "
                    "empty set.)"
                ).format(name=title(name), longest=m.longest, runs=runs, nodes=m.nodes)
            )
        elif not m.directed and m.acyclic:
            lines.append(
                _(
                    "*{name}* is a path: {nodes} places, {edges} steps, one way from end to end. Without any single "
                    "one of {cut_nodes} places the road is cut. Chance and cards make the game, not the choice of a "
                    "way."
                ).format(name=title(name), nodes=m.nodes, edges=m.edges, cut_nodes=m.cut_nodes)
            )
        elif m.directed:
            lines.append(
                _(
                    "*{name}* is a one-way ring of lanes: every space can be reached from every other, yet going one "
                    "space back takes up to {diameter} steps. {busiest} lies on {busiest_share} of all shortest ways: "
                    "a car that stands there blocks the race."
                ).format(
                    name=title(name),
                    diameter=m.diameter,
                    busiest=node_name(graph, m.busiest),
                    busiest_share=percent(m.busiest_share),
                )
            )
        else:
            network = (
                _(
                    "*{name}* is a road network: {neighbours:.1f} neighbours on average, at most {diameter} roads "
                    "from city to city, and one city without which some other is cut off. {busiest} is the crossing "
                    "of {share} of all shortest ways."
                )
                if m.cut_nodes == 1
                else _(
                    "*{name}* is a road network: {neighbours:.1f} neighbours on average, at most {diameter} roads "
                    "from city to city, and {cuts} cities without which some other is cut off. {busiest} is the "
                    "crossing of {share} of all shortest ways."
                )
            )
            lines.append(
                network.format(
                    name=title(name),
                    neighbours=float(m.mean_degree),
                    diameter=m.diameter,
                    cuts=m.cut_nodes,
                    busiest=node_name(graph, m.busiest),
                    share=percent(m.busiest_share),
                )
            )
    lines.append(
        _(
            "Where the published rules do not print a board, its figures are a reconstruction; then the measures hold "
            "for the reconstructed board."
        )
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
        found_first = {
            "degree": _("The most neighbours have: {places}."),
            "passing": _("Most trips pass through: {places}."),
            "distance": _("The nearest to all others: {places}."),
        }
        return (*drawings(kind, ways=False), found_first[kind].format(places="; ".join(said)))

    return lab(
        colour,
        Choice("kind", _("Size and colour show"), MEASURES, "degree"),
        title=_("What is important?"),
        button=_("Draw"),
    )


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
            _(
                "Count the neighbours of every place of {name} and add them up. Why is the sum twice the number of "
                "edges?"
            ).format(name=title(name)),
            _("How often is every edge counted?"),
            _(
                "Every edge has two ends and is counted at both: {total} = 2 × {edges}. So the mean is 2 × {edges} / "
                "{nodes} = {mean_degree:.2f}."
            ).format(total=total, edges=m.edges, nodes=m.nodes, mean_degree=float(m.mean_degree)),
        ),
        exercise(
            2,
            _("Is there a tour of {name} that uses every edge exactly once?").format(name=title(name)),
            _("Whoever passes through a place uses two of its edges."),
            (
                _(
                    "Places with an odd number of neighbours can only be a beginning or an end, so there may be at "
                    "most two. Here there are {odd}: no such tour exists."
                )
                if len(odd) > 2
                else _(
                    "Places with an odd number of neighbours can only be a beginning or an end, so there may be at "
                    "most two. Here there are {odd}: such a tour exists."
                )
            ).format(odd=len(odd)),
        ),
        exercise(
            3,
            _(
                "Which single new road shortens the mean distance most? Guess, then let your function of the part "
                "*Make* try all."
            ),
            _("The road should help many pairs, not only its two ends."),
            _("Trying all of them: {road}").format(road=road),
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                _("A place has only two neighbours, yet most trips pass through it. What is it?"),
                1,
                _("Few neighbours and much traffic: all ways between two regions lead over it, as over a bridge."),
                choices=(_("The middle of a dense region"), _("A bridge between two regions"), _("An end of a road")),
            ),
            Question(
                _("In a one-way graph the way from A to B has one step. How long is the way from B to A?"),
                2,
                _(
                    "One-way graphs have no symmetry: it may be long, or there may be none, as between a high card "
                    "and a low one."
                ),
                choices=(_("One step as well"), _("Two steps"), _("Anything, or there is none")),
            ),
        ],
        title=_("Exit ticket"),
    )


__all__ = [
    "all_boards", "close_place", "exercises", "exit_ticket", "explain", "modify", "own_road", "play", "predict",
    "run", "steps_or_km", "which_measure", "whole_table",
]  # fmt: skip
