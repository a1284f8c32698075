"""Bluffing is arithmetic: the model of the cells against the rules, and every figure of the text against the model."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import gamekit as gk
from gamekit.games.kuhn.rules import BET, CALL, CHECK, DEAL, FOLD
from tests.lessons.notebooks import notebook, results

NAME = "topics/bluffing_is_arithmetic"


def in_the_game(known: str) -> Any:
    """A position of the package's Kuhn poker in which that is what the player knows who decides."""
    game, word, other = gk.load("kuhn"), known[1:], next(card for card in "JQK" if card != known[0])
    s, mine = game.start(), len(word) % 2
    for who in range(2):
        game.apply(s, DEAL + "JQK".index(known[0] if who == mine else other))
    for before, move in zip(["", *word], word, strict=False):
        game.apply(s, {"c": FOLD, "b": CALL}[move] if "b" in before else {"c": CHECK, "b": BET}[move])
    assert game.player(s) == mine
    return s


def strategies() -> dict[str, dict[str, float]]:
    return dict(list(results(NAME))[-1][2]["STRATEGIES"])


def test_the_policies_of_the_lesson_are_what_the_strategies_of_the_game_do() -> None:
    game, rng, times = gk.load("kuhn"), np.random.default_rng(1), 2_000
    written = strategies()
    assert list(written) == [one.title for one in game.strategies.values()]
    for one in game.strategies.values():
        for known, odds in written[one.title].items():
            s = in_the_game(known)
            legal = np.array(game.legal(s), np.int32)
            asked = [one.choose(s.copy(), game.tables, game.player(s), legal, 2, rng) for _ in range(times)]
            often = np.mean([choice in (BET, CALL) for choice in asked])
            assert often == pytest.approx(odds, abs=0.05 if 0 < odds < 1 else 0), (one.name, known)


def equilibrium(bet: float) -> float:
    """What A wins in an equilibrium, by linear programming over all ways to play of both."""
    model = notebook(NAME)
    ways = [list(itertools.product((0, 1), repeat=6)) for _player in range(2)]
    policies = [[dict(zip(model.KNOWN[who], way, strict=True)) for way in ways[who]] for who in range(2)]
    table = np.array([[model.worth(a | b, bet) for a in policies[0]] for b in policies[1]])
    most = linprog(
        [0] * 64 + [-1], A_ub=np.c_[-table, np.ones(64)], b_ub=np.zeros(64), A_eq=[[1] * 64 + [0]], b_eq=[1],
        bounds=[(0, None)] * 64 + [(None, None)],
    )  # fmt: skip
    return float(-most.fun)


@pytest.mark.parametrize(
    ("bet", "first", "last"),
    [(0.5, 20, 20), (1, 100 / 3, 100 / 3), (1.5, 300 / 7, 300 / 7), (2, 0, 50), (3, 0, 0), (4, 0, 0)],
)  # fmt: skip
def test_the_best_bluffs_for_every_bet_and_that_they_hold_a_to_an_equilibrium(
    bet: float, first: float, last: float
) -> None:
    model = notebook(NAME)
    lowest, *found = model.least(bet)
    assert found == pytest.approx([first, last])
    assert lowest == pytest.approx(equilibrium(bet), abs=1e-9)
    finer = [model.best(model.with_bluffs(share / 200, bet), 0, bet) for share in range(201)]
    assert lowest <= min(finer) + 1e-9
    good = [share / 2 for share in range(201) if finer[share] < lowest + 1e-9]
    assert all(first - 0.01 <= share <= last + 0.01 for share in good)
    saves = model.best(model.with_bluffs(0, bet), 0, bet) - lowest
    assert (saves > 1e-9) == (bet < 2), "a bluff pays only while a bet costs less than the pot"
