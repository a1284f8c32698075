"""Turns for heavy work: the order of arrival, work that lets others run, and turns of those who are gone."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from gamekit.serve.turns import Turns
from gamekit.show import turn
from gamekit.show.jobs import Job
from gamekit.show.turn import GO, Turn


def in_turn(folder: Path, doing: Any) -> Any:
    """Carry out `doing(turns)` where turns are given."""

    async def within() -> Any:
        turns = Turns()
        await turns.open(str(folder))
        try:
            return await asyncio.wait_for(doing(), 30)
        finally:
            turns.close()

    return asyncio.run(within())


class Visitor:
    """Somebody who asks for a turn, as a kernel does."""

    async def come(self, folder: Path) -> Visitor:
        self.reader, self.writer = await asyncio.open_unix_connection(f"{folder}/turns")
        return self

    async def hears(self) -> bytes:
        return (await self.reader.readline()).strip()

    async def pauses(self) -> None:
        self.writer.write(b"again\n")
        await self.writer.drain()

    def goes(self) -> None:
        self.writer.close()


async def arrived(folder: Path, count: int) -> list[Visitor]:
    """Visitors who came one after the other, each with what they were told first."""
    visitors = []
    for number in range(count):
        visitors.append(await Visitor().come(folder))
        assert await visitors[-1].hears() == (GO if number < 2 else b"%d" % (number - 2))
    return visitors


def test_two_run_and_the_others_know_their_place_and_go_on_in_order(tmp_path: Path) -> None:
    async def doing() -> None:
        first, second, third, fourth, fifth = await arrived(tmp_path, 5)
        second.goes()  # as a killed kernel does, too
        assert [await one.hears() for one in (third, fourth, fifth)] == [GO, b"0", b"1"]
        fourth.goes()  # somebody who was waiting
        assert await fifth.hears() == b"0"
        first.goes()
        assert await fifth.hears() == GO

    in_turn(tmp_path, doing)


def test_work_that_pauses_goes_to_the_end_and_goes_on_at_once_where_nobody_waits(tmp_path: Path) -> None:
    async def doing() -> None:
        first, second, third, fourth = await arrived(tmp_path, 4)
        await first.pauses()
        assert [await third.hears(), await first.hears(), await fourth.hears()] == [GO, b"1", b"0"]
        second.goes()
        assert [await fourth.hears(), await first.hears()] == [GO, b"0"]
        third.goes()
        assert await first.hears() == GO
        await first.pauses()
        assert await first.hears() == GO

    in_turn(tmp_path, doing)


def test_a_panel_says_how_many_are_before_it_and_can_be_stopped_while_it_waits(tmp_path: Path) -> None:
    async def doing() -> None:
        first, _second = await arrived(tmp_path, 2)
        told: list[str] = []
        results: list[Any] = []

        def job() -> Job:
            return Job(
                lambda work: work.tell(0.5) or "done",
                told=lambda share, text: told.append(text),
                done=lambda result, error: results.append((result, error)),
            )

        waiting = job().start()
        while not told:
            await asyncio.sleep(0.01)
        assert "You are next." in told[0]
        waiting.cancel()
        while not results:
            await asyncio.sleep(0.01)
        assert results.pop() == (None, None)
        job().start()
        first.goes()
        while not results:
            await asyncio.sleep(0.01)
        assert results == [("done", None)]

    in_turn(tmp_path, doing)


def test_without_a_server_nobody_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for address in (None, str(tmp_path / "nowhere")):
        monkeypatch.setenv(turn.ADDRESS, address) if address else monkeypatch.delenv(turn.ADDRESS, raising=False)
        with Turn(print, threading.Event()) as own:
            own.pass_on()
