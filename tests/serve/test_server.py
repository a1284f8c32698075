"""A running server: its pages, its limits, what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

from tests.serving import Server, gone, lesson

RENDER = "/voila/render/"
BUTTON = """
import ipywidgets
button = ipywidgets.Button(description="Press")
button
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("served") / "notebooks"
    lesson(root / "start.ipynb", "# Start\n\nA formula: $p = \\frac{1}{6}$", BUTTON, title="Find your way")
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules", "import sys, os; print(os.getpid())", question="Why <b>?")
    lesson(root / "kartenspiel" / "broken.ipynb", "# Broken", "secret = 'treasure'; raise RuntimeError(secret)")
    lesson(
        root / "kartenspiel" / "light.ipynb",
        "# Light",
        "import sys, gamekit\ngamekit.load('kartenspiel').session(seed=1)\n"
        "print('heavy:', [name for name in ('numba', 'pandas', 'matplotlib', 'scipy') if name in sys.modules])",
    )
    lesson(
        root / "random.ipynb", "# Random", "import random, numpy\nprint('drawn', random.random(), numpy.random.rand())"
    )
    (root / "kartenspiel" / "notes.txt").write_text("not for everybody")
    (root.parent / "outside.svg").write_text("<svg/>")
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder) as running:
        yield running


# --- pages -----------------------------------------------------------------------------------------------------------
def test_the_gallery_shows_every_lesson_with_question_subject_level_and_minutes(server: Server) -> None:
    page = server.get("/")
    assert page.status == 200
    for words in ("Start here: 15 minutes", "Why &lt;b&gt;?", "probability", "first steps", "15 min", "2 to 5 players"):
        assert words in page.text
    assert "<b>?" not in page.text


def test_the_gallery_needs_no_kernel(server: Server) -> None:
    before = len(server.descendants())
    server.get("/")
    assert len(server.descendants()) == before


def test_a_lesson_is_a_page_with_its_own_title_formula_and_nothing_from_elsewhere(server: Server) -> None:
    page = server.get(RENDER + "start.ipynb")
    assert page.status == 200
    assert "<title>Find your way</title>" in page.text
    assert "<mfrac>" in page.text
    outside = [part for part in page.text.split('"') if part.startswith(("http://", "https://", "//"))]
    assert [part for part in outside if not part.startswith("http://www.w3.org/")] == []


def test_a_page_that_only_plays_loads_no_compiler_and_no_charts(server: Server) -> None:
    assert "heavy: []" in server.get(RENDER + "kartenspiel/light.ipynb").text


def test_two_pages_draw_different_random_numbers(server: Server) -> None:
    def drawn() -> str:
        return server.get(RENDER + "random.ipynb").text.split("drawn ")[1].split("\\n")[0]

    first, second = drawn().split(), drawn().split()
    assert first[0] != second[0]
    assert first[1] != second[1]


def test_a_failed_cell_is_one_sentence_with_a_way_on_and_no_traceback(server: Server) -> None:
    page = server.get(RENDER + "kartenspiel/broken.ipynb").text
    assert "could not be carried out" in page
    assert "Reload" in page
    for leak in ("Traceback", "RuntimeError", "treasure", "show_tracebacks"):
        assert leak not in page


def test_a_missing_lesson_is_a_friendly_page_with_a_way_back(server: Server) -> None:
    for path in (
        RENDER + "kartenspiel/nothing.ipynb",
        "/nowhere",
        "/voila/tree",
        "/voila/api/contents",
        "/api/kernels",
    ):
        page = server.get(path)
        assert page.status == 404
        assert "The road ends here" in page.text
        assert 'href="/"' in page.text


# --- refusals --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "path",
    [
        RENDER + "../../etc/passwd",
        RENDER + "..%2F..%2Fetc%2Fpasswd",
        RENDER + "%2e%2e/%2e%2e/outside.svg",
        RENDER + "/etc/passwd",
        RENDER + "kartenspiel/notes.txt",
        RENDER + "start.ipynb%00.txt",
        "/voila/files/../outside.svg",
        "/voila/files/..%2Foutside.svg",
        "/voila/files/start.ipynb",
        "/voila/files/kartenspiel/notes.txt",
        "/voila/static/../../../../../../etc/passwd",
        "/voila/static/..%2F..%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd",
        "/voila/templates/gamekit/static/../gallery.html",
        "/voila/templates/gamekit/static/..%2Fgallery.html",
        "/voila/templates/../static/x.css",
        "/voila/templates/%2e%2e/static/x.css",
        "/voila/templates/x",
        "/voila/labextensions/../../../../etc/passwd",
        "/voila/labextensions/..%2F..%2F..%2F..%2Fetc%2Fpasswd",
        "/voila/api/themes/..%2F..%2F..%2F..%2Fetc%2Fpasswd",
        "/picture/../../etc/passwd",
        "/picture/chess.svg",
        "/picture/kartenspiel.svg?step=-1",
        "/picture/kartenspiel.svg?step=999999999",
        "/picture/kartenspiel.svg?seed=x",
    ],
)
def test_no_path_leads_out_of_the_lessons(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status in (400, 403, 404), answer.status
    for leak in ("root:", "not for everybody", "Traceback", "<svg/>", "{% extends"):
        assert leak not in answer.text


HOSTILE = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"


@pytest.mark.parametrize("key", ["theme", "template", "token", "q", "classic-tree", "game"])
@pytest.mark.parametrize("path", ["/", RENDER + "start.ipynb", RENDER + "nothing.ipynb", "/voila/render/" + HOSTILE])
def test_a_hostile_query_is_never_repeated_in_a_page(server: Server, path: str, key: str) -> None:
    page = server.get(f"{path}?{key}={HOSTILE}")
    assert "<script>alert(1)" not in page.text
    assert "alert(1)" not in page.text
    assert "Traceback" not in page.text


def test_an_endless_query_is_refused(server: Server) -> None:
    assert server.get(RENDER + "start.ipynb?q=" + "x" * 5000).status == 414


def test_a_large_upload_is_refused_before_it_is_read(server: Server) -> None:
    with socket.create_connection((server.host, server.port), timeout=20) as line:
        line.sendall(b"POST /voila/api/shutdown/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n")
        assert b" 400 " in line.recv(200) or line.recv(200) == b""


def test_another_name_for_this_machine_is_refused(server: Server) -> None:
    """A page elsewhere cannot make a name of its own point here (DNS rebinding)."""
    assert server.get("/", Host="evil.example").status == 403
    assert server.get("/", Host="localhost").status == 200


def test_every_page_forbids_to_load_from_elsewhere(server: Server) -> None:
    for path in ("/", RENDER + "start.ipynb", "/nowhere"):
        headers = server.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


# --- kernels ---------------------------------------------------------------------------------------------------------
async def channel(server: Server, kernel: str, origin: str | None = None) -> Any:
    headers = {"Origin": origin} if origin else {}
    address = f"ws://{server.host}:{server.port}/api/kernels/{kernel}/channels?session_id={uuid.uuid4()}"
    return await websocket_connect(HTTPRequest(address, headers=headers, connect_timeout=10))


def message(kind: str, content: dict[str, Any]) -> str:
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "session": "s",
        "username": "",
        "version": "5.3",
        "date": "",
    }
    return json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"})


async def answers(line: Any, seconds: float) -> str:
    """Everything the kernel says within some seconds."""
    heard, end = "", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            got = await asyncio.wait_for(line.read_message(), left)
        except TimeoutError:
            break
        if got is None:
            break
        heard += got if isinstance(got, str) else got.decode("utf-8", "replace")
    return heard


def test_a_page_cannot_run_code_in_its_kernel(server: Server, tmp_path: Path) -> None:
    kernel, mark = server.get(RENDER + "start.ipynb").kernel, tmp_path / "ran"

    async def attempt() -> None:
        line = await channel(server, kernel)
        for kind in ("execute_request", "inspect_request", "complete_request", "debug_request", "input_reply"):
            line.write_message(message(kind, {"code": f"open({str(mark)!r}, 'w')", "silent": False}))
        line.write_message(message("kernel_info_request", {}))
        heard = await answers(line, 3)
        assert "kernel_info_reply" in heard
        assert "execute_reply" not in heard

    asyncio.run(attempt())
    assert not mark.exists()


def test_a_page_of_another_origin_cannot_listen(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def attempt() -> None:
        await channel(server, kernel, origin="http://evil.example")

    with pytest.raises(Exception, match="403"):
        asyncio.run(attempt())


def test_an_oversized_message_ends_the_connection_and_nothing_else(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def attempt() -> None:
        line = await channel(server, kernel)
        try:
            await line.write_message(message("comm_msg", {"comm_id": "x", "data": "y" * 50_000_000}))
            while await asyncio.wait_for(line.read_message(), 20) is not None:
                pass
        except WebSocketClosedError:
            pass
        again = await channel(server, kernel)
        again.write_message(message("kernel_info_request", {}))
        assert "kernel_info_reply" in await answers(again, 5)

    asyncio.run(attempt())
    assert server.get("/").status == 200


def test_closing_a_page_ends_its_kernel_at_once(server: Server) -> None:
    before = server.descendants()
    kernel = server.get(RENDER + "start.ipynb").kernel
    started = server.descendants() - before
    assert started
    assert server.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"").status == 204
    assert gone(started)
    assert server.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"").status == 204


def test_another_origin_cannot_close_a_page(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel
    refused = server.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"", Origin="http://evil.example")
    assert refused.status in (403, 404)
    assert kernel_alive(server, kernel)


def kernel_alive(server: Server, kernel: str) -> bool:
    return server.get(f"/api/kernels/{kernel}").status == 200


@pytest.mark.slow
def test_a_page_that_is_only_looked_at_stays_connected(server: Server) -> None:
    """Longer than the server waits between two signs of life; it once took the first for a missing one."""
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def look() -> None:
        line = await channel(server, kernel)
        await answers(line, 35)
        line.write_message(message("kernel_info_request", {}))
        assert "kernel_info_reply" in await answers(line, 3)

    asyncio.run(look())


async def shaken_hands(server: Server, kernel: str) -> Any:
    line = await channel(server, kernel)
    line.write_message(message("kernel_info_request", {}))
    assert "kernel_info_reply" in await answers(line, 2)
    return line


def test_a_page_without_connection_is_closed_after_a_while_a_connected_one_is_not(folder: Path) -> None:
    with Server(folder, "--close-absent", "3") as running:
        connected, absent = (running.get(RENDER + "start.ipynb").kernel for _ in range(2))

        async def watch() -> None:
            line = await shaken_hands(running, connected)
            await asyncio.sleep(7)
            assert kernel_alive(running, connected)
            assert not kernel_alive(running, absent)
            line.close()
            await asyncio.sleep(7)
            assert not kernel_alive(running, connected)

        asyncio.run(watch())


def test_a_page_in_which_nothing_is_done_is_closed_even_if_it_is_connected(folder: Path) -> None:
    with Server(folder, "--close-idle", "8") as running:
        used, idle = (running.get(RENDER + "start.ipynb").kernel for _ in range(2))

        async def watch() -> None:
            line, _other = await channel(running, used), await channel(running, idle)
            for _ in range(8):
                await asyncio.sleep(1.5)
                line.write_message(message("comm_msg", {"comm_id": "none", "data": {}}))
            assert kernel_alive(running, used)
            assert not kernel_alive(running, idle)

        asyncio.run(watch())


# --- starting and stopping ------------------------------------------------------------------------------------------
def test_the_next_free_port_is_taken_and_said_so(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with Server(folder, port=port) as second:
            assert second.port > port
            assert f"Port {port} is taken; using {second.port}." in second.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_all_kernels_end_with_the_server(folder: Path, number: int) -> None:
    with Server(folder) as running:
        for _ in range(3):
            running.get(RENDER + "start.ipynb")
        descendants = running.descendants()
        assert len(descendants) >= 4  # a warm parent and three kernels
        code = running.stop(number)
        assert gone(descendants)
    if number != signal.SIGKILL:
        assert code == 0
        assert "Stopped." in running.output
        assert "Traceback" not in running.output


def test_kernels_started_the_ordinary_way_work_and_end_as_well(folder: Path) -> None:
    with Server(folder, "--plain-kernels") as running:
        assert "heavy: []" in running.get(RENDER + "kartenspiel/light.ipynb").text
        descendants = running.descendants()
        assert descendants
        running.stop()
        assert gone(descendants)


def test_a_killed_warm_parent_is_replaced(folder: Path) -> None:
    with Server(folder) as running:
        (parent,) = running.descendants()
        os.kill(parent, signal.SIGKILL)
        assert gone({parent})
        assert running.get(RENDER + "start.ipynb").status == 200


# --- a class ---------------------------------------------------------------------------------------------------------
def test_a_class_gets_ready_pages_then_ordinary_ones_then_a_polite_no(folder: Path) -> None:
    with Server(folder, "--class", "2", "--lesson", "start") as running:
        assert "Preparing pages: 2 of 2" in running.output
        assert len(running.descendants()) >= 3  # a warm parent and two kernels that wait
        first, second = (running.get(RENDER + "start.ipynb") for _ in range(2))
        assert first.status == second.status == 200
        assert first.kernel != second.kernel
        others = [running.get(RENDER + "start.ipynb") for _ in range(12)]
        assert [page.status for page in others] == [200] * 12
        full = running.get(RENDER + "start.ipynb")
        assert full.status == 503
        assert full.headers["Retry-After"] == "20"
        assert "All seats are taken" in full.text
        running.get(f"/voila/api/shutdown/{first.kernel}", method="POST", body=b"")
        assert running.get(RENDER + "start.ipynb").status == 200


def test_an_edited_lesson_is_never_served_from_the_pool(folder: Path) -> None:
    path = folder / "edited.ipynb"
    lesson(path, "# Before")
    with Server(folder, "--class", "1", "--lesson", "edited") as running:
        time.sleep(0.05)
        lesson(path, "# After")
        page = running.get(RENDER + "edited.ipynb").text
    path.unlink()
    assert "After" in page
    assert "Before" not in page


# --- others in the network -------------------------------------------------------------------------------------------
def test_serving_others_asks_for_a_code_and_shows_it(folder: Path) -> None:
    with Server(folder, "--address", "0.0.0.0") as running:
        token = running.address.split("?token=")[1]
        assert f"The code, if a page asks for it:  {token}" in running.output
        running.host = "127.0.0.1"
        for path in ("/", RENDER + "start.ipynb", "/picture/kartenspiel.svg"):
            refused = running.get(path)
            assert refused.status == 302
            assert "/login" in refused.headers["Location"]
        asked = running.get("/login")
        assert "Which code did you get?" in asked.text
        assert running.get(f"/?token={token}").status == 200
        assert running.get("/?token=wrong").status == 302
        assert running.get(RENDER + "start.ipynb", Authorization=f"token {token}").status == 200


def test_this_machine_alone_is_the_default(server: Server) -> None:
    assert server.host == "127.0.0.1"
    listening = {
        line.split()[1].split(":")[0]
        for line in Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].split(":")[1], 16) == server.port
    }
    assert listening == {"0100007F"}
