"""Pages that take long are drawn beside the event loop: meanwhile everybody else is answered."""

from __future__ import annotations

import asyncio
import importlib
import threading
from pathlib import Path

import pytest
from tornado.httpclient import AsyncHTTPClient

from gamekit.server.app import LessonServer, ServerSettings
from tests.serving import PATIENCE, lesson, story

TAKES_LONG = {
    "/": "gamekit.server.site_export:gallery_names",
    "/?lang=de": "gamekit.server.language_negotiation:open_catalogue",
    "/play/kartenspiel": "gamekit.server.play_pages:make_page",
    "/puzzles/kartenspiel": "gamekit.server.play_pages:puzzle_data",
    "/rules/kartenspiel": "gamekit.server.site_handlers:rules_part",
    "/kind/kartenspiel": "gamekit.widgets.game_profile:kind_part",
    "/picture/kartenspiel.svg": "gamekit.widgets.board_pictures:board",
    "/lessons/start.html": "gamekit.server.lesson_pages:page_key",
    "/shared/lesson.js": "gamekit.server.site_handlers:list_shared",
}
"""Addresses, and of each something that its page waits for."""


class HeldError(Exception):
    """What a page waited for has gone on."""


@pytest.mark.parametrize("path", TAKES_LONG)
@story
async def test_while_a_page_is_being_drawn_others_are_answered(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lesson(tmp_path / "start.ipynb", "# Start", "1 + 1", title="Find your way")
    begun, answered = threading.Event(), threading.Event()
    held: list[bool] = []

    def hold(*_given: object, **_named: object) -> None:
        begun.set()
        held.append(answered.wait(PATIENCE / 10))
        raise HeldError("what a visitor typed")

    server = LessonServer(ServerSettings(folder=tmp_path, port=0, languages=("en", "de")))
    server.prepare()
    monkeypatch.setattr("gamekit.server.language_negotiation.OPENED", {"en"})
    server.listen()
    module, name = TAKES_LONG[path].split(":")
    monkeypatch.setattr(importlib.import_module(module), name, hold)
    base, browser = f"http://127.0.0.1:{server.port}", AsyncHTTPClient(force_instance=True)
    slow = asyncio.ensure_future(browser.fetch(base + path, raise_error=False, request_timeout=PATIENCE))
    try:
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        assert (await browser.fetch(f"{base}/alive", request_timeout=PATIENCE)).code == 204
        answered.set()
        await slow
    finally:
        server.http_server.stop()
        server.pages.close()
        server.drawing.close()
        server.workers.close()
    assert held[0], "it had to go on before anybody else was answered"
    told = [one.getMessage() for one in caplog.records if one.name == "gamekit.server.handlers"]
    assert not [one for one in told if "typed" in one]
