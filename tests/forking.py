"""A process that has imported the server once, and a copy of it for each server that a test starts.

Importing takes seconds, a copy none. `Forked` is used as a subprocess.Popen is. It is for tests that start a server as
anybody does; those about a fresh machine, another clock or another system start a program of their own.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

CAN_FORK = sys.platform == "linux"
OWN = frozenset({"PYTEST_CURRENT_TEST", "GAMEKIT_CLASSES"})
"""Settings that no import reads."""
ROOT = Path(__file__).parents[1]
LONGEST_ORDER = 1 << 17
DIGITS = 12
NEVER = 1e6
"""Seconds after which a copy without a class draws pages that nobody has asked for: no test needs them, and each takes
seconds. A class waits for them: its desk says what a lesson asks in the language of the desk."""
SETTINGS = dict(os.environ, PYTHONUNBUFFERED="1", GAMEKIT_LANGUAGE="en")
"""As they are when the tests are imported."""
PROGRAM = "import sys; from tests.forking import fork_on_order; sys.exit(fork_on_order(int(sys.argv[1])))"


def fits(environment: Mapping[str, str]) -> bool:
    """Whether a copy would be what a program with these settings is: imports have read the others already."""
    return CAN_FORK and strip(environment) == strip(SETTINGS)


def strip(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings that an import may have read."""
    return {key: value for key, value in environment.items() if key not in OWN}


class Forked:
    """A server made by copying: `pid`, `stdout`, and what else tests ask of a process."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        said, says = os.pipe()
        self._ended, ends = os.pipe()
        order = json.dumps({"arguments": list(arguments), "environment": dict(environment)}).encode()
        socket.send_fds(find_parent(), [order], [says, ends])
        os.close(says)
        os.close(ends)
        self.stdout = open(said, encoding="utf-8", errors="replace")  # noqa: SIM115 - closed with this object
        self.returncode: int | None = None
        self.pid = int(os.read(self._ended, DIGITS))

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self.returncode = int(os.read(self._ended, DIGITS) or -signal.SIGKILL)
            os.close(self._ended)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a forked server", timeout or 0)
            select.select([self._ended], [], [], 0.2)
        return self.returncode or 0

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


@functools.cache
def find_parent() -> socket.socket:
    """The process that has imported the server, started with the first order; it ends with this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (here, there):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST_ORDER)
    command = [sys.executable, "-c", PROGRAM, str(there.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, env=SETTINGS, pass_fds=[there.fileno()])
    there.close()
    atexit.register(process.wait)
    atexit.register(here.close)
    return here


def fork_on_order(number: int) -> int:
    """In the process that copies itself: make one server for each order, and tell how each has ended."""
    from gamekit.server import (
        app,  # noqa: F401  the import that takes long
        cli,
    )

    reports: dict[int, int] = {}

    def tell_ended(_number: int, _frame: FrameType | None) -> None:
        for pid in list(reports):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                end = reports.pop(pid)
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a person's Ctrl-C is for the tests, which then close the socket
    signal.signal(signal.SIGCHLD, tell_ended)
    with socket.socket(fileno=number) as orders:
        while True:
            order, ends, _flags, _address = socket.recv_fds(orders, LONGEST_ORDER, 2)
            if not order:
                break
            says, end = ends
            pid = os.fork()
            if pid == 0:
                break
            os.close(says)
            os.write(end, f"{pid:<{DIGITS}}".encode())
            reports[pid] = end
            tell_ended(0, None)  # it may have ended already
    if order:
        return serve_as_ordered(json.loads(order), says, cli.main)
    for pid in reports:
        os.kill(pid, signal.SIGKILL)
    return 0


def serve_as_ordered(order: Mapping[str, Any], says: int, main: Callable[[], int]) -> int:
    """In the copy: be what a program of its own would be."""
    from gamekit.server import lesson_pages

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for stream in (1, 2):
        os.dup2(says, stream)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv[1:] = order["arguments"]
    if "--class" not in sys.argv:
        lesson_pages.GLANCE = NEVER  # type: ignore[misc]
    return main()
