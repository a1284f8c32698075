"""The end of a game on its page: standings, the course, the turning point, the choices that cost most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from tests.browser.axe import serious, violations
from tests.browser.playing import finished, outside, step, unfold_settings, until, watched, written
from tests.browser.test_puzzles import NO_WORKERS

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def card_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("review"), "kartenspiel")


def played(page: Any) -> None:
    """A short game to its end, each time by the first move that is offered."""
    unfold_settings(page)
    page.locator(".gkp-count input[value='2']").check(force=True)
    page.get_by_label("Number of stages").select_option("1")
    page.locator("input[name=seed]").evaluate("field => { field.value = '1'; }")
    page.locator(".gkp-start").click()
    finished(page, lambda: page.locator(".gk-place, .gk-moves .gk-move").first.click(force=True))


def whole(page: Any) -> None:
    """Wait until the review is whole."""
    page.locator(".gkp-review h3").wait_for()
    page.locator(".gkp-looking").wait_for(state="detached")


@pytest.mark.parametrize("width", [375, pytest.param(1280, marks=pytest.mark.thorough)])
def test_a_finished_game_is_looked_back_at_and_each_choice_is_a_click_away(
    card_game: str, open_page: Open, width: int
) -> None:
    page = open_page(card_game, still=True, width=width, height=800)
    asked = watched(page)
    assert not page.locator(".gkp-review").is_visible()
    played(page)
    whole(page)
    review = page.locator(".gkp-review")
    assert review.locator("tbody tr").count() == 2
    assert review.locator("tbody tr").first.inner_text().startswith("1")
    assert "Turning point, step" in review.inner_text()
    told = str(review.locator("svg[role=img]").get_attribute("aria-label"))
    assert "A begins with" in told
    assert "B begins with" in told
    assert review.locator(".gkp-course").count() == review.locator(".gkp-band").count() == 2
    explained = review.get_by_text("“Not told apart”: between two positions").count()
    assert explained == review.locator("th", has_text="Not told apart").count(), "a strange word is explained"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []
    assert review.locator(".gkp-choices li .gk-quiet").count(), "this game has a reason to tell"
    assert review.locator(".gkp-choices > .gk-quiet").inner_text().startswith("Measured: of "), (
        "and how often they hold"
    )
    shown = review.locator(".gkp-choices li > button")
    for number in range(shown.count()):
        chosen = int(shown.nth(number).inner_text().split()[-1])
        shown.nth(number).click()
        assert step(page) == chosen - 1, "the position in which the choice was made"
    review.locator("svg[role=img]").click()
    review.get_by_role("button", name="Try this moment again").first.click()
    again = review.locator(".gkp-again")
    again.locator(".gk-place").first.click(force=True)
    verdict = again.locator("> div > [role=status]").first
    until(page, "/coach would/.test(document.querySelector('.gkp-again > div > [role=status]').textContent)")
    assert violations(page) == [], "two boards on one page have names of their own"
    box = verdict.bounding_box()
    assert 0 <= box["y"] <= box["y"] + box["height"] <= 801, "what the coach says comes into sight"
    assert outside(asked) == [], "nothing is sent"


def test_without_workers_the_review_comes_too_and_says_so_and_goes_with_another_game(
    card_game: str, open_page: Open
) -> None:
    page = open_page(card_game, still=True)
    page.add_init_script(NO_WORKERS)
    page.reload()
    played(page)
    whole(page)
    assert "workers are blocked" in page.locator(".gkp-review").inner_text()
    assert page.locator(".gkp-review tbody tr").count() == 2
    page.locator(".gk-moves").get_by_role("button", name="Play again").click()
    page.locator(".gk-place, .gk-moves .gk-move").first.wait_for()
    assert not page.locator(".gkp-review").is_visible()


@pytest.mark.quick
def test_a_file_with_a_finished_game_is_looked_back_at_when_asked(
    tmp_path: Path, card_game: str, open_page: Open
) -> None:
    page = open_page(card_game, still=True)
    played(page)
    with page.expect_download() as saved:
        page.locator("#bar").get_by_role("button", name="Save").click()
    path = tmp_path / "game.json"
    saved.value.save_as(path)
    page.locator("#bar").get_by_role("button", name="New game", exact=True).click()
    panel = page.locator(".gkp-own-panel")
    panel.locator("summary").click()
    counted = panel.locator("tbody tr").inner_text().split("\t")
    assert ("Kartenspiel" in counted[0], counted[2]) == (True, "1"), "a finished game is counted"
    page.locator("input[type=file]").first.set_input_files(path)
    page.get_by_role("button", name="Look back at the game").wait_for()
    assert not page.locator(".gkp-review").is_visible(), "nobody asked for it yet"
    page.get_by_role("button", name="Look back at the game").click()
    page.locator(".gkp-review tbody tr").first.wait_for()


@pytest.mark.thorough
def test_a_game_of_five_thousand_steps_is_opened_looked_back_at_and_kept(tmp_path: Path, open_page: Open) -> None:
    game, rng = gk.load("auf_achse", players=6).session(seed=3), np.random.default_rng(1)
    while game.player != gk.OVER:
        if game.player == gk.CHANCE:
            game.roll()
        else:
            game.play(int(rng.choice(game.legal())))
    assert len(game.history) > 5000
    game.save(tmp_path / "long.json")
    page = open_page(written(tmp_path, "auf_achse"), still=True)
    page.locator("input[type=file]").first.set_input_files(tmp_path / "long.json")
    page.get_by_role("button", name="Look back at the game").click()
    page.locator(".gkp-review tbody tr").nth(5).wait_for()
    page.locator(".gkp-review th", has_text="Not told apart").wait_for()
    page.get_by_text("“Not told apart”: between two positions").wait_for()
    page.reload()
    page.get_by_role("button", name="Look back at the game").wait_for()
    assert step(page) == len(game.history)
    page.locator("#bar").get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".gk-place, .gk-moves .gk-move")
