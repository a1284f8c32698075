"""Auf Achse: what its lessons ask on the way, held against the model."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from gamekit.lab.estimate import mean
from tests.lessons.notebooks import answers_of, notebook


def test_where_a_truck_may_stop_is_asked_as_the_rules_say() -> None:
    name = "auf_achse/01-rules"
    model, answers = notebook(name), answers_of(name)
    near = model.ends("Berlin", 2)
    assert [roll for roll in (3, 5, 6) if near <= model.ends("Berlin", roll)] == [6]
    assert answers["A truck leaves Berlin. After which roll is a space two steps away still an end?"] == "after a 6"
    assert "Kassel" in model.ends("Dortmund", 2)
    assert model.ends("Dortmund", 4, goods_for="Kassel") - model.ends("Dortmund", 4) == {"Kassel"}
    three, turning = model.ends("Berlin", 3), model.ends("Berlin", 3, turn_back=True)
    assert (len(turning), len(three), len(model.ends("Berlin", 3, leave_over=True))) == (14, 9, 19)
    assert turning - three == set(model.board["Berlin"])
    assert len(turning - three) == 5
    assert model.ends("Berlin", 2, turn_back=True) - near == {"Berlin"}


def test_the_winners_curse_is_asked_as_errors_by_lot_have_it() -> None:
    name = "auf_achse/04-contract-worth"
    model, answers = notebook(name), answers_of(name)
    errors = np.sort(np.random.default_rng(8).uniform(-600, 600, (100_000, 5)), axis=1)
    highest, pieces = mean(errors[:, -1]), mean(np.diff(errors, axis=1).ravel())
    assert highest.low > 0
    assert next(answers[text] for text in answers if text.startswith("On average each")) == "No, it is too high."
    assert pieces.low < 200 < pieces.high
    assert pieces.high - pieces.low < 5
    assert next(answers[text] for text in answers if text.startswith("5 errors lie at random")) == "200 DM"
    three = mean(model.profits(3, 600, 100_000, np.random.default_rng(9)))
    assert three.low < 0 < three.high
    assert answers["With how many players does the winner come out even on average?"] == "3"
    assert [model.curse(players, 600) for players in (2, 4, 5)] == [200, -120, -200]


def test_the_best_tour_is_asked_as_orders_states_and_sets_have_it() -> None:
    name = "auf_achse/05-best-tour"
    answers = answers_of(name)
    orders = math.prod(range(1, 21))
    assert round(orders / 1_000_000 / (365.25 * 86_400), -3) == 77_000
    assert next(answers[text] for text in answers if text.startswith("Brute force")) == "77,000 years"
    assert next(answers[text] for text in answers if text.startswith("Two trucks have done")) == "In nothing."
    works = set(product(("untouched", "loaded", "delivered"), repeat=5))
    assert next(answers[text] for text in answers if text.startswith("A contract is untouched")) == str(len(works))
