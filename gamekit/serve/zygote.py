"""The warm parent: a process that has imported what lessons need, and forks a parent for each lesson.

A lesson's parent runs its cells once (cells.py) and forks one kernel for each page. The warm parent runs alone
(`python -m gamekit.serve.zygote`). Both stay single-threaded, so that forking is safe, and talk to the server over a
socket, one JSON line each way. When the server goes, the sockets close, and all kernels go with it.
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
    "ipykernel.debugger",
    "IPython.core.completerlib",
    "IPython.core.oinspect",
    "ipywidgets",
    "anywidget",
    "matplotlib.figure",
    "networkx",
    "numba",
    "numpy.random",
    "scipy.stats",
    "tornado.platform.asyncio",
    "gamekit.serve.cells",
    "gamekit.show.stepper",
)
"""Imported before the first kernel: what many lessons need takes memory and time once. The rest is theirs to import."""

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
    from gamekit.serve import cells

    cells.the_shell()
    cells.ForkedKernel.made_ahead()
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


def on_its_own(order: dict[str, Any], server: socket.socket, parent: int) -> None:
    """In the child: be a process that ends with its parent, and has a folder and an environment of its own."""
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


def become_kernel(order: dict[str, Any]) -> NoReturn:
    """In the child of a lesson's parent: a kernel that has run the lesson. Never returns."""
    from . import cells

    app = cells.ForkedKernel.made_ahead()
    app.initialize(order["connection_file"])
    app.start()
    os._exit(0)


def become_lesson(order: dict[str, Any]) -> NoReturn:
    """In the child of the warm parent: run a lesson's cells, tell what they show, then fork kernels. Never returns."""
    from . import cells

    line = socket.socket(socket.AF_UNIX)
    line.connect(order["socket"])
    with cells.foreseen(order["luck"]), line.makefile("w", encoding="utf-8") as answer:
        for shown in cells.run(order["cells"]):
            print(json.dumps({"shown": shown}), file=answer, flush=True)
        cells.settle()
    gc.collect()
    gc.freeze()
    serve(line)
    os._exit(0)


def fork(order: dict[str, Any], server: socket.socket) -> int:
    """A new kernel, or a lesson's parent; returns its process number (in the parent)."""
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
        on_its_own(order, server, parent)
        if "cells" in order:
            become_lesson(order)
        become_kernel(order)
    except Exception:
        logging.exception("A kernel could not be started.")
    finally:
        os._exit(1)


def serve(server: socket.socket) -> None:
    """Fork for each line until the server closes its end; then take all children along."""
    signal.signal(signal.SIGCHLD, reap)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    lines = server.makefile("r", encoding="utf-8")
    answer = server.makefile("w", encoding="utf-8")
    try:
        print(json.dumps({"ready": True}), file=answer, flush=True)
        for line in lines:
            order = json.loads(line)
            try:
                reply = {"id": order["id"], "pid": fork(order, server)}
            except OSError as error:
                reply = {"id": order["id"], "error": str(error)}
            print(json.dumps(reply), file=answer, flush=True)
    except (BrokenPipeError, ConnectionResetError):
        logging.info("The server has gone before it was answered.")
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
