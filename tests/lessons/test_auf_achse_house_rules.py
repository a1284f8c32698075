"""Auf Achse, strategies and house rules: matches and contracts held against games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamekit.core.kernel import is_interpreted
from gamekit.lab.estimate import mean
from tests.lessons.notebooks import notebook, prose

NAME = "auf_achse/06-house-rules"
built_only = pytest.mark.skipif(is_interpreted(), reason="thousands of games take minutes in plain Python")


def wins(one: str, others: str, games: int = 8_000, seed: int = 1, **rules: Any) -> Any:
    """For each game the share of the win of one player against three who are alike."""
    return notebook(NAME).one_against(one, others, games, seed, **rules)[0]


@built_only
def test_four_alike_win_a_quarter_each_if_each_sits_in_every_seat() -> None:
    model = notebook(NAME)
    shares, own, theirs = model.one_against("nearest", "nearest", 2_000, 11)
    assert abs(100 * shares.mean() - 25) < 3
    assert abs(own.mean() - theirs.mean()) < 400


@built_only
def test_a_planner_beats_those_who_drive_to_the_nearest() -> None:
    found = notebook(NAME).of_100(wins("planner", "nearest", 2_000))
    assert 40 < found.low < found.high < 60


def test_contracts_on_the_table_bring_their_share_of_all() -> None:
    model = notebook(NAME)
    assert len(model.REVENUE) == 52
    assert sum(model.REVENUE) == 127_400
    assert sum(model.REVENUE) / 52 == 2_450
    assert model.game.tables.public == 20
    rng = np.random.default_rng(2)
    found = mean([model.dealt(rng) for _ in range(4_000)])
    assert abs(found.value - model.EXACT) < 1.7 * (found.high - found.low) / 2


@built_only
def test_nobody_earns_more_than_lies_on_the_table() -> None:
    model = notebook(NAME)
    for name in ("planner", "nearest", "bargain"):
        gained = model.many([name] * 4, 500, 3).returns.sum(axis=1) - 4 * 5_000
        assert mean(gained).high < 0.9 * model.EXACT


@built_only
def test_the_solution_passes_and_the_numbers_of_the_box_and_the_first_sliders_do_not() -> None:
    model = notebook(NAME)
    space: dict[str, Any] = {}
    exec(prose(NAME).split("```python")[1].split("```")[0], space)
    assert "✗" not in repr(model.judged(space["public_for"]))
    assert "✗" in repr(model.judged(lambda players: {2: 12, 3: 16, 4: 20, 5: 24}[players]))
    assert "✗" in repr(model.judged(lambda players: 4 + 4 * players))
