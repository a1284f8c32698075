"""Kernels forked from a warm parent: the server's side. Where forking is no option, kernels start the ordinary way."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
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


def can_fork() -> bool:
    """Forking is safe and worth it on Linux; macOS frameworks do not survive it, Windows has none."""
    return sys.platform == "linux"


def sources_stamp() -> int:
    """Changes whenever a Python file of the package does: a warm parent that has older ones is retired."""
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
        if self.returncode is None and self._handle is not None:
            try:
                signal.pidfd_send_signal(self._handle, 0)
            except ProcessLookupError:
                self.returncode = 0
                os.close(self._handle)
                self._handle = None
        return self.returncode

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


class WarmParent:
    """One zygote process and the conversation with it."""

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self.stamp = sources_stamp()
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[int]] = {}
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
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ready = asyncio.get_running_loop().create_future()
        self._opening = asyncio.create_task(self._open())

    @property
    def alive(self) -> bool:
        """Whether it can still fork."""
        return self.process.poll() is None

    async def _open(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._socket)
        self._reading = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for line in reader:
            message = json.loads(line)
            if "ready" in message:
                self._ready.set_result(None)
                continue
            future = self._waiting.pop(message["id"])
            if future.done():
                continue
            if "pid" in message:
                future.set_result(message["pid"])
            else:
                future.set_exception(OSError(message["error"]))
        gone = ConnectionError("The warm parent ended.")
        for waiting in (self._ready, *self._waiting.values()):
            if not waiting.done():
                waiting.set_exception(gone)

    async def ready(self) -> None:
        """Wait until everything is imported."""
        await self._opening
        await asyncio.wait_for(asyncio.shield(self._ready), PATIENCE)

    async def fork(self, connection_file: str, cwd: str, env: dict[str, str]) -> ForkedProcess:
        """A kernel on that connection file."""
        await self.ready()
        assert self._writer is not None
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        order = {"id": number, "connection_file": connection_file, "cwd": cwd, "env": env}
        self._writer.write(json.dumps(order).encode() + b"\n")
        await self._writer.drain()
        return ForkedProcess(await asyncio.wait_for(future, PATIENCE))

    def close(self) -> None:
        """End it and every kernel it has forked."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        try:
            self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Forks:
    """The current warm parent, and retired ones that still have kernels. One for each server."""

    current: Forks | None = None
    """Where a provisioner, made by Jupyter without our knowledge, finds it."""

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self.modules = tuple(modules)
        self._parents: list[WarmParent] = []
        Forks.current = self

    def parent(self) -> WarmParent:
        """A warm parent with today's sources; an older one stays only for the kernels it already has."""
        if not self._parents or not self._parents[-1].alive or self._parents[-1].stamp != sources_stamp():
            self._parents.append(WarmParent(self.modules))
        return self._parents[-1]

    def close(self) -> None:
        """End all of them."""
        for parent in self._parents:
            parent.close()
        self._parents.clear()
        if Forks.current is self:
            Forks.current = None


class ForkProvisioner(LocalProvisioner):
    """Starts a kernel by forking when there is a warm parent, the ordinary way when there is none or it fails."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Launch a kernel with a command; its last argument is the connection file."""
        if Forks.current is not None:
            try:
                process = await Forks.current.parent().fork(
                    cmd[-1], str(kwargs.get("cwd") or os.getcwd()), kwargs.get("env") or dict(os.environ)
                )
            except (OSError, TimeoutError) as error:
                log.warning("Forking a kernel failed (%s); starting it the ordinary way.", error)
            else:
                self.process = process
                self.pid = self.pgid = process.pid
                self.cwd = kwargs.get("cwd")
                return self.connection_info
        return await super().launch_kernel(cmd, **kwargs)


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
