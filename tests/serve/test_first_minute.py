"""The first minute on a machine that never compiled: pages at once, compiling beside them, waiting in sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.compiling import is_interpreted
from tests.serving import Server, gone, lesson

BOARD = """
import gamekit as gk
board = gk.play(gk.load("kartenspiel", players=2), seed=1, name="board")
board.session.play(board.session.legal()[0]) if board.session.player >= 0 else board.session.roll()
board
"""


@pytest.mark.skipif(is_interpreted(), reason="NUMBA_DISABLE_JIT: nothing is ever compiled")
def test_on_a_machine_that_never_compiled_the_gallery_answers_and_a_board_plays_before_anything_is_compiled(
    tmp_path: Path,
) -> None:
    lesson(tmp_path / "lessons" / "start.ipynb", "# Start", BOARD)
    with Server(tmp_path / "lessons", fresh_cache=tmp_path / "cache") as server:
        gallery = server.get("/")
        assert gallery.status == 200
        assert "can be played at once" in gallery.text
        assert "0 of 4 games" in gallery.text
        board = server.lesson("start")
        assert board.status == 200
        assert "data-part" in board.text
        assert "could not be carried out" not in board.text
        now = json.loads(server.get("/compiling").text)
        assert now["ready"] < now["total"] == len(gk.game_names())
        assert f"{now['ready']} of {now['total']} games" in now["said"]
        helpers = server.descendants()
        server.process.kill()
        server.process.wait()
        assert gone(helpers)


def test_where_everything_is_compiled_or_nothing_shall_be_the_gallery_says_nothing_of_it(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    with Server(tmp_path) as server:
        assert 'id="compiling"' not in server.get("/").text
        assert json.loads(server.get("/compiling").text)["said"] == ""
