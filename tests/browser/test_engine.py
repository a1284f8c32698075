"""The engine on a page from the disk: workers on all cores, the same figures as in Python, and what is blocked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.web.bundle import inline_script, write_engine
from gamekit.web.game_bundle import pack_game

COUNTED = """
globalThis.started = 0;
const Usual = globalThis.Worker;
globalThis.Worker = class extends Usual { constructor(...given) { super(...given); globalThis.started += 1; } };
"""
SILENT = """
globalThis.Worker = class { postMessage() { setTimeout(() => this.onerror({ message: "no" }), 5); } terminate() {} };
"""
COACH = """async () => {
  const session = (await gamekit.load("kartenspiel", { players: 2 })).session(4);
  while (session.player < 0) session.roll();
  const table = await session.coach({ playouts: 300, seed: 2 });
  return [table.map(({ action, playouts }) => [action, playouts]), gamekit.notice(), globalThis.started];
}"""


@pytest.fixture
def page(chromium: Any, tmp_path: Path) -> Any:
    """`page(head)`: a page of the disk with the engine and the card game; `head` is run before."""
    opened = []

    def open_page(head: str) -> Any:
        script = inline_script(f"{head}\n{write_engine()}\ngamekit.add({pack_game('kartenspiel')});")
        file = tmp_path / "page.html"
        file.write_text(f'<!doctype html><meta charset="utf-8"><script>{script}</script>', encoding="utf-8")
        context = chromium.new_context()
        opened.append(context)
        here = context.new_page()
        asked: list[str] = []
        here.on("request", lambda request: asked.append(request.url))
        here.goto(file.as_uri())
        here.asked = asked
        return here

    yield open_page
    for context in opened:
        context.close()


def advice() -> list[list[int]]:
    session = gk.load("kartenspiel", players=2).session(4)
    while session.player < 0:
        session.roll()
    return [[advice.action, advice.playouts] for advice in gk.coach(session, 300, 2)]


def test_the_coach_in_workers_of_a_page_from_the_disk_says_what_it_says_in_python(page: Any) -> None:
    here = page(COUNTED)
    found, notice, started = here.evaluate(COACH)
    assert found == advice()
    assert notice == ""
    assert started >= 1
    assert all(address.startswith(("file:", "blob:")) for address in here.asked)


def test_where_workers_say_nothing_the_coach_says_the_same_and_a_sentence_says_so(page: Any) -> None:
    found, notice, _ = page(SILENT).evaluate(COACH)
    assert found == advice()
    assert "workers are blocked" in notice


def test_a_coach_in_workers_can_be_stopped(page: Any) -> None:
    cancelled = page("").evaluate(
        """async () => {
          const session = (await gamekit.load("kartenspiel", { players: 2 })).session(4), stop = new AbortController();
          while (session.player < 0) session.roll();
          const asked = { playouts: 1e7, signal: stop.signal, progress: () => stop.abort() };
          return (await session.coach(asked)).cancelled;
        }"""
    )
    assert cancelled
