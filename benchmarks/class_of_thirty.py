"""A class opens a lesson at the same moment, works, is joined by others, and goes on: who waits how long, at what cost.

    python -m benchmarks.class_of_thirty                              # the card game's first lesson, then the next one
    python -m benchmarks.class_of_thirty --lesson auf_achse/05-best-tour
    python -m benchmarks.class_of_thirty --every                      # every lesson, one after the other, on one server
    python -m benchmarks.class_of_thirty --soon                       # only the first lesson has been made ready

Clients are real HTTP and websocket clients on loopback, in this process, doing what the page's scripts do: fetch the
page and every file of the front end, nothing cached, connect to its kernel, ask for the widgets, say hello to a board
or card and wait for its answer. Then all ask their boards for a while (what a page asks its kernel), all start the
same panel at once, latecomers come, and everybody goes on to the next lesson. Bounded in count and time. Ends with 1 if
a target is missed. Clients and server share the cores, and both have their processor time printed. Timings of a machine
that does other work mean little: the load is printed with them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import resource
import statistics
import sys
import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, WebSocketError, websocket_connect

from gamekit.serve.lessons import find_lessons, own_folder
from gamekit.serve.ready import memory_mb
from tests.serving import Server

FIRST = "kartenspiel/01-rules"
LAST_INTERACTIVE = 3.0
ASKED_P95 = 0.100
MEMORY_MB = 2000
GIVE_UP = 120.0
SPARE = 2
"""Pages that may be open beside those of the learners and latecomers."""
LANES = 6
"""Connections a browser opens to one server."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Client:
    """One learner's browser."""

    base: str
    number: int
    opened: float = 0.0
    """Seconds until the page had arrived."""
    interactive: float = 0.0
    """Seconds until a board or card had answered."""
    asked: list[float] = field(default_factory=list)
    ran: float = 0.0
    """Seconds until the panel had answered."""
    queued: list[str] = field(default_factory=list)
    """What was said while it waited its turn."""
    errors: list[str] = field(default_factory=list)
    kernel: str = ""

    async def open(self, http: AsyncHTTPClient, lesson: str, scripts: Sequence[str]) -> None:
        """Open the page, and stay until something on it answers."""
        began = time.perf_counter()
        page = await http.fetch(f"{self.base}/voila/render/{lesson}.ipynb", request_timeout=GIVE_UP)
        text = page.body.decode()
        self.opened = time.perf_counter() - began
        kernel = re.search(r'"kernelId": ?"([\w-]+)"', text)
        shown = re.findall(r'"model_id": ?"(\w+)"', text)
        if not kernel or not shown or "gk-failed" in text:
            raise RuntimeError("the page has no kernel or no board in it, or a cell that failed")
        self.kernel = kernel[1]
        lanes = [scripts[lane::LANES] for lane in range(LANES)]
        await asyncio.gather(*(fetch_in_turn(self.base, lane) for lane in lanes if lane))
        address = f"{self.base.replace('http', 'ws')}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4()}"
        self.line: WebSocketClientConnection = await websocket_connect(address, max_message_size=50_000_000)
        await self.ask("kernel_info_request", {}, "kernel_info_reply")
        control = uuid.uuid4().hex
        opening = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
        await self.ask("comm_open", opening, "status", metadata={"version": "1.0.0"})
        states = await self.ask("comm_msg", {"comm_id": control, "data": {"method": "request_states"}}, "comm_msg")
        found: dict[str, Any] = states["content"]["data"]["states"]
        kinds = {model: str(found[model]["state"].get("_anywidget_id", "")) for model in shown if model in found}
        self.cards = [model for model in shown if kinds.get(model, "").startswith("gamekit.")]
        self.panels = [model for model in self.cards if kinds[model].endswith(".Lab")]
        await self.hello()
        self.interactive = time.perf_counter() - began

    async def ask(
        self, kind: str, content: dict[str, Any], reply: str, metadata: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Send a message and wait for a certain kind of answer."""
        await self.send(kind, content, metadata)
        while (heard := await self.hear())["header"]["msg_type"] != reply:
            pass
        return heard

    async def hello(self) -> None:
        """Say hello to the first board or card, as its page does, and wait for the answer."""
        began = time.perf_counter()
        await self.tell(self.cards[0], {"do": "hello", "number": uuid.uuid4().hex})
        while (await self.said(self.cards[0]))["type"] not in ("answer", "all"):
            pass
        self.asked.append(time.perf_counter() - began)

    async def run_panel(self, number: int) -> None:
        """Start a panel with its controls as they stand, and wait for the result."""
        began, panel = time.perf_counter(), self.panels[number]
        await self.tell(panel, {"do": "run", "values": {}})
        while (said := await self.said(panel))["type"] != "result":
            if said["type"] == "error":
                raise RuntimeError(said["text"])
            if said["type"] == "progress" and " before you" in said.get("text", ""):
                self.queued.append(said["text"])
        self.ran = time.perf_counter() - began

    async def tell(self, model: str, message: dict[str, Any]) -> None:
        """Tell a widget something."""
        await self.send("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": message}})

    async def said(self, model: str) -> dict[str, Any]:
        """The next thing a widget says."""
        while True:
            heard = await self.hear()
            data = heard["content"].get("data", {})
            if heard["content"].get("comm_id") == model and data.get("method") == "custom":
                return dict(data["content"])

    async def send(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None) -> None:
        """One message in Jupyter's form."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": "class",
            "username": "",
            "version": "5.3",
            "date": datetime.now(UTC).isoformat(),
        }
        message = {"header": header, "parent_header": {}, "metadata": metadata or {}, "content": content}
        await self.line.write_message(json.dumps(message | {"channel": "shell"}))

    async def hear(self) -> dict[str, Any]:
        """The next message of the kernel."""
        got = await asyncio.wait_for(self.line.read_message(), GIVE_UP)
        if got is None:
            raise ConnectionError("the connection was closed")
        heard: dict[str, Any] = json.loads(got)
        return heard

    async def leave(self, http: AsyncHTTPClient) -> None:
        """Go away from the page, as a browser tells it."""
        if self.kernel:
            await http.fetch(f"{self.base}/voila/api/shutdown/{self.kernel}", method="POST", body="")
            self.line.close()


async def fetch_in_turn(base: str, paths: Sequence[str]) -> None:
    """Fetch files one after another over one connection, as a browser does."""
    where = urlsplit(base)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    for path in paths:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), GIVE_UP)).decode()
        length = re.search(r"Content-Length: (\d+)", head)
        if " 200 " not in head.split("\r\n")[0] or length is None:
            raise RuntimeError(f"{path}: {head.splitlines()[0]}")
        await reader.readexactly(int(length[1]))
    writer.close()


async def guarded(client: Client, doing: Any) -> None:
    """What went wrong is counted, not raised: the others go on."""
    try:
        await doing
    except (OSError, RuntimeError, HTTPClientError, TimeoutError, WebSocketError, LookupError) as error:
        client.errors.append(f"client {client.number}: {type(error).__name__}: {error}")


async def ask_for(client: Client, seconds: float, every: float) -> None:
    """Ask at a steady pace, each client out of step with the others."""
    chooser = random.Random(client.number)
    end = time.perf_counter() + seconds
    await asyncio.sleep(chooser.random() * every)
    while time.perf_counter() < end:
        began = time.perf_counter()
        await client.hello()
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Class:
    """Clients of one server, and what they were promised."""

    def __init__(self, server: Server) -> None:
        AsyncHTTPClient.configure(SimpleAsyncHTTPClient, max_clients=200)
        self.http = AsyncHTTPClient()
        self.server, self.base = server, f"http://127.0.0.1:{server.port}"
        self.missed: list[str] = []
        self._known: dict[int, int] = {}

    @property
    def pids(self) -> set[int]:
        """The server's processes."""
        return {self.server.process.pid} | self.server.descendants()

    def processor(self) -> float:
        """Seconds of processor time that the server's processes have taken, those included that are gone."""
        for pid in self.pids:
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            self._known[pid] = int(fields[11]) + int(fields[12])
        return sum(self._known.values()) / TICKS

    def check(self, what: str, value: float, most: float) -> None:
        """Take note of a target that is missed."""
        if not value <= most:
            self.missed.append(f"{what}: {value:.3g}, allowed {most:g}")

    def failed(self, what: str, clients: Iterable[Client]) -> None:
        """Take note of what went wrong."""
        errors = [error for client in clients for error in client.errors]
        if errors:
            self.missed.append(f"{what}: {len(errors)} errors, the first: {errors[0]}")

    async def opened(self, what: str, lesson: str, clients: list[Client]) -> None:
        """All open the same lesson at the same moment."""
        scripts = self.front_end(lesson)
        load, mine, theirs = os.getloadavg()[0], own_time(), self.processor()
        await asyncio.gather(*(guarded(one, one.open(self.http, lesson, scripts)) for one in clients))
        mine, theirs = own_time() - mine, self.processor() - theirs
        used = memory_mb(list(self.pids))
        waits = [one.interactive for one in clients if not one.errors] or [float("inf")]
        print(
            f"{lesson:34} {what:24} last {max(waits):5.2f} s  median {statistics.median(waits):5.2f} s  "
            f"PSS {used:5.0f} MB in {len(self.pids)} processes  "
            f"processor: server {theirs:.1f} s, clients {mine:.1f} s  load before {load:.1f}",
            flush=True,
        )
        self.failed(f"{lesson}, {what}", clients)
        self.check(f"{lesson}, {what}: seconds until the last is interactive", max(waits), LAST_INTERACTIVE)
        self.check(f"{lesson}, {what}: MB", used, MEMORY_MB)

    def front_end(self, lesson: str) -> list[str]:
        """What a browser with an empty cache fetches: the files the page names, and Voilà's eighty largest scripts."""
        import voila

        static = Path(voila.__file__).parents[4] / "share" / "jupyter" / "voila" / "templates" / "base" / "static"
        files = sorted(static.glob("*.js"), key=lambda path: -path.stat().st_size)[:80]
        if not hasattr(self, "_linked"):  # the same on every page; asked for on one that is ready already
            with_kernel = self.server.get(f"/voila/render/{lesson}.ipynb")
            self._linked = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg)[^"]*)"', with_kernel.text)
            self.server.get(f"/voila/api/shutdown/{with_kernel.kernel}", method="POST", body=b"")
        return [*self._linked, *(f"/voila/static/{path.name}" for path in files)]

    async def asked(self, clients: list[Client], seconds: float, pace: float) -> None:
        """What pages ask of their kernels, for a while."""
        for one in clients:
            one.asked.clear()
        await asyncio.gather(*(guarded(one, ask_for(one, seconds, pace)) for one in clients))
        self.report("asked", clients)

    def report(self, what: str, clients: list[Client]) -> None:
        """How long answers took."""
        took = [seconds for one in clients for seconds in one.asked]
        print(
            f"    {what}: {len(took)} answers, median {1000 * statistics.median(took):.0f} ms, "
            f"95 % {1000 * percentile(took, 0.95):.0f} ms",
            flush=True,
        )
        self.check(f"{what}: seconds to an answer, 95 %", percentile(took, 0.95), ASKED_P95)

    async def ran(self, lesson: str, clients: list[Client], number: int) -> None:
        """All start the same panel at once; half a minute in a class is much, so how long is told."""
        theirs = self.processor()
        await asyncio.gather(*(guarded(one, one.run_panel(number)) for one in clients))
        theirs, used = self.processor() - theirs, memory_mb(list(self.pids))
        took = [one.ran for one in clients if not one.errors] or [float("inf")]
        places = next((one.queued[0] for one in clients if one.queued), "nobody was told to wait")
        print(
            f"    {len(clients)} panels at once: first {min(took):.2f} s, last {max(took):.2f} s, "
            f"processor {theirs:.1f} s; {sum(bool(one.queued) for one in clients)} queued, one was told: {places}; "
            f"then PSS {used:.0f} MB",
            flush=True,
        )
        self.failed(f"{lesson}, panels", clients)
        self.check(f"{lesson}, panels: MB", used, MEMORY_MB)

    async def gone(self, clients: list[Client]) -> None:
        """All leave their pages."""
        await asyncio.gather(*(guarded(one, one.leave(self.http)) for one in clients))

    def clients(self, count: int, first: int = 0) -> list[Client]:
        """New ones."""
        return [Client(self.base, first + number) for number in range(count)]


def own_time() -> float:
    """Seconds of processor time of the clients."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def one_lesson(chosen: argparse.Namespace, here: Class, lesson: str, following: str) -> None:
    """The whole class: a lesson, work, latecomers, and the next lesson."""
    pupils = here.clients(chosen.clients)
    await here.opened(f"{chosen.clients} at once", lesson, pupils)
    pupils = [one for one in pupils if not one.errors]
    await here.asked(pupils, chosen.seconds, chosen.pace)
    if pupils and pupils[0].panels:
        await here.ran(lesson, pupils, min(chosen.panel, len(pupils[0].panels) - 1))
    await here.gone(pupils)
    await here.opened(f"{chosen.late} latecomers", lesson, late := here.clients(chosen.late, 1000))
    await here.gone(late)
    await here.opened("the next one together", following, following_class := here.clients(chosen.clients, 2000))
    await here.gone(following_class)


async def measure(chosen: argparse.Namespace, server: Server) -> bool:
    """Measure, and say what was missed; whether nothing was."""
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
    here = Class(server)
    names = [lesson.name for lesson in find_lessons(own_folder())]
    if chosen.every:
        for lesson in names:
            pupils = here.clients(chosen.clients)
            await here.opened(f"{chosen.clients} at once", lesson, pupils)
            await here.gone(pupils)
    else:
        at = names.index(chosen.lesson)
        await one_lesson(chosen, here, chosen.lesson, names[(at + 1) % len(names)])
    for missed in here.missed:
        print("MISSED", missed)
    return not here.missed


def wait_until_all_are_ready(server: Server, count: int) -> None:
    """Wait until a class server has made every lesson that memory allows: none has come for some seconds."""
    before, since = -1, time.monotonic()
    while time.monotonic() - since < 20 and len(server.descendants()) <= count:
        now = len(server.descendants())
        if now != before:
            before, since = now, time.monotonic()
        time.sleep(1)
    used = memory_mb([server.process.pid, *server.descendants()])
    print(f"{before - 1} lessons have their parents, the others rest: {used:.0f} MB")


def main() -> int:
    """Read the options, start the server, measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lesson", default=FIRST, help="what everybody opens")
    options.add_argument("--every", action="store_true", help="every lesson, one after the other")
    options.add_argument("--soon", action="store_true", help="do not wait until the server has prepared all lessons")
    options.add_argument("--clients", type=int, default=30)
    options.add_argument("--late", type=int, default=40)
    options.add_argument("--panel", type=int, default=0, help="which panel of the lesson all start at once")
    options.add_argument("--seconds", type=float, default=10.0, help="how long everybody asks")
    options.add_argument("--pace", type=float, default=2.0, help="seconds between two questions of a client")
    chosen = options.parse_args()
    names = [lesson.name for lesson in find_lessons(own_folder())]
    if not 1 <= chosen.clients <= 100 or not 1 <= chosen.late <= 50 or not 0 < chosen.seconds <= 600:
        options.error("at most 100 clients, 50 latecomers and 600 seconds")
    if chosen.lesson not in names:
        options.error(f"the lessons are: {', '.join(names)}")
    seats = str(chosen.clients + chosen.late + SPARE)  # the whole class has one address here
    announced = ["--class", str(chosen.clients), "--address", "127.0.0.1", "--pages-each", seats]
    began = time.perf_counter()
    with Server(own_folder(), *announced, patience=300) as server:
        print(f"ready after {time.perf_counter() - began:.0f} s")
        if not chosen.soon:
            wait_until_all_are_ready(server, len(names))
        return 0 if asyncio.run(measure(chosen, server)) else 1


if __name__ == "__main__":
    sys.exit(main())
