"""Measure how long a class waits that opens a lesson at once, goes on to the next, and presses the same button.

    python -m benchmarks.class_of_thirty                            # every lesson in turn
    python -m benchmarks.class_of_thirty --lesson topics/rule_or_luck  # one lesson, and the next
    python -m benchmarks.class_of_thirty --against 74a92df          # the server of that commit too, for the ratios
    python -m benchmarks.class_of_thirty --system win32             # the server as on Windows, simulated

Clients are plain HTTP clients on loopback in this process, each with an address of its own. They fetch a page and every
file that it names over six connections, like a browser with an empty cache, and at the next lesson only new files. A
page is usable when all files have arrived, as boards and cards need nothing more. After some seconds of reading, all
press the button of one panel, first with different seeds, then with the same. Memory is that of all the server's
processes, with shared pages counted once (PSS). The exit status is 1 if a target is missed. Clients and server share
the cores; CPU time of both and the load are printed, as timings on a busy machine mean little.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gzip
import io
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from gamekit.lab.engine.batches import count_workers
from gamekit.lessons.catalog import find_lessons, own_folder
from tests.serving import ROOT, Server, start_as_on

USABLE_S, PANELS_S, MEMORY_MB, VISIT_MB = 1.5, 7.0, 600, 1.0
GIVE_UP_S = 120.0
LONGEST_LINE = 50_000_000
LANES = 6
"""Number of connections a browser opens to one server."""
FILES = re.compile(r'(?:<script[^>]* src|<link rel="(?:stylesheet|icon)"[^>]* href|<img[^>]* src)="([^"]+)"')
PARTS = re.compile(r'<script type="application/gzip" id="parts">([^<]*)</script>')
STAND_IN = "from nbconvert.preprocessors import TagRemovePreprocessor as LessonPreprocessor\n"
OLD = re.compile(r"^(\S+) +(\d+ at once|the next one together) +last +([\d.]+) s .* PSS +(\d+) MB", re.MULTILINE)
OLD_PANELS = re.compile(r"panels at once: first [\d.]+ s, last ([\d.]+) s")


@dataclass
class Client:
    """One pupil's browser: files fetched, bytes received and times waited."""

    base: str
    number: int
    fetched: set[str] = field(default_factory=set)
    received: int = 0
    """Bytes of all answers as received, with headers, before decompression."""
    usable: float = 0.0
    ran: float = 0.0
    said: list[str] = field(default_factory=list)
    """Messages of a panel before its answer."""
    errors: list[str] = field(default_factory=list)

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from this pupil's own address."""
        where = urlsplit(self.base)
        mine = (f"127.0.{1 + self.number // 200}.{1 + self.number % 200}", 0)
        return await asyncio.open_connection(where.hostname, where.port, local_addr=mine, limit=LONGEST_LINE)

    async def open(self, lesson: str) -> str:
        """Fetch a page and all that it names; return its text. Raises `RuntimeError` if a cell has failed."""
        began = time.perf_counter()
        path = f"/lessons/{lesson}.html"
        reader, writer = await self.line()
        while True:
            status, body = await self.get(reader, writer, path)
            if status != 202:
                break
            await asyncio.sleep(0.4)  # it is being made: the page asks again
        text = body.decode()
        if status != 200 or 'class="gk-failed" role="alert"><p>' in text or not PARTS.search(text):
            raise RuntimeError(f"{path}: status {status}, or a cell that failed")
        missing = [
            name for name in dict.fromkeys(urljoin(path, one) for one in FILES.findall(text)) if "data:" not in name
        ]
        missing = [name for name in missing if name not in self.fetched]
        lanes = [missing[lane::LANES] for lane in range(LANES)]
        await asyncio.gather(
            self.get_all(lanes[0], reader, writer), *(self.get_all(lane) for lane in lanes[1:] if lane)
        )
        self.fetched.update(missing)
        self.usable = time.perf_counter() - began
        return text

    async def get_all(
        self,
        paths: Iterable[str],
        reader: asyncio.StreamReader | None = None,
        writer: asyncio.StreamWriter | None = None,
    ) -> None:
        """Fetch files one after another over one connection. Raises `RuntimeError` if one is missing."""
        if reader is None or writer is None:
            reader, writer = await self.line()
        for path in paths:
            status, _body = await self.get(reader, writer, path)
            if status != 200:
                raise RuntimeError(f"{path}: status {status}")
        writer.close()

    async def get(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> tuple[int, bytes]:
        """Fetch a file; return its status and decompressed body."""
        host = urlsplit(self.base).netloc
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), GIVE_UP_S)
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        self.received += len(head) + len(body)
        if re.search(rb"(?i)content-encoding: gzip", head):
            body = gzip.decompress(body)
        return int(head.split(b" ", 2)[1]), body

    async def press(self, lesson: str, panel: dict[str, Any], seed: int) -> None:
        """Press a panel's button with its default values, and wait for the result."""
        began = time.perf_counter()
        values = {control["name"]: control["value"] for control in panel["controls"]}
        question = {"lesson": lesson, "language": "en", "panel": panel["panel"], "values": values}
        body = json.dumps(question | ({"seed": seed} if panel["luck"] else {})).encode()
        reader, writer = await self.line()
        head = f"POST /panel HTTP/1.1\r\nHost: {urlsplit(self.base).netloc}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        while True:
            line = await asyncio.wait_for(reader.readline(), GIVE_UP_S)
            if not line:
                raise ConnectionError("the answer broke off")
            if not line.startswith(b"{"):
                continue  # headers, and the lengths of chunks
            said = json.loads(line)
            if said["type"] == "result":
                break
            if said["type"] == "error":
                raise RuntimeError(said["text"])
            self.said.append(said.get("text", ""))
        writer.close()
        self.ran = time.perf_counter() - began

    async def guarded(self, doing: Coroutine[Any, Any, Any]) -> None:
        """Await something and record its error instead of raising it, so that the others go on."""
        try:
            await doing
        except (OSError, RuntimeError, TimeoutError, LookupError, asyncio.IncompleteReadError) as error:
            self.errors.append(f"client {self.number}: {type(error).__name__}: {error}")


def panels_of(text: str) -> list[dict[str, Any]]:
    """Return the panels of a page in order, those with a new seed at every press first."""
    packed = PARTS.search(text)
    assert packed
    parts = json.loads(gzip.decompress(base64.b64decode(packed[1])))["parts"]
    panels = [part["data"] for part in parts if part["kind"] == "panel"]
    return sorted(panels, key=lambda panel: not panel["luck"])


def memory_mb(pids: Iterable[int]) -> float:
    """Return the megabytes of these processes, with shared pages counted once (PSS); 0 for those that have ended."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue  # it has ended meanwhile
        found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
        total += int(found[1]) if found else 0
    return total / 1024


def own_time() -> float:
    """Return the CPU seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Class:
    """Clients of one server, the worst figures and the missed targets."""

    def __init__(self, server: Server, count: int) -> None:
        self.server, self.base = server, f"http://127.0.0.1:{server.port}"
        self.pupils = [Client(self.base, number) for number in range(count)]
        self.missed: list[str] = []
        self.worst: dict[str, float] = {}
        self._known: dict[int, int] = {}

    @property
    def pids(self) -> set[int]:
        """Ids of the server's processes."""
        return {self.server.process.pid} | self.server.descendants()

    def processor(self) -> float:
        """Return the CPU seconds of the server's processes, with those that have ended."""
        for pid in self.pids:
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            self._known[pid] = int(fields[11]) + int(fields[12])
        return sum(self._known.values()) / os.sysconf("SC_CLK_TCK")

    def check(self, what: str, value: float, most: float) -> None:
        """Record the worst value of a figure, and a missed target."""
        self.worst[what] = max(value, self.worst.get(what, 0.0))
        if not value <= most:
            self.missed.append(f"{what}: {value:.3g}, allowed {most:g}")

    async def opened(self, lesson: str, what: str) -> str:
        """Let all open the same lesson at once; return the text of its page."""
        load, mine, theirs = os.getloadavg()[0], own_time(), self.processor()
        texts: list[str] = []

        async def open_it(pupil: Client) -> None:
            texts.append(await pupil.open(lesson))

        await asyncio.gather(*(pupil.guarded(open_it(pupil)) for pupil in self.pupils))
        mine, theirs = own_time() - mine, self.processor() - theirs
        waits = self.took([pupil.usable for pupil in self.pupils])
        used = memory_mb(self.pids)
        print(
            f"{lesson:34} {what:10} last {max(waits):5.2f} s  median {statistics.median(waits):5.2f} s  "
            f"PSS {used:5.0f} MB in {len(self.pids)} processes  "
            f"processor: server {theirs:.2f} s, clients {mine:.2f} s  load before {load:.1f}",
            flush=True,
        )
        self.check(f"seconds until the last page is usable ({what})", max(waits), USABLE_S)
        self.check("MB of all processes, pages opened", used, MEMORY_MB)
        return texts[0] if texts else ""

    async def pressed(self, lesson: str, panel: dict[str, Any]) -> None:
        """Let all press the same button, with different seeds and then with the same."""
        for what, seed in (("own luck", lambda number: 1000 + number), ("all the same", lambda number: 7)):
            theirs = self.processor()
            await asyncio.gather(*(one.guarded(one.press(lesson, panel, seed(one.number))) for one in self.pupils))
            theirs, used = self.processor() - theirs, memory_mb(self.pids)
            took = self.took([one.ran for one in self.pupils])
            waited = next((one.said[0] for one in reversed(self.pupils) if one.said), "nothing")
            print(
                f"    {panel['title'][:40]:40} {what:12} first {min(took):5.2f} s  last {max(took):5.2f} s  "
                f"processor {theirs:.1f} s  PSS {used:.0f} MB  one was told: {waited}",
                flush=True,
            )
            self.check(f"seconds until the last panel has answered ({what})", max(took), PANELS_S)
            self.check("MB of all processes, panels run", used, MEMORY_MB)

    def took(self, seconds: list[float]) -> list[float]:
        """Return the times of the clients without errors; errors are missed targets."""
        errors = [error for pupil in self.pupils for error in pupil.errors]
        if errors:
            self.missed.append(f"{len(errors)} errors, the first: {errors[0]}")
        good = [value for value, pupil in zip(seconds, self.pupils, strict=True) if not pupil.errors]
        for pupil in self.pupils:
            pupil.errors.clear()
        return good or [float("inf")]

    async def go_through(self, names: list[str], panel: int, reading: float) -> None:
        """Lead the class from lesson to lesson, with one button on each."""
        before = 0.0
        for at, lesson in enumerate(names):
            text = await self.opened(lesson, "at once" if at == 0 else "go on")
            if at == 0:
                before = statistics.median(pupil.received for pupil in self.pupils)
                print(f"    a first visit: {before / 1e6:.2f} MB as they came over the line")
                self.check("MB of a first visit", before / 1e6, VISIT_MB)
            await asyncio.sleep(reading)
            if text and (found := panels_of(text)):
                await self.pressed(lesson, found[min(panel, len(found) - 1)])

    async def grow(self, lesson: str) -> None:
        """Double the number of pupils and print how much memory grows."""
        used = memory_mb(self.pids)
        self.pupils += [Client(self.base, len(self.pupils) + number) for number in range(len(self.pupils))]
        await self.opened(lesson, "twice")
        grown = memory_mb(self.pids) - used
        print(f"    with {len(self.pupils)} pupils {grown:+.0f} MB")


def wait_until_made(server: Server, names: list[str]) -> None:
    """Wait until the server has made every page, which it does in advance while it is idle."""
    began = time.perf_counter()
    for name in names:
        while server.get(f"/lessons/{name}.html").status == 202:
            time.sleep(0.5)
    print(f"all {len(names)} pages are made after {time.perf_counter() - began:.0f} s more")


def against(commit: str, names: list[str], every: bool) -> None:
    """Measure the server of an older commit with that commit's own benchmark, in a copy of its sources."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        print(f"Nothing to compare with: {archive.stderr.decode().strip()}")
        return
    with tempfile.TemporaryDirectory(prefix="gamekit-before-") as place:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(place, filter="data")
        # The template for Voilà that is installed has the older server's name, and names a module that it has not.
        stand_in = Path(place) / "gamekit" / "server" / "voila.py"
        if not stand_in.exists():
            stand_in.parent.mkdir(exist_ok=True)
            stand_in.write_text(STAND_IN)
        command = [sys.executable, "-m", "benchmarks.class_of_thirty", "--seconds", "1", "--late", "1"]
        command += ["--every"] if every else ["--lesson", names[0]]
        around = {**os.environ, "PYTHONPATH": place}
        done = subprocess.run(command, cwd=place, env=around, capture_output=True, text=True, check=False)
    found = done.stdout + done.stderr[-2000:]
    waits = [(float(last), int(used)) for _lesson, _what, last, used in OLD.findall(found)]
    print(f"the server of {commit}, by its own benchmark:")
    print(found)
    if waits:
        seconds, used = [wait[0] for wait in waits], max(wait[1] for wait in waits)
        print(f"    usable after {min(seconds):.2f} to {max(seconds):.2f} s, PSS up to {used} MB")
    if panels := [float(seconds) for seconds in OLD_PANELS.findall(found)]:
        print(f"    thirty panels at once: {min(panels):.2f} to {max(panels):.2f} s")


def main() -> int:
    """Read the options, start the server and measure; return 1 if a target is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lesson", help="only this lesson and the next one, instead of all")
    options.add_argument("--clients", type=int, default=30)
    options.add_argument("--panel", type=int, default=0, help="which panel of each lesson all press")
    options.add_argument("--reading", type=float, default=5.0, help="seconds between opening a page and the button")
    options.add_argument("--against", metavar="COMMIT", help="measure the server of this commit as well")
    options.add_argument("--system", choices=("win32", "darwin"), default="", help="the server as there, simulated")
    chosen = options.parse_args()
    start_as_on(chosen.system)
    names = [lesson.name for lesson in find_lessons(own_folder())]
    if not 1 <= chosen.clients <= 100:
        options.error("at most 100 clients")
    if chosen.lesson and chosen.lesson not in names:
        options.error(f"the lessons are: {', '.join(names)}")
    if chosen.lesson:
        at = names.index(chosen.lesson)
        names = [names[at], names[(at + 1) % len(names)]]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    if chosen.against:
        against(chosen.against, names, not chosen.lesson)
    began = time.perf_counter()
    with Server(own_folder(), "--workers", str(count_workers()), patience=300) as server:
        print(f"listening after {time.perf_counter() - began:.1f} s")
        wait_until_made(server, names)
        here = Class(server, chosen.clients)
        asyncio.run(here.go_through(names, chosen.panel, chosen.reading))
        asyncio.run(here.grow(names[0]))
    print("the worst of all lessons:")
    for what, value in here.worst.items():
        print(f"    {what}: {value:.2f}")
    for missed in here.missed:
        print("MISSED", missed)
    return 1 if here.missed else 0


if __name__ == "__main__":
    sys.exit(main())
