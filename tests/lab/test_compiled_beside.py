"""Compiling beside what people already do: nothing twice, waiting in sentences."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.engine import beside, warm
from gamekit.show import lab

machine_code = pytest.mark.skipif(is_interpreted(), reason="NUMBA_DISABLE_JIT: nothing is ever compiled")


@pytest.fixture
def never_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache in which nothing is, and `cache_folder` looks there."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("GAMEKIT_CACHE", str(folder))
    warm.cache_folder.cache_clear()
    yield folder
    warm.cache_folder.cache_clear()


def test_nothing_is_started_where_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "is_sound", lambda name: True)
    monkeypatch.setattr(beside.subprocess, "Popen", None)
    with beside.Beside() as processes:
        assert not processes.working


@machine_code
def test_who_needs_a_game_that_another_process_compiles_waits_with_a_sentence(
    never_compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "compile_game", lambda game: pytest.fail("compiled a second time"))
    game, told = gk.load("route66"), []
    with warm.turn("route66") as mine:
        assert mine
        assert warm.compile_games(names=["route66"]) == []

        def the_other_is_done(_seconds: float) -> None:
            assert "Route 66 is being compiled" in told[-1]
            assert "0 of 4 games" in told[-1]
            warm.mark_of("route66").write_text("{}")

        token = warm.announcing.set(told.append)
        warm.ensure(game, aloud=False, pause=the_other_is_done)
        warm.announcing.reset(token)
    assert told[-1] == "Route 66 is compiled. Now the games are played …"
    assert len(told) == 2


@machine_code
def test_who_needs_a_game_that_nobody_compiles_compiles_it(
    never_compiled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(warm, "compile_game", lambda game: compiled.append(game.name))
    warm.ensure(gk.load("route66"), aloud=True)
    assert compiled == ["route66"]
    assert "Compiling Route 66, once on this computer" in capsys.readouterr().err


@machine_code
def test_a_turn_ends_with_the_thread_of_work_that_had_it(never_compiled: Path) -> None:
    with warm.turn("route66") as first, warm.turn("route66") as second:
        assert (first, second) == (True, False)
    with warm.turn("route66") as again:
        assert again


@machine_code
def test_a_panel_that_has_to_wait_says_why_and_can_be_stopped(
    never_compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "compile_game", lambda game: pytest.fail("compiled a second time"))

    def run(cancel: threading.Event) -> str:
        with pytest.raises(CancelledError):
            warm.ensure(gk.load("route66"), aloud=False, pause=lambda _seconds: cancel.set())
        return "stopped"

    panel, sent = lab(run, title="Many games"), []
    monkeypatch.setattr(panel, "send", sent.append)
    with warm.turn("route66"):
        panel.start({})
    assert sent[0]["type"] == "progress"
    assert "Route 66 is being compiled" in sent[0]["text"]
    assert panel.result == "stopped"
