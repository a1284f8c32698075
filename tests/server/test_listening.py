"""Sockets of the server: half a request is not waited for, and where there is no room for one more it is said once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
import tornado.httpserver
import tornado.web

from gamekit.server import app, network
from gamekit.server.network import DESCRIPTORS, listen_on, raise_descriptor_limit
from tests.serving import PATIENCE, story

resource = pytest.importorskip("resource")


class Hello(tornado.web.Application):
    def __init__(self) -> None:
        super().__init__([("/", type("Page", (tornado.web.RequestHandler,), {"get": lambda page: page.write("here")}))])


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("usual", ["192.168.1.7", "192.168.1.9", "10.0.0.3"])
def test_the_address_that_leads_outside_is_the_first_of_all_that_others_reach(usual, monkeypatch) -> None:
    inet = partial(SimpleNamespace, family=socket.AF_INET)
    given = {"wlan0": [inet(address="192.168.1.9"), inet(address="192.168.1.7")], "eth0": [inet(address="10.0.0.3")]}
    given |= {"docker0": [inet(address="172.17.0.1")], "lo": [inet(address="127.0.0.1")]}  # lead nowhere else
    given["eth1"] = [inet(address="10.0.0.4")]  # switched off
    states = {name: SimpleNamespace(isup=name != "eth1") for name in given}
    monkeypatch.setattr(network, "psutil", SimpleNamespace(net_if_addrs=lambda: given, net_if_stats=lambda: states))
    monkeypatch.setattr(network, "own_address", lambda: usual)
    found = [one.address for one in network.find_addresses()]
    assert found[0] == usual
    assert sorted(found) == ["10.0.0.3", "192.168.1.7", "192.168.1.9"]


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> app.LessonServer:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    made = app.LessonServer(app.ServerSettings(tmp_path, port=0))
    made.app = Hello()
    return made


def test_a_long_address_stands_in_brackets_in_what_is_opened(lessons: app.LessonServer) -> None:
    lessons.choices = replace(lessons.choices, address="::1")
    assert lessons.address_to_open.startswith("http://[::1]:")


def client(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


async def sent(one: socket.socket, text: bytes) -> bytes:
    """What a connection gets to hear until it is closed."""
    heard = b""
    with contextlib.suppress(ConnectionError):  # closed before all was sent, or before it was read at the other end
        await asyncio.to_thread(one.sendall, text)
        while piece := await asyncio.to_thread(one.recv, 4096):
            heard += piece
    return heard


def free_descriptor() -> int:
    with socket.socket() as one:
        return one.fileno()


@pytest.mark.parametrize(
    "half",
    [b"", b"GET / HTTP/1.1\r\nHost: here\r\n", b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["nothing", "half of the headers", "half of the body"],
)
@story
async def test_a_request_that_is_never_sent_to_its_end_is_not_waited_for(
    lessons: app.LessonServer, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(app, "SENDING" if half.startswith(b"POST") else "IDLE", 0.05)

    lessons.listen()
    with client(lessons.port) as one:
        heard = await sent(one, half)
    lessons.http_server.stop()
    assert heard == b""


@story
async def test_a_request_that_comes_byte_by_byte_is_not_waited_for(
    lessons: app.LessonServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "IDLE", 0.05)

    lessons.listen()
    reader, writer = await asyncio.open_connection("127.0.0.1", lessons.port)
    writer.write(b"GET / HTTP/1.1\r\nX: ")
    heard = asyncio.ensure_future(reader.read())
    for _byte in range(1000):
        writer.write(b"x")
        done, _waits = await asyncio.wait([heard], timeout=0.01)
        if done:
            break
    writer.close()
    lessons.http_server.stop()
    assert heard.done()


@pytest.mark.parametrize("proxied", [False, True])
@story
async def test_nobody_takes_everybodys_connections(
    lessons: app.LessonServer, monkeypatch: pytest.MonkeyPatch, proxied: bool
) -> None:
    monkeypatch.setattr(network, "MOST_EACH", 3)
    lessons.choices = replace(lessons.choices, proxied=proxied)

    async def ask(visitor: str) -> bytes:
        one = socket.create_connection(("127.0.0.1", lessons.port), PATIENCE, source_address=(visitor, 0))
        with one:
            return await sent(one, b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")

    lessons.listen()
    idle = [await asyncio.to_thread(client, lessons.port) for _ in range(3)]
    assert (await ask("127.0.0.1") == b"") is not proxied
    assert (await ask("127.0.0.2")).endswith(b"here")
    for one in idle:
        one.close()
    async with asyncio.timeout(PATIENCE):
        while not await ask("127.0.0.1"):
            pass
    lessons.http_server.stop()


@pytest.mark.parametrize("later", [False, True], ids=["from the start", "since a class was let in"])
def test_where_there_is_no_room_it_is_said_once_and_whoever_waited_is_answered_later(
    lessons: app.LessonServer,
    limits: tuple[int, int],
    later: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(network, "PAUSE", 0.0)
    monkeypatch.setattr(network, "find_addresses", lambda: [network.Reach("127.0.0.2", "")] if later else [])
    tries = []
    pause = network.PausingSocket._pause

    def counted(one: network.PausingSocket, error: OSError) -> None:
        tries.append(one)
        pause(one, error)

    monkeypatch.setattr(network.PausingSocket, "_pause", counted)

    async def run() -> bytes:
        lessons.listen()
        if later:
            lessons.reached[lessons.choices.address] = network.Reach("127.0.0.1", "")
            assert [one.address for one in lessons.reach()] == ["127.0.0.2"]
        await asyncio.to_thread(int)  # its thread, and the thread's files, are there
        with socket.socket() as one:
            one.settimeout(PATIENCE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (free_descriptor(), limits[1]))
            one.connect(("127.0.0.2" if later else "127.0.0.1", lessons.port))
            while len(tries) < 50:
                await asyncio.sleep(0)
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
            heard = await sent(one, b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        lessons.http_server.stop()
        return heard

    with caplog.at_level(logging.INFO):
        assert asyncio.run(run()).endswith(b"here")
    assert [record.getMessage() for record in caplog.records if "GET" not in record.getMessage()] == [
        "New visitors have to wait: Too many open files. Too many connections are open at once."
    ]


@story
async def test_a_server_that_is_stopped_while_it_pauses_stays_stopped(
    limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, port: int
) -> None:
    monkeypatch.setattr(network, "PAUSE", 0.0)
    said: list[float] = []
    one = tornado.httpserver.HTTPServer(Hello())
    listen_on(one, said, port, "127.0.0.1")
    with socket.socket() as waiting:
        resource.setrlimit(resource.RLIMIT_NOFILE, (free_descriptor(), limits[1]))
        waiting.connect(("127.0.0.1", port))
        while not said:
            await asyncio.sleep(0)
        one.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for _ in range(20):
            await asyncio.sleep(0)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    with pytest.raises(ConnectionRefusedError):
        client(port)


@pytest.mark.parametrize(
    ("soft", "hard", "then"),
    [
        (1024, 4096, 4096),
        (1024, DESCRIPTORS, DESCRIPTORS),
        (1024, DESCRIPTORS + 1, DESCRIPTORS),
        (1024, resource.RLIM_INFINITY, DESCRIPTORS),
        (4096, 4096, None),
        (DESCRIPTORS, DESCRIPTORS + 1, None),
        (DESCRIPTORS + 1, resource.RLIM_INFINITY, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_the_limit_of_open_connections_is_raised_as_far_as_allowed_and_never_lowered(
    soft: int, hard: int, then: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limit: asked.append(limit))
    raise_descriptor_limit()
    assert asked == ([(then, hard)] if then else [])


@pytest.mark.parametrize("problem", [ValueError, OSError, None])
def test_a_system_that_refuses_or_knows_no_limit_is_served_all_the_same(
    problem: type[Exception] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise problem or AssertionError

    if problem is None:
        monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    raise_descriptor_limit()


def test_serving_begins_with_the_limit_raised(
    lessons: app.LessonServer, limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    low = min(512, limits[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (low, limits[1]))
    monkeypatch.setattr(lessons, "prepare", lambda: setattr(lessons, "workers", SimpleNamespace(close=lambda: None)))

    async def look() -> None:
        seen.append(resource.getrlimit(resource.RLIMIT_NOFILE)[0])

    monkeypatch.setattr(lessons, "_serve", look)
    lessons.start()
    assert seen == [limits[1] if 0 < limits[1] < DESCRIPTORS else DESCRIPTORS]
