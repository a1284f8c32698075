"""A turn for heavy work: where a server serves a class it is asked for one; anywhere else there is nothing to wait for.

Who runs when is the server's to say (gamekit/serve/turns.py).
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Final

from gamekit.words import _

ADDRESS: Final = "GAMEKIT_TURNS"
"""The environment's name for the socket at which turns are given."""
GO: Final = b"go"
SLICE: Final = 1.0
"""Seconds after which work that can pause lets others run."""
LOOK: Final = 0.2
"""Seconds between two looks whether somebody has stopped the work."""
BACK: Final = 10
"""How much less urgent such work is than what a page waits for (nice, 0 to 19)."""


class Turn:
    """The right to run, as a context. `told` is given sentences for the person who waits; `stop` ends the waiting."""

    def __init__(self, told: Callable[[str], None], stop: threading.Event) -> None:
        self._told, self._stop = told, stop
        self._line: socket.socket | None = None
        self._since, self._thread = 0.0, 0

    def __enter__(self) -> Turn:
        """Wait for it. Raises `CancelledError` if somebody stops the work meanwhile."""
        address = os.environ.get(ADDRESS)
        if address:
            self._thread = threading.get_ident()
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACK)  # of this thread, and those it begins
            try:
                self._line = socket.socket(socket.AF_UNIX)
                self._line.connect(address)
            except OSError:  # without a server nobody else waits
                self._end()
            try:
                self._wait()
            except BaseException:
                self._end()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self._end()

    def _end(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def pass_on(self) -> None:
        """Work that can pause here lets others run, if it has run for a while and others wait."""
        if self._line is None or self._thread != threading.get_ident():  # helpers wait for the one who runs
            return
        if time.monotonic() - self._since > SLICE:
            try:
                self._line.sendall(b"again\n")
            except OSError:
                self._end()
            self._wait()

    def _wait(self) -> None:
        """Until it is its turn, or there is nobody who gives turns."""
        said, waited = b"", False
        while self._line is not None:
            self._line.settimeout(LOOK)
            try:
                heard = self._line.recv(4096)
            except TimeoutError:
                heard = None
            except OSError:
                heard = b""
            if self._stop.is_set():
                raise CancelledError
            if heard is None:
                continue
            if not heard:
                self._end()
                break
            *lines, said = (said + heard).split(b"\n")
            if GO in lines:
                break
            if lines:
                waited = True
                self._told(place(int(lines[-1])))
        self._since = time.monotonic()
        if waited:
            self._told(_("Running …"))


def place(before: int) -> str:
    """What somebody is told who waits behind so many others.

    >>> place(3)
    'Many are calculating at once. 3 before you.'
    """
    if before == 0:
        return _("Many are calculating at once. You are next.")
    return _("Many are calculating at once. {count} before you.").format(count=before)
