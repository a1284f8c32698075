"""Predictions, quizzes, lab panels and static pages in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.server import document, site_export
from tests.browser.axe import serious
from tests.browser.conftest import settle

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static pages of one game."""
    folder = tmp_path_factory.mktemp("static")
    for page in site_export.game_pages(gk.load("kartenspiel", players=3, stages=2)):
        (folder / page.name).parent.mkdir(exist_ok=True)
        (folder / page.name).write_text(page.text, encoding="utf-8")
    return folder


def test_a_prediction_is_drawn_into_the_result(site: str, open_page: Open) -> None:
    page = open_page(f"{site}/cards.ipynb")
    page.get_by_role("spinbutton", name="How far?").fill("70")
    page.get_by_role("button", name="Save my prediction").click()
    page.wait_for_selector("text=Stored: 70 km")
    page.get_by_role("button", name="Run").click()
    page.wait_for_selector("text=your prediction: 70")
    assert page.locator('.gk-out svg[role="img"]:visible').get_attribute("aria-label") == "One bar"
    page.set_viewport_size({"width": 375, "height": 667})  # drawn for a desk, and still there when the page is zoomed
    page.locator('.gk-out svg[role="img"]').first.wait_for()
    assert page.errors == []
    page.reload()
    page.wait_for_selector("text=Stored: 70 km")


def test_a_quiz_goes_on_by_keyboard(site: str, open_page: Open) -> None:
    page = open_page(f"{site}/cards.ipynb")
    page.locator(".gk-answer").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not quite. The answer is: 20.")
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Question 2; 0 of 1 right so far")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Right.")
    assert page.errors == []


def test_a_recorded_game_plays_without_a_server(static: Path, open_page: Open) -> None:
    page = open_page((static / "kartenspiel-1.html").as_uri())
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
    assert page.errors == []


def test_a_quiz_explains_its_board_without_a_server(static: Path, open_page: Open) -> None:
    page = open_page((static / "kartenspiel-quiz.html").as_uri())
    page.locator(".gk-answer").first.click()
    page.wait_for_selector(".gk-verdict .gk-rule")
    page.locator('[data-gk-name="pile"]').click()
    assert "possible" in page.locator(".gk-seen").inner_text()
    page.get_by_role("button", name="Next question").click()
    assert "Question 2" in page.locator(".gk-head").inner_text()
    assert page.errors == []


@pytest.mark.parametrize("name", gk.game_names())
def test_every_game_can_be_stepped_through(name: str, serve: Any, open_page: Open, tmp_path: Path) -> None:
    """The scene knows every element its changes and targets name, and one move can be played."""
    game = gk.load(name)
    session = gk.play(game, seed=1, seats=[None] * game.players).session
    names = set(game.picture.changes(game, session.position, None))
    scene = game.picture.scene(game)
    missing = [one for one in names if f'id="{one}"' not in scene]
    assert missing == []
    file = tmp_path / "page.html"
    file.write_text(document.document(game.title, "", site_export.player_part(session)), encoding="utf-8")
    page = open_page(file.as_uri())
    page.get_by_role("button", name="End ▶|").click()
    assert page.locator(".gk-scene").get_attribute("aria-label")
    assert page.errors == []


@pytest.mark.parametrize(
    "name",
    [
        "dice",
        "cards",
        "live-kartenspiel",
        *(pytest.param(f"live-{game}", marks=pytest.mark.thorough) for game in gk.game_names()[1:]),
    ],
)
def test_no_serious_barrier_in_widgets_light_or_dark(name: str, site: str, open_page: Open) -> None:
    page = open_page(f"{site}/{name}.ipynb", still=True)
    page.wait_for_selector(".gk-scene, .gk-card")
    page.evaluate("document.querySelectorAll('.gk details').forEach((one) => { one.open = true; })")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        settle(page)
        assert serious(page) == [], scheme
    assert page.errors == []
