"""Auf Achse lessons: exact answers agree with simulation and with slow oracles; every panel runs; solutions pass."""

from __future__ import annotations

import re
import threading
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import nbformat
import networkx as nx
import numpy as np
import pytest

from gamekit.lab.estimate import mean
from gamekit.lessons.auf_achse import (
    map_graph,
    page_house,
    page_map,
    page_rules,
    page_tour,
    page_travel,
    page_worth,
    tours,
    travel,
    worth,
)
from gamekit.lessons.auf_achse.surprises import GROUPS, surprises
from gamekit.show import Chart

NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "auf_achse"


def run(panel, **given):
    """A panel's result as a list, its controls as they stand unless given otherwise."""
    chosen = {control.name: control.value for control in panel.controls} | given
    beside = {"progress": lambda _share: None, "cancel": threading.Event()}
    result = panel.run(**chosen, **{name: beside[name] for name in panel._takes})
    return [result] if not isinstance(result, (list, tuple)) else list(result)


def words(result) -> str:
    return " ".join(part.alt if isinstance(part, Chart) else str(getattr(part, "rows", part)) for part in result)


# Journeys


def test_expected_turns_solve_their_equation_and_agree_with_the_die():
    for exact in (False, True):
        solved = travel.solve(travel.Journey("München", deliver=not exact))
        start = travel.city("Hamburg")
        assert solved.turns == pytest.approx(travel.cost(solved.plan, travel.city("München")), abs=1e-9)
        found = mean(travel.drive(solved, start, 20_000, seed=4))
        assert found.low <= solved.turns[start] <= found.high or abs(found.value - solved.turns[start]) < 0.03
        chances = travel.likely(solved, start, 80)
        assert sum(chances) == pytest.approx(1, abs=1e-6)
        assert sum(n * p for n, p in enumerate(chances)) == pytest.approx(solved.turns[start], abs=1e-4)


def test_no_plan_is_better_than_the_best():
    trip = travel.Journey("München", deliver=False)
    assert (travel.straight(trip).turns >= travel.solve(trip).turns - 1e-9).all()


def test_a_straight_road_is_a_power_of_seven_sixths():
    assert [travel.on_a_road(n) for n in range(1, 8)] == [Fraction(7, 6) ** (n - 1) for n in range(1, 8)]


# The map


def test_busy_cities_by_random_trips_agree_with_the_exact_shares():
    exact, found = map_graph.passing(), map_graph.drive_through(3_000, seed=2)
    inside = sum(found[name].low <= exact[name] <= found[name].high for name in exact)
    assert inside >= 0.85 * len(exact)


def test_passing_is_what_counting_all_shortest_ways_gives():
    graph, names = map_graph.spaces(), travel.cities()
    city = names.index("Kassel")
    total = 0.0
    for a in range(len(names)):
        for b in range(a + 1, len(names)):
            if city not in (a, b):
                ways = list(nx.all_shortest_paths(graph, a, b))
                total += sum(city in way for way in ways) / len(ways)
    pairs = len(names) * (len(names) - 1) / 2
    assert map_graph.passing()["Kassel"] == pytest.approx(total / pairs)


def test_only_the_sheltered_space_cuts_the_map():
    cut = [one for one in map_graph.closures() if one.cut]
    assert [(one.name, one.cut) for one in cut] == [("A7 Flensburg – Hamburg", 1)]


# Tours


@pytest.mark.parametrize("seed", range(6))
def test_dynamic_programming_finds_what_brute_force_finds(seed):
    errand = tours.random_errand(3, 6 + 4 * (seed % 2), np.random.default_rng(seed))
    assert errand.length(tours.best(errand)) == errand.length(tours.brute_force(errand))
    for plan in tours.WAYS.values():
        assert errand.fits(plan(errand))
        assert errand.length(plan(errand)) >= errand.length(tours.best(errand))


def test_a_tour_that_overfills_the_truck_or_delivers_too_early_does_not_fit():
    errand = tours.Errand((4, 8), "Hamburg")
    assert sum(errand.fits(tour) for tour in permutations(errand.stops())) == 2


# Contracts


def test_the_winners_curse_by_lot_agrees_with_its_formula():
    for players in range(2, 7):
        found = mean(worth.rising(0, worth.estimates(0, 600, players, 20_000, seed=players), 0))
        assert abs(found.value - float(worth.curse(players, 600))) < 12
    assert worth.curse(5, 600, 200) == 0


def test_auctions_by_the_rules_end_as_bidders_with_limits_end():
    prices = worth.prices(4)
    assert worth.auction([0, 0, 0], 4) == (0, 0)
    assert worth.auction([prices[1], prices[1], 0], 4) == (0, prices[1])
    assert worth.auction([0, prices[2], prices[0]], 4) == (1, prices[0])
    assert worth.auction([0, prices[0], prices[2]], 4) == (2, prices[1])


# Situations and pages


@pytest.mark.parametrize("key", [key for keys in GROUPS.values() for key in keys])
def test_every_situation_is_a_real_game_with_one_right_answer(key):
    one = surprises()[key]
    assert one.answer in one.choices
    assert len(set(one.choices)) == len(one.choices)
    assert one.rule in one.game.rulebook
    assert one.told


PANELS = [
    *((page_map, name) for name in ("ways", "markers", "busy_or_many", "builder")),
    *((page_travel, name) for name in ("best_use", "plans", "where_to_wait", "marker", "builder")),
    *((page_tour, name) for name in ("example", "builder")),
    *((page_worth, name) for name in ("insertion", "more_players", "builder")),
    (page_rules, "builder"),
]


@pytest.mark.parametrize(("page", "name"), PANELS, ids=lambda x: x if isinstance(x, str) else x.__name__.split("_")[-1])
def test_every_panel_runs_and_says_something(page, name):
    assert words(run(getattr(page, name)())).strip()


@pytest.mark.parametrize(
    ("page", "given"),
    [
        (page_map, {"trips": 400}),
        (page_travel, {"trips": 2_000}),
        (page_tour, {"sets": 20, "contracts": 3}),
        (page_worth, {}),
        (page_rules, {}),
    ],
    ids=lambda x: "" if isinstance(x, dict) else x.__name__.split("_")[-1],
)
def test_the_bet_is_drawn_into_the_run(page, given):
    bet = page.bet()
    assert words(run(page.run(bet), **given)).strip()


def test_few_auctions_by_the_rules_and_house_rules_run(monkeypatch):
    monkeypatch.setattr(page_worth, "BY_RULES", 20)
    assert words(run(page_worth.by_the_rules())).strip()
    assert words(run(page_worth.callers())).strip()
    assert words(run(page_worth.bid_less(page_worth.modify_bet()))).strip()


@pytest.mark.slow
def test_the_panels_of_the_house_rules_run_and_the_planner_beats_the_nearest():
    [_chart, table, said] = run(page_house.run(page_house.bet()), games=1_000)
    assert len(table.rows) == 4
    assert float(said.split("wins ")[1].split(",")[0]) > 30
    for panel in (page_house.public(), page_house.children(), page_house.crowded()):
        assert words(run(panel, games=500)).strip()
    assert "the planner wins" in words(run(page_house.other_rules(page_house.modify_bet()), games=500))


CHECKED = {
    "01-rules": page_rules.checked,
    "02-map-as-a-graph": page_map.checked,
    "03-turns-to-munich": page_travel.checked,
    "04-contract-worth": page_worth.checked,
    "05-best-tour": page_tour.checked,
}


@pytest.mark.parametrize("name", CHECKED)
def test_the_folded_solution_passes_and_the_function_to_finish_does_not(name):
    cells = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells
    solution = next(
        found[1] for cell in cells if (found := re.search(r"```python\n(.*?)```", cell.source, re.DOTALL)) is not None
    )
    start = next(cell.source for cell in cells if cell.cell_type == "code" and "lesson.make(" in cell.source)
    wanted = re.search(r"def (\w+)", solution)[1]
    for source, passes in ((solution, True), (start.split("lesson.make(")[0], False)):
        space = {"Fraction": Fraction}
        exec(source, space)
        assert bool(CHECKED[name](space[wanted])) == passes
