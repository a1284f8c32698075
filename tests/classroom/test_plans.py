"""Plans built from numbers: files like any other; and what plays a tournament ends with whoever started it."""

from __future__ import annotations

import asyncio
import json

import numpy as np
import pytest

import gamekit as gk
from gamekit.classroom.forms import ReportError
from gamekit.classroom.plans import build_file, knobs
from gamekit.errors import StrategyError
from gamekit.lab.arena import strategy_file
from gamekit.lab.arena.strategy_file import StrategyFile

HEAD = "def choose(s, t, player, actions, n, rng):\n    "


def test_a_plan_is_a_file_like_any_other_and_plays_by_its_numbers() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    hasty, steady = (
        strategy_file.load(
            StrategyFile(f"p{first}", build_file({"first": str(first), "step": "40", "enough": "0"})), game
        )
        for first in (100, 40)
    )
    s = game.session(3)
    while s.player < 0:
        s.roll()
    legal = np.array(s.legal(), np.int32)
    laid = [
        int(one.choose(s.view(s.player), game.tables, s.player, legal, len(legal), np.random.default_rng(1)))
        for one in (hasty, steady)
    ]
    assert all(action in s.legal() for action in laid)
    found = gk.tournament(game, [hasty, steady], 20, progress=False)
    assert {one.strategy for one in found} == {"p100", "p40"}


def test_a_plan_begins_with_what_its_sliders_can_reach_and_so_does_their_end() -> None:
    for knob in knobs():
        reached = range(knob.low, knob.high + 1, knob.step)
        assert knob.value in reached
        assert knob.high in reached


@pytest.mark.parametrize("wrong", ["", "x", "-1", "9", "121", "1e3", "٣", "99999999999"])
def test_a_number_of_a_plan_that_cannot_be_is_refused(wrong: str) -> None:
    fine = {knob.name: str(knob.value) for knob in knobs()}
    assert build_file(fine)
    with pytest.raises(ReportError):
        build_file(fine | {"first": wrong})


@pytest.mark.thorough
def test_it_ends_when_nobody_holds_its_input_open_any_more() -> None:
    async def left_alone() -> int:
        from gamekit.classroom.contest import PLAYER

        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(*PLAYER, **pipes, start_new_session=True)  # type: ignore[arg-type]
        assert process.stdin is not None
        assert process.stdout is not None
        files = [["a", HEAD + "while True:\n        pass\n"], ["b", HEAD + "return actions[0]\n"]]
        task = {"game": "kartenspiel", "players": 2, "options": {"stages": 1}, "files": files, "own": []}
        process.stdin.write(json.dumps(task).encode() + b"\n")
        await process.stdin.drain()
        process.stdin.close()
        return await asyncio.wait_for(process.wait(), 240)

    assert asyncio.run(left_alone()) != 0


def test_a_broken_file_names_its_line() -> None:
    with pytest.raises(StrategyError, match="line 1"):
        strategy_file.check_code("Your file", "def (", gk.load("kartenspiel", players=2))
