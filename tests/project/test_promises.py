"""What README, docs/how-to and CHANGELOG promise about the public face is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import gamekit as gk
import gamekit.widgets
from gamekit.lab.what_if import what_if

ROOT = Path(__file__).parents[2]
STRATEGY = (ROOT / "docs/how-to/add-a-strategy.md").read_text(encoding="utf-8")


def printed_example() -> str:
    """The first block of Python of the page on strategies."""
    found = re.search(r"^```python$(.*?)^```$", STRATEGY, re.MULTILINE | re.DOTALL)
    assert found, "no Python on the page"
    return found[1]


@pytest.mark.thorough
def test_the_printed_strategy_passes_mypy_where_it_is_to_be_written(tmp_path):
    own = (ROOT / "gamekit/games/kartenspiel/strategies.py").read_text(encoding="utf-8")
    file = tmp_path / "with_the_example.py"
    file.write_text(own + "\n\n" + printed_example(), encoding="utf-8")
    # With its usual cache: what it knows of the package it need not find again.
    checker = [sys.executable, "-m", "mypy", "--strict", str(file)]
    done = subprocess.run(checker, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_printed_strategy_plays_by_eye_and_by_machine():
    game = gk.load("kartenspiel", players=2)
    names = vars(__import__("gamekit.games.kartenspiel.strategies", fromlist=["strategies"])).copy()
    exec(printed_example(), names)  # our own document
    choose = names["choose_lowest"]
    assert gk.simulate(game, [choose, "random"], games=20, progress=False).games == 20


def test_the_whole_face_can_be_imported_at_once():
    here: dict[str, object] = {}
    exec("from gamekit import *", here)
    assert set(gk.__all__) <= set(here)


def test_what_a_person_tries_with_an_answer_works_or_says_what_is_wanted():
    game = gk.load("pig", players=2)
    rate = gk.simulate(game, "random", games=20, progress=False).win_rate(0)
    assert float(rate) == rate.value
    found = what_if(game, {"goal": [20, 30]}, "random", games=20, progress=False)
    with pytest.raises(gk.OptionError, match=r'to_frame\("steps"\).*There are: return_0, .*win_1\.'):
        found.to_frame()


def test_asking_the_catalogue_for_help_does_not_rewrite_it():
    catalogue = ROOT / "gamekit/core/i18n/locale/gamekit.pot"
    before = catalogue.stat().st_mtime_ns
    command = [sys.executable, "-m", "tools.messages", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, catalogue.stat().st_mtime_ns) == (0, before)
    assert "gamekit.pot" in done.stdout


def test_a_replay_is_shown_from_the_path_of_its_file(tmp_path):
    session = gk.load("kartenspiel", players=2).session(seed=3)
    session.roll()
    path = session.save(tmp_path / "game.json")
    for named in (path, str(path)):
        assert gk.replay(named).session.history == session.history
    with pytest.raises(gk.ReplayError, match="There is no replay file"):
        gk.replay(tmp_path / "none.json")
    with pytest.raises(gk.OptionError, match="session"):
        gk.replay(3)


@pytest.mark.parametrize("thing", [3, None, "choose", int])
def test_only_a_function_becomes_a_kernel(thing):
    with pytest.raises(TypeError, match="Only a function can be a kernel"):
        gk.kernel(thing)
