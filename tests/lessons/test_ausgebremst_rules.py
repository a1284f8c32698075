"""Ausgebremst, the rules: the 6 is judged by the rules, cars are counted."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lessons.ausgebremst.reference import six_rule, sixes
from gamekit.widgets import Bet
from tests.lessons.notebooks import notebook, results, said

NAME = "ausgebremst/01-rules"


@pytest.mark.rule("AB-14")
def test_the_rule_of_the_6_from_three_decisions_says_what_the_rules_say_in_real_races() -> None:
    moments = [moment for seed in range(8) for moment in sixes(gk.load("ausgebremst", players=6), seed)]
    assert {allowed for _given, allowed in moments} == {True, False}

    def right(rule: Any) -> bool:
        return all(rule(*given) == allowed for given, allowed in moments)

    assert right(six_rule(sharing=True, first=True, home=True))
    assert not right(six_rule(sharing=False, first=True, home=True))
    assert not right(six_rule(sharing=True, first=False, home=True))
    assert not right(six_rule(sharing=True, first=True, home=False))


def test_two_unowned_cars_are_counted_car_by_car_and_race_by_race() -> None:
    """About 37 of 100 cars, and at least one of the two in about 55 of 100 races: they are two questions."""
    model = notebook(NAME)
    (panel,) = [shown for cell, shown, _space in results(NAME) if "def who_arrives" in cell.source]
    ends = model.race(4_000, np.random.default_rng(2))[0][:, 4:] == model.HOME
    cars, races = 100 * ends.mean(), 100 * ends.any(axis=1).mean()
    assert cars + 10 < races < 2 * cars
    assert abs(model.of_100(ends, True).value - cars) < 1e-9
    told = said(panel, seed=4)
    found = float(re.search(r"In ([\d.]+) \([^)]*\) of 100 races at least one", told)[1])  # type: ignore[index]
    assert abs(found - races) < 8
    bets = [shown for _cell, shown, _space in results(NAME) if isinstance(shown, Bet)]
    assert all("of 100 unowned cars" in bet.unit for bet in bets)
    assert not any("of 100 races" in bet.question for bet in bets)


def test_a_car_alone_turns_up_cards_until_it_has_driven_far_enough() -> None:
    model = notebook(NAME)
    assert model.alone([0, 1, 0, 0, 0, 0], 2, 3, np.random.default_rng(1)).tolist() == [1, 1, 1]
    assert model.alone([1, 0, 0, 0, 0, 1], 2, 500, np.random.default_rng(1)).mean() == pytest.approx(1.5, abs=0.1)


def test_another_deck_is_the_one_that_unowned_cars_drive_with() -> None:
    model = notebook(NAME)
    real, slow = (model.race(300, np.random.default_rng(1), deck=one)[0][:, 4:] for one in (None, [28, 4, 4, 5, 5, 6]))
    assert (slow == model.HOME).mean() < (real == model.HOME).mean() / 3
