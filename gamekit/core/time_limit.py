"""Stop a call that takes too long, in any thread and on every system: a second thread raises an exception in it.

Signals reach the main thread only, and not on Windows. What the function does is not slowed down. A single call into C
that never comes back, such as `sum(itertools.count())`, cannot be stopped from Python.
"""

from __future__ import annotations

import _thread
import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

SECONDS: Final = 10.0
"""Seconds a student's function may take for one case."""
AGAIN: Final = 0.5
"""Seconds after which the exception is raised once more, if the function has caught it."""


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an exception in another thread, when it next runs a line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def await_pending_exception(error: type[BaseException]) -> NoReturn:
    """Raise `error` asynchronously in the calling thread and spin until it arrives.

    It merges with one already pending from `raise_in`. That is not cleared instead, because Python 3.11 then hangs in
    the next call that a debugger or coverage follows.
    """
    raise_in(threading.get_ident(), error)
    while True:
        pass


class TooLong(BaseException):
    """Raised in a function that has used up its time. No `Exception`, so that `except Exception` lets it pass."""


def call_within(seconds: float, function: Callable[..., Any], *given: Any) -> Any:
    """Call a function and return its value.

    Raises `TooLong` if it does not return within `seconds`, and whatever the function raises.

    >>> call_within(1, max, 3, 4)
    4
    """
    caller, running, watching = threading.get_ident(), _thread.allocate_lock(), [True]
    raised: list[bool] = []
    beginning = [_thread.allocate_lock()]
    begun = beginning[0]
    running.acquire()
    begun.acquire()

    def watch() -> None:
        begun.acquire()  # not before the caller is ready to catch it
        wait = seconds
        while not running.acquire(timeout=wait):
            raised.append(True)
            raise_in(caller, TooLong)
            wait = AGAIN
        watching.clear()

    calls, results, errors = [function], [], []
    threading.Thread(target=watch, daemon=True).start()
    # The exception may also come just after the function has ended: until nobody watches any more, it is caught here.
    # Between two statements outside the inner `try` the outer one catches it; the next would come only AGAIN later.
    while True:
        try:
            while watching:
                try:
                    while beginning:
                        beginning.pop().release()
                    while calls:
                        results.append(calls.pop()(*given))
                    if running.locked():
                        running.release()
                    time.sleep(0)
                except BaseException as error:  # noqa: BLE001  raised again below, when nobody watches
                    errors.append(error)
            if raised:
                raised.clear()
                await_pending_exception(TooLong)
            break
        except TooLong as error:
            errors.append(error)
    if results:
        return results[0]
    raise errors[0]
