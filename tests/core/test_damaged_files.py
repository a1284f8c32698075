"""Damaged saved games are refused with line and kind, in Python and the browser alike; files are written with care."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.core.files import parse_json, write_whole
from gamekit.core.replay import parse_replay
from gamekit.core.session import replay_text
from tests.web.node import ask, needs_node

GOOD = '{"format": "gamekit-replay",\n "seed": 7, "steps": []}'
DAMAGED = {
    "empty": ("", 0, "empty"),
    "blanks": (" \n ", 0, "empty"),
    "zeros": ("\0" * 40, 0, "zeros"),
    "web page": ("\n<!DOCTYPE html><html></html>", 0, "web page"),
    "typographic quote": ('{"format":\n “gamekit-replay”}', 2, "typographic"),
    "comma": ('{"seed": 7,\n "steps": [1, 2,\n]}', 2, "comma"),
    "cut in a table": ('{"seed": 7,\n "steps": [1', 2, "cut off"),
    "cut in a text": ('{"seed": 7,\n "form', 2, "cut off"),
    "two games": (GOOD + "\n" + GOOD, 3, "after the end"),
    "an entry twice": ('{"seed": 7,\n "steps": [],\n "seed": 8}', 3, "'seed' is there a second time"),
    "no comma": ('{"seed": 7\n "steps": []}', 2, "does not know"),
    "no colon": ('{"seed" 7}', 1, "does not know"),
    "a key alone": ('{"seed"}', 1, "does not know"),
    "a value as key": ('{"seed": "steps": 1}', 1, "does not know"),
    "a number with a zero before it": ("[01]", 1, "does not know"),
    "not a number": ("[\nNaN]", 2, "does not know"),
    "wrong bracket": ('{"steps": [}', 1, "does not know"),
    "nested": ("[" * 5000, 1, "too deep"),
    "nothing": ("null", 0, "not a gamekit replay"),
    "a number": ("7", 0, "not a gamekit replay"),
}


@pytest.mark.parametrize(("text", "line", "kind"), DAMAGED.values(), ids=list(DAMAGED))
def test_a_damaged_saved_game_is_refused_with_its_line_and_its_kind(
    text: str, line: int, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(gk.ReplayError, match=kind) as refused:
        gk.open_session(path)
    assert (f"line {line}:" in str(refused.value)) if line else ("line" not in str(refused.value))


@needs_node
def test_the_browser_refuses_the_same_files_with_the_same_sentences() -> None:
    texts = {name: text for name, (text, _line, _kind) in DAMAGED.items()}
    script = """
const found = {};
for (const [name, text] of Object.entries(given.texts)) found[name] = await refusal(() => gamekit.open(text));
tell(found);
"""
    for name, (error, sentence) in ask(script, "pig", texts=texts).items():
        with pytest.raises(gk.ReplayError) as refused:
            parse_replay(texts[name])
        assert (error, sentence) == ("ReplayError", str(refused.value)), name


@needs_node
def test_the_browser_keeps_every_digit_of_a_large_seed() -> None:
    seed = 2**62 + 1  # a number of JavaScript has 53 bits
    text = replay_text(gk.load("pig", players=2).session(seed))
    assert ask("tell(String((await gamekit.open(given.text)).seed));", "pig", text=text) == str(seed)


def test_what_is_sound_is_read_as_json_reads_it() -> None:
    values = [[], {}, {"a": [1, -2.5e3, True, None, {"b": "x\ny “z” \\"}], "c": {}}, 7, "text", [[[]], [{}]]]
    for value in values:
        assert parse_json("\ufeff" + json.dumps(value, indent=1), "it") == value


def test_a_link_stays_a_link_and_a_mode_stays_a_mode_when_a_game_is_saved(tmp_path: Path) -> None:
    session = gk.load("pig", players=2).session(seed=1)
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    session.save(link)
    assert link.is_symlink()
    assert gk.open_session(real).seed == session.seed
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_read_only_file_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "locked.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(gk.SaveError, match="read-only"):
        gk.load("pig", players=2).session(seed=1).save(path)
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("old", 0o444)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("refusals", "is_saved"), [(2, True), (3, False)])
def test_a_file_that_another_program_holds_is_tried_three_times(
    refusals: int, is_saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    move = os.replace

    def hold(source: Path, target: Path) -> None:
        tried.append(target)
        if len(tried) <= refusals:
            raise PermissionError(13, "it is used by another program")
        move(source, target)

    monkeypatch.setattr(os, "replace", hold)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    path = tmp_path / "game.json"
    if is_saved:
        write_whole(path, "new")
    else:
        with pytest.raises(gk.SaveError, match="another program"):
            write_whole(path, "new")
    assert len(tried) == 3
    assert path.exists() == is_saved
