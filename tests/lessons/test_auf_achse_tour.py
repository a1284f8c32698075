"""Auf Achse, the best tour: the cells of the notebook, held against trying every order and against many sets."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean, share
from tests.lessons.notebooks import content, notebook, prose

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


def test_the_solution_of_the_make_part_agrees_with_the_model_and_its_beginning_does_not() -> None:
    model = notebook(NAME)
    assert len({model.CARDS[one].goods for one in model.THREE}) == 3, "goods must tell the contracts apart"
    text = next("".join(one["source"]) for one in content(NAME)["cells"] if "A solution" in "".join(one["source"]))
    space: dict = {}
    exec(text.split("```python\n")[1].split("```")[0], space)
    found = 0
    for order in permutations([(one, what) for one in model.THREE for what in ("load", "deliver")]):
        written = [f"{what[0].upper()}{model.CARDS[one].goods}" for one, what in order]
        assert space["fits"](written) == model.can_be_driven(order, model.THREE, 6)
        found += space["fits"](written)
    assert 0 < found < 720


def test_claims_of_the_text_hold_with_many_sets() -> None:
    model = notebook(NAME)
    text = "".join("".join(one["source"]) for one in content(NAME)["cells"])
    rng = np.random.default_rng(7)
    two = model.longer([model.nearest, model.insertion], 2, 6, 400, rng)
    five = model.longer([model.nearest], 5, 6, 150, rng)[0]
    often = {n: share(float((gaps < 1e-9).sum()), len(gaps)) for n, gaps in ((2, two[0]), (5, five))}
    assert "about two of three sets" in text
    assert often[2].low > 0.55
    assert often[2].high < 0.78
    assert "with five in fewer than one of four" in text
    assert often[5].high < 0.25
    assert "Cheapest insertion with two always is" in text
    assert two[1].max() < 1e-9

    saved: dict[int, list[int]] = {10: [], 12: []}
    for _ in range(150):
        start, drawn = model.random_contracts(4, rng)
        alone = model.length(start, model.best(start, drawn, 6))
        for room, steps in saved.items():
            steps.append(alone - model.length(start, model.best(start, drawn, room)))
    small, large = (mean(np.array(steps)) for steps in saved.values())
    assert "a small trailer saves about seven steps a tour, a large one about nine" in text
    assert 6 < small.low < small.high < 9
    assert 8 < large.low < large.high < 11
    assert "after two such tours" in text
    assert 180 * small.high < 2_000 < 2 * 180 * small.low

    sets = {n: [model.random_contracts(n, rng) for _ in range(150)] for n in (1, 5)}
    each = {n: mean(np.array([model.length(s, model.best(s, c, 6)) / n for s, c in some])) for n, some in sets.items()}
    assert "about 12 steps for each" in text
    assert 11 < each[5].low < each[5].high < 13
    assert each[5].high < each[1].low


def test_the_orders_of_the_exercise_are_those_that_can_be_driven_with_room_for_everything() -> None:
    model = notebook(NAME)
    orders = {contracts: factorial(2 * contracts) // 2**contracts for contracts in (2, 3, 4, 5)}
    for contracts in (2, 3):
        drawn = list(range(contracts))
        stops = [(one, what) for one in drawn for what in ("load", "deliver")]
        assert sum(model.can_be_driven(tour, drawn, 1_000) for tour in permutations(stops)) == orders[contracts]
    assert f"(2n)! / 2ⁿ: {', '.join(f'{number:,}' for number in orders.values())} for 2 to 5 contracts." in prose(NAME)
    assert f"There are 10! = {factorial(10):,} orders of ten stops." in prose(NAME)
