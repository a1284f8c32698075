"""The warm parent: a process that has imported what lessons need, and forks one kernel for each page.

Runs alone (`python -m gamekit.serve.zygote`) and stays single-threaded, so that forking is safe. Talks to the server
over a socket, one JSON line each way. When the server goes, the socket closes, and all kernels go with it.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import signal
import socket
import sys
from types import FrameType
from typing import Any, NoReturn

WARM = (
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "ipywidgets",
    "anywidget",
    "numpy.random",
    "tornado.platform.asyncio",
    "gamekit.show.stepper",
)
"""Imported before the first kernel. What only some lessons need (charts, compilers) is theirs to import."""

children: set[int] = set()


def warm_up(also: tuple[str, ...]) -> None:
    """Import what every kernel shares and load every game; then keep the collector from touching the shared pages."""
    import importlib

    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    # No page debugs its kernel, and the debugger is a tenth of a kernel's memory.
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    for name in (*WARM, *also):
        importlib.import_module(name)

    import gamekit

    for game in gamekit.games():
        gamekit.load(game).session(seed=0).roll()
    gc.collect()
    gc.freeze()


def reap(_signal: int, _frame: FrameType | None) -> None:
    """Take note of kernels that ended, so that none stays behind as a zombie."""
    for pid in list(children):
        try:
            done, _status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            done = pid
        if done:
            children.discard(pid)


def become_kernel(order: dict[str, Any], server: socket.socket) -> NoReturn:
    """In the child: be an ordinary kernel, as if started from the command line. Never returns."""
    server.close()
    os.setsid()
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    children.clear()
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    # The kernel ends when its parent does; its parent is the warm one, not the server.
    os.environ["JPY_PARENT_PID"] = str(os.getppid())
    sys.path[:] = ["", *(entry for entry in sys.path if entry)]
    reseed()

    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize(["-f", order["connection_file"], "--HistoryManager.enabled=False", "--quiet"])
    ipywidgets._handle_ipython()  # done at import when a kernel is there; the import came before the kernel
    app.start()
    os._exit(0)


def reseed() -> None:
    """Each kernel draws its own random numbers: a fork inherits the parent's generators."""
    import random

    import numpy as np

    random.seed()
    np.random.seed()


def fork(order: dict[str, Any], server: socket.socket) -> int:
    """A new kernel; returns its process number (in the parent)."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    try:
        pid = os.fork()
        if pid:
            children.add(pid)
            return pid
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    try:
        become_kernel(order, server)
    except Exception:
        logging.exception("A kernel could not be started.")
    finally:
        os._exit(1)


def serve(server: socket.socket) -> None:
    """Fork a kernel for each line until the server closes its end; then take all kernels along."""
    signal.signal(signal.SIGCHLD, reap)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    lines = server.makefile("r", encoding="utf-8")
    answer = server.makefile("w", encoding="utf-8")
    print(json.dumps({"ready": True}), file=answer, flush=True)
    for line in lines:
        order = json.loads(line)
        try:
            reply = {"id": order["id"], "pid": fork(order, server)}
        except OSError as error:
            reply = {"id": order["id"], "error": str(error)}
        print(json.dumps(reply), file=answer, flush=True)
    for pid in list(children):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            children.discard(pid)


def main() -> None:
    """Called with the number of the socket and the modules to import beside the usual ones."""
    server = socket.socket(fileno=int(sys.argv[1]))
    warm_up(tuple(sys.argv[2:]))
    serve(server)


if __name__ == "__main__":
    main()
