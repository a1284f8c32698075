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
from tests.browser.playing import outside, watched

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


@pytest.mark.parametrize(
    "name",
    ["replay", "kartenspiel-1", "kartenspiel-quiz", "kartenspiel-rules", "kartenspiel-kind", "puzzles/kartenspiel"],
)
def test_a_page_opens_from_a_file_fits_and_keeps_nobody_out(pages: Path, open_page: Open, name: str) -> None:
    page = open_page("about:blank", width=375)
    asked = watched(page)
    page.goto((pages / f"{name}.html").as_uri())
    page.wait_for_selector("h1")
    for width in (1920, 375):
        resize(page, width, 800)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert outside(asked) == []
    assert serious(page) == []


def test_a_recorded_game_plays_without_a_server(pages: Path, open_page: Open) -> None:
    page = open_page((pages / "kartenspiel-1.html").as_uri())
    where = page.locator(".gk-where")
    assert where.inner_text().startswith("Step 0 of ")
    page.get_by_role("button", name="Next").click()
    assert where.inner_text().startswith("Step 1 of ")
    page.get_by_label("Speed").select_option("80")
    page.get_by_role("button", name="▶ Play").click()
    page.wait_for_selector('.gk-where:text-matches("Step [2-9][0-9]")')
    page.get_by_role("button", name="|| Pause").click()
    page.get_by_label("See as").select_option("1")
    assert page.locator('[data-gk-name="hand-0"]').count() == 1


def test_a_quiz_explains_its_board_without_a_server(pages: Path, open_page: Open) -> None:
    page = open_page((pages / "kartenspiel-quiz.html").as_uri())
    page.locator(".gk-answer").first.click()
    page.wait_for_selector(".gk-verdict .gk-rule")
    page.locator('[data-gk-name="pile"]').click()
    assert "possible" in page.locator(".gk-seen").inner_text()
    page.get_by_role("button", name="Next question").click()
    assert "Question 2" in page.locator(".gk-head").inner_text()


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
