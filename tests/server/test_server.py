"""A running server: its pages, its limits, what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

from gamekit.server import document
from tests.serving import PATIENCE, Server, gone, lesson

LESSONS = "/lessons/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("served") / "notebooks"
    lesson(root / "start.ipynb", "# Start\n\nA formula: $p = \\frac{1}{6}$", "print(6)", title="Find your way")
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules", "import sys, os; print(os.getpid())", question="Why <b>?")
    lesson(root / "kartenspiel" / "broken.ipynb", "# Broken", "secret = 'treasure'; raise RuntimeError(secret)")
    (root / "kartenspiel" / "board.png").write_bytes(b"picture")
    (root / "kartenspiel" / "notes.txt").write_text("not for everybody")
    (root.parent / "outside.svg").write_text("<svg/>")
    lesson(root / "escaped.ipynb", "# Escaped", picture="../outside.svg")
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


def test_pages_have_their_typeface_from_this_server(server: Server) -> None:
    sheet = re.search(r'href="([^"]*site/font.css[^"]*)"', server.get("/").text)
    assert sheet is not None
    named = re.findall(r'url\("([^"]*)"\)', server.get(sheet[1]).text)
    assert len(named) == 2
    for file in named:
        got = server.get(urljoin(sheet[1], file))
        assert (got.status, got.headers["Content-Type"]) == (200, "font/woff2")
        assert got.headers["X-Content-Type-Options"] == "nosniff"
    assert server.get("/font/__init__.py").status == 404
    assert "font.css" in server.lesson("start").text


def test_whatever_a_script_takes_from_another_is_served(server: Server) -> None:
    asked = {f"/web/class/{name}.js" for name in ("contest", "desk", "projector", "pupil", "summary")}
    asked |= {f"/web/site/{path.name}" for path in document.SITE.glob("*.js")}
    known: set[str] = set()
    while asked - known:
        path = (asked - known).pop()
        known.add(path)
        script = server.get(path)
        assert script.status == 200, path
        code = re.sub(r"/\*.*?\*/", "", script.text, flags=re.DOTALL)  # types are named in comments only
        for other in re.findall(r"""from "(\.[^"]+)"|import "(\.[^"]+)\"""", code):
            asked.add("/" + urljoin(path, "".join(other)).lstrip("/"))
    assert {"/web/shared/dom.js", "/web/shared/files.js"} <= known


@pytest.mark.quick
@pytest.mark.parametrize(
    ("about", "title", "words"),
    [
        ("play", "Play Auf Achse – Das Kartenspiel", ("The game is being set up",)),
        ("puzzles", "Puzzles: Auf Achse – Das Kartenspiel", ("createPuzzlePage", 'href="/play/kartenspiel"')),
        ("kind", "Auf Achse – Das Kartenspiel · What kind of game is this?", ("What thinking brings", "to its top")),
        ("rules", "Auf Achse – Das Kartenspiel · The rules", ('id="KS-15"',)),
    ],
)
def test_what_a_game_is_about_stands_on_a_page_of_its_own_that_may_ask_nobody(
    server: Server, about: str, title: str, words: tuple[str, ...]
) -> None:
    assert f'href="/{about}/kartenspiel"' in server.get("/").text
    page = server.get(f"/{about}/kartenspiel")
    assert page.status == 200
    for said in (f"<title>{title}</title>", 'href="/"', *words):
        assert said in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert not re.search(r'<[^>]* src="(?!data:)', page.text)
    assert [server.get(f"/{about}/{name}").status for name in ("pig", "chess", "..%2fstart", "")] == [404] * 4


@pytest.mark.quick
def test_a_lesson_is_a_page_with_its_own_title_formula_and_nothing_from_elsewhere(server: Server) -> None:
    page = server.lesson("start")
    assert page.status == 200
    assert "<title>Find your way</title>" in page.text
    assert "<mfrac>" in page.text
    assert '<script src="../web/class/pupil.js"' in page.text, "whoever is in a class hears it"
    outside = [part for part in page.text.split('"') if part.startswith(("http://", "https://", "//"))]
    assert [part for part in outside if not part.startswith("http://www.w3.org/")] == []


def test_a_failed_cell_is_one_sentence_with_a_way_on_and_no_traceback(server: Server) -> None:
    page = server.lesson("kartenspiel/broken").text
    assert "could not be carried out" in page
    assert "Reload" in page
    for leak in ("Traceback", "RuntimeError", "treasure", "show_tracebacks"):
        assert leak not in page


def test_a_missing_lesson_is_a_friendly_page_with_a_way_back(server: Server) -> None:
    for path in (LESSONS + "kartenspiel/nothing.html", "/nowhere", "/voila/tree", "/api/kernels", "/panels"):
        page = server.get(path)
        assert page.status == 404
        assert "The road ends here" in page.text
        assert 'href="/"' in page.text
        assert path not in server.output, "who has asked for what is written down nowhere"


@pytest.mark.parametrize(("asked", "meant"), [
    ("/Play/Kartenspiel", "/play/kartenspiel"), ("/play/kartenspiel/", "/play/kartenspiel"),
    ("/play/kartenspiel.html.", "/play/kartenspiel"), ("/lessons/start.ipynb).", "/lessons/start.html"),
    ("/kartenspiel/Rules", "/lessons/kartenspiel/rules.html"),
    ("/Rules/Route66.", "/rules/route66"),
    ("/index.html", "/"), ("//play//route66", "/play/route66"), ("/CLASS/", "/class"),
    ("/PUZZLES/route66/", "/puzzles/route66"),
])  # fmt: skip
def test_an_address_that_is_nearly_right_leads_where_it_should(server: Server, asked: str, meant: str) -> None:
    answer = server.get(asked)
    assert (answer.status, answer.headers.get("Location")) == (302, meant)
    assert server.get(meant).status in (200, 202, 302, 404)


# --- refusals --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST", "TRACE"])
@pytest.mark.parametrize("path", ["/", LESSONS + "start.html", "/api/kernels/1-2-3-4-5", "/picture/kartenspiel.svg"])
def test_other_methods_are_refused_without_a_traceback(server: Server, path: str, method: str) -> None:
    before = len(server.output)  # a lesson that fails on purpose, in another test, leaves its own there
    answer = server.get(path, method=method)
    assert answer.status in (403, 405)
    assert "Traceback" not in answer.text + server.output[before:]


@pytest.mark.parametrize(
    "path",
    [
        LESSONS + "../../etc/passwd", LESSONS + "..%2F..%2Fetc%2Fpasswd", LESSONS + "%2e%2e/%2e%2e/outside.svg",
        LESSONS + "/etc/passwd", LESSONS + "kartenspiel/notes.txt", LESSONS + "start.ipynb%00.txt",
        "/thumb/kartenspiel/notes", "/thumb/../outside", "/thumb/escaped", "/web/site/../templates/gallery.html",
        "/web/site/..%2Ftemplates%2Fgallery.html", "/web/site/../../../../../../etc/passwd",
        "/web/site/..%2F..%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd", "/shared/../handlers.py", "/shared/..%2Fhandlers.py",
        "/web/../canvas.py", "/font/..%2Fsubset.py", "/picture/../../etc/passwd", "/picture/chess.svg",
        "/picture/kartenspiel.svg?step=-1", "/picture/kartenspiel.svg?step=999999999",
        "/picture/kartenspiel.svg?seed=x",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_lessons(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status in (400, 403, 404), answer.status
    for leak in ("root:", "not for everybody", "Traceback", "<svg/>", "{% extends"):
        assert leak not in answer.text


def test_a_file_has_one_name_and_no_other(server: Server) -> None:
    """Whatever is kept under a name that a visitor makes up fills the memory."""
    assert server.get("/web/class/pupil.js").status == 200
    for name in ("x1/../pupil.js", "./pupil.js", "/pupil.js", "x1%2F..%2Fpupil.js", "pupil.js%00", "PUPIL.js"):
        assert server.get(f"/web/class/{name}").status == 404, name


HOSTILE = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"


@pytest.mark.parametrize("key", ["theme", "template", "token", "q", "classic-tree", "game"])
@pytest.mark.parametrize("path", ["/", LESSONS + "start.html", LESSONS + "nothing.html", LESSONS + HOSTILE])
def test_a_hostile_query_is_never_repeated_in_a_page(server: Server, path: str, key: str) -> None:
    page = server.get(f"{path}?{key}={HOSTILE}")
    assert "alert(1)" not in page.text
    assert "Traceback" not in page.text


def test_an_endless_query_is_refused(server: Server) -> None:
    assert server.get(LESSONS + "start.html?q=" + "x" * 5000).status == 414


def test_a_large_upload_is_refused_before_it_is_read(server: Server) -> None:
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as line:
        line.sendall(b"POST /panel HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n")
        assert b" 400 " in line.recv(200) or line.recv(200) == b""


@pytest.mark.parametrize("rest", [b"Transfer-Encoding: chunked\r\n\r\n", b"X: "], ids=["pieces", "headers"])
def test_what_has_no_length_is_read_to_a_limit(server: Server, rest: bytes) -> None:
    piece = b"x" * 65_536 if rest == b"X: " else b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    begun = b"POST /panel HTTP/1.1\r\nHost: localhost\r\n" + rest
    line = socket.create_connection((server.host, server.port), timeout=PATIENCE)
    with line, pytest.raises(ConnectionError):
        line.sendall(begun + 2_000 * piece)
    assert server.get("/").status == 200


def test_another_name_for_this_machine_is_refused(server: Server) -> None:
    """A page elsewhere cannot make a name of its own point here (DNS rebinding)."""
    names = ("localhost", "[::1]", "evil.example", "not-localhost", "127.0.0.1.evil.example")
    assert [server.get("/", Host=name).status for name in names] == [200, 200, 403, 403, 403]


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/", "no-store"), ("/nowhere", "no-store"), ("/alive", "no-store"), ("/shared/lesson.js", "no-cache"),
        (LESSONS + "start.html?ready", "no-cache"), (LESSONS + "kartenspiel/broken.html?ready", "no-store"),
        ("/play/kartenspiel", "no-cache"), ("/rules/kartenspiel", "no-cache"),
        ("/picture/kartenspiel.svg", "max-age=3600"),
    ],
)  # fmt: skip
def test_every_answer_loads_nothing_from_elsewhere_and_tells_no_other_site(
    server: Server, path: str, kept: str
) -> None:
    headers = server.get(path).headers
    assert re.match("default-src '(self|none)'", headers["Content-Security-Policy"])
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == kept


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
def test_all_workers_end_with_the_server(folder: Path, number: int) -> None:
    with Server(folder, "--workers", "2") as running:
        assert running.lesson("start").status == 200
        descendants = running.descendants()
        assert descendants
        code = running.stop(number)
        assert gone(descendants)
    if number != signal.SIGKILL:
        assert code == 0
        assert "Stopped." in running.output
        assert "Traceback" not in running.output


def test_a_lesson_that_ends_its_process_says_a_sentence_and_stops_no_other(folder: Path, server: Server) -> None:
    path = lesson(folder / "ends.ipynb", "# Ends", "import os; os._exit(1)")
    page = server.lesson("ends")
    assert page.status == 503
    assert "This lesson could not be shown" in page.text
    assert "ended unexpectedly" in page.text
    assert server.lesson("start").status == 200
    lesson(path, "# Ends", "print('mended')")
    assert "mended" in server.lesson("ends").text
    path.unlink()


def test_an_edited_lesson_is_never_served_as_it_was(folder: Path, server: Server) -> None:
    path = lesson(folder / "edited.ipynb", "# Before")
    assert "Before" in server.lesson("edited").text
    lesson(path, "# After that")
    page = server.lesson("edited").text
    path.unlink()
    assert "After that" in page
    assert "Before" not in page


def test_a_folder_without_notebooks_is_served_and_says_so(tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        page = running.get("/")
        assert page.status == 200
        assert "No lesson on this game is in the folder." in page.text
        assert running.get("/lessons/start.html").status == 404


def test_where_nothing_can_be_kept_pages_are_drawn_all_the_same(folder: Path, tmp_path: Path) -> None:
    """As on a full disk: the place where pages are kept is no folder."""
    (tmp_path / "cache").write_text("no folder")
    full = f"import os; os.environ['GAMEKIT_CACHE'] = {str(tmp_path / 'cache')!r}"
    with Server(folder, first=full) as running:
        assert running.lesson("start").status == 200
        assert "Pages of lessons cannot be kept" in running.output
        assert "Traceback" not in running.output


def test_a_page_that_is_kept_is_given_at_once_by_a_server_started_anew(folder: Path) -> None:
    with Server(folder) as running:
        first = running.lesson("start")
    with Server(folder) as running:
        second = running.get("/lessons/start.html")
        assert (second.status, second.headers["Etag"]) == (200, first.headers["Etag"])
        assert running.get("/lessons/start.html", If_None_Match=first.headers["Etag"]).status == 304


def test_this_machine_alone_is_the_default(server: Server) -> None:
    assert server.host == "127.0.0.1"
    listening = {
        line.split()[1].split(":")[0]
        for line in Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].split(":")[1], 16) == server.port
    }
    assert listening == {"0100007F"}
