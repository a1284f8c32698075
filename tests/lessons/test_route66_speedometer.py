"""Route 66, the speedometer as a chain: the cells of the notebook, held against the rules and the exact lab."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lessons.route66.reference import dial_after
from tests.lessons.notebooks import notebook

NAME = "route66/02-speedometer"
GAME = gk.load("route66", players=4)


@pytest.mark.rule("R66-18")
def test_the_model_agrees_with_the_rules_for_every_speed_and_every_card() -> None:
    model = notebook(NAME)
    for mph in model.SPEEDS:
        for card in model.cards:
            assert model.after(mph, card) == dial_after(GAME, int(mph), card)


def test_the_stationary_distribution_does_not_change_and_is_reached_from_any_start() -> None:
    model = notebook(NAME)
    exact = gk.chain(model.P, model.SPEEDS).stationary()
    assert sum(exact.values()) == 1
    assert all(isinstance(one, Fraction) for one in exact.values())
    pi = np.array(list(exact.values()), float)
    assert np.allclose(model.pi, pi)
    assert np.allclose(pi @ model.P, pi)
    for mph in (0, 35, 70):
        assert np.abs(model.start_at(mph) @ np.linalg.matrix_power(model.P, 80) - pi).max() < 1e-6


@pytest.mark.parametrize("turns", [1, 4, 40])
def test_dials_by_lot_agree_with_the_matrix(turns: int) -> None:
    model = notebook(NAME)
    shown = model.throw(turns, 40_000, np.random.default_rng(turns))
    exact = model.start_at(0) @ np.linalg.matrix_power(model.P, turns)
    for mph, p in zip(model.SPEEDS, exact, strict=True):
        found = share(float((shown == mph).sum()), len(shown))
        assert abs(found.value - p) < 4 * max(found.high - found.low, 1e-4) / 2
