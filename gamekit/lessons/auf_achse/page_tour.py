# ruff: noqa: E501  sentences are not broken
"""Lesson 5 of Auf Achse as its notebook shows it: the best tour.

Tours are planned in tours.py; exercises and exit ticket are in exercises_tour.py.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import factorial
from typing import Any, Final

import numpy as np

from gamekit.drawing import listed
from gamekit.lab.estimate import mean, share
from gamekit.lessons.auf_achse.exercises_tour import exercises as exercises
from gamekit.lessons.auf_achse.exercises_tour import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.map_graph import MAP_SIZE, places, roads
from gamekit.lessons.auf_achse.map_graph import way as shortest_way
from gamekit.lessons.auf_achse.tours import WAYS, Errand, Tour, best, brute_force, random_errand
from gamekit.lessons.auf_achse.travel import board, named
from gamekit.lessons.desk import Shown, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, lab, lines, network, play
from gamekit.words import _

SETS: Final = 120
FIRST: Final = Errand((0, 3, 16, 30), "Hamburg")
CAPACITIES: Final = {"6": "6 (truck alone)", "10": "10 (a small trailer)", "12": "12 (a large trailer)"}


def names() -> dict[str, str]:
    """What the ways of planning are called."""
    return {
        "one_by_one": _("one after another"),
        "nearest": _("nearest stop first"),
        "insertion": _("cheapest insertion"),
        "best": _("best possible"),
    }


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game with contracts in hand."""
    return play(board(), seats=[None, "planner"], seed=31, viewer="0", name="aa-tour-table")


def bet() -> Bet:
    """How much longer is nearest first?"""
    return Bet(
        _("Five contracts, six goods on the truck. By how many percent is the tour longer than the best one, if you always drive to the nearest stop?"),
        low=0,
        high=100,
        unit="%",
        name="aa-tour-bet",
    )  # fmt: skip


# Run


def example() -> Lab:
    """One set of contracts, planned in four ways."""

    def show(number: int, contracts: int, capacity: str, way: str) -> tuple[Chart, Table, Table, str]:
        errand = random_errand(int(contracts), int(capacity), np.random.default_rng(int(number)))
        lengths = {name: errand.length(plan(errand)) for name, plan in WAYS.items()}
        tour = WAYS[way](errand)
        steps = Table(
            [_("city"), _("what is done"), _("goods on board then")], errand.told(tour), names()[way].capitalize()
        )
        head = [_("plan"), _("steps")]
        rows = [(names()[name], length) for name, length in lengths.items()]
        said = _("This tour from {city} has {n} steps; the best one has {best}.").format(
            city=errand.start, n=lengths[way], best=lengths["best"]
        )
        return on_the_map(errand, tour, said), steps, Table(head, rows, _("Four plans for the same contracts")), said

    return lab(
        show,
        Number("number", _("Set"), 1, 500, 1),
        Number("contracts", _("Contracts"), 2, 5, 4),
        Choice("capacity", _("Goods that fit"), CAPACITIES, "6"),
        Choice("way", _("Plan"), names(), "best"),
        title=_("Plan a tour"),
        button=_("Plan"),
    )


def on_the_map(errand: Errand, tour: Tour, said: str) -> Chart:
    """A tour drawn into the map, with the numbers of its stops."""
    cities, numbers = [errand.start], {errand.start: [_("start")]}
    for number, stop in enumerate(tour, start=1):
        city = named(errand.place(stop))
        cities += shortest_way(cities[-1], city)[1:]
        numbers.setdefault(city, []).append(str(number))
    return network(
        roads(),
        places(),
        labels={city: f"{city} ({listed(found)})" for city, found in numbers.items()},
        paths={_("the tour"): cities},
        title=_("The stops in their order"),
        alt=said + " " + _("Its cities: {cities}.").format(cities=listed(numbers)),
        size=MAP_SIZE,
    )


def run(bet: Bet) -> Lab:
    """Many random sets of contracts: how far are rules of thumb from the best?"""

    def compare(contracts: int, capacity: str, sets: int) -> tuple[Chart, str]:
        gaps = measured(int(contracts), int(capacity), int(sets))
        values = {names()[name]: mean(found) for name, found in gaps.items() if name != "best"}
        hits = {name: share(float((found == 0).sum()), len(found)) for name, found in gaps.items() if name != "best"}
        said = " ".join(
            _("{name}: {gap} % longer on average, best in {hit} of 100 sets.").format(
                name=names()[name].capitalize(),
                gap=f"{mean(gaps[name]).value:.1f}",
                hit=f"{100 * hits[name].value:.0f}",
            )
            for name in hits
        )
        chart = bars(
            values,
            bet=bet.value,
            title=_("How much longer than the best tour, in percent"),
            xlabel=_("percent"),
            alt=said,
        )
        return chart, said

    return lab(
        compare,
        Number("contracts", _("Contracts"), 2, 5, 5),
        Choice("capacity", _("Goods that fit"), CAPACITIES, "6"),
        Number("sets", _("Sets"), 20, 400, SETS, 20),
        title=_("Rules of thumb against the best"),
        button=_("Plan them all"),
    )


def measured(contracts: int, capacity: int, sets: int, seed: int = 1) -> dict[str, np.ndarray[Any, Any]]:
    """For each plan, how many percent longer than the best it is, set by set."""
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    for _set in range(sets):
        errand = random_errand(contracts, capacity, rng)
        shortest = errand.length(best(errand))
        for name, plan in WAYS.items():
            found[name].append(100 * (errand.length(plan(errand)) / shortest - 1))
    return {name: np.array(values) for name, values in found.items()}


# Explain


def explain() -> Shown:
    """How many orders there are, and why not all have to be tried."""
    errand = Errand(FIRST.contracts[:3], FIRST.start)
    orders = sum(1 for tour in permutations(errand.stops()) if errand.fits(tour))
    both = errand.length(brute_force(errand)), errand.length(best(errand))
    return say(
        _("*Brute force:* three contracts are six stops, which have {all} orders; {fit} of them load before they deliver and never overfill the truck. The shortest has {steps} steps.").format(all=factorial(6), fit=orders, steps=both[0]),
        _("*Dynamic programming* finds {steps} steps as well. What lies behind does not matter for what lies ahead: only what is done already and where the truck stands. With five contracts that leaves at most 3⁵ · 38 states, where brute force would try {all} orders.").format(steps=both[1], all=f"{factorial(10):,}"),
        _("Lengths are steps on our map, and contracts are ours as well: both are reconstructed."),
    )  # fmt: skip


# Investigate


def trailer() -> Lab:
    """Investigate: what is a trailer worth?"""

    def compare(contracts: int, sets: int) -> tuple[Chart, str]:
        rng = np.random.default_rng(4)
        saved: dict[int, list[float]] = {10: [], 12: []}
        for _set in range(int(sets)):
            errand = random_errand(int(contracts), 6, rng)
            alone = errand.length(best(errand))
            for capacity, steps in saved.items():
                larger = Errand(errand.contracts, errand.start, capacity)
                steps.append(alone - larger.length(best(larger)))
        values = {CAPACITIES[str(capacity)]: mean(np.array(steps)) for capacity, steps in saved.items()}
        saved_by = {capacity: mean(np.array(steps)).value for capacity, steps in saved.items()}
        said = _("With room for 10 goods the best tour is {small} steps shorter on average, with room for 12 {large} steps.").format(
            small=f"{saved_by[10]:.2f}", large=f"{saved_by[12]:.2f}"
        )  # fmt: skip
        return bars(values, title=_("Steps saved on the best tour"), xlabel=_("steps"), alt=said), said

    return lab(
        compare,
        Number("contracts", _("Contracts"), 2, 5, 4),
        Number("sets", _("Sets"), 20, 300, 100, 20),
        title=_("A trailer"),
        button=_("Plan with and without"),
    )


def growing() -> Lab:
    """Investigate: steps for each contract, the more there are."""

    def show(sets: int) -> tuple[Chart, str]:
        rng = np.random.default_rng(6)
        numbers = [1, 2, 3, 4, 5]
        series: dict[str, list[Any]] = {names()[name]: [] for name in WAYS}
        for contracts in numbers:
            errands = [random_errand(contracts, 6, rng) for _set in range(int(sets))]
            for name, plan in WAYS.items():
                series[names()[name]].append(mean(np.array([e.length(plan(e)) / contracts for e in errands])))
        last = {name: values[-1].value for name, values in series.items()}
        said = ", ".join(f"{name} {value:.1f}" for name, value in last.items())
        chart = lines(
            [float(n) for n in numbers],
            series,
            title=_("Steps for each contract"),
            xlabel=_("contracts on one tour"),
            ylabel=_("steps"),
            alt=_("Steps for each contract fall with their number. With five: {said}.").format(said=said),
        )
        return chart, _("With five contracts on one tour, each takes so many steps: {said}.").format(said=said)

    return lab(show, Number("sets", _("Sets"), 20, 200, 60, 20), title=_("More at once"), button=_("Plan"))


# Modify


def modify_bet() -> Bet:
    """What if the truck were never full?"""
    return Bet(
        _("If the truck were never full, by how many percent would nearest stop first be longer than the best tour?"),
        low=0,
        high=100,
        unit="%",
        name="aa-tour-modify",
    )


def never_full(bet: Bet) -> Lab:
    """The same with a truck that is never full."""

    def compare(contracts: int, capacity: int) -> tuple[Chart, str]:
        values = {
            _("6 goods"): mean(measured(int(contracts), 6, SETS, 8)["nearest"]),
            _("{n} goods").format(n=int(capacity)): mean(measured(int(contracts), int(capacity), SETS, 8)["nearest"]),
        }
        said = " ".join(
            _("With room for {name}, nearest first is {gap} % longer.").format(name=name, gap=f"{value.value:.1f}")
            for name, value in values.items()
        )
        chart = bars(
            values,
            bet=bet.value,
            title=_("Nearest stop first: percent longer than the best"),
            xlabel=_("percent"),
            alt=said,
        )
        return chart, said

    return lab(
        compare,
        Number("contracts", _("Contracts"), 2, 5, 4),
        Number("capacity", _("Goods that fit"), 6, 30, 30),
        title=_("Another truck"),
        button=_("Plan"),
    )


# Make


def cases() -> list[Case]:
    """Tours, and whether a truck of six can drive them: L3 loads 3 goods, D3 delivers 3."""
    tries = (
        (("L3", "D3"), True, _("Load, deliver: fine.")),
        (("L3", "L3", "D3", "D3"), True, _("Just full.")),
        (("L4", "L3", "D4", "D3"), False, _("Seven goods do not fit.")),
        (("L4", "D4", "L3", "D3"), True, _("Empty in between.")),
        (("D3", "L3"), False, _("Delivered before it was loaded.")),
        (("L2", "L2", "L2", "D2", "D2", "D2"), True, _("Six goods fit.")),
        (("L6", "D6", "D2"), False, _("More delivered than is on board.")),
        ((), True, _("Nothing to do is no problem.")),
    )
    return [Case((list(stops),), wanted, why) for stops, wanted, why in tries]


def checked(fits: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(fits, cases())


def make(fits: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a tour is built by hand."""
    return notebook_or_page(lambda: checked(fits), builder)


def builder() -> Lab:
    """Bring the stops of three contracts into an order by hand."""
    errand = Errand(FIRST.contracts[:3], FIRST.start)
    stops = errand.stops()
    words: Any = board().rulebook.words
    called = {
        str(i): (_("load {contract}") if kind == 0 else _("deliver {contract}")).format(contract=words["contract"][c])
        for i, (c, kind) in enumerate(stops)
    }

    def judge(**order: str) -> str:
        tour = tuple(stops[int(order[f"stop_{i}"])] for i in range(len(stops)))
        if not errand.fits(tour):
            return _("That does not work: each stop once, load before you deliver, at most 6 goods on board.")
        return _("{n} steps; the best tour has {best}.").format(n=errand.length(tour), best=errand.length(best(errand)))

    controls = [Choice(f"stop_{i}", _("Stop {n}").format(n=i + 1), called, str(i)) for i in range(len(stops))]
    return lab(judge, *controls, title=_("Order the stops"), button=_("Measure"))
