"""Ausgebremst, the rules: situations are real races, quiz and 6 are judged by the rules, every claim is raced again."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lessons.ausgebremst import move_quiz
from gamekit.lessons.ausgebremst.reference import six_rule, sixes
from gamekit.lessons.ausgebremst.situations import GROUPS, surprises
from gamekit.widgets import Bet
from tests.lessons.notebooks import notebook, results, said

NAME = "ausgebremst/01-rules"
TOLD_BY_ANOTHER_RULE = {"AB-22", "AB-30"}
RACES = 1_500


def circuit(number: int, drivers: int = 4) -> Any:
    return gk.load("ausgebremst", players=drivers, circuit=number)


def home(number: int, drivers: int = 4, races: int = RACES) -> tuple[Estimate, Estimate]:
    """How many of 100 drivers and of 100 unowned cars get home, by the notebook's own cells."""
    model = notebook(NAME)
    ends = model.race(circuit(number, drivers), races, np.random.default_rng(number))
    return model.get_home(ends[:, :drivers]), model.get_home(ends[:, drivers:])


@pytest.mark.parametrize("key", [key for keys in GROUPS.values() for key in keys])
def test_every_situation_is_a_real_race_with_one_right_answer(key: str) -> None:
    one = surprises()[key]
    assert one.answer in one.choices
    assert one.rule in one.game.rulebook
    assert "{" not in one.question
    assert one.play_to_question().step == len(one.actions) - 1
    assert one.rule in {note.rule for note in one.play().log[-1].notes} | TOLD_BY_ANOTHER_RULE


def test_the_quiz_has_one_legal_move_and_the_rules_own_reason_for_each_other() -> None:
    rng = np.random.default_rng(2)
    for _again in range(2):
        question = move_quiz.question(rng)
        assert question.choices is not None
        assert len(set(question.choices)) == 1 + move_quiz.WRONG
        assert set(question.reasons) == set(range(4)) - {int(question.answer)}
        assert all("is not possible" in why for why in question.reasons.values())


@pytest.mark.rule("AB-14")
def test_the_rule_of_the_6_from_three_decisions_says_what_the_rules_say_in_real_races() -> None:
    moments = [moment for seed in range(8) for moment in sixes(circuit(1, drivers=6), seed)]
    assert {allowed for _given, allowed in moments} == {True, False}

    def right(rule: Any) -> bool:
        return all(rule(*given) == allowed for given, allowed in moments)

    assert right(six_rule(sharing=True, first=True, home=True))
    assert not right(six_rule(sharing=False, first=True, home=True))
    assert not right(six_rule(sharing=True, first=False, home=True))
    assert not right(six_rule(sharing=True, first=True, home=False))


# What the text says


def test_unowned_cars_lack_time_and_drivers_on_hard_circuits_lack_points() -> None:
    model = notebook(NAME)
    first, hard = (model.race(circuit(number), RACES, np.random.default_rng(1)) for number in (1, 5))
    on_the_track, out_of_cards = model.ENDS.index("still on the track"), model.ENDS.index("out of cards")
    assert model.get_home(first[:, 4:]).high < 50, "most of them do not arrive"
    for ends in (first, hard):
        assert (ends[:, 4:] == out_of_cards).mean() < 0.06, "hardly any runs out of cards"
        assert (ends[:, 4:] == on_the_track).mean() > 0.5
    not_home = hard[:, :4][hard[:, :4] != model.HOME]
    assert (not_home == out_of_cards).mean() > 0.8


def test_two_unowned_cars_are_counted_car_by_car_and_race_by_race() -> None:
    """About 36 of 100 cars, and at least one of the two in about 53 of 100 races: they are two questions."""
    model = notebook(NAME)
    (panel,) = [shown for cell, shown, _space in results(NAME) if "def who_arrives" in cell.source]
    ends = model.race(circuit(1), 4_000, np.random.default_rng(2))[:, 4:] == model.HOME
    cars, races = 100 * ends.mean(), 100 * ends.any(axis=1).mean()
    assert cars + 10 < races < 2 * cars
    told = said(panel, seed=4)
    found = float(re.search(r"in ([\d.]+) \([^)]*\) of 100 races at least one", told)[1])  # type: ignore[index]
    assert abs(found - races) < 6
    bets = [shown for _cell, shown, _space in results(NAME) if isinstance(shown, Bet)]
    assert all("of 100 unowned cars" in bet.unit for bet in bets)
    assert not any("of 100 races" in bet.question for bet in bets)


def test_an_unowned_car_alone_would_be_in_time() -> None:
    model = notebook(NAME)
    assert model.alone([0, 1, 0, 0, 0, 0], 2, 3, np.random.default_rng(1)).tolist() == [1, 1, 1]
    assert list(model.DECK) == [4, 4, 4, 5, 5, 6]
    assert sum(value * n for value, n in enumerate(model.DECK, start=1)) == 105
    alone = model.alone(model.DECK, 74, 5_000, np.random.default_rng(1))
    lasts = gk.simulate(circuit(1), "careful", 1_000, statistics=["round_number"], progress=False).mean("round_number")
    assert alone.max() <= sum(model.DECK), "it never runs out of cards"
    assert 4 < lasts.value - alone.mean() < 7
