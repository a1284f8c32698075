"""Exported pages opened as files: the player and the quiz work with no server and no network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.server import document, site_export
from tests.browser.axe import serious
from tests.browser.conftest import resize

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    game = gk.load("kartenspiel", players=2, stages=1)
    session, _players = site_export.record_game(game, seed=1)
    session.save(folder / "game.json")
    site_export.export_replay(folder / "game.json", folder / "replay.html")
    for page in site_export.game_pages(game):
        (folder / page.name).parent.mkdir(exist_ok=True)
        site_export.write_whole(folder / page.name, page.text)
    return folder


def offline(page: Any) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.mark.parametrize("width", [375, 1920])
@pytest.mark.parametrize(
    "name",
    ["replay", "kartenspiel-1", "kartenspiel-quiz", "kartenspiel-rules", "kartenspiel-kind", "puzzles/kartenspiel"],
)
def test_a_page_opens_from_a_file_fits_and_keeps_nobody_out(
    pages: Path, open_page: Open, name: str, width: int
) -> None:
    page = open_page("about:blank", width=width)
    asked = offline(page)
    page.goto((pages / f"{name}.html").as_uri())
    page.wait_for_selector("h1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert serious(page) == []
    assert page.errors == []


PARTS = """(which) => [...document.querySelectorAll(`.gk-if-${which}`)].map((one) => getComputedStyle(one).display)"""


def test_parts_of_a_scene_for_a_phone_and_for_a_desk_are_never_seen_together(tmp_path: Path, open_page: Open) -> None:
    session = gk.load("auf_achse").session(seed=1)
    site_export.write_whole(tmp_path / "game.html", document.document("Game", "", site_export.player_part(session)))
    page = open_page((tmp_path / "game.html").as_uri(), width=375)
    page.wait_for_selector(".gk-scene")
    for width, seen, unseen in ((375, "narrow", "wide"), (1280, "wide", "narrow")):
        resize(page, width, 800)
        assert "none" not in page.evaluate(PARTS, seen)
        assert set(page.evaluate(PARTS, unseen)) == {"none"}
    assert page.errors == []
