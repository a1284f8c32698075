"""Serving behind something: a path in front of all addresses, a proxy that decides who comes, the files for it."""

from __future__ import annotations

import ast
import inspect
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
import yaml
from tornado.httpserver import _HTTPRequestContext

from gamekit.server import voila
from tests.server.test_class import Visitor, key_of
from tests.serving import LONGEST_START, ROOT, Server, lesson, starts

DEPLOY = ROOT / "deploy"
BELOW = "/user/anna/gamekit/"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("below")
    lesson(folder / "start.ipynb", "# Start", "print('here')", title="Start")
    lesson(folder / "kartenspiel" / "rules.ipynb", "# Rules", title="Rules")
    with Server(folder, "--proxied", "--base-url", BELOW) as running:
        yield running


def test_every_address_of_a_page_is_below_the_path_it_was_given(proxied: Server) -> None:
    for path in ("", "nowhere", "class"):
        page = proxied.get(BELOW + path).text
        links = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
        assert links
        assert [link for link in links if not link.startswith(BELOW)] == []
    while (lesson := proxied.get(BELOW + "lessons/start.html?ready")).status == 202:
        pass
    for path in re.findall(r'(?:href|src)="(\.\./[^"]*)"', lesson.text):
        assert proxied.get(urljoin(f"{BELOW}lessons/start.html", path)).status == 200


def test_behind_a_proxy_any_name_is_served_and_no_code_asked(proxied: Server) -> None:
    page = proxied.get(BELOW, Host="games.school.example")
    assert (page.status, "class/start" in page.text) == (200, False)
    assert proxied.get(BELOW + "lessons/start.html?ready", Host="games.school.example").status == 200


def test_behind_a_proxy_a_class_is_entered_by_its_code_as_anywhere(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    with Server(tmp_path, "--proxied", "--class", "3", "--base-url", BELOW) as running:
        pupil, outside = Visitor(running), {"Host": "games.school.example", "X_Forwarded_Proto": "https"}
        assert pupil.ask(BELOW, **outside).headers["Location"].startswith(f"{BELOW}class?next=")
        # Which lessons there are is not to be found out by addresses that are nearly right.
        assert pupil.ask(f"{BELOW}START", **outside).status == 404
        assert pupil.form(f"{BELOW}class", code=running.code).headers["Location"] == f"{BELOW}lessons/start.html"
        assert pupil.ask(BELOW).status == 200
        assert pupil.ask(f"{BELOW}START").status == 302
        opened = pupil.form(f"{BELOW}class/tables", do="open", game="kartenspiel", players="2")
        assert pupil.ask(opened.headers["Location"]).status == 200
        teacher = Visitor(running)
        known = teacher.ask(f"{BELOW}class/teacher?key={key_of(running)}", **outside)
        (own,) = [one for one in known.cookies if "teacher" in one]
        assert {f"Path={BELOW}", "Secure", "HttpOnly"} <= set(own.split("; "))
        board = teacher.ask(f"{BELOW}class/teacher", **outside).text
        assert f"games.school.example{BELOW}class</p>" in board


def test_a_users_server_of_a_hub_has_the_lessons_as_pages_of_voila_with_their_titles(tmp_path: Path) -> None:
    lesson(tmp_path / "lessons" / "start.ipynb", "# Start", "print('it runs')", title="Start here")
    lesson(tmp_path / "lessons" / "kartenspiel" / "rules.ipynb", "# Rules", title="The rules")
    voila.lay_out(tmp_path / "share")
    hub = (DEPLOY / "jupyterhub" / "jupyterhub_config.py").read_text(encoding="utf-8")
    lands = re.search(r'^c.Spawner.default_url = "(/.*)"$', hub, re.MULTILINE)
    assert lands
    options = [f"--config={DEPLOY}/jupyterhub/jupyter_server_config.py", f"--ServerApp.root_dir={tmp_path}/lessons"]
    options += ["--ServerApp.base_url=/user/anna/", "--IdentityProvider.token=", "--ServerApp.port=0", "--no-browser"]
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *options]
    around = {**os.environ, "JUPYTER_PATH": str(tmp_path / "share"), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("w") as written, subprocess.Popen(command, env=around, stderr=written) as process:
        try:
            told = lambda: re.search(r"http://localhost:(\d+)/user/anna/", log.read_text())  # noqa: E731
            assert starts(process, lambda: bool(told()) and is_open(int(told()[1]))), log.read_text()  # type: ignore[index]
            address = f"http://localhost:{told()[1]}/user/anna"  # type: ignore[index]
            page = read(address + lands[1])
            assert "Start here" in page
            assert "The rules" in page
            links = re.findall(r'href="(/[^"]*)"', page)
            assert links
            assert all(link.startswith("/user/anna/voila/") for link in links), links
            opened = read(f"{address}/voila/render/start.ipynb")
            assert "gk-lesson" in opened
            assert "it runs" in opened
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    """Whether something takes connections there."""
    try:
        socket.create_connection(("localhost", port), timeout=10).close()
    except OSError:
        return False
    return True


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=LONGEST_START) as answer:
        return str(answer.read().decode())


def test_the_command_of_the_container_is_one_the_command_line_knows() -> None:
    from gamekit.server import cli

    text = (DEPLOY / "container" / "Dockerfile").read_text(encoding="utf-8")
    command = ast.literal_eval(re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)[1])  # type: ignore[index]
    chosen = cli.make_parser().parse_args(command[3:])
    assert (chosen.address, chosen.port, chosen.class_size, chosen.proxied) == ("0.0.0.0", 8866, 30, True)
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text(encoding="utf-8"))
    kept = {name: value for name, value in compose["services"]["lessons"]["environment"].items() if "/kept/" in value}
    assert kept == dict(re.findall(r"\b(GAMEKIT_\w+)=(\S*/kept/\S*)", text)), "image and compose name the same folders"
    build = compose["services"]["lessons"]["build"]
    assert (DEPLOY / "container" / build["context"] / build["dockerfile"]).is_file()


def test_the_proxy_passes_on_no_header_of_a_visitor_that_the_server_believes() -> None:
    """Which headers say whose request it is, Tornado's own source says; a test would else know yesterday's."""
    believed = re.findall(r'headers\.get\(\s*"(X-[\w-]+)"', inspect.getsource(_HTTPRequestContext._apply_xheaders))
    assert "X-Real-Ip" in believed
    written = (DEPLOY / "container" / "nginx.conf").read_text(encoding="utf-8")
    given = dict(re.findall(r"^\s*proxy_set_header (\S+) (\S+);", written, re.MULTILINE))
    for name in believed:
        assert given.get(name) in ("$remote_addr", "$scheme"), name


FRAMES = ("https://moodle.school.example", "lms.example:8443")


def test_only_sites_that_were_named_may_show_pages_in_a_frame(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    pages = ("/?lang=de", "/play/kartenspiel", "/lessons/start.html?ready", "/nowhere", "/kind/kartenspiel")
    options = [word for one in FRAMES for word in ("--frame", one)]
    with Server(tmp_path, "--proxied", *options) as running:
        for path in pages:
            answer = running.get(path, Host="games.school.example", X_Forwarded_Proto="https")
            said = answer.headers["Content-Security-Policy"]
            assert said.endswith(f"frame-ancestors 'self' {' '.join(FRAMES)}"), path
            assert said.count("frame-ancestors") == 1
            for cookie in answer.cookies:
                assert "SameSite=None" in cookie
                assert "Secure" in cookie
        plain = running.get("/", Host="games.school.example")
        told = {("SameSite=Lax" in one, "Secure" in one) for one in plain.cookies}
        assert told == {(True, False)}, "a browser would not keep it"
    with Server(tmp_path, "--proxied") as alone:
        for path in pages:
            answer = alone.get(path, X_Forwarded_Proto="https")
            assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'self'"), path
            assert all("SameSite=Lax" in one for one in answer.cookies)


@pytest.mark.parametrize(
    "site", ["https://a.example/path", "*", "a.example; script-src *", "'none'", "a b", "", "ftp://a"]
)
def test_what_is_no_site_may_show_nothing(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    from gamekit.server import cli

    with pytest.raises(SystemExit):
        cli.make_parser().parse_args(["serve", "--frame", site])
    assert "https://moodle.school.example, without a path" in capsys.readouterr().err
