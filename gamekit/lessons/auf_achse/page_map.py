# ruff: noqa: E501  sentences are not broken
"""Lesson 2 of Auf Achse as its notebook shows it: the map as a graph.

What is computed stands in map_graph.py; exercises and exit ticket are in exercises_map.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.drawing import listed
from gamekit.lessons.auf_achse.exercises_map import exercises as exercises
from gamekit.lessons.auf_achse.exercises_map import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.map_graph import (
    MAP_SIZE,
    closures,
    cut_cities,
    drive_through,
    long,
    mean_trip,
    passing,
    places,
    roads,
    settled,
    way,
    with_road,
)
from gamekit.lessons.auf_achse.travel import board
from gamekit.lessons.auf_achse.wording import city_choices, with_bet
from gamekit.lessons.desk import Shown, hundred, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, lab, network, play
from gamekit.words import _

TOP = 8


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game on the map."""
    return play(board(), seats=[None, "nearest"], seed=3, viewer="0", name="aa-map-table")


def bet() -> Bet:
    """How busy is the busiest city?"""
    return Bet(
        _("Trips lead from one random city to another, by a shortest way. Of 100 trips, how many pass through the busiest city on their way?"),
        low=0,
        high=100,
        unit=_("trips"),
        name="aa-map-bet",
    )  # fmt: skip


# Run


def run(bet: Bet) -> Lab:
    """Random trips, and which cities they pass."""

    def drive(trips: int) -> tuple[Chart, str]:
        exact = passing()
        found = drive_through(int(trips), seed=1)
        top = sorted(exact, key=lambda name: -exact[name])[:TOP]
        chart = bars(
            {name: hundred(found[name]) for name in top},
            exact={name: 100 * exact[name] for name in top},
            bet=bet.value,
            title=_("Trips that pass through a city"),
            xlabel=_("of 100 trips"),
            alt=_("The busiest cities, exactly: {said}.").format(
                said=", ".join(f"{name} {100 * exact[name]:.1f}" for name in top)
            ),
        )
        said = _("The busiest city is {name}: by lot {found} of 100 trips, exactly {exact}.").format(
            name=top[0], found=f"{100 * found[top[0]].value:.1f}", exact=f"{100 * exact[top[0]]:.1f}"
        )
        return chart, with_bet(said, bet)

    return lab(drive, Number("trips", _("Trips"), 200, 10_000, 2_000, 200), title=_("Random trips"), button=_("Drive"))


# Explain


def explain() -> Shown:
    """Figures of the map, exactly."""
    graph = roads()
    busy = max(passing().items(), key=lambda pair: pair[1])
    degrees = dict(graph.degree)
    most = max(degrees.values())
    hubs = listed(sorted(name for name, degree in degrees.items() if degree == most))
    return say(
        _("*{cities} cities, {roads} roads.* Each road ends twice, so a city has {mean} roads on average. Most roads meet in {hubs}: {most} in each.").format(cities=len(graph), roads=graph.number_of_edges(), mean=f"{2 * graph.number_of_edges() / len(graph):.2f}", most=most, hubs=hubs),
        _("*Betweenness:* exactly {share} of 100 trips pass through {name}. That is not the same as having many roads.").format(share=f"{100 * busy[1]:.2f}", name=busy[0]),
        _("*Cut vertices:* without {cuts} the map falls apart.").format(cuts=listed(cut_cities())),
        _("The mean trip between two cities has {steps} steps.").format(steps=f"{mean_trip():.3f}"),
        _("The map is a reconstruction; the published rules name only some of its cities."),
    )  # fmt: skip


def ways() -> Lab:
    """Dijkstra's search between two cities."""

    def show(origin: str, goal: str, by: str) -> tuple[Chart, Table, str]:
        path = way(origin, goal, by)
        unit = _("steps") if by == "steps" else "km"
        said = _("{way}: {n} {unit}.").format(way=" – ".join(path), n=long(path, by), unit=unit)
        chart = network(
            roads(),
            places(),
            labels={name: name for name in path},
            paths={_("shortest way"): path},
            title=_("From {origin} to {goal}").format(origin=origin, goal=goal),
            alt=said,
            size=MAP_SIZE,
        )
        rows: list[tuple[object, ...]] = []
        for name, far, before in settled(origin, by):
            rows.append((len(rows) + 1, name, far, before or "–"))
            if name == goal:
                break
        head = ["", _("city"), unit, _("reached from")]
        return chart, Table(head, rows, _("The order in which Dijkstra’s search settles the cities")), said

    return lab(
        show,
        Choice("origin", _("From"), city_choices(), "Hamburg"),
        Choice("goal", _("to"), city_choices(), "Verona"),
        Choice("by", _("Shortest in"), {"steps": _("steps of the game"), "km": _("kilometres of road")}, "steps"),
        title=_("The shortest way"),
        button=_("Search"),
    )


# Investigate


def markers() -> Lab:
    """Investigate: what does one roadworks marker do?"""

    def show(many: int) -> tuple[Table, str]:
        rows = [
            (one.name, f"{one.longer:.3f}", f"{100 * one.affected:.1f}", one.worst, one.cut or "–")
            for one in closures()[: int(many)]
        ]
        head = [
            _("closed space"),
            _("mean trip longer by"),
            _("% of trips longer"),
            _("longest detour"),
            _("cities cut off"),
        ]
        worst = next(one for one in closures() if not one.cut)
        said = _(
            "Apart from the space before Flensburg, which the rules shelter, no marker cuts a city off. The worst lies on {name}: {steps} steps for the mean trip."
        ).format(name=worst.name, steps=f"{worst.longer:.3f}")
        return Table(head, rows, _("Every space closed in turn, the worst first")), said

    return lab(show, Number("many", _("Rows"), 5, 40, 10), title=_("One marker"), button=_("Close them in turn"))  # fmt: skip


def busy_or_many() -> Lab:
    """Investigate: are the cities with most roads the busiest ones?"""

    def show(order: str) -> Table:
        through, degrees = passing(), dict(roads().degree)
        key = {"through": lambda name: -through[name], "roads": lambda name: -degrees[name]}[order]
        rows = [(name, degrees[name], f"{100 * through[name]:.1f}") for name in sorted(roads(), key=key)]
        return Table([_("city"), _("roads"), _("of 100 trips")], rows, _("All cities"))

    return lab(
        show,
        Choice("order", _("Order by"), {"through": _("trips passing through"), "roads": _("number of roads")}, "through"),
        title=_("Many roads, many trips?"),
        button=_("Sort"),
    )  # fmt: skip


# Modify


def modify_bet() -> Bet:
    """What does one new road bring?"""
    return Bet(
        _("The mean trip has {steps} steps. By how many steps does the best single new road of your choice shorten it?").format(steps=f"{mean_trip():.2f}"),
        low=0,
        high=2,
        step=0.01,
        unit=_("steps"),
        name="aa-map-modify",
    )  # fmt: skip


def new_road(bet: Bet) -> Lab:
    """One road more."""

    def build(a: str, b: str) -> tuple[Chart, str]:
        if a == b:
            return bars({_("mean trip"): mean_trip()}, alt=_("Nothing changes.")), _("A road needs two different ends.")
        before, (after, steps) = mean_trip(), with_road(a, b)
        said = _("A road of {n} steps from {a} to {b}: the mean trip falls from {before} to {after} steps.")
        if after >= before:
            said = _("A road of {n} steps from {a} to {b} saves nothing: the ways there are just as short.")
        said = said.format(n=steps, a=a, b=b, before=f"{before:.3f}", after=f"{after:.3f}")
        chart = bars(
            {_("shorter by"): before - after},
            bet=bet.value,
            title=_("Steps saved on the mean trip"),
            xlabel=_("steps"),
            alt=said,
        )
        return chart, said

    return lab(
        build,
        Choice("a", _("From"), city_choices(), "Rostock"),
        Choice("b", _("to"), city_choices(), "Prag"),
        title=_("Build a road"),
        button=_("Build"),
    )  # fmt: skip


# Make


def cases() -> list[Case]:
    """Which city Dijkstra's search settles next: distances known so far, and the cities settled already."""
    return [
        Case(({"Hamburg": 0},  []), "Hamburg", _("The search begins where it starts.")),
        Case(({"Hamburg": 0, "Bremen": 2, "Berlin": 4}, ["Hamburg"]), "Bremen", _("2 is less than 4.")),
        Case(({"A": 0, "B": 5, "C": 3, "D": 9}, ["A", "C"]), "B", _("C is settled; of B and D, B is nearer.")),
        Case(({"A": 0, "B": 5, "C": 5}, ["A"]), "B", _("A tie: take the first in the alphabet, so that the answer is certain.")),
        Case(({"A": 0, "B": 1}, ["A", "B"]), "", _("Everything known is settled: the search is over.")),
    ]  # fmt: skip


def checked(next_city: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(next_city, cases())


def make(next_city: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page the search is done by hand."""
    return notebook_or_page(lambda: checked(next_city), builder)


def builder() -> Lab:
    """Which of three cities is settled next?"""

    def judge(choice: str) -> str:
        order = [name for name, _far, _before in settled("Kassel")]
        wanted = next(name for name in order if name in THREE)
        if choice == wanted:
            return _("Right: the nearest city that is not settled yet comes next, and its distance is final.")
        return _(
            "No: compare the distances from Kassel in steps. The search never settles a city while a nearer one is open."
        )

    return lab(
        judge,
        Choice("choice", _("Search from Kassel. Which of these is settled first?"), {name: name for name in THREE}, THREE[0]),
        title=_("One step of Dijkstra’s search"),
        button=_("Judge"),
    )  # fmt: skip


THREE = ("Berlin", "Nürnberg", "Bremen")
