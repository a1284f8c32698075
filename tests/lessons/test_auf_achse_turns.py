"""Auf Achse, how many turns to Munich: the cells of the notebook against rules, die and equations."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.auf_achse.asked import ends_by_rules
from tests.lessons.notebooks import content, notebook, prose

NAME = "auf_achse/03-turns-to-munich"
GAME = gk.load("auf_achse", players=2)


@pytest.mark.rule("AA-09", "AA-10", "AA-11")
@pytest.mark.parametrize(("deliver", "free_six"), [(True, True), (False, True), (False, False)])
def test_moves_end_where_the_rules_let_them_end(deliver: bool, free_six: bool) -> None:
    model = notebook(NAME)
    for space in model.SPACES:
        for roll in model.DIE:
            by_rules = ends_by_rules(GAME, space, roll, model.GOAL if deliver else "", free_six)
            assert model.ends(space, roll, deliver, free_six) == by_rules, (space, roll)


@pytest.mark.rule("AA-22")
def test_a_truck_waits_before_the_roadworks_where_the_rules_let_it_wait() -> None:
    model = notebook(NAME)
    for closed in model.BEFORE:
        for space in model.board[model.GOAL]:
            for roll in model.DIE:
                by_rules = ends_by_rules(GAME, space, roll, model.GOAL, closed=closed)
                assert model.ends(space, roll, True, closed=closed) == by_rules, (closed, space, roll)


@pytest.mark.parametrize("deliver", [False, True])
def test_expected_turns_solve_their_equation_and_agree_with_the_die(deliver: bool) -> None:
    model = notebook(NAME)
    turns, plan = model.solve(deliver=deliver)
    for one_of_the_best in (plan.argmax(axis=2), plan.shape[2] - 1 - plan[:, :, ::-1].argmax(axis=2)):
        after = 1 + turns[one_of_the_best].mean(axis=1)
        after[model.NUMBER[model.GOAL]] = 0
        assert np.allclose(turns, after, atol=1e-9)
    assert (model.cost_of_near(deliver) >= turns - 1e-9).all()
    found = mean(model.drive(plan, "Hamburg", 20_000, np.random.default_rng(4)))
    assert abs(found.value - model.turns_from("Hamburg", deliver=deliver)) < 1.5 * (found.high - found.low)


def test_driving_as_near_as_possible_agrees_with_its_linear_equations() -> None:
    model = notebook(NAME)
    found = mean(model.drive(model.near, "Hamburg", 20_000, np.random.default_rng(5)))
    by_lot = model.cost_of_near(False)[0, model.NUMBER["Hamburg"]]
    assert abs(found.value - by_lot) < 1.5 * (found.high - found.low)


def test_between_equally_near_ends_the_lot_decides_and_every_other_choice_lies_between_best_and_worst() -> None:
    """A plan that breaks ties in one way only, as the order of a table does, is none of the three figures."""
    model, rng = notebook(NAME), np.random.default_rng(6)
    by_lot, lucky, unlucky = model.cost_of_near(False)
    start = model.NUMBER["Hamburg"]
    assert lucky[start] + 0.1 < by_lot[start] < unlucky[start] - 0.1
    found = []
    for _again in range(20):
        keys = np.where(model.near, rng.random(model.near.shape), -1)
        fixed = keys.argmax(axis=2)
        chance = np.zeros((len(model.SPACES),) * 2)
        for side in range(len(model.DIE)):
            np.add.at(chance, (np.arange(len(chance)), fixed[:, side]), 1 / len(model.DIE))
        chance[model.NUMBER[model.GOAL]] = 0
        turns = np.linalg.solve(np.eye(len(chance)) - chance, model.FAR > 0)
        assert (turns > lucky - 1e-9).all()
        assert (turns < unlucky + 1e-9).all()
        found.append(turns[start])
    assert max(found) - min(found) > 0.05


def test_where_no_way_is_left_nobody_arrives() -> None:
    model = notebook(NAME)
    may = model.all_ends(closed="A7 Flensburg – Hamburg")
    reached = np.isfinite(model.settle(may))
    assert reached.sum() >= len(model.SPACES) - 2
    assert not reached[model.NUMBER["Flensburg"]]


def test_a_straight_road_is_a_power_of_seven_sixths() -> None:
    road = notebook(NAME).road
    assert [road[n] for n in range(1, 8)] == [Fraction(7, 6) ** (n - 1) for n in range(1, 8)]
    written = f"{road[7].numerator:,}/{road[7].denominator:,}, about {float(road[7]):.2f}"
    assert f"so E(7) = (7/6)⁶ = {written}." in prose(NAME)


def test_the_solution_of_the_make_part_is_right_and_its_beginning_is_not() -> None:
    space = {"Fraction": Fraction}
    whole = [("".join(one["source"])) for one in content(NAME)["cells"]]
    solution = next(text for text in whole if "A solution" in text).split("```python\n")[1].split("```")[0]
    exec(solution, space)
    road = notebook(NAME).road
    assert all(space["expected"](n) == road[n] for n in range(13))
    assert Fraction(4, 7) != road[2]


def test_the_formula_asked_for_exists() -> None:
    road = notebook(NAME).road
    assert max(abs(0.6 + n / 3.6 - float(road[n])) for n in range(1, 13)) <= 0.15
    assert "nowhere more than 0.15 turns off, from 1 to 12 spaces" in prose(NAME)


def test_figures_in_the_text_are_what_the_cells_compute() -> None:
    model = notebook(NAME)
    exact, deliver = model.solve(deliver=False)[0], model.solve(deliver=True)[0]
    at, start = model.NUMBER, model.NUMBER["Hamburg"]
    by_lot, lucky, unlucky = model.cost_of_near(False)[:, start] - exact[start]
    text = "".join("".join(one["source"]) for one in content(NAME)["cells"])
    figures = {
        "from Hamburg by 0.284 turns if the lot decides": round(by_lot, 3) == 0.284,
        "with the luckier ones it is 0.103 turns, with the unluckier ones 0.580": (
            (round(lucky, 3), round(unlucky, 3)) == (0.103, 0.580)
        ),
        "the same number of turns from everywhere": np.allclose(model.cost_of_near(True), deliver),
        "Innsbruck, two steps away, takes 1.564": round(exact[at["Innsbruck"]], 3) == 1.564,
        "the road from Innsbruck 1.855": round(exact[at["A95 München – Innsbruck"]], 3) == 1.855,
        "takes exactly 1 turn": {round(deliver[at[one]], 9) for one in at if model.STEPS[one] == 1} == {1},
        "two steps away 7/6": {round(deliver[at[one]] * 6, 9) for one in at if model.STEPS[one] == 2} == {7},
        "From Hamburg to Munich 0.670 turns.": round(exact[at["Hamburg"]] - deliver[at["Hamburg"]], 3) == 0.670,
    }  # fmt: skip
    costs = {place: model.MARKED[place][at["Nürnberg"]] - deliver[at["Nürnberg"]] for place in model.BEFORE}
    figures["costs 0.995 turns"] = round(costs.pop("A9 Nürnberg – München"), 3) == 0.995
    figures["one on any other road nothing"] = max(costs.values()) < 1e-9
    for sentence, right in figures.items():
        assert sentence in text, sentence
        assert right, sentence
