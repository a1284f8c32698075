"""Auf Achse, the best tour: the cells of the notebook, held against trying every order and against many sets."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import notebook

NAME = "auf_achse/05-best-tour"
GAME = gk.load("auf_achse", players=2)


def test_steps_are_those_of_the_board() -> None:
    model, t = notebook(NAME), GAME.tables
    names = list(GAME.box.map.cities)
    for a, start in enumerate(names):
        assert [model.STEPS[start][goal] for goal in names] == t.distance[a, : len(names)].tolist()
    for number, card in enumerate(model.CARDS):
        assert (names.index(card.origin), names.index(card.to)) == (t.origin[number], t.target[number])
        assert card.goods == t.goods[number]


@pytest.mark.parametrize("seed", range(6))
def test_dynamic_programming_finds_what_brute_force_finds(seed: int) -> None:
    model, capacity = notebook(NAME), 6 + 4 * (seed % 2)
    start, drawn = model.random_contracts(3, np.random.default_rng(seed))
    steps, _tour = min(model.brute_force(start, drawn, capacity))
    for plan in model.PLANS.values():
        tour = plan(start, drawn, capacity)
        assert len(tour) == 6
        assert model.can_be_driven(tour, drawn, capacity)
        assert model.length(start, tour) >= steps
    assert model.length(start, model.best(start, drawn, capacity)) == steps


@pytest.mark.rule("AA-16", "AA-17")
def test_a_tour_that_overfills_the_truck_or_delivers_too_early_cannot_be_driven() -> None:
    model = notebook(NAME)
    large = [one for one, card in enumerate(model.CARDS) if card.goods > 3][:2]
    orders = permutations([(one, what) for one in large for what in ("load", "deliver")])
    assert sum(model.can_be_driven(tour, large, 6) for tour in orders) == 2
