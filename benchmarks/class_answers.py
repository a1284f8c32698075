"""Measure a class's answers: simulated pupils complete a lesson while a teacher's board is open.

    python -m benchmarks.class_answers                  # 30 pupils, then 60, half a minute each
    python -m benchmarks.class_answers --pupils 30 --seconds 120

Each pupil joins, reaches every step, stores every prediction (one of two changes it), and answers every question, at
random moments. A real server on loopback stores the reports; a WebSocket brings the board. Then the table that a
teacher would export is compared with the reports sent. class_of_thirty.py measures pages and panels.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import io
import json
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import websocket_connect

from benchmarks.class_of_thirty import memory_mb
from gamekit.lessons.catalog import own_folder, step_names
from gamekit.server.notebook_runner import run_cells
from gamekit.server.page_cache import list_questions
from gamekit.widgets.error_guard import ALONE
from tests.serving import Server, start_as_on

LESSON = "route66/02-speedometer"
TARGET_MS = 1000
AT_ONCE_MS, EACH_MS = 300, 10
"""All answers of the same moment: the board is right so soon after the last, with so much CPU time for each."""


@dataclass
class Pupil:
    """A pupil's reports in order, and the cookies of their browser."""

    number: int
    reports: list[dict[str, Any]]
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie, "X-XSRFToken": self.cookies.get("_xsrf", "")}

    def remember(self, answer: HTTPResponse) -> None:
        for cookie in answer.headers.get_list("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value


def whole_lesson(number: int, luck: random.Random) -> list[dict[str, Any]]:
    """Return everything one pupil's page sends in the lesson, in random order."""
    steps = range(1, len(step_names(own_folder(), LESSON)) + 1)
    reports: list[dict[str, Any]] = [{"number": at, "done": at} for at in steps]
    for key, asked in questions().items():
        for _ in range(1 + number % 2 if asked["kind"] == "bet" else 1):
            most = len(asked.get("choices") or ()) - 1 if asked.get("choices") else int(asked.get("high", 100))
            reports.append({"key": key, "value": luck.randint(int(asked.get("low", 0)), most)})
    luck.shuffle(reports)
    return [one | {"turn": turn, "lesson": LESSON} for turn, one in enumerate(reports, 1)]


@cache
def questions() -> dict[str, dict[str, Any]]:
    """Return the questions of the lesson by key, without exercises that repeat without end."""
    os.environ[ALONE] = "1"  # as in a worker: cards write down what their page must know
    asked = dict(one for part in run_cells(own_folder(), LESSON).parts for one in list_questions(part))
    return {key: told for key, told in asked.items() if not told.get("is_practice")}


def told(reports: list[dict[str, Any]]) -> dict[tuple[str, str], str]:
    """Return the expected table of one pupil: the last value of each prediction and answer, as it is written."""
    found = {}
    for one in reports:
        if "key" in one:
            asked, value = questions()[one["key"]], one["value"]
            found[asked["kind"], one["key"]] = asked["choices"][value] if asked.get("choices") else str(value)
    return found


async def measure(server: Server, count: int, seconds: float) -> bool:
    """Run one class and print the result; return whether every answer was stored once and the target was reached."""
    client = AsyncHTTPClient(max_clients=count + 2)
    code = found(server, r"class's code:  (\S+)")
    luck = random.Random(count)
    pupils = [Pupil(number, whole_lesson(number, luck)) for number in range(count)]
    teacher = Pupil(0, [])
    key = found(server, r"for you alone:  \S+\?key=(\w+)")
    teacher.remember(await ask(client, server, f"/class/teacher?key={key}"))

    async def join(pupil: Pupil) -> None:
        pupil.remember(await ask(client, server, "/class/privacy"))
        form = {"do": "join", "code": code, "nickname": f"Pupil {pupil.number}", "_xsrf": pupil.cookies["_xsrf"]}
        pupil.remember(await ask(client, server, "/class", pupil, urlencode(form).encode()))

    await asyncio.gather(*map(join, pupils))
    sent: list[tuple[float, float]] = []  # when each bet or answer that is new was sent, and when it was confirmed
    alike: list[int] = []  # the highest bar of each question
    boards: list[tuple[float, int]] = []  # when the board changed, and how many it then counted

    async def watch() -> None:
        line = await websocket_connect(
            HTTPRequest(server.base.replace("http", "ws") + "/class/live/board", headers=teacher.headers)
        )
        while (said := await line.read_message()) is not None:
            questions = json.loads(said)["questions"]
            boards.append((time.perf_counter(), sum(one["rounds"][0]["count"] for one in questions)))
            alike[:] = [max(bar["count"] for bar in one["rounds"][0]["bars"]) for one in questions]

    async def go_through(pupil: Pupil) -> None:
        seen: set[str] = set()
        for report in pupil.reports:
            await asyncio.sleep(random.uniform(0, 2 * seconds / len(pupil.reports)))
            began = time.perf_counter()
            while (
                answer := await ask(client, server, "/class/report", pupil, json.dumps(report).encode())
            ).code == 429:
                await asyncio.sleep(1)
            assert json.loads(answer.body) == {"stored": report["turn"]}, answer.body
            if "key" in report and report["key"] not in seen:
                sent.append((began, time.perf_counter()))
            seen.add(report.get("key", ""))

    watching = asyncio.create_task(watch())
    began = time.perf_counter()
    await asyncio.gather(*map(go_through, pupils))
    took = time.perf_counter() - began
    expected = len(sent)
    for _ in range(100):
        if boards and boards[-1][1] >= expected:
            break
        await asyncio.sleep(0.05)

    table = (await ask(client, server, "/class/answers.csv", teacher)).body.decode("utf-8-sig")
    complete = compare(table, pupils)
    key = next(key for key, asked in questions().items() if asked["kind"] == "bet")
    used = cpu_seconds(server)
    at_once = [{"turn": 10**6, "lesson": LESSON, "key": key, "value": int(questions()[key]["low"])} for _ in pupils]
    await asyncio.gather(
        *(ask(client, server, "/class/report", *both) for both in zip(pupils, map(to_body, at_once), strict=True))
    )
    last = time.perf_counter()
    while count not in alike and time.perf_counter() < last + 30:
        await asyncio.sleep(0.005)
    right = 1000 * (time.perf_counter() - last)
    each = 1000 * (cpu_seconds(server) - used) / count
    watching.cancel()
    late = sorted(delays(sent, boards))
    confirm = [1000 * (end - start) for start, end in sent]
    ninety_five = float(np.percentile(late, 95))
    reports = sum(len(pupil.reports) for pupil in pupils)
    memory = memory_mb({server.process.pid, *server.descendants()})
    print(
        f"{count} pupils, {reports} reports in {took:.0f} s, {len(boards)} pictures of the board, PSS {memory:.0f} MB"
    )
    print(f"  every answer stored once: {'yes' if complete else 'NO'}")
    print(f"  confirmed after {np.median(confirm):.0f} ms, 95 % within {np.percentile(confirm, 95):.0f} ms")
    print(f"  on the board after {np.median(late):.0f} ms, 95 % within {ninety_five:.0f} ms (target {TARGET_MS})")
    print(f"  all at once: the board is right {right:.0f} ms after the last (target {AT_ONCE_MS})")
    print(f"  and each takes {each:.1f} ms of CPU (target {EACH_MS})")
    return complete and ninety_five <= TARGET_MS and right <= AT_ONCE_MS and each <= EACH_MS


def to_body(report: dict[str, Any]) -> bytes:
    return json.dumps(report).encode()


def cpu_seconds(server: Server) -> float:
    """Return the CPU seconds of the server's own process, which stores and counts."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def delays(sent: list[tuple[float, float]], boards: list[tuple[float, int]]) -> Iterator[float]:
    """Yield the milliseconds from sending to the board: the k-th stored is on the first board that counts k of them."""
    for place, (began, _end) in enumerate(sorted(sent, key=lambda one: one[1]), 1):
        yield 1000 * (next(at for at, counted in boards if counted >= place) - began)


def compare(table: str, pupils: list[Pupil]) -> bool:
    """Return whether the table has each prediction and answer of everybody exactly once, with the value sent last."""
    rows = [row for row in csv.DictReader(io.StringIO(table)) if row["kind"] != "step"]
    steps = [row for row in csv.DictReader(io.StringIO(table)) if row["kind"] == "step"]
    fine = len(steps) == len(pupils) and len(rows) == sum(len(told(pupil.reports)) for pupil in pupils)
    for pupil in pupils:
        mine = [(row["kind"], row["answer"]) for row in rows if row["nickname"] == f"Pupil {pupil.number}"]
        fine = fine and Counter(mine) == Counter((kind, value) for (kind, _key), value in told(pupil.reports).items())
    return fine


async def ask(
    client: AsyncHTTPClient, server: Server, path: str, who: Pupil | None = None, body: bytes | None = None
) -> HTTPResponse:
    headers = who.headers if who else {}
    request = HTTPRequest(
        server.base + path, "POST" if body else "GET", headers, body, follow_redirects=False, request_timeout=60
    )
    return await client.fetch(request, raise_error=False)


def found(server: Server, pattern: str) -> str:
    """Return the first match of a pattern with one group in the server's output."""
    match = re.search(pattern, server.output)
    assert match, server.output
    return match[1]


def main() -> int:
    """Measure; return 1 if a target is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pupils", type=int, nargs="*", default=[30, 60])
    options.add_argument("--seconds", type=float, default=30.0, help="how long the lesson takes")
    options.add_argument("--system", choices=("win32", "darwin"), default="", help="the server as there, simulated")
    chosen = options.parse_args()
    start_as_on(chosen.system)
    if not all(1 <= count <= 100 for count in chosen.pupils) or not 1 <= chosen.seconds <= 600:
        options.error("at most 100 pupils and 600 seconds")
    reached = True
    for count in chosen.pupils:
        settings = ("--class", str(count), "--address", "127.0.0.1")
        with Server(Path(own_folder()), *settings) as server:
            reached = asyncio.run(measure(server, count, chosen.seconds)) and reached
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
