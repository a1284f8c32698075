"""A process that is told one line and says many: heard in an event loop, on every system.

asyncio's own processes want a loop that can watch them; on Windows not every loop can. Threads can everywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import threading
from collections.abc import AsyncIterator, Sequence

from gamekit.lab.engine.processes import end_tree, shield_from_keyboard


class Child:
    """A process, and the lines it says. Iterate over it once; it is over when the process has closed its output.

    Make one in the loop that listens.
    """

    def __init__(self, command: Sequence[str], told: str) -> None:
        self._loop, self._lines = asyncio.get_running_loop(), asyncio.Queue[bytes]()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **shield_from_keyboard(),
        )
        threading.Thread(target=self._listen, args=(told,), name="gamekit-child", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def end(self) -> None:
        """End it with all that it has started."""
        end_tree(self._process.pid)

    async def wait(self) -> int:
        """Wait until it has ended; returns how."""
        return await asyncio.to_thread(self._process.wait)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while line := await self._lines.get():
            yield line

    def _listen(self, told: str) -> None:
        """Its input stays open as long as this process lives: by that it knows whether anybody listens."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):  # it has ended already: its output says so
            self._process.stdin.write(told.encode() + b"\n")
            self._process.stdin.flush()
        with self._process.stdout as output:
            for line in output:
                self._say(line)
        self._say(b"")
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _say(self, line: bytes) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
