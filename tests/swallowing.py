"""A school's filter between browsers and a server: pages pass, WebSockets are swallowed or refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def filtered(port: int, refuses: bool = False) -> Iterator[int]:
    """Stand before the server at a port of this machine; yields the filter's own port.

    A WebSocket gets no answer, and stays open; where the filter `refuses`, its connection is closed at once.
    """
    loop = asyncio.new_event_loop()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = await reader.readuntil(b"\r\n\r\n")
            if b"upgrade: websocket" in head.lower():
                if refuses:
                    writer.close()
                else:
                    await reader.read()  # until the browser gives up
                return
            there, back = await asyncio.open_connection("127.0.0.1", port)
            back.write(head.replace(b"keep-alive", b"close"))
            await back.drain()
            await asyncio.gather(_pipe(reader, back), _pipe(there, writer))

    thread = threading.Thread(target=loop.run_forever, daemon=True)  # a test may have an event loop of its own
    thread.start()
    starting = asyncio.start_server(pass_on, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:

        async def stop() -> None:
            server.close()
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
