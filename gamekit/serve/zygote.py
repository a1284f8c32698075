"""The warm parent: a process that has imported what lessons need, and forks one kernel for each page.

Runs alone (`python -m gamekit.serve.zygote`) and stays single-threaded, so that forking is safe. Talks to the server
over a socket, one JSON line each way. When the server goes, the socket closes, and all kernels go with it.
"""

from __future__ import annotations

import ctypes
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

END_WITH_PARENT = 1
"""PR_SET_PDEATHSIG: the number of the wish to get a signal when the parent ends."""
PATIENCE = 15
"""Seconds a game may take to be loaded ahead."""

children: set[int] = set()


class TooSlow(Exception):
    """A game takes too long to be loaded ahead."""


def warm_up(also: tuple[str, ...]) -> None:
    """Import what every kernel shares and load every game; then keep the collector from touching the shared pages."""
    import importlib

    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    # No page debugs its kernel, and the debugger is a tenth of a kernel's memory.
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    for name in (*WARM, *also):
        importlib.import_module(name)

    import gamekit

    for game in gamekit.game_names():
        try_game(game)
    gc.collect()
    gc.freeze()


def try_game(name: str) -> None:
    """Load a game and make its first step, whoever that belongs to. One that fails is left to its own pages."""
    import gamekit

    def too_slow(*_: object) -> None:
        raise TooSlow(f"longer than {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, too_slow)
    signal.alarm(PATIENCE)
    try:
        session = gamekit.load(name).session(seed=0)
        if session.player == gamekit.CHANCE:
            session.roll()
        elif session.player != gamekit.OVER:
            session.play(session.legal()[0])
    except Exception:  # whatever one game does, the others are served
        logging.exception("The game %s could not be loaded ahead; the other games are not affected.", name)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def reap(_signal: int, _frame: FrameType | None) -> None:
    """Take note of kernels that ended, so that none stays behind as a zombie."""
    for pid in list(children):
        try:
            done, _status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            done = pid
        if done:
            children.discard(pid)


def end_with(parent: int) -> None:
    """Ask the system to kill this process when its parent ends, however that ends and whatever this one is doing."""
    ctypes.CDLL(None, use_errno=True).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended already
        os._exit(1)


def become_kernel(order: dict[str, Any], server: socket.socket, parent: int) -> NoReturn:
    """In the child: be an ordinary kernel, as if started from the command line. Never returns."""
    end_with(parent)
    os.close(server.detach())
    os.setsid()
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    children.clear()
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    os.environ.pop("JPY_PARENT_PID", None)  # the server; see `end_with`
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
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    try:
        pid = os.fork()
        if pid:
            children.add(pid)
            return pid
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    try:
        become_kernel(order, server, parent)
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
