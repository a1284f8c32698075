"""Whoever does what docs/how-to/add-a-game.md says has a game everywhere: lab, stepper, gallery, export."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.core.default_kernels import complete

ROOT = Path(__file__).parents[2]
EVERYWHERE = """
import gamekit as gk
from gamekit.lab.simulate import simulate
from gamekit.widgets import board_pictures
from gamekit.server.site_export import export_replay
from gamekit.core.session import head
from gamekit.widgets.stepper import play

assert gk.game_names()[-1] == "goat", gk.game_names()
game = gk.load("goat", players=2, goal=20)
stepper = play(game, seed=1, seats=[None, "hold at 20"])
session = stepper.session.branch()
for _ in range(6):  # a person decides, then the die, then perhaps the other; the page tells of it
    session.roll() if session.player < 0 else session.play(session.legal()[0])
told = {"turn": 0, "line": 0, "record": head(session), "actions": session.history, "step": session.step}
stepper._handle_custom_msg({"do": "follow", **told}, [])
assert stepper.session.step >= 6
found = simulate(game, ["hold at 20", "random"], games=4, progress=False)
assert found.games == 4
s = game.session(seed=1)
s.play(0), s.play(7)
assert s.legal() == [0, 1] and len(gk.coach(s, playouts=4)) == 2
assert "goat" in [card.name for card in board_pictures.games()]
assert board_pictures.board("goat").startswith("<svg")
path = s.save("goat.json")
assert gk.open_session(path).position.tobytes() == s.position.tobytes()
"""


def test_what_the_page_says_gives_a_game_everywhere(tmp_path):
    """The small example copied under another name, and one word in GAMES: nothing else is done."""
    shutil.copytree(ROOT / "gamekit", tmp_path / "gamekit", ignore=shutil.ignore_patterns("__pycache__"))
    games = tmp_path / "gamekit" / "games"
    shutil.copytree(games / "pig", games / "goat")
    for file in (games / "goat").iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("games.pig", "games.goat").replace("PIG-", "GOAT-").replace("Pig", "Goat"), encoding="utf-8"
        )
    listed = tmp_path / "gamekit" / "core" / "game.py"
    text = listed.read_text(encoding="utf-8")
    assert '"auf_achse")' in text
    listed.write_text(text.replace('"auf_achse")', '"auf_achse", "goat")', 1), encoding="utf-8")
    script = tmp_path / "everywhere.py"
    script.write_text(EVERYWHERE, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "GAMEKIT_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_rules_that_lack_a_kernel_are_told_which():
    with pytest.raises(TypeError, match=r"^goat\.rules lacks setup; rules need setup, player, apply"):
        complete({"__name__": "goat.rules"})


def test_an_example_is_no_game_of_the_gallery():
    assert "pig" not in gk.game_names()
    assert "pig" in gk.game_names(examples=True)
    with pytest.raises(gk.OptionError, match="no graph"):
        _ = gk.load("pig").graph
