"""One new road: the parts *modify* and *make* of *four graphs*. What a road does is computed in graphs.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.errors import GamekitError, OptionError
from gamekit.lessons.desk import Shown, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.boards import board, main_board, measured, names, places, title
from gamekit.lessons.topics.graphs import Graph, Node, node_name
from gamekit.lessons.topics.graphs_picture import picture
from gamekit.show import Choice, Lab, lab
from gamekit.words import _


def modify() -> Lab:
    """Modify: one new road."""
    name = main_board()
    graph = board(name)
    everywhere = places(name)
    far = measured(name).diameter_ends
    start, goal = (node_name(graph, node) for node in far) if far else (everywhere[0], everywhere[-1])

    def build(start: str, goal: str) -> tuple[Any, ...]:
        return judged_road(name, graphs.named_node(graph, start), graphs.named_node(graph, goal))

    return lab(
        build,
        Choice("start", _("From"), everywhere, start),
        Choice("goal", _("To"), everywhere, goal),
        title=_("Build one new road"),
        button=_("Build it"),
    )


def judged_road(name: str, a: Node, b: Node) -> tuple[Any, ...]:
    """A board with a new road, and how good the road is."""
    graph = board(name)
    road = graphs.new_road(graph, a, b)
    built = graph.copy()
    built.add_edge(a, b)
    drawing = picture(
        built,
        _("{name} with a new road").format(name=title(name)),
        graphs.passing(built),
        unit=_("of trips"),
        way=[a, b],
    )
    return drawing, road_in_words(graph, road)


def road_in_words(graph: Graph, road: graphs.NewRoad) -> str:
    """What a new road does, and its rank among all that could be built."""
    a, b = (node_name(graph, end) for end in road.ends)
    place = (
        _("the best of {roads:,}").format(roads=road.roads)
        if road.better == 0
        else _("number {better} of {roads:,}").format(better=road.better + 1, roads=road.roads)
    )
    return _(
        "{a} – {b}: the mean distance falls from {before:.3f} to {after:.3f} steps, the diameter from "
        "{diameter_before} to {diameter_after}. Among all possible new roads it is {place}."
    ).format(
        a=a,
        b=b,
        before=float(road.before),
        after=float(road.after),
        diameter_before=road.diameter_before,
        diameter_after=road.diameter_after,
        place=place,
    )


# Make: a function that chooses a road


GOOD_RANK: Final = 10
"""A road among so many best ones is good."""


def check(choose: Callable[[Graph], Any]) -> Shown:
    """Judge a function that chooses a new road, on every board that is connected. Never fails."""
    lines, good = [], True
    for name in names():
        if not measured(name).connected:
            continue
        graph = board(name)
        try:
            road = graphs.new_road(graph, *ends_of(choose, graph))
        except GamekitError as error:
            lines.append(f"*{title(name)}:* {error}")
            good = False
            continue
        good = good and road.better < GOOD_RANK
        lines.append(f"*{title(name)}.* {road_in_words(graph, road)}")
    lines.append(
        _("Good: among the ten best on every board.") if good else _("Not yet among the ten best on every board.")
    )
    return say(*lines, kind="good" if good else "bad")


def ends_of(choose: Callable[[Graph], Any], graph: Graph) -> tuple[Node, Node]:
    """The two ends somebody's function returns. Raises `OptionError` saying what is wrong."""
    try:
        answer = choose(graph.copy())
    except Exception as error:
        raise OptionError(
            _("Your function fails here: {kind}: {error}.").format(kind=type(error).__name__, error=error)
        ) from error
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise OptionError(_("Your function must return two places, not {answer!r}.").format(answer=answer))
    for end in answer:
        if not isinstance(end, int | str) or end not in graph:
            raise OptionError(_("Your function returned {end!r}, which is not a place of this board.").format(end=end))
    return answer[0], answer[1]


def habit_names() -> dict[str, str]:
    """What the builder's ways to choose a road are called on the page."""
    return {
        "far": _("the two that lie farthest apart"),
        "quiet": _("the two with the fewest neighbours"),
        "busy": _("the two through which most trips pass"),
        "half": _("two on the longest way, a quarter of it from each end"),
        "every": _("the best, after trying every road"),
    }


def habit(name: str) -> Callable[[Graph], tuple[Node, Node]]:
    """The builder's ways to choose a road, as functions."""

    def allowed(graph: Graph, ranked: list[Node]) -> tuple[Node, Node]:
        pairs = ((a, b) for i, b in enumerate(ranked) for a in ranked[:i] if not graph.has_edge(a, b))
        return next(pairs)

    def far(graph: Graph) -> tuple[Node, Node]:
        ends = graphs.measure(graph).diameter_ends
        return ends if ends else allowed(graph, list(graph))

    def half(graph: Graph) -> tuple[Node, Node]:
        way = graphs.shortest(graph, *far(graph))
        return way[len(way) // 4], way[-1 - len(way) // 4]

    def quiet(graph: Graph) -> tuple[Node, Node]:
        return allowed(graph, sorted(graph, key=lambda node: graph.degree[node]))

    def busy(graph: Graph) -> tuple[Node, Node]:
        through = graphs.passing(graph)
        return allowed(graph, sorted(graph, key=lambda node: -through[node]))

    def every(graph: Graph) -> tuple[Node, Node]:
        return graphs.all_new_roads(graph, graphs.distances(graph))[0][1]

    return {"far": far, "half": half, "quiet": quiet, "busy": busy, "every": every}[name]


def builder() -> Lab:
    """Choose a habit for building roads."""

    def judge(kind: str) -> tuple[str, ...]:
        return tuple(str(check(habit(kind))).splitlines())

    return lab(
        judge,
        Choice("kind", _("Join"), habit_names(), "far"),
        title=_("A habit for building roads"),
        button=_("Try it on every board"),
    )


def own_road(choose: Callable[[Graph], Any]) -> Any:
    """The make part: judges the function in JupyterLab, shows the builder on a served page."""
    return notebook_or_page(lambda: check(choose), builder)
