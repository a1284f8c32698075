"""A gamekit server as its own process, for tests and the load test: started on a free port, ended for sure."""

from __future__ import annotations

import asyncio
import functools
import http.client
import http.server
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import urlsplit

import nbformat

from gamekit.server.class_.store import Store
from tests import forking

ROOT = Path(__file__).parents[1]
OTHER_SYSTEMS = ROOT / "tests" / "other_systems"
PATIENCE = 300.0
"""Seconds for which a test waits for something that will happen. Only a test that fails waits so long."""
LONGEST_START = 600.0
"""Seconds after which a program that lives and says nothing hangs, on any machine."""
MAIN = "import sys; from gamekit.server.cli import main; sys.exit(main())"


class Answer:
    """What the server said."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes, cookies: list[str]) -> None:
        self.status, self.headers, self.body, self.cookies = status, headers, body, cookies

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")


def open_other_class(place: str | Path) -> None:
    """Keep a class of one in a database, so that nobody's id is their number in their own class."""
    store = Store(str(place))
    store.join(store.open_class("another").id, None, 99)
    store.close()


class Server:
    """`python -m gamekit serve` with a folder of lessons and one worker, if nothing else is said. Use it as a context.

    `first` is Python that its process carries out first: another clock, so that nobody has to wait.
    """

    def __init__(self, folder: Path, *options: str, port: int = 0, patience: float = PATIENCE, first: str = "") -> None:
        self.folder, self.options, self.wanted, self.patience = folder, options, port, patience
        self.first = first
        self.lines: list[str] = []
        self.classes = tempfile.TemporaryDirectory(prefix="gamekit-classes-")

    def __enter__(self) -> Server:
        kept = {"GAMEKIT_CLASSES": os.environ.get("GAMEKIT_CLASSES", f"{self.classes.name}/classes.sqlite")}
        if "--class" in self.options and not Path(kept["GAMEKIT_CLASSES"]).exists():
            open_other_class(kept["GAMEKIT_CLASSES"])
        environment = dict(os.environ, PYTHONUNBUFFERED="1", GAMEKIT_LANGUAGE="en", **kept)
        arguments = [
            "serve",
            "--no-browser",
            "--notebooks",
            str(self.folder),
            "--port",
            str(self.wanted),
            *(() if "--workers" in self.options else ("--workers", "1")),
            *self.options,
        ]
        if self.first or not forking.fits(environment):
            self.process: subprocess.Popen[str] | forking.ForkedServer = subprocess.Popen(
                [sys.executable, "-c", f"{self.first}\n{MAIN}", *arguments],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=environment,
            )
        else:
            self.process = forking.ForkedServer(arguments, environment)
        os.set_blocking(self.process.stdout.fileno(), False)  # type: ignore[union-attr]
        self.wait_for(r"Stop with Ctrl-C", self.patience)
        address = re.search(r"The lessons are at  (\S+)", self.output)
        assert address, self.output
        self.address = address[1]
        self.host, self.port = str(urlsplit(self.address).hostname), int(urlsplit(self.address).port or 0)
        self.base = f"http://{self.host}:{self.port}"
        return self

    @property
    def code(self) -> str:
        """The code of its class."""
        found = re.search(r"The class's code:  (\S+)", self.output)
        assert found, self.output
        return found[1]

    @property
    def output(self) -> str:
        """What it has printed so far."""
        while line := (self.process.stdout.readline() if self.process.stdout else ""):
            self.lines.append(line)
        return "".join(self.lines)

    def wait_for(self, pattern: str, patience: float) -> None:
        """Wait until it prints something."""
        end = time.monotonic() + patience
        while not re.search(pattern, self.output):
            assert self.process.poll() is None, f"The server ended:\n{self.output}"
            assert time.monotonic() < end, f"Waited {patience} s for {pattern!r}:\n{self.output}"
            time.sleep(0.05)

    def send(
        self, path: str, method: str = "GET", body: bytes | None = None, visitor: str = "", **headers: str
    ) -> http.client.HTTPResponse:
        """One request, the path sent exactly as it stands; `visitor` is the address it comes from."""
        connection = http.client.HTTPConnection(
            self.host, self.port, timeout=PATIENCE, source_address=(visitor, 0) if visitor else None
        )
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return connection.getresponse()

    def get(self, path: str, *request: Any, **headers: Any) -> Answer:
        """The same, and all that is answered."""
        answer = self.send(path, *request, **headers)
        return Answer(
            answer.status, dict(answer.getheaders()), answer.read(), answer.headers.get_all("Set-Cookie") or []
        )

    def lesson(self, name: str, **headers: str) -> Answer:
        """A lesson's page; it is waited for until it is made."""
        while (answer := self.get(f"/lessons/{name}.html?ready", **headers)).status == 202:
            pass
        return answer

    def descendants(self) -> set[int]:
        """The numbers of every process it has started, and of those they have."""
        parents: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:  # it has ended between two looks
                continue
            if fields[0] != "Z":
                parents[int(stat.parent.name)] = int(fields[1])
        found = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return found - {self.process.pid}

    def stop(self, number: int = signal.SIGINT, patience: float = PATIENCE) -> int:
        """End the server by a signal, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(patience)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.classes.cleanup()


@contextmanager
def reserved_port() -> Iterator[int]:
    """Keep a port of this machine for a server that is started there later, or twice.

    The port stays bound without being listened on. So the system gives it to nobody who asks for any free port,
    and a server that names it can still listen on it, since both sockets allow their address to be shared.
    """
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield int(kept.getsockname()[1])


class QuietFiles(http.server.SimpleHTTPRequestHandler):
    """Answer with the files of a folder and log nothing."""

    def log_message(self, *_told: object) -> None:
        """Log nothing."""


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Serve a folder as a web space does that knows nothing but files; its address, without a slash at the end."""
    handler = partial(QuietFiles, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_port}"
        files.shutdown()


def story(told: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test in an event loop of its own."""

    @functools.wraps(told)
    def test(*given: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(told(*given, **named), PATIENCE))

    return test


def start_as_on(system: str) -> None:
    """From now on, start every server as on "win32" or "darwin", simulated; "" is the system that is there."""
    if system:
        os.environ.update(GAMEKIT_SYSTEM=system, PYTHONPATH=str(OTHER_SYSTEMS))


def gone(pids: set[int], patience: float = PATIENCE) -> bool:
    """Whether all these processes end within some seconds."""
    return soon(lambda: not any(running(pid) for pid in pids), patience)


def soon(happened: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Whether something comes true within some seconds."""
    end = time.monotonic() + patience
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def starts(process: subprocess.Popen[Any], ready: Callable[[], bool]) -> bool:
    """Whether a program gets ready: it is waited for as long as it lives, for a busy machine may take minutes."""
    soon(lambda: ready() or process.poll() is not None, LONGEST_START)
    return ready()


def running(pid: int) -> bool:
    """Whether a process is there and not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


ABOUT: Final = {
    "title": "A lesson",
    "question": "Why?",
    "game": "kartenspiel",
    "subject": "probability",
    "level": "first steps",
    "minutes": 15,
}


def write_lesson(path: Path, cells: Iterable[Any], **about: Any) -> Path:
    """Write a small lesson of these cells; what is not said about it is as in any."""
    spec = {"name": "python3", "language": "python", "display_name": "Python 3"}
    metadata = {"kernelspec": spec, "gamekit": ABOUT | about}
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells), metadata=metadata), path)
    return path


def lesson(path: Path, *cells: str, **metadata: Any) -> Path:
    """Write a small lesson: text, then cells of code. Written again, its cells keep their ids."""
    text, *code = cells
    made = [nbformat.v4.new_markdown_cell(text), *map(nbformat.v4.new_code_cell, code)]
    for number, cell in enumerate(made, start=1):
        cell.id = f"cell-{number}"
    return write_lesson(path, made, **metadata)
