"""The warm parent by itself: what it does with games that are not as others are."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

import gamekit as gk
from gamekit.serve import cells, zygote


class Played:
    """A session that only remembers what was done."""

    def __init__(self, player: int) -> None:
        self.player, self.done = player, ""

    def legal(self) -> list[int]:
        return [4, 7]

    def roll(self) -> None:
        assert self.player == gk.CHANCE
        self.done = "rolled"

    def play(self, action: int) -> None:
        assert self.player >= 0
        self.done = f"played {action}"


@pytest.mark.parametrize(("player", "done"), [(gk.CHANCE, "rolled"), (0, "played 4"), (gk.OVER, "")])
def test_a_game_may_begin_with_anybody(monkeypatch: pytest.MonkeyPatch, player: int, done: str) -> None:
    session = Played(player)
    monkeypatch.setattr(gk, "load", lambda name: SimpleNamespace(session=lambda seed: session))
    zygote.try_game("pig")
    assert session.done == done


def test_a_game_that_fails_or_never_answers_is_told_of_and_left(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def endless(name: str) -> Any:
        time.sleep(60)

    def wrong(name: str) -> Any:
        raise KeyError(name)

    monkeypatch.setattr(zygote, "PATIENCE", 1)
    for load in (endless, wrong):
        caplog.clear()
        monkeypatch.setattr(gk, "load", load)
        with caplog.at_level(logging.ERROR):
            zygote.try_game("pig")
        assert "The game pig could not be loaded ahead" in caplog.text


def test_a_panel_that_runs_ahead_is_not_interrupted_and_none_begins_when_time_is_over_or_a_compiler_is_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[object] = []

    class Panel:
        def run_ahead(self) -> None:
            ran.append(self)
            time.sleep(0.1)
            ran.append(self)

    first, second = Panel(), Panel()
    monkeypatch.setattr(cells, "widgets", {"first": first, "second": second})
    monkeypatch.setattr(cells, "PATIENCE", 0.05)
    monkeypatch.setattr(cells, "is_ready", lambda name: False)
    cells.settle()
    assert ran == []
    monkeypatch.setattr(cells, "is_ready", lambda name: True)
    cells.settle()
    assert ran == [first, first]


def test_a_server_that_stops_while_its_parent_of_kernels_still_warms_up_leaves_no_traceback() -> None:
    server, parent = socket.socketpair()
    with parent:
        command = [sys.executable, "-m", "gamekit.serve.zygote", str(parent.fileno())]
        process = subprocess.Popen(command, pass_fds=[parent.fileno()], stderr=subprocess.PIPE, text=True)
    server.close()
    said = process.communicate(timeout=120)[1]
    assert (process.returncode, said) == (0, "")
