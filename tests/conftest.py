"""The whole suite also runs without machine code (NUMBA_DISABLE_JIT=1). A test that plays thousands of games would
take hours then: it is skipped, saying so, once it asks for too many games or has used its share of the processor."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from gamekit.kernel import interpreted

CPU_SECONDS = 60
CPU_SECONDS_FOR_A_PANEL = 4
MOST_GAMES = 300


@pytest.fixture(autouse=True)
def patience_without_machine_code(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not interpreted():
        yield
        return
    seconds = CPU_SECONDS_FOR_A_PANEL if request.path.parent.name == "lessons" else CPU_SECONDS
    from gamekit.lab import together

    played = 0
    play_games = together.play_games

    def counted(seating: Any, t: Any, starts: Any, luck: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal played
        played += len(luck)
        if played > MOST_GAMES:
            pytest.skip(f"plays more than {MOST_GAMES} games, which is too slow without machine code")
        return play_games(seating, t, starts, luck, *arguments, **options)

    def stop(*_: object) -> None:
        pytest.skip(f"takes more than {seconds} s of the processor without machine code")

    monkeypatch.setattr(together, "play_games", counted)
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
