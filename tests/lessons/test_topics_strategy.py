"""Write a strategy: its functions read cards and runs as the rules do, and every claim about a plan has its games."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.strategy import Strategy
from gamekit.games.kartenspiel.rules import Phase
from gamekit.games.kartenspiel.strategies import make_plan
from gamekit.lessons.kartenspiel.reference import run_after
from tests.lessons.notebooks import FOLDER, cells, notebook, prose

NAME = "topics/write_a_strategy"
MODEL = notebook(NAME)
SOLUTION = re.findall(r"```python\n(def .*?)```", prose(NAME), re.S)[0]
TOOLS = next(cell.source for cell in cells(NAME) if "def card_of" in cell.source)


def test_cards_are_named_as_the_game_names_them() -> None:
    session = MODEL.game.session(3)
    while session.player < 0:
        session.roll()
    cards = MODEL.cards_of(session.legal())
    hand = session.position.hand[session.player]
    km = {card for card in cards if isinstance(card, int)}
    assert km == {int(value) for value, held in zip(MODEL.game.tables.km, hand, strict=True) if held and value}
    assert all(action in session.legal() for action in cards.values())


def test_runs_are_worth_what_the_rules_say() -> None:
    cards = [*range(10, 130, 10), "R", "A"]
    for run in product(cards, repeat=3):
        assert MODEL.worth_of(run)[0] == run_after(run)[0], run


def test_a_plan_keeps_to_its_three_numbers() -> None:
    choose, asked = MODEL.plan(first=60, step=30, enough=100), []

    def watched(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        action = choose(s, t, player, actions, n, rng)
        cards = MODEL.cards_of(actions)
        km = [card for card in cards if isinstance(card, int)]
        worth, last, _rested = MODEL.worth_of(map(MODEL.card_of, s.run[player][: s.run_size[player]]))
        card = MODEL.card_of(action)
        if km and s.phase == Phase.COUNTER:
            assert card == (max(km) if worth >= 100 else min(km))
        elif km and (good := [one for one in km if (one >= 60 if last == 0 else last < one <= last + 30)]):
            assert card == min(good)
            asked.append(card)
        return int(action)

    gk.simulate(MODEL.game, [Strategy("watched", "", "", watched), "random"], 40, seed=1, progress=False)
    assert len(asked) > 40


def test_every_pair_of_a_tournament_is_shown_or_open_and_twins_win_half() -> None:
    found = gk.tournament(MODEL.game, MODEL.FIELD, 120, seed=2, progress=False)
    better, undecided = MODEL.shown(found), MODEL.open_pairs(found)
    assert len(better) + len(undecided) == 6
    assert "steady beats patient" in better
    twins = [Strategy(name, "", "", MODEL.PLANS["steady"]) for name in "ab"]
    assert gk.tournament(MODEL.game, twins, 60, progress=False).duels["a", "b"].value == pytest.approx(0.5)


def test_the_solution_beats_steady_and_what_stands_there_does_not() -> None:
    written = next(cell.source for cell in cells(NAME) if "My strategy" in cell.source)
    space = dict(vars(MODEL))
    for source, good in ((written, False), (SOLUTION, True)):
        exec(source, space)
        mine = Strategy("mine", "", "", space["choose"])
        assert bool(MODEL.judge(mine, 80, np.random.default_rng(3))[1]) is good


def test_a_plan_of_the_lesson_plays_as_the_class_s_tournament_plays_it() -> None:
    for number, (first, step, enough) in enumerate([(10, 20, 400), (40, 40, 200), (100, 110, 0), (70, 10, 100)]):
        shown, played = MODEL.plan(first, step, enough), make_plan("plan", first, step, enough)
        found = [
            gk.simulate(MODEL.game, [one, "climber"], 30, seed=number, progress=False).returns
            for one in (shown, played)
        ]
        assert np.array_equal(found[0], found[1]), (first, step, enough)


def read_folder(folder: Path) -> list[Strategy]:
    """The strategies of a folder, by the lesson's own function."""
    written = next(cell.source for cell in cells(NAME) if "def read_strategies" in cell.source)
    space = dict(vars(MODEL))
    exec(written.partition("\n\n\nentrants")[0], space)
    found: list[Strategy] = space["read_strategies"](folder)
    return found


def test_what_the_text_names_is_a_file_for_the_class_tournament(tmp_path: Path) -> None:
    imports = re.findall(r"the line `(from .*?)`", prose(NAME))[0]
    (tmp_path / "mine.py").write_text(f"{imports}\n\n{TOOLS}\n\n{SOLUTION}", encoding="utf-8")
    (loaded,) = read_folder(tmp_path)
    space = dict(vars(MODEL))
    exec(SOLUTION, space)
    ours = gk.simulate(MODEL.game, [space["choose"], "random"], 20, seed=4, progress=False)
    theirs = gk.simulate(MODEL.game, [loaded, "random"], 20, seed=4, progress=False)
    assert loaded.name == "mine"
    assert np.array_equal(ours.returns, theirs.returns)


def test_the_files_beside_the_notebook_play_a_tournament() -> None:
    examples = read_folder(FOLDER / "topics" / "strategies")
    found = gk.tournament(MODEL.game, [*examples, "random"], 10, progress=False)
    assert {one.strategy for one in found} == {"lowest", "small_steps", "spoiler", "random"}
