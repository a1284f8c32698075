"""Texts as people's editors write them: the same file in every form in which Windows saves it, read everywhere."""

from __future__ import annotations

import codecs
import json

import pytest

import gamekit as gk
from gamekit.core.errors import ReportError
from gamekit.core.files import decode, keep_visible
from gamekit.lab.what_if import what_if
from gamekit.lessons.catalog import read_lesson, step_names
from gamekit.server.class_.schemas import read_nickname

FORMS = {
    "as it is": lambda text: text.encode(),
    "with a mark": lambda text: text.encode("utf-8-sig"),
    "as Windows calls Unicode": lambda text: text.encode("utf-16"),
    "the other way round": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "with an old Mac's ends of lines": lambda text: text.replace("\n", "\r").encode(),
    "with Windows' ends of lines": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
}


@pytest.fixture(params=FORMS, ids=FORMS)
def written(request):
    return FORMS[request.param]


def test_a_replay(written, tmp_path):
    session = gk.load("pig", players=2).session(seed=3)
    for _ in range(9):
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    text = session.save(tmp_path / "game.json").read_text("utf-8")
    path = tmp_path / "from_windows.json"
    path.write_bytes(written(text))
    assert gk.open_session(path).history == session.history


def test_a_box(written, tmp_path):
    text = gk.load("ausgebremst").box_path.read_text("utf-8").replace("[9, 6,", "[8, 6,")
    path = tmp_path / "own.toml"
    path.write_bytes(written(text))
    game = gk.load("ausgebremst", players=3, box=path)
    assert game.tables.prizes.max() == 8
    (varied,) = what_if(game, {"pit_turn": [True]}, "random", games=5, progress=False)
    assert varied.game.tables.prizes.max() == 8


def test_the_entries_of_a_box_of_ones_own_that_are_changed_once_more(written, tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(written(gk.load("kartenspiel").box_path.read_text("utf-8")))
    game = gk.load("kartenspiel", players=2, box=path, stages=1)
    found = what_if(game, {"limit.km.2": [100]}, "random", games=5, progress=False)
    assert found[0].games == 5


def test_a_notebook(written, tmp_path):
    about = {
        "title": "Zählen", "question": "Wie viele?", "game": "topics", "subject": "counting", "level": "from 14",
        "minutes": 30, "order": 1,
    }  # fmt: skip
    cells = [{"cell_type": "markdown", "source": ["## Play\n"]}, {"cell_type": "markdown", "source": "## Where next"}]
    path = tmp_path / "own.ipynb"
    notebook = {"metadata": {"gamekit": about}, "cells": cells, "nbformat": 4}
    path.write_bytes(written(json.dumps(notebook, ensure_ascii=False, indent=1)))
    assert read_lesson(tmp_path, path).title == "Zählen"
    assert step_names(tmp_path, path.stem) == ["Play"]


@pytest.mark.parametrize("data", ["Züge".encode("cp1252"), b"\xff\xfe\x00", b"\xff\xfea\x00\x00\xd8"])
def test_what_is_neither_is_refused_with_what_to_do(data, tmp_path):
    with pytest.raises(ValueError, match=r"^it is not written in UTF-8: save it as UTF-8$"):
        decode(data)
    path = tmp_path / "own"
    path.write_bytes(data)
    with pytest.raises(gk.ReplayError, match="save it as UTF-8"):
        gk.open_session(path)
    with pytest.raises(gk.BoxError, match="save it as UTF-8"):
        gk.load("pig", box=path)


@pytest.mark.parametrize("name", ["علی\u200cرضا", "क्‍ष", "👩‍👩‍👧", "❤️‍🔥", "Zoë", "Ιωάννα", "Ада", "李雷", "O’Neill"])
def test_a_name_is_a_name_in_every_script(name):
    assert read_nickname(f" {name} ") == name
    assert keep_visible(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ada\u202eadA", "\u200dAda", "Ada\u200d", "Ada \u200dLove", "A\u200d\u200dB", "A\u200c1", "A\u2066b",
        "A\u00adb", "\ufeffAda",
    ],
)  # fmt: skip
def test_what_hides_in_a_name_or_turns_it_round_is_refused(name):
    with pytest.raises(ReportError, match="letters, digits and ordinary signs"):
        read_nickname(name)
    assert keep_visible(name) != name
