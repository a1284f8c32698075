"""What travels: every text answer is compressed for who takes it so, and static files before anybody asks."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict

import pytest

from gamekit.server import static_files
from gamekit.server.static_files import read_files
from gamekit.web import bundle
from tests.server.test_class import Visitor
from tests.serving import Server

TEXTS = [
    "/class/teacher",
    "/",
    "/picture/route66.svg",
    "/picture/kartenspiel.svg?seed=3&step=4",
    "/play/kartenspiel",
    "/rules/kartenspiel",
    "/kind/kartenspiel",
    "/puzzles/kuhn",
    "/web/class/pupil.js",
    "/web/class/class.css",
    "/class/me-is-no-page",
    "/lessons/start.html?ready",
    "/shared/lesson.js",
]


@pytest.mark.parametrize("path", TEXTS)
def test_text_travels_compressed_and_is_the_same(server: Server, teacher: Visitor, path: str) -> None:
    plain = teacher.ask(path)
    packed = teacher.ask(path, Accept_Encoding="gzip")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    tokens = re.compile(rb'data-xsrf="[^"]*"|name="_xsrf" value="[^"]*"')
    assert tokens.sub(b"", gzip.decompress(packed.body)) == tokens.sub(b"", plain.body)


@pytest.mark.parametrize("path", ["/play/kartenspiel", "/picture/route66.svg", *TEXTS[-2:]])
def test_who_has_it_already_is_sent_nothing(server: Server, teacher: Visitor, path: str) -> None:
    tag = teacher.ask(path, Accept_Encoding="gzip").headers["Etag"]
    again = teacher.ask(path, Accept_Encoding="gzip", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")


def test_a_typeface_is_not_compressed_twice(server: Server, teacher: Visitor) -> None:
    said = teacher.ask("/font/gamekit-sans-bold.woff2", Accept_Encoding="gzip")
    assert said.status == 200
    assert "Content-Encoding" not in said.headers


def test_static_files_are_compressed_when_they_are_read() -> None:
    (file,) = read_files(bundle.WEB, ["class/pupil.js"]).values()
    assert {"tag", "compressed"} <= vars(file).keys()


def test_of_too_many_compressed_answers_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "MOST_COMPRESSED", 2)
    monkeypatch.setattr(static_files.CachedHandler, "compressed", OrderedDict())
    monkeypatch.setattr(static_files.CachedHandler, "send", lambda *_given: None)
    handler = static_files.CachedHandler.__new__(static_files.CachedHandler)
    for body in (b"a", b"b", b"a", b"c"):
        asyncio.run(handler.send_shared(body))
    assert [gzip.decompress(one) for one in static_files.CachedHandler.compressed.values()] == [b"a", b"c"]
