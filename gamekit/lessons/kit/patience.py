"""A call that is stopped when it takes too long: a student's loop that never ends must not hang the notebook.

It works in any thread and on every system, because a second thread raises the exception (signals reach the main
thread only, and not on Windows). What the function does is not slowed down. A single call into C that never comes
back, such as `sum(itertools.count())`, cannot be stopped from Python.
"""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from gamekit.lab.engine.raising import let_arrive, raise_in

SECONDS: Final = 10.0
"""How long a function may take for one case."""
AGAIN: Final = 0.5
"""After so many seconds it is stopped once more, if it has caught the exception."""


class TooLong(BaseException):
    """A function has used up its time. No `Exception`, so that a student's own `except Exception` lets it pass."""


def call_within(seconds: float, function: Callable[..., Any], *given: Any) -> Any:
    """Call a function and return what it returns.

    Raises `TooLong` if it does not come back in so many seconds, and whatever the function raises.

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
                let_arrive(TooLong)
            break
        except TooLong as error:
            errors.append(error)
    if results:
        return results[0]
    raise errors[0]
