"""Parents of lessons, forked from a warm one, and kernels forked from them: the server's side.

Where forking is no option, kernels start the ordinary way.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import itertools
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

log = logging.getLogger(__name__)

PROVISIONER = "gamekit-fork"
KERNEL = "python3"
PACKAGE = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds a warm parent may take to import everything, or to answer."""
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes that a cell may show: pictures are texts."""
CALLING = 1.0
"""Seconds in which a call that has come is taken, however busy the server is."""
LOOK_AGAIN = 1.0
"""Seconds until the disk is asked again whether a source has changed: thirty pages are opened in less."""


def can_fork() -> bool:
    """Forking is safe and worth it on Linux; macOS frameworks do not survive it, Windows has none."""
    return sys.platform == "linux"


def sources_stamp() -> int:
    """Changes whenever a Python file of the package does: a warm parent that has older ones is retired."""
    return _stamp_of(int(time.monotonic() / LOOK_AGAIN))


@functools.lru_cache(maxsize=1)
def _stamp_of(_moment: int) -> int:
    return max(path.stat().st_mtime_ns for path in PACKAGE.rglob("*.py"))


class ForkedProcess:
    """A kernel that is a child of the warm parent; looks like `subprocess.Popen` to the provisioner."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        try:
            self._handle: int | None = os.pidfd_open(pid)
        except ProcessLookupError:
            self._handle = None
            self.returncode = 1

    def poll(self) -> int | None:
        """None while it runs. Its true exit code is its parent's to know; here 0 stands for “ended”."""
        if self.returncode is None and self._handle is not None and self._ended(self._handle):
            self.returncode = 0
            os.close(self._handle)
            self._handle = None
        return self.returncode

    @staticmethod
    def _ended(handle: int) -> bool:
        """A signal would still reach a process that ended and that its parent has not asked about."""
        looking = select.poll()
        looking.register(handle, select.POLLIN)
        return bool(looking.poll(0))

    def when_ended(self, call: Callable[[], None]) -> None:
        """Call something as soon as it ends."""
        if self._handle is None:
            call()
            return
        loop, handle = asyncio.get_running_loop(), os.dup(self._handle)

        def ended() -> None:
            loop.remove_reader(handle)
            os.close(handle)
            call()

        loop.add_reader(handle, ended)

    async def ended(self) -> None:
        """Wait until it has ended."""
        over = asyncio.Event()
        self.when_ended(over.set)
        await over.wait()

    def wait(self) -> int | None:
        """The provisioner calls this only after poll() said it ended."""
        return self.poll()

    def send_signal(self, number: int) -> None:
        """To the kernel itself; the provisioner signals its process group first."""
        if self.poll() is None and self._handle is not None:
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Line:
    """A conversation with a parent process: orders go there, numbers of processes come back."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ready.add_done_callback(lambda done: done.exception())  # nobody may be waiting for it
        self.shown: asyncio.Queue[list[dict[str, Any]] | None] = asyncio.Queue()
        """What the cells of a lesson show, one after the other; None at the end."""

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hear everything until the other end is closed."""
        self._writer = writer
        with contextlib.suppress(ConnectionError):
            async for line in reader:
                self._heard(json.loads(line))
        self.lost()

    def _heard(self, message: dict[str, Any]) -> None:
        if "ready" in message:
            self.shown.put_nowait(None)
            if not self._ready.done():
                self._ready.set_result(None)
        elif "shown" in message:
            self.shown.put_nowait(message["shown"])
        elif not (future := self._waiting.pop(message["id"])).done():
            if "pid" in message:
                future.set_result(message["pid"])
            else:
                future.set_exception(OSError(message["error"]))

    def lost(self) -> None:
        """The other end is gone: whoever waits for it need not."""
        self.shown.put_nowait(None)
        everybody: list[asyncio.Future[Any]] = [self._ready, *self._waiting.values()]
        for waiting in everybody:
            if not waiting.done():
                waiting.set_exception(ConnectionError("The warm parent ended."))

    @property
    def open(self) -> bool:
        """Whether the other end has been there."""
        return self._writer is not None

    @property
    def prepared(self) -> bool:
        """Whether it waits for orders."""
        return self._ready.done() and self._ready.exception() is None

    async def ready(self, patience: float = PATIENCE) -> None:
        """Wait until it takes orders. Raises `TimeoutError`, or `ConnectionError` if it ends before."""
        await asyncio.wait_for(asyncio.shield(self._ready), patience)

    async def order(self, order: dict[str, Any]) -> ForkedProcess:
        """A process forked for this order."""
        assert self._writer is not None
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._writer.write(json.dumps({"id": number, **order}).encode() + b"\n")
        await self._writer.drain()
        return ForkedProcess(await asyncio.wait_for(future, PATIENCE))

    def hang_up(self) -> None:
        """Close this end: the other ends, and takes every process with it that it has forked."""
        if self._writer is not None:
            self._writer.close()


@dataclass(frozen=True)
class LessonScript:
    """What makes a lesson's parent: run again with the same `luck`, its widgets have the same names."""

    cells: Sequence[str]
    luck: str
    cwd: str
    env: Mapping[str, str]
    folder: str
    """For the socket to it."""


class WarmParent:
    """One zygote process and the conversation with it."""

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self.stamp = sources_stamp()
        self.line = Line()
        ours, theirs = socket.socketpair()
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", PYTHONUNBUFFERED="1")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gamekit.serve.zygote", str(theirs.fileno()), *modules],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            env=environment,
            cwd=PACKAGE.parent,
            start_new_session=True,
        )
        theirs.close()
        self._socket = ours
        self._listening = asyncio.create_task(self._open())

    @property
    def alive(self) -> bool:
        """Whether it can still fork."""
        return self.process.poll() is None

    async def _open(self) -> None:
        await self.line.listen(*await asyncio.open_connection(sock=self._socket, limit=LONGEST_LINE))

    async def ready(self) -> None:
        """Wait until everything is imported."""
        await self.line.ready()

    async def lesson(self, script: LessonScript) -> LessonParent:
        """A parent for a lesson, which begins to run its cells."""
        await self.ready()
        parent = LessonParent()
        await parent.open(self.line, script)
        return parent

    def close(self) -> None:
        """End it and every process it has forked."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        try:
            self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class LessonParent:
    """A process that has run a lesson's cells, or is at it, and forks a kernel for each page."""

    def __init__(self) -> None:
        self.line = Line()
        self.kernels: list[ForkedProcess] = []
        self.process: ForkedProcess | None = None
        self._server: asyncio.Server | None = None

    async def open(self, zygote: Line, script: LessonScript) -> None:
        """Have it forked; it calls back."""
        address = f"{script.folder}/lesson-{uuid.uuid4().hex[:8]}"
        self._server = await asyncio.start_unix_server(self._called, address, limit=LONGEST_LINE)
        order = {"cells": list(script.cells), "luck": script.luck, "cwd": script.cwd, "env": dict(script.env)}
        self.process = await zygote.order({**order, "socket": address})
        self.process.when_ended(self._ended)

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._server is not None
        self._server.close()
        with contextlib.suppress(asyncio.CancelledError):  # the server stops
            await self.line.listen(reader, writer)

    def _ended(self) -> None:
        """It is gone. If it has called, everything it said is heard first."""
        if not self.line.open:
            asyncio.get_running_loop().call_later(CALLING, self._not_called)

    def _not_called(self) -> None:
        if not self.line.open:
            self.line.lost()

    @property
    def alive(self) -> bool:
        """Whether it can still fork, or will."""
        return self.process is not None and self.process.poll() is None

    @property
    def busy(self) -> bool:
        """Whether a kernel of it is still there."""
        self.kernels = [kernel for kernel in self.kernels if kernel.poll() is None]
        return bool(self.kernels)

    async def fork(self, connection_file: str, cwd: str, env: dict[str, str]) -> ForkedProcess:
        """A kernel on that connection file."""
        kernel = await self.line.order({"connection_file": connection_file, "cwd": cwd, "env": env})
        self.kernels.append(kernel)
        return kernel

    def close(self) -> None:
        """End it and its kernels."""
        self.line.hang_up()
        if self.process is not None:
            self.process.kill()


class Forks:
    """The current warm parent, and retired ones that still have kernels. One for each server."""

    current: Forks | None = None
    """Where those that Jupyter makes, without our knowledge, find it."""

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self.modules = tuple(modules)
        self._parents: list[WarmParent] = []
        Forks.current = self

    def parent(self) -> WarmParent:
        """A warm parent with today's sources; an older one stays only for the kernels it already has."""
        if not self._parents or not self._parents[-1].alive or self._parents[-1].stamp != sources_stamp():
            self._parents.append(WarmParent(self.modules))
        return self._parents[-1]

    @property
    def pids(self) -> list[int]:
        """The numbers of the warm parents."""
        return [parent.process.pid for parent in self._parents if parent.alive]

    def close(self) -> None:
        """End all of them."""
        for parent in self._parents:
            parent.close()
        self._parents.clear()
        if Forks.current is self:
            Forks.current = None


FORKED_FROM: contextvars.ContextVar[LessonParent | None] = contextvars.ContextVar("FORKED_FROM", default=None)
"""The parent of the kernel that is started in this task: Jupyter makes the provisioner, and knows of no lessons."""


class ForkProvisioner(LocalProvisioner):
    """Starts a kernel by forking when the lesson has a parent, the ordinary way when it has none."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Launch a kernel with a command; its last argument is the connection file."""
        parent = FORKED_FROM.get()
        if parent is None:
            return await super().launch_kernel(cmd, **kwargs)
        self.process = await parent.fork(
            cmd[-1], str(kwargs.get("cwd") or os.getcwd()), kwargs.get("env") or dict(os.environ)
        )
        self.pid = self.pgid = self.process.pid
        self.cwd = kwargs.get("cwd")
        return self.connection_info


class LessonKernelSpecs(KernelSpecManager):
    """The one kernel lessons run on: this very Python, whatever else the machine has installed."""

    def _spec(self) -> KernelSpec:
        return KernelSpec(
            argv=[
                sys.executable,
                "-m",
                "ipykernel_launcher",
                "--HistoryManager.enabled=False",
                "-f",
                "{connection_file}",
            ],
            display_name="Python 3",
            language="python",
            metadata={"kernel_provisioner": {"provisioner_name": PROVISIONER}},
        )

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Every lesson gets the same kernel."""
        return self._spec()

    def get_all_specs(self) -> dict[str, Any]:
        """The one there is."""
        return {KERNEL: {"resource_dir": "", "spec": self._spec().to_dict()}}

    def find_kernel_specs(self) -> dict[str, str]:
        """The one there is."""
        return {KERNEL: ""}


def register() -> None:
    """Tell Jupyter of the provisioner, without an entry point: it is for this server only."""
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[PROVISIONER] = EntryPoint(
        name=PROVISIONER,
        value=f"{ForkProvisioner.__module__}:{ForkProvisioner.__qualname__}",
        group=KernelProvisionerFactory.GROUP_NAME,
    )
