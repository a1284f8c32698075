"""A process that has imported the server once, and a copy of it for each server that a test starts, and each worker.

Importing takes seconds, a copy none. `Forked` is used as a subprocess.Popen is. It is for tests that start a server as
anybody does; those about a fresh machine, another clock or another system start a program of their own. A server made
by copying keeps a copy of itself, made before it has threads, from which its workers are copied.
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
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, BinaryIO

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
    same = all(environment.get(key) == SETTINGS.get(key) for key in {*environment, *SETTINGS} - OWN)
    return same and sys.platform == "linux"


class Forked:
    """A process made by copying: `pid`, and what else is asked of a process."""

    def __init__(self, parent: socket.socket, order: Mapping[str, Any], *given: int) -> None:
        """Order a copy; it gets the descriptors `given`, which are closed here."""
        self._ended, ends = os.pipe()
        socket.send_fds(parent, [json.dumps(order).encode()], [ends, *given])
        for descriptor in (ends, *given):
            os.close(descriptor)
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

    kill = functools.partialmethod(send_signal, signal.SIGKILL)


class ForkedServer(Forked):
    """A server made by copying; `stdout` is all that it prints."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        said, says = os.pipe()
        self.stdout = open(said, encoding="utf-8", errors="replace")  # noqa: SIM115 - closed with this object
        super().__init__(find_parent(), {"arguments": list(arguments), "environment": dict(environment)}, says)


class ForkedWorker(Forked):
    """A worker made by copying, as its server starts it: `stdin` and `stdout` are pipes."""

    def __init__(
        self, parent: socket.socket, _command: Sequence[str], *, env: Mapping[str, str], stderr: int | None, **_: Any
    ) -> None:
        (asked, asks), (said, says) = os.pipe(), os.pipe()
        self.stdin: BinaryIO = open(asks, "wb")  # noqa: SIM115 - closed with this object
        self.stdout: BinaryIO = open(said, "rb")  # noqa: SIM115
        complains = os.dup(2) if stderr is None else os.open(os.devnull, os.O_WRONLY)
        super().__init__(parent, {"environment": dict(env)}, asked, says, complains)


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
    """In the process that copies itself: make one server for each order."""
    from gamekit.server import app, cli, lesson_renderer, worker  # noqa: F401  the imports that take long

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a person's Ctrl-C is for the tests, which then close the socket
    with socket.socket(fileno=number) as orders:
        copy = copy_on_order(orders, ends_with_parent=True)
    return serve_as_ordered(*copy) if copy else 0


def copy_on_order(orders: socket.socket, ends_with_parent: bool) -> tuple[dict[str, Any], list[int]] | None:
    """Copy this process for each order, and tell how each copy has ended; None when nobody can order any more.

    In a copy its order is returned, and the descriptors that came with it.
    """
    reports: dict[int, int] = {}

    def tell_ended(_number: int, _frame: FrameType | None) -> None:
        for pid in list(reports):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                end = reports.pop(pid)
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)

    signal.signal(signal.SIGCHLD, tell_ended)
    while True:
        order, descriptors, _flags, _address = socket.recv_fds(orders, LONGEST_ORDER, 4)
        if not order:
            break
        end, *given = descriptors
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return json.loads(order), given
        for descriptor in given:
            os.close(descriptor)
        os.write(end, f"{pid:<{DIGITS}}".encode())
        reports[pid] = end
        tell_ended(0, None)  # it may have ended already
    for pid in reports if ends_with_parent else ():
        os.kill(pid, signal.SIGKILL)
    return None


def serve_as_ordered(order: Mapping[str, Any], given: list[int]) -> int:
    """In the copy: be what a program of its own would be."""
    from gamekit.server import cli, lesson_pages, worker_pool

    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST_ORDER)
    if os.fork() == 0:
        here.close()
        os.close(given[0])
        with there:
            # Workers end by themselves, with all that they have started, when their server is gone.
            copy = copy_on_order(there, ends_with_parent=False)
        return work_as_ordered(*copy) if copy else 0
    there.close()
    worker_pool.subprocess = SimpleNamespace(  # type: ignore[assignment]
        Popen=functools.partial(ForkedWorker, here), PIPE=subprocess.PIPE, DEVNULL=subprocess.DEVNULL
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream in (1, 2):
        os.dup2(given[0], stream)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv[1:] = order["arguments"]
    if "--class" not in sys.argv:
        lesson_pages.GLANCE = NEVER  # type: ignore[misc]
    return cli.main()


def work_as_ordered(order: Mapping[str, Any], given: list[int]) -> int:
    """In the copy of a copy: be what a worker of its own would be."""
    from gamekit.server import worker

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream, descriptor in enumerate(given):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(order["environment"])
    worker.main()
    return 0
