"""Route 66, collecting states: the cells of the notebook, held against the rules, counting by hand and luck."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.kit import estimate
from gamekit.lessons.route66.reference import list_stops, on_the_way_home
from tests.lessons.notebooks import notebook, prose, results, said

NAME = "route66/03-collecting"
GAME = gk.load("route66", players=4)


def total(way: list[tuple[int, int]]) -> int:
    """All cards of a way home."""
    return way[-1][1]


def text() -> str:
    """All Markdown of the lesson."""
    return prose(NAME)


@pytest.mark.rule("R66-23")
def test_the_road_of_the_model_is_the_road_of_the_rules_for_plans_by_lot() -> None:
    model = notebook(NAME)
    rng = np.random.default_rng(6)
    for _again in range(20):
        chosen = rng.integers(1, 8, 54)
        assert model.drive_home(lambda place: int(chosen[place])) == list_stops(GAME, lambda place: int(chosen[place]))  # noqa: B023


@pytest.mark.parametrize("plan", [lambda _p: 0, lambda _p: 8, lambda _p: 1.5, lambda _p: True])
def test_a_plan_that_cannot_be_driven_is_refused(plan) -> None:
    with pytest.raises(gk.OptionError, match="1 to 7"):
        list_stops(GAME, plan)


@pytest.mark.rule("R66-21")
def test_the_board_begins_when_a_car_has_turned_and_a_is_to_move() -> None:
    session = on_the_way_home(GAME, 9)
    assert session.position.tide == 1
    assert session.player == 0


@pytest.mark.parametrize("mph", [0, 70])
def test_the_expected_cards_agree_with_ways_home_by_lot(mph: int) -> None:
    model = notebook(NAME)
    rng = np.random.default_rng(mph)
    found = mean([model.lucky_way(rng, mph) for _car in range(3_000)])
    assert abs(found.value - model.all_cards[mph // 5]) < found.high - found.low


def test_most_of_what_speed_costs_is_lost_in_california() -> None:
    """Exactly 3.73 cards, 2.27 of them there."""
    model = notebook(NAME)
    marks = [cards if state == "California" else 0 for state, cards in zip(model.STATE, model.MARK, strict=False)]
    there = model.to_come(model.matrix(), marks)
    lost = model.all_cards[0] - model.all_cards[-1]
    assert (round(lost, 2), round(there[0] - there[-1], 2)) == (3.73, 2.27)
    assert (there[0] - there[-1]) / lost > 0.6


def test_no_plan_by_lot_beats_the_best_one_and_the_best_one_can_be_driven() -> None:
    model = notebook(NAME)
    rng = np.random.default_rng(1)
    for turns in (8, 11, 16, 25):
        cards, plan = model.best(53, 0, turns)
        assert len(plan) <= turns
        steps = iter(plan)
        assert total(list_stops(GAME, lambda _place: next(steps))) == cards  # noqa: B023
        for _again in range(100):
            chosen = rng.integers(1, 8, 54)
            way = model.drive_home(lambda place: int(chosen[place]))  # noqa: B023
            assert len(way) > turns or total(way) <= cards


def test_the_plan_of_the_solution_is_as_good_as_the_best_and_four_stretches_reach_16() -> None:
    model = notebook(NAME)
    source = next(part for part in text().split("```python") if "plan = {53" in part).split("```")[0]
    space: dict[str, object] = {}
    exec(source, space)
    way = list_stops(GAME, space["spaces_from"])  # type: ignore[arg-type]
    assert (len(way), total(way)) == (12, model.best(53, 0, 12)[0])
    panel = next(shown for cell, shown, _space in results(NAME) if "def home_in_12_turns" in cell.source)
    assert "✓" in str(panel.answer(california=4, west=5, middle=6, east=3))
    assert "✗" in str(panel.answer(california=7, west=7, middle=7, east=7))
    assert "✗" in str(panel.answer(california=1, west=1, middle=1, east=1))


def test_seeing_all_states_agrees_with_turning_up_cards_and_with_the_sentences() -> None:
    panel = next(shown for cell, shown, _space in results(NAME) if "def states_in_hand" in cell.source)
    model = notebook(NAME)
    rng = np.random.default_rng(3)
    exact = {False: 21.14, True: 28.33}
    for put_back, truth in exact.items():
        assert f"exactly {truth}" in said(panel, put_back=put_back, seed=1)
        found = estimate(model.until_all(20_000, rng, put_back))
        assert abs(found.value - truth) < found.high - found.low
