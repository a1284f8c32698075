"""A process that is heard in an event loop, also where the loop itself knows no processes."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio import base_events

import pytest

from gamekit.classroom.child import Child

ECHO = (
    sys.executable,
    "-c",
    "import sys\nfor k in range(3): print(sys.stdin.readline().strip() if k == 0 else k, flush=True)",
)
WAITS = (sys.executable, "-c", "import sys, time\nprint('here', flush=True)\ntime.sleep(600)")


class WithoutProcesses(asyncio.SelectorEventLoop):
    """As the loop that servers use on Windows."""

    _make_subprocess_transport = base_events.BaseEventLoop._make_subprocess_transport  # type: ignore[assignment]


async def heard() -> tuple[list[bytes], int]:
    child = Child(ECHO, json.dumps({"told": "ä"}))
    lines = [line.strip() async for line in child]
    return lines, await child.wait()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, WithoutProcesses])
def test_what_a_process_says_is_heard_line_by_line(loop):
    with asyncio.Runner(loop_factory=loop) as runner:
        lines, ended = runner.run(heard())
    assert lines == [json.dumps({"told": "ä"}).encode(), b"1", b"2"]
    assert ended == 0


def test_a_process_that_is_ended_says_nothing_more():
    async def ended() -> int:
        child = Child(WAITS, "")
        async for line in child:
            assert line.strip() == b"here"
            child.end()
        return await child.wait()

    assert asyncio.run(ended()) != 0


def test_a_process_that_ends_before_it_is_told_anything_is_over():
    async def over() -> list[bytes]:
        return [line async for line in Child((sys.executable, "-c", "pass"), "x" * 1_000_000)]

    assert asyncio.run(over()) == []
