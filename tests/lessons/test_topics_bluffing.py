"""Bluffing is arithmetic: the model of the cells against the rules, and every figure of the text against the model."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import gamekit as gk
from tests.lessons.notebooks import notebook, prose

NAME = "topics/bluffing_is_arithmetic"


def exploitability(policy: dict[str, float]) -> float:
    model = notebook(NAME)
    return float(model.best(policy, 0) + model.best(policy, 1)) / 2


def test_the_model_gives_away_as_much_as_the_rules_say() -> None:
    model, game = notebook(NAME), gk.load("kuhn")
    tossed = dict.fromkeys(itertools.chain(*model.KNOWN), 0.5)
    assert exploitability(tossed) == pytest.approx(gk.exploitability(game, "random"))
    assert all(len(known) == 6 for known in model.KNOWN)


def test_a_third_of_the_jacks_is_the_share_against_which_nothing_helps() -> None:
    model = notebook(NAME)
    earned = [model.best(model.with_bluffs(share / 300), 0) for share in range(301)]
    assert np.argmin(earned) == 100
    assert min(earned) == pytest.approx(-1 / 18)
    assert (earned[0], earned[-1]) == pytest.approx((1 / 18, 1 / 6))


def test_with_few_bluffs_a_queen_folds_and_with_many_it_calls() -> None:
    model = notebook(NAME)
    for share, calls in ((0.2, 0), (0.5, 1)):
        policy = model.with_bluffs(share)
        ways = (policy | dict(zip(model.KNOWN[0], way, strict=True)) for way in itertools.product((0, 1), repeat=6))
        assert max(ways, key=model.worth)["Qcb"] == calls


def test_what_strategies_give_away() -> None:
    game = gk.load("kuhn")
    assert "Honest players give away a quarter of a chip a game" in prose(NAME)
    assert "The bluffer gives away as much" in prose(NAME)
    assert gk.exploitability(game, "honest") == pytest.approx(0.25)
    assert gk.exploitability(game, "bluffer") == pytest.approx(0.25)
    assert gk.exploitability(game, "balanced") == pytest.approx(0)


def test_regret_leads_to_an_equilibrium() -> None:
    *_, last = notebook(NAME).cfr(200)
    assert exploitability(last) < 0.02
    assert exploitability(last) < exploitability(next(notebook(NAME).cfr(1))) / 10
