"""Background jobs of widgets: run in a thread, report progress to the page's thread, and can be cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextvars import copy_context
from typing import Any


class Job:
    """A job: `work(job)` runs in a thread and may call `job.tell(share)`.

    `told(share, text)` and `done(result, error)` are called in the event loop's thread, where messages may be sent.
    After cancellation, result and error are None. `stop` is set when the job is cancelled.
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
        """Start the work; without an event loop (a plain script, a test) finish it before returning."""
        if self._loop is None:
            self._run()
        else:
            self._thread.start()
        return self

    def cancel(self) -> None:
        """Cancel the job; it stops at its next `tell`."""
        self.stop.set()

    @property
    def stopped(self) -> bool:
        return self.stop.is_set()

    def tell(self, share: float, text: str = "") -> None:
        """Report progress (0 to 1). Raises `CancelledError` if the job was cancelled."""
        if self.stopped:
            raise CancelledError
        self.call_in_page(self._told, share, text)

    def show(self, share: float, text: str = "") -> None:
        """Report progress (0 to 1) without raising, for work that checks `stop` itself."""
        self.call_in_page(self._told, share, text)

    def _run(self) -> None:
        try:
            result = self._work(self)
        except CancelledError:
            self.call_in_page(self._done, None, None)
        except Exception as error:  # noqa: BLE001  handed on to the page's thread, where the guard explains it
            self.call_in_page(self._done, None, error)
        except BaseException:  # interrupted from outside, as by Ctrl-C: the panel must not stay "running"
            self.call_in_page(self._done, None, None)
            raise
        else:
            self.call_in_page(self._done, result, None)

    def call_in_page(self, call: Callable[..., None], *args: Any) -> None:
        """Call a function in the event loop's thread, or directly if there is no loop."""
        if self._loop is None:
            call(*args)
        else:
            self._loop.call_soon_threadsafe(call, *args)
