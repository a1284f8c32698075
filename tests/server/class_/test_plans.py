"""Plans: what may be set, what a class reads of them, and a tournament of thirty."""

from __future__ import annotations

import subprocess
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import use_language
from gamekit.lab.engine.lineup import make_lineup
from gamekit.server.class_.contest import Plan, describe_plan, knobs, read_plan, strategy_of

GAME = gk.load("kartenspiel", players=2, stages=1)
USUAL: Plan = {knob.name: knob.value for knob in knobs()}


def thirty() -> list[Plan]:
    """Plans of which no two are the same."""
    return [
        {"first": 10 + 10 * (number % 12), "step": 10 + 10 * (number % 11), "enough": 50 * (number % 9)}
        for number in range(30)
    ]


def figures(found: Any) -> list[tuple[Any, ...]]:
    return [(one.strategy, *one.win, *one.returns, one.games) for one in found]


def test_a_plan_begins_with_what_its_sliders_can_reach_and_so_does_their_end() -> None:
    for knob in knobs():
        reached = range(knob.low, knob.high + 1, knob.step)
        assert knob.value in reached
        assert knob.high in reached


@pytest.mark.parametrize("wrong", ["", "x", "-1", "9", "121", "1e3", "٣", "99999999999"])
def test_a_number_of_a_plan_that_cannot_be_is_refused(wrong: str) -> None:
    fine = {name: str(value) for name, value in USUAL.items()}
    assert read_plan(fine) == USUAL
    with pytest.raises(ReportError):
        read_plan(fine | {"first": wrong})


@pytest.mark.parametrize("spoken", ["en", "de", "fr"])
def test_what_a_plan_does_is_told_with_its_numbers_in_the_language_of_who_reads(spoken: str) -> None:
    with use_language("en"):
        english = describe_plan({"first": 61, "step": 42, "enough": 103})
    with use_language(spoken):
        said = describe_plan({"first": 61, "step": 42, "enough": 103})
    assert all(number in said for number in ("61", "42", "103"))
    assert (said == english) == (spoken == "en")


def test_one_loop_serves_plans_of_all_numbers_beside_the_game_s_own_strategies() -> None:
    plans = [strategy_of(f"plan {number}", plan) for number, plan in enumerate(thirty())]
    machines = {make_lineup(GAME, [plan, "random"]).machine for plan in plans}
    assert machines == {make_lineup(GAME, "random").machine}
    assert not any(make_lineup(GAME, [plan, "random"]).outside for plan in plans)


def test_a_compiled_plan_plays_as_it_does_when_it_is_asked_in_python() -> None:
    for number, plan in enumerate(thirty()[::5]):
        compiled = strategy_of("plan", plan)

        def ask(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any, by: Any = compiled.choose) -> int:
            return int(by(s, t, player, actions, n, rng))

        found = [
            gk.simulate(GAME, [one, "climber"], 20, seed=number, progress=False).returns for one in (compiled, ask)
        ]
        assert np.array_equal(found[0], found[1]), plan


def test_thirty_plans_play_a_tournament_in_one_process_and_stand_alike_for_the_same_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans = [strategy_of(f"plan {number}", plan) for number, plan in enumerate(thirty())]
    gk.simulate(GAME, plans[:2], 1, progress=False)  # from here on nothing has to be compiled

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess.Popen, "__init__", refuse)
    first, again, other = (gk.tournament(GAME, plans, 20, seed, progress=False) for seed in (3, 3, 4))
    assert len(first) == 30
    assert all(one.games == 29 * 20 for one in first)
    assert figures(first) == figures(again)
    assert figures(first) != figures(other)
