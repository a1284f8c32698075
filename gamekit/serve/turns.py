"""Turns for heavy work: of thirty panels started at once two run, and the others know how many are before them.

The server keeps the order. A kernel asks over a socket and holds its turn for as long as it holds the line, so a kernel
that is killed gives it back (gamekit/show/turn.py). Whoever has run for a while goes to the end, if others wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque

from gamekit.show.turn import ADDRESS, GO

AT_ONCE = 2
"""Pieces of work that run at the same time: as many as a small machine has cores."""


class Turns:
    """Who runs, and who waits, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.StreamWriter] = deque()
        self._running: set[asyncio.StreamWriter] = set()
        self._told: dict[asyncio.StreamWriter, int] = {}
        self._server: asyncio.Server | None = None

    async def open(self, folder: str) -> None:
        """Listen on a socket in this folder; kernels find its address in their environment."""
        if not hasattr(asyncio, "start_unix_server"):  # on Windows everybody runs at once
            return
        address = f"{folder}/turns"
        self._server = await asyncio.start_unix_server(self._come, address)
        os.environ[ADDRESS] = address

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has work to do. Every further line says that it may wait again."""
        self._waiting.append(writer)
        try:
            self._go_on()
            async for _line in reader:
                if writer in self._running:
                    self._running.remove(writer)
                    self._waiting.append(writer)
                    self._go_on()
        except (ConnectionError, ValueError):  # killed, or a line without an end
            pass
        finally:
            self._running.discard(writer)
            self._told.pop(writer, None)
            with contextlib.suppress(ValueError):
                self._waiting.remove(writer)
            writer.close()
            self._go_on()

    def _go_on(self) -> None:
        """Let the next ones run, and tell the others how many are before them."""
        while self._waiting and len(self._running) < AT_ONCE:
            first = self._waiting.popleft()
            self._running.add(first)
            self._told.pop(first, None)
            first.write(GO + b"\n")
        for before, one in enumerate(self._waiting):
            if self._told.get(one) != before:
                self._told[one] = before
                one.write(b"%d\n" % before)

    def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            os.environ.pop(ADDRESS, None)
