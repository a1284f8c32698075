"""Long work beside the page: runs in a thread, tells how far it is, stops when asked. What it does is the caller's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextvars import copy_context
from typing import Any


class Job:
    """One piece of work. `work(job)` runs in a thread and may call `job.tell(share)`.

    `told` and `done` are called in the page's own thread, where messages may be sent. `stop` is
    the event that is set when somebody asks the work to end.
    """

    def __init__(
        self,
        work: Callable[[Job], Any],
        *,
        told: Callable[[float, str], None],
        done: Callable[[Any, Exception | None], None],
    ) -> None:
        self._work, self._told, self._done = work, told, done
        self.crowded = False
        self.stop = threading.Event()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        self._thread = threading.Thread(target=copy_context().run, args=(self._run,), name="gamekit-job", daemon=True)

    def start(self) -> Job:
        """Begin; without an event loop (a plain script, a test) the work is done before this returns."""
        if self._loop is None:
            self._run()
        else:
            self._thread.start()
        return self

    def cancel(self) -> None:
        """Ask the work to stop; it does so at its next `tell`."""
        self.stop.set()

    @property
    def stopped(self) -> bool:
        """Whether somebody has asked the work to stop."""
        return self.stop.is_set()

    def tell(self, share: float, text: str = "") -> None:
        """How far the work is (0…1). Raises `CancelledError` if it shall stop."""
        if self.stopped:
            raise CancelledError
        self.call_in_page(self._told, share, text)

    def show(self, share: float, text: str = "") -> None:
        """How far the work is, without stopping it: for work that looks at `stop` itself."""
        self.call_in_page(self._told, share, text)

    def _run(self) -> None:
        try:
            result = self._work(self)
        except CancelledError:
            self.call_in_page(self._done, None, None)
        except Exception as error:  # noqa: BLE001  handed on to the page's thread, where the guard explains it
            self.call_in_page(self._done, None, error)
        except BaseException:  # broken off from outside, as by Ctrl-C: the panel must not stay "running"
            self.call_in_page(self._done, None, None)
            raise
        else:
            self.call_in_page(self._done, result, None)

    def call_in_page(self, call: Callable[..., None], *args: Any) -> None:
        """Call something in the page's own thread, where messages may be sent."""
        if self._loop is None:
            call(*args)
        else:
            self._loop.call_soon_threadsafe(call, *args)
