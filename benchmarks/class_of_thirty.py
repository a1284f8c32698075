"""A class opens one lesson at the same moment, then clicks for a minute: how long each waits, and what it costs.

    python -m benchmarks.class_of_thirty                    # the targets of the project, as `serve --class 30` is
    python -m benchmarks.class_of_thirty --plain            # for comparison: no ready pages, no forked kernels
    python -m benchmarks.class_of_thirty --front-end        # every client also fetches all scripts, nothing cached

Clients are real HTTP and websocket clients on loopback, in this process, doing what the page's scripts do: fetch the
page, connect to its kernel, ask for the widgets, say hello, then make legal moves. Bounded in count and time. Ends
with 1 if a target is missed. Timings of a machine that does other work mean little: the load is printed with them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import statistics
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, WebSocketError, websocket_connect

from tests.serving import Server, lesson

LAST_INTERACTIVE = 3.0
CLICK_P95 = 0.100
MEMORY_MB = 2000
GIVE_UP = 60.0
SPARE = 2
"""Pages that may be open beside those of the learners and latecomers."""
LANES = 6
"""Connections a browser opens to one server."""
PLAY_PAGE = """
import gamekit as gk
gk.play(gk.load("kartenspiel"), seed=1)
"""


@dataclass
class Client:
    """One learner's browser."""

    base: str
    number: int
    opened: float = 0.0
    """Seconds until the page had arrived."""
    interactive: float = 0.0
    """Seconds until the board was there with its legal moves."""
    clicks: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    async def open(self, http: AsyncHTTPClient, scripts: list[str]) -> None:
        """Open the page, and stay until the board can be played on."""
        began = time.perf_counter()
        page = await http.fetch(f"{self.base}/voila/render/play.ipynb", request_timeout=GIVE_UP)
        text = page.body.decode()
        self.opened = time.perf_counter() - began
        kernel = re.search(r'"kernelId": ?"([\w-]+)"', text)
        model = re.search(r'"model_id": ?"(\w+)"', text)
        if not kernel or not model:
            raise RuntimeError("the page has no kernel or no board in it")
        self.kernel, self.model = kernel[1], model[1]
        if scripts:
            lanes = [scripts[lane::LANES] for lane in range(LANES)]
            await asyncio.gather(*(fetch_in_turn(self.base, lane) for lane in lanes))
        address = f"{self.base.replace('http', 'ws')}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4()}"
        self.line: WebSocketClientConnection = await websocket_connect(address, max_message_size=50_000_000)
        await self.ask("kernel_info_request", {}, "kernel_info_reply")
        control = uuid.uuid4().hex
        await self.ask(
            "comm_open",
            {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}},
            "status",
            metadata={"version": "1.0.0"},
        )
        await self.ask("comm_msg", {"comm_id": control, "data": {"method": "request_states"}}, "comm_msg")
        everything = await self.tell({"do": "hello", "snapshot": None}, {"all"})
        self.now: dict[str, Any] = everything["data"]["now"]
        self.step = len(everything["data"]["actions"])
        self.interactive = time.perf_counter() - began

    async def ask(self, kind: str, content: dict[str, Any], reply: str, metadata: dict[str, Any] | None = None) -> None:
        """Send a message and wait for a certain kind of answer."""
        await self.send(kind, content, metadata)
        while (await self.hear())["header"]["msg_type"] != reply:
            pass

    async def tell(self, message: dict[str, Any], kinds: set[str]) -> dict[str, Any]:
        """Tell the board something and wait for what it says."""
        await self.send("comm_msg", {"comm_id": self.model, "data": {"method": "custom", "content": message}})
        while True:
            heard = await self.hear()
            data = heard["content"].get("data", {})
            if heard["header"]["msg_type"] == "comm_msg" and data.get("method") == "custom":
                said: dict[str, Any] = data["content"]
                if said["type"] == "error":
                    raise RuntimeError(said["text"])
                if said["type"] in kinds:
                    return said

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

    async def click(self, chooser: random.Random) -> None:
        """Make a legal move, or begin again where there is none; timed until the board says what came of it."""
        legal = [move["action"] for move in self.now["legal"]]
        message: dict[str, Any]
        if self.now["human"] and legal:
            message = {"do": "play", "action": chooser.choice(legal), "step": self.step}
        else:
            message = {"do": "undo"}
        began = time.perf_counter()
        said = await self.tell(message, {"update"})
        self.clicks.append(time.perf_counter() - began)
        while said.get("going_on"):
            said = await self.tell_nothing()
        self.now, self.step = said["now"], said["cut"] + len(said["actions"])

    async def tell_nothing(self) -> dict[str, Any]:
        """Wait for what the others do by themselves."""
        while True:
            heard = await self.hear()
            data = heard["content"].get("data", {})
            if data.get("method") == "custom" and data["content"]["type"] == "update":
                return dict(data["content"])


async def fetch_in_turn(base: str, paths: list[str]) -> None:
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
    except (OSError, RuntimeError, HTTPClientError, TimeoutError, WebSocketError, KeyError) as error:
        client.errors.append(f"client {client.number}: {type(error).__name__}: {error}")


async def click_for(client: Client, seconds: float, every: float) -> None:
    """Click at a steady pace, each client out of step with the others."""
    chooser = random.Random(client.number)
    end = time.perf_counter() + seconds
    await asyncio.sleep(chooser.random() * every)
    while time.perf_counter() < end:
        began = time.perf_counter()
        await client.click(chooser)
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))


def memory(server: Server) -> tuple[float, int]:
    """Megabytes of the server and all it started (shared pages counted once), and how many processes."""
    pids = {server.process.pid} | server.descendants()
    total = 0
    for pid in pids:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1])  # type: ignore[index]
    return total / 1024, len(pids)


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def measure(chosen: argparse.Namespace, server: Server) -> bool:
    """Run the whole class; print what it took; whether every target was met."""
    AsyncHTTPClient.configure(SimpleAsyncHTTPClient, max_clients=200)
    http = AsyncHTTPClient()
    base = f"http://127.0.0.1:{server.port}"
    scripts = front_end(server) if chosen.front_end else []
    load = os.getloadavg()[0]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load before {load:.1f}")
    print(f"{chosen.clients} clients at once; each also fetches {len(scripts)} scripts" if scripts else "")

    clients = [Client(base, number) for number in range(chosen.clients)]
    await asyncio.gather(*(guarded(client, client.open(http, scripts)) for client in clients))
    ready = [client for client in clients if not client.errors]
    if not ready:
        print("nobody could open the page:", clients[0].errors[0])
        return False
    waits = [client.interactive for client in ready]
    used, processes = memory(server)
    print(f"page there       median {statistics.median(c.opened for c in ready):6.2f} s")
    print(f"interactive      median {statistics.median(waits):6.2f} s   last {max(waits):6.2f} s")
    print(f"memory           {used:.0f} MB in {processes} processes (PSS)")

    await asyncio.gather(*(guarded(client, click_for(client, chosen.seconds, chosen.every)) for client in ready))
    clicks = [seconds for client in ready for seconds in client.clicks]
    print(
        f"{len(clicks)} clicks      median {1000 * statistics.median(clicks):6.1f} ms   "
        f"95 % {1000 * percentile(clicks, 0.95):6.1f} ms   slowest {1000 * max(clicks):6.1f} ms"
    )
    after, processes = memory(server)
    print(f"memory after     {after:.0f} MB in {processes} processes (PSS)")

    late = [Client(base, 1000 + number) for number in range(chosen.late)]
    await asyncio.gather(*(guarded(client, client.open(http, [])) for client in late))
    lates = [client.interactive for client in late if not client.errors]
    if lates:
        print(f"{len(lates)} more at once   median {statistics.median(lates):6.2f} s   last {max(lates):6.2f} s")

    errors = [error for client in (*clients, *late) for error in client.errors]
    for error in errors[:5]:
        print("error:", error)
    verdicts = {
        f"all interactive within {LAST_INTERACTIVE} s": not errors and max(waits) <= LAST_INTERACTIVE,
        f"95 % of clicks within {1000 * CLICK_P95:.0f} ms": percentile(clicks, 0.95) <= CLICK_P95,
        "no errors": not errors,
        f"memory under {MEMORY_MB} MB": max(used, after) <= MEMORY_MB,
        f"{chosen.late} latecomers served": len(lates) == chosen.late,
    }
    for target, met in verdicts.items():
        print("met   " if met else "MISSED", target)
    return all(verdicts.values())


def front_end(server: Server) -> list[str]:
    """What a browser with an empty cache fetches: the page's own files and Voilà's eighty largest scripts."""
    import voila

    static = Path(voila.__file__).parents[4] / "share" / "jupyter" / "voila" / "templates" / "base" / "static"
    files = sorted(static.glob("*.js"), key=lambda path: -path.stat().st_size)[:80]
    page = server.get("/voila/render/play.ipynb").text
    linked = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg)[^"]*)"', page)
    return [*linked, *(f"/voila/static/{path.name}" for path in files)]


def main() -> int:
    """Read the options, start the server, measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--clients", type=int, default=30)
    options.add_argument("--late", type=int, default=10)
    options.add_argument("--seconds", type=float, default=60.0, help="how long everybody clicks")
    options.add_argument("--every", type=float, default=2.0, help="seconds between two clicks of a client")
    options.add_argument("--plain", action="store_true", help="no ready pages, no forked kernels")
    options.add_argument("--forked", action="store_true", help="forked kernels, but no ready pages")
    options.add_argument("--front-end", action="store_true", help="fetch all scripts too")
    chosen = options.parse_args()
    if not 1 <= chosen.clients <= 100 or not 0 <= chosen.late <= 50 or not 0 < chosen.seconds <= 600:
        options.error("at most 100 clients, 50 latecomers and 600 seconds")
    with tempfile.TemporaryDirectory() as folder:
        lesson(Path(folder) / "play.ipynb", "# Play", PLAY_PAGE, title="Play")
        prepared = ["--class", str(chosen.clients), "--address", "127.0.0.1", "--lesson", "play"]
        ready = [] if chosen.plain or chosen.forked else prepared
        ready += ["--pages-each", str(chosen.clients + chosen.late + SPARE)]  # the whole class has one address here
        began = time.perf_counter()
        with Server(Path(folder), *ready, *(["--plain-kernels"] if chosen.plain else []), patience=300) as server:
            print(f"ready after {time.perf_counter() - began:.0f} s")
            return 0 if asyncio.run(measure(chosen, server)) else 1


if __name__ == "__main__":
    sys.exit(main())
