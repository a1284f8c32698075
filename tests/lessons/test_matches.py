"""Matches between strategies: what comes of one that is stopped, and how far one is."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError

import pytest

import gamekit as gk
from gamekit.lessons import matches


def test_a_match_stopped_before_its_first_game_is_stopped_and_not_a_failure() -> None:
    game, stop = gk.load("kartenspiel", players=2, stages=1), threading.Event()
    stop.set()
    with pytest.raises(CancelledError):
        matches.one_against("climber", "greedy", [(game, 0), (game, 1)], 20, cancel=stop)


def test_the_parts_of_a_match_are_told_as_one_way() -> None:
    game, told = gk.load("kartenspiel", players=2, stages=1), list[float]()
    won, _, _ = matches.one_against("climber", "greedy", [(game, 0), (game, 1)], 20, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert won.low <= won.value <= won.high
