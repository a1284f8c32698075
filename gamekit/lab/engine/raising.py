"""Raise an exception asynchronously in a thread (`PyThreadState_SetAsyncExc`)."""

from __future__ import annotations

import ctypes
import threading
from typing import NoReturn


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an exception in another thread, when it next runs a line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def let_arrive(error: type[BaseException]) -> NoReturn:
    """Raise `error` asynchronously in the calling thread and spin until it arrives.

    It merges with one already pending from `raise_in`. That is not cleared instead, because Python 3.11 then hangs in
    the next call that a debugger or coverage follows.
    """
    raise_in(threading.get_ident(), error)
    while True:
        pass
