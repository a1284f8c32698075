"""Auf Achse, how many turns to Munich: the cells of the notebook against rules, die and equations."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.auf_achse.reference import ends_by_rules
from tests.lessons.notebooks import content, notebook

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
