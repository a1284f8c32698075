"""Auf Achse, how many turns to München: the cells of the notebook against rules, die and equations."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.auf_achse.asked import ends_by_rules
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
    after = 1 + turns[plan].mean(axis=1)
    after[model.NUMBER[model.GOAL]] = 0
    assert np.allclose(turns, after, atol=1e-9)
    assert (model.cost_of_near(deliver) >= turns - 1e-9).all()
    found = mean(model.drive(plan, "Hamburg", 20_000, np.random.default_rng(4)))
    assert abs(found.value - model.turns_from("Hamburg", deliver=deliver)) < 1.5 * (found.high - found.low)


def test_driving_as_near_as_possible_agrees_with_its_linear_equations() -> None:
    model = notebook(NAME)
    found = mean(model.drive(model.near, "Hamburg", 20_000, np.random.default_rng(5)))
    assert abs(found.value - model.cost_of_near(False)[model.NUMBER["Hamburg"]]) < 1.5 * (found.high - found.low)


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


def test_figures_in_the_text_are_what_the_cells_compute() -> None:
    model = notebook(NAME)
    exact, deliver = model.solve(deliver=False)[0], model.solve(deliver=True)[0]
    near, at = model.cost_of_near(False), model.NUMBER
    text = "".join("".join(one["source"]) for one in content(NAME)["cells"])
    figures = {
        "it is 10 steps": model.STEPS["Hamburg"] == 10,
        "from Hamburg by 0.399 turns": round(near[at["Hamburg"]] - exact[at["Hamburg"]], 3) == 0.399,
        "the same number of turns from everywhere": np.allclose(model.cost_of_near(True), deliver),
        "Innsbruck, two steps away, takes 1.564": round(exact[at["Innsbruck"]], 3) == 1.564,
        "the road from Innsbruck 1.855": round(exact[at["A95 München – Innsbruck"]], 3) == 1.855,
        "takes exactly 1 turn": {round(deliver[at[one]], 9) for one in at if model.STEPS[one] == 1} == {1},
        "two steps away 7/6": {round(deliver[at[one]] * 6, 9) for one in at if model.STEPS[one] == 2} == {7},
        "0.670 turns.": round(exact[at["Hamburg"]] - deliver[at["Hamburg"]], 3) == 0.670,
    }  # fmt: skip
    costs = {place: model.MARKED[place][at["Nürnberg"]] - deliver[at["Nürnberg"]] for place in model.BEFORE}
    figures["costs 0.995 turns"] = round(costs.pop("A9 Nürnberg – München"), 3) == 0.995
    figures["one on any other road nothing"] = max(costs.values()) < 1e-9
    for sentence, right in figures.items():
        assert sentence in text, sentence
        assert right, sentence
