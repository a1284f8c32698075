"""Ausgebremst: small positions with one right answer for what the strategies' kernels say of themselves."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.ausgebremst.state import LAPS, PILES, TAKE
from gamekit.games.ausgebremst.strategies import CLOSE, best_pile, in_the_way
from tests.games.ausgebremst_table import table

SIX = 5


@pytest.mark.parametrize(("sixes", "wanted"), [(0, 3), (1, 2), (2, 2)])
def test_from_the_piles_the_highest_card_is_taken_but_never_a_second_6(sixes: int, wanted: int) -> None:
    s = gk.load("ausgebremst", players=3, advanced=True).start()
    for pile, kind in enumerate((1, 3, 4, SIX)):
        s.pile[0, pile, 0], s.height[0, pile] = kind, 1
    s.hand[0, SIX] = sixes
    actions = np.arange(TAKE, TAKE + PILES, dtype=np.int32)
    assert best_pile(s, 0, actions, PILES) == TAKE + wanted


@pytest.mark.parametrize(
    ("laps", "stopped", "due"), [(0, False, 0), (1, False, 2), (LAPS - 1, False, 2), (LAPS, False, 0), (1, True, 0)]
)
def test_the_gate_of_the_pit_lane_hinders_only_who_still_has_to_stop_and_can(
    laps: int, stopped: bool, due: int
) -> None:
    at = table(players=3)
    s, t = at.s, at.game.tables
    entry = int(t.entry[s.circuit])
    near = next(
        space
        for space, far in enumerate(t.to_entry[s.circuit])
        if 1 < far <= CLOSE and entry not in t.follow[s.circuit, space]
    )
    at.put("A", at.before(20), "123")
    at.put("B", near, "123", laps=laps, stopped=stopped)
    without = in_the_way(s, t, 0, entry)
    s.stopped[1] = 1
    assert without - in_the_way(s, t, 0, entry) == due
