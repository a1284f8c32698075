"""A notebook's cells, run once for everybody: no kernel and no socket yet, what they show and say is written down.

The widgets that they make, and the shell that holds their names, become a kernel's in each process forked from here.
"""

from __future__ import annotations

import io
import logging
import random
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import ipywidgets
import nbformat
import numpy as np
from ipykernel.compiler import XCachingCompiler
from ipykernel.kernelapp import IPKernelApp
from ipykernel.zmqshell import ZMQInteractiveShell
from ipywidgets.widgets.widget import _instances as widgets
from jupyter_client.session import Session
from traitlets.config import Config

from gamekit.game import game_names
from gamekit.lab.warm import is_ready

PARENT = {"header": {"msg_id": "cells", "msg_type": "execute_request"}}
"""What outputs are answers to, as long as nobody asks."""
SHOWN = ("stream", "display_data", "execute_result", "error")
PATIENCE = 5
"""Seconds after which no further panel is run ahead."""
SETTLED = 2.0
"""Seconds that threads begun by cells have to end: a process with threads cannot be forked safely."""


class Recorder(Session):
    """Takes down what would be sent to a page: in the order of a cell, or in the output widget that catches it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shown: list[dict[str, Any]] = []
        self.clear_next = False

    def send(self, stream: Any, msg_or_type: Any, content: Any = None, *args: Any, **kwargs: Any) -> Any:
        """One message, of which a page would see its output."""
        if isinstance(msg_or_type, dict):
            kind, content = str(msg_or_type["header"]["msg_type"]), msg_or_type["content"]
        else:
            kind = str(msg_or_type)
        catching = catching_widget()
        shown = self.shown if catching is None else list(catching.outputs)
        if kind == "clear_output":
            self.clear_next = bool(content.get("wait"))
            shown = shown if self.clear_next else []
        elif kind in SHOWN:
            if self.clear_next:
                self.clear_next, shown = False, []
            message = {"header": {"msg_type": kind}, "content": content}
            self._put(shown, nbformat.v4.output_from_msg(message))  # type: ignore[no-untyped-call]
        if catching is None:
            self.shown = shown
        else:
            catching.outputs = tuple(shown)
        return None

    @staticmethod
    def _put(shown: list[dict[str, Any]], output: dict[str, Any]) -> None:
        """Add an output; words that follow words of the same stream are one."""
        last = shown[-1] if shown else {"output_type": ""}
        if output["output_type"] == last["output_type"] == "stream" and output["name"] == last["name"]:
            last["text"] += output["text"]
        else:
            shown.append(output)


class Stream(io.TextIOBase):
    """What is printed, as messages."""

    def __init__(self, recorder: Recorder, name: str) -> None:
        self._recorder, self._name = recorder, name

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Take it down."""
        if text:
            self._recorder.send(None, "stream", {"name": self._name, "text": text})
        return len(text)


def catching_widget() -> Any:
    """The output widget that catches what is shown now; None for the cell itself."""
    found = [one for one in widgets.values() if isinstance(one, ipywidgets.Output) and one.msg_id]
    return found[-1] if found else None


def the_shell() -> ZMQInteractiveShell:
    """The shell that a kernel will find and take for its own; made once."""
    config = Config({"HistoryManager": {"enabled": False}})
    shell = ZMQInteractiveShell.instance(config=config, compiler_class=XCachingCompiler)
    ipywidgets._handle_ipython()  # done at import when a shell is there; the import came first
    return shell


def listened_to(recorder: Recorder) -> ZMQInteractiveShell:
    """The shell, saying everything to the recorder."""
    shell = the_shell()
    for speaking in (shell.displayhook, shell.display_pub):
        speaking.session, speaking.pub_socket = recorder, None
    shell.kernel = SimpleNamespace(get_parent=lambda *_: PARENT, eventloop=None)
    shell.set_parent(PARENT)
    return shell


@contextmanager
def foreseen(seed: str) -> Iterator[None]:
    """Widgets get the same names, and cells the same luck, whenever the same notebook is run with this seed.

    So a lesson's parent that was put away can be made again for pages that know its widgets by name.
    """
    luck, named = random.Random(seed), uuid.uuid4
    random.seed(seed)
    np.random.seed(luck.getrandbits(32))
    uuid.uuid4 = lambda: uuid.UUID(int=luck.getrandbits(128), version=4)
    try:
        yield
    finally:
        uuid.uuid4 = named


def run(cells: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    """Run the cells, one after another; yields what each has shown. The first that fails is the last one run."""
    recorder = Recorder()
    shell = listened_to(recorder)
    before = sys.stdout, sys.stderr
    for source in cells:
        recorder.shown, recorder.clear_next = [], False
        sys.stdout, sys.stderr = Stream(recorder, "stdout"), Stream(recorder, "stderr")
        try:
            done = shell.run_cell(source, store_history=False)
        finally:
            sys.stdout, sys.stderr = before
        yield recorder.shown
        if not done.success:
            return


def settle() -> None:
    """What every page would do first is done once; then wait for threads, which are not carried over into kernels.

    Nothing is interrupted here: whatever lock it held would stay closed in every kernel. So no panel is run that would
    have to wait for the compiler, and none is begun when the time is over.
    """
    end = time.monotonic() + PATIENCE
    for widget in list(widgets.values()) if all(map(is_ready, game_names())) else []:
        ahead = getattr(widget, "run_ahead", None)
        if callable(ahead) and time.monotonic() < end:
            ahead()
    end = time.monotonic() + SETTLED
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))


class ForkedKernel(IPKernelApp):
    """A kernel in a process that has run the cells already: it only opens its own sockets, and has luck of its own."""

    @classmethod
    def made_ahead(cls) -> ForkedKernel:
        """The one, made before the fork, with everything that needs no socket."""
        quiet = {"quiet": True, "log_level": logging.CRITICAL}
        made: ForkedKernel = cls.instance(capture_fd_output=False, parent_handle=0, **quiet)
        return made

    def initialize(self, connection_file: str) -> None:
        """Open the sockets, and take the shell over. No settings of the machine are read."""
        self.connection_file = connection_file
        self.init_connection_file()
        self.init_sockets()
        self.init_heartbeat()
        self.log_connection_info()
        self.init_io()
        self.init_signal()
        self.init_kernel()
        self.init_shell()
        self.kernel.shell.kernel = self.kernel
        for comm in self.kernel.comm_manager.comms.values():
            comm.kernel = self.kernel  # else a widget takes itself for one that nobody listens to
        fresh_luck()


def fresh_luck() -> None:
    """What nobody has chosen is drawn again: a fork would share it with all others."""
    random.seed()
    np.random.seed()
    for widget in list(widgets.values()):
        renew = getattr(widget, "fresh_luck", None)
        if callable(renew):
            renew()
