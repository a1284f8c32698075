"""How one thread stops another: by an error that is raised in it. When that is done is decided elsewhere."""

from __future__ import annotations

import ctypes
import threading
from typing import NoReturn


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread, when it next runs a line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def let_arrive(error: type[BaseException]) -> NoReturn:
    """Let an error that was raised in this thread, and may not have arrived yet, arrive here.

    It is not taken back: after that, Python 3.11 hangs in the next call that a debugger or coverage follows.
    """
    raise_in(threading.get_ident(), error)
    while True:
        pass
