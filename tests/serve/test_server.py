"""A running server: its pages, its limits, what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import signal
import socket
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

import gamekit as gk
from gamekit.replay_format import head
from gamekit.serve.app import LessonServer
from gamekit.serve.channel import MOST_LINES
from gamekit.serve.identity import FREE_GUESSES
from tests.serving import Answer, Server, gone, lesson, soon

RENDER = "/voila/render/"
BUTTON = """
import ipywidgets
button = ipywidgets.Button(description="Press")
button
"""


LUCK = """
import random, numpy, ipywidgets, gamekit
drawn, button = ipywidgets.Label(), ipywidgets.Button(description="Draw")

def draw(_):
    drawn.value = f"drawn {random.random()} {numpy.random.rand()}"

button.on_click(draw)
display(button, drawn)
gamekit.play(gamekit.load("pig"))
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
        "import sys, gamekit\ngamekit.play(gamekit.load('kartenspiel'), seed=1)\n"
        "print('heavy:', [name for name in ('numba', 'pandas', 'matplotlib', 'scipy') if name in sys.modules])",
    )
    lesson(root / "luck.ipynb", "# Luck", LUCK)
    (root / "kartenspiel" / "board.png").write_bytes(b"picture")
    (root / "kartenspiel" / "notes.txt").write_text("not for everybody")
    (root.parent / "outside.svg").write_text("<svg/>")
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder) as running:
        yield running


@pytest.mark.quick
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


def test_pages_have_their_typeface_from_this_server(server: Server) -> None:
    sheet = re.search(r'href="([^"]*static/font.css[^"]*)"', server.get("/").text)
    assert sheet is not None
    named = re.findall(r'url\("([^"]*)"\)', server.get(sheet[1]).text)
    assert len(named) == 2
    for file in named:
        got = server.get(urljoin(sheet[1], file))
        assert (got.status, got.headers["Content-Type"]) == (200, "font/woff2")
    assert server.get("/font/__init__.py").status == 404
    assert "font.css" in server.get(RENDER + "start.ipynb").text


@pytest.mark.quick
def test_a_game_is_played_on_a_page_of_its_own_that_needs_no_kernel_and_may_ask_nobody(server: Server) -> None:
    assert 'href="/play/kartenspiel"' in server.get("/").text
    before = len(server.descendants())
    page = server.get("/play/kartenspiel")
    assert page.status == 200
    assert "<title>Play Auf Achse – Das Kartenspiel</title>" in page.text
    assert 'href="/"' in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert not re.search(r'<[^>]* src="', page.text)
    assert len(server.descendants()) == before
    assert [server.get(f"/play/{name}").status for name in ("pig", "chess", "..%2fstart", "")] == [404] * 4


def test_what_kind_of_game_each_is_stands_on_a_page_of_its_own(server: Server) -> None:
    assert 'href="/kind/kartenspiel"' in server.get("/").text
    page = server.get("/kind/kartenspiel")
    assert page.status == 200
    assert "<title>Auf Achse – Das Kartenspiel · What kind of game is this?</title>" in page.text
    assert 'href="/"' in page.text
    assert "What thinking brings" in page.text
    assert "to its top it is" in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert [server.get(f"/kind/{name}").status for name in ("pig", "chess", "..%2fstart", "")] == [404] * 4


@pytest.mark.quick
def test_a_lesson_is_a_page_with_its_own_title_formula_and_nothing_from_elsewhere(server: Server) -> None:
    page = server.get(RENDER + "start.ipynb")
    assert page.status == 200
    assert "<title>Find your way</title>" in page.text
    assert "<mfrac>" in page.text
    outside = [part for part in page.text.split('"') if part.startswith(("http://", "https://", "//"))]
    assert [part for part in outside if not part.startswith("http://www.w3.org/")] == []


def test_what_many_lessons_need_is_loaded_once_for_all(server: Server) -> None:
    page = server.get(RENDER + "kartenspiel/light.ipynb").text
    assert "heavy: ['numba', 'matplotlib', 'scipy']" in page.replace("&#39;", "'")


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
        "/voila/files/kartenspiel/board.png",
        "/voila/query/1-2-3-4-5",
        "/voila/execution/1-2-3-4-5",
        "/voila/api/themes/x",
    ],
)
def test_what_no_page_needs_is_not_served(server: Server, path: str) -> None:
    assert server.get(path).status == 404


def test_every_address_is_on_our_own_list() -> None:
    """What another version of Voilà adds is not served before somebody has decided so."""
    assert "super().init_handlers" not in inspect.getsource(LessonServer)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST", "TRACE"])
@pytest.mark.parametrize(
    "path", ["/", "/logout", RENDER + "start.ipynb", "/api/kernels/1-2-3-4-5", "/picture/kartenspiel.svg"]
)
def test_other_methods_are_refused_without_a_traceback(server: Server, path: str, method: str) -> None:
    before = len(server.output)  # a lesson that fails on purpose, in another test, leaves its own there
    answer = server.get(path, method=method)
    assert answer.status in (403, 405)
    assert "Traceback" not in answer.text + server.output[before:]


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


async def woken(server: Server, kernel: str) -> Any:
    """A line to a page's kernel, which is there: it was asked for something that no page asks by itself."""
    line = await channel(server, kernel)
    line.write_message(message("comm_info_request", {}))
    heard = ""
    while "comm_info_reply" not in heard:
        heard = str(await asyncio.wait_for(line.read_message(), 60))
    return line


def wake(server: Server, *kernels: str) -> None:
    """Have these pages their kernels."""

    async def attempt() -> None:
        for kernel in kernels:
            await woken(server, kernel)

    asyncio.run(attempt())


def test_a_page_cannot_run_code_in_its_kernel(server: Server, tmp_path: Path) -> None:
    kernel, mark = server.get(RENDER + "start.ipynb").kernel, tmp_path / "ran"

    async def attempt() -> None:
        line = await channel(server, kernel)
        for _ in ("without a kernel", "with one"):
            for kind in ("execute_request", "inspect_request", "complete_request", "debug_request", "input_reply"):
                line.write_message(message(kind, {"code": f"open({str(mark)!r}, 'w')", "silent": False}))
            line.write_message(message("kernel_info_request", {}))
            heard = await answers(line, 3)
            assert "kernel_info_reply" in heard
            assert "execute_reply" not in heard
            line = await woken(server, kernel)

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
    wake(server, server.get(RENDER + "start.ipynb").kernel)
    before = server.descendants()
    kernel = server.get(RENDER + "start.ipynb").kernel
    wake(server, kernel)
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


FASTER = "from gamekit.serve import app; app.PING = 500"
"""A sign of life twice a second, so that a test need not wait for half a minute."""


def stays_connected(server: Server, seconds: float) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def look() -> None:
        line = await channel(server, kernel)
        await answers(line, seconds)
        line.write_message(message("kernel_info_request", {}))
        assert "kernel_info_reply" in await answers(line, 3)

    asyncio.run(look())


def test_a_page_that_is_only_looked_at_stays_connected(folder: Path) -> None:
    """Longer than the server waits for signs of life; it once took the first for a missing one."""
    with Server(folder, first=FASTER) as running:
        stays_connected(running, 3.0)


@pytest.mark.slow
@pytest.mark.thorough
def test_a_page_that_is_only_looked_at_stays_connected_with_the_true_times(server: Server) -> None:
    stays_connected(server, 35.0)


async def in_time(happened: Callable[[], bool], patience: float = 30.0) -> bool:
    """Whether something comes true within some seconds; looked at twice a second."""
    for _ in range(int(2 * patience)):
        if happened():
            return True
        await asyncio.sleep(0.5)
    return False


def test_a_kernel_has_few_connections(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def attempt() -> None:
        lines = [await channel(server, kernel) for _ in range(MOST_LINES)]
        with pytest.raises(HTTPClientError, match="429"):
            await channel(server, kernel)
        lines[0].write_message(message("kernel_info_request", {}))
        assert "kernel_info_reply" in await answers(lines[0], 3)

    asyncio.run(attempt())


WRONG = [
    "{",
    "[]",
    "5",
    "null",
    '{"channel": "shell"}',
    '{"header": 5, "channel": "shell"}',
    "[" * 100_000,
    b"\xff" * 50,
    b"",
]


def test_a_message_that_cannot_be_read_ends_its_connection_with_a_sentence(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel
    before = len(server.output)

    async def attempt() -> None:
        for wrong in [*WRONG, "[" * 100_000]:
            line = await channel(server, kernel)
            line.write_message(wrong, binary=isinstance(wrong, bytes))
            while await asyncio.wait_for(line.read_message(), 20) is not None:
                pass
            assert (line.close_code, line.close_reason) == (1007, "This message cannot be read.")

    asyncio.run(attempt())
    assert "Traceback" not in server.output[before:]


WRONG_DATA: list[Any] = [5, None, [], {}, {"method": 5}, {"method": "update", "state": 5},
    {"method": "update", "state": {"description": {}}}, {"method": "update", "state": {"layout": "IPY_MODEL_none"}},
    {"method": "custom", "content": 5}]  # fmt: skip


def test_an_error_in_the_kernel_is_one_sentence_and_the_connection_lives_on(server: Server) -> None:
    kernel = server.get(RENDER + "start.ipynb").kernel

    async def attempt() -> str:
        line = await channel(server, kernel)
        line.write_message(message("comm_info_request", {}))
        heard = await answers(line, 3)
        (comms,) = re.findall(r'"comms": ({.*?}})', heard)
        for comm in json.loads(comms):
            for data in WRONG_DATA:
                line.write_message(message("comm_msg", {"comm_id": comm, "data": data}))
        line.write_message(message("comm_open", {"comm_id": "x", "target_name": "os.system", "data": {}}))
        line.write_message(message("kernel_info_request", {}))
        heard = await answers(line, 4)
        assert "kernel_info_reply" in heard
        return heard

    heard = asyncio.run(attempt())
    assert "Something went wrong in the program, not in your game." in heard
    for leak in ("Traceback", "site-packages", "File ", "TraitError", "KeyError", "os.system"):
        assert leak not in heard
    assert "A page's kernel said: " in server.output


def widgets(page: Answer) -> list[str]:
    """The models of the widgets on a page, in their order."""
    return re.findall(r'"model_id": ?"(\w+)"', page.text)


def clicked(model: str) -> str:
    """What a page sends when somebody presses a button of ipywidgets."""
    return message("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": {"event": "click"}}})


def test_pages_of_one_lesson_are_drawn_alike_but_have_luck_and_widgets_of_their_own(server: Server) -> None:
    pages = [server.get(RENDER + "luck.ipynb") for _ in range(3)]
    assert len({page.kernel for page in pages}) == 3
    assert len({page.text.replace(page.kernel, "") for page in pages}) == 1
    button, label, board = widgets(pages[0])

    async def played(page: Answer, press: bool) -> tuple[str, str]:
        """What the label says in the end, and the luck of the board, or that the page has to draw it."""
        line = await channel(server, page.kernel)
        if press:
            line.write_message(clicked(button))
        hello = {"method": "custom", "content": {"do": "hello", "number": "1"}}
        line.write_message(message("comm_msg", {"comm_id": board, "data": hello}))
        line.write_message(message("comm_msg", {"comm_id": label, "data": {"method": "request_state"}}))
        heard = ""
        while '"own_luck"' not in heard or (press and '"value": "' not in heard):
            got = await asyncio.wait_for(line.read_message(), 20)
            assert got is not None
            heard += got
        if '"own_luck":true' in heard.replace(" ", ""):
            return "", "its own"
        return re.findall(r'"value": "([^"]*)"', heard)[-1], re.findall(r'"seed": ("?[0-9]+)', heard)[0]

    async def attempt() -> list[tuple[str, str]]:
        return [await played(page, press) for page, press in zip(pages, (True, True, False), strict=True)]

    first, second, third = asyncio.run(attempt())
    numbers = [one[0].split() for one in (first, second)]
    assert [one[0] for one in numbers] == ["drawn", "drawn"]
    assert all(mine != yours for mine, yours in zip(numbers[0][1:], numbers[1][1:], strict=True))
    assert first[1] != second[1]
    assert third == ("", "its own")  # what others press changes nothing here


BOARD = """
import gamekit, ipywidgets
button, said = ipywidgets.Button(description="Count"), ipywidgets.Label()
board = gamekit.play(gamekit.load("pig", players=2), seats=[None, None], viewer="all", seed=4)

def told(_):
    said.value = f"Python has {board.session.step} steps"

button.on_click(told)
display(board, button, said)
"""


def told(model: str, what: dict[str, Any]) -> str:
    """What a board tells Python, or asks it."""
    return message("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": what}})


def test_a_page_is_read_and_its_board_played_before_it_has_a_kernel_which_then_knows_all_of_it(folder: Path) -> None:
    lesson(folder / "board.ipynb", "# Board", BOARD)

    async def answered(line: Any, until: str) -> str:
        heard = ""
        while until not in heard:
            heard += str(await asyncio.wait_for(line.read_message(), 60))
        return heard

    async def attempt(running: Server, page: Answer) -> None:
        board, button, _said = widgets(page)
        line = await channel(running, page.kernel)
        line.write_message(message("kernel_info_request", {}))
        await answered(line, "kernel_info_reply")
        before = running.descendants()
        control = {"comm_id": "mine", "target_name": "jupyter.widget.control", "data": {}}
        line.write_message(message("comm_open", control))
        line.write_message(message("comm_msg", {"comm_id": "mine", "data": {"method": "request_states"}}))
        assert button in await answered(line, '"update_states"')
        line.write_message(message("comm_close", {"comm_id": "mine", "data": {}}))
        line.write_message(told(board, {"do": "hello", "number": 'my "number"'}))
        heard = await answered(line, '"touched"')
        greeting = json.loads(heard[heard.rindex('{"header"') :])["content"]["data"]["content"]
        assert greeting["number"] == 'my "number"'
        line.write_message(told(board, {"do": "bring", "what": "pig", "number": "game"}))
        await answered(line, '"number":"game"')
        played = {"turn": 0, "line": 0, "record": greeting["value"]["record"], "actions": [], "step": 0}
        session = gk.load("pig", players=2).session(seed=4)
        for _step in range(3):
            session.play(session.legal()[0]) if session.player >= 0 else session.roll()
            played |= {"actions": list(session.actions), "step": session.step}
            line.write_message(told(board, {"do": "follow", "page": "p", **played}))
        line.write_message(message("kernel_info_request", {}))
        await answered(line, "kernel_info_reply")
        assert running.descendants() == before  # all of it without a kernel
        line.write_message(clicked(button))
        await answered(line, "Python has 3 steps")
        line.write_message(told(board, {"do": "hello", "number": "again"}))
        assert '"touched": true' in await answered(line, '"touched"')
        assert len(running.descendants() - before) == 1

    with Server(folder) as running:
        wake(running, running.get(RENDER + "board.ipynb").kernel)  # all that is made ahead is made
        asyncio.run(attempt(running, running.get(RENDER + "board.ipynb")))
    (folder / "board.ipynb").unlink()


def test_a_lesson_that_rested_is_made_again_with_the_widgets_its_pages_know(folder: Path) -> None:
    """No memory is left, so that a lesson's parent goes as soon as another lesson is opened."""
    lesson(folder / "board.ipynb", "# Board", BOARD)
    short = "import gamekit.serve.ready as ready; ready.MOST_AHEAD = ready.MOST_MEMORY = 0"

    async def pressed(running: Server, page: Answer) -> None:
        board, button, _said = widgets(page)
        line = await channel(running, page.kernel)
        played = {"turn": 0, "line": 0, "actions": [], "step": 0, "seats": [None, None], "viewer": "all"}
        line.write_message(told(board, {"do": "follow", "page": "p", "record": record, **played}))
        line.write_message(clicked(button))
        heard = ""
        while "Python has 0 steps" not in heard:
            heard += str(await asyncio.wait_for(line.read_message(), 60))

    record = head(gk.load("pig", players=2).session(seed=4))
    with Server(folder, first=short) as running:
        pages = [running.get(RENDER + "board.ipynb") for _ in range(2)]
        (warm, *_), made = sorted(running.descendants()), running.descendants()
        other = running.get(RENDER + "start.ipynb")
        assert soon(lambda: len(running.descendants() & made) == 1, 30)
        assert warm in running.descendants()
        asyncio.run(pressed(running, pages[0]))
        assert widgets(running.get(RENDER + "board.ipynb")) == widgets(pages[1])  # it is not drawn anew
        asyncio.run(pressed(running, pages[1]))
        assert other.status == 200
    (folder / "board.ipynb").unlink()


def test_pages_of_a_lesson_that_shows_other_widgets_when_made_again_are_lost_and_it_is_drawn_anew(folder: Path) -> None:
    async def closed(running: Server, page: Answer) -> None:
        line = await channel(running, page.kernel)
        line.write_message(clicked(widgets(page)[0]))
        while await asyncio.wait_for(line.read_message(), 60) is not None:
            pass

    often = "import ipywidgets, pathlib; far = pathlib.Path('far.txt'); far.open('a').write('x')"
    shown = "[display(ipywidgets.Button(description='Press')) for _ in far.read_text()]"
    lesson(folder / "often.ipynb", "# Often", often, shown)
    short = "import gamekit.serve.ready as ready; ready.MOST_AHEAD = ready.MOST_MEMORY = 0"
    with Server(folder, first=short) as running:
        page, made = running.get(RENDER + "often.ipynb"), running.descendants()
        running.get(RENDER + "start.ipynb")
        assert soon(lambda: len(running.descendants() & made) == 1, 30)
        asyncio.run(closed(running, page))
        again = running.get(RENDER + "often.ipynb")
        assert len(widgets(again)) == 1 + len(widgets(page)) + 1
    (folder / "often.ipynb").unlink()
    (folder / "far.txt").unlink()


def test_a_page_without_a_kernel_is_lost_when_nothing_is_left_to_fork_one_from(server: Server) -> None:
    page = server.get(RENDER + "luck.ipynb")
    wake(server, server.get(RENDER + "luck.ipynb").kernel)
    assert kernel_alive(server, page.kernel)
    for one in server.descendants():
        os.kill(one, signal.SIGKILL)
    assert soon(lambda: not kernel_alive(server, page.kernel))


async def shaken_hands(server: Server, kernel: str) -> Any:
    line = await channel(server, kernel)
    line.write_message(message("kernel_info_request", {}))
    assert "kernel_info_reply" in await answers(line, 2)
    return line


def test_a_page_without_connection_is_closed_after_a_while_a_connected_one_is_not(folder: Path) -> None:
    slow = lesson(folder / "slow.ipynb", "# Slow", "import time; time.sleep(5)", "print('at', 'last')")
    with Server(folder, "--close-absent", "3") as running:
        assert "at last" in running.get(RENDER + "slow.ipynb").text  # while it is made, nobody can be connected
        slow.unlink()
        connected, absent = (running.get(RENDER + "start.ipynb").kernel for _ in range(2))

        async def watch() -> None:
            line = await shaken_hands(running, connected)
            assert await in_time(lambda: not kernel_alive(running, absent))
            assert kernel_alive(running, connected)
            line.close()
            assert await in_time(lambda: not kernel_alive(running, connected))

        asyncio.run(watch())


def test_a_page_in_which_nothing_is_done_is_closed_even_if_it_is_connected(folder: Path) -> None:
    with Server(folder, "--close-idle", "4") as running:
        used, idle = (running.get(RENDER + "start.ipynb").kernel for _ in range(2))

        async def watch() -> None:
            line, _other = await channel(running, used), await channel(running, idle)

            def idle_is_closed() -> bool:
                line.write_message(message("comm_msg", {"comm_id": "none", "data": {}}))
                return not kernel_alive(running, idle)

            assert await in_time(idle_is_closed)
            assert kernel_alive(running, used)

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


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough), signal.SIGKILL]
)
def test_all_kernels_end_with_the_server(folder: Path, number: int) -> None:
    with Server(folder) as running:
        for _ in range(3):
            wake(running, running.get(RENDER + "start.ipynb").kernel)
        descendants = running.descendants()
        assert len(descendants) == 5  # a warm parent, the lesson's, and three kernels
        code = running.stop(number)
        assert gone(descendants)
    if number != signal.SIGKILL:
        assert code == 0
        assert "Stopped." in running.output
        assert "Traceback" not in running.output


def test_neither_a_kernel_nor_a_folder_is_left_when_server_and_warm_parent_are_killed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither gets the chance to clean up, and a busy kernel cannot look after itself."""
    busy = "import ipywidgets\nbutton = ipywidgets.Button()\nbutton.on_click(lambda _: 9**9**9)\nbutton"
    lesson(folder / "busy.ipynb", "# Busy", busy)
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:  # a short name, as sockets need it
        monkeypatch.setenv("TMPDIR", temporary)
        with Server(folder) as running:
            (parent,) = running.descendants()
            for name in ("start", "busy"):
                page = running.get(f"{RENDER}{name}.ipynb")
                assert page.status == 200
                wake(running, page.kernel)

            async def keep_busy() -> None:
                line = await channel(running, page.kernel)
                line.write_message(clicked(*widgets(page)))
                assert '"busy"' in await answers(line, 1)

            asyncio.run(keep_busy())
            descendants = running.descendants()
            assert len(descendants) == 5  # of each lesson a parent and a kernel
            assert list(Path(temporary).iterdir())
            os.kill(parent, signal.SIGKILL)
            running.stop(signal.SIGKILL)
            assert gone(descendants)
        assert soon(lambda: not list(Path(temporary).iterdir()))
    (folder / "busy.ipynb").unlink()


BAD_GAME = """
import gamekit.game
gamekit.game.GAMES = ("bad", *gamekit.game.GAMES)
"""


def test_a_game_that_cannot_be_loaded_does_not_stop_the_others(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(BAD_GAME, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Server(folder) as running:
        assert "2 to 5 players" in running.get("/").text
        assert running.get(RENDER + "start.ipynb").status == 200
        assert len(running.descendants()) >= 2  # the warm parent is there in spite of it, and has forked
        assert "The game bad could not be loaded ahead" in running.output


def test_kernels_started_the_ordinary_way_work_and_end_as_well(folder: Path) -> None:
    with Server(folder, "--plain-kernels") as running:
        assert "heavy: []" in running.get(RENDER + "kartenspiel/light.ipynb").text
        descendants = running.descendants()
        assert descendants
        running.stop()
        assert gone(descendants)


def test_killed_parents_are_replaced(folder: Path) -> None:
    with Server(folder) as running:
        (warm,) = running.descendants()
        wake(running, running.get(RENDER + "start.ipynb").kernel)
        for parent in (min(running.descendants() - {warm}), warm):
            before = running.descendants() - {warm, parent}
            os.kill(parent, signal.SIGKILL)
            assert gone({parent} | before)  # kernels end with what they were forked from
            page = running.get(RENDER + "start.ipynb")
            assert page.status == 200
            wake(running, page.kernel)


def test_a_lesson_that_ends_its_process_says_a_sentence_and_stops_no_other(folder: Path) -> None:
    path = lesson(folder / "ends.ipynb", "# Ends", "print('so far')", "import os; os._exit(1)", "print('never')")
    with Server(folder) as running:
        page = running.get(RENDER + "ends.ipynb").text
        assert "so far" in page
        assert "could not be carried out" in page
        assert "never" not in page
        lesson(path, "# Ends", "print('mended')")
        assert "mended" in running.get(RENDER + "ends.ipynb").text
        wake(running, running.get(RENDER + "start.ipynb").kernel)
    path.unlink()


# --- a class ---------------------------------------------------------------------------------------------------------
def test_a_class_has_its_lesson_ready_and_the_others_soon_after_but_for_one_that_fails(folder: Path) -> None:
    with Server(folder, "--class", "3", "--address", "127.0.0.1", "--lesson", "luck", patience=240) as running:
        assert "Preparing the lesson" in running.output
        assert "leave out --address, and your network is let in" in running.output
        assert len(running.descendants()) >= 2  # a warm parent and the lesson's
        lessons = len(list(folder.rglob("*.ipynb")))
        assert soon(lambda: len(running.descendants()) == 1 + lessons, 60)
        first, second = (running.get(RENDER + "start.ipynb") for _ in range(2))
        assert first.status == second.status == 200
        assert first.kernel != second.kernel
        assert soon(lambda: len(running.descendants()) == 1 + lessons, 60)  # nobody has asked for a kernel yet
        made = running.descendants()
        wake(running, first.kernel, second.kernel)
        assert len(running.descendants() - made) == 2


def test_where_kernels_would_not_fit_lessons_rest_that_nobody_uses(folder: Path) -> None:
    large = "import gamekit.serve.ready as ready; ready.KERNEL_MB = 10_000"
    announced = ("--class", "3", "--address", "127.0.0.1", "--lesson", "luck")
    with Server(folder, *announced, patience=240, first=large) as running:
        lessons = len(list(folder.rglob("*.ipynb")))
        assert soon(lambda: len(running.descendants()) == 1 + lessons, 60)
        page = running.get(RENDER + "start.ipynb")
        wake(running, page.kernel)
        assert len(running.descendants()) <= 1 + lessons  # it is there, and another lesson's parent is not
        assert running.get(RENDER + "kartenspiel/light.ipynb").status == 200


def test_an_edited_lesson_is_never_served_as_it_was(folder: Path) -> None:
    path = folder / "edited.ipynb"
    lesson(path, "# Before")
    with Server(folder, "--class", "1", "--address", "127.0.0.1", "--lesson", "edited") as running:
        assert "Before" in running.get(RENDER + "edited.ipynb").text
        time.sleep(0.05)
        lesson(path, "# After")
        page = running.get(RENDER + "edited.ipynb").text
    path.unlink()
    assert "After" in page
    assert "Before" not in page


# --- seats -----------------------------------------------------------------------------------------------------------
def test_one_visitor_cannot_take_all_seats(folder: Path) -> None:
    """Five requests at the same moment, before any kernel is there; then somebody else comes."""
    with Server(folder, "--pages-each", "2") as running:
        with ThreadPoolExecutor(5) as pool:
            pages = list(pool.map(lambda _: running.get(RENDER + "start.ipynb"), range(5)))
        open_pages = [page for page in pages if page.status == 200]
        assert len(open_pages) == 2
        for page in pages:
            assert page.status == 200 or "You have 2 lessons open, as many as one visitor may" in page.text
        assert running.get(RENDER + "start.ipynb", visitor="127.0.0.2").status == 200
        running.get(f"/voila/api/shutdown/{open_pages[0].kernel}", method="POST", body=b"")
        assert running.get(RENDER + "start.ipynb").status == 200


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
        for path in (
            "/voila/files/notes.txt",
            "/voila/query/1-2-3-4-5",
            "/voila/api/themes/x",
            "/api/kernels/1-2-3-4-5",
        ):
            assert running.get(path).status in (302, 403)
        cookies = running.get(f"/?token={token}").cookies + asked.cookies
        assert cookies
        assert all("SameSite=Lax" in cookie for cookie in cookies)
        known = cookies[0].partition(";")[0]
        assert running.get("/", Cookie=known).status == 200
        assert running.get("/", Cookie=known[:-3] + "abc").status == 302
        left = running.get("/logout", Cookie=known)
        assert left.status == 302
        assert left.headers["Location"] == "/"
        wrong = [running.get(f"/?token=wrong{number}").status for number in range(FREE_GUESSES + 3)]
        assert wrong[0] == 302
        assert wrong[-1] == 429
        slowed = running.get(f"/?token={token}")
        assert (slowed.status, slowed.headers["Retry-After"]) == (429, "5")
        assert "Too many wrong codes" in slowed.text
        assert running.get("/", Cookie=known).status == 200  # whoever is in stays in
        running.host = "127.0.0.1"
        header = {"Authorization": f"token {token}"}
        assert running.get(RENDER + "start.ipynb", visitor="127.0.0.2", **header).status == 200


def test_the_code_may_be_typed_and_typing_is_slowed_like_any_guess(folder: Path) -> None:
    with Server(folder, "--address", "0.0.0.0") as running:
        token = running.address.split("?token=")[1]
        running.host = "127.0.0.1"
        (cookie,) = (cookie.partition(";")[0] for cookie in running.get("/login").cookies if "_xsrf" in cookie)

        def typed(code: str, visitor: str) -> int:
            fields = urlencode({"password": code, "_xsrf": cookie.partition("=")[2]}).encode()
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            return running.get("/login?next=/", "POST", fields, visitor, Cookie=cookie, **kind).status

        assert typed(token, "127.0.0.3") == 302
        assert [typed(f"wrong{number}", "127.0.0.4") for number in range(FREE_GUESSES)] == [401] * FREE_GUESSES
        assert typed(token, "127.0.0.4") == 429
        assert typed("x" * 100_000, "127.0.0.3") == 401
        assert running.get("/login", "POST", b"password=x", "127.0.0.5").status == 403  # not from our own page
        assert typed(token, "127.0.0.3") == 302  # nobody else waits


def test_this_machine_alone_is_the_default(server: Server) -> None:
    assert server.host == "127.0.0.1"
    listening = {
        line.split()[1].split(":")[0]
        for line in Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].split(":")[1], 16) == server.port
    }
    assert listening == {"0100007F"}
